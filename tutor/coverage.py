"""Which rules are told where: by the engine, by goldens, in lessons, in puzzles, in both languages.

Nothing here believes what a lesson or a golden claims. It runs them, and notes the rules that the engine emits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tutor import games, lessons, puzzles
from tutor.bundle import bundled
from tutor.cards import Card, Cards
from tutor.core import (
    Game,
    Marked,
    Move,
    OpenStanding,
    Reason,
    Rule,
    Rules,
    Standing,
    State,
    UnreadableMove,
    View,
    Zone,
)
from tutor.core.move import VERBS
from tutor.i18n import LANGUAGES, knows
from tutor.lessons import marks
from tutor.session import example

__all__ = ["COLUMNS", "GoldenError", "Hole", "Row", "Ruleset", "cover", "goldens_here", "holes"]

COLUMNS = ("engine", "golden", "lesson", "puzzle", *LANGUAGES)

_TOLD = ("law", "event", "score")
"""The kinds of rule that an engine emits; how cards are dealt, and what is known, is only written."""

_DEALS = 120  # a number of seats: most rules are heard in ten, the rarest in fifty
_MATCH = 5  # deals of a match, each with what the one before left standing
_LONGEST = 2_000  # moves of a deal


class Row(NamedTuple):
    """A rule, and for each column whether it is told there; None where it never is."""

    rule: Rule
    columns: Mapping[str, bool | None]


class Ruleset(NamedTuple):
    """A preset of a game and its rules."""

    game: Game
    rules: Rules
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return f"{self.game.id}/{self.rules.preset}"


class GoldenError(ValueError):
    """A file of goldens that can't be read: ``path``, ``line`` from 1, and the ``reason``."""

    def __init__(self, path: Path, line: int, reason: Reason) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


class Hole(NamedTuple):
    """A rule that is told nowhere in a column."""

    ruleset: Ruleset
    rule: Rule
    column: str


UNREADABLE = Rule("golden.file", "setup")
NO_LIST = Rule("golden.list", "setup")

Heard = defaultdict[tuple[str, str], set[str]]
"""Ids of rules by game and preset; "" for rules that are no preset."""


def cover() -> tuple[Ruleset, ...]:
    """Every ruleset with every rule in every column. Takes seconds.

    LessonError and PuzzleError where lessons and puzzles have faults, GoldenError for goldens that can't be read."""
    goldens, taught, puzzled = _goldens(), _lessons(), _puzzles()
    return tuple(
        _ruleset(game, rules, goldens, taught, puzzled) for game in games.every() for rules in game.presets.values()
    )


def holes(rulesets: Iterable[Ruleset], columns: Iterable[str]) -> Iterator[Hole]:
    """The rules that are missing in these columns."""
    for ruleset in rulesets:
        for row in ruleset.rows:
            yield from (Hole(ruleset, row.rule, column) for column in columns if row.columns[column] is False)


def goldens_here() -> bool:
    """Whether goldens can be walked: only a checkout has them."""
    return bundled("tests", "golden").is_dir()


def _ruleset(game: Game, rules: Rules, goldens: Heard, taught: Heard, puzzled: Heard) -> Ruleset:
    expected = {rule.id for rule in game.rulebook.values() if rule.kind in _TOLD and rule.in_force(rules)}
    by_moves, between = _walks(game, rules, expected)
    key = _key(game, rules)
    rows = []
    for rule in game.rulebook.values():
        heard = rule.id in by_moves or rule.id in between
        if not (rule.in_force(rules) or heard):
            continue
        told = rule.kind in _TOLD
        # What happens when players join or leave between deals is no matter of a position or a move.
        shown = told and not (rule.id in between and rule.id not in by_moves)
        columns: dict[str, bool | None] = {
            "engine": heard if told else None,
            "golden": rule.id in goldens[key] if shown and goldens_here() else None,
            "lesson": rule.id in taught[key] if shown else None,
            "puzzle": rule.id in puzzled[key] if shown else None,
        }
        ids = [f"{rule.id}.name", f"{rule.id}.rule", *([rule.id] if told else [])]
        columns |= {language: all(knows(id, language) for id in ids) for language in LANGUAGES}
        rows.append(Row(rule, columns))
    return Ruleset(game, rules, tuple(rows))


def _key(game: Game, rules: Rules) -> tuple[str, str]:
    return game.id, game.named(rules).preset or ""


# What the engine emits


def _broken(view: View | State, moves: Iterable[Move]) -> Iterator[str]:
    """The laws that these moves break."""
    return (violation.rule.id for move in moves if (violation := view.check(move)) is not None)


