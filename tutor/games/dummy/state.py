"""The whole truth of a deal of Dummy, and how a move changes it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tutor.cards import Card, Cards, Seat
from tutor.core.game import State
from tutor.core.move import IllegalMove, Move
from tutor.core.outcome import Outcome, Standing
from tutor.core.rule import Event, Rule, Violation
from tutor.games.dummy import rules as law
from tutor.games.dummy.laws import broken, legal
from tutor.games.dummy.moves import LayOff, Take
from tutor.games.dummy.rules import DummyRules
from tutor.games.dummy.score import FINE, SPETOS, DummyStanding, ended_of, outcome_of, settle
from tutor.games.dummy.table import Fine, Frame, Got, Laid, OpenTable, Table, Thrown, Watch

if TYPE_CHECKING:
    from tutor.games.dummy.position import DummyPosition
    from tutor.games.dummy.view import DummyView

__all__ = ["DEALT", "DummyState", "start"]

DEALT = {2: 11, 3: 9, 4: 7}
"""Cards that each of so many players gets (dummy.deal)."""
_BURNT = 5


class DummyState(Table, State):
    """The whole truth of a deal: the table and what is hidden. ``hands`` are masks by seat; ``stock`` holds cards as
    bits from the top, of which the last ``left`` are still there; ``aside`` is the mask of the five set aside."""

    __slots__ = ("_events", "_settled", "aside", "before", "hands", "made", "stock")
    hands: tuple[int, ...]
    stock: tuple[int, ...]
    aside: int
    before: DummyState | None
    made: Move | None
    _events: tuple[Event, ...] | None
    _settled: tuple[DummyStanding | None, list[Event]] | None

    @classmethod
    def of(cls, table: Table, hands: tuple[int, ...], stock: tuple[int, ...], aside: int = 0) -> DummyState:
        """The state in which these cards are hidden behind the table; nothing came before it."""
        new = cls()
        table.copy_to(new)
        new.hands, new.stock, new.aside = hands, stock, aside
        new.before = new.made = new._events = new._settled = None
        return new

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple([hand.bit_count() for hand in self.hands])

    @property
    def table(self) -> OpenTable:
        """What of it lies open to all; of a card drawn only that it was drawn."""
        new = OpenTable()
        self.copy_to(new)
        new.counts = self.counts
        return new

    @property
    def lying(self) -> tuple[int, ...]:
        """The cards of the stock that are still there, from the top."""
        return self.stock[len(self.stock) - self.left :]

    @property
    def outcome(self) -> Outcome | None:
        standing = self._settlement()[0]
        return None if standing is None else outcome_of(ended_of(self, self.hands), standing, self.events)

    def _settlement(self) -> tuple[DummyStanding | None, list[Event]]:
        """The standing after an ended deal and the events that only its end brings."""
        if self._settled is None:
            self._settled = settle(ended_of(self, self.hands)) if self.turn is None else (None, [])
        return self._settled

    @property
    def events(self) -> tuple[Event, ...]:
        if self._events is None:
            told: list[Event] = []
            if self.before is not None and self.made is not None:
                self.before._after(self.made, told)
                told += self._settlement()[1]
            self._events = tuple(told)
        return self._events

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return Cards(self.hands[seat])

    def check(self, move: Move) -> Violation | None:
        turn = self.turn
        if turn is None:
            return law.TURN.broken(case="over")
        return broken(self, self.hands[turn], turn, move)

    def legal_moves(self) -> tuple[Move, ...]:
        turn = self.turn
        return () if turn is None else legal(self, self.hands[turn])

    def play(self, move: Move) -> DummyState:
        violation = self.check(move)
        if violation is not None:
            raise IllegalMove(violation)
        return self._after(move, None)

    def after(self, move: Move) -> DummyState:
        return self._after(move, None)

    def _after(self, move: Move, told: list[Event] | None) -> DummyState:
        """The state after a legal move. The events of the move are added to ``told``; a search leaves it out, since
        nobody reads the events of its moves."""
        seat = self.turn
        assert seat is not None
        new = self._copy(move)
        cards = move.cards.mask
        if isinstance(move, Take):
            new._taken(seat, move, told)
        elif isinstance(move, LayOff):
            new._hold(seat, new.hands[seat] & ~cards)
            new._lay_off(seat, cards, move.meld)
        elif move.verb == "draw":
            card = self.stock[len(self.stock) - self.left]
            new.left -= 1
            new.laying = True
            new.got = Got(False, (card,))
            new._hold(seat, new.hands[seat] | card)
        elif move.verb == "lay":
            new._hold(seat, new.hands[seat] & ~cards)
            new._lay(seat, cards)
        elif move.verb == "discard":
            new._thrown(seat, cards, told)
        elif move.verb == "knock":
            new._knocked(seat, cards)
        else:
            new.turn = None
            new.watch = ()
            if told is not None:
                told.append(law.STOCK_OUT.happened(case="ended", seat=seat))
        return new

    def _copy(self, move: Move) -> DummyState:
        """The same state after a move that has still to be made; to be changed before anybody else sees it."""
        new = DummyState()
        new.frame, new.turn, new.laying, new.left = self.frame, self.turn, self.laying, self.left
        new.row, new.melds, new.born, new.open = self.row, self.melds, self.born, self.open
        new.got, new.watch, new.fines, new.closing = self.got, self.watch, self.fines, self.closing
        new.hands, new.stock, new.aside = self.hands, self.stock, self.aside
        new.before, new.made = self, move
        new._events = new._settled = None
        return new

    # What follows changes a state that nobody else has seen yet.

    def _hold(self, seat: Seat, hand: int) -> None:
        """This seat now holds these cards; swept ones that it holds no longer are no matter any more."""
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        known = self.open[seat]
        if known & ~hand:
            self.open = (*self.open[:seat], known & hand, *self.open[seat + 1 :])

    def _lay(self, seat: Seat, cards: int) -> None:
        frame = self.frame
        by = tuple([cards if other == seat else 0 for other in range(frame.seats)])
        self.melds = (*self.melds, Laid(frame.melds, seat, frame.melds.shapes[cards], by))

    def _lay_off(self, seat: Seat, cards: int, number: int) -> None:
        melds = self.frame.melds
        old = self.melds[number - 1]
        by = tuple([own | cards if other == seat else own for other, own in enumerate(old.by)])
        longer = old.longer
        if not self.frame.rules.layoff_chain:
            longer |= melds.lengthened(old.shape, old.longer, cards) or 0
        new = Laid(melds, old.seat, melds.shapes[old.shape.cards | cards], by, longer)
        self.melds = (*self.melds[: number - 1], new, *self.melds[number:])

    def _taken(self, seat: Seat, move: Take, told: list[Event] | None) -> None:
        """The sweep, the meld or lay-off made with it, and the fines that waited for it."""
        swept = self.swept(1 << move.card.number)
        cards = tuple([thrown.card for thrown in swept])
        row, self.row = self.row, self.row[: len(self.row) - len(swept)]
        birth = seat not in self.born
        if birth:
            self.born = (*self.born, seat)
        self.laying = True
        self.got = Got(True, cards, birth)
        laid = move.cards.mask
        self.open = (
            *self.open[:seat],
            self.open[seat] | sum(cards),
            *self.open[seat + 1 :],
        )
        self._hold(seat, (self.hands[seat] | sum(cards)) & ~laid)
        if told is not None:
            told.append(law.TAKE_SWEEP.happened(seat=seat, card=move.card, cards=Cards(sum(cards)), count=len(cards)))
            if birth:
                told.append(law.BORN.happened(seat=seat))
        if move.meld is not None:
            self._lay_off(seat, laid, move.meld)
        else:
            self._lay(seat, laid)
            for watch in self.watch:
                if watch.seat != seat and self._falls_due(watch, laid, row):
                    self._fine(watch.rule, watch.seat)
                    if told is not None:
                        told.append(self._due(watch, seat, move.cards, row))
        self.watch = tuple([watch for watch in self.watch if watch.card not in cards])

    def _falls_due(self, watch: Watch, laid: int, row: tuple[Thrown, ...]) -> bool:
        """Whether a meld laid by a take holds the card of this watch and what it was thrown beside."""
        return bool(laid & watch.card and laid & self._beside(watch, row))

    def _beside(self, watch: Watch, row: tuple[Thrown, ...]) -> int:
        """What the card of a watch must not be taken with: the head, the spetos that lay before it, its neighbours that
        did."""
        if watch.rule is law.FINE_HEAD:
            return self.frame.head
        before = 0
        for thrown in row:
            if thrown.card == watch.card:
                break
            before |= thrown.card
        near = self.frame.melds.neighbours[watch.card.bit_length() - 1]
        return before & near & (SPETOS if watch.rule is law.FINE_SPETO_NEAR else ~0)

    def _due(self, watch: Watch, by: Seat, cards: Cards, row: tuple[Thrown, ...]) -> Event:
        card = _card(watch.card)
        params: dict[str, Any] = {"seat": watch.seat, "by": by, "card": card, "cards": cards}
        if watch.rule is law.FINE_HEAD:
            return law.FINE_HEAD.happened(**params, head=_card(self.frame.head), amount=FINE, case="taken")
        speto = card if watch.rule is law.FINE_SPETO else _card(cards.mask & self._beside(watch, row))
        return watch.rule.happened(**params, speto=speto, amount=FINE, case="taken")

    def _fine(self, rule: Rule, seat: Seat) -> None:
        self.fines = (*self.fines, Fine(rule, seat))

    def _thrown(self, seat: Seat, card: int, told: list[Event] | None) -> None:
        """The discard: its fines, and the turn of the next seat or the end of the deal."""
        frame = self.frame
        rules = frame.rules
        number = card.bit_length() - 1
        row = sum([thrown.card for thrown in self.row])
        if told is not None:
            told.append(law.ROW.happened(seat=seat, card=Card.numbered(number)))
        if rules.fine_layoff_discard:
            self._fine_layoff(seat, card, told)
        if rules.fine_full_discard:
            self._fine_full(seat, number, row, told)
        if rules.head_bonus or rules.fine_speto:
            self._watch(seat, card, row)
        self._hold(seat, self.hands[seat] & ~card)
        self.row = (*self.row, Thrown(card, seat))
        self.laying, self.got = False, None
        self.turn = following = self.next(seat)
        if self.watch:
            self.watch = tuple([watch for watch in self.watch if watch.seat != following])
        if not self.left:
            ends = rules.stock_out == "end_at_once"
            if ends:
                self.turn = None
                self.watch = ()
            if told is not None:
                case, whom = ("at_once", seat) if ends else ("turn", following)
                told.append(law.STOCK_OUT.happened(case=case, seat=whom))

    def _fine_layoff(self, seat: Seat, card: int, told: list[Event] | None) -> None:
        for number, laid in enumerate(self.melds, 1):
            if laid.fits & card:
                self._fine(law.FINE_LAYOFF, seat)
                if told is not None:
                    on = Cards(laid.shape.cards)
                    told.append(
                        law.FINE_LAYOFF.happened(
                            seat=seat, amount=FINE, card=_card(card), meld=number, on=on, case="thrown"
                        )
                    )
                return

    def _fine_full(self, seat: Seat, number: int, row: int, told: list[Event] | None) -> None:
        for pair in self.frame.melds.partners[number]:
            if pair & row == pair:
                self._fine(law.FINE_FULL, seat)
                if told is not None:
                    cards = Cards(pair | 1 << number)
                    told.append(
                        law.FINE_FULL.happened(
                            seat=seat, amount=FINE, card=Card.numbered(number), cards=cards, case="thrown"
                        )
                    )
                return

    def _watch(self, seat: Seat, card: int, row: int) -> None:
        """What another player's take may still fine this discard for."""
        rules = self.frame.rules
        near = self.frame.melds.neighbours[card.bit_length() - 1]
        found = []
        if rules.head_bonus and self.frame.head & row & near:
            found.append(Watch(law.FINE_HEAD, seat, card))
        if rules.fine_speto:
            if SPETOS & row & near:
                found.append(Watch(law.FINE_SPETO_NEAR, seat, card))
            if SPETOS & card and row & near:
                found.append(Watch(law.FINE_SPETO, seat, card))
        if found:
            self.watch = (*self.watch, *found)

    def _knocked(self, seat: Seat, closing: int) -> None:
        """All other cards are laid, and the deal ends (dummy.knock)."""
        rest = self.hands[seat] & ~closing
        self._hold(seat, 0)
        for cards, number in self.frame.melds.first_way(rest, self.on()):
            if number is None:
                self._lay(seat, cards)
            else:
                self._lay_off(seat, cards, number)
        self.closing = Thrown(closing, seat)
        self.turn = None
        self.watch = ()

    def step_text(self, move: Move, seat: Seat | None) -> str:
        return str(move)  # no move names a card that is hidden from anybody

    def view(self, seat: Seat) -> DummyView:
        from tutor.games.dummy.view import view_of

        return view_of(self, seat)

    def position(self) -> DummyPosition:
        from tutor.games.dummy.position import write_state

        return write_state(self)

    def key(self) -> tuple[object, ...]:
        return (self.public(), self.got, self.hands, self.lying, self.aside)


