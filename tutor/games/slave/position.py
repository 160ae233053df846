"""Positions of Slave: reading them with every fault named, and writing them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor.cards import Cards, Seat
from tutor.core.climbing import Play
from tutor.core.game import Step
from tutor.core.move import Move
from tutor.core.position import Count, Faults, Hand, Position, SeatNumber, write_hand
from tutor.core.ruleset import Rules, RulesError
from tutor.games.slave import moves as slave_moves
from tutor.games.slave.moves import PLAYS, THREE_OF_CLUBS, inverts
from tutor.games.slave.rules import PRESETS, SlaveRules
from tutor.games.slave.score import Title
from tutor.games.slave.state import SlaveState
from tutor.games.slave.table import EXCHANGES, Frame, Gift, OpenTable, Stage, Table, allowed
from tutor.games.slave.view import SlaveView, learned

__all__ = ["SlavePosition", "set_up", "write_state", "write_view"]

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class PlayDocument(BaseModel):
    """A play on the pile."""

    model_config = _STRICT
    seat: SeatNumber
    cards: str


class GiftDocument(BaseModel):
    """Cards of the exchange; ``x2`` to a seat that may not know them."""

    model_config = _STRICT
    giver: Annotated[SeatNumber, Field(alias="from")]
    to: SeatNumber
    cards: str


class SlavePosition(Position):
    """A position of Slave; ``docs/contract.md`` tells the fields."""

    asked: ClassVar[tuple[str, ...]] = ("pile",)

    phase: Literal["tribute", "return", "trade", "play"] = "play"
    titles: list[Title] | None = None
    pile: list[PlayDocument] = Field(default_factory=list)
    passed: list[SeatNumber] = Field(default_factory=list)
    out: list[SeatNumber] = Field(default_factory=list)
    toppled: SeatNumber | None = None
    aside: str = ""
    inverted: bool = False
    exchanged: list[GiftDocument] = Field(default_factory=list)
    offers: list[str] = Field(default_factory=list)
    queen_deals: Count | None = None


def set_up(
    position: SlavePosition, faults: Faults, read_rules: Callable[[Any], Rules]
) -> SlaveState | SlaveView | None:
    """The state or, where it has a seat, the view of a position; faults are noted, and None comes back if any are."""
    return _Reading(position, faults, read_rules).made()


class _Reading:
    """A position being read. The parts are looked at in the order in which one hangs on the other, and what hangs on
    a part that is at fault is not looked at."""

    def __init__(self, position: SlavePosition, faults: Faults, read_rules: Callable[[Any], Rules]) -> None:
        self.position = position
        self.faults = faults
        self.seats = len(position.hands)
        self.whole = position.seat is None  # a state; else a view
        self.rules = self._rules(read_rules)
        self.stage = Stage()
        self.stage.phase, self.stage.inverted, self.stage.direction = (
            position.phase,
            position.inverted,
            position.direction,
        )
        self.table = OpenTable()
        self.table.stage = self.stage

    def made(self) -> SlaveState | SlaveView | None:
        position, faults, table = self.position, self.faults, self.table
        fewest, most = self.rules.players
        if faults.sure("hands", "rules") and not fewest <= self.seats <= most:
            faults.add("hands", "seats", value=self.seats)
        if not self.seats:
            return None
        if position.seat is not None and not 0 <= position.seat < self.seats:
            faults.add("seat", "turn", value=position.seat)
        if position.direction not in (1, -1):
            faults.add("direction", "shape", value=position.direction)
        self.stage.frame = self._frame()
        self.offers = self._offers()
        self.hands = [faults.hand(f"hands[{at}]", text) for at, text in enumerate(position.hands)]
        table.counts = tuple(hand.size for hand in self.hands)
        self._pile()
        self.aside = faults.hand("aside", position.aside)
        self._still_in()
        self.unseen = self._rest()
        self._hidden()
        self._turn()
        self.gifts = (*self._gifts(), *self.offers)
        self._history()
        cannot = self._cannot()
        if faults.found:
            return None
        table.may = 0 if table.turn is None else allowed(table)
        if position.seat is None:
            held = tuple(PLAYS.held(hand.known, table.frame.answers.straights) for hand in self.hands)
            return SlaveState.of(table, held, self.aside.known.mask, self.gifts)
        return self._view(position.seat, cannot)

    def _view(self, seat: Seat, cannot: list[Cards]) -> SlaveView | None:
        """The view, with what the seat can tell from gifts and the first lead placed."""
        lies, above = learned(self.table, self.gifts, seat)
        known = [hand.known for hand in self.hands]
        aside = self.aside.known
        for card, at in lies.items():
            if card in self.unseen and at != seat:
                self.unseen -= Cards.of([card])
                if at == self.table.toppled:
                    aside |= Cards.of([card])
                else:
                    known[at] |= Cards.of([card])
        if len(aside) > self.aside.size or any(
            len(cards) > hand.size for cards, hand in zip(known, self.hands, strict=True)
        ):
            self.faults.add("exchanged", "exchanged", value="")
            return None
        return SlaveView(
            self.table,
            seat,
            PLAYS.held(known[seat], self.table.frame.answers.straights),
            tuple(known),
            aside,
            self.aside.size,
            tuple((cannot[at] | above.get(at, Cards.NONE)) & self.unseen for at in range(self.seats)),
            self.gifts,
            tuple(_step(text) for text in self.position.history),
        )

    def _rules(self, read_rules: Callable[[Any], Rules]) -> SlaveRules:
        try:
            rules = read_rules(self.position.rules)
        except RulesError as error:
            place = "rules" if error.option in ("rules", "preset") else f"rules.{error.option}"
            self.faults.add(place, "rules", value=error.value)
            rules = next(iter(PRESETS.values()))
        assert isinstance(rules, SlaveRules)
        return rules

    def _frame(self) -> Frame:
        position, faults = self.position, self.faults
        nobody = ("people",) * self.seats
        titles = nobody if position.titles is None else tuple(position.titles)
        court = [title for title in titles if title != "people"]
        complete = not court or sorted(court) == sorted(
            ("king", "slave") if self.seats < 4 else ("king", "queen", "vice-slave", "slave")
        )
        if position.deal < 1:
            faults.add("deal", "deal", value=position.deal)
        if len(titles) != self.seats or not complete or (faults.sure("deal") and position.deal == 1 and court):
            faults.add("titles", "titles", value=" ".join(titles))
        if not faults.sure("titles"):
            titles = nobody
        elif (position.phase != "play" and not court) or (
            position.phase == "trade" and faults.sure("rules") and not Frame(self.rules, 2, titles, 0).people
        ):
            faults.add("phase", "phase", value=position.phase)
        queen = "queen" in titles
        queen_deals = int(queen) if position.queen_deals is None else position.queen_deals
        if faults.sure("titles") and (queen_deals < 0 or (queen_deals > 0) is not queen):
            faults.add("queen_deals", "count", value=queen_deals)
        return Frame(self.rules, position.deal, titles, queen_deals)

    def _pile(self) -> None:
        position, faults, table = self.position, self.faults, self.table
        pile: list[tuple[Seat, Play]] = []
        inverted = self._before_slaps()
        answers = table.frame.answers
        known = faults.sure("rules")
        plays = answers.allowed if known else PLAYS.all
        for at, laid in enumerate(position.pile):
            cards = faults.cards(f"pile[{at}].cards", laid.cards)
            number = PLAYS.number.get(cards.mask)
            if not 0 <= laid.seat < self.seats or (pile and pile[-1][0] == laid.seat):
                faults.add(f"pile[{at}].seat", "pile", value=laid.seat)
            if not faults.sure(f"pile[{at}].cards"):
                continue
            if number is None or not plays >> number & 1:
                faults.add(f"pile[{at}].cards", "pile", value=laid.cards)
                continue
            if pile:
                top = PLAYS.number[pile[-1][1].cards.mask]
                if known and not answers(top, inverted) >> number & 1:
                    faults.add(f"pile[{at}].cards", "pile", value=laid.cards)
                inverted ^= inverts(PLAYS.made[number].kind, PLAYS.made[top].kind)
            pile.append((laid.seat, PLAYS.moves[number]))
        table.pile = tuple(pile)
        table.passed = 0
        if not faults.sure("pile"):
            return
        owner = pile[-1][0] if pile else None
        for seat in position.passed:
            there = 0 <= seat < self.seats and seat not in position.out
            if not pile or not there or seat == owner or table.passed >> seat & 1:
                faults.add("passed", "passed", value=position.passed)
                return
            table.passed |= 1 << seat

    def _before_slaps(self) -> bool:
        """Whether the order was turned round when the pile was led: straights in it have turned it since."""
        numbers = []
        for laid in self.position.pile:
            try:
                numbers.append(PLAYS.number.get(Cards.read(laid.cards).mask))
            except ValueError:  # a fault, which is told where the pile is read
                numbers.append(None)
        kinds = [None if number is None else PLAYS.made[number].kind for number in numbers]
        slaps = sum(bool(new and old and inverts(new, old)) for old, new in pairwise(kinds))
        return self.position.inverted is not bool(slaps % 2)

    def _offers(self) -> tuple[Gift, ...]:
        """The answers in the People's trade: everybody before the seat on turn has given one, nobody else."""
        position, faults, frame = self.position, self.faults, self.stage.frame
        if position.phase != "trade":
            if position.offers and faults.sure("phase"):
                faults.add("offers", "offers", value=" ".join(filter(None, position.offers)))
            return ()
        offers = position.offers or [""] * self.seats
        if len(offers) != self.seats:
            faults.add("offers", "offers", value=len(offers))
            return ()
        answers: list[Gift] = []
        for seat, text in enumerate(offers):
            place = f"offers[{seat}]"
            hand = Hand(Cards.NONE, 0) if text == "declined" else faults.hand(place, text)
            asked = seat in frame.people and position.turn is not None and seat < position.turn
            if faults.sure(place, "phase", "turn", "titles", "rules") and asked is not bool(text):
                faults.add(place, "offers", value=text)
            own = self.whole or seat == position.seat
            if hand.size > 1 or (own and hand.hidden) or not (own or hand.hidden == hand.size):
                faults.add(place, "hidden" if hand.hidden else "offers", value=text)
            elif text:
                answers.append(Gift(seat, None, hand.known if own or text == "declined" else None, hand.size))
        return tuple(answers)

    def _still_in(self) -> None:
        """Who is still in: ``out``, ``toppled`` and the empty hands must tell the same."""
        position, faults, stage = self.position, self.faults, self.stage
        stage.out, stage.toppled = tuple(position.out), position.toppled
        if len(set(stage.out)) != len(stage.out) or not all(0 <= seat < self.seats for seat in stage.out):
            faults.add("out", "out", value=position.out)
            stage.out = ()
        king = self.stage.frame.king
        falls = bool(stage.out) and king is not None and stage.out[0] != king and self.rules.topple == "at_once"
        if faults.sure("out", "titles", "toppled", "rules") and stage.toppled != (king if falls else None):
            faults.add("toppled", "toppled", value="" if stage.toppled is None else stage.toppled)
        if stage.toppled is not None and not 0 <= stage.toppled < self.seats:
            stage.toppled = None
        if faults.sure("aside", "toppled") and (self.aside.size > 0) is not (stage.toppled is not None):
            faults.add("aside", "toppled", value=position.aside)
        gone = {*stage.out, stage.toppled} - {None}
        stage.live = sum(1 << seat for seat in range(self.seats) if seat not in gone)
        # A giver may have given its last cards, and gets as many back.
        giving = position.phase != "play"
        for seat, count in enumerate(self.table.counts):
            empty = count == 0 and not (giving and self._waits(seat))
            if faults.sure(f"hands[{seat}]", "out", "toppled") and empty is not (seat in gone):
                faults.add(f"hands[{seat}]", "out", value=position.hands[seat])

    def _waits(self, seat: Seat) -> bool:
        """In the exchange: whether this seat has given and not yet got cards back."""
        if any(gift.giver == seat and gift.size for gift in self.offers):
            return True
        turn = self.position.turn
        gives = self.stage.frame.gives
        return self.position.phase == "return" and turn in gives and gives[turn][0] == seat

    def _rest(self) -> Cards:
        """Where the cards lie that no hand, pile or ``aside`` names; gives those unseen."""
        position, faults = self.position, self.faults
        unseen = None if position.unseen is None else faults.cards("unseen", position.unseen)
        played = None if position.played is None else faults.cards("played", position.played)
        rest = Cards.PACK - faults.lying
        if played is None:
            played, rest = (rest, Cards.NONE) if unseen is not None or self.whole else (Cards.NONE, rest)
        if unseen is None:
            unseen, rest = (Cards.NONE, rest) if self.whole else (rest, Cards.NONE)
        self.stage.played = played.mask
        if faults.sure("hands", "pile", "aside", "unseen", "played", "seat"):
            if rest:
                faults.add("played", "lying", value=str(rest))
            put = sum(gift.size for gift in self.offers if gift.cards is None)
            hidden = sum(hand.hidden for hand in self.hands) + self.aside.hidden + put
            if not self.whole and hidden != len(unseen):
                faults.add("unseen", "unseen-count", value=f"{hidden} ≠ {len(unseen)}")
            if self.whole and unseen:
                faults.add("unseen", "hidden", value=str(unseen))
        return unseen

    def _hidden(self) -> None:
        """A state hides nothing, a view nothing of its own hand."""
        position, faults = self.position, self.faults
        if not faults.sure("seat"):
            return
        if self.whole and self.aside.hidden:
            faults.add("aside", "hidden", value=position.aside)
        for seat, hand in enumerate(self.hands):
            if hand.hidden and (self.whole or seat == position.seat):
                faults.add(f"hands[{seat}]", "hidden", value=position.hands[seat])

    def _turn(self) -> None:
        position, faults, table = self.position, self.faults, self.table
        turn = table.turn = position.turn
        if not faults.sure("turn", "hands", "out", "toppled", "pile", "passed"):
            return
        over = table.live & (table.live - 1) == 0
        if turn is None:
            # An ended deal can be looked at, as a bot's log does, but nobody can go on from it.
            if self.whole or not over:
                faults.add("turn", "ended")
            return
        if over:
            faults.add("out", "ended")
            return
        owner = table.pile[-1][0] if table.pile else None
        if not 0 <= turn < self.seats or not table.live >> turn & 1 or table.passed >> turn & 1 or turn == owner:
            faults.add("turn", "turn", value=turn)
        elif position.phase != "play":
            self._exchange()
        elif table.opening and faults.sure("deal", "played", "unseen", "seat"):
            hand = self.hands[turn]
            if THREE_OF_CLUBS not in hand.known and not (hand.hidden and THREE_OF_CLUBS in self.unseen):
                faults.add("turn", "turn-card", card=THREE_OF_CLUBS)

    def _exchange(self) -> None:
        """In the exchange nothing was played, the right seat is on turn, and everybody has what it owes."""
        position, faults, table = self.position, self.faults, self.table
        if not faults.sure("phase", "titles", "rules"):
            return
        if table.pile or table.out or table.inverted:
            faults.add("phase", "phase", value=position.phase)
        assert table.turn is not None
        if position.phase == "trade":
            if table.turn not in table.frame.people:
                faults.add("turn", "turn", value=position.turn)
            return
        title = table.titles[table.turn]
        if title not in (("slave", "vice-slave") if position.phase == "tribute" else ("king", "queen")):
            faults.add("turn", "turn", value=position.turn)
            return
        givers = [giver for giver, to, _ in EXCHANGES if giver in table.titles and to in table.titles]
        for giver in givers[givers.index(title) :]:
            # Who receives tribute first has always enough to give back.
            seat = table.titles.index(giver)
            if (giver == title or giver in ("slave", "vice-slave")) and self.hands[seat].size < table.frame.gives[seat][
                1
            ]:
                faults.add(f"hands[{seat}]", "exchanged", value=position.hands[seat])

    def _gifts(self) -> tuple[Gift, ...]:
        """The gifts so far. They only mention cards: that a given card lies elsewhere is no fault, so that the same
        document can be tried with other hands."""
        position, faults, frame = self.position, self.faults, self.stage.frame
        mentioned = [
            faults.hand(f"exchanged[{at}].cards", gift.cards, lie=False) for at, gift in enumerate(position.exchanged)
        ]
        if not faults.sure("seat", "titles", "exchanged", "hands", "rules"):
            return ()
        # Each giver once, in the order of the exchange, and in the exchange itself only those before the one on turn.
        order = [
            frame.titles.index(giver) for giver, to, _ in EXCHANGES if giver in frame.titles and to in frame.titles
        ]
        if position.phase != "play" and position.turn in order:
            order = order[: order.index(position.turn)]
        gifts: list[Gift] = []
        people = frame.people if position.phase == "play" else ()
        half: GiftDocument | None = None  # the first gift of a swap, whose second comes next
        for at, (given, hand) in enumerate(zip(position.exchanged, mentioned, strict=True)):
            to: Seat | None
            if half is not None:
                to, count, late = half.giver, 1, given.giver != half.to
                half = None
            elif given.giver in frame.people:
                # The People's swaps come last, in seat order.
                order = []
                to, count = given.to, 1
                late = not {given.giver, given.to} <= set(people) or given.giver >= given.to
                if not late:
                    half, people = given, people[people.index(given.to) + 1 :]
            else:
                to, count = frame.gives.get(given.giver, (None, 0))
                late = given.giver not in order
                order = order[order.index(given.giver) + 1 :] if not late else order
            own = self.whole or position.seat in (given.giver, given.to)
            shown = not hand.hidden if own else not hand.known
            if late or to != given.to or hand.size != count or not shown:
                fault = "hidden" if own and hand.hidden else "exchanged"
                faults.add(f"exchanged[{at}]", fault, value=given.cards)
                continue
            gifts.append(Gift(given.giver, given.to, hand.known if own else None, count))
        if half is not None:
            faults.add("exchanged", "exchanged", value=half.cards)
        return tuple(gifts)

    def _cannot(self) -> list[Cards]:
        """By seat the cards that its unseen part cannot hold."""
        position, faults = self.position, self.faults
        found = [Cards.NONE] * self.seats
        if self.whole and position.cannot and faults.sure("seat"):
            faults.add("cannot", "hidden", value=position.cannot)
        elif faults.sure("hands", "unseen", "seat"):
            for seat, text in position.cannot.items():
                hand = faults.hand(f"cannot.{seat}", text, lie=False)
                other = 0 <= seat < self.seats and seat != position.seat
                free = len(self.unseen - hand.known)
                if not other or hand.hidden or not hand.known <= self.unseen or self.hands[seat].hidden > free:
                    faults.add(f"cannot.{seat}", "unseen-count", value=text)
                else:
                    found[seat] = hand.known
        return found

    def _history(self) -> None:
        for at, text in enumerate(self.position.history):
            try:
                step = _step(text)
                to = int(step.text[-1]) if " to " in step.text else 0
                there = step.seat < self.seats and to < self.seats
            except ValueError:
                there = False
            if not there:
                self.faults.add(f"history[{at}]", "unreadable", value=text)


