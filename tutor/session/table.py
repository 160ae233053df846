"""A match at one table: people at one device and bots, deal after deal.

A session is frozen, and ``act`` makes the next one. It holds no clock, no luck of its own and no words: seeds come in
with the actions, and what is shown is the scene's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, Self, cast, get_args

from tutor.bots import LEVELS, Hint, Level
from tutor.bots import Step as HintStep
from tutor.cards import Seat
from tutor.core import (
    Event,
    Game,
    Move,
    OpenStanding,
    Outcome,
    RecordError,
    Rules,
    Standing,
    State,
    Step,
    View,
    write_record,
)
from tutor.core import replay as replay_record
from tutor.core.record import FORMAT, VERSION
from tutor.session.actions import (
    PAUSES,
    Ask,
    Asking,
    BotMove,
    Forget,
    Join,
    Leave,
    NextDeal,
    Pace,
    ShowCards,
    ShowHint,
    Trouble,
    Undo,
    YourMove,
    accepts,
    text_of,
)
from tutor.session.refusal import Refusal, refusal

__all__ = [
    "HINT_STEPS",
    "LONGEST_NAME",
    "PAUSES",
    "READING",
    "STEPS",
    "Action",
    "Ask",
    "BotMove",
    "Change",
    "Deal",
    "Forget",
    "Join",
    "Leave",
    "NextDeal",
    "Pace",
    "Player",
    "Refusal",
    "ShowCards",
    "ShowHint",
    "TableSession",
    "Trouble",
    "Undo",
    "YourMove",
    "accepts",
    "act",
    "begin",
    "bot_request",
    "choices",
    "clean_name",
    "ended_deals",
    "forced_move",
    "hint_request",
    "leavers",
    "may_join",
    "open_history",
    "pause",
    "record",
    "refusal",
    "restore",
    "text_of",
    "undo_ply",
    "waiting_for",
]

STEPS: tuple[HintStep, ...] = get_args(HintStep)
HINT_STEPS = len(STEPS)

_FORCED = ("give", "decline")
"""Verbs that the session makes for a person where nothing else is legal. A forced play or pass stays with the person,
who is to see it."""

LONGEST_NAME = 20
"""Signs in the name of a person."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a bot of a level, or a person (no level). ``name`` of a person is what they are called, "you" for one
    who sits alone among bots; that of a bot is the key of the name shown."""

    name: str = "you"
    level: Level | None = None

    def __str__(self) -> str:
        return self.name if self.level is None else f"bot:{self.level}:{self.name}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``you``, the name of a person, or ``bot:easy:nok``; ValueError."""
        kind, _, rest = text.partition(":")
        named, _, name = rest.partition(":")
        level = next((level for level in LEVELS if level == named), None)
        if kind == "bot" and level and name and ":" not in name:
            return cls(name, level)
        if text and clean_name(text) == text:
            return cls(text)
        raise ValueError(f"not a player: {text!r}")


def clean_name(text: str) -> str:
    """What somebody typed as their name, as it can be kept: one line of at most LONGEST_NAME signs without colons, ""
    where nothing is left."""
    seen = "".join(sign if sign.isprintable() and sign != ":" else " " for sign in text)
    return " ".join(seen.split())[:LONGEST_NAME].strip()


Action = YourMove | BotMove | ShowHint | NextDeal | Forget | Trouble | Ask | Join | Leave | Undo | ShowCards


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody came or went between two deals: who, what the game told of it, who sat where when it was told (whoever
    came or goes among them), and the standing since."""

    player: int
    joined: bool
    events: tuple[Event, ...]
    seats: tuple[int, ...]
    standing: Standing

    def __str__(self) -> str:
        return f"{'join' if self.joined else 'leave'} {self.player}"

    @property
    def after(self) -> tuple[int, ...]:
        """Who sits where since."""
        return self.seats if self.joined else tuple(player for player in self.seats if player != self.player)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of a match: its last state, who sat where, who came and went before it, and how many times moves were
    taken back. ``learner`` is the seat of the person, where there was only one."""

    number: int
    state: State
    seats: tuple[int, ...]
    came: tuple[Change, ...]
    undone: int
    learner: Seat | None

    @property
    def history(self) -> tuple[Step, ...]:
        """The moves as the learner knew them; of several people, as everybody knew them."""
        return open_history(self.state) if self.learner is None else self.state.view(self.learner).history


