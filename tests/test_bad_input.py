"""Whatever comes in, only the errors that the contract names come out."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.golden.test_goldens import GOLDENS
from tutor import games
from tutor.cards import Cards
from tutor.core import (
    Game,
    LinkError,
    PositionError,
    RecordError,
    RulesError,
    State,
    UnreadableMove,
    replay,
    write_record,
)
from tutor.core import link as links

GAMES = games.every()
NASTY: list[Any] = [
    None, True, 0, -1, 3.5, float("nan"), 10**5000, "", "x", "x99", "3c 3c", "٣c", "\u212as", "💥", b"3c",
    [], [None], [[]], ["x1_0"], [-1], [10**400], {}, {"self": 1}, {"preset": []}, {0: "qq"}, {"-1": "3c"}, object(),
]  # fmt: skip


def start(game: Game) -> dict[str, Any]:
    preset = next(iter(game.presets.values()))
    return game.deal(preset, game.seats(preset).start, Random(1)).position().document()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("value", NASTY, ids=lambda value: repr(type(value).__name__))
def test_any_value_in_any_field_of_a_position_is_a_fault_or_fine(game: Game, value: Any) -> None:
    whole = start(game)
    seen = game.setup(whole).view(0).position().document()
    for document in (whole, seen):
        for field in (*document, "nothing"):
            with suppress(PositionError), suppress(games.UnknownGame if field == "game" else PositionError):
                games.read(document | {field: value})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("value", NASTY, ids=lambda value: repr(type(value).__name__))
def test_what_is_no_document_move_link_record_or_ruleset_is_refused_as_such(game: Game, value: Any) -> None:
    with pytest.raises(PositionError):
        game.setup(value)
    with pytest.raises(PositionError):
        game.look(value)
    with pytest.raises(UnreadableMove):
        game.read_move(value)
    with pytest.raises(LinkError):
        links.read(value)
    with pytest.raises(RecordError):
        replay(value)
    if value is not None and value != {}:
        with pytest.raises(RulesError):
            game.read_rules(value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("value", NASTY, ids=lambda value: repr(type(value).__name__))
def test_any_value_in_any_field_of_a_record_is_a_record_error_or_fine(game: Game, value: Any) -> None:
    preset = next(iter(game.presets.values()))
    seats = game.seats(preset).start
    record = write_record(game, ["a"] * seats, [(range(seats), game.deal(preset, seats, Random(1)))])
    for field in record:
        with suppress(RecordError):
            replay(record | {field: value})
    for field in record["deals"][0]:
        with suppress(RecordError):
            replay(record | {"deals": [record["deals"][0] | {field: value}]})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("field", ["places", "totals"])
@pytest.mark.parametrize("value", [[], [0], [[0]], [10**5000], [[10**5000]]], ids=lambda value: repr(type(value)))
def test_deal_that_ended_otherwise_than_a_record_says_is_a_record_error(game: Game, field: str, value: Any) -> None:
    preset = next(iter(game.presets.values()))
    state: State = game.deal(preset, game.seats(preset).start, Random(1))
    while state.turn is not None:
        state = state.play(state.legal_moves()[-1])
    record = write_record(game, ["a"] * state.seats, [(range(state.seats), state)])
    with pytest.raises(RecordError):
        replay(record | {"deals": [record["deals"][0] | {field: value}]})


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "- " * 3000 + "a", "a: b: c", "\t", "{", "*a", "!!python/object:os.system x"]
)
def test_texts_that_are_no_yaml_are_value_errors(text: str) -> None:
    with pytest.raises((ValueError, games.UnknownGame)):
        games.read(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_one_broken_field_hides_no_other_fault(game: Game) -> None:
    document = start(game)
    hands = [*document["hands"][:-1], "zz"]
    with pytest.raises(PositionError) as caught:
        game.setup(document | {"turn": "x", "hands": hands, "nothing": 1, "seat": None, "direction": 5})
    places = {fault.place for fault in caught.value.faults}
    assert {"turn", f"hands[{len(hands) - 1}]", "nothing", "direction"} == places


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_options_of_another_kind_are_refused(game: Game) -> None:
    rules = next(iter(game.presets.values()))
    for option, value in rules.options().items():
        for other in ("3", 3.0, None, 1 if isinstance(value, bool) else True):
            if type(other) is not type(value):
                with pytest.raises(RulesError) as caught:
                    rules.but(**{option: other})
                assert caught.value.option == option


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_number_of_thousands_of_digits_is_refused_wherever_a_number_may_stand(game: Game) -> None:
    """Python does not write such a number out: whatever takes it in could not be kept, sent or told."""
    huge = int("9" * 4300) * 10
    rules = next(iter(game.presets.values()))
    for option, value in rules.options().items():
        with pytest.raises(RulesError):
            game.read_rules({option: huge if type(value) is int else [huge]})
    whole = start(game)
    for field, value in whole.items():
        number = [huge] * len(value) if isinstance(value, list) else huge
        with pytest.raises(games.UnknownGame if field == "game" else PositionError):
            games.read(whole | {field: number or [huge]})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_presets_are_rulesets_that_can_be_built(game: Game) -> None:
    for name, preset in game.presets.items():
        assert type(preset).build(preset.options()) == preset
        assert preset.preset == name


@pytest.mark.parametrize("file", sorted({(folder, file) for folder, file, _ in GOLDENS}), ids="-".join)
def test_every_golden_position_and_all_its_views_are_read_back_as_they_are_written(file: tuple[str, str]) -> None:
    for golden in (golden for *place, golden in GOLDENS if tuple(place) == file):
        if "fault" in golden.get("then", {}):
            continue
        state = games.read(golden["position"])
        if not hasattr(state, "play"):
            continue
        steps = [state]
        for text in golden.get("when", ()):
            steps.append(steps[-1].play(state.game.read_move(text)))  # type: ignore[union-attr]
        for step in steps:
            if step.turn is not None:
                assert games.read(json.dumps(step.position().document())) == step, golden["name"]
            for seat in range(step.seats):
                view = step.view(seat)  # type: ignore[union-attr]
                assert games.read(json.dumps(view.position().document())) == view, golden["name"]


@pytest.mark.parametrize("meet", [operator.or_, operator.and_, operator.sub, operator.xor, operator.le])
def test_sets_of_cards_meet_only_sets_of_cards(meet: Callable[[object, object], object]) -> None:
    for other in (5, {1}, "3c", None):
        with pytest.raises(TypeError):
            meet(Cards.PACK, other)
