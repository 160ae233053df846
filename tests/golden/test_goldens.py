"""One runner for the golden positions of all games, `tests/golden/<game>/*.yaml` (docs/contract.md, section 5).

A golden is one sentence about one rule, written from the rules and not from what the engine answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tutor import games
from tutor.core import Game, PositionError, State, View, nearest

FOLDER = Path(__file__).parent

BY_STANDING = {"slave.newcomer", "slave.leaver"}
"""Events between deals, of `standing.join()` and `.leave(seat)`: no move makes them. See slave/test_next_deal.py."""


def read_goldens() -> Iterator[tuple[str, str, dict[str, Any]]]:
    there = {game.id.replace("-", "_") for game in games.every()}
    for path in sorted(FOLDER.glob("*/*.yaml")):
        if path.parent.name not in there:
            continue  # written from the rules before the game
        for golden in yaml.safe_load(path.read_text("utf-8")):
            yield path.parent.name, path.stem, golden


GOLDENS = tuple(read_goldens())


# What each key of `then` asks. A function returns what the engine says, in the form in which the golden says it.


def turn(at: State | View, _: Any) -> Any:
    return at.turn


def legal(at: State | View, expected: Any, in_order: bool) -> Any:
    moves = [str(move) for move in at.legal_moves()]
    assert len(moves) == len(set(moves)), "a move is listed twice"
    return moves if in_order else sorted(moves)


def broken(at: State | View, expected: Mapping[str, str]) -> dict[str, str | None]:
    answers = {}
    for text in expected:
        violation = at.check(at.game.read_move(text))
        answers[text] = violation and violation.rule.id
    return answers


def view_of(at: State | View, seat: int | None) -> View:
    return at.view(at.turn or 0 if seat is None else seat) if isinstance(at, State) else at


def ids(reasons: Sequence[Any]) -> list[str]:
    return [reason.rule.id for reason in reasons]


def written(at: State | View, texts: Sequence[str]) -> list[str]:
    return [str(at.game.read_move(text)) for text in texts]


def ended(at: State | View) -> Any:
    assert at.outcome is not None, "the deal is not over"
    return at.outcome


def part(found: Any, expected: Any) -> Any:
    """Of what was found, as much as was expected: of a mapping the keys written, of a list all elements."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return {key: part(found.get(key, found.get(str(key))), value) for key, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [part(mine, theirs) for mine, theirs in zip(found, expected, strict=True)]
    return found


ASK: dict[str, Callable[[State | View, Any], Any]] = {
    "turn": turn,
    "breaks": broken,
    "breaks_for": lambda at, expected: {seat: broken(view_of(at, seat), moves) for seat, moves in expected.items()},
    "allowed": lambda at, expected: [
        text for text in expected if at.check(at.game.read_move(text)) is None and text_in(at, text)
    ],
    "events": lambda at, _: ids(at.events),
    "nearest": lambda at, expected: {text: nearest_text(at, text) for text in expected},
    "outcome_events": lambda at, _: ids(ended(at).events),
    "lines": lambda at, expected: lines(at, expected),
    "totals": lambda at, _: list(ended(at).totals),
    "places": lambda at, _: [list(place) for place in ended(at).places],
    "standing": lambda at, expected: part(ended(at).standing.model_dump(mode="json"), expected),
    "position": lambda at, expected: part(at.position().document(), expected),
}


def text_in(at: State | View, text: str) -> bool:
    return at.game.read_move(text) in at.legal_moves()


def nearest_text(at: State | View, text: str) -> str | None:
    found = nearest(view_of(at, None), at.game.read_move(text))
    return None if found is None else str(found)


