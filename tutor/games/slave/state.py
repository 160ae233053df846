"""A deal of Slave: the public table, the whole truth, and what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.climbing import Pass, Play, ring
from tutor.core.game import State, Step, Unseen, View, Zone
from tutor.core.move import IllegalMove, Move
from tutor.core.outcome import Outcome, Standing
from tutor.core.rule import Event, Violation
from tutor.games.slave import rules as law
from tutor.games.slave.moves import OPENING, PASS, SETS, THREE_OF_CLUBS, answers_of, broken, legal
from tutor.games.slave.rules import SlaveRules
from tutor.games.slave.score import SlaveStanding, places, settle

if TYPE_CHECKING:
    from tutor.games.slave.position import SlavePosition

__all__ = ["Gift", "OpenTable", "SlaveState", "SlaveView", "Stage", "Table", "start"]

# Looked up at every move.
NUMBER, MOVES, APART, SINGLES = SETS.number, SETS.moves, SETS.apart, SETS.singles
EXCHANGES = (("slave", "king", 2), ("king", "slave", 2), ("vice-slave", "queen", 1), ("queen", "vice-slave", 1))
VERBS = {"play": ("play", "pass"), "tribute": ("give",), "return": ("give",)}


class Gift(NamedTuple):
    """Cards of the exchange: from whom, to whom, which (None to a seat that may not know), how many (``size``)."""

    giver: Seat
    to: Seat
    cards: Cards | None
    size: int


class Frame:
    """What stays the same through a deal: shared by all its tables."""

    __slots__ = ("answers", "deal", "gives", "king", "queen_deals", "rings", "rules", "seats", "titles")

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
        """``tribute``, ``return`` or ``play``."""
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
        return VERBS[self.phase] if self.turn is not None else ()

    @property
    def to(self) -> Seat:
        """In the exchange: the seat that receives."""
        assert self.turn is not None
        return self.frame.gives[self.turn][0]

    @property
    def due(self) -> int:
        """In the exchange: how many cards are to be given."""
        assert self.turn is not None
        return self.frame.gives[self.turn][1]

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
        return table.frame.answers(SETS.number[table.pile[-1][1].cards.mask], table.inverted)
    opening = table.deal == 1 and not table.played
    return OPENING if opening and table.rules.opening == "must_contain" else SETS.all


class SlaveState(Table, State):
    """The whole truth of a deal: the table and what is hidden. ``held`` are the plays that each hand can make, as
    bits; ``aside`` the mask of a toppled King's cards."""

    __slots__ = ("_events", "_settled", "aside", "before", "gifts", "held", "made")
    held: tuple[int, ...]
    aside: int
    gifts: tuple[Gift, ...]
    before: SlaveState | None
    made: Move | None
    _events: tuple[Event, ...] | None
    _settled: tuple[SlaveStanding | None, list[Event]] | None

    @classmethod
    def of(cls, table: Table, held: tuple[int, ...], aside: int = 0, gifts: tuple[Gift, ...] = ()) -> SlaveState:
        """The state in which these hands and gifts are hidden behind the table; nothing came before it."""
        new = cls()
        new.stage, new.turn, new.pile, new.passed, new.may = (
            table.stage,
            table.turn,
            table.pile,
            table.passed,
            table.may,
        )
        new.held, new.aside, new.gifts = held, aside, gifts
        new.before = new.made = new._events = new._settled = None
        return new

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple([(held & SINGLES).bit_count() for held in self.held])

    @property
    def table(self) -> OpenTable:
        """What of it lies open to all."""
        new = OpenTable()
        new.stage, new.turn, new.pile, new.passed, new.may = self.stage, self.turn, self.pile, self.passed, self.may
        new.counts = self.counts
        return new

    @property
    def outcome(self) -> Outcome | None:
        return _outcome(self, self._settlement()[0], self.events) if self.turn is None else None

    def _settlement(self) -> tuple[SlaveStanding | None, list[Event]]:
        """The standing after an ended deal and the events that only its end brings."""
        if self._settled is None:
            self._settled = settle(self) if self.turn is None else (None, [])
        return self._settled

    @property
    def events(self) -> tuple[Event, ...]:
        if self._events is None:
            told: list[Event] = []
            if isinstance(self.before, SlaveState) and self.made is not None:
                self.before.after(self.made, told)
                told += self._settlement()[1]
            self._events = tuple(told)
        return self._events

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return SETS.cards(self.held[seat])

    def check(self, move: Move) -> Violation | None:
        turn = self.turn
        if turn is None:
            return law.TURN.broken(case="over")
        return broken(self, self.held[turn], turn, move)

    def legal_moves(self) -> tuple[Move, ...]:
        turn = self.turn
        return () if turn is None else legal(self, self.held[turn])

    def play(self, move: Move) -> SlaveState:
        turn = self.turn
        # The common moves first, by the very tables that list them; ``check`` names what is wrong with the others.
        if turn is not None and self.stage.phase == "play":
            if type(move) is Play:
                number = NUMBER.get(move.cards.mask)
                if number is not None and (self.held[turn] & self.may) >> number & 1:
                    return self._laid(turn, number, None)
            elif type(move) is Pass and self.pile:
                return self._passed(turn, None)
        violation = self.check(move)
        if violation is not None:
            raise IllegalMove(violation)
        return self.after(move)

    def after(self, move: Move, told: list[Event] | None = None) -> SlaveState:
        turn = self.turn
        assert turn is not None
        if move.verb == "play":
            return self._laid(turn, NUMBER[move.cards.mask], told)
        if move.verb == "pass":
            return self._passed(turn, told)
        return self._given(turn, move, told)

    def _laid(self, seat: Seat, number: int, told: list[Event] | None) -> SlaveState:
        new = SlaveState()
        new.before = self
        new._events = new._settled = None
        new.gifts = self.gifts
        new.aside = self.aside
        new.made = play = MOVES[number]
        new.pile = (*self.pile, (seat, play))
        new.passed = passed = self.passed
        new.stage = stage = self.stage
        held = list(self.held)
        held[seat] = left = held[seat] & APART[number]
        frame = stage.frame
        if told is not None and frame.rules.verse and self.pile:
            under = self.pile[-1][1].cards
            if len(under) == len(play.cards) == 4:
                told.append(law.VERSE_CANCEL.happened(seat=seat))
        if not left:
            new.stage = stage = stage.copy()
            stage.live &= ~(1 << seat)
            stage.out = (*stage.out, seat)
            if told is not None:
                told.append(law.OUT.happened(seat=seat, place=len(stage.out)))
            king = frame.king
            if king is not None and king != seat and len(stage.out) == 1:
                if told is not None:
                    told.append(law.TOPPLE.happened(king=king, by=seat))
                if frame.rules.topple == "at_once":
                    stage.toppled = king
                    stage.live &= ~(1 << king)
                    new.aside = SETS.cards(held[king]).mask
                    held[king] = 0
        new.held = tuple(held)
        live = stage.live
        waiting = live & ~passed & ~(1 << seat)
        if waiting and live & (live - 1):
            new.turn = frame.rings[stage.direction][seat][waiting]
            rows = frame.answers.rows[stage.inverted]
            new.may = rows[number] if number in rows else frame.answers(number, stage.inverted)
        elif live & (live - 1):
            new._end_pile(told)
        else:
            new.turn = None
            new.may = 0
            if told is not None:
                told.append(_deal_ends(stage))
        return new

    def _passed(self, seat: Seat, told: list[Event] | None) -> SlaveState:
        new = SlaveState()
        new.before = self
        new._events = new._settled = None
        new.gifts = self.gifts
        new.aside = self.aside
        new.made = PASS
        new.held = self.held
        new.pile = pile = self.pile
        new.passed = passed = self.passed | 1 << seat
        new.stage = stage = self.stage
        waiting = stage.live & ~passed & ~(1 << pile[-1][0])
        if waiting:
            new.turn = stage.frame.rings[stage.direction][seat][waiting]
            new.may = self.may
        else:
            new._end_pile(told)
        return new

    def _end_pile(self, told: list[Event] | None) -> None:
        """Every player still in has passed: clear the pile, turn what is to turn, and say who leads. Only for a state
        that nobody else has seen yet."""
        self.stage = stage = self.stage.copy()
        frame = stage.frame
        owner, top = self.pile[-1]
        if frame.rules.verse and len(top.cards) == 4 and sum(len(play.cards) == 4 for _, play in self.pile) == 1:
            stage.inverted = not stage.inverted
            if told is not None:
                told.append((law.VERSE if stage.inverted else law.VERSE_BACK).happened(seat=owner))
        if stage.live >> owner & 1:
            self.turn = owner
            if told is not None:
                told.append(law.NEW_PILE.happened(seat=owner))
        else:
            if frame.rules.reverse_on_unbeaten_finish:
                stage.direction = -stage.direction
                if told is not None:
                    told.append(law.REVERSE.happened(seat=owner))
            self.turn = frame.rings[stage.direction][owner][stage.live]
            if told is not None:
                told.append(law.LEAD_AFTER_OUT.happened(seat=self.turn))
        for _, play in self.pile:
            stage.played |= play.cards.mask
        self.pile = ()
        self.passed = 0
        self.may = SETS.all

    def _given(self, seat: Seat, move: Move, told: list[Event] | None) -> SlaveState:
        to, count = self.frame.gives[seat]
        held = list(self.held)
        for card in move.cards:
            held[seat] &= APART[NUMBER[1 << card.number]]
            held[to] = SETS.taken(held[to], card)
        new = SlaveState.of(self, tuple(held), self.aside, (*self.gifts, Gift(seat, to, move.cards, count)))
        new.before, new.made = self, move
        new.stage = stage = self.stage.copy()
        if stage.phase == "tribute":
            stage.phase, new.turn = "return", to
        elif self.titles[seat] == "king" and "vice-slave" in self.titles:
            stage.phase, new.turn = "tribute", self.titles.index("vice-slave")
        else:
            stage.phase, new.turn = "play", self.titles.index("slave")
            new.may = SETS.all
        if told is not None:
            told.append(law.EXCHANGE_SECRET.happened(seat=seat, to=to, count=count))
        return new

    def step_text(self, move: Move, seat: Seat | None) -> str:
        if move.verb == "give":
            return gift_text(self.turn, self.to, move.cards, seat)
        return str(move)

    def view(self, seat: Seat) -> SlaveView:
        if not 0 <= seat < self.seats:
            raise ValueError(f"no seat {seat}: there are {self.seats}")
        gifts = tuple(
            gift if gift.cards is not None and seat in (gift.giver, gift.to) else gift._replace(cards=None)
            for gift in self.gifts
        )
        hands = [SETS.cards(held) for held in self.held]
        table = self.table
        known, aside, cannot = knowledge(table, gifts, seat, hands, Cards(self.aside))
        history = tuple(before.seen(after, seat) for before, after in self.moves() if isinstance(before, SlaveState))
        events = tuple(event for event in self.events if event.seen(seat))
        return SlaveView(
            table,
            seat,
            self.held[seat],
            known,
            aside,
            self.aside.bit_count(),
            cannot,
            gifts,
            history,
            events,
        )

    def seen(self, after: State, seat: Seat) -> Step:
        """The move that led from here to ``after``, as this seat saw it."""
        move = after.made
        assert move is not None
        assert self.turn is not None
        hidden = move.verb == "give" and seat not in (self.turn, self.to)
        events = tuple(event for event in after.events if event.seen(seat))
        return Step(self.turn, None if hidden else move, events, self.step_text(move, seat))

    def position(self) -> SlavePosition:
        from tutor.games.slave.position import write_state

        return write_state(self)

    def key(self) -> tuple[object, ...]:
        return (self.public(), self.held, self.aside, self.gifts)


