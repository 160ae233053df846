from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine

from tutor.learner import (
    AlreadyEnded,
    BadKey,
    DealConflict,
    GameError,
    MoveConflict,
    NoSuchGame,
    NotOpen,
    NotYours,
    Store,
    open_store,
)

shared_store = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def moves_of(store: Store, game_id: str, key: str, deal: int = 1) -> tuple[str, ...]:
    return store.game(game_id, key).deals[deal - 1].moves


def test_a_game_comes_back_as_it_was_saved(store: Store, key: str, game_id: str) -> None:
    store.add_move(game_id, key, 1, 0, "play 3c")
    store.add_move(game_id, key, 1, 1, "pass")
    game = store.game(game_id, key)
    assert (game.id, game.game, game.rules) == (game_id, "some-game", {"preset": "king"})
    assert game.players == ("Nok", "bot:easy", "bot:easy")
    assert game.seed == 2**70 + 1
    assert (game.owner, game.finished) == (True, False)
    (deal,) = game.deals
    assert (deal.number, deal.seats, deal.moves) == (1, (0, 1, 2), ("play 3c", "pass"))
    assert deal.start == {"hands": ["3c 4d", "5h", "6s"], "turn": 0}
    assert (deal.ended, deal.places, deal.totals) == (False, None, None)


def test_rules_may_be_the_name_of_a_preset(store: Store, key: str) -> None:
    game = store.game(store.new_game(key, "some-game", "king", ["Nok"], 1), key)
    assert game.rules == "king"
    assert game.record("0" * 16)["rules"] == {"preset": "king"}


