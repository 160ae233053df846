"""What a broken law and an event of Slave name beside their id: the seats, cards and cases that their words are made
of. Goldens ask for the ids alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.golden.slave.test_zones import FALLEN, TRADE, TRIBUTE
from tutor import games
from tutor.core import IllegalMove, State

SLAVE = games.find("slave")

KING: dict[str, Any] = {
    "game": "slave",
    "rules": "king",
    "hands": ["3d 4d 4h 9h 9s Jc Jd Jh", "3c 5c", "6d", "Kd 2c"],
    "turn": 0,
    "deal": 2,
}

HONG_KONG: dict[str, Any] = {
    **KING,
    "rules": "hong-kong",
    "hands": ["3d 4c 4d 4h 5c 6c 7c 2c 2d 3c Ac", "5d Qs", "6d 6h 6s", "Kd 2h"],
}


def on(position: dict[str, Any], *pile: str, **change: Any) -> dict[str, Any]:
    """The position with these plays on the pile: seat 1 before seat 3, or seat 3 alone."""
    seats = [3, 1, 3][-len(pile) :] if pile else []
    plays = [{"seat": seat, "cards": cards} for seat, cards in zip(seats, pile, strict=True)]
    return {**position, "pile": plays, **change}


@pytest.mark.parametrize(
    ("position", "seat", "move", "reason"),
    [
        (KING, 1, "play 3c", "slave.turn seat=0"),
        (KING, 1, "pass", "slave.turn seat=0"),
        (on(KING, "2d", passed=[1]), 1, "play 3c", "slave.pass-lock seat=1"),
        (on(KING, "2d", passed=[1]), 2, "pass", "slave.turn seat=0"),
        (
            on(KING, "2d", hands=["3d", "", "6d", "Kd 2c"], out=[1]),
            1,
            "pass",
            "slave.turn seat=0",
        ),
        (KING, 0, "give 3d", "slave.phase case=play verb=give"),
        (KING, 0, "decline", "slave.phase case=play verb=decline"),
        (TRIBUTE, 3, "pass", "slave.phase case=tribute verb=pass"),
        (TRIBUTE, 3, "play 4h", "slave.phase case=tribute verb=play"),
        ({**TRIBUTE, "phase": "return", "turn": 0}, 0, "decline", "slave.phase case=return verb=decline"),
        (TRADE, 2, "play 5c", "slave.phase case=trade verb=play"),
        (KING, 0, "play 3c 3d", "slave.held cards=3c"),
        (KING, 0, "play 3c 3d 3h", "slave.held cards=3c 3h"),
        (TRIBUTE, 3, "give 4h 2s", "slave.held cards=2s"),
        (TRIBUTE, 3, "give 4h 6c", "slave.tribute cards=4h 6c must=Qd Kh to=0"),
        (TRIBUTE, 3, "give Kh", "slave.tribute cards=Kh must=Qd Kh to=0"),
        (
            {**TRIBUTE, "turn": 2},
            2,
            "give 5c",
            "slave.tribute cards=5c must=Ah to=1",
        ),
        ({**TRIBUTE, "phase": "return", "turn": 0}, 0, "give 3c", "slave.return cards=3c count=2 to=3"),
        ({**TRIBUTE, "phase": "return", "turn": 1}, 1, "give 4c 8d", "slave.return cards=4c 8d count=1 to=2"),
        (TRADE, 2, "give 5c 9d", "slave.people-trade cards=5c 9d"),
        (KING, 0, "pass", "slave.lead-must-play"),
        (KING, 0, "play 3d 4d", "slave.same-rank cards=3d 4d"),
        (KING, 0, "play 3d 4d 9h", "slave.same-rank cards=3d 4d 9h"),
        (HONG_KONG, 0, "play 3d 4d", "slave.same-rank cards=3d 4d"),
        (HONG_KONG, 0, "play 3d 4d 5c", "slave.straight cards=3d 4d 5c"),
        (HONG_KONG, 0, "play 4c 5c 7c", "slave.straight cards=4c 5c 7c"),
        (HONG_KONG, 0, "play 2d 3d 4d", "slave.straight-wrap cards=2d 3d 4d"),
        (HONG_KONG, 0, "play 2c 3c Ac", "slave.straight-wrap cards=2c 3c Ac"),
        (HONG_KONG, 0, "play 2c 3c 4c Ac", "slave.straight-wrap cards=2c 3c 4c Ac"),
        (HONG_KONG, 0, "play 2c 4c 5c", "slave.straight cards=2c 4c 5c"),
        (HONG_KONG, 0, "play 2c 3c 5c", "slave.straight cards=2c 3c 5c"),
        (HONG_KONG, 0, "play 2d 3d 4c", "slave.straight cards=2d 3d 4c"),
        (on(KING, "Kc"), 0, "play Jc", "slave.higher by=3 cards=Jc top=Kc"),
        (on(KING, "Kc"), 0, "play Jc Jd", "slave.same-kind by=3 cards=Jc Jd top=Kc"),
        (on(KING, "5h 5d"), 0, "play Jc", "slave.same-kind by=3 cards=Jc top=5d 5h"),
        (on(KING, "5h 5d"), 0, "play Jc Jd Jh", "slave.slap by=3 cards=Jc Jd Jh top=5d 5h"),
        (on(KING, "5h 5d", rules="classic"), 0, "play Jc Jd Jh", "slave.slap by=3 cards=Jc Jd Jh top=5d 5h"),
        (on(KING, "5h 5d", hands=["2c 2d 2h 2s", "5c", "6d", "3c"]), 0, "play 2c 2d 2h 2s",
            "slave.slap by=3 cards=2c 2d 2h 2s top=5d 5h"),
        (on(KING, "3h", inverted=True), 0, "play Jc", "slave.higher by=3 cards=Jc case=inverted top=3h"),
        (on(KING, "9c 9d", "Jc Jd", hands=["9h 9s Jh Js", "5c", "6d", "2c"]), 0, "play 9h 9s",
            "slave.higher by=3 cards=9h 9s top=Jc Jd"),
        (on(KING, "9c 9s", hands=["9d 9h", "5c", "6d", "2c"]), 0, "play 9d 9h",
            "slave.pair-tie by=3 cards=9d 9h case=both_higher top=9c 9s"),
        (on(KING, "9c 9s", hands=["9d 9h", "5c", "6d", "2c"], rules="verse"), 0, "play 9d 9h",
            "slave.pair-tie by=3 cards=9d 9h case=highest_suit top=9c 9s"),
        (on(KING, "9c 9d", hands=["9h 9s", "5c", "6d", "2c"], inverted=True), 0, "play 9h 9s",
            "slave.pair-tie by=3 cards=9h 9s case=both_higher top=9c 9d"),
        (on(KING, "Kc", "8c 8d 8s", rules="classic"), 0, "play Jc", "slave.after-slap by=3 cards=Jc top=8c 8d 8s"),
        (on(KING, "Kc", "8c 8d 8s", rules="classic"), 0, "play Jc Jd", "slave.same-kind by=3 cards=Jc Jd top=8c 8d 8s"),
        (on(HONG_KONG, "8h 9h Th"), 0, "play 2c", "slave.on-a-straight by=3 cards=2c top=8h 9h Th"),
        (on(HONG_KONG, "8h 9h Th"), 0, "play 4c 5c 6c", "slave.straight-higher by=3 cards=4c 5c 6c top=8h 9h Th"),
        (on(HONG_KONG, "8h 9h Th Jh"), 0, "play 4c 5c 6c", "slave.straight-higher by=3 cards=4c 5c 6c top=8h 9h Th Jh"),
        (on(HONG_KONG, "8h 8s"), 0, "play 4c 5c 6c", "slave.straight-slap by=3 cards=4c 5c 6c top=8h 8s"),
        (on(HONG_KONG, "Th Jh Qh", inverted=True, hands=["Kc Ac 2c", "3c", "6d", "Kd"]), 0, "play 2c Kc Ac",
            "slave.straight-higher by=3 cards=2c Kc Ac top=Th Jh Qh"),
    ],
)  # fmt: skip
def test_a_broken_law_names_what_its_words_are_about(
    position: dict[str, Any], seat: int, move: str, reason: str
) -> None:
    state = SLAVE.setup(position)
    assert str(state.view(seat).check(SLAVE.read_move(move))) == reason
    if seat == state.turn:
        assert str(state.check(SLAVE.read_move(move))) == reason


def test_the_opening_law_names_the_three_of_clubs() -> None:
    hands = ["3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c", "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h",
             "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s", "9d Tc Td Jc Jd Qc Qd Kc Kd Ac Ad 2c 2d"]  # fmt: skip
    first = {"game": "slave", "rules": "king", "hands": hands, "turn": 0}
    state = SLAVE.setup(first)
    assert str(state.check(SLAVE.read_move("play 4c 4d"))) == "slave.lead-3c card=3c cards=4c 4d"
    assert list(map(str, state.legal_moves())) == ["play 3c", "play 3c 3d"]
    # Only a first deal is opened with it, only its first play, and only where the rules say so.
    assert state.play(SLAVE.read_move("play 3c")).check(SLAVE.read_move("play 4h")) is None
    free = SLAVE.setup({**first, "rules": "classic"})
    assert free.check(SLAVE.read_move("play 4c 4d")) is None
    assert SLAVE.setup({**first, "deal": 2}).check(SLAVE.read_move("play 4c 4d")) is None


def test_when_a_deal_is_over_nobody_is_on_turn() -> None:
    state = SLAVE.setup({**FALLEN, "hands": ["", "", "5c", "6h Kd"]}).play(SLAVE.read_move("play 5c"))
    assert state.turn is None
    assert state.legal_moves() == ()
    for move in ("pass", "play 6h", "give 6h"):
        assert str(state.check(SLAVE.read_move(move))) == "slave.turn case=over"
        assert str(state.view(3).check(SLAVE.read_move(move))) == "slave.turn case=over"


def events(position: dict[str, Any], *moves: str) -> list[str]:
    """The events of the last move, with what they name."""
    state = SLAVE.setup(position)
    assert isinstance(state, State)
    for text in moves:
        state = state.play(SLAVE.read_move(text))
    assert all(event.seen_by is None for event in state.events)
    return list(map(str, state.events))


END: dict[str, Any] = {"game": "slave", "rules": "king", "hands": ["9c", "Kd Ks", "", ""], "out": [2, 3], "turn": 0}


@pytest.mark.parametrize(
    ("position", "moves", "expected"),
    [
        (on(KING, "Kc", passed=[1, 2]), ["pass"], ["slave.new-pile seat=3"]),
        (
            on(KING, "Kc", hands=["3d 2s", "5c", "6d", "2c"], passed=[1, 2]),
            ["play 2s", "pass"],
            ["slave.new-pile seat=0"],
        ),
        (
            {**KING, "hands": ["9c", "5c 5d", "6d 6s", "7d 7h"]},
            ["play 9c"],
            ["slave.out place=1 seat=0"],
        ),
        (
            {**KING, "hands": ["9c", "5c 5d", "6d 6s", "7d 7h"], "direction": -1},
            ["play 9c", "pass", "pass", "pass"],
            ["slave.reverse seat=0", "slave.lead-after-out seat=1"],
        ),
        (
            {**KING, "rules": "classic", "hands": ["9c", "5c 5d", "6d 6s", "7d 7h"]},
            ["play 9c", "pass", "pass", "pass"],
            ["slave.lead-after-out seat=1"],
        ),
        (
            {**KING, "rules": "classic", "titles": ["slave", "vice-slave", "king", "queen"],
             "hands": ["9c", "5c 5d", "6d 6s", "7d 7h"]},
            ["play 9c"],
            ["slave.out place=1 seat=0", "slave.topple by=0 king=2"],
        ),
        (
            {**KING, "titles": ["slave", "vice-slave", "king", "queen"], "hands": ["9c", "5c", "6d 6s", "7d 7h"]},
            ["play 9c"],
            ["slave.out place=1 seat=0", "slave.topple by=0 king=2"],
        ),
        (
            {**KING, "titles": ["king", "vice-slave", "slave", "queen"], "hands": ["9c", "5c", "6d 6s", "7d 7h"]},
            ["play 9c"],
            ["slave.out place=1 seat=0"],
        ),
        (
            {**KING, "titles": ["king", "vice-slave", "slave", "queen"], "rules": "classic",
             "hands": ["9c", "5c Tc", "6d 6s", ""], "out": [3]},
            ["play 9c"],
            ["slave.out place=2 seat=0"],
        ),
        (END, ["play 9c"], ["slave.out place=3 seat=0", "slave.deal-ends case=normal seat=1",
                            "slave.titles king=2 queen=3 slave=1 vice=0"]),
        ({**END, "deal": 2}, ["play 9c"], ["slave.out place=3 seat=0", "slave.deal-ends case=normal seat=1",
                            "slave.titles king=2 queen=3 slave=1 vice=0"]),
        (
            {"game": "slave", "rules": "classic", "hands": ["9c", "Kd Ks"], "turn": 0},
            ["play 9c"],
            ["slave.out place=1 seat=0", "slave.deal-ends case=normal seat=1", "slave.titles case=two king=0 slave=1"],
        ),
        (
            {"game": "slave", "rules": "classic", "hands": ["9c", "Kd Ks", ""], "turn": 0, "out": [2]},
            ["play 9c"],
            ["slave.out place=2 seat=0", "slave.deal-ends case=normal seat=1",
             "slave.titles case=three king=2 slave=1"],
        ),
        (
            {"game": "slave", "rules": {"preset": "classic", "topple": "at_once"}, "hands": ["9c", "Kd Ks"], "turn": 0,
             "deal": 2, "titles": ["slave", "king"]},
            ["play 9c"],
            ["slave.out place=1 seat=0", "slave.topple by=0 king=1", "slave.deal-ends case=toppled",
             "slave.titles case=two king=0 slave=1"],
        ),
        (TRIBUTE, ["give Qd Kh"], ["slave.exchange-secret count=2 seat=3 to=0"]),
        (TRIBUTE, ["give Qd Kh", "give 3c 7d", "give Ah"], ["slave.exchange-secret count=1 seat=2 to=1"]),
        (TRIBUTE, ["give Qd Kh", "give 3c 7d", "give Ah", "give Kc"], ["slave.exchange-secret count=1 seat=1 to=2"]),
        (TRADE, ["give 9d", "decline", "give Jc"], ["slave.people-swap seat=2 to=5"]),
        (TRADE, ["give 9d"], []),
        (
            {**KING, "rules": "verse", "hands": ["9c 9d 9h 9s 3c", "5c", "6d", "2c"]},
            ["play 9c 9d 9h 9s", "pass", "pass", "pass"],
            ["slave.verse seat=0", "slave.new-pile seat=0"],
        ),
        (
            {**KING, "rules": "verse", "inverted": True, "hands": ["9c 9d 9h 9s 3c", "5c", "6d", "2c"]},
            ["play 9c 9d 9h 9s", "pass", "pass", "pass"],
            ["slave.verse-back seat=0", "slave.new-pile seat=0"],
        ),
        (
            on(KING, "8c 8d 8h 8s", rules="verse", hands=["9c 9d 9h 9s 3c", "5c", "6d", "2c"]),
            ["play 9c 9d 9h 9s"],
            ["slave.verse-cancel seat=0"],
        ),
        (
            on(KING, "8c 8d 8h 8s", rules="classic", hands=["9c 9d 9h 9s 3c", "5c", "6d", "2c"]),
            ["play 9c 9d 9h 9s"],
            [],
        ),
        (on(HONG_KONG, "Qh"), ["play 4c 5c 6c"], ["slave.straight-inverts seat=0"]),
        (on(HONG_KONG, "3s 4s 5s"), ["play 4c 5c 6c"], []),
        (on(HONG_KONG, "8h 9h Th"), ["play 4c 5c 6c 7c"], ["slave.straight-inverts seat=0"]),
    ],
)  # fmt: skip
def test_an_event_names_what_its_words_are_about(
    position: dict[str, Any], moves: Sequence[str], expected: list[str]
) -> None:
    assert events(position, *moves) == expected


FALLS = {"preset": "classic", "queen_falls": True}


@pytest.mark.parametrize(
    ("rules", "order", "expected", "titles"),
    [
        # Third: Vice-slave.
        (FALLS, [0, 2, 1, 3, 4], "slave.queen-falls queen=1", "king vice-slave queen people slave"),
        # Second, first, last but one and last: the list stays as it is.
        (FALLS, [0, 1, 2, 3, 4], None, "king queen people vice-slave slave"),
        (FALLS, [1, 0, 2, 3, 4], None, "slave king queen people vice-slave"),
        (FALLS, [0, 2, 3, 1, 4], None, "king vice-slave queen people slave"),
        (FALLS, [0, 2, 3, 4, 1], None, "king slave queen people vice-slave"),
        # The King falls too, and places are counted again without him: third, second, last but for him.
        (FALLS, [2, 0, 3, 1, 4], "slave.queen-falls queen=1", "slave vice-slave king queen people"),
        (FALLS, [2, 0, 1, 3, 4], None, "slave queen king people vice-slave"),
        (FALLS, [2, 0, 3, 4, 1], None, "slave vice-slave king queen people"),
        ("classic", [0, 2, 1, 3, 4], None, "king people queen vice-slave slave"),
        ("verse", [0, 1, 2, 3, 4], "slave.queen-term queen=1", "king slave queen people vice-slave"),
        ("verse", [0, 2, 1, 3, 4], None, "king people queen vice-slave slave"),
        # Second once places are counted again, but above a King who falls.
        ("verse", [2, 0, 1, 3, 4], "slave.queen-term queen=1", "slave vice-slave king queen people"),
        # Both: the term comes first.
        ({"preset": "verse", "queen_falls": True}, [0, 1, 2, 3, 4], "slave.queen-term queen=1",
            "king slave queen people vice-slave"),
        ({"preset": "verse", "queen_falls": True}, [0, 2, 1, 3, 4], "slave.queen-falls queen=1",
            "king vice-slave queen people slave"),
        ({"preset": "verse", "queen_term": 4}, [0, 1, 2, 3, 4], None, "king queen people vice-slave slave"),
    ],
)  # fmt: skip
def test_a_fall_of_the_queen_names_her_and_changes_the_titles(
    rules: Any, order: list[int], expected: str | None, titles: str
) -> None:
    hands = [""] * 5
    hands[order[3]], hands[order[4]] = "9c", "Kd Ks"
    court = ["king", "queen", "people", "vice-slave", "slave"]
    position = {"game": "slave", "rules": rules, "deal": 4, "titles": court, "queen_deals": 3}
    before = SLAVE.setup({**position, "hands": hands, "out": order[:3], "turn": order[3]})
    state = before.play(SLAVE.read_move("play 9c"))
    told = [str(event) for event in state.events if event.rule.id.startswith("slave.queen-")]
    assert told == ([expected] if expected else [])
    assert state.outcome is not None
    assert " ".join(state.outcome.standing.model_dump()["titles"]) == titles


def test_an_impossible_move_is_refused_with_the_law_that_it_breaks() -> None:
    for position, move in ((KING, "pass"), (TRIBUTE, "give 4h 6c"), (on(KING, "Kc"), "play Jc")):
        state = SLAVE.setup(position)
        with pytest.raises(IllegalMove) as refused:
            state.play(SLAVE.read_move(move))
        assert refused.value.violation == state.check(SLAVE.read_move(move))


def test_both_suits_higher_are_higher() -> None:
    state = SLAVE.setup(on(KING, "9c 9d", hands=["9h 9s", "5c", "6d", "2c"]))
    assert list(map(str, state.legal_moves())) == ["play 9h 9s", "pass"]


def test_of_a_pair_in_hand_either_card_may_be_returned() -> None:
    state = SLAVE.setup({**TRIBUTE, "phase": "return", "turn": 0, "hands": ["3c 3d Qh", "4c", "5c", "4h"]})
    assert list(map(str, state.legal_moves())) == ["give 3c 3d", "give 3c Qh", "give 3d Qh"]