@dataclass(frozen=True, slots=True)
class TableSession:
    """A match as it stands.

    ``players`` are all who have ever sat here, ``seats`` who sits where in this deal, as numbered among them.
    ``earlier`` are the deals that are over; ``came`` tells who came and went before this one, ``gap`` who did since it
    ended. ``seed`` is for the bots' decisions and is shown to nobody;
    ``answered`` counts the changes of ``answer`` at this ply, and ``undone`` the moves taken back in this deal, so
    that ``rev`` tells any two screens apart. ``holder`` is who has the device, where several people share it.
    """

    game: Game
    rules: Rules
    players: tuple[Player, ...]
    seats: tuple[int, ...]
    seed: int
    state: State
    id: str = ""
    pace: Pace = "normal"
    earlier: tuple[Deal, ...] = ()
    came: tuple[Change, ...] = ()
    gap: tuple[Change, ...] = ()
    ply: int = 0
    undone: int = 0
    answer: Refusal | Hint | Trouble | None = None
    asking: Asking | None = None
    answered: int = 0
    hint_step: int = 0
    """The last step of hint shown at this ply, 0 for none."""
    holder: int | None = None

    def player(self, seat: Seat) -> Player:
        """Who sits there in this deal."""
        return self.players[self.seats[seat]]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people."""
        return tuple(seat for seat in range(len(self.seats)) if self.player(seat).level is None)

    @property
    def viewer(self) -> Seat | None:
        """Whose cards may be shown: the only person's; of several those of who has the device, and nobody's where it
        is somebody else's turn to take it, or once the deal is over and all look on."""
        people = self.people
        if len(people) == 1:
            return people[0]
        if self.outcome is not None or self.holder not in self.seats:
            return None
        seat = self.seats.index(self.holder)
        return seat if waiting_for(self) != "you" or seat == self.state.turn else None

    @property
    def you(self) -> Seat:
        """From which seat the table is looked at: the viewer's, else that of the person on turn, else a person's."""
        viewer, turn = self.viewer, self.state.turn
        if viewer is not None:
            return viewer
        return turn if turn is not None and turn in self.people else self.people[0]

    @property
    def curtain(self) -> bool:
        """Whether all hands are hidden until the person on turn has the device."""
        return waiting_for(self) == "you" and self.viewer is None

    @property
    def view(self) -> View:
        """What whoever sits at ``you`` may know. With no viewer it is to be shown to nobody."""
        return self.state.view(self.you)

    @property
    def deal(self) -> int:
        """Which deal of the match, from 1."""
        return len(self.earlier) + 1

    @property
    def deals(self) -> tuple[Deal, ...]:
        """All deals of the match, this one the last."""
        people = self.people
        learner = people[0] if len(people) == 1 else None
        return (*self.earlier, Deal(self.deal, self.state, self.seats, self.came, self.undone, learner))

    @property
    def finished(self) -> tuple[State, ...]:
        """The last states of earlier deals."""
        return tuple(deal.state for deal in self.earlier)

    @property
    def outcome(self) -> Outcome | None:
        """What this deal ended in."""
        return self.state.outcome

    @property
    def standing(self) -> Standing | None:
        """What the next deal goes by, once this one is over and whoever came or went did so."""
        if self.gap:
            return self.gap[-1].standing
        return None if self.outcome is None else self.outcome.standing

    @property
    def won(self) -> bool:
        """Whether the match is over because somebody has won it."""
        return self.standing is not None and bool(self.standing.winners)

    @property
    def next_seats(self) -> tuple[int, ...]:
        """Who will sit where in the next deal."""
        return self.gap[-1].after if self.gap else self.seats

    @property
    def rev(self) -> str:
        """``id:deal:…:n``: another text for every screen of the match."""
        stand = (self.id, self.deal, self.undone, self.ply, len(self.gap), self.answered)
        return ":".join(map(str, stand))

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
    players that the rules do not allow, where nobody is a person, or two people have one name."""
    _check_players(players)
    ruleset = game.read_rules(rules)
    state = game.deal(ruleset, len(players), Random(deal_seed))
    return TableSession(game, ruleset, tuple(players), tuple(range(len(players))), seed, state, id, pace)


def restore(
    game: Game,
    rules: Rules | str | Mapping[str, Any],
    players: Iterable[Player],
    deals: Iterable[tuple[Mapping[str, Any], Sequence[str]]],
    *,
    seed: int,
    id: str = "",
    pace: Pace = "normal",
    seats: Sequence[Sequence[int]] | None = None,
    changes: Sequence[Sequence[str]] = (),
    undone: Sequence[int] = (),
) -> TableSession:
    """A match as it was saved: each deal's first position and the moves since; by deal who sat where (everybody in
    order where it is not said), who came and went after it (``join 4``, ``leave 1``) and how often somebody took back
    a move. RecordError for a damaged one."""
    players = tuple(players)
    _check_players(players)
    deals = list(deals)
    sat = [tuple(row) for row in seats] if seats is not None else [tuple(range(len(players)))] * len(deals)
    written = game.write_rules(rules) if isinstance(rules, Rules) else rules
    saved = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "rules": written if isinstance(written, str) else dict(written),
        "players": [str(player) for player in players],
        "deals": [
            {"seats": list(row), "start": dict(start), "moves": list(moves)}
            for row, (start, moves) in zip(sat, deals, strict=True)
        ],
    }
    replayed = replay_record(saved)
    if not replayed:
        raise RecordError("shape", "no deal was saved")
    last = [states[-1] for states in replayed]
    match = TableSession(game, last[0].rules, players, sat[0], seed, last[0], id, pace)
    for number, state in enumerate(last, 1):
        if number > 1:
            if match.outcome is None:
                raise RecordError("position", f"begins before deal {number - 1} is over", number)
            if match.next_seats != sat[number - 1]:
                raise RecordError("seats", "others sit there than came and went", number)
            match = _dealt(match, state)
        match = replace(match, ply=len(replayed[number - 1]) - 1, undone=undone[number - 1] if undone else 0)
        if not match.people:
            raise RecordError("seats", "nobody sits there but bots", number)
        try:
            for text in changes[number - 1] if changes else ():
                match = _changed(match, text)
        except ValueError as error:
            raise RecordError("seats", f"after it: {error}", number) from None
    return match


def _check_players(players: Sequence[Player]) -> None:
    people = [player.name.casefold() for player in players if player.level is None]
    if not people or len(set(people)) != len(people):
        raise ValueError("at least one player is a learner, and no two have one name")


def act(session: TableSession, action: Action) -> TableSession:
    """The session after the action. Nothing that a person tries raises; ValueError (IllegalMove and UnreadableMove
    are) for a bot's move, a next deal, a coming or a going that cannot be now."""
    match action:
        case YourMove(text):
            return _tried(session, text)
        case BotMove(text):
            if waiting_for(session) != "bot":
                raise ValueError(f"{text}: nobody but a person is to move")
            return _moved(session, session.game.read_move(text))
        case ShowHint(hint):
            if waiting_for(session) != "you" or session.curtain:
                return session
            step = max(hint.step, session.hint_step)
            return replace(session, answer=hint, answered=session.answered + 1, hint_step=step)
        case ShowCards():
            if not session.curtain or session.state.turn is None:
                return session
            return replace(session, holder=session.seats[session.state.turn], answered=session.answered + 1)
        case Undo():
            return _taken_back(session)
        case NextDeal(seed):
            standing = session.standing
            if standing is None:
                raise ValueError("the deal is not over")
            return _dealt(session, session.game.deal(session.rules, len(session.next_seats), Random(seed), standing))
        case Ask(what):
            asked = session.outcome is not None and (what == "end" or bool(choices(session, what)))
            return replace(session, asking=what, answered=session.answered + 1) if asked else session
        case Join(player):
            joining = replace(session, players=(*session.players, Player.read(player)))
            return _changed(joining, f"join {len(session.players)}")
        case Leave(player):
            if str(player) in choices(session, "leave") and player not in leavers(session):
                return act(session, Ask("end"))  # without the last person there is no match
            return _changed(session, f"leave {player}")
        case Forget():
            return replace(session, answer=None, asking=None, answered=session.answered + 1)
        case Trouble():
            return replace(session, answer=action, answered=session.answered + 1)


