from __future__ import annotations

import hashlib
import secrets
import traceback
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tutor.learner import BadKey, BadSetting, Learner, Settings, Store, StoreError, open_store

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_a_learner_is_made_by_the_first_write_and_then_the_same(store: Store, key: str, stranger: str) -> None:
    assert store.learner(key) == store.learner(key) == Learner(None, Settings().model_dump())
    store.save_place(key, "what-beats", "pairs")
    learner = store.learner(key)
    assert learner == store.learner(key)
    assert learner.id not in (None, store.learner(stranger).id)
    assert learner.settings == Settings().model_dump()


def test_a_look_writes_nothing(store: Store, url: str, key: str) -> None:
    store.learner(key)
    store.games(key)
    store.attempts(key, "puzzle")
    store.solved(key, "puzzle")
    store.hints(key, "a")
    store.place(key, "what-beats")
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM learner")) == 0
    engine.dispose()


@pytest.mark.parametrize(
    "key", ["", "short", "x" * 21, "x" * 87, "x" * 21 + " ", "x" * 30 + "\n", "ก" * 30, "\ud800" * 30]
)
def test_what_cannot_be_a_key_is_refused_without_repeating_it(store: Store, key: str) -> None:
    with pytest.raises(BadKey) as caught:
        store.learner(key)
    assert len(key) < 20 or key not in str(caught.value)


def test_the_key_itself_is_in_no_file(tmp_path: Path, key: str) -> None:
    with open_store(f"sqlite:///{tmp_path / 'samrap.db'}") as store:
        store.new_game(key, "some-game", "king", ["Nok"], 1)
        written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert key.encode() not in written
    assert hashlib.sha256(key.encode()).hexdigest().encode() in written


def test_settings_are_changed_by_name_and_kept(store: Store, key: str, stranger: str) -> None:
    store.save_settings(key, language="th", four_colours=False)
    learner = store.save_settings(key, pace="slow", four_colours=True)
    assert learner == store.learner(key)
    assert learner.settings == Settings(language="th", four_colours=True, pace="slow").model_dump()
    assert store.learner(stranger).settings == Settings().model_dump()


def test_a_wrong_setting_saves_nothing_and_is_named_without_its_value(store: Store, key: str) -> None:
    with pytest.raises(BadSetting) as caught:
        store.save_settings(key, language="th", pace="breakneck", colour="mauve")
    assert set(caught.value.names) == {"pace", "colour"}
    assert "breakneck" not in str(caught.value)
    assert "mauve" not in str(caught.value)
    assert store.learner(key).settings["language"] is None


def test_settings_of_another_version_are_passed_over(store: Store, url: str, key: str) -> None:
    store.save_settings(key, language="th")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE learner SET settings = :settings"),
            {"settings": '{"language": "th", "pace": "warp", "table": "round"}'},
        )
    engine.dispose()
    assert store.learner(key).settings == Settings(language="th").model_dump()


def test_attempts_come_back_oldest_first_with_their_time_in_utc(store: Store, key: str, stranger: str) -> None:
    bangkok = NOON.astimezone(timezone(timedelta(hours=7)))
    store.log_attempt(key, "lesson", "what-beats", "pairs", "7d 7h", False, 0, bangkok)
    store.log_attempt(key, "lesson", "what-beats", "pairs", "9d 9h", True, 1, NOON + timedelta(minutes=1))
    store.log_attempt(key, "puzzle", "what-beats", "1", "pass", True, 0, NOON)
    store.log_attempt(stranger, "lesson", "what-beats", "pairs", "x", False, 0, NOON)
    first, second = store.attempts(key, "lesson", "what-beats")
    assert (first.step, first.answer, first.right, first.hints, first.at) == (
        "pairs",
        "7d 7h",
        False,
        0,
        NOON,
    )
    assert first.at.tzinfo is UTC
    assert (second.answer, second.right, second.hints) == ("9d 9h", True, 1)
    assert len(store.attempts(key, "puzzle")) == 1
    assert store.attempts(key, "puzzle", "another") == ()
    assert store.attempts(secrets.token_urlsafe(16), "lesson") == ()


def test_a_puzzle_is_solved_by_a_right_answer_before_the_third_hint(store: Store, key: str) -> None:
    for item, right, hints in ("a", True, 0), ("b", True, 2), ("c", True, 3), ("d", False, 0):
        store.log_attempt(key, "puzzle", item, "1", "pass", right, hints, NOON)
    assert set(store.solved(key, "puzzle")) == {"a", "b"}
    assert store.solved(key, "lesson") == {}