_STEP = re.compile(r"([0-9]) (.+?)(?: to ([0-9]))?")
_HIDDEN = re.compile(r"give x[0-9]")


def _step(text: str) -> Step:
    found = _STEP.fullmatch(text)
    if found is None:
        raise ValueError(text)
    seat, said, to = found.groups()
    move: Move | None = None if _HIDDEN.fullmatch(said) else slave_moves.read(said)
    if to is not None and not said.startswith("give"):
        raise ValueError(text)
    return Step(int(seat), move, (), text[2:])


def write_state(state: SlaveState) -> SlavePosition:
    """The complete position of a state."""
    return SlavePosition(
        **_public(state),
        hands=[str(PLAYS.cards(held)) for held in state.held],
        unseen="",
        aside=str(Cards(state.aside)),
        exchanged=[_gift(gift) for gift in state.gifts if gift.to is not None],
        offers=_written_offers(state, state.gifts),
    )


def write_view(view: SlaveView) -> SlavePosition:
    """The position as a seat knows it."""
    unseen = view.unseen()
    hands = [write_hand(known, count - len(known)) for known, count in zip(view.known, view.table.counts, strict=True)]
    return SlavePosition(
        **_public(view.table),
        seat=view.seat,
        hands=hands,
        cannot={seat: str(cards) for seat, cards in enumerate(view.cannot) if cards},
        unseen=str(unseen.cards),
        aside=write_hand(view.aside_known, view.aside_count - len(view.aside_known)),
        exchanged=[_gift(gift) for gift in view.gifts if gift.to is not None],
        offers=_written_offers(view.table, view.gifts),
        history=[f"{step.seat} {step.text}" for step in view.history],
    )


