"""Matches of every game as scenes: each keeps the contract, speaks one language, and gives nothing away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scene.reading import check, check_hidden, shape
from tests.session.walks import walk
from tutor import games
from tutor.cards import Cards
from tutor.core import Game
from tutor.i18n import LANGUAGES
from tutor.scene import table_scene
from tutor.scene.drawing import Reader, told
from tutor.session.table import TableSession, waiting_for

EVERY = [(game, preset) for game in games.every() for preset in game.presets]


def named(value: object) -> str:
    return value.id if isinstance(value, Game) else str(value)


def unknown(session: TableSession) -> Cards:
    """The cards that the learner cannot locate."""
    return session.view.unseen().cards


@pytest.mark.parametrize(("game", "preset"), EVERY, ids=named)
def test_every_screen_of_a_match_keeps_its_contract_in_both_languages(game: Game, preset: str) -> None:
    for at, session in enumerate(walk(21, 2, hints=True, game=game.id, rules=preset)):
        if at % 5 and session.outcome is None:
            continue
        thai, english = (table_scene(session, language) for language in LANGUAGES)
        for scene in (thai, english):
            check(scene)
            if session.outcome is None and session.answer is None:
                check_hidden(scene, unknown(session))
        assert shape(thai) == shape(english)


@pytest.mark.parametrize(("game", "preset"), EVERY, ids=named)
def test_what_is_told_of_a_move_is_said_once(game: Game, preset: str) -> None:
    *_, last = walk(8, 1, game=game.id, rules=preset)
    for language in LANGUAGES:
        reader = Reader(language, ("Ann", "Bee", "Cat", "Dan"))
        for step in last.state.history:
            said = told(step, reader)
            assert len(said) == len(set(said))
            assert all(said)


@pytest.mark.parametrize(("game", "preset"), EVERY, ids=named)
def test_what_is_counted_stands_in_a_bill_that_adds_up(game: Game, preset: str) -> None:
    *_, last = walk(8, 1, game=game.id, rules=preset)
    outcome = last.outcome
    assert outcome is not None
    bill = table_scene(last, "en")["answer"]["bill"]
    if not outcome.lines:
        assert bill is None
        return
    for row, total in zip(bill["rows"], outcome.totals, strict=True):
        assert sum(number(line["amount"]) for line in row["lines"]) == number(row["total"]) == total
        assert all(line["href"].startswith("/rules?rule=") for line in row["lines"])
    assert tuple(number(row["score"]) for row in bill["rows"]) == outcome.standing.tally


def number(written: str) -> int:
    return int(written.replace("−", "-").replace(",", ""))


@pytest.mark.parametrize("game", games.every(), ids=named)
def test_after_a_match_is_won_a_new_one_is_offered(game: Game) -> None:
    if "target" not in game.ruleset.model_fields:
        *_, last = walk(9, 1, game=game.id, rules=None)
        assert ids(table_scene(last, "th"))[0] == "next"
        return
    for session in walk(9, 9, game=game.id, rules={"target": 30}):
        if waiting_for(session) != "over":
            continue
        assert ids(table_scene(session, "th"))[0] == ("again" if session.won else "next")
        if session.won:
            scene = table_scene(session, "en")
            assert ids(scene) == ["again", "stop"]
            assert "won the match" in scene["answer"]["text"]
            return
    pytest.fail("nobody has won")


def ids(scene: dict[str, Any]) -> list[str]:
    return [button["id"] for button in scene["buttons"]]