def _tried(session: TableSession, text: str) -> TableSession:
    if session.viewer is None:
        return session
    view = session.view
    refused = refusal(view, text)
    if refused is None:
        return _moved(session, session.game.read_move(text))
    return replace(session, answer=refused, asking=None, answered=session.answered + 1)


def _moved(session: TableSession, move: Move) -> TableSession:
    state = session.state.play(move)
    return replace(session, state=state, ply=session.ply + 1, answer=None, answered=0, hint_step=0)


def _dealt(session: TableSession, state: State) -> TableSession:
    """The next deal, once this one is over. Whoever had the device shows it to the next."""
    return replace(
        session,
        state=state,
        seats=session.next_seats,
        earlier=session.deals,
        came=session.gap,
        gap=(),
        ply=0,
        undone=0,
        answer=None,
        asking=None,
        answered=0,
        hint_step=0,
        holder=None,
    )


# Between two deals


def may_join(session: TableSession) -> bool:
    """Whether somebody may sit down now: between two deals, where the game and the ruleset have room."""
    return _open(session) is not None and len(session.next_seats) + 1 in session.game.seats(session.rules)


def leavers(session: TableSession) -> tuple[int, ...]:
    """Who may get up now, as numbered among the players: nobody where too few would be left, and never the last
    person, without whom there is no match."""
    seats = session.next_seats
    if _open(session) is None or len(seats) - 1 not in session.game.seats(session.rules):
        return ()
    people = [player for player in seats if session.players[player].level is None]
    return tuple(player for player in seats if people != [player])


