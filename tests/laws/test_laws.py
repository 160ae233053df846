"""The laws that every game keeps, whatever its rules (docs/contract.md and docs/rules): found by themselves, held over
random matches of every preset with every number of seats, and of rulesets in which every option is drawn by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest
import yaml

from tests.laws.walks import (
    CHOICES,
    LONGEST,
    Table,
    cards_lying,
    deals,
    hidden_in_hands,
    house_tables,
    lay_out,
    near_misses,
    other_seats,
    reread,
    seats_of,
    tables,
    walk,
)
from tutor import games
from tutor.cards import Card, Cards
from tutor.core import Game, IllegalMove, Move, PositionError, State, View, nearest, perft, replay, write_record
from tutor.core.move import VERBS

DEALS = 3_000
"""Deals that the laws below are held over in an ordinary run, all tables together; in a long one each law is held over
as many of every game."""
MANY = 100_000
"""Deals of every game that end in a long run."""

TABLES = (*tables(), *house_tables(10))
SHARE = max(1, DEALS // len(TABLES))


def share(deals: int, table: Table) -> int:
    """What falls to this table of so many deals of its game."""
    return deals // sum(other.game is table.game for other in TABLES) + 1


# What holds of a state, its moves and its views. Each of these is asked of sampled states of every walk.


def legality_is_one(state: State, rng: Random) -> None:
    """A move is listed exactly when `check` allows it; `play` refuses exactly what `check` objects to."""
    legal = state.legal_moves()
    listed = set(legal)
    before, document = state.key(), state.position().document()
    for move in {*legal, *near_misses(state, rng, 30)}:
        violation = state.check(move)
        assert (violation is None) is (move in listed), move
        if violation is None:
            assert state.play(move).before is state
        else:
            with pytest.raises(IllegalMove) as refused:
                state.play(move)
            assert refused.value.violation == violation
            assert violation.rule.kind == "law"
            assert violation.rule is state.game.rulebook[violation.rule.id]
    assert state.key() == before
    assert state.position().document() == document


def small_hands_hold_no_other_legal_moves(state: State, rng: Random) -> None:
    """Every verb with every set of cards of a small hand: all that `check` allows is listed."""
    assert state.turn is not None
    hand = list(state.view(state.turn).hand)
    if len(hand) > 7:
        hand = rng.sample(hand, 7)
    sets = [chosen for size in range(len(hand) + 1) for chosen in combinations(map(str, hand), size)]
    moves = {reread(state.game, " ".join((verb, *chosen))) for verb in VERBS for chosen in sets} - {None}
    legal = set(state.legal_moves())
    assert {move for move in moves if move is not None and state.check(move) is None} == legal & moves


def moves_are_listed_once_and_in_order(state: State, rng: Random) -> None:
    moves = state.legal_moves()
    assert len(set(map(str, moves))) == len(moves)
    place = {card: index for index, card in enumerate(state.game.order(Cards.PACK, state.rules))}

    def order(move: Move) -> tuple[int, int, list[int]]:
        return VERBS.index(move.verb), len(move.cards), sorted(place[card] for card in move.cards)

    assert [order(move) for move in moves] == sorted(order(move) for move in moves)
    assert state.legal_moves() == moves


def a_view_judges_as_the_state_does(state: State, rng: Random) -> None:
    """`check` reads only what the view shows, and off turn nothing is legal."""
    assert state.turn is not None
    view = state.view(state.turn)
    assert view.legal_moves() == state.legal_moves()
    moves = [*state.legal_moves(), *near_misses(state, rng, 15)]
    for move in moves:
        assert view.check(move) == state.check(move), move
    for seat in other_seats(state):
        theirs = state.view(seat)
        assert theirs.legal_moves() == ()
        assert all(theirs.check(move) is not None for move in moves)


def an_end_is_an_end(state: State, rng: Random) -> None:
    """No turn, an outcome and no legal moves are the same thing, to every seat."""
    over = state.turn is None
    assert (state.outcome is not None) is over
    assert (not state.legal_moves()) is over
    for seat in seats_of(state):
        view = state.view(seat)
        assert view.turn == state.turn
        assert view.outcome == state.outcome
        assert (view.verbs() == ()) is over
    if over:
        for move in near_misses(state, rng, 5):
            violation = state.check(move)
            assert violation is not None
            with pytest.raises(IllegalMove):
                state.play(move)


def every_card_lies_in_one_place(state: State, rng: Random) -> None:
    cards = cards_lying(state.position().document())
    assert len(cards) == 52
    assert len(set(cards)) == 52
    for seat in seats_of(state):
        view = state.view(seat)
        zones = view.zones()
        assert len({zone.id for zone in zones}) == len(zones)
        assert sum(len(zone.cards) for zone in zones) == 52
        shown = [card for zone in zones for card in zone.cards if card is not None]
        unseen = view.unseen()
        assert len(shown) == len(set(shown))
        assert Cards.of(shown) == Cards.PACK - unseen.cards
        assert sum(unseen.slots.values()) == len(unseen.cards)
        for zone in zones:
            assert unseen.slots.get(zone.id, 0) == zone.cards.count(None), zone.id


def a_seat_knows_its_hand_and_all_counts(state: State, rng: Random) -> None:
    hands = [state.view(seat).hand for seat in seats_of(state)]
    counts = tuple(map(len, hands))
    for seat in seats_of(state):
        view = state.view(seat)
        assert view.seat == seat
        assert view.counts == counts
        assert (view.seats, view.deal, view.rules) == (state.seats, state.deal, state.rules)


def a_position_sets_up_the_same_state(state: State, rng: Random) -> None:
    document = state.position().document()
    if state.turn is None:
        with pytest.raises(PositionError):
            state.game.setup(document)
        return
    for again in (
        state.game.setup(document),
        state.game.setup(state.position()),
        state.game.setup(json.loads(json.dumps(document))),
    ):
        assert again == state
        assert hash(again) == hash(state)
        assert again.legal_moves() == state.legal_moves()
        assert again.position().document() == document


def a_views_position_is_the_view(state: State, rng: Random) -> None:
    if state.turn is None:
        return
    for seat in seats_of(state):
        view = state.view(seat)
        text = json.dumps(view.position().document())
        for again in (state.game.look(view.position()), state.game.look(json.loads(text))):
            assert again == view
            assert hash(again) == hash(view)
            assert again.legal_moves() == view.legal_moves()
            assert json.dumps(again.position().document()) == text


def hidden_cards_may_lie_otherwise(state: State, rng: Random) -> None:
    """A state with the unseen cards anywhere they may lie looks the same, and judges this seat's moves the same."""
    if state.turn is None:
        return
    seat = rng.randrange(state.seats)
    for mine in {seat, state.turn}:
        view = state.view(mine)
        unseen = view.unseen()
        for zone, cards in hidden_in_hands(state, view).items():
            assert cards <= unseen.cards
            assert not cards & unseen.cannot.get(zone, Cards.NONE)
        hidden = lay_out(view, rng)
        if hidden is None:
            continue
        other = view.world(hidden)
        assert other.view(mine) == view
        assert hash(other.view(mine)) == hash(view)
        assert len(set(cards_lying(other.position().document()))) == 52
        if mine == state.turn:
            assert other.legal_moves() == state.legal_moves()
            for move in near_misses(state, rng, 8):
                assert other.check(move) == state.check(move)


