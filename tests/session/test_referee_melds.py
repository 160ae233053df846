"""The referee at a table with a row, melds and a stock: put in by tapping, as a pile is."""

from __future__ import annotations

import pytest

from tutor import games
from tutor.cards import Card, Cards
from tutor.session import referee
from tutor.session.referee import (
    HAND,
    TRY,
    Add,
    Aim,
    Choose,
    Edit,
    Put,
    Referee,
    Ruling,
    Say,
    Write,
    act,
    ruling,
)

DUMMY = games.find("dummy")
ROW = [Put(card, "row") for card in ("9h", "4c", "7d")]
LAY = (Choose("phase", "lay"), Choose("born", ["0"]))
MELDS = (Write("melds[0].cards", "Tc Td Th"), Write("melds[1].cards", "7s 8s 9s"))


def asked(*edits: Edit, rules: object = "full", seats: int = 3) -> Referee:
    session = referee.begin(DUMMY, rules, seats)
    for edit in edits:
        session = act(session, edit)
    return session


def broken(found: Ruling) -> str | None:
    assert found.faults == ()
    return None if found.refusal is None or found.refusal.violation is None else found.refusal.violation.rule.id


# What lies there


def test_row_is_put_in_card_by_card_in_its_order() -> None:
    session = asked(*ROW)
    assert [row["card"] for row in session.position["row"]] == ["9h", "4c", "7d"]
    assert set(referee.lying(session).values()) == {"row"}
    assert [row["card"] for row in act(session, Put("4c", "")).position["row"]] == ["9h", "7d"]


def test_row_can_be_typed() -> None:
    session = asked(Write("row", "9h, 4c 7d"), Choose("row[1].seat", 1), Write("row", "7d 4c"))
    assert session.position["row"] == [{"card": "7d"}, {"card": "4c", "seat": 1}]


def test_cards_of_the_row_came_from_whoever_sat_before() -> None:
    row = referee.written(asked(*ROW))["row"]
    assert [thrown["seat"] for thrown in row] == [2, 1, 2]
    headed = referee.written(asked(*ROW, Put("9h", "head")))["row"]
    assert [thrown["seat"] for thrown in headed] == [None, 1, 2]


def test_what_others_laid_off_is_theirs() -> None:
    session = asked(*MELDS, Put("Ts", "melds[1].cards"), Put("Ts", "melds[1].laid.0"))
    assert referee.written(session)["melds"][1]["laid"] == {1: "7s 8s 9s", 0: "Ts"}
    gone = act(session, Put("Ts", HAND))
    assert referee.written(gone)["melds"][1]["laid"] is None
    assert ruling(gone).faults == ()


def test_stock_is_what_nobody_holds() -> None:
    session = asked(*ROW, Choose("hands[1]", 3), Choose("hands[2]", 4), Write(HAND, "2c 3c"))
    assert referee.written(session)["stock"] == "x40"
    none = referee.written(act(session, Choose("stock", 0)))
    assert none["stock"] == "none"
    assert [none["hands"][seat] for seat in (1, 2)] == ["x23", "x24"]


def test_after_the_beginning_of_a_turn_a_card_was_drawn_unless_somebody_says_otherwise() -> None:
    session = asked(*LAY, Write(HAND, "5s 6s"))
    assert ruling(session).faults == ()
    assert referee.written(session)["got"]["from"] == "stock"
    assert "got" not in referee.written(act(session, Choose("phase", "begin")))


def test_fines_are_chosen_among_those_there_are() -> None:
    found = {one.name: one for one in referee.fields(DUMMY)}
    rules = {part.name: part.options for part in found["watch"].parts}["rule"]
    assert rules == ("dummy.fine-head", "dummy.fine-speto-near", "dummy.fine-speto")
    session = asked(Add("fines"), Choose("fines[0].rule", "dummy.fine-full"))
    assert ruling(session).faults == ()
    assert act(session, Choose("fines[0].rule", "dummy.meld")) == session