def test_a_game_id_is_128_random_bits_in_22_characters(store: Store, key: str) -> None:
    ids = {store.new_game(key, "some-game", "king", ["Nok"], 1) for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", game_id) for game_id in ids)


def test_all_is_there_after_the_store_was_opened_again(url: str, key: str) -> None:
    with open_store(url) as store:
        game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
        store.add_deal(game_id, key, 1, {"turn": 0}, [0])
        store.add_move(game_id, key, 1, 0, "play 3c")
        before = store.game(game_id, key)
    with open_store(url) as store:
        assert store.game(game_id, key) == before


def test_the_same_move_again_writes_nothing(store: Store, key: str, game_id: str) -> None:
    store.add_move(game_id, key, 1, 0, "play 3c")
    store.add_move(game_id, key, 1, 0, "play 3c")
    assert moves_of(store, game_id, key) == ("play 3c",)


def test_another_move_at_the_same_ply_is_a_conflict_that_tells_the_saved_one(
    store: Store, key: str, game_id: str
) -> None:
    store.add_move(game_id, key, 1, 0, "play 3c")
    with pytest.raises(MoveConflict) as caught:
        store.add_move(game_id, key, 1, 0, "play 4d")
    assert (caught.value.deal, caught.value.ply, caught.value.saved) == (1, 0, "play 3c")
    assert moves_of(store, game_id, key) == ("play 3c",)


@pytest.mark.parametrize(("deal", "ply"), [(1, 1), (1, -1), (2, 0)])
def test_a_move_whose_forerunner_is_missing_is_a_conflict(
    store: Store, key: str, game_id: str, deal: int, ply: int
) -> None:
    with pytest.raises(MoveConflict) as caught:
        store.add_move(game_id, key, deal, ply, "pass")
    assert caught.value.saved is None
    assert moves_of(store, game_id, key) == ()


def test_the_same_deal_again_writes_nothing_and_another_is_a_conflict(store: Store, key: str, game_id: str) -> None:
    start = {"hands": ["3c 4d", "5h", "6s"], "turn": 0}
    store.add_deal(game_id, key, 1, start, [0, 1, 2])
    for other in ({**start, "turn": 1}, [0, 1, 2]), (start, [1, 2, 0]):
        with pytest.raises(DealConflict):
            store.add_deal(game_id, key, 1, *other)
    with pytest.raises(DealConflict):
        store.add_deal(game_id, key, 3, start, [0, 1, 2])
    assert [deal.number for deal in store.game(game_id, key).deals] == [1]


def test_a_start_with_tuples_and_numbers_for_keys_is_the_same_again(store: Store, key: str) -> None:
    game_id = store.new_game(key, "some-game", {"order": ("c", "d")}, ["Nok"], 1)
    for _ in range(2):
        store.add_deal(game_id, key, 1, {"hands": ("3c", "4d"), "cannot": {1: "2h"}}, (0,))
    game = store.game(game_id, key)
    assert game.rules == {"order": ["c", "d"]}
    assert game.deals[0].start == {"hands": ["3c", "4d"], "cannot": {"1": "2h"}}


def test_a_deal_ends_once_and_takes_no_move_after(store: Store, key: str, game_id: str) -> None:
    store.add_move(game_id, key, 1, 0, "play 3c")
    for _ in range(2):
        store.end_deal(game_id, key, 1, [[0], [2, 1]], [3, 0, -3])
    with pytest.raises(DealConflict):
        store.end_deal(game_id, key, 1, [[1], [2, 0]], [3, 0, -3])
    with pytest.raises(DealConflict):
        store.end_deal(game_id, key, 2, [[0]], [0])
    with pytest.raises(AlreadyEnded):
        store.add_move(game_id, key, 1, 1, "pass")
    store.add_move(game_id, key, 1, 0, "play 3c")  # the same as saved: a late double
    deal = store.game(game_id, key).deals[0]
    assert (deal.moves, deal.places, deal.totals) == (("play 3c",), ((0,), (2, 1)), (3, 0, -3))
    assert deal.ended


def test_a_deal_that_nobody_won_has_ended_too(store: Store, key: str, game_id: str) -> None:
    store.end_deal(game_id, key, 1, (), (0, 0, 0))
    assert store.game(game_id, key).deals[0].ended


def test_nothing_new_is_added_to_a_finished_game(store: Store, key: str, game_id: str) -> None:
    for _ in range(2):
        store.end_game(game_id, key)
    with pytest.raises(AlreadyEnded):
        store.add_move(game_id, key, 1, 0, "pass")
    with pytest.raises(AlreadyEnded):
        store.add_deal(game_id, key, 2, {}, [0, 1, 2])
    with pytest.raises(AlreadyEnded):
        store.end_deal(game_id, key, 1, [[0]], [0])
    assert store.game(game_id, key).finished


def test_the_record_has_the_format_of_the_contract_and_no_seed(store: Store, key: str, game_id: str) -> None:
    store.add_move(game_id, key, 1, 0, "play 3c")
    store.end_deal(game_id, key, 1, [[0], [2], [1]], [0, 0, 0])
    store.add_deal(game_id, key, 2, {"turn": 2}, [2, 0, 1])
    assert store.game(game_id, key).record("9f2c41d07a5be318") == {
        "format": "samrap-record",
        "version": 1,
        "game": "some-game",
        "rules": {"preset": "king"},
        "rules_hash": "9f2c41d07a5be318",
        "players": ["Nok", "bot:easy", "bot:easy"],
        "deals": [
            {
                "seats": [0, 1, 2],
                "start": {"hands": ["3c 4d", "5h", "6s"], "turn": 0},
                "moves": ["play 3c"],
                "places": [[0], [2], [1]],
                "totals": [0, 0, 0],
            },
            {"seats": [2, 0, 1], "start": {"turn": 2}, "moves": []},
        ],
    }


@pytest.mark.parametrize("who", ["stranger", "nobody", "unknown", "malformed"])
def test_a_stranger_sees_a_running_game_not_at_all_and_a_finished_one_without_seed(
    store: Store, key: str, game_id: str, stranger: str, who: str
) -> None:
    other = {
        "stranger": stranger,
        "nobody": None,
        "unknown": secrets.token_urlsafe(16),
        "malformed": "\ud800",
    }
    with pytest.raises(NotOpen):
        store.game(game_id, other[who])
    store.end_game(game_id, key)
    seen = store.game(game_id, other[who])
    assert (seen.owner, seen.seed, seen.finished) == (False, None, True)
    assert seen.deals == store.game(game_id, key).deals


def test_a_stranger_adds_nothing_even_to_a_finished_game(store: Store, key: str, game_id: str, stranger: str) -> None:
    for finished in (False, True):
        if finished:
            store.end_game(game_id, key)
        before = store.game(game_id, key)
        with pytest.raises(NotYours):
            store.add_move(game_id, stranger, 1, 0, "pass")
        with pytest.raises(NotYours):
            store.add_deal(game_id, stranger, 2, {}, [0, 1, 2])
        with pytest.raises(NotYours):
            store.end_deal(game_id, stranger, 1, [[0]], [0])
        with pytest.raises(NotYours):
            store.end_game(game_id, stranger)
        assert store.game(game_id, key) == before
    assert store.games(stranger) == ()


@pytest.mark.parametrize("game_id", ["A" * 22, "", "A" * 21, "A" * 23, "A" * 21 + "'", "\0" * 22, "ก" * 22, "\ud800"])
def test_an_unknown_and_an_impossible_id_get_the_same_answer(store: Store, key: str, game_id: str) -> None:
    with pytest.raises(NoSuchGame, match=r"\Athere is no such game\Z"):
        store.game(game_id, key)
    with pytest.raises(NoSuchGame, match=r"\Athere is no such game\Z"):
        store.add_move(game_id, key, 1, 0, "pass")


def test_games_are_listed_newest_first_for_their_owner_alone(store: Store, key: str, stranger: str) -> None:
    ids = [store.new_game(key, "some-game", "king", ["Nok", "bot:easy"], seed) for seed in range(3)]
    store.new_game(stranger, "some-game", "king", ["Boy"], 9)
    store.add_deal(ids[1], key, 1, {}, [0, 1])
    store.end_game(ids[1], key)
    listed = store.games(key)
    assert [game.id for game in listed] == ids[::-1]
    assert [game.deals for game in listed] == [0, 1, 0]
    assert [game.finished for game in listed] == [False, True, False]
    assert listed[0].players == ("Nok", "bot:easy")
    assert store.games(secrets.token_urlsafe(16)) == ()


def test_times_are_kept_in_utc(url: str, key: str) -> None:
    noon = datetime(2026, 11, 30, 12, 0, 0, 250, tzinfo=timezone(timedelta(hours=7)))
    with open_store(url, now=lambda: noon) as store:
        started = store.game(store.new_game(key, "some-game", "king", ["Nok"], 1), key).started_at
    assert started == noon
    assert started.tzinfo is UTC


@pytest.mark.parametrize("text", ["play \0", "play \ud800"])
def test_signs_that_are_not_text_are_refused(store: Store, key: str, game_id: str, text: str) -> None:
    with pytest.raises(ValueError, match="not text"):
        store.add_move(game_id, key, 1, 0, text)
    assert moves_of(store, game_id, key) == ()


def test_no_game_error_shows_a_move_or_a_key(store: Store, key: str, game_id: str) -> None:
    store.add_move(game_id, key, 1, 0, "play 3c")
    said = []
    for ply, text in (0, "play 4d"), (7, "play 5h"):
        with pytest.raises(GameError) as caught:
            store.add_move(game_id, key, 1, ply, text)
        said.append(str(caught.value))
    with pytest.raises(BadKey) as bad:
        store.new_game(key + "!", "some-game", "king", ["Nok"], 1)
    assert not re.search(f"play|Nok|{re.escape(key)}", " ".join([*said, str(bad.value)]))


storable = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@shared_store
@given(moves=st.lists(storable, max_size=30))
def test_any_moves_come_back_in_order(store: Store, key: str, moves: list[str]) -> None:
    game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
    store.add_deal(game_id, key, 1, {}, [0])
    for ply, text in enumerate(moves):
        store.add_move(game_id, key, 1, ply, text)
    assert moves_of(store, game_id, key) == tuple(moves)


@shared_store
@given(tries=st.lists(st.tuples(st.integers(1, 2), st.integers(0, 5), st.sampled_from(["play 3c", "play 4d", "pass"]))))
def test_any_tries_leave_what_a_list_would_hold(store: Store, key: str, tries: list[tuple[int, int, str]]) -> None:
    game_id = store.new_game(key, "some-game", "king", ["Nok"], 1)
    held: dict[int, list[str]] = {1: [], 2: []}
    for deal in held:
        store.add_deal(game_id, key, deal, {}, [0])
    for deal, ply, text in tries:
        moves = held[deal]
        if ply == len(moves):
            moves.append(text)
        if ply < len(moves) and moves[ply] == text:
            store.add_move(game_id, key, deal, ply, text)
            continue
        with pytest.raises(MoveConflict) as caught:
            store.add_move(game_id, key, deal, ply, text)
        assert caught.value.saved == (moves[ply] if ply < len(moves) else None)
    assert [list(deal.moves) for deal in store.game(game_id, key).deals] == list(held.values())


# Taking back


def five_moves(store: Store, key: str, game_id: str) -> list[str]:
    moves = ["play 3c", "play 4c", "pass", "play 5c", "pass"]
    for ply, text in enumerate(moves):
        store.add_move(game_id, key, 1, ply, text)
    return moves


def test_what_was_taken_back_counts_no_more_and_another_move_may_follow(store: Store, key: str, game_id: str) -> None:
    moves = five_moves(store, key, game_id)
    for _ in range(2):  # the same again writes nothing
        store.take_back(game_id, key, 1, 1, 3)
        assert moves_of(store, game_id, key) == tuple(moves[:3])
    store.add_move(game_id, key, 1, 3, "play 6c", line=1)
    store.add_move(game_id, key, 1, 4, "play 7c", line=1)
    store.take_back(game_id, key, 1, 2, 4)
    store.add_move(game_id, key, 1, 4, "pass", line=2)
    assert moves_of(store, game_id, key) == (*moves[:3], "play 6c", "pass")
    assert store.game(game_id, key).deals[0].undone == 2
    assert store.game(game_id, key).record("0" * 16)["x-undone"] == 2


def test_taking_back_deletes_nothing(store: Store, url: str, key: str, game_id: str) -> None:
    five_moves(store, key, game_id)
    store.take_back(game_id, key, 1, 1, 0)
    store.add_move(game_id, key, 1, 0, "play 3c 3d", line=1)
    engine = create_engine(url)
    with engine.connect() as connection:
        texts = connection.exec_driver_sql("SELECT text FROM move ORDER BY line, ply").scalars().all()
    engine.dispose()
    assert texts == ["play 3c", "play 4c", "pass", "play 5c", "pass", "play 3c 3d"]


def test_a_tab_that_missed_the_taking_back_adds_nothing(store: Store, key: str, game_id: str) -> None:
    moves = five_moves(store, key, game_id)
    store.take_back(game_id, key, 1, 1, 4)
    store.add_move(game_id, key, 1, 4, "play 6c", line=1)
    for ply, line in (5, 0), (5, 2), (4, 2), (6, 1):
        with pytest.raises(MoveConflict):
            store.add_move(game_id, key, 1, ply, "pass", line=line)
    for number, ply in (1, 2), (3, 2), (2, 5), (2, -1):
        with pytest.raises(MoveConflict):
            store.take_back(game_id, key, 1, number, ply)
    assert moves_of(store, game_id, key) == (*moves[:4], "play 6c")


def test_nothing_is_taken_back_from_a_deal_that_is_over(store: Store, key: str, game_id: str, stranger: str) -> None:
    five_moves(store, key, game_id)
    with pytest.raises(NotYours):
        store.take_back(game_id, stranger, 1, 1, 2)
    store.end_deal(game_id, key, 1, [[0], [1], [2]], [0, 0, 0])
    with pytest.raises(AlreadyEnded):
        store.take_back(game_id, key, 1, 1, 2)
    with pytest.raises(MoveConflict):
        store.take_back(game_id, key, 2, 1, 0)


# Coming and going


@pytest.fixture
def between(store: Store, key: str, game_id: str) -> str:
    store.end_deal(game_id, key, 1, [[0], [1], [2]], [0, 0, 0])
    return game_id


def test_who_came_and_went_is_kept_in_order_and_newcomers_are_players(store: Store, key: str, between: str) -> None:
    for _ in range(2):  # the same again writes nothing
        store.add_change(between, key, 1, 0, "join 3", "bot:easy:ton")
        store.add_change(between, key, 1, 1, "leave 1")
    game = store.game(between, key)
    assert game.players == ("Nok", "bot:easy", "bot:easy", "bot:easy:ton")
    assert game.deals[0].changes == ("join 3", "leave 1")
    store.add_deal(between, key, 2, {"turn": 1}, [0, 2, 3], 2)
    assert store.game(between, key).deals[1].changes == ()
    assert store.games(key)[0].players == game.players


def test_a_tab_that_missed_who_came_neither_deals_nor_seats_anybody(store: Store, key: str, between: str) -> None:
    store.add_change(between, key, 1, 0, "join 3", "bot:easy:ton")
    for number, words, joins in (0, "join 3", "bot:easy:som"), (0, "leave 1", None), (2, "leave 1", None):
        with pytest.raises(DealConflict):
            store.add_change(between, key, 1, number, words, joins)
    with pytest.raises(DealConflict):
        store.add_deal(between, key, 2, {"turn": 1}, [0, 1, 2])
    assert len(store.game(between, key).players) == 4
    store.add_deal(between, key, 2, {"turn": 1}, [0, 1, 2, 3], 1)
    with pytest.raises(DealConflict):
        store.add_change(between, key, 1, 1, "leave 1")


def test_nobody_comes_or_goes_in_mid_deal_or_at_a_finished_match(
    store: Store, key: str, game_id: str, stranger: str
) -> None:
    with pytest.raises(DealConflict):
        store.add_change(game_id, key, 1, 0, "leave 1")
    store.end_deal(game_id, key, 1, [[0], [1], [2]], [0, 0, 0])
    with pytest.raises(NotYours):
        store.add_change(game_id, stranger, 1, 0, "leave 1")
    store.end_game(game_id, key)
    with pytest.raises(AlreadyEnded):
        store.add_change(game_id, key, 1, 0, "leave 1")
