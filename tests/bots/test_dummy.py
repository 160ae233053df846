"""How Dummy is played by habit, and the facts that are told of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.laws.walks import Table, by_habit, walk
from tutor import games
from tutor.cards import Cards
from tutor.core import State, Tip

DUMMY = next(game for game in games.every() if game.id == "dummy")
PRESETS = tuple(DUMMY.presets)


def dealt(preset: str, deals: int) -> Iterator[tuple[State, State]]:
    """Every move of so many deals played by habit, as the state before it and after it."""
    rules = DUMMY.presets[preset]
    for seats in DUMMY.seats(rules):
        table = Table(DUMMY, rules, seats)
        for seed in range(deals):
            rng = Random(f"{table} {seed}")
            yield from walk(DUMMY.deal(rules, seats, rng), rng, by_habit)[-1].moves()


def verb(after: State) -> str:
    """The verb of the move that made this state."""
    assert after.made is not None
    return after.made.verb


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_thrown_while_something_can_be_laid_or_the_hand_can_knock(preset: str) -> None:
    thrown = 0
    for before, after in dealt(preset, 30):
        if verb(after) == "discard":
            thrown += 1
            assert {move.verb for move in before.legal_moves()} == {"discard"}
    assert thrown > 500


def test_a_fine_is_taken_only_where_hardly_a_card_is_free_of_one() -> None:
    """With every special rule on: of the fines that a discard costs at once."""
    thrown = fined = 0
    for _, after in dealt("full", 40):
        if verb(after) == "discard":
            thrown += 1
            now = {event.rule.id for event in after.events}
            fined += bool(now & {"dummy.fine-layoff", "dummy.fine-full"})
    assert thrown > 1_000
    assert fined < thrown / 100


def test_most_deals_end_with_a_knock() -> None:
    ended = [after for _, after in dealt("basic", 30) if after.turn is None]
    assert len(ended) == 90
    assert sum(verb(after) == "knock" for after in ended) > 80


def state(**position: Any) -> State:
    """A position of three players, with the full rules unless it says others."""
    return DUMMY.setup({"game": "dummy", "rules": "full", "turn": 0} | position)


OTHERS = ("2h 4d 8s", "3h 6d Kh")


def habit(found: State) -> str:
    """The move that habit makes here, whatever luck says."""
    moves = {str(DUMMY.advice.habit(found, Random(seed))) for seed in range(20)}
    assert len(moves) == 1
    return moves.pop()


def test_a_take_is_worth_more_than_a_draw_where_it_lays_a_meld() -> None:
    table = state(hands=["7c 7d Ks Qd 2d", *OTHERS], row=[{"card": "4s"}, {"card": "7h", "seat": 2}])
    assert habit(table) == "take 7h as 7c 7d 7h"


def test_the_longest_of_two_takes_is_taken_and_the_rest_laid_in_the_next_turn() -> None:
    table = state(
        hands=["7c 7d 6h Ks Qd 2d", *OTHERS],
        row=[{"card": "4s"}, {"card": "5h", "seat": 1}, {"card": "7h", "seat": 2}],
    )
    assert habit(table) == "take 7h as 7c 7d 7h"
    table = state(
        hands=["Qc Kd 6h Ks 3d 2d", *OTHERS],
        row=[{"card": "4s"}, {"card": "Qd", "seat": 1}, {"card": "Kc", "seat": 2}],
    )
    assert habit(table) == "take Kc as Kc Kd Ks"


@pytest.mark.parametrize(
    ("hand", "drawn", "rules", "closing"),
    [
        ("9h Th Jh Qh", "Th", "full", "9h"),  # the closing card counts 50, whichever it is: the cheapest
        ("5c 5d 5h As Ks Qs Js", "5h", "basic", "Js"),  # and never a speto that counts 50 itself
        ("7c 7d 7h Qs", "7h", "full", "Qs"),
        ("Ts Js Qs Ks As 2c 3c 4c", "As", "full", None),  # laid or closed with, each speto as it comes dearest
    ],
)
def test_the_knock_is_with_the_card_that_brings_most(hand: str, drawn: str, rules: str, closing: str | None) -> None:
    """Every knock that the hand has is settled."""
    table = state(hands=[hand, *OTHERS], rules=rules, phase="lay", got={"from": "stock", "cards": drawn})
    chosen = habit(table)
    assert closing is None or chosen == f"knock {closing}"
    totals = {str(move): settled(table.play(move)) for move in table.legal_moves() if move.verb == "knock"}
    assert totals[chosen] == max(totals.values())


def settled(ended: State) -> int:
    """What seat 0 has of an ended deal."""
    assert ended.outcome is not None
    return ended.outcome.totals[0]


def test_a_card_that_can_be_laid_off_is_thrown_last_of_all() -> None:
    """Seat 0 is not born, so it may not lay Jc off; thrown it would cost 50."""
    table = state(
        hands=["3d Jc 6s Ah", *OTHERS],
        phase="lay",
        row=[{"card": "4s"}],
        melds=[{"seat": 1, "cards": "8c 9c Tc"}],
        born=[1],
        got={"from": "stock", "cards": "Ah"},
    )
    assert {str(DUMMY.advice.habit(table, Random(seed))) for seed in range(20)} <= {
        "discard 3d",
        "discard 6s",
        "discard Ah",
    }


def tips(found: State, move: str) -> list[Tip]:
    """What is told of a legal move."""
    assert found.turn is not None
    view = found.view(found.turn)
    made = DUMMY.read_move(move)
    assert view.check(made) is None
    return list(DUMMY.advice.tips(view, made))


THROWING: dict[str, Any] = {
    "hands": ["8h 9h Jc 5d Qs 3s 4s 5s", *OTHERS],
    "phase": "lay",
    "row": [{"card": "7h"}, {"card": "5c", "seat": 1}, {"card": "5h", "seat": 2}],
    "melds": [{"seat": 1, "cards": "8c 9c Tc"}],
    "born": [1],
    "got": {"from": "stock", "cards": "5d"},
}


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("discard Jc", {"fine_layoff": {"card": "Jc", "meld": 1, "on": "8c 9c Tc"}, "useless": {"card": "Jc"}}),
        ("discard 5d", {"fine_full": {"card": "5d", "cards": "5c 5d 5h"}}),
        ("discard Qs", {"throws_speto": {"card": "Qs"}, "useless": {"card": "Qs"}}),
        # With 6h somebody takes 6h 7h 8h, the head in it; with 8h in this hand nobody takes the head with 9h.
        ("discard 8h", {"risk_head": {"card": "8h", "head": "7h"}}),
        ("discard 9h", {}),
        ("discard 4s", {"breaks": {"card": "4s", "cards": "3s 4s 5s"}}),
    ],
)
def test_what_is_told_of_a_discard(move: str, told: dict[str, dict[str, object]]) -> None:
    found = tips(state(**THROWING), move)
    assert written(found) == told


def written(found: list[Tip]) -> dict[str, dict[str, object]]:
    """Tips with their values as a table writes them."""
    plain = {}
    for tip in found:
        values = {name: value if isinstance(value, int) else str(value) for name, value in tip.params.items()}
        plain[tip.rule.id.removeprefix("dummy.tip.")] = values
    return plain


def test_fines_are_no_matter_where_the_rules_have_none() -> None:
    """Basic rules: only what goes with what is told."""
    table = state(**THROWING, rules="basic")
    for move in ("discard Jc", "discard 5d", "discard 8h"):
        assert not {tip.rule.id for tip in tips(table, move)} & {
            f"dummy.tip.{name}" for name in ("fine_layoff", "fine_full", "risk_head", "risk_speto")
        }


def test_a_speto_in_the_row_and_its_neighbour_are_a_risk_both_ways() -> None:
    lay = {"phase": "lay", "got": {"from": "stock", "cards": "3d"}, "hands": ["3d 9s Kc Qd", *OTHERS]}
    near = tips(state(**lay, row=[{"card": "4s"}, {"card": "Qs", "seat": 1}]), "discard Qd")
    assert written(near)["risk_speto"] == {"card": "Qd", "speto": "Qs"}
    lay["hands"] = ["3d 9s 7c Qs", *OTHERS]
    itself = tips(state(**lay, row=[{"card": "4s"}, {"card": "Qd", "seat": 1}]), "discard Qs")
    assert written(itself)["risk_speto"] == {"card": "Qs", "speto": "Qs"}
    # Both other queens lie in melds: no card is left to take them with.
    gone = [{"seat": 1, "cards": "Tc Jc Qc"}, {"seat": 1, "cards": "Th Jh Qh"}]
    lay["hands"] = ["3d 9s 7c Qd", *OTHERS]
    none = tips(state(**lay, row=[{"card": "4s"}, {"card": "Qs", "seat": 1}], melds=gone, born=[1]), "discard Qd")
    assert "risk_speto" not in written(none)


def test_what_is_told_of_a_take_a_lay_and_a_lay_off() -> None:
    row = [{"card": "7h"}, {"card": "4s", "seat": 1}, {"card": "Jd", "seat": 2}]
    table = state(hands=["7c 7d Ks Qd 2d", *OTHERS], row=row)
    assert written(tips(table, "take 7h as 7c 7d 7h")) == {
        "born": {},
        "lays_points": {"cards": "7c 7d 7h", "amount": 60},  # the head counts 50
        "sweep": {"count": 3},
    }
    born = {"born": [0], "phase": "lay", "row": [{"card": "4s"}], "got": {"from": "stock", "cards": "Qd"}}
    table = state(hands=["7c 7d 7h 7s Qd 2d", *OTHERS], melds=[{"seat": 0, "cards": "9d Td Jd"}], **born)
    assert written(tips(table, "lay 7c 7d 7h")) == {"lays_points": {"cards": "7c 7d 7h", "amount": 15}}
    assert written(tips(table, "layoff Qd to 1")) == {"lays_points": {"cards": "Qd", "amount": 10}}


@pytest.mark.parametrize(("born", "dark"), [([], True), ([0], False)])
def test_a_knock_by_somebody_never_born_is_called_dark(born: list[int], dark: bool) -> None:
    table = state(
        hands=["7c 7d 7h Ks", *OTHERS],
        phase="lay",
        row=[{"card": "4s"}],
        got={"from": "stock", "cards": "7h"},
        born=born,
    )
    assert written(tips(table, "knock Ks")) == {"knocks": {"card": "Ks"}, **({"dark": {}} if dark else {})}


@pytest.mark.parametrize(
    ("position", "question"),
    [
        ({"hands": ["7c 8d Ks", *OTHERS], "row": [{"card": "4s"}]}, "begin"),
        ({"hands": ["7c 7d Ks", *OTHERS], "row": [{"card": "7h"}]}, "begin_row"),
        ({"hands": ["7c 8d Ks", *OTHERS], "phase": "lay", "got": {"from": "stock", "cards": "7c"}}, "discard"),
        ({"hands": ["7c 7d 7h Ks", *OTHERS], "phase": "lay", "got": {"from": "stock", "cards": "7c"}}, "knock"),
    ],
)
def test_the_question_is_that_of_the_moment(position: dict[str, Any], question: str) -> None:
    assert asked(state(**position)) == f"dummy.hint.question.{question}"


def test_where_the_stock_is_out_or_something_can_be_laid_the_question_is_about_that() -> None:
    table = DUMMY.deal(DUMMY.presets["basic"], 2, Random(1))
    while table.turn is not None and "pass" not in table.view(table.turn).verbs():
        table = table.play(table.legal_moves()[-1])  # draw, and throw the highest card
    assert asked(table) == "dummy.hint.question.stock_out"
    lays = {"phase": "lay", "got": {"from": "stock", "cards": "7c"}, "born": [0]}
    assert asked(state(hands=["7c 7d 7h Ks 2d", *OTHERS], **lays)) == "dummy.hint.question.lay"


def asked(found: State) -> str:
    """The question that the seat on turn is told to ask itself."""
    assert found.turn is not None
    return DUMMY.advice.question(found.view(found.turn))


def test_a_deal_is_worth_its_points_above_those_of_the_others() -> None:
    ended = [after for _, after in dealt("full", 20) if after.outcome is not None]
    assert len(ended) == 60
    for after in ended:
        assert after.outcome is not None
        worth = [DUMMY.advice.utility(after, seat) for seat in range(after.seats)]
        assert all(0 <= share <= 1 for share in worth)
        assert sorted(range(after.seats), key=lambda seat: (worth[seat], seat)) == sorted(
            range(after.seats), key=lambda seat: (after.outcome.totals[seat] if after.outcome else 0, seat)
        )


def test_a_deal_that_goes_on_is_worth_what_may_be_expected() -> None:
    """Each change is for the better of seat 0: more on the table, a meld in hand, one that waits, fewer cards."""
    row = [{"card": "4s"}, {"card": "7h", "seat": 2}]
    melds = [{"seat": 1, "cards": "9c Tc Jc"}]
    worse = {"hands": ["7c 9d Kd Qd 2d", *OTHERS], "row": row, "melds": melds, "born": [0, 1]}
    better: tuple[dict[str, Any], ...] = (
        {"melds": [{"seat": 0, "cards": "9c Tc Jc"}]},
        {"melds": [{"seat": 1, "cards": "9c Tc Jc Qc", "laid": {1: "9c Tc Jc", 0: "Qc"}}]},
        {"hands": ["7c Jd Kd Qd 2d", *OTHERS]},
        {"hands": ["7c 7d Kd 9d 2d", *OTHERS]},
        {"hands": ["7c 9d Kd Qd", *OTHERS]},
        {"fines": [{"rule": "dummy.fine-layoff", "seat": 2}]},
    )
    for change in better:
        assert DUMMY.advice.utility(state(**worse), 0) < DUMMY.advice.utility(state(**worse | change), 0) < 1


def test_cards_named_in_tips_are_cards_of_the_move_or_lie_open() -> None:
    """Whatever is told of a legal move, the seat sees every card that it names."""
    named = 0
    for before, _ in list(dealt("full", 12))[::5]:
        assert before.turn is not None
        view = before.view(before.turn)
        open_cards = Cards.PACK - view.unseen().cards
        for move in view.legal_moves():
            for tip in DUMMY.advice.tips(view, move):
                for value in tip.params.values():
                    if isinstance(value, Cards):
                        named += 1
                        assert value <= open_cards
    assert named > 50
