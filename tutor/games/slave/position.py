"""Positions of Slave: reading them with every fault named, and writing them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor.cards import Cards, Seat
from tutor.core.climbing import Play
from tutor.core.game import Step
from tutor.core.move import Move
from tutor.core.position import Faults, Hand, Position, write_hand
from tutor.core.ruleset import RulesError
from tutor.games.slave import moves as slave_moves
from tutor.games.slave.moves import SETS, THREE_OF_CLUBS
from tutor.games.slave.rules import PRESETS, SlaveRules
from tutor.games.slave.score import Title
from tutor.games.slave.state import (
    Frame,
    Gift,
    OpenTable,
    SlaveState,
    SlaveView,
    Stage,
    Table,
    allowed,
)

__all__ = ["SlavePosition", "set_up", "write_state", "write_view"]

_STRICT = ConfigDict(extra="forbid", strict=True, populate_by_name=True, defer_build=True)


class PlayDocument(BaseModel):
    """A play on the pile."""

    model_config = _STRICT
    seat: int
    cards: str


class GiftDocument(BaseModel):
    """Cards of the exchange; ``x2`` to a seat that may not know them."""

    model_config = _STRICT
    giver: Annotated[int, Field(alias="from")]
    to: int
    cards: str


class SlavePosition(Position):
    """A position of Slave; ``docs/contract.md`` tells the fields."""

    phase: Literal["tribute", "return", "play"] = "play"
    titles: list[Title] | None = None
    pile: list[PlayDocument] = Field(default_factory=list)
    passed: list[int] = Field(default_factory=list)
    out: list[int] = Field(default_factory=list)
    toppled: int | None = None
    aside: str = ""
    inverted: bool = False
    exchanged: list[GiftDocument] = Field(default_factory=list)
    offers: list[str] = Field(default_factory=list)
    queen_deals: int | None = None


def set_up(position: SlavePosition, faults: Faults, read_rules: Any) -> SlaveState | SlaveView | None:
    """The state or, where it has a seat, the view of a position; faults are noted and then None comes back."""
    rules = _rules(position, faults, read_rules)
    seats = len(position.hands)
    if not rules.players[0] <= seats <= rules.players[1]:
        faults.add("hands", "seats", value=str(seats))
    seat = position.seat
    if seat is not None and not 0 <= seat < seats:
        faults.add("seat", "turn", value=str(seat))
        seat = None
    table = OpenTable()
    table.stage = stage = Stage()
    stage.frame = _frame(position, rules, faults)
    table.stage.phase, table.stage.inverted = position.phase, position.inverted
    table.stage.direction = position.direction
    if position.direction not in (1, -1):
        faults.add("direction", "shape", value=str(position.direction))
    if position.offers:
        faults.add("offers", "phase", value="offers")
    hands = [faults.hand(f"hands[{at}]", text) for at, text in enumerate(position.hands)]
    table.counts = tuple(hand.size for hand in hands)
    _standing_seats(position, table, faults)
    _pile(position, table, faults)
    aside = faults.hand("aside", position.aside)
    if aside.size and position.toppled is None:
        faults.add("aside", "toppled", value=position.aside)
    gifts = _gifts(position, table, faults)
    unseen = _rest(position, table, hands, aside, faults)
    if position.seat is None:
        for at, hand in enumerate(hands):
            if hand.hidden:
                faults.add(f"hands[{at}]", "hidden", value=position.hands[at])
        if aside.hidden:
            faults.add("aside", "hidden", value=position.aside)
        if position.cannot:
            faults.add("cannot", "hidden", value=str(position.cannot))
    elif seat is not None and hands[seat].hidden:
        faults.add(f"hands[{seat}]", "hidden", value=position.hands[seat])
    _turn(position, table, hands, faults)
    _history(position, seats, faults)
    if faults.found:
        return None
    table.may = 0 if table.turn is None else allowed(table)
    if position.seat is None:
        held = tuple(SETS.held(hand.known) for hand in hands)
        return SlaveState.of(table, held, aside.known.mask, gifts)
    cannot = tuple(
        faults.hand(f"cannot.{at}", position.cannot.get(at, ""), lie=False).known & unseen for at in range(seats)
    )
    for at in position.cannot:
        if not 0 <= at < seats:
            faults.add(f"cannot.{at}", "turn", value=str(at))
    if faults.found:
        return None
    known = tuple(hand.known for hand in hands)
    held_own = SETS.held(hands[position.seat].known)
    history = tuple(_step(text) for text in position.history)
    return SlaveView(table, position.seat, held_own, known, aside.known, aside.size, cannot, gifts, history)


def _rules(position: SlavePosition, faults: Faults, read_rules: Any) -> SlaveRules:
    try:
        rules = read_rules(position.rules)
    except RulesError as error:
        place = "rules" if error.option in ("rules", "preset") else f"rules.{error.option}"
        faults.add(place, "rules", value=str(error.value))
        return next(iter(PRESETS.values()))
    assert isinstance(rules, SlaveRules)
    return rules


def _frame(position: SlavePosition, rules: SlaveRules, faults: Faults) -> Frame:
    seats = len(position.hands)
    titles = tuple(position.titles) if position.titles is not None else ("people",) * seats
    court = [title for title in titles if title != "people"]
    wanted = 2 if seats < 4 else 4
    complete = not court or (len(court) == wanted and {"king", "slave"} <= set(court))
    if len(titles) != seats or len(set(court)) != len(court) or not complete or (position.deal == 1 and court):
        faults.add("titles", "titles", value=" ".join(titles))
        titles = ("people",) * seats
    if position.deal < 1:
        faults.add("deal", "deal", value=str(position.deal))
    if position.phase != "play" and "king" not in titles:
        faults.add("phase", "phase", value=position.phase)
    default = 1 if "queen" in titles else 0
    queen_deals = default if position.queen_deals is None else position.queen_deals
    if queen_deals < 0 or (queen_deals > 0) is not ("queen" in titles):
        faults.add("queen_deals", "titles", value=str(position.queen_deals))
    return Frame(rules, position.deal, titles, queen_deals)


def _standing_seats(position: SlavePosition, table: OpenTable, faults: Faults) -> None:
    """Who is still in: ``out``, ``toppled`` and the empty hands must tell the same."""
    seats = table.seats
    table.stage.out, table.stage.toppled = tuple(position.out), position.toppled
    if len(set(position.out)) != len(position.out) or not all(0 <= seat < seats for seat in position.out):
        faults.add("out", "out", value=str(position.out))
        table.stage.out = ()
    king = table.titles.index("king") if "king" in table.titles else None
    if table.toppled is not None:
        toppling = bool(table.out) and table.out[0] != king
        if table.rules.topple != "at_once" or table.toppled != king or table.toppled in table.out or not toppling:
            faults.add("toppled", "toppled", value=str(table.toppled))
            if not 0 <= table.toppled < seats:
                table.stage.toppled = None
    elif king is not None and table.out and table.out[0] != king and table.rules.topple == "at_once":
        faults.add("toppled", "toppled", value="")
    gone = {*table.out, *(() if table.toppled is None else (table.toppled,))}
    for seat, count in enumerate(table.counts):
        if (count == 0) is not (seat in gone):
            faults.add(f"hands[{seat}]", "out", value=position.hands[seat])
    table.stage.live = sum(1 << seat for seat in range(seats) if seat not in gone)


def _pile(position: SlavePosition, table: OpenTable, faults: Faults) -> None:
    pile: list[tuple[Seat, Play]] = []
    for at, laid in enumerate(position.pile):
        cards = faults.cards(f"pile[{at}].cards", laid.cards)
        number = SETS.number.get(cards.mask)
        if not 0 <= laid.seat < table.seats:
            faults.add(f"pile[{at}].seat", "pile", value=str(laid.seat))
        elif number is None:
            faults.add(f"pile[{at}].cards", "pile", value=laid.cards)
        else:
            if pile:
                top = SETS.number[pile[-1][1].cards.mask]
                if not table.frame.answers(top, table.inverted) >> number & 1:
                    faults.add(f"pile[{at}].cards", "pile", value=laid.cards)
            pile.append((laid.seat, SETS.moves[number]))
    table.pile = tuple(pile)
    table.passed = 0
    owner = pile[-1][0] if pile else None
    for seat in position.passed:
        if not pile or not 0 <= seat < table.seats or seat in table.out or seat == owner or table.passed >> seat & 1:
            faults.add("passed", "passed", value=str(position.passed))
            break
        table.passed |= 1 << seat


def _gifts(position: SlavePosition, table: OpenTable, faults: Faults) -> tuple[Gift, ...]:
    gifts = []
    for at, given in enumerate(position.exchanged):
        place = f"exchanged[{at}]"
        hand = faults.hand(f"{place}.cards", given.cards, lie=False)
        seats = range(table.seats)
        if given.giver not in seats or given.to not in seats:
            faults.add(place, "exchanged", value=f"{given.giver} → {given.to}")
            continue
        to, count = table.frame.gives.get(given.giver, (None, 0))
        if to != given.to or hand.size != count:
            faults.add(place, "exchanged", value=given.cards)
            continue
        own = position.seat is None or position.seat in (given.giver, given.to)
        if bool(hand.hidden) is own or (hand.hidden and hand.known):
            faults.add(place, "hidden" if own else "exchanged", value=given.cards)
            continue
        gifts.append(Gift(given.giver, given.to, hand.known if own else None, count))
    if position.phase != "play" and "king" in table.titles:
        _exchange_phase(position, table, gifts, faults)
    return tuple(gifts)


def _exchange_phase(position: SlavePosition, table: OpenTable, gifts: list[Gift], faults: Faults) -> None:
    if position.pile or position.played or position.out or table.inverted:
        faults.add("phase", "phase", value=position.phase)
    givers = ["slave", "king", "vice-slave", "queen"]
    turn = position.turn
    title = table.titles[turn] if turn is not None and 0 <= turn < table.seats else None
    if title not in (("slave", "vice-slave") if position.phase == "tribute" else ("king", "queen")):
        faults.add("turn", "turn", value=str(turn))
    elif any(givers.index(table.titles[gift.giver]) >= givers.index(title) for gift in gifts):
        faults.add("exchanged", "exchanged", value=title)


def _rest(position: SlavePosition, table: OpenTable, hands: list[Hand], aside: Hand, faults: Faults) -> Cards:
    """Where the cards lie that no hand, pile or ``aside`` names; gives those unseen."""
    unseen = None if position.unseen is None else faults.cards("unseen", position.unseen)
    played = None if position.played is None else faults.cards("played", position.played)
    rest = Cards.PACK - faults.lying
    if played is None:
        if unseen is not None or position.seat is None:
            played, rest = rest, Cards.NONE
        else:
            played = Cards.NONE
    if unseen is None:
        unseen = rest if position.seat is not None else Cards.NONE
        rest -= unseen
    if rest:
        faults.add("played", "lying", value=str(rest))
    if position.seat is None and unseen:
        faults.add("unseen", "hidden", value=str(unseen))
    hidden = sum(hand.hidden for hand in hands) + aside.hidden
    if position.seat is not None and hidden != len(unseen):
        faults.add("unseen", "unseen-count", value=f"{hidden} ≠ {len(unseen)}")
    table.stage.played = played.mask
    return unseen


def _turn(position: SlavePosition, table: OpenTable, hands: list[Hand], faults: Faults) -> None:
    turn = position.turn
    table.turn = turn
    over = table.live & (table.live - 1) == 0
    if turn is None:
        # An ended deal can be looked at, as a bot's log does, but nobody can go on from it.
        if position.seat is None or not over:
            faults.add("turn", "ended")
        return
    if over:
        faults.add("out", "ended")
        return
    owner = table.pile[-1][0] if table.pile else None
    if not 0 <= turn < table.seats or not table.live >> turn & 1 or table.passed >> turn & 1 or turn == owner:
        faults.add("turn", "turn", value=str(turn))
        table.turn = None
    elif (
        _opening(table)
        and position.phase == "play"
        and THREE_OF_CLUBS not in hands[turn].known
        # A view may leave it open which cards another seat holds.
        and (position.seat in (None, turn) or not hands[turn].hidden)
    ):
        faults.add("turn", "turn-card", card=THREE_OF_CLUBS)


def _opening(table: OpenTable) -> bool:
    return table.deal == 1 and not table.played and not table.pile


def _history(position: SlavePosition, seats: int, faults: Faults) -> None:
    for at, text in enumerate(position.history):
        try:
            step = _step(text)
        except ValueError:
            faults.add(f"history[{at}]", "unreadable", value=text[:80])
            continue
        if not 0 <= step.seat < seats:
            faults.add(f"history[{at}]", "unreadable", value=text[:80])


def _step(text: str) -> Step:
    seat, _, rest = text.partition(" ")
    said = rest.partition(" to ")[0]
    move: Move | None = None
    if not (said.startswith("give x") and said[6:].isdecimal()):
        move = slave_moves.read(said)
    return Step(int(seat), move, (), rest)


def write_state(state: SlaveState) -> SlavePosition:
    """The complete position of a state."""
    return SlavePosition(
        **_public(state),
        hands=[str(SETS.cards(held)) for held in state.held],
        unseen="",
        aside=str(Cards(state.aside)),
        exchanged=[_gift(gift) for gift in state.gifts],
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
        exchanged=[_gift(gift) for gift in view.gifts],
        history=[f"{step.seat} {step.text}" for step in view.history],
    )


def _gift(gift: Gift) -> GiftDocument:
    cards = f"x{gift.size}" if gift.cards is None else str(gift.cards)
    return GiftDocument(giver=gift.giver, to=gift.to, cards=cards)


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
