"""Judging the steps that are answered by a move on the table."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tutor.cards import Cards
from tutor.core import Game, Move, State, Violation, nearest
from tutor.lessons.models import MakeMove, PlayOut, TryIllegal
from tutor.lessons.moment import FACTS, Judgement, Moment, begin, told
from tutor.lessons.predicate import Trial

__all__ = ["accepted", "made", "played_out", "tried", "way"]


def made(moment: Moment, step: MakeMove, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    violation = state.check(move)
    if violation is not None:
        return _illegal(moment, violation, move)
    trial = _trial(moment, step, move)
    states = trial.states
    happened = told(moment, *states)
    if not (step.fail is not None and step.fail.holds(trial)):
        after = replace(moment, state=states[-1], made=trial.made)
        if step.accept.holds(trial):
            return Judgement(True, replace(after, done=True), False, happened, cards=move.cards, states=states)
        if trial.made < step.accept.reach and states[-1].turn == moment.seat and way(after, step) is not None:
            return Judgement(True, after, False, happened or (FACTS["go-on"].tip(),), cards=move.cards, states=states)
    facts = moment.lesson.game.advice.tips(state.view(moment.seat), move)
    return Judgement(
        False,
        begin(moment.lesson, moment.at, moment.rules),
        True,
        happened or facts or (FACTS["allowed"].tip(move=move),),
        cards=move.cards,
        states=states,
    )


def tried(moment: Moment, step: TryIllegal, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    violation = state.check(move)
    if violation is None:
        fact = FACTS["try-legal"].tip(move=move)
        return Judgement(False, moment, True, (fact,), cards=move.cards)
    if violation.rule.id == step.breaks:
        return Judgement(True, replace(moment, done=True), False, (violation,), cards=_in_question(violation, move))
    reasons = (violation, FACTS["try-other"].tip())
    return Judgement(False, moment, False, reasons, cards=_in_question(violation, move))


def played_out(moment: Moment, step: PlayOut, move: Move) -> Judgement:
    state = moment.state
    assert state is not None
    assert state.turn is not None
    mover, mine = state.turn, state.turn == moment.seat
    if mine and (violation := state.check(move)) is not None:
        return _illegal(moment, violation, move)
    after = state.play(move)
    count = moment.made + mine
    game = moment.lesson.game
    trial = Trial(game, moment.rules, state, move, mover, moment.seat, None, (after,), count)
    happened = told(moment, after)
    next = replace(moment, state=after, made=count)
    if step.goal.holds(trial):
        return Judgement(True, replace(next, done=True), False, happened, states=(after,))
    if after.turn is None or not after.view(moment.seat).hand:
        reasons = (*happened, FACTS["played-out"].tip())
        return Judgement(False, begin(moment.lesson, moment.at, moment.rules), True, reasons, states=(after,))
    return Judgement(True, next, False, happened, states=(after,))


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
    )


def _in_question(violation: Violation, move: Move) -> Cards:
    cards = violation.params.get("cards")
    return cards if isinstance(cards, Cards) else move.cards


def _trial(moment: Moment, step: MakeMove, move: Move) -> Trial:
    """The learner's legal move and the replies: the script, where it fits, else habit, until the learner's turn.

    Once the learner has no cards only the script goes on."""
    state = moment.state
    assert state is not None
    game = moment.lesson.game
    states = [state.play(move)]
    script = list(step.script[_spoken(moment) :])
    out = not states[0].view(moment.seat).hand
    while states[-1].turn not in (None, moment.seat) and (script or not out):
        reply = _scripted(game, script.pop(0) if script else None, states[-1])
        states.append(states[-1].play(reply))
    return Trial(game, moment.rules, state, move, moment.seat, moment.seat, None, tuple(states), moment.made + 1)


def _spoken(moment: Moment) -> int:
    """How many moves of the script have been made in earlier moves of this step."""
    state = moment.state
    return 0 if state is None else sum(before.turn != moment.seat for before, _ in state.moves())


def _scripted(game: Game, text: str | None, state: State) -> Move:
    if text is not None:
        move = game.read_move(text)
        if state.check(move) is None:
            return move
    return game.advice.habit(state, Random(0))


def way(moment: Moment, step: MakeMove) -> Move | None:
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
            if way(after, step) is not None:
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