def a_move_is_its_text(state: State, rng: Random) -> None:
    for move in {*state.legal_moves(), *near_misses(state, rng, 10)}:
        assert state.game.read_move(str(move)) == move
        assert hash(state.game.read_move(str(move))) == hash(move)


def marks_make_the_move(state: State, rng: Random) -> None:
    """What a view says is to be marked for a move reads as that move."""
    assert state.turn is not None
    view = state.view(state.turn)
    for move in state.legal_moves():
        assert state.game.read_move(view.text_of(move.verb, view.marked(move))) == move


def events_are_shown_to_those_who_may_know(state: State, rng: Random) -> None:
    assert all(event.rule.kind in ("event", "score") for event in state.events)
    assert all(event.rule is state.game.rulebook[event.rule.id] for event in state.events)
    for seat in seats_of(state):
        view = state.view(seat)
        assert view.events == tuple(event for event in state.events if event.seen(seat))
        assert len(view.history) == len(state.history)
        for mine, whole in zip(view.history[-3:], state.history[-3:], strict=True):
            assert mine.seat == whole.seat
            assert mine.move in (None, whole.move)
            assert mine.move is not None or whole.seat != seat
            assert mine.events == tuple(event for event in whole.events if event.seen(seat))


def the_nearest_move_is_the_nearest(state: State, rng: Random) -> None:
    if state.turn is None:
        return
    view = state.view(state.turn)
    legal = view.legal_moves()
    for move in {*legal[:4], *near_misses(state, rng, 8)}:
        found = nearest(view, move)
        if move in legal:
            assert found == move
            continue
        assert found in legal
        same_verb = [other for other in legal if other.verb == move.verb]
        if same_verb:
            assert found.verb == move.verb
        candidates = same_verb or list(legal)
        changed = [len(other.cards ^ move.cards) for other in candidates]
        assert found == candidates[changed.index(min(changed))]


