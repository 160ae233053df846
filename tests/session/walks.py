"""Whole matches through the session alone: a learner who tries anything, bots that play by habit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from tutor import games
from tutor.bots import hint
from tutor.cards import Cards
from tutor.scene import names
from tutor.session.table import (
    Action,
    BotMove,
    Forget,
    NextDeal,
    Player,
    ShowHint,
    TableSession,
    YourMove,
    act,
    begin,
    forced_move,
    hint_request,
    text_of,
    waiting_for,
)

NONSENSE = ("", "play", "play 7x", "play 3c 3c", "pass 3c", "give", "fly 3c", "play " + "3c " * 60, "ผ่าน", "\x00")


def new_match(
    seed: int, seats: int = 4, learner: int = 0, game: str = "slave", rules: Any = "king"
) -> TableSession:
    """A match whose bots and first deal follow from the seed; without rules by the game's first preset."""
    found = games.find(game)
    players = [Player(key, "easy") for key in names.pick(seats - 1, seed)]
    players.insert(learner, Player())
    return begin(found, found.read_rules(rules), players, seed=seed, deal_seed=seed + 1, id="g")


def actions(session: TableSession, rng: Random, hints: bool = False) -> Iterator[Action]:
    """What happens next: the learner's wrong tries, then what moves the match on."""
    waiting = waiting_for(session)
    if waiting == "over":
        yield NextDeal(rng.getrandbits(64))
        return
    if waiting == "bot":
        if rng.random() < 0.1:
            yield YourMove("pass")
            yield Forget()
        yield BotMove(forced_move(session) or str(session.game.advice.habit(session.state, rng)))
        return
    if rng.random() < 0.3:
        cards = rng.sample(list(Cards.PACK), rng.randint(0, 4))
        verbs = sorted({*session.view.verbs(), "play", "give", "pass"})
        yield YourMove(text_of(rng.choice(verbs), [str(card) for card in cards]))
    if rng.random() < 0.2:
        yield YourMove(rng.choice(NONSENSE))
    if hints and rng.random() < 0.2 and (request := hint_request(session)):
        view, step, seed = request
        yield ShowHint(hint(view, step, Random(seed), budget=4))
    if rng.random() < 0.5:
        yield YourMove(str(rng.choice(session.view.legal_moves())))
    else:
        yield YourMove(str(session.game.advice.habit(session.state, rng)))


def walk(
    seed: int,
    deals: int = 2,
    seats: int = 4,
    learner: int = 0,
    hints: bool = False,
    game: str = "slave",
    rules: Any = "king",
) -> Iterator[TableSession]:
    """Every session of a match of so many deals, the first and the last included."""
    rng = Random(seed)
    session = new_match(seed, seats, learner, game, rules)
    yield session
    while not (session.deal == deals and session.outcome is not None):
        for action in actions(session, rng, hints):
            before = session.ply, session.deal
            session = act(session, action)
            yield session
            if (session.ply, session.deal) != before:
                break


def settled(session: TableSession) -> TableSession:
    """The session as it is after a reload: no answer on show."""
    return replace(session, answer=None, answered=0, hint_step=0)
