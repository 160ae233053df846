"""A moment at which a rule speaks: found by playing, so that every rule of every ruleset can be tried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from random import Random

from tutor.cards import Cards
from tutor.core import Game, Marked, Move, Outcome, Reason, Rules, Standing, State, UnreadableMove, View
from tutor.core.move import VERBS

__all__ = ["example", "told"]

_MATCHES = 5
_DEALS = 2  # of a match: titles, exchanges and the like come with the second
_TAKEN = 4  # examples to choose from: the one with the fewest cards is the plainest
_LARGEST = 4  # cards of a try
_TRIES = 20_000  # after which nobody will do it


@lru_cache(maxsize=256)
def example(game: Game, rules: Rules, rule: str) -> tuple[View, Move] | None:
    """What a seat sees, and a move that breaks this rule or makes it happen; None where none was found in some matches
    played at random. The same every time."""
    found = list(islice(_examples(game, rules, rule), _TAKEN))
    return min(found, key=lambda one: (len(one[0].hand), len(one[1].cards)), default=None)


def _examples(game: Game, rules: Rules, rule: str) -> Iterator[tuple[View, Move]]:
    tables = sorted(game.seats(rules), key=lambda seats: (abs(seats - 4), seats))
    left = iter(range(_TRIES))
    for match in range(_MATCHES):
        luck = Random(match)
        standing: Standing | None = None
        seats = tables[match % len(tables)] if match % 2 else tables[0]
        for _ in range(_DEALS):
            state = game.deal(rules, seats, luck, standing)
            yield from islice(_in_deal(state, rule, luck, left), 2)
            while state.turn is not None:
                state = state.after(luck.choice(state.legal_moves()))
            assert state.outcome is not None
            standing = state.outcome.standing


def _in_deal(state: State, rule: str, luck: Random, left: Iterator[int]) -> Iterator[tuple[View, Move]]:
    law = state.game.rulebook[rule].kind == "law"
    while state.turn is not None:
        view = state.view(state.turn)
        if law:
            yield from _broken(view, rule, _tries(view), left)
            early = state.view((state.turn + 1) % state.seats)
            yield from _broken(early, rule, islice(_tries(early), 1), left)
        move = luck.choice(view.legal_moves())
        state = state.after(move)
        if not law and rule in told(state):
            yield view, move


def told(state: State | View) -> set[str]:
    """The ids of the rules that fired by the last move, and of what the deal ended in."""
    outcome: Outcome | None = state.outcome
    reasons: tuple[Reason, ...] = state.events
    if outcome is not None:
        reasons = (*reasons, *outcome.lines, *outcome.events)
    return {reason.rule.id for reason in reasons}


def _broken(view: View, rule: str, tries: Iterable[Move], left: Iterator[int]) -> Iterator[tuple[View, Move]]:
    for move, _ in zip(tries, left, strict=False):
        violation = view.check(move)
        if violation is not None and violation.rule.id == rule:
            yield view, move
            return


def _tries(view: View) -> Iterator[Move]:
    """What somebody might do who does not know the rules: few cards that stand together in the hand, or none; what
    belongs to another moment; and few cards with what lies on the table."""
    hand = view.game.order(view.hand, view.rules)
    sets = [
        Cards.of(hand[at : at + size]) for size in range(1, _LARGEST + 1) for at in range(len(hand) - size + 1)
    ]
    some = [*sets, *map(Cards.of, combinations(hand[:6], 2)), Cards.NONE]
    now = view.verbs()
    here = ((verb, Marked(cards)) for cards in some for verb in now)
    there = ((verb, marked) for marked in _on_the_table(view, sets) for verb in now)
    elsewhere = ((verb, Marked(cards)) for verb in VERBS if verb not in now for cards in (*sets[:1], Cards.NONE))
    for verb, marked in chain(here, elsewhere, there):
        try:
            yield view.game.read_move(view.text_of(verb, marked))
        except UnreadableMove:
            continue


def _on_the_table(view: View, sets: Sequence[Cards]) -> Iterator[Marked]:
    """Cards of the hand for a place on the table, and with a card that lies there: of many the last."""
    few = [cards for cards in sets if len(cards) < _LARGEST]
    for zone in view.zones():
        if zone.kind == "meld":
            yield from (Marked(cards, zone=zone.id) for cards in few)
        elif zone.kind in ("row", "centre"):
            for card in filter(None, zone.cards[-_LARGEST:]):
                yield from (Marked(cards, Cards.of([card])) for cards in few)
