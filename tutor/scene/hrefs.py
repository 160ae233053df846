"""Addresses of the referee, which hold a whole position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from tutor.core import LinkError, link
from tutor.core.position import Position

__all__ = ["LONGEST", "referee_href"]

LONGEST = 1800
"""Characters of an address that every browser, chat program and page of ours takes."""


def referee_href(position: Position | Mapping[str, Any], tried: str = "", *, more: bool = False) -> str:
    """The address at which the referee has this position, and the move that is asked about; ``more`` says that the hand
    may hold other cards too. Without the position where that is too long for an address."""
    document = position.document() if isinstance(position, Position) else dict(position)
    for name in ("history", "cannot"):
        document.pop(name, None)
    try:
        # Of a deal that is over ``turn`` says so; without it there is no position.
        text = link.write({name: told for name, told in document.items() if name == "turn" or told not in (None, [])})
    except LinkError:
        return "/referee"
    query = {"position": text} | ({"try": tried} if tried else {}) | ({"more": "1"} if more else {})
    address = f"/referee?{urlencode(query)}"
    return address if len(address) <= LONGEST else "/referee"
