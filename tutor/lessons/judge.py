"""Running a lesson: where a step stands, what it asks, and whether an answer is right. Pure; the engine judges.

``begin`` and ``judge`` are deterministic, so a run is rebuilt from the answers that were given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Literal, NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core import Game, Move, Reason, Rule, Rules, ScoreLine, State, Step, View, Violation, nearest
from tutor.core.prose import Text
from tutor.lessons.models import (
    Count,
    Lesson,
    LessonStep,
    MakeMove,
    Order,
    PlayOut,
    Score,
    Select,
    Spot,
    Tell,
    TryIllegal,
    WhoNext,
)
from tutor.lessons.predicate import Trial, higher

__all__ = [
    "FACTS",
    "Answer",
    "Field",
    "Judgement",
    "Moment",
    "Option",
    "Question",
    "ask",
    "begin",
    "judge",
    "right_answer",
]

FACTS = {
    name: Rule(f"lesson.{name}", "knowledge")
    for name in (
        *("allowed", "go-on", "played-out", "try-legal", "try-other"),
        *("may", "missed", "higher", "lower", "same-rank", "other-rank", "order-pair"),
        *("seat-out", "seat-turn", "way", "place", "amount", "spot-legal", "spot-later"),
        *("count-wrong", "count-seen", "no-number"),
    )
}
"""What the judge itself has to say, where no rule of the game says it; the ids are ``lesson.<name>``."""

Answer = Move | Sequence[str] | str | Mapping[str, str] | None
"""None for having read; a move; ids of options; a number as it was typed; a bill by field."""


@dataclass(frozen=True)
class Moment:
    """Where a run stands: a step of a lesson in a ruleset, and what lies on its table."""

    lesson: Lesson
    at: int
    rules: Rules
    seat: Seat = 0
    state: State | None = None
    made: int = 0
    done: bool = False

    @property
    def step(self) -> LessonStep:
        """The step itself."""
        return self.lesson.steps[self.at]

    @property
    def view(self) -> View | None:
        """What the learner sees; None where the step has no table."""
        return self.state.view(self.seat) if self.state is not None else None

    @property
    def mine(self) -> bool:
        """Whether the learner is asked now; False once the step is done and while another seat plays."""
        if self.done:
            return False
        return not isinstance(self.step, PlayOut) or (self.state is not None and self.state.turn == self.seat)


class Option(NamedTuple):
    """Something to choose: cards, a seat, or a move (of ``seat``, where it is one of a record)."""

    id: str
    cards: Cards | None = None
    seat: Seat | None = None
    move: Move | None = None
    note: Reason | None = None


class Field(NamedTuple):
    """A line of a bill: what ``line`` gave this seat; without a line, the seat's place."""

    id: str
    seat: Seat
    line: ScoreLine | None = None


class Question(NamedTuple):
    """What is asked beside the table, and how it is answered. ``steps`` are moves to be told first; the table stays as
    it was before them, since it would give the answer away."""

    kind: Literal["cards", "plays", "order", "seat", "number", "moves", "bill"]
    options: tuple[Option, ...] = ()
    many: bool = False
    fields: tuple[Field, ...] = ()
    steps: tuple[Step, ...] = ()


class Judgement(NamedTuple):
    """What came of an answer. ``moment`` is where to go on: where it stood after a wrong answer; ``states`` are to
    be shown one after another before that. ``correct`` is a right answer, as option ids or texts of moves."""

    right: bool
    moment: Moment
    soft: bool = False
    reasons: tuple[Reason, ...] = ()
    text: Text | None = None
    cards: Cards = Cards.NONE
    nearest: Move | None = None
    correct: tuple[str, ...] = ()
    states: tuple[State, ...] = ()


def begin(lesson: Lesson, at: int = 0, rules: Rules | None = None) -> Moment:
    """A step of a lesson before anything was answered; in its first ruleset unless told. PositionError only for a
    lesson that was not loaded by the loader."""
    rules = lesson.rules[0] if rules is None else rules
    step = lesson.steps[at]
    if step.position is None:
        return Moment(lesson, at, rules)
    game = lesson.game
    state = game.setup({**step.position, "game": game.id, "rules": game.write_rules(rules)})
    seat = step.learner if step.learner is not None else state.turn
    assert seat is not None
    return Moment(lesson, at, rules, seat, state)


