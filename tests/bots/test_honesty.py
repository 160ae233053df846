"""Bots know what their seat may know: other hidden cards that look the same change no field of what they decide."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.bots.positions import Pair, hidden_pairs
from tests.laws.walks import CARD
from tutor.bots import LEVELS, STEPS, Decision, MoveEval, choose, hint, judge, pool
from tutor.bots.pool import Pool
from tutor.cards import Card, Cards
from tutor.core import Lot, Move, State, View

Bot = Callable[[State, View, int], object]
"""A bot under test is offered the truth and the seed of the deal as well; an honest one leaves them alone."""


def differing(bot: Bot, pairs: list[Pair]) -> int:
    """In how many pairs the bot's answers differ though the views are the same."""
    found = 0
    for pair in pairs:
        view, same = pair.views
        assert view == same
        found += bot(pair.state, view, pair.seed) != bot(pair.other, same, pair.other_seed)
    return found


@pytest.fixture(scope="module", params=[(72, 27), pytest.param((200, 9), marks=pytest.mark.long)], ids=["some", "many"])
def pairs(request: pytest.FixtureRequest) -> list[Pair]:
    """In every run fewer of each deal, so that as many tables are met."""
    number, every = request.param
    found = list(hidden_pairs(number, seed=1, every=every))
    assert len(found) == number
    assert all(pair.state != pair.other for pair in found)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_other_hidden_cards_change_no_line_of_a_decision(level: Any, pairs: list[Pair]) -> None:
    assert differing(lambda state, view, seed: choose(view, level, Random(5), 3), pairs) == 0


def test_other_hidden_cards_change_no_habit(pairs: list[Pair]) -> None:
    """What is played out on a world plays there as it would anywhere: it looks at no hidden card of that world."""
    for pair in pairs:
        habit = pair.state.game.advice.habit
        assert habit(pair.state, Random(1)) == habit(pair.other, Random(1))


def test_other_hidden_cards_change_no_word_of_a_hint(pairs: list[Pair]) -> None:
    def steps(state: State, view: View, seed: int) -> list[object]:
        return [hint(view, step, Random(5), 1 if step < 4 else 2) for step in STEPS]

    assert differing(steps, pairs) == 0


def test_other_hidden_cards_change_no_verdict(pairs: list[Pair]) -> None:
    assert differing(lambda state, view, seed: judge(view, view.legal_moves()[-1], Random(5), 3), pairs) == 0


def weighed(state: State, view: View) -> Decision:
    """A decision as from one world, taken for the truth."""
    advice, rows = view.game.advice, []
    for move in view.legal_moves():
        after, rng = state.play(move), Random(5)
        while after.turn is not None:
            after = after.play(advice.habit(after, rng))
        rows.append(MoveEval(move, advice.utility(after, view.seat), 1.0, 1, 0.0, 1.0))
    rows.sort(key=lambda row: -row.mean)
    return Decision(rows[0].move, tuple(rows), "sampled", 1)


def reads_the_hands(state: State, view: View, seed: int) -> Decision:
    """Cheat: looks at the state itself."""
    return weighed(state, view)


def dealt_again(view: View, seed: int) -> State:
    """The deal of this seed, after the moves of it that everybody saw, up to one that is hidden or cannot be."""
    state = view.game.deal(view.rules, view.seats, Random(seed))
    for step in view.history:
        if step.move is None or state.check(step.move):
            break
        state = state.play(step.move)
    return state