def _open(session: TableSession) -> OpenStanding | None:
    standing: object = session.standing
    return standing if isinstance(standing, OpenStanding) else None


def choices(session: TableSession, asking: Asking) -> tuple[str, ...]:
    """What may be answered, as it comes back: levels, that of most bots here first; players by their numbers."""
    if asking == "join" and may_join(session):
        here = [session.players[player].level for player in session.next_seats]
        return tuple(sorted(LEVELS, key=lambda level: (-here.count(level) == 0, -here.count(level))))
    if asking == "leave" and leavers(session):
        return tuple(map(str, session.next_seats))
    return ()


def _changed(session: TableSession, text: str) -> TableSession:
    """After ``join 4`` or ``leave 1``, the number being that of the player. ValueError where that cannot be now."""
    verb, _, number = text.partition(" ")
    player = int(number)
    seats, standing = session.next_seats, _open(session)
    if standing is None:
        raise ValueError(f"{text}: not now")
    if verb == "join" and may_join(session) and player not in seats and 0 <= player < len(session.players):
        after = standing.join()
        told = (*seats, player)
    elif verb == "leave" and player in leavers(session):
        after = standing.leave(seats.index(player))
        told = seats
    else:
        raise ValueError(f"{text}: not now")
    change = Change(player, verb == "join", after.events[len(standing.events) :], told, cast(Standing, after))
    return replace(session, gap=(*session.gap, change), answer=None, asking=None, answered=0)


# Taking back


def undo_ply(session: TableSession) -> int | None:
    """How many moves are left in this deal where the viewer takes back their last decision; None where there is none to
    take back: the deal is over, or somebody else at the device has decided since."""
    if session.outcome is not None or session.viewer is None:
        return None
    moves = session.state.moves()
    for ply in range(len(moves) - 1, -1, -1):
        before = moves[ply][0]
        if before.turn in session.people and _forced(before) is None:
            return ply if before.turn == session.viewer else None
    return None


def _taken_back(session: TableSession) -> TableSession:
    ply = undo_ply(session)
    if ply is None:
        return session
    state = session.state.moves()[ply][0]
    return replace(
        session,
        state=state,
        ply=ply,
        undone=session.undone + 1,
        answer=None,
        answered=0,
        hint_step=0,
    )


