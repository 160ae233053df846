"""The whole truth of a deal of Slave, and how a move changes it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tutor.cards import Cards, Seat
from tutor.core.climbing import Kind, Pass, Play
from tutor.core.game import State, Step
from tutor.core.move import IllegalMove, Move
from tutor.core.outcome import Outcome, Standing
from tutor.core.rule import Event, Violation
from tutor.games.slave import rules as law
from tutor.games.slave.moves import OPENING, PASS, PLAYS, broken, inverts, legal
from tutor.games.slave.rules import SlaveRules
from tutor.games.slave.score import SlaveStanding, outcome_of, settle
from tutor.games.slave.table import Frame, Gift, OpenTable, Stage, Table, allowed

if TYPE_CHECKING:
    from tutor.games.slave.position import SlavePosition
    from tutor.games.slave.view import SlaveView

__all__ = ["SlaveState", "start"]

FOUR = Kind(False, 4)
_LAST_SET = PLAYS.sets.bit_length() - 1

# Looked up at every move.
NUMBER, MADE, MOVES, APART, SINGLES = PLAYS.number, PLAYS.made, PLAYS.moves, PLAYS.apart, PLAYS.singles


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
        standing = self._settlement()[0]
        return None if standing is None else outcome_of(self, standing, self.events)

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
                self.before._after(self.made, told)
                told += self._settlement()[1]
            self._events = tuple(told)
        return self._events

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return PLAYS.cards(self.held[seat])

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
        return self._after(move, None)

    def after(self, move: Move) -> SlaveState:
        return self._after(move, None)

    def _after(self, move: Move, told: list[Event] | None) -> SlaveState:
        """The state after a legal move. The events of the move are added to ``told``; a search leaves it out, since
        nobody reads the events of its moves."""
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
        if self.pile and (number > _LAST_SET or told is not None):
            new_kind, old_kind = MADE[number].kind, MADE[NUMBER[self.pile[-1][1].cards.mask]].kind
            if inverts(new_kind, old_kind):
                new.stage = stage = stage.copy()
                stage.inverted = not stage.inverted
                if told is not None:
                    told.append(law.STRAIGHT_INVERTS.happened(seat=seat))
            elif told is not None and frame.rules.verse and new_kind == old_kind == FOUR:
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
                    new.aside = PLAYS.cards(held[king]).mask
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
        owner = self.pile[-1][0]
        if frame.rules.verse and self._one_four():
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
        self.may = PLAYS.all

    def _one_four(self) -> bool:
        """Whether the pile ends with a four that covers no other (slave.verse)."""
        kinds = [MADE[NUMBER[play.cards.mask]].kind for _, play in self.pile]
        return kinds[-1] == FOUR and kinds.count(FOUR) == 1

    def _given(self, seat: Seat, move: Move, told: list[Event] | None) -> SlaveState:
        """After a move of the exchange: a gift, or the answer of one of the People."""
        frame, phase = self.frame, self.stage.phase
        held = list(self.held)
        for card in move.cards:
            held[seat] &= APART[NUMBER[1 << card.number]]
        gifts = (*self.gifts, Gift(seat, self.to, move.cards, len(move.cards)))
        stage = self.stage.copy()
        if phase == "trade":
            waiting = [other for other in frame.people if other > seat]
            if not waiting:
                gifts = self._swapped(gifts, held, told)
        else:
            waiting = list(frame.people)
            self._take(held, self.to, move.cards)
            if told is not None:
                told.append(law.EXCHANGE_SECRET.happened(seat=seat, to=self.to, count=len(move.cards)))
        new = SlaveState.of(self, tuple(held), self.aside, gifts)
        new.before, new.made, new.stage = self, move, stage
        if phase == "tribute":
            stage.phase, new.turn = "return", self.to
        elif self.titles[seat] == "king" and "vice-slave" in self.titles:
            stage.phase, new.turn = "tribute", self.titles.index("vice-slave")
        elif waiting:
            stage.phase, new.turn = "trade", waiting[0]
        else:
            stage.phase, new.turn = "play", self.titles.index("slave")
            new.may = PLAYS.all
        return new

    def _take(self, held: list[int], seat: Seat | None, cards: Cards) -> None:
        assert seat is not None
        for card in cards:
            held[seat] = PLAYS.taken(held[seat], card, self.frame.answers.straights)

    def _swapped(self, gifts: tuple[Gift, ...], held: list[int], told: list[Event] | None) -> tuple[Gift, ...]:
        """The People's trade after its last answer: the first two cards are swapped, then the next two; an odd one
        goes back (slave.people-swap). ``held`` is changed."""
        put = [gift for gift in gifts if gift.to is None and gift.size]
        swapped = [gift for gift in gifts if gift.to is not None]
        for one, two in zip(put[::2], put[1::2], strict=False):
            for gift, to in ((one, two.giver), (two, one.giver)):
                assert gift.cards is not None
                self._take(held, to, gift.cards)
                swapped.append(gift._replace(to=to))
            if told is not None:
                told.append(law.PEOPLE_SWAP.happened(seat=one.giver, to=two.giver))
        if len(put) % 2:
            assert put[-1].cards is not None
            self._take(held, put[-1].giver, put[-1].cards)
        return tuple(swapped)

    def step_text(self, move: Move, seat: Seat | None) -> str:
        if move.verb == "give":
            return gift_text(self.turn, self.to, move.cards, seat)
        return str(move)

    def view(self, seat: Seat) -> SlaveView:
        from tutor.games.slave.view import view_of

        return view_of(self, seat)

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


def gift_text(giver: Seat | None, to: Seat | None, cards: Cards, seat: Seat | None) -> str:
    """``give 2d Ad to 1``, to others ``give x2 to 1``; of a card put down in the People's trade nobody knows yet to
    whom it goes."""
    shown = str(cards) if seat is None or seat in (giver, to) else f"x{len(cards)}"
    return f"give {shown}" if to is None else f"give {shown} to {to}"


def _deal_ends(stage: Stage) -> Event:
    if stage.live:
        return law.DEAL_ENDS.happened(case="normal", seat=stage.live.bit_length() - 1)
    return law.DEAL_ENDS.happened(case="toppled")


def start(rules: SlaveRules, seats: int, rng: Random, previous: Standing | None) -> SlaveState:
    """Shuffle and deal 52 cards one at a time (slave.deal): first from the dealer, seat 0, later from the Slave;
    from the second deal on, the exchange comes first."""
    # Sorting by random keys shuffles as well as ``rng.shuffle``, in a third of the time.
    keys = [rng.random() for _ in PLAYS.order]
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
    straights = frame.answers.straights
    for at in range(seats):
        hand = sum([1 << place for place in pack[at::seats]])
        held[(first + direction * at) % seats] = PLAYS.held_by(hand, straights)
    table = Table()
    table.stage, table.pile, table.passed = stage, (), 0
    table.turn = first if previous else next(seat for seat, plays in enumerate(held) if plays & OPENING)
    table.may = allowed(table)
    return SlaveState.of(table, tuple(held))