def _gift(gift: Gift) -> GiftDocument:
    return GiftDocument.model_validate({"from": gift.giver, "to": gift.to, "cards": _written(gift)})


def _written_offers(table: Table, gifts: tuple[Gift, ...]) -> list[str]:
    """The answers in the People's trade by seat; outside it none."""
    if table.phase != "trade":
        return []
    offers = [""] * table.seats
    for gift in gifts:
        if gift.to is None:
            offers[gift.giver] = _written(gift) if gift.size else "declined"
    return offers


def _written(gift: Gift) -> str:
    return f"x{gift.size}" if gift.cards is None else str(gift.cards)


def _public(table: Table) -> dict[str, Any]:
    from tutor.games.slave import GAME

    return {
        "game": GAME.id,
        "rules": GAME.write_rules(table.rules),
        "turn": table.turn,
        "played": str(Cards(table.played)),
        "deal": table.deal,
        "direction": table.direction,
        "phase": table.phase,
        "titles": list(table.titles),
        "pile": [PlayDocument(seat=seat, cards=str(play.cards)) for seat, play in table.pile],
        "passed": [seat for seat in range(table.seats) if table.passed >> seat & 1],
        "out": list(table.out),
        "toppled": table.toppled,
        "inverted": table.inverted,
        "queen_deals": table.queen_deals,
    }