def _tries(view: View) -> Iterator[Move]:
    """What somebody in this seat might mark and try, legal or not: every verb with nothing, with cards of one rank,
    with neighbours of one suit (the highest and the lowest are neighbours too), with two that do not belong together,
    and with one that lies elsewhere; and so with what lies on the table, and to every place there."""
    elsewhere = next(card for card in Cards.PACK if card not in view.hand)
    hand = list(view.hand)
    sets = [Cards.NONE, Cards.of([elsewhere]), *map(Cards.of, combinations(hand[:1] + hand[-1:], 2))]
    sets += _together(view, view.hand)
    now = view.verbs()
    for verb in VERBS:
        marks = [Marked(cards) for cards in (sets if verb in now else sets[:2])]
        if verb in now:
            marks += _on_the_table(view, sets)
        for marked in marks:
            try:
                yield view.game.read_move(view.text_of(verb, marked))
            except UnreadableMove:
                continue


def _together(view: View, cards: Cards) -> list[Cards]:
    """Cards of one rank, and neighbours of one suit."""
    found = []
    for rank in dict.fromkeys(card.rank for card in cards):
        alike = [card for card in cards if card.rank == rank]
        found += [Cards.of(chosen) for size in range(1, len(alike) + 1) for chosen in combinations(alike, size)]
    for suit in dict.fromkeys(card.suit for card in cards):
        row = [card for card in view.game.order(cards, view.rules) if card.suit == suit]
        ring = [*row, *row[:2]]
        found += [Cards.of(ring[at : at + size]) for size in (3, 4) for at in range(len(row)) if len(row) >= size]
    return found


def _on_the_table(view: View, sets: Sequence[Cards]) -> Iterator[Marked]:
    """Places of the table with cards of the hand, and their open cards: alone, together, with cards of the hand, and
    to another place."""
    places = [(zone.id, Cards.of(_open(zone))) for zone in view.zones() if zone.kind != "hand" and _open(zone)]
    for place, cards in places:
        yield from (Marked(own, zone=place) for own in sets[2:])
        for card in list(cards)[:3]:
            one = Cards.of([card])
            yield from (Marked(Cards.NONE, one, other) for other, _ in places)
            yield from (Marked(own, one) for own in sets[2:8])
        yield from (Marked(Cards.NONE, together) for together in _together(view, cards))


def _open(zone: Zone) -> list[Card]:
    return [card for card in zone.cards if card is not None]


def _at_hand(view: View, move: Move) -> bool:
    """Whether the table lets one try the move: with one's own cards and those that lie open on the table, and a verb
    that belongs to the moment."""
    marked = view.marked(move)
    table = Cards.of(card for zone in view.zones() if zone.kind != "hand" for card in _open(zone))
    return move.verb in view.verbs() and marked.hand <= view.hand and marked.table <= table


def _any_move(state: State, rng: Random) -> Move:
    return rng.choice(state.legal_moves())


def _most_cards(state: State, rng: Random) -> Move:
    """As many cards as one may, so that what is rare happens."""
    moves = state.legal_moves()
    most = max(len(move.cards) for move in moves)
    return rng.choice([move for move in moves if len(move.cards) == most])


def _habit(state: State, rng: Random) -> Move:
    return state.game.advice.habit(state, rng)


_WAYS: tuple[Callable[[State, Random], Move], ...] = (_any_move, _habit, _most_cards)


def _walks(game: Game, rules: Rules, expected: set[str]) -> tuple[set[str], set[str]]:
    """The rules heard in deals of a ruleset, by moves and between deals; enough deals to hear all that is expected,
    or as many as are worth it."""
    laws = expected & {rule.id for rule in game.rulebook.values() if rule.kind == "law"}
    by_moves: set[str] = set()
    between: set[str] = set()
    standing: Standing | None = None
    for count in range(_DEALS):
        for seats in game.seats(rules):
            rng = Random(f"{game.id} {rules.hash} {seats} {count // _MATCH}")
            standing = None
            for number in range(_MATCH):
                way = _WAYS[(count + number) % len(_WAYS)]
                last = _walk(game.deal(rules, seats, rng, standing), way, rng, by_moves, laws)
                if last.outcome is None:
                    break
                standing = last.outcome.standing
                between |= set(_joined(standing))
            if expected <= by_moves | between:
                return by_moves, between
    return by_moves, between


