"""Numbers and dates as each language writes them."""

from __future__ import annotations

from datetime import date as Date

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent

__all__ = ["date", "number", "ordinal_form", "percent"]

BUDDHIST_ERA = {"th": 543}
"""What a language's calendar adds to the year. Babel knows the Gregorian calendar alone and writes ค.ศ."""


def date(day: Date, language: str) -> str:
    """``30 พฤศจิกายน 2569``, ``30 November 2026``.

    The year goes into the pattern as text: a date moved by 543 years need not exist (29 February).
    """
    year = day.year + BUDDHIST_ERA.get(language, 0)
    return format_date(day, f"d MMMM '{year}'", locale=language)


def number(x: float, language: str) -> str:
    """``1,250``, ``−50`` with a minus as wide as a plus, ``2.5``."""
    return format_decimal(x, locale=language).replace("-", "−")


def percent(share: float, language: str) -> str:
    """A share from 0 to 1 in whole percent: ``64%``."""
    return format_percent(share, format="0%", locale=language)


def ordinal_form(place: int, language: str) -> str:
    """Which ending an ordinal takes, by CLDR: ``one`` (1st), ``two``, ``few``, ``other``."""
    return Locale.parse(language).ordinal_form(place)
