from __future__ import annotations

import pytest

from tutor.core.prose import Text
from tutor.scene.prose import plain


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Lay :c[9d] on it.", "Lay 9♦ on it."),
        (":c[Tc Td] wins", "10♣ 10♦ wins"),
        ("That is **bold** and *thap*.", "That is bold and thap."),
        ("To :t[beat] it", "To beat it"),
        ("One:\n\n- first\n- second\n", "One: first second"),
    ],
)
def test_marks_become_words(written: str, said: str) -> None:
    assert plain(Text(th="ไทย", en=written), "en") == said


def test_a_term_is_said_in_the_readers_language() -> None:
    text = Text(th="ต้อง:t[beat]ให้ได้", en="You have to :t[beat] it")
    assert plain(text, "th") == "ต้องทับให้ได้"
