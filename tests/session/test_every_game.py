"""A match of any game through the session: nothing of it hangs on which game that is."""

from __future__ import annotations

from random import Random

import pytest

from tests.session.walks import settled, walk
from tutor import games
from tutor.bots import hint
from tutor.core import Game, replay
from tutor.session.table import (
    STEPS,
    BotMove,
    NextDeal,
    Player,
    ShowCards,
    ShowHint,
    TableSession,
    Undo,
    YourMove,
    act,
    begin,
    forced_move,
    hint_request,
    record,
    restore,
    undo_ply,
    waiting_for,
)

EVERY = [(game, preset) for game in games.every() for preset in game.presets]
SHORT = {"target": 30}
"""Rules by which a match of points is soon won."""


def named(value: object) -> str:
    return value.id if isinstance(value, Game) else str(value)


def two_people(game: Game, seed: int = 5) -> TableSession:
    players = [Player("Ann"), Player("nok", "easy"), Player("Boy"), Player("fon", "easy")]
    return begin(game, game.read_rules(None), players, seed=seed, deal_seed=seed, id="g")


def moved(session: TableSession, rng: Random) -> TableSession:
    """The session after whoever is on turn has done what they usually do."""
    if session.curtain:
        session = act(session, ShowCards())
    text = str(session.game.advice.habit(session.state, rng))
    if waiting_for(session) == "bot":
        return act(session, BotMove(forced_move(session) or text))
    return act(session, YourMove(text))


@pytest.mark.parametrize(("game", "preset"), EVERY, ids=named)
def test_whole_match_can_be_played_whatever_the_learner_tries(game: Game, preset: str) -> None:
    seats = game.seats(game.read_rules(preset))
    for count in (seats[0], min(4, seats[-1])):
        *_, last = walk(7, 2, count, count - 1, hints=True, game=game.id, rules=preset)
        assert last.outcome is not None
        assert last.deal == 2


@pytest.mark.parametrize(("game", "preset"), EVERY, ids=named)
def test_match_is_the_same_after_it_was_saved(game: Game, preset: str) -> None:
    for at, session in enumerate(walk(3, 1, game=game.id, rules=preset)):
        if at % 40 == 0 or session.outcome is not None:
            deals = [(session.start, [str(step.move) for step in session.state.history])]
            again = restore(game, session.rules, session.players, deals, seed=session.seed, id="g")
            assert again.state == settled(session).state
    assert replay(record(session))[-1][-1].outcome == session.outcome


@pytest.mark.parametrize("game", games.every(), ids=named)
def test_every_step_of_help_is_there_for_every_kind_of_moment(game: Game) -> None:
    moments = set()
    for session in walk(11, 1, game=game.id, rules=None):
        view = session.view
        if waiting_for(session) != "you" or view.verbs() in moments:
            continue
        moments.add(view.verbs())
        for step in STEPS:
            request = hint_request(session)
            assert request is not None
            shown = hint(request[0], request[1], Random(request[2]), budget=4)
            session = act(session, ShowHint(shown))
            assert session.hint_step == step
        assert hint_request(session) is None
    assert moments


@pytest.mark.parametrize("game", games.every(), ids=named)
def test_taking_back_returns_to_the_last_decision_of_whoever_has_the_device(game: Game) -> None:
    rng = Random(2)
    session = two_people(game)
    taken = 0
    while session.outcome is None and taken < 8:
        before, session = session, moved(session, rng)
        if session.viewer is None or undo_ply(session) is None:
            continue
        back = act(session, Undo())
        assert back.state.turn == session.viewer
        assert back.undone == session.undone + 1
        assert back.ply <= before.ply
        taken += 1
    assert taken


@pytest.mark.parametrize("game", games.every(), ids=named)
def test_people_at_one_device_see_their_own_cards_only(game: Game) -> None:
    rng = Random(4)
    session = two_people(game)
    while session.outcome is None:
        if session.curtain:
            assert session.viewer != session.state.turn
            session = act(session, ShowCards())
        if waiting_for(session) == "you":
            assert session.viewer == session.state.turn
        session = moved(session, rng)
    assert {session.player(seat).name for seat in session.people} == {"Ann", "Boy"}


@pytest.mark.parametrize("game", games.every(), ids=named)
def test_match_that_somebody_has_won_is_over(game: Game) -> None:
    options = {name: value for name, value in SHORT.items() if name in game.ruleset.model_fields}
    rules = game.read_rules({"preset": next(iter(game.presets)), **options})
    rng = Random(1)
    players = [Player(), Player("nok", "easy"), Player("boy", "easy"), Player("fon", "easy")]
    session = begin(game, rules, players, seed=1, deal_seed=1, id="g")
    for deal in range(1, 9):
        while session.outcome is None:
            assert not session.won
            session = moved(session, rng)
        if session.won or not options:
            break
        session = act(session, NextDeal(deal))
    assert session.standing is not None
    assert session.won == bool(options)
    if session.won:
        best = max(session.standing.tally)
        assert [seat for seat, points in enumerate(session.standing.tally) if points == best] == [
            *session.standing.winners
        ]
