"""The steps that are asked beside the table: what they ask, what is right, and what a wrong answer is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Literal

from tutor.cards import Card, Cards, Seat
from tutor.core import Move, Reason, State, Violation
from tutor.lessons.models import Count, LessonStep, Order, Score, Select, Spot, WhoNext
from tutor.lessons.moment import FACTS, Answer, Field, Judgement, Moment, Option, Question, told
from tutor.lessons.predicate import Trial, higher

__all__ = ["answered", "ask", "chosen", "counted", "scored", "spotted"]


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


def answered(moment: Moment) -> Answer:
    """The right answer of a question, computed by the engine; None for a step that asks none."""
    step = moment.step
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
    return None


def chosen(moment: Moment, answer: Sequence[str], question: Question) -> Judgement:
    """Judge a choice among the options of the question."""
    step = moment.step
    correct = answered(moment)
    assert isinstance(correct, tuple)
    right = tuple(answer) == correct if isinstance(step, Order) else set(answer) == set(correct)
    if right:
        return _well_chosen(moment, step)
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
    return Judgement(False, moment, False, reasons or (FACTS["nothing"].tip(),), cards=cards)


def _well_chosen(moment: Moment, step: LessonStep) -> Judgement:
    """A right choice, with what the engine tells of it and the states that led there."""
    done = Judgement(True, replace(moment, done=True))
    if isinstance(step, WhoNext):
        states = tuple(_states(moment, step.script))
        return done._replace(reasons=told(moment, *states[-1:]), states=states)
    if isinstance(step, Spot):
        at, violation = _broken(moment)
        assert at is not None
        assert violation is not None
        record = _record(moment)
        states = tuple(_states(moment, [str(move) for _, move in record[:at]]))
        return done._replace(reasons=(violation,), cards=record[at][1].cards, states=states)
    return done


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
    happened = told(moment, last)
    if step.about == "direction":
        way = last.position().direction
        return (*happened, FACTS["way"].tip(case="forward" if way == 1 else "back"))
    turn = last.turn
    reasons: list[Reason] = []
    for text in answer:
        seat = int(text)
        if seat == turn:
            continue
        view = last.view(seat)
        if not view.hand:
            reasons.append(FACTS["seat-out"].tip(seat=seat))
        elif turn is not None:
            violation = view.check(last.legal_moves()[0])
            # A violation that names the seat is about it; "not your turn" would speak to the reader.
            if violation is not None and violation.params.get("seat") == seat:
                reasons.append(violation)
    if turn is not None:
        reasons.append(FACTS["seat-turn"].tip(seat=turn))
    return (*reasons, *happened)


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


def scored(moment: Moment, answer: Mapping[str, str]) -> Judgement:
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
    if not reasons:
        return Judgement(True, replace(moment, done=True), False, told(moment, *states[-1:]), states=states)
    return Judgement(False, moment, False, tuple(reasons))


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


def counted(moment: Moment, step: Count, answer: str) -> Judgement:
    given = _number(answer)
    hidden = _counting(moment, step)
    if given == len(hidden):
        return Judgement(True, replace(moment, done=True), False, cards=hidden)
    if given is None:
        return Judgement(False, moment, False, (FACTS["no-number"].tip(),))
    seen = _which(moment, step, Cards.PACK) - hidden
    reasons: list[Reason] = [FACTS["count-wrong"].tip(case="more" if given < len(hidden) else "fewer")]
    if seen:
        reasons.append(FACTS["count-seen"].tip(cards=seen))
    return Judgement(False, moment, False, tuple(reasons), cards=seen)
