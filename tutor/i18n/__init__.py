"""Thai and English: the one place where ids, cards and numbers become words, and the only user of Babel."""

from __future__ import annotations

from tutor.i18n.catalogue import LANGUAGES, typeset
from tutor.i18n.numbers import date, number
from tutor.i18n.wording import kind, knows, label, narrate, say, spell, tell

__all__ = [
    "LANGUAGES",
    "date",
    "kind",
    "knows",
    "label",
    "narrate",
    "number",
    "say",
    "spell",
    "tell",
    "typeset",
]
