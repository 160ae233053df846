"""A match at one table: the learner and bots, deal after deal.

A session is frozen, and ``act`` makes the next one. It holds no clock, no luck of its own and no words: seeds come in
with the actions, and what is shown is the scene's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, Self, get_args

from tutor.bots import LEVELS, Hint, Level, Step
from tutor.cards import Seat
from tutor.core import (
    Game,
    Move,
    Outcome,
    RecordError,
    Rules,
    State,
    View,
    write_record,
)
from tutor.core import replay as replay_record
from tutor.core.record import FORMAT, VERSION
from tutor.session.actions import (
    PAUSES,
    BotMove,
    Forget,
    NextDeal,
    Pace,
    ShowHint,
    Trouble,
    YourMove,
    accepts,
    text_of,
)
from tutor.session.refusal import Refusal, refusal

__all__ = [
    "HINT_STEPS",
    "PAUSES",
    "READING",
    "STEPS",
    "Action",
    "BotMove",
    "Forget",
    "NextDeal",
    "Pace",
    "Player",
    "Refusal",
    "ShowHint",
    "TableSession",
    "Trouble",
    "YourMove",
    "accepts",
    "act",
    "begin",
    "bot_request",
    "ended_deals",
    "forced_move",
    "hint_request",
    "pause",
    "record",
    "refusal",
    "restore",
    "text_of",
    "waiting_for",
]

STEPS: tuple[Step, ...] = get_args(Step)
HINT_STEPS = len(STEPS)

_FORCED = ("give", "decline")
"""Verbs that the session makes for the learner where nothing else is legal. A forced play or pass stays with the
learner, who is to see it."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a bot of a level, or the learner (no level). ``name`` is the key of the name shown."""

    name: str = "you"
    level: Level | None = None

    def __str__(self) -> str:
        return "you" if self.level is None else f"bot:{self.level}:{self.name}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``you`` or ``bot:easy:nok``; ValueError."""
        if text == "you":
            return cls()
        kind, _, rest = text.partition(":")
        named, _, name = rest.partition(":")
        level = next((level for level in LEVELS if level == named), None)
        if kind == "bot" and level and name and ":" not in name:
            return cls(name, level)
        raise ValueError(f"not a player: {text!r}")


Action = YourMove | BotMove | ShowHint | NextDeal | Forget | Trouble


@dataclass(frozen=True, slots=True)
class TableSession:
    """A match as it stands. Seats stay with their players from deal to deal.

    ``seed`` is for the bots' decisions and is shown to nobody; ``finished`` are the last states of earlier deals;
    ``answered`` counts the changes of ``answer`` at this ply, so that ``rev`` tells any two screens apart.
    """

    game: Game
    rules: Rules
    players: tuple[Player, ...]
    seed: int
    state: State
    id: str = ""
    pace: Pace = "normal"
    finished: tuple[State, ...] = ()
    ply: int = 0
    answer: Refusal | Hint | Trouble | None = None
    answered: int = 0
    hint_step: int = 0
    """The last step of hint shown at this ply, 0 for none."""

    @property
    def you(self) -> Seat:
        """The learner's seat."""
        return next(seat for seat, player in enumerate(self.players) if player.level is None)

    @property
    def view(self) -> View:
        """What the learner may know."""
        return self.state.view(self.you)

    @property
    def deal(self) -> int:
        """Which deal of the match, from 1."""
        return len(self.finished) + 1

    @property
    def outcome(self) -> Outcome | None:
        """What this deal ended in."""
        return self.state.outcome

    @property
    def rev(self) -> str:
        """``id:deal:ply:n``: another text for every screen of the match."""
        return f"{self.id}:{self.deal}:{self.ply}:{self.answered}"

    @property
    def start(self) -> dict[str, Any]:
        """The position in which this deal began, as a document."""
        state = self.state
        while state.before is not None:
            state = state.before
        return state.position().document()

    @property
    def last_text(self) -> str | None:
        """The last move of this deal."""
        return None if self.state.made is None else str(self.state.made)


def begin(
    game: Game,
    rules: Rules | str | Mapping[str, Any],
    players: Sequence[Player],
    *,
    seed: int,
    deal_seed: int,
    id: str = "",
    pace: Pace = "normal",
) -> TableSession:
    """A match with its first deal. ``deal_seed`` is the luck of that deal and is not kept. ValueError for a number of
    players that the rules do not allow, or unless exactly one of them is the learner."""
    _check_players(players)
    ruleset = game.read_rules(rules)
    state = game.deal(ruleset, len(players), Random(deal_seed))
    return TableSession(game, ruleset, tuple(players), seed, state, id, pace)