def gift_text(giver: Seat | None, to: Seat, cards: Cards, seat: Seat | None) -> str:
    """``give 2d Ad to 1``, to others ``give x2 to 1``."""
    shown = str(cards) if seat is None or seat in (giver, to) else f"x{len(cards)}"
    return f"give {shown} to {to}"


def _deal_ends(stage: Stage) -> Event:
    if stage.live:
        return law.DEAL_ENDS.happened(case="normal", seat=stage.live.bit_length() - 1)
    return law.DEAL_ENDS.happened(case="toppled")


def _outcome(table: Table, standing: SlaveStanding | None, events: tuple[Event, ...]) -> Outcome:
    assert standing is not None
    return Outcome(tuple((seat,) for seat in places(table)), (0,) * table.seats, (), events, standing)


def knowledge(
    table: Table, gifts: tuple[Gift, ...], seat: Seat, hands: list[Cards], aside: Cards
) -> tuple[tuple[Cards, ...], Cards, tuple[Cards, ...]]:
    """What ``seat`` has found out about hidden cards: those it can locate in each other hand, those in ``aside``,
    and those that a hand cannot hold. Hands and ``aside`` are the truth, read only where the seat may know it."""
    lies: dict[Card, Seat] = {}
    above: dict[Seat, Cards] = {}
    for gift in gifts:
        if gift.cards is None:
            continue
        for card in gift.cards:
            lies[card] = gift.to
        if gift.to == seat and table.titles[gift.giver] in ("slave", "vice-slave"):
            # The giver had to hand over the highest cards, and kept none that is higher.
            lowest = min(SETS.order.index(card) for card in gift.cards)
            above[gift.giver] = Cards.of(SETS.order[lowest + 1 :])
    if table.deal == 1 and not table.played and not table.pile and table.turn is not None:
        lies[THREE_OF_CLUBS] = table.turn  # who has it leads the first deal (slave.first-lead)
    known, kept = [], Cards.NONE
    for other, hand in enumerate(hands):
        if other == seat:
            known.append(hand)
        else:
            known.append(Cards.of(card for card, at in lies.items() if at == other and card in hand))
    if table.toppled is not None:
        king = table.toppled
        kept = aside if king == seat else Cards.of(c for c, at in lies.items() if at == king and c in aside)
    located = kept
    for cards in known:
        located |= cards
    hidden = aside - located
    for cards in hands:
        hidden |= cards - located
    cannot = tuple(above.get(other, Cards.NONE) & hidden for other in range(table.seats))
    return tuple(known), kept, cannot


