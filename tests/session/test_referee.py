"""The referee: what is put in, and what the rules say of it."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from tutor import games
from tutor.cards import Card, Cards
from tutor.core import Game
from tutor.core.position import Count, Position, SeatNumber, read_hand
from tutor.games import UnknownGame
from tutor.session import referee
from tutor.session.referee import (
    HAND,
    TRY,
    Add,
    Choose,
    Clear,
    Edit,
    Lay,
    Put,
    Referee,
    Remove,
    Ruling,
    Say,
    Sit,
    Write,
    act,
    ruling,
)

SLAVE = games.find("slave")
TOP = "pile[0].cards"


def asked(*edits: Edit, rules: object = "king", seats: int = 4) -> Referee:
    session = referee.begin(SLAVE, rules, seats)
    for edit in edits:
        session = act(session, edit)
    return session


def ruled(*edits: Edit, rules: object = "king") -> Ruling:
    return ruling(asked(*edits, rules=rules))


def broken(found: Ruling) -> str | None:
    """The rule that the try breaks."""
    assert found.faults == ()
    return None if found.refusal is None or found.refusal.violation is None else found.refusal.violation.rule.id


# May I play this on that?


def test_higher_pair_may_be_played_on_a_pair() -> None:
    found = ruled(Write(TOP, "7c 7d"), Write(TRY, "9h 9s"))
    assert found.allowed
    assert found.decides is not None
    assert found.decides.id == "slave.higher"


def test_lower_pair_breaks_the_law_of_height() -> None:
    assert broken(ruled(Write(TOP, "7c 7d"), Write(TRY, "5h 5s"))) == "slave.higher"


def test_answer_follows_the_rules_of_the_table() -> None:
    triple = (Write(TOP, "Ac"), Write(TRY, "4c 4d 4h"))
    assert ruled(*triple, rules="classic").allowed
    assert broken(ruled(*triple, rules="king")) == "slave.slap"
    assert broken(ruled(*triple, Lay({"preset": "classic", "triple_beats_single": False}))) == "slave.slap"


def test_nothing_asked_says_what_may_be_played() -> None:
    found = ruled(Write(TOP, "2h"))
    assert found.move is None
    assert found.any_cards
    assert [str(move) for move in found.legal][:1] == ["play 2s"]
    assert "pass" in map(str, found.legal)


def test_hand_that_is_put_in_is_what_may_be_played_from() -> None:
    found = ruled(Write(TOP, "Td"), Write(HAND, "9h Th Ts Ac"))
    assert not found.any_cards
    assert [str(move) for move in found.legal] == ["play Th", "play Ts", "play Ac", "pass"]


def test_passing_may_be_asked_about() -> None:
    assert ruled(Write(TOP, "9c"), Say("pass")).allowed
    assert broken(ruled(Say("pass"))) == "slave.lead-must-play"


def test_whole_move_may_be_typed() -> None:
    session = asked(Write(TOP, "9c"), Write(TRY, "PLAY 10s"))
    assert session.text == "play Ts"
    assert act(session, Write(TRY, "pass")).text == "pass"


def test_refusal_names_what_is_nearest_in_the_hand() -> None:
    found = ruled(Write(TOP, "9c"), Write(HAND, "Jd"), Put("5d", TRY))
    assert found.refusal is not None
    assert str(found.refusal.nearest) == "play Jd"


def test_another_seats_turn_is_said() -> None:
    found = ruled(Write(TOP, "9c"), Choose("turn", 2), Write(TRY, "Jd"))
    assert broken(found) == "slave.turn"


def test_tribute_hangs_on_the_rest_of_the_hand() -> None:
    titles = ["slave", "king", "queen", "vice-slave"]
    moment = [Choose("phase", "tribute"), *(Choose(f"titles[{seat}]", title) for seat, title in enumerate(titles))]
    found = ruled(*moment, Write(TRY, "Kh Ks"))
    assert found.faults == ()
    assert found.depends
    assert not found.allowed
    whole = ruled(*moment, Write(TRY, "Kh Ks"), Write(HAND, "3c 4d"))
    assert whole.allowed
    assert broken(ruled(*moment, Write(TRY, "Kh Ks"), Write(HAND, "3c 2d"))) == "slave.tribute"


# Who is next, and how it ends


def test_next_seat_is_told() -> None:
    found = ruled(Write(TOP, "9c"), Choose("passed", [1]), Write(TRY, "Jd"))
    assert found.after is not None
    assert found.after.turn == 2


def test_last_pass_of_a_pile_says_who_leads() -> None:
    found = ruled(Write(TOP, "9c"), Choose("pile[0].seat", 1), Choose("passed", [2, 3]), Say("pass"))
    assert found.after is not None
    assert found.after.turn == 1
    assert [event.rule.id for event in found.after.events] == ["slave.new-pile"]


def test_cards_to_be_laid_are_not_the_last_as_long_as_nobody_says_so() -> None:
    edits = (Write(TOP, "9c"), Write(TRY, "Jd"))
    some, last = ruled(*edits).after, ruled(*edits, Choose("more", False)).after
    assert some is not None
    assert last is not None
    assert "slave.out" not in [event.rule.id for event in some.events]
    assert "slave.out" in [event.rule.id for event in last.events]


def test_end_of_a_deal_is_told_with_places_and_titles() -> None:
    edits = (Choose("hands[1]", 0), Choose("hands[2]", 0), Choose("out", [1, 2]), Write(TRY, "Jd"))
    found = ruled(*edits, Choose("more", False))
    assert found.faults == ()
    assert found.after is not None
    assert found.after.outcome is not None
    assert found.after.outcome.places == ((1,), (2,), (0,), (3,))


# Putting in


def test_card_put_elsewhere_moves() -> None:
    session = asked(Put("9h", TOP), Put("9h", TRY))
    assert referee.lying(session) == {Card.read("9h"): TRY}
    session = act(session, Put("9h", ""))
    assert referee.lying(session) == {}
    assert session.hand == Cards.NONE


def test_cards_of_others_are_counts() -> None:
    session = asked(Put("9h", "hands[1]"), Choose("hands[2]", 3))
    assert session.position["hands"][1] == "9h x4"
    assert session.position["hands"][2] == "x3"
    assert act(session, Put("9h", TRY)).position["hands"][1] == "x5"


def test_more_cards_than_the_pack_has_is_a_fault_at_the_hands() -> None:
    found = ruled(*(Choose(f"hands[{seat}]", 18) for seat in (1, 2, 3)))
    assert [(fault.place, fault.reason.rule.id) for fault in found.faults] == [("hands", "position.too-many")]


def test_what_cannot_be_read_stays_and_is_told() -> None:
    session = asked(Write(TRY, "9h nonsense"), Put("7c", TOP))
    assert session.typed == {TRY: "9h nonsense"}
    assert [fault.place for fault in ruling(session).faults] == [TRY]
    assert ruling(act(session, Write(TRY, "9h"))).allowed


def test_pile_that_cannot_be_is_a_fault_at_its_place() -> None:
    assert [fault.place for fault in ruled(Write(TOP, "7c 8d"), Write(TRY, "9h")).faults] == [TOP]


def test_rows_are_added_and_removed() -> None:
    session = asked(Write(TOP, "7c"), Add("pile"), Write("pile[1].cards", "8c"), Write(TRY, "9c"))
    assert [row["seat"] for row in session.position["pile"]] == [3, 2]
    assert ruling(session).allowed
    assert act(session, Remove("pile", 0)).position["pile"] == [{"seat": 2, "cards": "8c"}]


def test_cards_that_are_only_mentioned_lie_where_they_lie() -> None:
    session = asked(Put("9h", HAND), Add("exchanged"), Put("9h", "exchanged[0].cards"))
    assert session.position["exchanged"][0]["cards"] == "9h"
    assert session.hand == Cards.read("9h")
    assert act(session, Put("9h", "exchanged[0].cards")).position["exchanged"][0]["cards"] == ""


def test_what_lies_on_the_pile_stays_with_fewer_players() -> None:
    session = asked(Write(TOP, "7c"), Choose("passed", [1, 2]), Write(TRY, "9c"), rules="classic")
    session = act(session, Sit(3))
    assert session.position["pile"] == [{"seat": 2, "cards": "7c"}]
    session = act(session, Sit(2))
    assert (session.seats, session.position["passed"]) == (2, [1])
    assert ruling(act(session, Choose("passed", []))).allowed


def test_rules_that_want_more_players_get_them() -> None:
    session = act(asked(rules="classic", seats=2), Lay("king"))
    assert session.seats == 4


def test_another_seat_asks_with_cards_of_its_own() -> None:
    session = asked(Write(TRY, "9c"), Choose("seat", 2))
    assert (session.seat, session.position["turn"], session.tried) == (2, 2, Cards.NONE)
    assert read_hand(session.position["hands"][0]).known == Cards.read("9c")
    assert ruling(act(session, Write(TRY, "Td"))).faults == ()


def test_table_is_cleared_but_for_rules_and_seats() -> None:
    session = act(asked(Write(TOP, "7c"), Write(TRY, "9c"), rules="classic", seats=6), Clear())
    assert (session.seats, session.position["rules"], session.tried) == (6, "classic", Cards.NONE)


def test_edit_that_was_heard_is_not_made_twice() -> None:
    session = act(asked(), Add("pile"), 1)
    assert act(session, Add("pile"), 1) is session
    assert session.heard == 1


# Documents


VIEW = {
    "game": "slave", "rules": "king", "seat": 2, "deal": 2, "titles": ["slave", "king", "queen", "vice-slave"],
    "hands": ["x3", "x2", "7c Ac", "2d x2"], "unseen": "5c 5d 9h 8h 8s 6d 6s", "turn": 2,
    "pile": [{"seat": 3, "cards": "4s"}], "cannot": {}, "history": [],
}  # fmt: skip


def test_position_is_loaded_as_its_seat_sees_it() -> None:
    session = referee.load(VIEW, "play 7c")
    assert (session.you, session.seat, session.tried, session.more) == (2, 2, Cards.read("7c"), False)
    assert ruling(session).allowed


def test_what_is_written_is_read_again() -> None:
    session = asked(Write(TOP, "7c 7d"), Write(TRY, "9h 9s"), Write(HAND, "Ad"), Choose("passed", [1]))
    again = referee.load(referee.written(session), session.text or "", more=session.more)
    assert referee.written(again) == referee.written(session)
    assert ruling(again) == ruling(session)


def test_written_position_is_one_that_everybody_can_read() -> None:
    document = referee.written(asked(Write(TOP, "7c 7d"), Write(TRY, "9h 9s")))
    assert games.read(document).hand == Cards.read("9h 9s")


@pytest.mark.parametrize("hands", [None, "9h", [], ["9h"], ["9h"] * 10])
def test_what_is_no_position_is_refused(hands: object) -> None:
    with pytest.raises(ValueError, match="hands"):
        referee.load({"game": "slave", "hands": hands, "turn": 0})


def test_position_of_another_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        referee.load({"game": "old maid", "hands": ["9h", "9s"]})


def test_world_to_play_on_from_has_what_was_put_in() -> None:
    session = asked(Write(TOP, "7c 7d"), Write(TRY, "9h 9s"), Write(HAND, "Ad"), Choose("hands[1]", 2))
    one, other = (referee.world(session, Random(luck)) for luck in (1, 2))
    assert one is not None
    assert one.view(0).hand == Cards.read("9h 9s Ad")
    assert one.view(0).counts == (3, 2, 5, 5)
    assert other is not None
    assert one.view(1).hand != other.view(1).hand


# Fields of games to come


class Melded(BaseModel):
    seat: SeatNumber
    cards: str
    laid: dict[SeatNumber, str] = Field(default_factory=dict)
    notes: dict[str, str] = Field(default_factory=dict)


class Drawn(BaseModel):
    card: str
    source: Annotated[Literal["stock", "row"], Field(alias="from")]


class OtherPosition(Position):
    phase: Literal["begin", "lay"] = "begin"
    stock: str | None = None
    centre: str | None = None
    melds: list[Melded] = Field(default_factory=list)
    got: Drawn | None = None
    first_turn: bool = False
    scores: list[Count] | None = None


def test_fields_of_other_games_have_their_kinds() -> None:
    class Other:
        Position = OtherPosition

    found = {one.name: one for one in referee.fields(Other())}  # type: ignore[arg-type]
    kinds = {name: (one.kind, one.by_seat, one.most) for name, one in found.items()}
    assert {name: kinds[name] for name in ("phase", "stock", "centre", "melds", "got", "first_turn", "scores")} == {
        "phase": ("choice", False, None),
        "stock": ("number", False, None),
        "centre": ("cards", False, None),
        "melds": ("rows", False, None),
        "got": ("rows", False, 1),
        "first_turn": ("switch", False, None),
        "scores": ("number", True, None),
    }
    melds = [("seat", "seat", False), ("cards", "cards", False), ("laid", "cards", True)]
    assert [(part.name, part.kind, part.by_seat) for part in found["melds"].parts] == melds
    assert [(part.name, part.kind) for part in found["got"].parts] == [("card", "cards"), ("from", "choice")]


# Whatever is put in

PLACES = st.sampled_from(
    "try hand pile[0].cards pile[1].cards hands[1] hands[9] played aside titles[0] titles[7] turn seat passed out "
    "toppled phase deal direction inverted exchanged[0].from exchanged[0].cards offers[2] queen_deals more hands "
    "history game nowhere pile[0] [] pile[99].seat".split()
)
VALUES: Any = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 60), st.sampled_from(["king", "tribute", "9h", "x3", "1", ""]),
    st.lists(st.sampled_from(["0", "1", "3", "9", "x"]), max_size=4),
)  # fmt: skip
CARDS = st.integers(0, 51).map(lambda number: str(Card.numbered(number)))
EDITS: Any = st.one_of(
    st.builds(Put, CARDS | st.just("1x"), PLACES),
    st.builds(Write, PLACES, st.sampled_from(["9h 9s", "x3", "9h x2", "9h 9h", "pass", "give 2h", "", "??", "เก้า"])),
    st.builds(Choose, PLACES, VALUES),
    st.builds(Add, st.sampled_from(["pile", "exchanged", "passed", "nowhere"])),
    st.builds(Remove, st.sampled_from(["pile", "exchanged", "passed", "nowhere"]), st.integers(-2, 3)),
    st.builds(Say, st.sampled_from(["play", "pass", "give", "decline", "knock", "???"])),
    st.builds(
        Lay, st.sampled_from(["king", "classic", "verse", "none such", None, 3, {"preset": "king", "topple": 1}])
    ),
    st.builds(Sit, st.integers(-1, 12)),
    st.just(Clear()),
)


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
@settings(max_examples=60, deadline=None)
@given(edits=st.lists(EDITS, max_size=14))
def test_whatever_is_put_in_gets_an_answer_or_faults(game: Game, edits: list[Edit]) -> None:
    session = referee.begin(game)
    for edit in edits:
        session = act(session, edit)
    found = ruling(session)
    assert (found.view is None) == bool(found.faults)
    assert found.refusal is None or found.after is None
    where = [card for text in session.position["hands"] for card in read_hand(text).known]
    assert len(where) == len(set(where))
