from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tutor import games
from tutor.session import pad
from tutor.session.pad import (
    MOST_DEALS,
    Cancel,
    Choose,
    Correct,
    Count,
    Delete,
    Edit,
    Enter,
    Put,
    Quick,
    Restore,
    ScorePad,
    Write,
    act,
    begin,
    document,
    read,
    settled,
    value_at,
)

DUMMY = games.find("dummy")
FULL = DUMMY.presets["full"]
NAMES = ("Nok", "Boy", "Nan")


def match(*edits: Edit, names: tuple[str, ...] = NAMES) -> ScorePad:
    session = begin(DUMMY, FULL, names)
    for edit in edits:
        session = act(session, edit)
    return session


KNOCK: tuple[Edit, ...] = (
    Choose("knocker", 1),
    Put("Kd", "closing"),
    Write("laid[1]", "7s 8s 9s"),
    Write("hands[0]", "Ah"),
    Write("hands[2]", "9d 9c"),
)


def points(*scores: int) -> tuple[Edit, ...]:
    return (Quick(True), *(Choose(f"points[{seat}]", str(score)) for seat, score in enumerate(scores)))


def test_deal_is_put_down_and_entered() -> None:
    session = match(*KNOCK, Enter(1))
    assert (len(session.deals), session.open, session.number) == (1, {}, 2)
    assert settled(session)[-1].before.tally == (-30, 65, -20)


def test_card_lies_in_one_place() -> None:
    session = match(*KNOCK, Put("Ah", "laid[2]"), Put("Qd", "closing"))
    assert (value_at(session, "hands[0]"), value_at(session, "laid[2]"), value_at(session, "closing")) == (
        "",
        "Ah",
        "Qd",
    )
    session = act(session, Write("hands[0]", "7s Ah"))
    assert (value_at(session, "laid[1]"), value_at(session, "laid[2]")) == ("8s 9s", "")
    assert value_at(act(session, Put("8s", "")), "laid[1]") == "9s"


def test_card_that_is_only_named_lies_where_it_lay() -> None:
    session = match(*KNOCK, Put("8s", "head"))
    assert (value_at(session, "head"), value_at(session, "laid[1]")) == ("8s", "7s 8s 9s")
    assert value_at(act(session, Put("8s", "head")), "head") == ""


def test_deal_with_a_fault_is_not_entered() -> None:
    session = match(*KNOCK[:-1])
    assert act(session, Enter(1)) == session
    typed = match(*KNOCK, Write("hands[2]", "nine"))
    assert value_at(typed, "hands[2]") == "nine"
    assert act(typed, Enter(1)) == typed


def test_deal_is_entered_once_however_often_it_is_sent() -> None:
    session = match(*KNOCK, Enter(1), Enter(1), Enter(1))
    assert len(session.deals) == 1


def test_earlier_deal_is_corrected_and_all_after_it_counted_anew() -> None:
    session = match(*points(10, 20, 30), Enter(1), *points(1, 2, 3), Enter(2), *KNOCK)
    session = act(session, Correct(1))
    assert session.number == 1
    session = act(session, Choose("points[0]", "−100"))
    assert settled(session)[1].after.tally == (-99, 22, 33)
    left = act(session, Cancel())
    assert settled(left)[1].after.tally == (11, 22, 33)
    saved = act(session, Enter(1))
    assert settled(saved)[1].after.tally == (-99, 22, 33)
    assert value_at(saved, "laid[1]") == "7s 8s 9s", "the deal that was being put down is still there"


def test_fool_put_right_turns_the_deals_after_it_round_and_tells_what_no_longer_fits() -> None:
    session = match(*points(0, 0, 0), Enter(1), *KNOCK, Choose("fool", 0), Enter(2))
    session = act(act(act(session, Correct(1)), Choose("fool", 2)), Enter(1))
    assert [fault.place for fault in settled(session)[1].sheet.faults] == ["fool"]
    assert len(session.deals) == 2


def test_deleted_deal_comes_back_to_its_place() -> None:
    session = match(*points(10, 20, 30), Enter(1), *points(1, 2, 3), Enter(2))
    gone = act(session, Delete(1, 2))
    assert act(gone, Delete(1, 2)) == gone, "the same again deletes no other deal"
    assert settled(gone)[-1].before.tally == (1, 2, 3)
    assert act(gone, Restore()).deals == session.deals


def test_points_and_cards_take_turns() -> None:
    session = act(match(*KNOCK), Quick(True))
    assert session.entries == {"points": [None, None, None]}
    assert act(session, Quick(False)).entries == {}


@pytest.mark.parametrize(("typed", "kept"), [("−45", -45), (" 7 ", 7), ("๕๐", 50), ("", None), ("many", "many")])
def test_points_are_read_as_people_type_them(typed: str, kept: object) -> None:
    assert value_at(match(Quick(True), Choose("points[1]", typed)), "points[1]") == kept


