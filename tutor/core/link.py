"""Links: a document small enough for an address, as text that survives chat programs."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tutor.core.game import Game
    from tutor.core.ruleset import Rules

__all__ = ["LinkError", "read", "read_rules", "write", "write_rules"]

LONGEST = 16_000  # characters of text: browsers and chat programs cut longer addresses
LARGEST = 200_000  # bytes unpacked: a text may not blow up into memory


class LinkError(ValueError):
    """A link that holds no document; ``case`` is ``broken`` or ``too-long``."""

    def __init__(self, case: str, detail: str) -> None:
        super().__init__(detail)
        self.case = case


def write(document: Mapping[str, Any]) -> str:
    """The document as letters, digits, ``-`` and ``_``. LinkError if it is too long for an address."""
    packed = zlib.compress(json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode(), 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(text) > LONGEST:
        raise LinkError("too-long", f"{len(text)} characters; an address holds {LONGEST}")
    return text


def read(text: str) -> dict[str, Any]:
    """The document of a link. LinkError says whether it is broken or too long."""
    if not isinstance(text, str):
        raise LinkError("broken", "a link is text")
    if len(text) > LONGEST:
        raise LinkError("too-long", f"{len(text)} characters; an address holds {LONGEST}")
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpack = zlib.decompressobj()
        plain = unpack.decompress(packed, LARGEST)
        if unpack.unconsumed_tail:
            raise LinkError("too-long", "the link unpacks to more than a position or record can be")
        if not unpack.eof:
            raise LinkError("broken", "the link is cut off")
        document = json.loads(plain)
    except (binascii.Error, zlib.error, UnicodeError, ValueError, RecursionError) as error:
        if isinstance(error, LinkError):
            raise
        raise LinkError("broken", "the link is damaged; copy it whole") from None
    if not isinstance(document, dict):
        raise LinkError("broken", "the link holds no document")
    return document


def write_rules(game: Game, rules: Rules) -> str:
    """A ruleset as a word of an address: its preset's name, else the text of a link that holds game and rules."""
    written = game.write_rules(rules)
    return written if isinstance(written, str) else write({"game": game.id, "rules": written})


def read_rules(game: Game, text: str) -> Rules:
    """The ruleset of such a word. LinkError where it holds none of this game, RulesError for one that can't be."""
    if text in game.presets:
        return game.presets[text]
    document = read(text)
    if document.get("game") != game.id or not isinstance(document.get("rules"), str | Mapping):
        raise LinkError("broken", "the link holds no rules of this game")
    return game.read_rules(document["rules"])