def test_row_that_still_wants_its_card_is_no_fault() -> None:
    assert ruling(asked(*ROW, Add("watch"))).faults == ()


# May I?


def test_card_of_the_row_is_marked_where_it_lies() -> None:
    session = asked(*ROW, *(Put(card, TRY) for card in ("7d", "7h", "7s")))
    assert session.marked == Cards.read("7d")
    assert referee.lying(session)[Card.read("7d")] == "row"
    assert session.text == "take 7d as 7d 7h 7s"
    found = ruling(session)
    assert found.allowed
    assert found.decides is not None
    assert found.decides.id == "dummy.take-meld"
    assert act(session, Put("7d", TRY)).marked == Cards.NONE


def test_whole_take_may_be_typed() -> None:
    session = asked(*ROW, Write(TRY, "take 9h as 9h 9s 9d"))
    assert (session.marked, session.tried) == (Cards.read("9h"), Cards.read("9d 9s"))
    assert ruling(session).allowed


def test_what_is_laid_off_goes_to_the_meld_that_it_fits() -> None:
    session = asked(*LAY, *MELDS, Say("layoff"), Put("6s", TRY))
    assert session.text == "layoff 6s to 2"
    assert ruling(session).allowed
    assert broken(ruling(act(session, Aim("meld.1")))) == "dummy.layoff-fits"
    assert act(session, Put("Td", TRY)).text == "layoff 6s to 1"  # a card of a meld means that meld


def test_last_card_is_not_the_last_as_long_as_there_may_be_more() -> None:
    session = asked(*LAY, *MELDS, Say("discard"), Put("6s", TRY))
    assert ruling(session).allowed
    assert broken(ruling(act(session, Choose("more", False)))) == "dummy.last-card"


def test_knock_hangs_on_the_rest_of_the_hand() -> None:
    session = asked(*LAY, *MELDS, Say("knock"), Put("Kd", TRY))
    assert ruling(session).depends
    assert ruling(act(session, Write(HAND, "6s"))).allowed
    assert broken(ruling(act(session, Write(HAND, "6s 2h")))) == "dummy.knock-one-card"


def test_player_who_is_not_born_lays_nothing() -> None:
    session = asked(Choose("phase", "lay"), *MELDS, Write(HAND, "2c"), Write(TRY, "lay 3d 4d 5d"))
    assert broken(ruling(session)) == "dummy.lay-born"


# What is the bill?


def knocked(*edits: Edit) -> Ruling:
    hand = (Write(HAND, "6s Ah Ad As"), Write(TRY, "Kd"), Say("knock"))
    return ruling(asked(Choose("phase", "lay"), *MELDS, *hand, *edits))


def test_bill_is_told_as_far_as_it_is_sure() -> None:
    found = knocked()
    assert found.allowed
    assert found.after is None
    lines = {(line.rule.id, line.seat, line.amount) for line in found.lines}
    assert ("dummy.closing-50", 0, 50) in lines
    assert ("dummy.dark-knock", 0, 100) in lines
    assert "dummy.hand-minus" not in {rule for rule, _, _ in lines}


def test_bill_is_whole_once_every_hand_is_put_in() -> None:
    hands = (Write("hands[1]", "2c 3c"), Write("hands[2]", "Qs"))
    found = knocked(*hands, Choose("hands[1].count", 2), Choose("hands[2].count", 1))
    assert found.after is not None
    assert found.after.outcome is not None
    assert found.after.outcome.totals == (200, -95, -70)


@pytest.mark.parametrize("text", ["", "take", "layoff 6s", "layoff 6s to 9", "take 2c as 2c 2d 2h", "knock", "??"])
def test_whatever_is_typed_gets_an_answer(text: str) -> None:
    for session in (asked(*ROW, Write(TRY, text)), asked(*LAY, *MELDS, Write(TRY, text))):
        assert ruling(session).faults or ruling(session).view is not None