def test_the_price_of_a_hint_is_paid_before_the_first_right_answer(store: Store, key: str, stranger: str) -> None:
    def solve(item: str, hints: int = 0) -> None:
        store.log_attempt(key, "puzzle", item, "", "pass", True, hints, NOON)

    for number in (1, 2, 3):
        store.log_hint(key, "shown", number, NOON)
    solve("shown")
    solve("shown")
    store.log_hint(key, "two", 2, NOON)
    solve("two")
    solve("afterwards")
    store.log_hint(key, "afterwards", 4, NOON)
    solve("afterwards", 4)
    solve("seen", 3)
    solve("seen")
    store.log_hint(stranger, "afterwards", 4, NOON)
    store.log_hint(stranger, "two", 1, NOON)
    assert set(store.solved(key, "puzzle")) == {"two", "afterwards"}
    assert [store.hints(key, item) for item in ("shown", "two", "afterwards", "seen", "none")] == [3, 2, 4, 3, 0]
    assert {attempt.item for attempt in store.attempts(stranger, "puzzle")} == set()
    assert len(store.attempts(key, "puzzle", "shown")) == 2
    with pytest.raises(ValueError, match="zone"):
        store.log_hint(key, "two", 3, NOON.replace(tzinfo=None))


def test_a_lesson_step_counts_when_it_was_answered_right_at_all(store: Store, key: str, stranger: str) -> None:
    store.log_attempt(key, "lesson", "what-beats", "pairs", "9d 9h", True, 4, NOON)
    store.log_attempt(key, "lesson", "what-beats", "order", "3c", True, 0, NOON)
    store.log_attempt(key, "lesson", "what-beats", "last", "3c", False, 0, NOON)
    assert store.solved(key, "lesson") == {"what-beats": {"pairs", "order"}}
    assert store.solved(stranger, "lesson") == {}


def test_an_attempt_needs_a_known_kind_a_zone_and_text(store: Store, key: str) -> None:
    with pytest.raises(ValueError, match="lesson or a puzzle"):
        store.log_attempt(key, "exam", "a", "1", "pass", True, 0, NOON)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="zone"):
        store.log_attempt(key, "puzzle", "a", "1", "pass", True, 0, NOON.replace(tzinfo=None))
    with pytest.raises(ValueError, match="answer") as caught:
        store.log_attempt(key, "puzzle", "a", "1", "secret\0", True, 0, NOON)
    assert "secret" not in str(caught.value)
    assert store.attempts(key, "puzzle") == ()


def test_a_lesson_goes_on_at_the_step_last_saved(store: Store, key: str, stranger: str) -> None:
    assert store.place(key, "what-beats") is None
    for step in ("pairs", "order", "order"):
        store.save_place(key, "what-beats", step)
    store.save_place(key, "passing", "first")
    assert store.place(key, "what-beats") == "order"
    assert store.place(stranger, "what-beats") is None


def test_a_failing_database_tells_no_ones_data(store: Store, url: str, key: str) -> None:
    store.save_settings(key, language="th")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE attempt"))
        connection.execute(text("DROP TABLE place"))
    engine.dispose()
    for attempt in (
        lambda: store.log_attempt(key, "lesson", "what-beats", "pairs", "my answer", True, 0, NOON),
        lambda: store.save_place(key, "what-beats", "my place"),
        lambda: store.attempts(key, "lesson"),
    ):
        with pytest.raises(StoreError) as caught:
            attempt()
        said = "".join(traceback.format_exception(caught.value, limit=0))
        assert caught.value.fault == "failed"
        assert not any(data in said for data in (key, hashlib.sha256(key.encode()).hexdigest(), "my "))


def test_score_pad_is_kept_by_game_and_by_learner(store: Store, key: str, stranger: str) -> None:
    assert store.pad(key, "some-game") is None
    kept = store.change_pad(key, "some-game", lambda before: {"before": before, "names": ("Nok", "Boy")})
    assert kept == store.pad(key, "some-game") == {"before": None, "names": ["Nok", "Boy"]}
    assert (store.pad(stranger, "some-game"), store.pad(key, "other-game")) == (None, None)
    store.change_pad(key, "some-game", lambda before: {"names": [*(before or {})["names"], "Nan"]})
    assert store.pad(key, "some-game") == {"names": ["Nok", "Boy", "Nan"]}


def test_score_pad_stays_as_it_was_where_a_change_fails(store: Store, key: str) -> None:
    store.change_pad(key, "some-game", lambda _: {"deals": 1})

    def fail(_: object) -> dict[str, int]:
        raise ValueError("not like this")

    with pytest.raises(ValueError, match="not like this"):
        store.change_pad(key, "some-game", fail)
    assert store.pad(key, "some-game") == {"deals": 1}
