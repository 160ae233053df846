"""What lies open to all in a deal of Slave: the public table, and the parts that successive tables share."""

from __future__ import annotations

from typing import NamedTuple

from tutor.cards import Cards, Seat
from tutor.core.climbing import Play, ring
from tutor.games.slave.moves import OPENING, PLAYS, answers_of
from tutor.games.slave.rules import SlaveRules

__all__ = ["EXCHANGES", "Frame", "Gift", "OpenTable", "Stage", "Table", "allowed"]

EXCHANGES = (("slave", "king", 2), ("king", "slave", 2), ("vice-slave", "queen", 1), ("queen", "vice-slave", 1))
"""The exchange in its order: who gives, to whom, how many cards."""

_PHASE_VERBS = {"play": ("play", "pass"), "tribute": ("give",), "return": ("give",), "trade": ("give", "decline")}


class Gift(NamedTuple):
    """Cards of the exchange: from whom, to whom, which (None to a seat that may not know), how many (``size``).

    While the People trade, ``to`` is None: the card lies face down, and of size 0 is the answer of who declined."""

    giver: Seat
    to: Seat | None
    cards: Cards | None
    size: int


class Frame:
    """What stays the same through a deal: shared by all its tables."""

    __slots__ = ("answers", "deal", "gives", "king", "people", "queen_deals", "rings", "rules", "seats", "titles")

    def __init__(self, rules: SlaveRules, deal: int, titles: tuple[str, ...], queen_deals: int) -> None:
        self.rules = rules
        self.seats = len(titles)
        self.deal = deal
        self.titles = titles
        self.queen_deals = queen_deals
        self.king = titles.index("king") if "king" in titles else None
        self.answers = answers_of(rules)
        # By seat that gives in the exchange: to whom, and how many cards.
        self.gives = {
            titles.index(giver): (titles.index(to), count)
            for giver, to, count in EXCHANGES
            if giver in titles and to in titles
        }
        people = tuple(seat for seat, title in enumerate(titles) if title == "people")
        trade = rules.people_trade and self.king is not None and len(people) > 1
        self.people = people if trade else ()
        """The seats that are asked in the People's trade, in order."""
        # By direction, then seat, then the bits of the seats that may come next.
        self.rings = {way: ring(len(titles), way) for way in (1, -1)}

    def key(self) -> tuple[object, ...]:
        """All that tells two frames apart."""
        return self.rules, self.deal, self.titles, self.queen_deals


class Stage:
    """What changes only when a pile ends, a seat goes out or cards are given: shared by the tables between."""

    __slots__ = ("direction", "frame", "inverted", "live", "out", "phase", "played", "toppled")
    frame: Frame
    phase: str
    direction: int
    inverted: bool
    live: int  # seats still in, as bits
    out: tuple[Seat, ...]
    toppled: Seat | None
    played: int  # mask of the cards out of play

    def copy(self) -> Stage:
        """The same, to be changed before anybody else sees it."""
        new = Stage()
        new.frame, new.phase, new.direction, new.inverted = self.frame, self.phase, self.direction, self.inverted
        new.live, new.out, new.toppled, new.played = self.live, self.out, self.toppled, self.played
        return new


class Table:
    """What lies open to all, but for the counts of hands, which a state has from the hands themselves."""

    __slots__ = ("may", "passed", "pile", "stage", "turn")
    stage: Stage
    turn: Seat | None
    pile: tuple[tuple[Seat, Play], ...]  # since the last lead, the top last
    passed: int  # seats that passed on this pile, as bits
    may: int  # the plays that may be laid now, as bits

    @property
    def frame(self) -> Frame:
        return self.stage.frame

    @property
    def phase(self) -> str:
        """``tribute``, ``return``, ``trade`` or ``play``."""
        return self.stage.phase

    @property
    def direction(self) -> int:
        return self.stage.direction

    @property
    def inverted(self) -> bool:
        """Whether the order of cards is turned round."""
        return self.stage.inverted

    @property
    def live(self) -> int:
        """The seats still in, as bits."""
        return self.stage.live

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats in the order in which they went out."""
        return self.stage.out

    @property
    def toppled(self) -> Seat | None:
        """The seat that left at once as a toppled King."""
        return self.stage.toppled

    @property
    def played(self) -> int:
        """The mask of the cards out of play."""
        return self.stage.played

    @property
    def rules(self) -> SlaveRules:
        return self.frame.rules

    @property
    def seats(self) -> int:
        return self.frame.seats

    @property
    def deal(self) -> int:
        return self.frame.deal

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of this deal, by seat."""
        return self.frame.titles

    @property
    def queen_deals(self) -> int:
        """Deals in a row that the Queen has begun under this King."""
        return self.frame.queen_deals

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of this moment."""
        return _PHASE_VERBS[self.phase] if self.turn is not None else ()

    @property
    def opening(self) -> bool:
        """Whether nothing was played yet in a first deal: its leader holds 3c (slave.first-lead)."""
        return self.deal == 1 and not self.played and not self.pile

    @property
    def to(self) -> Seat | None:
        """In the exchange: the seat that receives; None while the People trade."""
        assert self.turn is not None
        return self.frame.gives.get(self.turn, (None, 1))[0]

    @property
    def due(self) -> int:
        """In the exchange: how many cards are to be given."""
        assert self.turn is not None
        return self.frame.gives.get(self.turn, (None, 1))[1]

    def public(self) -> tuple[object, ...]:
        """All that tells two tables apart."""
        stage = self.stage
        kept = (stage.phase, stage.direction, stage.inverted, stage.out, stage.toppled, stage.played)
        return (stage.frame.key(), kept, self.turn, self.pile, self.passed)


class OpenTable(Table):
    """A table as a view holds it: with the number of cards in each hand, and no hand."""

    __slots__ = ("counts",)
    counts: tuple[int, ...]


def allowed(table: Table) -> int:
    """The plays that may be laid on the pile of this table, as bits."""
    if table.pile:
        return table.frame.answers(PLAYS.number[table.pile[-1][1].cards.mask], table.inverted)
    return OPENING if table.opening and table.rules.opening == "must_contain" else PLAYS.all
