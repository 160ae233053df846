"""Hints in four steps: a question, the cards to look at, the move, why. Knows no game: facts come from its advice."""

from __future__ import annotations

from random import Random
from statistics import fmean

from tutor.bots.choice import weigh
from tutor.bots.decision import Decision, Hint, MoveEval, Step, Why
from tutor.bots.trial import Course, Trial
from tutor.cards import Cards
from tutor.core import IllegalMove, Move, Rule, Tip, View

__all__ = ["HINT_WORLDS", "hint"]

HINT_WORLDS = 120  # about what it takes for a difference to be known to 0.03 of the scale
REASONS = 2
USUAL = 0.6  # from this share of deals on something is likely
CLEAR = 0.1  # a difference of shares that is worth saying

_LOOK = Rule("bots.hint.look", "knowledge")
_MOVE = Rule("bots.hint.move", "knowledge")
_FORCED = Rule("bots.hint.forced", "knowledge")
_NO_CHOICE = Rule("bots.hint.no-choice", "knowledge")
_SAME = Rule("bots.hint.same", "knowledge")
_VALUE = Rule("bots.hint.value", "knowledge")
_CLOSE = Rule("bots.hint.close", "knowledge")
_UNANSWERED = Rule("bots.share.unanswered", "knowledge")
_FIRST = Rule("bots.share.first", "knowledge")
_LAST = Rule("bots.share.last", "knowledge")


def hint(view: View, step: Step, rng: Random, budget: int | None = None, move_in_mind: Move | None = None) -> Hint:
    """One step of help for the seat on turn. With the same view, ``rng``, budget and move in mind all steps are about
    the same move; ``move_in_mind``, what the learner would play, is what it is held against at step 4.

    ValueError where the seat is not on turn, IllegalMove for a move in mind that is not legal."""
    legal = view.legal_moves()
    if not legal:
        raise ValueError(f"seat {view.seat} is not on turn")
    if move_in_mind is not None and (violation := view.check(move_in_mind)):
        raise IllegalMove(violation)
    if step == 1:
        question = Rule(view.game.advice.question(view), "knowledge")
        return Hint(1, (question.tip(),), Cards.NONE, None, None, ())
    if len(legal) == 1:
        forced = Decision(legal[0], (), "forced", 0)
        tip = _FORCED.tip(move=legal[0])
        if step == 2:
            return Hint(2, (_NO_CHOICE.tip(),), Cards.NONE, None, forced, ())
        return Hint(step, (tip,), legal[0].cards, legal[0], forced, ())
    decision, trial = weigh(view, rng, HINT_WORLDS if budget is None else budget, also=move_in_mind)
    if step == 2:
        cards = _cards_to_look_at(decision)
        return Hint(2, (_LOOK.tip(cards=cards),), cards, None, decision, ())
    best = decision.move
    if step == 3:
        return Hint(3, (_MOVE.tip(move=best),), best.cards, best, decision, ())
    against = decision.of(move_in_mind) if move_in_mind is not None else None
    other = against if against is not None and against.move != best else decision.table[1]
    why = _reasons(view, decision, other, trial)
    tips = [reason.tip for reason in why]
    if move_in_mind == best:
        tips.insert(0, _SAME.tip(move=best))
    tips += _numbers(decision.table[0], other)
    return Hint(4, tuple(tips), best.cards, best, decision, why)


def _cards_to_look_at(decision: Decision) -> Cards:
    """The cards of the move and those of the best other that shares none with it; a move without cards hides behind
    the two best that have some."""
    named = [line.move.cards for line in decision.table if line.move.cards]
    first = named[0] if named else Cards.NONE
    return first | next((cards for cards in named if not cards & first), Cards.NONE)


def _reasons(view: View, decision: Decision, other: MoveEval, trial: Trial) -> tuple[Why, ...]:
    """Two reasons for the move at most, then one caution; what sets it apart from the other move comes first."""
    facts_for, facts_against = _facts(view, decision, other.move)
    worlds = other.worlds
    own = trial.courses(decision.move, worlds)
    theirs = trial.courses(other.move, worlds)
    speaks_for = [*facts_for, *_shares(own, theirs, decision.move, other.move)][:REASONS]
    speaks_against = [*facts_against, *_risks(own)][:1]
    return (*speaks_for, *speaks_against)


def _facts(view: View, decision: Decision, other: Move) -> tuple[list[Why], list[Why]]:
    """The game's facts about the move, for and against, those that are not true of the other move first.

    A fact speaks against the move where the candidates of which it is true came out worse than the rest."""
    told = {line.move: view.game.advice.tips(view, line.move) for line in decision.table}
    shared = {tip.rule.id for tip in told[other]}
    speaks_for: list[Why] = []
    speaks_against: list[Why] = []
    for tip in sorted(told[decision.move], key=lambda tip: tip.rule.id in shared):
        having: tuple[list[float], list[float]] = [], []
        for line in decision.table:
            having[any(tip.rule.id == found.rule.id for found in told[line.move])].append(line.mean)
        worse = bool(having[False]) and fmean(having[True]) < fmean(having[False])
        (speaks_against if worse else speaks_for).append(Why(tip, "fact", worse))
    return speaks_for, speaks_against


def _shares(own: list[Course], theirs: list[Course], move: Move, other: Move) -> list[Why]:
    """What is likelier after the move than after the other."""
    found = []
    unanswered = _share(own, "unanswered")
    if USUAL <= unanswered < 1 and unanswered - _share(theirs, "unanswered") >= CLEAR and move.cards:
        found.append(_UNANSWERED.tip(share=unanswered))
    first, second = _share(own, "first"), _share(theirs, "first")
    if first - second >= CLEAR:
        found.append(_FIRST.tip(share=first, other=other, second=second))
    return [Why(tip, "share", against=False) for tip in found]


def _risks(own: list[Course]) -> list[Why]:
    last = _share(own, "last")
    return [Why(_LAST.tip(share=last), "share", against=True)] if last >= 1 / 3 else []


def _share(courses: list[Course], what: str) -> float:
    return fmean(getattr(course, what) for course in courses)


def _numbers(best: MoveEval, other: MoveEval) -> list[Tip]:
    tips = []
    if other.close:
        tips.append(_CLOSE.tip(move=best.move, other=other.move))
    tips.append(
        _VALUE.tip(
            move=best.move,
            other=other.move,
            count=other.worlds,
            mean=best.mean,
            second=best.mean - other.loss,
            error=1.96 * other.loss_error,
        )
    )
    return tips
