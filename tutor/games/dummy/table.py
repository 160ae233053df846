"""What lies open to all in a deal of Dummy: the public table, and what stays the same through a deal."""

from __future__ import annotations

from typing import NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.rule import Rule
from tutor.games.dummy.melds import Melds, On, Shape, melds_of
from tutor.games.dummy.rules import DummyRules

__all__ = ["Fine", "Frame", "Got", "Laid", "OpenTable", "Table", "Thrown", "Watch"]


class Thrown(NamedTuple):
    """A card of the row, as a bit, and the seat that threw it; None for the head, which was turned up."""

    card: int
    seat: Seat | None


class Laid:
    """A meld on the table: ``seat`` its owner, ``by`` the cards that each seat put there, ``longer`` the ends that were
    lengthened (kept only where an end is lengthened but once), ``fits`` every single card that may be laid off."""

    __slots__ = ("by", "fits", "longer", "seat", "shape")

    def __init__(self, melds: Melds, seat: Seat, shape: Shape, by: tuple[int, ...], longer: int = 0) -> None:
        self.seat = seat
        self.shape = shape
        self.by = by
        self.longer = longer
        self.fits = melds.fits(shape, longer)

    def of(self, card: Card) -> Seat:
        """Who laid this card of it."""
        return next(seat for seat, cards in enumerate(self.by) if cards >> card.number & 1)

    def key(self) -> tuple[object, ...]:
        """All that tells two melds apart."""
        return self.seat, self.shape.cards, self.by, self.longer


class Got(NamedTuple):
    """What the turn began with: ``cards`` as bits, swept ones in the order of the row, the card taken first; of a card
    drawn none to another seat. ``birth``: it was the first take of the seat."""

    swept: bool
    cards: tuple[int, ...]
    birth: bool = False


class Watch(NamedTuple):
    """A fine that waits for what another player takes until the turn is back at ``seat``, which threw ``card``."""

    rule: Rule
    seat: Seat
    card: int


class Fine(NamedTuple):
    """A fine of 50 that fell on a seat."""

    rule: Rule
    seat: Seat


class Frame:
    """What stays the same through a deal: shared by all its tables."""

    __slots__ = ("aside", "deal", "dealer", "direction", "head", "melds", "rules", "scores", "seats")

    def __init__(
        self,
        rules: DummyRules,
        deal: int,
        dealer: Seat,
        direction: int,
        scores: tuple[int, ...],
        head: int,
        aside: int,
    ) -> None:
        self.rules = rules
        self.seats = len(scores)
        self.deal = deal
        self.dealer = dealer
        self.direction = direction
        self.scores = scores
        self.head = head  # the card first turned up, as a bit; 0 where nobody knows
        self.aside = aside  # how many cards are set aside
        self.melds = melds_of(rules.ace_low_runs)

    def key(self) -> tuple[object, ...]:
        """All that tells two frames apart."""
        return self.rules, self.deal, self.dealer, self.direction, self.scores, self.head, self.aside


class Table:
    """What lies open to all, but for the counts of hands, which a state has from the hands themselves."""

    __slots__ = ("born", "closing", "fines", "frame", "got", "laying", "left", "melds", "open", "row", "turn", "watch")
    frame: Frame
    turn: Seat | None
    laying: bool  # after a draw or a take, until the discard
    left: int  # cards of the stock
    row: tuple[Thrown, ...]
    melds: tuple[Laid, ...]
    born: tuple[Seat, ...]  # in the order in which they were
    open: tuple[int, ...]  # by seat the swept cards that are still in its hand
    got: Got | None  # while ``laying``, and after a knock
    watch: tuple[Watch, ...]
    fines: tuple[Fine, ...]
    closing: Thrown | None

    @property
    def rules(self) -> DummyRules:
        return self.frame.rules

    @property
    def seats(self) -> int:
        return self.frame.seats

    @property
    def deal(self) -> int:
        return self.frame.deal

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of this moment."""
        if self.turn is None:
            return ()
        if self.laying:
            return ("lay", "layoff", "knock", "discard")
        return ("take", "draw") if self.left else ("take", "pass")

    @property
    def birth(self) -> bool:
        """Whether this is the turn of the first take of the seat on turn (dummy.born)."""
        return self.got is not None and self.got.birth

    def next(self, seat: Seat) -> Seat:
        """The seat whose turn comes after this one's."""
        return (seat + self.frame.direction) % self.frame.seats

    def on(self) -> list[On]:
        """The melds that something may be laid off on."""
        return [On(number, laid.shape, laid.longer) for number, laid in enumerate(self.melds, 1) if laid.fits]

    def run(self, laid: Laid) -> tuple[Card, ...]:
        """The cards of a meld as they lie: an ace that is low first."""
        cards = tuple(Cards(laid.shape.cards))
        return cards if laid.shape.low else (cards[-1], *cards[:-1])

    def swept(self, card: int) -> tuple[Thrown, ...]:
        """What a take of this card sweeps; nothing where it does not lie in the row."""
        for at, thrown in enumerate(self.row):
            if thrown.card == card:
                return self.row[at:]
        return ()

    def copy_to(self, new: Table) -> None:
        """Make ``new`` the same table."""
        for name in Table.__slots__:
            setattr(new, name, getattr(self, name))

    def public(self) -> tuple[object, ...]:
        """All that tells two tables apart, but for what was got, of which not everybody knows the same."""
        melds = tuple([laid.key() for laid in self.melds])
        came = (self.frame.key(), self.turn, self.laying, self.left, self.row, melds, self.born, self.open)
        return (*came, self.watch, self.fines, self.closing)


class OpenTable(Table):
    """A table as a view holds it: with the number of cards in each hand, and no hand."""

    __slots__ = ("counts",)
    counts: tuple[int, ...]