class SlaveView(View):
    """All that one seat may know of a deal. ``known`` are the cards that it can locate, by seat; ``cannot`` those
    that a hand's unseen part cannot hold."""

    __slots__ = (
        "_events", "_history", "_key", "aside_count", "aside_known", "cannot", "gifts", "held", "known", "seat", "table"
    )  # fmt: skip
    seat: Seat

    def __init__(
        self,
        table: OpenTable,
        seat: Seat,
        held: int,
        known: tuple[Cards, ...],
        aside_known: Cards,
        aside_count: int,
        cannot: tuple[Cards, ...],
        gifts: tuple[Gift, ...],
        history: tuple[Step, ...] = (),
        events: tuple[Event, ...] = (),
    ) -> None:
        self.table = table
        self.seat = seat
        self.held = held
        self.known = known
        self.aside_known = aside_known
        self.aside_count = aside_count
        self.cannot = cannot
        self.gifts = gifts
        self._history = history
        self._events = events
        self._key: tuple[object, ...] | None = None

    @property
    def rules(self) -> SlaveRules:
        return self.table.rules

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def deal(self) -> int:
        return self.table.deal

    @property
    def turn(self) -> Seat | None:
        return self.table.turn

    @property
    def hand(self) -> Cards:
        return SETS.cards(self.held)

    @property
    def counts(self) -> tuple[int, ...]:
        return self.table.counts

    @property
    def events(self) -> tuple[Event, ...]:
        return self._events

    @property
    def history(self) -> tuple[Step, ...]:
        return self._history

    @property
    def outcome(self) -> Outcome | None:
        return _outcome(self.table, settle(self.table)[0], self._events) if self.table.turn is None else None

    def check(self, move: Move) -> Violation | None:
        return broken(self.table, self.held, self.seat, move)

    def legal_moves(self) -> tuple[Move, ...]:
        return legal(self.table, self.held) if self.turn == self.seat else ()

    def verbs(self) -> tuple[str, ...]:
        return self.table.verbs

    def zones(self) -> tuple[Zone, ...]:
        table = self.table
        mine = self.turn == self.seat
        zones = []
        for seat, count in enumerate(table.counts):
            cards = _shown(self.known[seat], count)
            gives = table.phase in ("tribute", "return") and table.turn is not None and table.to == seat and mine
            zones.append(Zone(f"hand.{seat}", "hand", seat, cards, ("give",) if gives else ()))
        for at, (seat, play) in enumerate(table.pile):
            top = at == len(table.pile) - 1
            cards = tuple(card for card in SETS.order if card in play.cards)
            accepts = ("play",) if top and mine else ()
            zones.append(Zone(f"pile.{at}", "pile", seat, cards, accepts))
        if not table.pile:
            zones.append(Zone("pile", "pile", None, (), ("play",) if mine and table.phase == "play" else ()))
        zones.append(Zone("played", "played", None, tuple(Cards(table.played))))
        if table.toppled is not None:
            zones.append(Zone("aside", "aside", table.toppled, _shown(self.aside_known, self.aside_count)))
        return tuple(zones)

    def badges(self, seat: Seat | None) -> tuple[str, ...]:
        table = self.table
        if seat is None:
            way = "clockwise" if table.direction == 1 else "counterclockwise"
            return (f"slave.badge.{way}", *(("slave.badge.inverted",) if table.inverted else ()))
        found = []
        if table.titles[seat] != "people" or "king" in table.titles:
            found.append(f"slave.badge.{table.titles[seat]}")
        if seat == table.toppled:
            found.append("slave.badge.toppled")
        elif seat in table.out:
            found.append("slave.badge.out")
        elif table.passed >> seat & 1:
            found.append("slave.badge.passed")
        return tuple(found)

    def unseen(self) -> Unseen:
        cards = Cards.PACK - Cards(self.table.played) - self.aside_known
        for _, play in self.table.pile:
            cards -= play.cards
        slots, cannot = {}, {}
        for seat, count in enumerate(self.table.counts):
            cards -= self.known[seat]
            if count > len(self.known[seat]):
                slots[f"hand.{seat}"] = count - len(self.known[seat])
                if self.cannot[seat]:
                    cannot[f"hand.{seat}"] = self.cannot[seat]
        if self.aside_count > len(self.aside_known):
            slots["aside"] = self.aside_count - len(self.aside_known)
        return Unseen(cards, slots, cannot)

    def world(self, hidden: Mapping[str, Cards]) -> SlaveState:
        held = tuple(
            self.held if seat == self.seat else SETS.held(known | hidden.get(f"hand.{seat}", Cards.NONE))
            for seat, known in enumerate(self.known)
        )
        aside = self.aside_known | hidden.get("aside", Cards.NONE)
        gifts = self.gifts
        if any(gift.cards is None for gift in gifts):
            gifts = self._supposed(held)
        return SlaveState.of(self.table, held, aside.mask, gifts)

    def _supposed(self, held: tuple[int, ...]) -> tuple[Gift, ...]:
        """The gifts, those between other seats filled in: no choice can hang on them, but a complete position
        names them. The receiver's highest card stands for a tribute, its lowest for a return."""
        taken = Cards.NONE
        for gift in self.gifts:
            taken |= gift.cards or Cards.NONE
        gifts = []
        for gift in self.gifts:
            if gift.cards is None:
                tribute = self.table.titles[gift.giver] in ("slave", "vice-slave")
                hand = SETS.cards(held[gift.to])
                there = [card for card in SETS.order if card in hand and card not in taken]
                gone = [card for card in SETS.order if card in Cards(self.table.played) and card not in taken]
                pool = gone + there if tribute else there[::-1] + gone[::-1]
                spare = [card for card in SETS.order if card not in pool and card not in taken]
                cards = Cards.of((spare + pool)[-gift.size :])
                taken |= cards
                gift = gift._replace(cards=cards)
            gifts.append(gift)
        return tuple(gifts)

    def position(self) -> SlavePosition:
        from tutor.games.slave.position import write_view

        return write_view(self)

    def key(self) -> tuple[object, ...]:
        if self._key is None:
            mine = (self.seat, self.held, self.gifts)
            found = (self.known, self.aside_known, self.aside_count, self.cannot)
            self._key = (self.table.public(), mine, found)
        return self._key


