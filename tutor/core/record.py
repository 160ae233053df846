"""Records: a whole match as text that anybody can replay (``docs/contract.md``, section 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor.core.game import Game, State
from tutor.core.move import IllegalMove, UnreadableMove
from tutor.core.position import PositionError
from tutor.core.ruleset import Rules, RulesError
from tutor.core.shown import shown

if TYPE_CHECKING:
    from tutor.core.rule import Reason

__all__ = ["FORMAT", "VERSION", "Record", "RecordError", "RecordedDeal", "replay", "write_record"]

FORMAT = "samrap-record"
VERSION = 1


class RecordError(ValueError):
    """A record that cannot be replayed. ``case`` says why (``shape format version game rules hash position seats
    move places``); ``deal`` and ``move`` count from 1, 0 where it is not about one; ``states`` are those of the
    deal up to the fault."""

    def __init__(
        self,
        case: str,
        detail: str,
        deal: int = 0,
        move: int = 0,
        states: tuple[State, ...] = (),
        reason: Reason | None = None,
    ) -> None:
        where = f"deal {deal}" + (f", move {move}" if move else "") if deal else "record"
        super().__init__(f"{where}: {detail}")
        self.case = case
        self.deal = deal
        self.move = move
        self.states = states
        self.reason = reason


class RecordedDeal(BaseModel):
    """A deal of a record; own fields begin with ``x-``."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)

    seats: list[int]
    start: dict[str, Any]
    moves: list[str] = Field(default_factory=list)
    places: list[list[int]] | None = None
    totals: list[int] | None = None


class Record(BaseModel):
    """A record as a document; ``replay`` says whether it can have been."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)

    format: str
    version: int
    game: str
    rules: str | dict[str, Any]
    rules_hash: str | None = None
    players: list[str]
    deals: list[RecordedDeal]


def write_record(
    game: Game, players: Sequence[str], deals: Iterable[tuple[Sequence[int], State]], **extra: Any
) -> dict[str, Any]:
    """The record of a match: for every deal who sat where (index in ``players`` by seat) and its last state.

    ``extra`` keys start with ``x_`` and are written as ``x-…``. ValueError for another key, for no deal, and for deals
    of different rules."""
    if wrong := [key for key in extra if not key.startswith("x_")]:
        raise ValueError(f"own fields begin with x_, not {wrong[0]!r}")
    written = []
    rules = None
    for seats, last in deals:
        pairs = last.moves()
        start = pairs[0][0] if pairs else last
        if rules is not None and last.rules != rules:
            raise ValueError("a record has one ruleset")
        rules = last.rules
        deal: dict[str, Any] = {
            "seats": list(seats),
            "start": start.position().document(),
            "moves": [str(after.made) for _, after in pairs],
        }
        if last.outcome is not None:
            deal["places"] = [list(place) for place in last.outcome.places]
            deal["totals"] = list(last.outcome.totals)
        written.append(deal)
    if rules is None:
        raise ValueError("a record has at least one deal")
    named = game.write_rules(rules)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "rules": {"preset": named} if isinstance(named, str) else named,
        "rules_hash": rules.hash,
        "players": list(players),
        "deals": written,
        **{f"x-{key[2:]}": value for key, value in extra.items()},
    }


def replay(record: str | Mapping[str, Any]) -> tuple[tuple[State, ...], ...]:
    """Replay a record, as JSON or read from it: for each deal every state, the start first. RecordError."""
    if isinstance(record, str):
        try:
            record = json.loads(record)
        except (ValueError, RecursionError) as error:
            raise RecordError("shape", f"not JSON: {error}") from None
    if not isinstance(record, Mapping):
        raise RecordError("shape", "a record is a mapping")
    try:
        read = Record.model_validate(dict(record))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"]))
        raise RecordError("shape", f"{place}: {problem['msg']}") from None
    for model in (read, *read.deals):
        for key in model.model_extra or {}:
            if not key.startswith("x-"):
                raise RecordError("shape", f"unknown field {key!r}; own fields begin with x-")
    if read.format != FORMAT:
        raise RecordError("format", f"format is {read.format!r}, not {FORMAT!r}")
    if read.version != VERSION:
        raise RecordError("version", f"version {shown(read.version)}; this program reads {VERSION}")
    try:
        # By name, since core knows no game and must not import them.
        game: Game = import_module("tutor.games").find(read.game)
    except KeyError as error:
        raise RecordError("game", str(error.args[0] if error.args else error)) from None
    try:
        rules = game.read_rules(read.rules)
    except RulesError as error:
        raise RecordError("rules", str(error)) from None
    if read.rules_hash is not None and read.rules_hash != rules.hash:
        raise RecordError("hash", f"rules_hash is {read.rules_hash}, these rules have {rules.hash}")
    return tuple(
        _replay_deal(game, rules, deal, number, len(read.players)) for number, deal in enumerate(read.deals, 1)
    )


def _replay_deal(game: Game, rules: Rules, deal: RecordedDeal, number: int, players: int) -> tuple[State, ...]:
    try:
        state = game.setup(deal.start)
    except PositionError as error:
        raise RecordError("position", f"start: {error}", number) from None
    if state.rules != rules:
        raise RecordError("rules", "start has other rules than the record", number)
    if len(deal.seats) != state.seats or len(set(deal.seats)) != len(deal.seats):
        raise RecordError("seats", f"seats names {len(deal.seats)} players for {state.seats} seats", number)
    if not all(0 <= player < players for player in deal.seats):
        raise RecordError("seats", "seats names a player who is not in players", number)
    states = [state]
    for count, text in enumerate(deal.moves, 1):
        try:
            state = state.play(game.read_move(text))
        except UnreadableMove as error:
            raise RecordError("move", str(error), number, count, tuple(states)) from None
        except IllegalMove as error:
            raise RecordError(
                "move", f"{text}: {error}", number, count, tuple(states), reason=error.violation
            ) from None
        states.append(state)
    if deal.places is not None or deal.totals is not None:
        if state.outcome is None:
            raise RecordError("places", "has places, but the deal is not over", number, 0, tuple(states))
        places = [list(place) for place in state.outcome.places]
        if deal.places is not None and deal.places != places:
            told = f"places {shown(deal.places)}, replaying gives {places}"
            raise RecordError("places", told, number, 0, tuple(states))
        totals = list(state.outcome.totals)
        if deal.totals is not None and deal.totals != totals:
            told = f"totals {shown(deal.totals)}, replaying gives {totals}"
            raise RecordError("places", told, number, 0, tuple(states))
    return tuple(states)