def ask(moment: Moment) -> Question | None:
    """What the step asks beside the table; None where it is read, or answered by a move on the table."""
    step, state = moment.step, moment.state
    match step:
        case Select():
            given = step.options
            if not given and state is not None:
                hand = state.view(moment.seat).hand
                given = tuple(Cards.of([card]) for card in moment.lesson.game.order(hand, moment.rules))
            kind: Literal["cards", "plays"] = "cards" if all(len(cards) == 1 for cards in given) else "plays"
            return Question(kind, tuple(Option(str(cards), cards) for cards in given), many=True)
        case Order():
            shuffled = list(step.cards)
            Random(step.id).shuffle(shuffled)
            if tuple(shuffled) == moment.lesson.game.order(step.cards, moment.rules, step.inverted):
                shuffled.reverse()
            return Question("order", tuple(Option(str(card), Cards.of([card])) for card in shuffled), many=True)
        case WhoNext() if step.about == "direction":
            ways = tuple(
                Option(str(way), note=FACTS["way"].tip(case="forward" if way == 1 else "back")) for way in (1, -1)
            )
            return Question("moves", ways, steps=_last(moment, step.script).history)
        case WhoNext():
            assert state is not None
            seats = tuple(Option(str(seat), seat=seat) for seat in range(state.seats))
            return Question("seat", seats, steps=_last(moment, step.script).history)
        case Score():
            last = _ended(moment)
            fields = tuple(field for field, _ in _bill(last))
            return Question("bill", fields=fields, steps=last.history)
        case Spot():
            return Question(
                "moves",
                tuple(Option(str(at), seat=seat, move=move) for at, (seat, move) in enumerate(_record(moment))),
            )
        case Count():
            return Question("number")
    return None


def judge(moment: Moment, answer: Answer) -> Judgement:
    """Whether the answer is right, why, and where to go on.

    In a step that is played out, a move while another seat is on turn is that seat's. ValueError for an answer of
    another kind than the step asks for, and IllegalMove for an illegal move of another seat."""
    if moment.done:
        raise ValueError("the step is done")
    step = moment.step
    if isinstance(step, Tell):
        return Judgement(True, replace(moment, done=True))
    if isinstance(step, MakeMove | TryIllegal | PlayOut):
        if not isinstance(answer, Move):
            raise ValueError("this step is answered by a move")
        judged = (
            _made(moment, step, answer)
            if isinstance(step, MakeMove)
            else _tried(moment, step, answer)
            if isinstance(step, TryIllegal)
            else _played_out(moment, step, answer)
        )
    elif isinstance(step, Score):
        if not isinstance(answer, Mapping):
            raise ValueError("this step is answered by a bill")
        judged = _scored(moment, answer)
    elif isinstance(step, Count):
        if not isinstance(answer, str):
            raise ValueError("this step is answered by a number")
        judged = _counted(moment, step, answer)
    else:
        if not isinstance(answer, Sequence) or isinstance(answer, str):
            raise ValueError("this step is answered by choosing")
        question = ask(moment)
        assert question is not None
        if unknown := set(answer) - {option.id for option in question.options}:
            raise ValueError(f"no such choice: {min(unknown)}")
        judged = _chosen(moment, answer, question)
    return _worded(step, judged)


def right_answer(moment: Moment) -> Answer:
    """An answer that is right, computed by the engine; for a step of several moves the next of them. None where
    there is none, where the step is read, and where it is played out (nothing proves a way to the goal)."""
    step, state = moment.step, moment.state
    match step:
        case Select():
            return tuple(option.id for option in _options(moment) if step.which.holds(_option(moment, option)))
        case Order():
            return tuple(map(str, moment.lesson.game.order(step.cards, moment.rules, step.inverted)))
        case WhoNext():
            last = _last(moment, step.script)
            return (str(last.turn if step.about == "turn" else last.position().direction),)
        case Score():
            return {field.id: str(amount) for field, amount in _bill(_ended(moment))}
        case Spot():
            at = _broken(moment)[0]
            return (str(at),) if at is not None else None
        case Count():
            return str(len(_counting(moment, step)))
        case TryIllegal():
            return moment.lesson.game.read_move(step.example)
        case MakeMove() if state is not None:
            return _way(moment, step)
    return None


