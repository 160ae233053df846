from __future__ import annotations

import pytest

from tutor.i18n import LANGUAGES
from tutor.scene.names import NAMES, TEMPER_OF, TEMPERS, known_as, name, pick, stretch, temper
from tutor.session.actions import PAUSES


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


def test_every_name_has_a_temper_that_is_told_in_both_languages() -> None:
    assert set(TEMPER_OF) == set(NAMES)
    assert set(TEMPER_OF.values()) == set(TEMPERS)
    for language in LANGUAGES:
        assert all(temper(key, language) in known_as(key, language) for key in NAMES)


def test_at_the_normal_pace_everybody_moves_within_half_a_second_and_nine_tenths_of_one() -> None:
    pauses = {PAUSES["normal"] * stretch(key) for key in NAMES}
    assert len(pauses) > 3
    assert 500 <= min(pauses) <= max(pauses) <= 900


def test_a_key_that_is_gone_has_no_temper_and_takes_the_usual_pause() -> None:
    assert (temper("somebody", "en"), stretch("somebody")) == ("", 1.0)