def restore(
    game: Game,
    rules: Rules | str | Mapping[str, Any],
    players: Iterable[Player],
    deals: Iterable[tuple[Mapping[str, Any], Sequence[str]]],
    *,
    seed: int,
    id: str = "",
    pace: Pace = "normal",
) -> TableSession:
    """A match as it was saved: each deal's first position and the moves since. RecordError for a damaged one."""
    players = tuple(players)
    _check_players(players)
    written = game.write_rules(rules) if isinstance(rules, Rules) else rules
    saved = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "rules": written if isinstance(written, str) else dict(written),
        "players": [str(player) for player in players],
        "deals": [
            {"seats": list(range(len(players))), "start": dict(start), "moves": list(moves)} for start, moves in deals
        ],
    }
    replayed = replay_record(saved)
    if not replayed:
        raise RecordError("shape", "no deal was saved")
    last = [states[-1] for states in replayed]
    for number, state in enumerate(last[:-1], 1):
        if state.outcome is None:
            raise RecordError("position", f"begins before deal {number} is over", number + 1)
    return TableSession(
        game,
        last[-1].rules,
        players,
        seed,
        last[-1],
        id,
        pace,
        finished=tuple(last[:-1]),
        ply=len(replayed[-1]) - 1,
    )


def _check_players(players: Sequence[Player]) -> None:
    if sum(player.level is None for player in players) != 1:
        raise ValueError("exactly one player is the learner")


def act(session: TableSession, action: Action) -> TableSession:
    """The session after the action. Nothing that the learner tries raises; ValueError (IllegalMove and UnreadableMove
    are) for a bot's move or a next deal that cannot be now."""
    match action:
        case YourMove(text):
            return _tried(session, text)
        case BotMove(text):
            if waiting_for(session) != "bot":
                raise ValueError(f"{text}: nobody but the learner is to move")
            return _moved(session, session.game.read_move(text))
        case ShowHint(hint):
            if waiting_for(session) != "you":
                return session
            step = max(hint.step, session.hint_step)
            return replace(session, answer=hint, answered=session.answered + 1, hint_step=step)
        case NextDeal(seed):
            if session.outcome is None:
                raise ValueError("the deal is not over")
            standing = session.outcome.standing
            return replace(
                session,
                state=session.game.deal(session.rules, len(session.players), Random(seed), standing),
                finished=(*session.finished, session.state),
                ply=0,
                answer=None,
                answered=0,
                hint_step=0,
            )
        case Forget():
            return replace(session, answer=None, answered=session.answered + 1)
        case Trouble():
            return replace(session, answer=action, answered=session.answered + 1)


def _tried(session: TableSession, text: str) -> TableSession:
    view = session.view
    refused = refusal(view, text)
    if refused is None:
        return _moved(session, session.game.read_move(text))
    return replace(session, answer=refused, answered=session.answered + 1)


def _moved(session: TableSession, move: Move) -> TableSession:
    state = session.state.play(move)
    return replace(session, state=state, ply=session.ply + 1, answer=None, answered=0, hint_step=0)


READING = 2500
"""Milliseconds in which a line about one's own cards can be read, whatever the pace."""


def waiting_for(session: TableSession) -> Literal["you", "bot", "over"]:
    """Who moves next. "bot" also where the learner's one move is forced: it is made after the same pause, so that
    waiting tells nobody anything."""
    turn = session.state.turn
    if turn is None:
        return "over"
    return "bot" if turn != session.you or forced_move(session) is not None else "you"


def forced_move(session: TableSession) -> str | None:
    """The one legal move of the seat on turn, if the session makes it by itself."""
    legal = session.state.legal_moves()
    if len(legal) != 1 or (session.state.turn == session.you and legal[0].verb not in _FORCED):
        return None
    return str(legal[0])


def pause(session: TableSession) -> int:
    """Milliseconds to wait before whoever is not the learner moves; longer where cards leave or have come into the
    learner's hand without a choice, so that it is not missed."""
    usual = PAUSES[session.pace]
    return max(usual, READING) if _hand_changes(session) else usual


def _hand_changes(session: TableSession) -> bool:
    state, you = session.state, session.you
    if state.turn == you:
        return forced_move(session) is not None  # it is made for the learner next
    before, made = state.before, state.made
    if before is None or made is None or made.verb not in _FORCED:
        return False
    return state.view(you).hand != before.view(you).hand


def bot_request(session: TableSession) -> tuple[View, Level, int]:
    """What a bot is asked: the view of the seat on turn, the bot's level, and a seed that follows from the match's, so
    that the same moment brings the same move. ValueError where no bot is to move."""
    turn = session.state.turn
    level = None if turn is None else session.players[turn].level
    if turn is None or level is None:
        raise ValueError("no bot is to move")
    return session.state.view(turn), level, _seed(session, "move")


def hint_request(session: TableSession) -> tuple[View, Step, int] | None:
    """The learner's view, the next step of hint and a seed; None where all were shown or it is not the learner's
    move."""
    step = next((step for step in STEPS if step > session.hint_step), None)
    if step is None or waiting_for(session) != "you":
        return None
    return session.view, step, _seed(session, "hint")


def _seed(session: TableSession, what: str) -> int:
    text = f"{session.seed} {session.deal} {session.ply} {what}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def record(session: TableSession) -> dict[str, Any]:
    """The match as a samrap-record; the deal under way is in it without places."""
    seats = range(len(session.players))
    deals = [(seats, state) for state in (*session.finished, session.state)]
    return write_record(session.game, [str(player) for player in session.players], deals)


def ended_deals(session: TableSession) -> tuple[tuple[int, Outcome], ...]:
    """Number and outcome of every deal that is over."""
    states = (*session.finished, session.state)
    return tuple((number, state.outcome) for number, state in enumerate(states, 1) if state.outcome is not None)