# Moves on the table


def _made(moment: Moment, step: MakeMove, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    violation = state.check(move)
    if violation is not None:
        return _illegal(moment, violation, move)
    trial = _trial(moment, step, move)
    states = trial.states
    told = tuple(event for after in states for event in after.events if event.seen(moment.seat))
    if not (step.fail is not None and step.fail.holds(trial)):
        after = replace(moment, state=states[-1], made=trial.made)
        if step.accept.holds(trial):
            return Judgement(True, replace(after, done=True), False, told, cards=move.cards, states=states)
        if trial.made < step.accept.reach and states[-1].turn == moment.seat and _way(after, step) is not None:
            return Judgement(True, after, False, told or (FACTS["go-on"].tip(),), cards=move.cards, states=states)
    facts = moment.lesson.game.advice.tips(state.view(moment.seat), move)
    reasons: tuple[Reason, ...] = (*told, *facts)
    begun = begin(moment.lesson, moment.at, moment.rules)
    return Judgement(
        False,
        begun,
        True,
        reasons or (FACTS["allowed"].tip(move=move),),
        cards=move.cards,
        correct=_shown(_way(begun, step)),
        states=states,
    )


def _tried(moment: Moment, step: TryIllegal, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    violation = state.check(move)
    if violation is None:
        fact = FACTS["try-legal"].tip(move=move)
        return Judgement(False, moment, True, (fact,), cards=move.cards, correct=(step.example,))
    if violation.rule.id == step.breaks:
        return Judgement(True, replace(moment, done=True), False, (violation,), cards=_in_question(violation, move))
    reasons = (violation, FACTS["try-other"].tip())
    return Judgement(False, moment, False, reasons, cards=_in_question(violation, move), correct=(step.example,))


def _played_out(moment: Moment, step: PlayOut, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    assert state.turn is not None
    mover, mine = state.turn, state.turn == moment.seat
    if mine and (violation := state.check(move)) is not None:
        return _illegal(moment, violation, move)
    after = state.play(move)
    made = moment.made + mine
    game = moment.lesson.game
    trial = Trial(game, moment.rules, state, move, mover, moment.seat, None, (after,), made)
    told = tuple(event for event in after.events if event.seen(moment.seat))
    next = replace(moment, state=after, made=made)
    if step.goal.holds(trial):
        return Judgement(True, replace(next, done=True), False, told, states=(after,))
    if after.turn is None or not after.view(moment.seat).hand:
        reasons = (*told, FACTS["played-out"].tip())
        return Judgement(False, begin(moment.lesson, moment.at, moment.rules), True, reasons, states=(after,))
    return Judgement(True, next, False, told, states=(after,))


def _illegal(moment: Moment, violation: Violation, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    return Judgement(
        False,
        moment,
        False,
        (violation,),
        cards=_in_question(violation, move),
        nearest=nearest(state, move),
        correct=_shown(right_answer(moment)),
    )


def _in_question(violation: Violation, move: Move) -> Cards:
    cards = violation.params.get("cards")
    return cards if isinstance(cards, Cards) else move.cards


def _trial(moment: Moment, step: MakeMove, move: Move) -> Trial:
    """The learner's legal move and the replies: the script, where it fits, else habit, until the learner's turn."""
    state = moment.state
    assert state is not None
    game = moment.lesson.game
    states = [state.play(move)]
    script = iter(step.script[_spoken(moment, step) :])
    while states[-1].turn not in (None, moment.seat):
        reply = _scripted(game, next(script, None), states[-1])
        states.append(states[-1].play(reply))
        if len(states) > 200:
            raise AssertionError("a deal that does not end")
    return Trial(game, moment.rules, state, move, moment.seat, moment.seat, None, tuple(states), moment.made + 1)


def _spoken(moment: Moment, step: MakeMove) -> int:
    """How many moves of the script have been made in earlier moves of this step."""
    state = moment.state
    return 0 if state is None else sum(before.turn != moment.seat for before, _ in state.moves())


def _scripted(game: Game, text: str | None, state: State) -> Move:
    if text is not None:
        move = game.read_move(text)
        if state.check(move) is None:
            return move
    return game.advice.habit(state, Random(0))


def _way(moment: Moment, step: MakeMove) -> Move | None:
    """The first legal move by which the step can still be done, None if there is none."""
    state = moment.state
    assert state is not None
    for move in state.legal_moves():
        trial = _trial(moment, step, move)
        if step.fail is not None and step.fail.holds(trial):
            continue
        if step.accept.holds(trial):
            return move
        last = trial.states[-1]
        if trial.made < step.accept.reach and last.turn == moment.seat:
            after = replace(moment, state=last, made=trial.made)
            if _way(after, step) is not None:
                return move
    return None


def accepted(moment: Moment) -> tuple[Move, ...]:
    """All legal moves that a ``move`` step takes as right at once."""
    step, state = moment.step, moment.state
    if not isinstance(step, MakeMove) or state is None:
        return ()
    found = []
    for move in state.legal_moves():
        trial = _trial(moment, step, move)
        if step.accept.holds(trial) and not (step.fail is not None and step.fail.holds(trial)):
            found.append(move)
    return tuple(found)


# Questions beside the table


def _chosen(moment: Moment, answer: Sequence[str], question: Question) -> Judgement:
    step = moment.step
    correct = right_answer(moment)
    assert isinstance(correct, tuple)
    right = tuple(answer) == correct if isinstance(step, Order) else set(answer) == set(correct)
    if right:
        return Judgement(True, replace(moment, done=True), False, *_why(moment, step))
    reasons: tuple[Reason, ...]
    cards = Cards.NONE
    match step:
        case Select():
            reasons, cards = _marked(moment, step, set(answer), set(correct), question)
        case Order():
            reasons, cards = _sorted(moment, step, answer)
        case WhoNext():
            reasons = _not_next(moment, step, answer)
        case Spot():
            reasons = _not_spotted(moment, answer, correct)
        case _:
            raise AssertionError(step.kind)
    return Judgement(False, moment, False, reasons, cards=cards, correct=correct)


def _why(
    moment: Moment, step: LessonStep
) -> tuple[tuple[Reason, ...], None, Cards, None, tuple[str, ...], tuple[State, ...]]:
    """What the engine tells when a choice was right, and the states that led there."""
    reasons: tuple[Reason, ...] = ()
    states: tuple[State, ...] = ()
    cards = Cards.NONE
    if isinstance(step, WhoNext):
        states = tuple(_states(moment, step.script))
        if states:
            reasons = tuple(event for event in states[-1].events if event.seen(moment.seat))
    elif isinstance(step, Spot):
        at, violation = _broken(moment)
        assert at is not None
        assert violation is not None
        reasons, cards = (violation,), _record(moment)[at][1].cards
        states = tuple(_states(moment, [str(move) for _, move in _record(moment)[:at]]))
    return reasons, None, cards, None, (), states


def _options(moment: Moment) -> tuple[Option, ...]:
    question = ask(moment)
    assert question is not None
    return question.options


def _option(moment: Moment, option: Option) -> Trial:
    """The option as a move tried now."""
    assert option.cards is not None
    game, state = moment.lesson.game, moment.state
    if state is None:
        move = Move(option.cards)
        return Trial(game, moment.rules, None, move, moment.seat, moment.seat, None, (), 1)
    move = game.read_move(f"{state.view(moment.seat).verbs()[0]} {option.cards}")
    violation = state.check(move)
    states = () if violation is not None else (state.play(move),)
    return Trial(game, moment.rules, state, move, moment.seat, moment.seat, violation, states, 1)


def _marked(
    moment: Moment, step: Select, chosen: set[str], correct: set[str], question: Question
) -> tuple[tuple[Reason, ...], Cards]:
    """The first card that was marked wrongly and the first that was missed, each with its reason."""
    reasons: list[Reason] = []
    cards = Cards.NONE
    for wrong in (chosen - correct, correct - chosen):
        option = next((option for option in question.options if option.id in wrong), None)
        if option is None or option.cards is None:
            continue
        missed = option.id in correct
        reasons.append(_about(moment, step, option, missed))
        if not missed:
            cards |= option.cards
    return tuple(reasons), cards


def _about(moment: Moment, step: Select, option: Option, missed: bool) -> Reason:
    """Why an option belongs to the answer (missed) or does not."""
    trial = _option(moment, option)
    assert option.cards is not None
    if not step.which.needs_table():
        card, than = _compared(step, option.cards)
        if step.which.same_rank_as is not None:
            return FACTS["same-rank" if missed else "other-rank"].tip(card=card, than=than)
        return FACTS["higher" if missed else "lower"].tip(card=card, than=than)
    if trial.violation is not None:
        return trial.violation
    return FACTS["missed" if missed else "may"].tip(cards=option.cards)


def _compared(step: Select | Count, cards: Cards) -> tuple[Card, Card]:
    than = next(
        than for part in step.which.inner() for than in (part.higher_than, part.same_rank_as) if than is not None
    )
    return next(iter(cards)), than


def _sorted(moment: Moment, step: Order, answer: Sequence[str]) -> tuple[tuple[Reason, ...], Cards]:
    """The first two neighbours that stand the wrong way round."""
    cards = [Card.read(text) for text in answer]
    game = moment.lesson.game
    for low, high in pairwise(cards):
        if higher(game, moment.rules, low, high, step.inverted):
            return (FACTS["order-pair"].tip(card=low, than=high),), Cards.of((low, high))
    missing = step.cards - Cards.of(cards)
    return (FACTS["missed"].tip(cards=missing),), missing


def _not_next(moment: Moment, step: WhoNext, answer: Sequence[str]) -> tuple[Reason, ...]:
    last = _last(moment, step.script)
    told = tuple(event for event in last.events if event.seen(moment.seat))
    if step.about == "direction":
        way = last.position().direction
        return (*told, FACTS["way"].tip(case="forward" if way == 1 else "back"))
    turn = last.turn
    reasons: list[Reason] = []
    for text in answer:
        seat = int(text)
        if seat == turn:
            continue
        view = last.view(seat)
        if not view.hand:
            reasons.append(FACTS["seat-out"].tip(seat=seat))
        elif turn is not None and (violation := view.check(last.legal_moves()[0])) is not None:
            reasons.append(violation)
    if turn is not None:
        reasons.append(FACTS["seat-turn"].tip(seat=turn))
    return (*reasons, *told)


def _states(moment: Moment, script: Iterable[str]) -> list[State]:
    """The states after each move of a script, from the position."""
    assert moment.state is not None
    states = []
    state = moment.state
    for text in script:
        state = state.play(moment.lesson.game.read_move(text))
        states.append(state)
    return states


def _last(moment: Moment, script: Sequence[str]) -> State:
    assert moment.state is not None
    return (_states(moment, script) or [moment.state])[-1]


# Bills


def _ended(moment: Moment) -> State:
    assert isinstance(moment.step, Score)
    return _last(moment, moment.step.script)


def _bill(state: State) -> tuple[tuple[Field, int], ...]:
    """What is to be filled in: each line of the outcome, or each seat's place where there are no points."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.lines:
        return tuple((Field(f"line-{at}", line.seat, line), line.amount) for at, line in enumerate(outcome.lines))
    places: dict[Seat, int] = {}
    for together in outcome.places:
        place = len(places) + 1
        places.update(dict.fromkeys(together, place))
    return tuple((Field(f"place-{seat}", seat), places[seat]) for seat in sorted(places))


def _scored(moment: Moment, answer: Mapping[str, str]) -> Judgement:
    """Every field is checked; each wrong one is explained by its line, or by the place."""
    bill = _bill(_ended(moment))
    reasons: list[Reason] = []
    for field, amount in bill:
        given = _number(answer.get(field.id, ""))
        if given == amount:
            continue
        if field.line is not None:
            reasons += [field.line, FACTS["amount"].tip(seat=field.seat, number=amount)]
        else:
            reasons.append(FACTS["place"].tip(seat=field.seat, place=amount))
    assert isinstance(moment.step, Score)
    states = tuple(_states(moment, moment.step.script))
    told = tuple(event for event in states[-1].events if event.seen(moment.seat)) if states else ()
    if not reasons:
        return Judgement(True, replace(moment, done=True), False, told, states=states)
    correct = tuple(f"{field.id}={amount}" for field, amount in bill)
    return Judgement(False, moment, False, tuple(reasons), correct=correct)


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


# Records


def _record(moment: Moment) -> list[tuple[Seat, Move]]:
    assert isinstance(moment.step, Spot)
    record = []
    for text in moment.step.moves:
        seat, _, move = text.strip().partition(" ")
        record.append((int(seat), moment.lesson.game.read_move(move)))
    return record


def _broken(moment: Moment) -> tuple[int | None, Violation | None]:
    """The first move of the record that broke a rule, and the rule."""
    state = moment.state
    assert state is not None
    for at, (seat, move) in enumerate(_record(moment)):
        violation = state.view(seat).check(move)
        if violation is not None:
            return at, violation
        state = state.play(move)
    return None, None


def spotted(moment: Moment) -> int | None:
    """The number of the move that a ``spot`` step is about; None if all are legal."""
    return _broken(moment)[0]


def _not_spotted(moment: Moment, answer: Sequence[str], correct: tuple[str, ...]) -> tuple[Reason, ...]:
    record = _record(moment)
    reasons: list[Reason] = []
    for text in answer:
        if text in correct:
            continue
        seat, move = record[int(text)]
        fact = "spot-legal" if int(text) < int(correct[0]) else "spot-later"
        reasons.append(FACTS[fact].tip(seat=seat, move=move))
    return tuple(reasons)


# Counting


def _counting(moment: Moment, step: Count) -> Cards:
    """The cards out of the learner's sight for which ``which`` holds."""
    assert moment.state is not None
    return _which(moment, step, moment.state.view(moment.seat).unseen().cards)


def _which(moment: Moment, step: Count, cards: Cards) -> Cards:
    return Cards.of(
        card for card in cards if step.which.holds(_card_trial(moment, Cards.of([card])))
    )  # fmt: skip


def _card_trial(moment: Moment, cards: Cards) -> Trial:
    return Trial(moment.lesson.game, moment.rules, moment.state, Move(cards), moment.seat, moment.seat, None, (), 1)


def _counted(moment: Moment, step: Count, answer: str) -> Judgement:
    given = _number(answer)
    hidden = _counting(moment, step)
    if given == len(hidden):
        return Judgement(True, replace(moment, done=True), False, cards=hidden)
    if given is None:
        return Judgement(False, moment, False, (FACTS["no-number"].tip(),), correct=(str(len(hidden)),))
    seen = _which(moment, step, Cards.PACK) - hidden
    reasons: list[Reason] = [FACTS["count-wrong"].tip(case="more" if given < len(hidden) else "fewer")]
    if seen:
        reasons.append(FACTS["count-seen"].tip(cards=seen))
    return Judgement(False, moment, False, tuple(reasons), cards=seen, correct=(str(len(hidden)),))


# Words


def _worded(step: LessonStep, judged: Judgement) -> Judgement:
    """The judgement with the author's words: `right` once the step is done; `on_wrong` by the rule that was broken
    or that fired, then `legal`, then `other`."""
    if isinstance(step, Tell):
        return judged
    if judged.right:
        return judged._replace(text=step.right) if judged.moment.done else judged
    ids = [reason.rule.id for reason in judged.reasons]
    ids += (["legal"] if judged.soft else []) + ["other"]
    return judged._replace(text=next((step.on_wrong[id] for id in ids if id in step.on_wrong), None))


def _shown(answer: Answer) -> tuple[str, ...]:
    return (str(answer),) if isinstance(answer, Move) else ()