LAWS: tuple[Callable[[State, Random], None], ...] = (
    legality_is_one,
    small_hands_hold_no_other_legal_moves,
    moves_are_listed_once_and_in_order,
    a_view_judges_as_the_state_does,
    an_end_is_an_end,
    every_card_lies_in_one_place,
    a_seat_knows_its_hand_and_all_counts,
    a_position_sets_up_the_same_state,
    a_views_position_is_the_view,
    hidden_cards_may_lie_otherwise,
    a_move_is_its_text,
    marks_make_the_move,
    events_are_shown_to_those_who_may_know,
    the_nearest_move_is_the_nearest,
)

OF_ENDED_DEALS_TOO = {
    an_end_is_an_end,
    every_card_lies_in_one_place,
    a_seat_knows_its_hand_and_all_counts,
    a_position_sets_up_the_same_state,
    events_are_shown_to_those_who_may_know,
}


def sampled(states: list[State], rng: Random, number: int) -> Iterator[State]:
    """Some states of a walk, its start and its end among them."""
    yield states[0]
    yield states[-1]
    yield from rng.sample(states, min(number, len(states)))


def hold(law: Callable[[State, Random], None], table: Table, number: int, seed: int) -> int:
    """Hold a law over this many deals; how many states it was asked of."""
    asked = 0
    for count, states in enumerate(deals(table, number, seed)):
        rng = Random(f"{law.__name__} {table} {seed} {count}")
        for state in sampled(states, rng, 6):
            if state.turn is None and law not in OF_ENDED_DEALS_TOO:
                continue
            try:
                law(state, rng)
            except AssertionError as error:
                error.add_note(f"{law.__name__}: {table}, seed {seed}, deal {count}")
                error.add_note(json.dumps(state.position().document()))
                raise
            asked += 1
    return asked


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_law(law: Callable[[State, Random], None], table: Table) -> None:
    number = max(5, SHARE // len(LAWS))
    assert hold(law, table, number, seed=1) >= number


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_law_over_many_deals(law: Callable[[State, Random], None], table: Table) -> None:
    number = share(DEALS, table)
    assert hold(law, table, number, seed=2) >= number


# What holds of whole walks.


@pytest.mark.parametrize("choose", CHOICES, ids=lambda choose: choose.__name__)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_walk_ends(table: Table, choose: Callable[[State, tuple[Move, ...], Random], Move]) -> None:
    standing = None
    for seed in range(10):
        rng = Random(seed)
        states = walk(table.game.deal(table.rules, table.seats, rng, standing), rng, choose)
        assert len(states) <= LONGEST
        outcome = states[-1].outcome
        assert outcome is not None
        standing = outcome.standing


def random_deals_end(table: Table, number: int, seed: int) -> None:
    for states in deals(table, number, seed):
        last = states[-1]
        assert last.outcome is not None
        cards = cards_lying(last.position().document())
        assert len(cards) == len(set(cards)) == 52


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_deals_end_with_all_cards(table: Table) -> None:
    random_deals_end(table, SHARE, seed=3)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_hundred_thousand_random_deals_end_with_all_cards(table: Table) -> None:
    random_deals_end(table, share(MANY, table), seed=4)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_outcome_names_every_seat_once_and_adds_up(table: Table) -> None:
    for states in deals(table, 40, seed=5):
        outcome = states[-1].outcome
        assert outcome is not None
        placed = [seat for place in outcome.places for seat in place]
        assert placed == [] or sorted(placed) == list(range(table.seats))
        assert len(outcome.totals) == table.seats
        for seat in range(table.seats):
            assert outcome.totals[seat] == sum(line.amount for line in outcome.lines if line.seat == seat)
        assert all(line.amount for line in outcome.lines)
        assert outcome.events == states[-1].events
        assert outcome.standing.deal == states[-1].deal + 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_seed_and_moves_make_the_same_record(table: Table) -> None:
    def record(seed: int) -> str:
        played = [(list(range(table.seats)), states[-1]) for states in deals(table, 3, seed)]
        return json.dumps(write_record(table.game, [f"player {seat}" for seat in range(table.seats)], played))

    assert record(6) == record(6)
    assert record(6) != record(7)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_record_replays_every_state(table: Table) -> None:
    walks = list(deals(table, 4, seed=8))
    players = [f"player {seat}" for seat in range(table.seats)]
    record = write_record(table.game, players, [(list(range(table.seats)), states[-1]) for states in walks])
    again = replay(json.loads(json.dumps(record)))
    assert [list(states) for states in again] == walks
    assert [states[-1].outcome for states in again] == [states[-1].outcome for states in walks]
    assert [states[-1].history for states in again] == [states[-1].history for states in walks]


def sequences(state: State, depth: int) -> Iterator[tuple[Move, ...]]:
    """Every sequence of moves of this length, and shorter ones that end the deal."""
    if depth == 0 or state.turn is None:
        yield ()
        return
    for move in state.legal_moves():
        for rest in sequences(state.play(move), depth - 1):
            yield move, *rest


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_perft_counts_the_sequences_of_moves(table: Table) -> None:
    for states in deals(table, 2, seed=9):
        assert perft(states[0], 0) == 1
        for state in states[:: max(1, len(states) // 6)]:
            assert perft(state, 1) == max(1, len(state.legal_moves()))
            assert perft(state, 2) == len(list(sequences(state, 2)))
        assert perft(states[-4], 6) == len(list(sequences(states[-4], 6)))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_deal_takes_what_the_one_before_left_standing(table: Table) -> None:
    standing = None
    for number in range(1, 9):
        rng = Random(f"match {table} {number}")
        start = table.game.deal(table.rules, table.seats, rng, standing)
        assert start.deal == number
        assert start.rules == table.rules
        assert start.events == () or start.before is None
        assert start.history == ()
        assert len(set(cards_lying(start.position().document()))) == 52
        outcome = walk(start, rng)[-1].outcome
        assert outcome is not None
        standing = outcome.standing
        assert type(standing).model_validate_json(standing.model_dump_json()) == standing


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_move_does_is_in_the_history(table: Table) -> None:
    for states in deals(table, 3, seed=10):
        steps = states[-1].history
        assert len(steps) == len(states) - 1
        for before, step, after in zip(states[:-1], steps, states[1:], strict=True):
            assert step.seat == before.turn
            assert step.move is not None
            assert step.events == after.events
            assert before.play(step.move) == after


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_positions_are_read_from_json_and_yaml(table: Table) -> None:
    for states in deals(table, 2, seed=11):
        for state in states[: len(states) - 1 : 25]:
            assert games.read(json.dumps(state.position().document())) == state
            assert games.read(yaml.safe_dump(state.position().document())) == state
            for seat in seats_of(state):
                view = games.read(yaml.safe_dump(state.view(seat).position().document()))
                assert isinstance(view, View)
                assert view == state.view(seat)


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_order_is_the_same_pack_in_another_order(game: Game) -> None:
    for rules in game.presets.values():
        order = game.order(Cards.PACK, rules)
        assert len(order) == 52
        assert Cards.of(order) == Cards.PACK
        place = {card: index for index, card in enumerate(order)}
        some = Cards.of(Random(3).sample(list(Cards.PACK), 9))
        assert game.order(some, rules) == tuple(sorted(some, key=place.__getitem__))
        assert game.order(Cards.of([Card.read("9s")]), rules) == (Card.read("9s"),)