def _walk(state: State, way: Callable[[State, Random], Move], rng: Random, heard: set[str], laws: set[str]) -> State:
    """Play a deal to its end, and try at every turn what is not allowed, until all laws were heard."""
    heard |= example.told(state)
    for _ in range(_LONGEST):
        if state.turn is None:
            break
        for seat in () if laws <= heard else range(state.seats):
            view = state.view(seat)
            tries = _tries(view)
            heard |= set(_broken(view, tries if seat == state.turn else [_other(tries, state)]))
        state = state.play(way(state, rng))
        heard |= example.told(state)
    return state


def _other(tries: Iterator[Move], state: State) -> Move:
    """A move for a seat that is not on turn."""
    verbs = {move.verb for move in state.legal_moves()}
    return next((move for move in tries if move.verb in verbs), state.legal_moves()[0])


def _joined(standing: Standing) -> Iterator[str]:
    """What happens when somebody joins and somebody leaves, in games where they may."""
    if isinstance(standing, OpenStanding):
        yield from (event.rule.id for event in standing.join().leave(0).events)


# What goldens, lessons and puzzles bring out of it


def _goldens() -> Heard:
    heard: Heard = defaultdict(set)
    for path in sorted(bundled("tests", "golden").glob("*/*.yaml")):
        for golden in _read(path):
            try:
                at, told = _golden(golden)
            except (ValueError, LookupError, TypeError):
                continue  # one that is refused shows no rule; whether it should be is for the tests
            heard[_key(at.game, at.rules)] |= told
    return heard


def _read(path: Path) -> list[Any]:
    try:
        document = marks.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise GoldenError(path, 1, UNREADABLE.broken()) from None
    except marks.UnreadableYaml as error:
        raise GoldenError(path, error.line, error.reason) from None
    if not isinstance(document.data, list):
        raise GoldenError(path, 1, NO_LIST.broken())
    return document.data


def _golden(golden: Mapping[str, Any]) -> tuple[State | View, set[str]]:
    at = games.read(golden["position"])
    told = example.told(at)
    for text in golden.get("when", ()):
        if isinstance(at, View):
            raise TypeError("a view is not played on")
        at = at.play(at.game.read_move(text))
        told |= example.told(at)
    read = at.game.read_move
    then = golden["then"]
    told |= set(_broken(at, map(read, [*then.get("breaks", ()), *then.get("nearest", ())])))
    for seat, moves in then.get("breaks_for", {}).items():
        told |= set(_broken(at.view(seat) if isinstance(at, State) else at, map(read, moves)))
    return at, told


def _lessons() -> Heard:
    """Every step answered rightly; wrongly too, where a question offers that or the author has words for it."""
    heard: Heard = defaultdict(set)
    for lesson in lessons.every():
        for rules in lesson.rules:
            told = heard[_key(lesson.game, rules)]
            for at in range(len(lesson.steps)):
                told |= _step(lessons.begin(lesson, at, rules))
    return heard


def _step(moment: lessons.Moment) -> set[str]:
    told: set[str] = set()
    step, question = moment.step, lessons.ask(moment)
    if question is not None and question.kind not in ("order", "bill", "number"):
        for option in question.options:
            told |= _judged(lessons.judge(moment, (option.id,)))
    elif question is None and moment.view is not None:
        words = getattr(step, "on_wrong", {})
        told |= {id for id in _broken(moment.view, _tries(moment.view)) if id in words}
    rng = Random(step.id)
    for _ in range(_LONGEST):
        if moment.done or (moment.state is not None and moment.state.turn is None):
            break
        answer = lessons.right_answer(moment)
        if answer is None and step.kind == "play_out" and moment.state is not None:
            answer = _habit(moment.state, rng)
        judged = lessons.judge(moment, answer)
        told |= _judged(judged)
        if not judged.right:
            break  # played out without reaching the goal: by habit one may miss it
        moment = judged.moment
    return told


def _judged(judged: lessons.Judgement) -> set[str]:
    return {reason.rule.id for reason in judged.reasons}.union(*map(example.told, judged.states))


def _puzzles() -> Heard:
    """Every legal move answered, the right one until the goal is reached; and what one may try with this hand."""
    heard: Heard = defaultdict(set)
    for puzzle in puzzles.every():
        view = puzzle.view
        told = heard[_key(puzzle.game, view.rules)]
        told |= set(_broken(view, (move for move in _tries(view) if _at_hand(view, move))))
        for move in view.legal_moves():
            answered = puzzles.answer(puzzle, move)
            told |= set().union(*map(example.told, answered.states))
        told |= set().union(*map(example.told, puzzles.solution(puzzle)))
    return heard