def _shown(known: Cards, count: int) -> tuple[Card | None, ...]:
    """The cards of a place, low to high, those that are not known as None at the end."""
    return (*(card for card in SETS.order if card in known), *(None for _ in range(count - len(known))))


def start(rules: SlaveRules, seats: int, rng: Random, previous: Standing | None) -> SlaveState:
    """Shuffle and deal 52 cards one at a time (slave.deal): first from the dealer, seat 0, later from the Slave;
    from the second deal on, the exchange comes first."""
    # Sorting by random keys shuffles as well as ``rng.shuffle``, in a third of the time.
    keys = [rng.random() for _ in SETS.order]
    pack = sorted(range(52), key=keys.__getitem__)
    if previous is None:
        frame = Frame(rules, 1, ("people",) * seats, 0)
        direction: int = rules.first_direction
        first = 0
    else:
        if not isinstance(previous, SlaveStanding):
            raise TypeError("the standing of another game")
        if len(previous.titles) != seats:
            raise ValueError(f"{seats} seats, but the standing is of {len(previous.titles)}")
        frame = Frame(rules, previous.deal, previous.titles, previous.queen_deals)
        direction, first = previous.direction, previous.titles.index("slave")
    stage = Stage()
    stage.frame, stage.direction = frame, direction
    stage.phase = "play" if previous is None else "tribute"
    stage.live, stage.out, stage.toppled, stage.played, stage.inverted = (1 << seats) - 1, (), None, 0, False
    held = [0] * seats
    for at in range(seats):
        held[(first + direction * at) % seats] = SETS.held_by(sum([1 << place for place in pack[at::seats]]))
    table = Table()
    table.stage, table.pile, table.passed = stage, (), 0
    table.turn = first if previous else next(seat for seat, plays in enumerate(held) if plays & OPENING)
    table.may = allowed(table)
    return SlaveState.of(table, tuple(held))
