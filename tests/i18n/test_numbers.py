"""Dates and numbers as each language writes them."""

from __future__ import annotations

from datetime import date as Date
from datetime import datetime

import pytest

from tutor.i18n import date, number, tell
from tutor.i18n.wording import Voice, fill


@pytest.mark.parametrize(
    ("day", "th", "en"),
    [
        (Date(2026, 11, 30), "30 พฤศจิกายน 2569", "30 November 2026"),
        (Date(2028, 2, 29), "29 กุมภาพันธ์ 2571", "29 February 2028"),  # 2571 has no 29 February
        (Date(2027, 1, 1), "1 มกราคม 2570", "1 January 2027"),
        (datetime(2026, 12, 31, 23, 59), "31 ธันวาคม 2569", "31 December 2026"),
    ],
)
def test_thai_dates_are_in_the_buddhist_era(day: Date, th: str, en: str) -> None:
    assert date(day, "th") == th
    assert date(day, "en") == en


def test_a_date_within_a_sentence() -> None:
    assert fill("เล่นเมื่อ{day}", {"day": Date(2026, 11, 30)}, Voice("th")) == "เล่นเมื่อ 30 พฤศจิกายน 2569"


def test_numbers_are_arabic_and_grouped_in_both_languages() -> None:
    for language in ("th", "en"):
        assert number(1250, language) == "1,250"
        assert number(-50, language) == "−50"
        assert number(2.5, language) == "2.5"
    assert tell("word.cards", "th", count=1250) == "1,250 ใบ"