def lines(at: State | View, expected: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All lines of the settlement with the keys that the golden writes, in the golden's order where they agree."""
    found = [
        {"rule": line.rule.id, "seat": line.seat, "amount": line.amount, "to": line.to} for line in ended(at).lines
    ]
    keys = {key for line in expected for key in line} or {"rule", "seat", "amount"}
    rest = [{key: line[key] for key in sorted(keys)} for line in found]
    agreed = []
    for line in expected:
        if line in rest:
            rest.remove(dict(line))
            agreed.append(dict(line))
    return agreed + rest


def answers(at: State | View, then: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the golden expects and what the engine says, key by key."""
    expected, found = {}, {}
    in_order = then.get("order", False)
    for key, value in then.items():
        if key == "order":
            assert value is True, "order is true or not written"
            assert "legal" in then, "order is the order of legal"
            continue
        if key == "legal":
            texts = written(at, value)
            expected[key] = texts if in_order else sorted(texts)
            found[key] = legal(at, value, in_order)
            continue
        if key not in ASK:
            raise KeyError(f"a golden cannot ask {key!r}")
        expected[key] = value
        if key == "nearest":
            expected[key] = {
                text: None if move is None else str(at.game.read_move(move)) for text, move in value.items()
            }
        found[key] = ASK[key](at, value)
    return expected, found


def faults(position: Mapping[str, Any], expected: Sequence[str]) -> list[str]:
    """The places of all faults, in the golden's order where they agree; `hands` stands for `hands[2]`."""
    with pytest.raises(PositionError) as refused:
        games.read(position)
    found = {fault.place for fault in refused.value.faults}
    met = [want for want in expected if any(covers(want, place) for place in found)]
    return met + sorted(place for place in found if not any(covers(want, place) for want in expected))


def covers(want: str, place: str) -> bool:
    return place == want or place.startswith((f"{want}[", f"{want}."))


def replay(golden: Mapping[str, Any]) -> State | View:
    """Where the golden's questions are asked: its position, or the state after the moves of `when`."""
    at = games.read(golden["position"])
    for text in golden.get("when", ()):
        assert isinstance(at, State), "a view is not played on"
        at = at.play(at.game.read_move(text))
    return at


@pytest.mark.parametrize(
    "golden", [pytest.param(golden, id=f"{folder}: {golden['name']}") for folder, _, golden in GOLDENS]
)
def test_golden(golden: dict[str, Any]) -> None:
    assert set(golden) <= {"name", "position", "when", "then"}, "unknown keys"
    then = golden["then"]
    assert set(then) - {"order"}, "a golden that asks nothing"
    if "fault" in then:
        assert set(then) == {"fault"}, "a position that is refused has no more to say"
        assert "when" not in golden
        assert faults(golden["position"], then["fault"]) == then["fault"]
        return
    expected, found = answers(replay(golden), then)
    assert found == expected


def test_names_of_goldens_are_sentences_of_their_own() -> None:
    names = [(folder, golden["name"]) for folder, _, golden in GOLDENS]
    assert len(set(names)) == len(names)
    assert all(len(name.split()) >= 3 for _, name in names)


def test_a_golden_lies_in_the_folder_of_its_game() -> None:
    for folder, _, golden in GOLDENS:
        assert golden["position"].get("game", folder).replace("-", "_") == folder, golden["name"]


# Coverage: which rules goldens show at all.


def goldens_of(game: Game) -> list[dict[str, Any]]:
    return [golden for folder, _, golden in GOLDENS if folder == game.id.replace("-", "_")]


def in_force(game: Game) -> set[str]:
    """Ids of the rules that exist in some ruleset which a golden of the game uses."""
    rulesets = [
        game.read_rules(golden["position"].get("rules")) for golden in goldens_of(game) if "fault" not in golden["then"]
    ]
    return {rule.id for rule in game.rulebook.values() if any(rule.in_force(rules) for rules in rulesets)}


def shown(game: Game) -> tuple[set[str], set[str], set[str]]:
    """Laws that goldens show broken; laws that they show both broken and, at the same table, kept; events fired."""
    broken_laws: set[str] = set()
    kept: set[str] = set()
    fired: set[str] = set()
    for golden in goldens_of(game):
        then = golden["then"]
        laws = set(then.get("breaks", {}).values())
        for moves in then.get("breaks_for", {}).values():
            laws |= set(moves.values())
        broken_laws |= laws
        if then.get("legal") or then.get("allowed"):
            kept |= laws
        fired |= {*then.get("events", ()), *then.get("outcome_events", ())}
        fired |= {line["rule"] for line in then.get("lines", ())}
    return broken_laws, kept, fired


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_every_rule_has_goldens(game: Game) -> None:
    assert goldens_of(game), f"no tests/golden/{game.id.replace('-', '_')}"
    broken_laws, kept, fired = shown(game)
    there = in_force(game)
    laws = {rule.id for rule in game.rulebook.values() if rule.kind == "law"} & there
    told = {rule.id for rule in game.rulebook.values() if rule.kind in ("event", "score")} & there
    holes = {
        "never broken": laws - broken_laws,
        "never kept": laws - kept,
        "never fired": told - fired - BY_STANDING,
        "unknown": (broken_laws | fired) - set(game.rulebook),
    }
    assert not {hole: sorted(missing) for hole, missing in holes.items() if missing}
