from __future__ import annotations

import pytest

from tutor.scene.names import NAMES, name, pick


def test_the_same_seed_brings_the_same_people_and_nobody_twice() -> None:
    assert pick(7, 3) == pick(7, 3)
    assert len(set(pick(7, 3))) == 7
    assert len({pick(3, seed) for seed in range(20)}) > 10


def test_every_name_is_there_in_both_languages_and_its_own() -> None:
    for language in ("th", "en"):
        assert len({name(key, language) for key in NAMES}) == len(NAMES)


def test_a_key_that_is_gone_is_shown_as_it_is() -> None:
    assert name("somebody", "th") == "somebody"


def test_more_people_than_there_are() -> None:
    with pytest.raises(ValueError, match="larger"):
        pick(len(NAMES) + 1, 1)
