"""Names and tempers of the bots, as people are called and known at a Thai card table."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tutor.i18n import tell

__all__ = ["NAMES", "TEMPERS", "TEMPER_OF", "known_as", "name", "pick", "regulars", "stretch", "temper"]

NAMES = {
    "nok": {"th": "นก", "en": "Nok"},
    "boy": {"th": "บอย", "en": "Boy"},
    "taeo": {"th": "ป้าแต๋ว", "en": "Auntie Taeo"},
    "chai": {"th": "ลุงชัย", "en": "Uncle Chai"},
    "fon": {"th": "ฝน", "en": "Fon"},
    "ton": {"th": "ต้น", "en": "Ton"},
    "ploy": {"th": "พลอย", "en": "Ploy"},
    "daeng": {"th": "พี่แดง", "en": "Daeng"},
    "lek": {"th": "น้าเล็ก", "en": "Uncle Lek"},
    "joy": {"th": "จอย", "en": "Joy"},
    "malee": {"th": "ป้ามาลี", "en": "Auntie Malee"},
    "bua": {"th": "ยายบัว", "en": "Grandma Bua"},
    "tui": {"th": "ตุ้ย", "en": "Tui"},
    "som": {"th": "ส้ม", "en": "Som"},
}
"""Every name in every language, by its key."""

TEMPERS = {"quick": 0.75, "cheerful": 0.85, "quiet": 1.0, "calm": 1.1, "thinks-long": 1.25}
"""How many times the chosen pause somebody of this temper takes. Of the cards it tells nothing: it is the same before
every move."""

TEMPER_OF = {
    "nok": "quick",
    "boy": "cheerful",
    "taeo": "cheerful",
    "chai": "thinks-long",
    "fon": "quiet",
    "ton": "calm",
    "ploy": "quick",
    "daeng": "quick",
    "lek": "quiet",
    "joy": "cheerful",
    "malee": "calm",
    "bua": "calm",
    "tui": "quick",
    "som": "quiet",
}
"""Everybody's temper, by the key of the name."""


def name(key: str, language: str) -> str:
    """The name of this key; a key that there is no longer is shown as it is."""
    return NAMES[key][language] if key in NAMES else key


def temper(key: str, language: str) -> str:
    """What whoever has this name is like, in a word or two; "" for a key that there is no longer."""
    return tell(f"scene.temper.{TEMPER_OF[key]}", language) if key in TEMPER_OF else ""


def stretch(key: str) -> float:
    """How many times the chosen pause they take before every move."""
    return TEMPERS[TEMPER_OF[key]] if key in TEMPER_OF else 1.0


def known_as(key: str, language: str) -> str:
    """The name with the temper, where somebody is told who sits down."""
    return tell("scene.known-as", language, name=name(key, language), temper=temper(key, language))


def pick(count: int, seed: int, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Keys of different names, none of which is ``taken``, as a key or as it is said in any language: the same seed
    brings the same people. ValueError for more than there are."""
    away = {text.casefold() for text in taken}
    free = [key for key in sorted(NAMES) if away.isdisjoint({key, *map(str.casefold, NAMES[key].values())})]
    return tuple(Random(seed).sample(free, count))


def regulars(count: int, language: str) -> tuple[str, ...]:
    """The names of those who sit in every lesson and puzzle, always in the same order."""
    return tuple(name(key, language) for key in list(NAMES)[:count])