def rebuilds_the_deck(state: State, view: View, seed: int) -> Decision:
    """Cheat: deals again from the seed, so as to know who was dealt the cards that it cannot see, and in which order
    those lie that nobody has."""
    truth = dealt_again(view, seed)
    unseen = view.unseen()
    rest = unseen.cards
    lots: dict[str, list[Card]] = {}
    for zone, size in unseen.slots.items():
        seat = next((found.seat for found in view.zones() if found.id == zone), None)
        lying = truth.view(seat).hand if seat is not None else map(Card.read, CARD.findall(str(lying_in(truth, zone))))
        lots[zone] = [card for card in lying if card in rest][-size:]
        rest -= Cards.of(lots[zone])
    for zone, size in unseen.slots.items():
        fill = list(rest)[: size - len(lots[zone])]
        lots[zone] += fill
        rest -= Cards.of(fill)
    hidden: dict[str, Lot] = {
        zone: tuple(lot) if zone in unseen.ordered else Cards.of(lot) for zone, lot in lots.items()
    }
    return weighed(view.world(hidden), view)


def lying_in(state: State, zone: str) -> object:
    """What a position writes of a zone that is nobody's."""
    return state.position().document().get(zone)


def test_the_cheats_do_know(pairs: list[Pair]) -> None:
    """In a first deal both find the truth, each in its own way; else catching them would show nothing."""
    first = [pair for pair in pairs if pair.state.deal == 1]
    assert first
    for pair in first:
        view = pair.views[0]
        assert rebuilds_the_deck(pair.state, view, pair.seed) == reads_the_hands(pair.state, view, pair.seed)


@pytest.mark.parametrize("cheat", [reads_the_hands, rebuilds_the_deck])
def test_a_cheat_is_caught(cheat: Bot, pairs: list[Pair]) -> None:
    assert differing(cheat, pairs) > len(pairs) // 4


def without_history(said: dict[str, Any]) -> dict[str, Any]:
    """A request but for its number and its history: a world has none."""
    return {**said, "id": 0, "view": {**said["view"], "history": []}}


def test_a_worker_is_sent_the_view_and_nothing_else(pairs: list[Pair], monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes over the pipe is read: its keys are known, it is the same for two truths that look the same, and
    the history names no hidden card; so it tells nothing of where one lies."""
    sent: list[str] = []
    talk = pool._talk

    def overheard(process: subprocess.Popen[str], line: str, limit: float) -> tuple[str, bool]:
        sent.append(line)
        return talk(process, line, limit)

    monkeypatch.setattr(pool, "_talk", overheard)
    with Pool() as workers:
        assert len(pairs) >= 10
        for pair in pairs[::8]:
            move: Move = pair.views[0].legal_moves()[0]
            lines = []
            for view in pair.views:
                sent.clear()
                workers.choose(view, "strong", 7, 2).result()
                workers.hint(view, 4, 7, 2, move).result()
                workers.judge(view, move, 7, 2).result()
                lines.append([json.loads(line) for line in sent])
            for said, again in zip(*lines, strict=True):
                assert set(said) <= {"id", "do", "view", "level", "seed", "step", "move", "budget"}
                assert set(said["view"]) == set(pair.views[0].game.Position.model_fields)
                assert said["seed"] == 7
                assert without_history(said) == without_history(again)
                named = CARD.findall(" ".join(said["view"]["history"]))
                assert not Cards.of(map(Card.read, named)) & pair.views[0].unseen().cards
                for seat, hand in enumerate(said["view"]["hands"]):
                    if seat != said["view"]["seat"]:
                        hidden = pair.views[0].unseen().slots.get(f"hand.{seat}", 0)
                        assert hand.endswith(f"x{hidden}") or not hidden


def test_a_worker_is_told_no_secret_of_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where games are kept is in the app's environment, and a worker could read the cards there."""
    monkeypatch.setenv("SAMRAP_DATABASE_URL", "sqlite:////nowhere/games.db")
    seen: list[dict[str, str]] = []

    def start(*args: Any, env: dict[str, str], **others: Any) -> Any:
        seen.append(env)
        raise OSError("not started")

    monkeypatch.setattr(subprocess, "Popen", start)
    with pytest.raises(OSError, match="not started"):
        pool._start()
    assert not [name for name in seen[0] if name.startswith("SAMRAP")]
