"""Names of the bots, as people are called at a Thai card table."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

__all__ = ["NAMES", "name", "pick", "regulars"]

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


def name(key: str, language: str) -> str:
    """The name of this key; a key that there is no longer is shown as it is."""
    return NAMES[key][language] if key in NAMES else key


def pick(count: int, seed: int, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Keys of different names, none of which is ``taken``, as a key or as it is said in any language: the same seed
    brings the same people. ValueError for more than there are."""
    away = {text.casefold() for text in taken}
    free = [key for key in sorted(NAMES) if away.isdisjoint({key, *map(str.casefold, NAMES[key].values())})]
    return tuple(Random(seed).sample(free, count))


def regulars(count: int, language: str) -> tuple[str, ...]:
    """The names of those who sit in every lesson and puzzle, always in the same order."""
    return tuple(name(key, language) for key in list(NAMES)[:count])