def _card(bit: int) -> Card:
    return Card.numbered(bit.bit_length() - 1)


def start(rules: DummyRules, seats: int, rng: Random, previous: Standing | None) -> DummyState:
    """Shuffle and deal (dummy.deal, dummy.burn-five, dummy.first-seat): the seat after the dealer plays first."""
    if previous is None:
        standing = DummyStanding.model_construct(deal=1, dealer=0, direction=1, scores=(0,) * seats)
    elif not isinstance(previous, DummyStanding):
        raise TypeError("the standing of another game")
    elif len(previous.scores) != seats:
        raise ValueError(f"{seats} seats, but the standing is of {len(previous.scores)}")
    else:
        standing = previous
    # Sorting by random keys shuffles as well as ``rng.shuffle``, in a third of the time.
    keys = [rng.random() for _ in range(52)]
    pack = [1 << number for number in sorted(range(52), key=keys.__getitem__)]
    count = DEALT[seats]
    first = (standing.dealer + standing.direction) % seats
    hands = [0] * seats
    for at in range(seats):
        hands[(first + standing.direction * at) % seats] = sum(pack[at : count * seats : seats])
    rest = pack[count * seats :]
    aside = sum(rest[-_BURNT:]) if rules.burn_five and seats == 2 else 0
    stock = rest[1:-_BURNT] if aside else rest[1:]
    head = rest[0]
    table = Table()
    table.frame = Frame(
        rules, standing.deal, standing.dealer, standing.direction, standing.scores, head, aside.bit_count()
    )
    table.turn, table.laying, table.left = first, False, len(stock)
    table.row, table.melds, table.born, table.open = (Thrown(head, None),), (), (), (0,) * seats
    table.got, table.watch, table.fines, table.closing = None, (), (), None
    return DummyState.of(table, tuple(hands), tuple(stock), aside)
