"""What may happen in a session, and the messages that ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tutor.bots import Hint
from tutor.cards import Cards
from tutor.core import Marked, View

__all__ = [
    "PAUSES",
    "Ask",
    "AskHint",
    "Asking",
    "Back",
    "BotMove",
    "Forget",
    "Go",
    "Join",
    "Leave",
    "Next",
    "NextDeal",
    "Pace",
    "ShowCards",
    "ShowHint",
    "Tried",
    "Trouble",
    "Undo",
    "YourAnswer",
    "YourMove",
    "accepts",
    "marked_text",
    "text_of",
]

Pace = Literal["at-once", "normal", "slow"]
PAUSES: dict[Pace, int] = {"at-once": 0, "normal": 700, "slow": 1200}
"""Milliseconds before somebody else moves."""


@dataclass(frozen=True, slots=True)
class YourMove:
    """The learner tries this on the table."""

    text: str


@dataclass(frozen=True, slots=True)
class YourAnswer:
    """The learner answers a question; the value is what the browser sent, whatever it is."""

    value: object


@dataclass(frozen=True, slots=True)
class BotMove:
    """Whoever ``waiting_for`` calls "bot" does this."""

    text: str


@dataclass(frozen=True, slots=True)
class ShowHint:
    """A hint has come; a late one shows nothing."""

    hint: Hint


@dataclass(frozen=True, slots=True)
class AskHint:
    """Show the next step of help that was written for this."""


@dataclass(frozen=True, slots=True)
class Go:
    """Show what came next."""


@dataclass(frozen=True, slots=True)
class Next:
    """The next step."""


@dataclass(frozen=True, slots=True)
class Back:
    """The step before, from its beginning."""


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Deal again; ``seed`` is the luck of the new deal."""

    seed: int


Asking = Literal["join", "leave", "end"]
"""What may be asked between two deals: how good somebody new is to be, who leaves, whether the match is over."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Put this question."""

    what: Asking


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody sits down between two deals: who, as a player is written."""

    player: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody gets up between two deals: who, as numbered among the players of the match."""

    player: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back one's last decision in this deal, and all that followed from it."""


@dataclass(frozen=True, slots=True)
class ShowCards:
    """The person on turn has the device now and wants to see their cards."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Close the answer or the question."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What was asked for failed outside the session: nobody goes on until the learner has closed this. ``messages`` are
    the ids of what is said, what happened and what to do; ``place`` is where."""

    messages: tuple[str, ...]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """An answer that counts, as the learner's log keeps it: at a step, right or not, after so many steps of hint."""

    step: str
    answer: str
    right: bool
    hints: int


class _Screen(Protocol):
    @property
    def rev(self) -> str: ...


def accepts(session: _Screen, rev: object) -> bool:
    """Whether a message that was sent from the screen ``rev`` still means this one."""
    return rev == session.rev


def text_of(do: str, cards: Sequence[str] = ()) -> str:
    """The text of what a button asks for: its verb and the selected cards."""
    return " ".join((do, *cards))


def marked_text(
    view: View | None, do: str, cards: Sequence[str] = (), table: Sequence[str] = (), zone: str | None = None
) -> str:
    """The text of a button's verb with cards of the hand, cards of the table and a zone, as the game of the view writes
    it; it need not be a legal move, nor one at all."""
    try:
        marked = Marked(Cards.read(" ".join(cards)), Cards.read(" ".join(table)), zone)
    except ValueError:
        return text_of(do, cards)  # these are no cards
    return text_of(do, cards) if view is None else view.text_of(do, marked)