def test_nothing_is_entered_after_the_match_is_won() -> None:
    session = match(*points(500, 0, 0), Enter(1), *points(1, 1, 1), Enter(2))
    assert len(session.deals) == 1
    assert settled(session)[0].after.winners == (0,)


def test_where_nobody_knocked_what_a_knock_brings_is_forgotten() -> None:
    session = match(*KNOCK, Choose("fool", 0), Choose("dark", [1]), Choose("knocker", None))
    assert {"closing", "fool", "dark"} & session.entries.keys() == set()


def test_fines_are_counted() -> None:
    session = match(*KNOCK, Count("fines[2]", "dummy.fine-full", 2), Count("fines[2]", "dummy.fine-none", 1))
    assert value_at(session, "fines[2]") == {"dummy.fine-full": 2}
    assert settled(session)[0].sheet.outcome.totals[2] == -20 - 100
    assert value_at(act(session, Count("fines[2]", "dummy.fine-full", 0)), "fines[2]") == {}


def test_what_is_kept_is_read_as_it_was() -> None:
    for session in (
        match(),
        match(*KNOCK),
        match(*points(10, 20, 30), Enter(1), *KNOCK, Correct(1), Choose("points[0]", "5")),
        match(*points(10, 20, 30), Enter(1), Delete(1, 1)),
    ):
        assert read(json.loads(json.dumps(document(session)))) == session


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"game": "old maid"},
        {"game": "slave", "rules": "king", "names": ["a", "b", "c", "d"], "dealer": 0, "deals": [], "open": {}},
        *(
            {"game": "dummy", "rules": "full", "names": ["a", "b"], "dealer": 0, "deals": [], "open": {}} | wrong
            for wrong in (
                {"rules": "none"}, {"names": ["a"]}, {"names": ["a", "A"]}, {"names": [1, 2]},
                {"dealer": 5}, {"dealer": "x"}, {"deals": 3}, {"deals": [3]}, {"open": 3}, {"at": 4}, {"gone": [1]},
            )
        ),
    ],
)  # fmt: skip
def test_what_can_be_no_pad_is_refused(kept: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(kept)


@pytest.mark.parametrize(
    "entries",
    [
        {"laid": 3}, {"laid": [1, 2, 3]}, {"hands": ["", "", None]}, {"fines": ["x", {}, {}]}, {"fines": 7},
        {"knocker": "Nok"}, {"dark": "all"}, {"dark": [[]]}, {"points": "many"}, {"points": [[], {}, True]},
        {"fool": []}, {"closing": 5}, {"head": None}, {"knocker": True},
    ],
)  # fmt: skip
def test_entries_that_nobody_puts_down_are_faults_and_break_nothing(entries: dict[str, Any]) -> None:
    session = read({**document(match()), "open": entries})
    assert settled(session)[0].sheet.faults
    for edit in (*KNOCK, Count("fines[0]", "dummy.fine-full", 1), Quick(True), Choose("points[0]", 3), Enter(1)):
        session = act(session, edit)


def test_no_edit_breaks_anything() -> None:
    rng = Random(5)
    places = [
        "laid[0]",
        "hands[2]",
        "laid[9]",
        "closing",
        "head",
        "knocker",
        "dark",
        "fool",
        "points[1]",
        "??",
        "",
        "laid",
    ]
    values = [None, 0, 1, 2, 7, -1, True, "Kd", "zz", [0], [9], ["x"], {}, 10**9, "1e9", 3.5]
    session = match()
    for _ in range(3000):
        place, value = rng.choice(places), rng.choice(values)
        edits: list[Edit] = [
            Put(rng.choice(["Kd", "2c", "Qs", "xx"]), place), Write(place, rng.choice(["2c 3c", "zz", "Kd Qd", ""])),
            Choose(place, value), Count(place, "dummy.fine-full", rng.randrange(-3, 30)), Quick(rng.random() < 0.3),
            Enter(rng.randrange(5)), Correct(rng.randrange(5)), Cancel(), Restore(),
            Delete(rng.randrange(5), rng.randrange(5)),
        ]  # fmt: skip
        session = act(session, rng.choice(edits))
        assert read(json.loads(json.dumps(document(session)))) == session


def test_pad_has_an_end() -> None:
    session = match()
    deal = {"points": [1, 1, 1]}
    session = read(
        {**document(session), "deals": [deal] * MOST_DEALS, "open": deal, "rules": {"preset": "full", "target": 9999}}
    )
    assert act(session, Enter(MOST_DEALS + 1)) == session


def test_game_without_a_pad_has_none() -> None:
    slave = games.find("slave")
    with pytest.raises(ValueError, match="no score pad"):
        begin(slave, slave.read_rules(None), ("a", "b", "c", "d"))
    assert pad.pad_of(match()) is DUMMY.pad