# Who moves

READING = 2500
"""Milliseconds in which a line about one's own cards can be read, whatever the pace."""


def waiting_for(session: TableSession) -> Literal["you", "bot", "over"]:
    """Who moves next: a person, whoever moves by themselves, or nobody. "bot" also where a person's one move is
    forced: it is made after the same pause, so that waiting tells nobody anything."""
    turn = session.state.turn
    if turn is None:
        return "over"
    return "bot" if session.player(turn).level is not None or _forced(session.state) is not None else "you"


def forced_move(session: TableSession) -> str | None:
    """The one legal move of the seat on turn, if the session makes it by itself."""
    turn = session.state.turn
    if turn is not None and session.player(turn).level is None:
        return _forced(session.state)
    legal = session.state.legal_moves()
    return str(legal[0]) if len(legal) == 1 else None


def _forced(state: State) -> str | None:
    """The move that is made for a person on turn."""
    legal = state.legal_moves()
    return str(legal[0]) if len(legal) == 1 and legal[0].verb in _FORCED else None


def pause(session: TableSession, stretch: float = 1.0) -> int:
    """Milliseconds to wait before whoever is not a person moves: ``stretch`` times those of the pace; longer where
    cards leave or have come into the viewer's hand without a choice, so that it is not missed."""
    usual = round(PAUSES[session.pace] * stretch)
    return max(usual, READING) if _hand_changes(session) else usual


def _hand_changes(session: TableSession) -> bool:
    state, you = session.state, session.viewer
    if you is None:
        return False
    if state.turn == you:
        return forced_move(session) is not None  # it is made for the viewer next
    before, made = state.before, state.made
    if before is None or made is None or made.verb not in _FORCED:
        return False
    return state.view(you).hand != before.view(you).hand


def bot_request(session: TableSession) -> tuple[View, Level, int]:
    """What a bot is asked: the view of the seat on turn, the bot's level, and a seed that follows from the match's, so
    that the same moment brings the same move. ValueError where no bot is to move."""
    turn = session.state.turn
    level = None if turn is None else session.player(turn).level
    if turn is None or level is None:
        raise ValueError("no bot is to move")
    return session.state.view(turn), level, _seed(session, "move")


def hint_request(session: TableSession) -> tuple[View, HintStep, int] | None:
    """The view of the person on turn, the next step of hint and a seed; None where all were shown, nobody may see them
    or it is no person's move."""
    step = next((step for step in STEPS if step > session.hint_step), None)
    if step is None or waiting_for(session) != "you" or session.curtain:
        return None
    return session.view, step, _seed(session, "hint")


def _seed(session: TableSession, what: str) -> int:
    text = f"{session.seed} {session.deal} {session.ply} {what}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def open_history(state: State) -> tuple[Step, ...]:
    """The moves of the deal as anybody may know them who has no seat: what two of them share is only counted."""
    seen = [state.view(seat).history for seat in range(state.seats)]
    steps = []
    for at, step in enumerate(state.history):
        events = tuple(event for event in step.events if event.seen_by is None)
        if step.move is not None and (events != step.events or any(view[at].move is None for view in seen)):
            text = step.text.replace(str(step.move.cards), f"x{len(step.move.cards)}")
            steps.append(Step(step.seat, None, events, text))
        else:
            steps.append(step)
    return tuple(steps)


# What is kept


def record(session: TableSession) -> dict[str, Any]:
    """The match as a samrap-record; the deal under way is in it without places. Of a match in which moves were taken
    back ``x-undone`` says how many times."""
    undone = sum(deal.undone for deal in session.deals)
    extra = {"x_undone": undone} if undone else {}
    deals = [(deal.seats, deal.state) for deal in session.deals]
    return write_record(session.game, [str(player) for player in session.players], deals, **extra)


def ended_deals(session: TableSession) -> tuple[tuple[int, Outcome], ...]:
    """Number and outcome of every deal that is over."""
    return tuple((deal.number, deal.state.outcome) for deal in session.deals if deal.state.outcome is not None)
