"""Every way in which a position of Slave can be wrong: at which place, why, and what is shown of what stands there
(docs/contract.md, section 3). Goldens name the places; the words at a page also tell the reason and the value."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.golden.slave.situations import FALLEN, TRIBUTE
from tutor import games
from tutor.core import PositionError

SLAVE = games.find("slave")

COURT = ["king", "queen", "vice-slave", "slave"]

FIRST: dict[str, Any] = {"game": "slave", "rules": "king", "hands": ["9c", "4d", "5c", "Kd"], "turn": 0}

LATER = {**FIRST, "deal": 2, "titles": COURT, "turn": 3}

SEEN = {**FIRST, "seat": 0, "hands": ["9c", "x1", "x1", "x1"], "unseen": "4d 5c Kd"}

RETURN = {**TRIBUTE, "phase": "return", "turn": 0}

TRADE = {
    "game": "slave",
    "rules": {"preset": "classic", "people_trade": True},
    "deal": 2,
    "phase": "trade",
    "titles": ["king", "queen", "people", "people", "vice-slave", "slave"],
    "hands": ["2h 2s", "8d Kh", "5c Ac", "3c 6c", "4c 7d", "3d Jc"],
    "turn": 3,
    "offers": ["", "", "9d", "", "", ""],
}

TRADE_SEEN = {
    **TRADE,
    "seat": 3,
    "hands": ["x2", "x2", "x2", "3c 6c", "x2", "x2"],
    "unseen": "2h 2s 8d Kh 5c Ac 9d 4c 7d 3d Jc",
    "offers": ["", "", "x1", "", "", ""],
}

AFTER_TRADE = {**TRADE, "phase": "play", "offers": [], "turn": 5}


def gift(giver: int, to: int, cards: str) -> dict[str, Any]:
    return {"from": giver, "to": to, "cards": cards}


def play(seat: int, cards: str) -> dict[str, Any]:
    return {"seat": seat, "cards": cards}


TO_KING, FROM_KING = gift(3, 0, "Qd Kh"), gift(0, 3, "3c 7d")


def faults(document: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    with pytest.raises(PositionError) as refused:
        games.read(document)
    found = refused.value.faults
    assert all(fault.reason.params["place"] == fault.place for fault in found)
    return [
        (fault.place, fault.reason.rule.id.removeprefix("position."), fault.reason.params.get("value"))
        for fault in found
    ]


TABLE: dict[str, tuple[dict[str, Any], dict[str, Any], list[tuple[str, str, str | None]]]] = {
    "three hands are too few": (FIRST, {"hands": ["9c", "4d", "5c"]}, [("hands", "seats", "3")]),
    "seven hands are too many": (
        FIRST,
        {"hands": ["9c", "4d", "5c", "Kd", "Ks", "Qs", "Qd"]},
        [("hands", "seats", "7")],
    ),
    "no hands are no table": (FIRST, {"hands": []}, [("hands", "seats", "0")]),
    "a view is of a seat of the table": (SEEN, {"seat": 4}, [("seat", "turn", "4")]),
    "a view is of no seat below 0": (SEEN, {"seat": -1}, [("seat", "turn", "-1")]),
    "play runs up or down": (FIRST, {"direction": 2}, [("direction", "shape", "2")]),
    "play runs in some direction": (FIRST, {"direction": 0}, [("direction", "shape", "0")]),
    "rules that nobody knows": (FIRST, {"rules": "kaiser"}, [("rules", "rules", "kaiser")]),
    "a preset that nobody knows": (FIRST, {"rules": {"preset": "kaiser"}}, [("rules", "rules", "kaiser")]),
    "a value that an option cannot have": (
        FIRST,
        {"rules": {"preset": "king", "queen_term": -1}},
        [("rules.queen_term", "rules", "-1")],
    ),
    "deals are counted from 1": (FIRST, {"deal": 0}, [("deal", "deal", "0")]),
    "there is one King": (
        LATER,
        {"titles": ["king", "king", "vice-slave", "slave"]},
        [("titles", "titles", "king king vice-slave slave")],
    ),
    "every seat has a title": (LATER, {"titles": COURT[:3]}, [("titles", "titles", "king queen vice-slave")]),
    "nobody has a title in the first deal": (
        FIRST,
        {"titles": COURT},
        [("titles", "titles", "king queen vice-slave slave")],
    ),
    "of four all belong to the court": (
        LATER,
        {"titles": ["king", "people", "people", "slave"]},
        [("titles", "titles", "king people people slave")],
    ),
    "of three nobody is Queen": (
        LATER,
        {"rules": "classic", "hands": ["9c", "4d", "5c"], "titles": ["king", "queen", "slave"], "turn": 2},
        [("titles", "titles", "king queen slave")],
    ),
    "where nobody is Queen no deals of hers are counted": (
        FIRST,
        {"deal": 2, "queen_deals": 1},
        [("queen_deals", "count", "1")],
    ),
    "a sitting Queen has begun a deal": (LATER, {"queen_deals": 0}, [("queen_deals", "count", "0")]),
    "nobody has begun fewer deals than none": (FIRST, {"queen_deals": -1}, [("queen_deals", "count", "-1")]),
    "a sitting Queen has not begun fewer deals than none": (
        LATER,
        {"queen_deals": -1},
        [("queen_deals", "count", "-1")],
    ),
    "a first deal has no exchange": (FIRST, {"phase": "tribute"}, [("phase", "phase", "tribute")]),
    "without a court there is no exchange": (FIRST, {"phase": "return", "deal": 2}, [("phase", "phase", "return")]),
    "where the People do not trade there is no trade": (
        TRADE,
        {"rules": "classic", "offers": [], "turn": 2},
        [("phase", "phase", "trade")],
    ),
    "a play is of a seat of the table": (FIRST, {"pile": [play(4, "3c")]}, [("pile[0].seat", "pile", "4")]),
    "a play is of no seat below 0": (FIRST, {"pile": [play(-1, "3c")]}, [("pile[0].seat", "pile", "-1")]),
    "nobody answers himself": (FIRST, {"pile": [play(3, "3c"), play(3, "6s")]}, [("pile[1].seat", "pile", "3")]),
    "cards on the pile are a play": (FIRST, {"pile": [play(3, "3c 4c")]}, [("pile[0].cards", "pile", "3c 4c")]),
    "without straights there is none on the pile": (
        FIRST,
        {"pile": [play(3, "6c 7c 8c")]},
        [("pile[0].cards", "pile", "6c 7c 8c")],
    ),
    "nothing is no play": (FIRST, {"pile": [play(3, "")]}, [("pile[0].cards", "pile", "")]),
    "a play beats the one before": (
        FIRST,
        {"pile": [play(3, "7c"), play(1, "6s")]},
        [("pile[1].cards", "pile", "6s")],
    ),
    "after a fault in the pile the rest of it is still looked at": (
        FIRST,
        {"pile": [play(3, "zz"), play(1, "3c 4c"), play(2, "7c"), play(4, "6s")]},
        [
            ("pile[0].cards", "unreadable", "zz"),
            ("pile[1].cards", "pile", "3c 4c"),
            ("pile[3].seat", "pile", "4"),
            ("pile[3].cards", "pile", "6s"),
        ],
    ),
    "the pile is open": (FIRST, {"pile": [play(3, "x1")]}, [("pile[0].cards", "hidden", "x1")]),
    "a single does not beat a straight": (
        FIRST,
        {"rules": "hong-kong", "pile": [play(3, "6c 7c 8c"), play(1, "9s")]},
        [("pile[1].cards", "pile", "9s")],
    ),
    "after a straight's slap a higher straight of its length is none": (
        FIRST,
        {"rules": "hong-kong", "inverted": True, "pile": [play(3, "6c"), play(1, "6d 7d 8d"), play(2, "7h 8h 9h")]},
        [("pile[2].cards", "pile", "7h 8h 9h")],
    ),
    "nobody has passed on nothing": (FIRST, {"passed": [2]}, [("passed", "passed", "[2]")]),
    "who owns the top has not passed": (FIRST, {"pile": [play(3, "3c")], "passed": [3]}, [("passed", "passed", "[3]")]),
    "nobody passes twice": (FIRST, {"pile": [play(3, "3c")], "passed": [1, 1]}, [("passed", "passed", "[1, 1]")]),
    "a seat beyond the table has not passed": (
        FIRST,
        {"pile": [play(3, "3c")], "passed": [4]},
        [("passed", "passed", "[4]")],
    ),
    "a seat below 0 has not passed": (FIRST, {"pile": [play(3, "3c")], "passed": [-1]}, [("passed", "passed", "[-1]")]),
    "who is out has not passed": (
        FIRST,
        {"hands": ["9c", "", "5c", "Kd"], "out": [1], "pile": [play(3, "3c")], "passed": [1]},
        [("passed", "passed", "[1]")],
    ),
    "there are offers in the trade alone": (
        FIRST,
        {"offers": ["", "", "9d", ""]},
        [("offers", "offers", "9d")],
    ),
    "there are as many offers as hands": (TRADE, {"offers": ["", "", "9d"]}, [("offers", "offers", "3")]),
    "who was asked has answered": (TRADE, {"offers": [""] * 6}, [("offers[2]", "offers", "")]),
    "no offers at all are no answers": (TRADE, {"offers": []}, [("offers[2]", "offers", "")]),
    "one card is put down": (
        TRADE,
        {"offers": ["", "", "9d 9h", "", "", ""]},
        [("offers[2]", "offers", "9d 9h")],
    ),
    "a whole position names the card put down": (
        TRADE,
        {"offers": ["", "", "x1", "", "", ""]},
        [("offers[2]", "hidden", "x1")],
    ),
    "the court puts nothing down": (
        TRADE,
        {"offers": ["As", "", "9d", "", "", ""]},
        [("offers[0]", "offers", "As")],
    ),
    "the court is not asked and declines nothing": (
        TRADE,
        {"offers": ["declined", "", "9d", "", "", ""]},
        [("offers[0]", "offers", "declined")],
    ),
    "who is still to be asked has put nothing down": (
        TRADE,
        {"offers": ["", "", "9d", "9h", "", ""]},
        [("offers[3]", "offers", "9h")],
    ),
    "an offer is a card": (TRADE, {"offers": ["", "", "maybe", "", "", ""]}, [("offers[2]", "unreadable", "maybe")]),
    "the King is not asked in the trade": (
        TRADE,
        {"turn": 0, "offers": []},
        [("turn", "turn", "0")],
    ),
    "the trade has somebody on turn": (
        TRADE,
        {"turn": None},
        [("offers[2]", "offers", "9d"), ("turn", "ended", None)],
    ),
    "who looks on does not see the card put down": (
        TRADE_SEEN,
        {"offers": TRADE["offers"], "unseen": "2h 2s 8d Kh 5c Ac 4c 7d 3d Jc"},
        [("offers[2]", "offers", "9d")],
    ),
    "who looks on sees that one card was put down": (
        TRADE_SEEN,
        {"offers": ["", "", "x2", "", "", ""]},
        [("offers[2]", "hidden", "x2"), ("unseen", "unseen-count", "10 ≠ 11")],
    ),
    "who put a card down sees it": (
        TRADE_SEEN,
        {"seat": 2, "hands": ["x2", "x2", "5c Ac", "x2", "x2", "x2"], "unseen": "2h 2s 8d Kh 9d 3c 6c 4c 7d 3d Jc"},
        [("offers[2]", "hidden", "x1"), ("unseen", "unseen-count", "10 ≠ 11")],
    ),
    "nobody goes out twice": (
        FIRST,
        {"out": [1, 1], "hands": ["9c", "", "5c", "Kd"]},
        [("out", "out", "[1, 1]")],
    ),
    "a seat beyond the table is not out": (FIRST, {"out": [4]}, [("out", "out", "[4]")]),
    "a seat below 0 is not out": (FIRST, {"out": [-1]}, [("out", "out", "[-1]")]),
    "who has no cards is out": (FIRST, {"hands": ["9c", "", "5c", "Kd"]}, [("hands[1]", "out", "")]),
    "in the trade only who put a card down may be without": (
        TRADE,
        {"hands": ["2h 2s", "8d Kh", "5c Ac", "3c 6c", "", "3d Jc"]},
        [("hands[4]", "out", "")],
    ),
    "who is out has no cards": (FIRST, {"out": [1]}, [("hands[1]", "out", "4d")]),
    "a King who is beaten to it has left": (FALLEN, {"toppled": None}, [("toppled", "toppled", "")]),
    "nobody but the King is toppled": (FALLEN, {"toppled": 3}, [("toppled", "toppled", "3")]),
    "nobody beyond the table is toppled": (FALLEN, {"toppled": 7}, [("toppled", "toppled", "7")]),
    "nobody below 0 is toppled": (FALLEN, {"toppled": -1}, [("toppled", "toppled", "-1")]),
    "a toppled King has left cards": (FALLEN, {"aside": ""}, [("aside", "toppled", "")]),
    "nothing lies aside where nobody was toppled": (FIRST, {"aside": "2s"}, [("aside", "toppled", "2s")]),
    "a King leaves at once where the rules say so": (
        FALLEN,
        {"rules": {"preset": "king", "topple": "next_deal"}},
        [("toppled", "toppled", "1")],
    ),
    "a King who is out first is not toppled": (FALLEN, {"out": [1]}, [("toppled", "toppled", "1")]),
    "a King is toppled by somebody who is out": (
        FALLEN,
        {"out": [], "hands": ["9s", "", "5c 7c", "Kd 6h"]},
        [("toppled", "toppled", "1")],
    ),
    "without a King nobody is toppled": (FALLEN, {"titles": ["people"] * 4}, [("toppled", "toppled", "1")]),
    "a toppled King holds no cards": (
        FALLEN,
        {"hands": ["", "4d", "5c 7c", "Kd 6h"]},
        [("hands[1]", "out", "4d")],
    ),
    "a whole position names the cards aside": (FALLEN, {"aside": "x3"}, [("aside", "hidden", "x3")]),
    "a whole position has nothing unseen": (FIRST, {"unseen": "As Ks"}, [("unseen", "hidden", "Ks As")]),
    "there is a place for every unseen card": (
        SEEN,
        {"unseen": "4d 5c Kd Ks"},
        [("unseen", "unseen-count", "3 ≠ 4")],
    ),
    "there is an unseen card for every place": (SEEN, {"unseen": "4d 5c"}, [("unseen", "unseen-count", "3 ≠ 2")]),
    "a seat sees its own hand": (
        SEEN,
        {"hands": ["x1", "x1", "x1", "x1"], "unseen": "9c 4d 5c Kd"},
        [("hands[0]", "hidden", "x1")],
    ),
    "a whole position names every hand": (
        FIRST,
        {"hands": ["9c", "4d x1", "5c", "x3"]},
        [("hands[1]", "hidden", "4d x1"), ("hands[3]", "hidden", "x3")],
    ),
    "a deal that goes on has somebody on turn": (FIRST, {"turn": None}, [("turn", "ended", None)]),
    "a view of a deal that goes on has somebody on turn": (SEEN, {"turn": None}, [("turn", "ended", None)]),
    "a deal of which one is left has ended": (
        FIRST,
        {"hands": ["9c", "", "", ""], "out": [1, 2, 3]},
        [("out", "ended", None)],
    ),
    "nobody plays on from the end of a deal": (
        FIRST,
        {"hands": ["", "4d", "", ""], "out": [0, 2, 3], "turn": None},
        [("turn", "ended", None)],
    ),
    "the turn is at a seat of the table": (FIRST, {"turn": 4}, [("turn", "turn", "4")]),
    "the turn is at no seat below 0": (FIRST, {"turn": -1}, [("turn", "turn", "-1")]),
    "who is out has no turn": (
        FIRST,
        {"hands": ["", "4d", "5c", "Kd"], "out": [0]},
        [("turn", "turn", "0")],
    ),
    "who passed has no turn": (FIRST, {"pile": [play(3, "8c")], "passed": [0]}, [("turn", "turn", "0")]),
    "who passed has no turn wherever it sits": (
        FIRST,
        {"turn": 1, "pile": [play(3, "3s")], "passed": [1]},
        [("turn", "turn", "1")],
    ),
    "who owns the top has no turn": (
        FIRST,
        {"pile": [play(3, "7c"), play(0, "8c")]},
        [("turn", "turn", "0")],
    ),
    "nothing lies on a pile during the exchange": (
        TRIBUTE,
        {"pile": [play(2, "7s")]},
        [("phase", "phase", "tribute")],
    ),
    "the order is the normal one during the exchange": (TRIBUTE, {"inverted": True}, [("phase", "phase", "tribute")]),
    "nobody is out during the exchange": (
        TRIBUTE,
        {"rules": "classic", "out": [1], "hands": ["3c 7d Qh", "", "5c 9d Ah", "4h 6c Td Qd Kh"]},
        [("phase", "phase", "tribute")],
    ),
    "the King gives no tribute": (TRIBUTE, {"turn": 0}, [("turn", "turn", "0")]),
    "the Queen gives no tribute": (TRIBUTE, {"turn": 1}, [("turn", "turn", "1")]),
    "the Slave returns nothing": (RETURN, {"turn": 3}, [("turn", "turn", "3")]),
    "the Vice-slave returns nothing": (RETURN, {"turn": 2}, [("turn", "turn", "2")]),
    "the Slave has two cards to give": (
        TRIBUTE,
        {"hands": ["3c 7d Qh", "4c 8d Kc", "5c 9d Ah", "4h"]},
        [("hands[3]", "exchanged", "4h")],
    ),
    "the King has two cards to return": (
        RETURN,
        {"hands": ["3c", "4c 8d Kc", "5c 9d Ah", "4h 6c Td Qd Kh"]},
        [("hands[0]", "exchanged", "3c")],
    ),
    "the Vice-slave has a card for the Queen": (
        RETURN,
        {"hands": ["3c 7d Qh", "4c", "", "4h"]},
        [("hands[2]", "out", "")],
    ),
    "gifts come in their order": (
        LATER,
        {"exchanged": [FROM_KING, TO_KING]},
        [("exchanged[1]", "exchanged", "Qd Kh")],
    ),
    "nobody gives twice": (LATER, {"exchanged": [TO_KING, TO_KING]}, [("exchanged[1]", "exchanged", "Qd Kh")]),
    "the Slave gives to the King": (
        LATER,
        {"exchanged": [gift(3, 1, "Qd Kh")]},
        [("exchanged[0]", "exchanged", "Qd Kh")],
    ),
    "the Slave gives two cards": (LATER, {"exchanged": [gift(3, 0, "Qd")]}, [("exchanged[0]", "exchanged", "Qd")]),
    "the Vice-slave gives one card": (
        LATER,
        {"exchanged": [gift(2, 1, "Qd Kh")]},
        [("exchanged[0]", "exchanged", "Qd Kh")],
    ),
    "a whole position names the cards exchanged": (
        LATER,
        {"exchanged": [gift(3, 0, "x2")]},
        [("exchanged[0]", "hidden", "x2")],
    ),
    "gifts are cards": (LATER, {"exchanged": [gift(3, 0, "Qd zz")]}, [("exchanged[0].cards", "unreadable", "Qd zz")]),
    "nothing was exchanged in the first deal": (
        FIRST,
        {"exchanged": [TO_KING]},
        [("exchanged[0]", "exchanged", "Qd Kh")],
    ),
    "who is to give has not given": (TRIBUTE, {"exchanged": [TO_KING]}, [("exchanged[0]", "exchanged", "Qd Kh")]),
    "who is to return has not returned": (
        RETURN,
        {"exchanged": [TO_KING, FROM_KING]},
        [("exchanged[1]", "exchanged", "3c 7d")],
    ),
    "cards exchanged between others are hidden": (
        SEEN,
        {"deal": 2, "titles": COURT, "exchanged": [gift(2, 1, "Ah")]},
        [("exchanged[0]", "exchanged", "Ah")],
    ),
    "the receiver knows the cards exchanged": (
        SEEN,
        {"deal": 2, "titles": COURT, "exchanged": [gift(3, 0, "x2")]},
        [("exchanged[0]", "hidden", "x2")],
    ),
    "cards that were given have room in the hand that got them": (
        SEEN,
        {"deal": 2, "titles": COURT, "exchanged": [gift(3, 0, "Ah Kh"), gift(0, 3, "4d 5c")]},
        [("exchanged", "exchanged", "")],
    ),
    "a swap has two halves": (
        AFTER_TRADE,
        {"exchanged": [gift(2, 3, "9d")]},
        [("exchanged", "exchanged", "9d")],
    ),
    "the lower seat of a swap comes first": (
        AFTER_TRADE,
        {"exchanged": [gift(3, 2, "9d"), gift(2, 3, "3c")]},
        [("exchanged[0]", "exchanged", "9d"), ("exchanged", "exchanged", "3c")],
    ),
    "a swap goes back to who began it": (
        AFTER_TRADE,
        {"exchanged": [gift(2, 3, "9d"), gift(3, 5, "3c")]},
        [("exchanged[1]", "exchanged", "3c")],
    ),
    "the People swap among themselves": (
        AFTER_TRADE,
        {"exchanged": [gift(2, 5, "9d"), gift(5, 2, "3c")]},
        [("exchanged[0]", "exchanged", "9d"), ("exchanged[1]", "exchanged", "3c")],
    ),
    "one card is swapped for one": (
        AFTER_TRADE,
        {"exchanged": [gift(2, 3, "9d 9h"), gift(3, 2, "3c 3h")]},
        [("exchanged[0]", "exchanged", "9d 9h"), ("exchanged[1]", "exchanged", "3c 3h")],
    ),
    "swaps come after the court's exchange": (
        AFTER_TRADE,
        {"exchanged": [gift(2, 3, "9d"), gift(3, 2, "3c"), gift(5, 0, "2h 2s")]},
        [("exchanged[2]", "exchanged", "2h 2s")],
    ),
    "nothing is swapped before the last answer": (
        TRADE,
        {"exchanged": [gift(2, 3, "9h"), gift(3, 2, "9s")]},
        [("exchanged[0]", "exchanged", "9h"), ("exchanged[1]", "exchanged", "9s")],
    ),
    "a whole position has nothing that a hand cannot hold": (
        FIRST,
        {"cannot": {1: "2h 2s"}},
        [("cannot", "hidden", "{1: '2h 2s'}")],
    ),
    "what one's own hand cannot hold is no question": (
        SEEN,
        {"cannot": {0: "4d"}},
        [("cannot.0", "unseen-count", "4d")],
    ),
    "a seat beyond the table has no hand": (SEEN, {"cannot": {4: "4d"}}, [("cannot.4", "unseen-count", "4d")]),
    "a seat below 0 has no hand": (SEEN, {"cannot": {-1: "4d"}}, [("cannot.-1", "unseen-count", "4d")]),
    "only of unseen cards it is a question who cannot hold them": (
        SEEN,
        {"cannot": {1: "9c"}},
        [("cannot.1", "unseen-count", "9c")],
    ),
    "cards that a hand cannot hold have names": (SEEN, {"cannot": {1: "x1"}}, [("cannot.1", "unseen-count", "x1")]),
    "a hand can hold some of the unseen cards": (
        SEEN,
        {"cannot": {1: "4d 5c Kd"}},
        [("cannot.1", "unseen-count", "4d 5c Kd")],
    ),
    "a step of the history is a move": (SEEN, {"history": ["0 dance"]}, [("history[0]", "unreadable", "0 dance")]),
    "a step is of a seat of the table": (SEEN, {"history": ["4 pass"]}, [("history[0]", "unreadable", "4 pass")]),
    "a play is to nobody": (
        SEEN,
        {"history": ["3 pass", "1 play 3c to 2"]},
        [("history[1]", "unreadable", "1 play 3c to 2")],
    ),
    "a gift is to a seat of the table": (
        SEEN,
        {"history": ["3 give x1 to 4"]},
        [("history[0]", "unreadable", "3 give x1 to 4")],
    ),
    "a step says whose it is": (SEEN, {"history": ["pass"]}, [("history[0]", "unreadable", "pass")]),
}


@pytest.mark.parametrize("case", TABLE.values(), ids=TABLE)
def test_fault(case: tuple[dict[str, Any], dict[str, Any], list[tuple[str, str, str | None]]]) -> None:
    base, change, expected = case
    assert faults({**base, **change}) == expected


def test_the_holder_of_3c_begins_a_first_deal() -> None:
    state = SLAVE.deal("king", 4, Random(1))
    assert state.turn is not None
    other = (state.turn + 1) % 4
    for document in (state.position().document(), state.view(other).position().document()):
        with pytest.raises(PositionError) as refused:
            games.read({**document, "turn": other})
        (fault,) = refused.value.faults
        assert (fault.place, fault.reason.rule.id) == ("turn", "position.turn-card")
        assert str(fault.reason.params["card"]) == "3c"
        # Without a number it may be a later deal.
        assert faults({**document, "turn": other, "deal": "x"}) == [("deal", "shape", "x")]


def test_cards_named_nowhere_have_a_place_where_those_out_of_play_are_given() -> None:
    hands = {
        "hands": ["2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad", "5h 6h 7h", "5s"]
    }
    out_of_play = "2h 3h 4h 8h 9h Th Jh Qh Kh Ah 2s 3s 4s 6s 7s 8s 9s Ts Js Qs"
    assert faults({**FIRST, **hands, "deal": 2, "played": out_of_play}) == [("played", "lying", "Ks As")]
    assert faults({**FIRST, **hands, "deal": 2, "played": f"{out_of_play} Ks As 5s"}) == [
        ("hands[3]", "card-twice", "5s"),
        ("played", "card-twice", "5s"),
    ]


def test_an_unknown_option_is_told_at_its_place() -> None:
    assert [place for place, _, _ in faults({**FIRST, "rules": {"preset": "king", "jokers": True}})] == ["rules.jokers"]


ALONE: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "hands that are none are not counted": (FIRST, {"hands": ["9c", "4d", 5]}, "hands[2]"),
    "without a number of the deal titles are not judged": (LATER, {"deal": "x"}, "deal"),
    "without titles there is no exchange to judge": (TRIBUTE, {"titles": ["king"] * 4}, "titles"),
    "titles of no known form are none": (TRIBUTE, {"titles": 5}, "titles"),
    "without titles no Queen is counted": (LATER, {"titles": ["king"] * 4, "queen_deals": -1}, "titles"),
    "without titles nobody is on the wrong turn of an exchange": (
        TRIBUTE,
        {"turn": 0, "titles": ["king"] * 4},
        "titles",
    ),
    "without a court nobody is on the wrong turn of an exchange": (
        FIRST,
        {"deal": 2, "phase": "tribute", "turn": 2, "pile": [play(3, "6s")]},
        "phase",
    ),
    "without rules the trade is not judged": (TRADE, {"rules": "kaiser"}, "rules"),
    "nor what one sees of it": (TRADE_SEEN, {"rules": "kaiser"}, "rules"),
    "without rules no swap is judged": (
        AFTER_TRADE,
        {"rules": "kaiser", "exchanged": [gift(2, 3, "9d"), gift(3, 2, "3c")]},
        "rules",
    ),
    "without rules nobody knows whether there are straights, and what beats what": (
        FIRST,
        {"rules": "kaiser", "pile": [play(3, "6c 7c 8c"), play(1, "5h")]},
        "rules",
    ),
    "without rules nobody knows when a King falls": (FALLEN, {"rules": "kaiser"}, "rules"),
    "without rules nobody knows how many may play": (
        FIRST,
        {"rules": "kaiser", "hands": ["9c", "4d", "5c", "Kd", "Ks", "Qs", "Qd", "Qc", "Qh"]},
        "rules",
    ),
    "without a trade its answers are not judged": (TRADE, {"rules": "classic"}, "phase"),
    "an answer that cannot be read is not also out of turn": (
        TRADE,
        {"offers": ["", "", "9d", "maybe", "", ""]},
        "offers[3]",
    ),
    "with out in no order the deal may have ended": (
        FIRST,
        {"hands": ["9c", "", "5c", "Kd"], "out": [1, 1], "turn": None},
        "out",
    ),
    "without a phase answers are not judged": (TRADE, {"phase": "knock"}, "phase"),
    "without a turn answers are not judged": (TRADE, {"turn": "x"}, "turn"),
    "without titles answers are not judged": (TRADE, {"titles": ["king"] * 6}, "titles"),
    "without titles nobody fell": (FALLEN, {"titles": ["king"] * 4}, "titles"),
    "of who is out in no order nobody fell": (FALLEN, {"out": [0, 0]}, "out"),
    "out in no known form": (FALLEN, {"out": "x"}, "out"),
    "toppled in no known form": (FALLEN, {"toppled": "x"}, "toppled"),
    "cards aside that cannot be read": (FALLEN, {"aside": "zz"}, "aside"),
    "the same where nobody was toppled": (FIRST, {"aside": "zz"}, "aside"),
    "with a play that is none nobody passed": (FIRST, {"pile": [play(3, "zz")], "passed": [3]}, "pile[0].cards"),
    "with a play of nobody nobody passed": (FIRST, {"pile": [play(9, "3c")], "passed": [3, 3]}, "pile[0].seat"),
    "with a play of nobody the turn is not judged": (FIRST, {"pile": [play(9, "3c")], "turn": 7}, "pile[0].seat"),
    "a hand that cannot be read is not empty": (FIRST, {"hands": ["9c", "zz", "5c", "Kd"]}, "hands[1]"),
    "with a hand that cannot be read cards may be missing": (
        FIRST,
        {"hands": ["9c", "zz", "5c", "Kd"], "played": ""},
        "hands[1]",
    ),
    "with a pile that cannot be read cards may be missing": (
        FIRST,
        {"pile": [play(3, "zz")], "played": ""},
        "pile[0].cards",
    ),
    "with cards aside that cannot be read cards may be missing": (FALLEN, {"aside": "zz", "played": ""}, "aside"),
    "with unseen cards that cannot be read cards may be missing": (SEEN, {"unseen": "zz", "played": ""}, "unseen"),
    "unseen cards that cannot be read are not counted": (SEEN, {"unseen": "zz"}, "unseen"),
    "cards out of play that cannot be read": (SEEN, {"played": "zz"}, "played"),
    "the same in a whole position": (FIRST, {"played": "zz"}, "played"),
    "for a seat that is not there cards may be missing": (SEEN, {"seat": 9, "played": ""}, "seat"),
    "a seat that cannot be read may see little": (SEEN, {"seat": "x"}, "seat"),
    "it may also not see what lies aside": ({**FALLEN, "aside": "x3"}, {"seat": "x"}, "seat"),
    "a turn that cannot be read": (FIRST, {"turn": "x"}, "turn"),
    "a hand on turn that cannot be read": (FIRST, {"hands": ["zz", "4d", "5c", "Kd"]}, "hands[0]"),
    "with a hand that cannot be read a deal may go on": (
        FIRST,
        {"hands": ["9c", "zz", "", ""], "out": [2, 3, 1]},
        "hands[1]",
    ),
    "with out in no order the turn is not judged": (FIRST, {"hands": ["", "4d", "5c", "Kd"], "out": [0, 0]}, "out"),
    "with nobody toppled that could be the turn is not judged": (FALLEN, {"toppled": 3, "turn": 3}, "toppled"),
    "with passes that cannot be the turn is not judged": (
        FIRST,
        {"passed": [3], "pile": [play(3, "3c")], "turn": 3},
        "passed",
    ),
    "without titles gifts are not judged": (LATER, {"titles": ["king"] * 4, "exchanged": [TO_KING]}, "titles"),
    "for a seat that is not there gifts are not judged": (
        SEEN,
        {"seat": 9, "deal": 2, "titles": COURT, "exchanged": [gift(3, 0, "x2")]},
        "seat",
    ),
    "with a hand that cannot be read gifts are not judged": (
        LATER,
        {"hands": ["9c", "zz", "5c", "Kd"], "exchanged": [gift(3, 1, "Qd Kh")]},
        "hands[1]",
    ),
    "after a gift that cannot be read others are not judged": (
        LATER,
        {"exchanged": [gift(3, 0, "zz"), gift(0, 3, "Qd")]},
        "exchanged[0].cards",
    ),
    "for a seat that is not there nothing is impossible": (SEEN, {"seat": 9, "cannot": {1: "9c"}}, "seat"),
    "for a seat that cannot be read nothing is impossible": (SEEN, {"seat": "x", "cannot": {1: "9c"}}, "seat"),
    "with unseen cards that cannot be read nothing is impossible": (
        SEEN,
        {"unseen": "zz", "cannot": {1: "9c"}},
        "unseen",
    ),
    "with a hand that cannot be read nothing is impossible": (
        SEEN,
        {"hands": ["9c", "zz", "x1", "x1"], "cannot": {1: "9c"}},
        "hands[1]",
    ),
}


@pytest.mark.parametrize("case", ALONE.values(), ids=ALONE)
def test_what_follows_from_a_fault_is_no_other_fault(case: tuple[dict[str, Any], dict[str, Any], str]) -> None:
    base, change, place = case
    assert [found for found, _, _ in faults({**base, **change})] == [place]


FINE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "six hands are not too many": (FIRST, {"hands": ["9c", "4d", "5c", "Kd", "Ks", "Qs"]}),
    "the last seat may look": (SEEN, {"seat": 3, "hands": ["x1", "x1", "x1", "Kd"], "unseen": "9c 4d 5c"}),
    "of three one belongs to the People": (
        LATER,
        {"rules": "classic", "hands": ["9c", "4d", "5c"], "titles": ["king", "people", "slave"], "turn": 2},
    ),
    "a Queen may have begun many deals": (LATER, {"queen_deals": 3}),
    "a pile turned round by a straight goes on in the order turned round": (
        FIRST,
        {"rules": "hong-kong", "inverted": True, "pile": [play(3, "6c"), play(1, "6d 7d 8d"), play(2, "3h 4h 5h")]},
    ),
    "a straight that slaps a turned pile leaves the normal order behind it": (
        FIRST,
        {"rules": "hong-kong", "pile": [play(3, "6c"), play(1, "5d"), play(2, "6d 7d 8d")]},
    ),
    "order is turned once by a slap, however long the straights go on": (
        FIRST,
        {
            "rules": "hong-kong",
            "inverted": True,
            "pile": [play(3, "6c"), play(1, "6d 7d 8d"), play(3, "5h 6h 7h"), play(2, "3s 4s 5s")],
        },
    ),
    "a second slap turns the order back": (
        FIRST,
        {
            "rules": "hong-kong",
            "pile": [play(3, "6c"), play(1, "6d 7d 8d"), play(3, "3h 4h 5h 6h"), play(1, "4s 5s 6s 7s")],
        },
    ),
    "and a third turns it again": (
        FIRST,
        {
            "rules": "hong-kong",
            "hands": ["Ac", "Ad", "Ah", "As"],
            "inverted": True,
            "pile": [
                play(3, "6c"),
                play(1, "6d 7d 8d"),
                play(3, "3h 4h 5h 6h"),
                play(1, "7s 8s 9s Ts Js"),
                play(3, "7c 8c 9c Tc Jc"),
            ],
        },
    ),
    "four twos are a play": (FIRST, {"pile": [play(3, "2c 2d 2h 2s")]}),
    "the highest single answers the next": (FIRST, {"pile": [play(3, "2h"), play(1, "2s")]}),
    "a King at seat 0 may be toppled": (
        FALLEN,
        {"titles": ["king", "queen", "vice-slave", "slave"], "out": [1], "toppled": 0},
    ),
    "who looks on does not see a toppled King's cards": (
        FALLEN,
        {"seat": 2, "hands": ["", "", "5c 7c", "x2"], "unseen": "2s 3d 9h 6h Kd", "aside": "x3"},
    ),
    "a whole position may say that nothing is unseen": (FIRST, {"unseen": ""}),
    "the end of a deal can be looked at": (
        SEEN,
        {"hands": ["9c", "", "", ""], "out": [1, 2, 3], "unseen": "", "turn": None},
    ),
    "who gave its last cards gets as many back": (RETURN, {"hands": ["3c 7d Qh", "4c 8d Kc", "5c 9d Ah", ""]}),
    "the Slave's part is over when the Queen returns": (RETURN, {"turn": 1, "hands": ["3c 7d Qh", "4c", "", "4h"]}),
    "who put down its last card waits for another": (
        TRADE,
        {"hands": ["2h 2s", "8d Kh", "", "3c 6c", "4c 7d", "3d Jc"]},
    ),
    "what a hand cannot hold may leave one card for it": (SEEN, {"cannot": {1: "4d 5c"}}),
    "a hidden gift is a step of the history": (SEEN, {"history": ["3 give x1 to 2", "0 give 3c to 3", "1 pass"]}),
}


@pytest.mark.parametrize("case", FINE.values(), ids=FINE)
def test_no_fault(case: tuple[dict[str, Any], dict[str, Any]]) -> None:
    base, change = case
    at = games.read({**base, **change})
    assert at.seats == len({**base, **change}["hands"])
