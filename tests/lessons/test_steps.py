"""Each kind of step: what it asks, what is right, and how a wrong answer is answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.lessons.conftest import ON_A_NINE, step
from tutor.core import IllegalMove
from tutor.lessons import Judgement, Lesson, Moment, ask, begin, judge, right_answer

MomentOf = Callable[..., Moment]


def ids(judged: Judgement) -> list[str]:
    return [reason.rule.id for reason in judged.reasons]


def move(moment: Moment, text: str) -> Judgement:
    return judge(moment, moment.lesson.game.read_move(text))


# move


def test_a_move_that_is_accepted_ends_the_step_and_shows_the_replies(moment_of: MomentOf) -> None:
    moment = moment_of("move", position=ON_A_NINE, accept={"beats_top": True}, script=["play Js", "pass", "pass"])
    judged = move(moment, "play 9h")
    assert judged.right
    assert judged.moment.done
    assert judged.text is not None
    assert judged.text.en == "Yes"
    assert [str(state.made) for state in judged.states] == ["play 9h", "play Js", "pass", "pass"]


def test_replies_that_the_script_does_not_give_are_played_by_habit(moment_of: MomentOf) -> None:
    accept = {"any_of": [{"play": "9h"}, {"play": "Kd"}]}
    moment = moment_of("move", position=ON_A_NINE, accept=accept, script=["play Js"])
    assert str(move(moment, "play 9h").states[1].made) == "play Js"
    judged = move(moment, "play Kd")
    assert judged.right, "a reply that doesn't fit is none"
    assert judged.states[-1].turn == 0


def test_an_illegal_move_names_its_rule_the_cards_and_the_nearest_legal_move(moment_of: MomentOf) -> None:
    words = {"slave.higher": {"th": "ต่ำไป", "en": "Too low"}}
    moment = moment_of("move", position=ON_A_NINE, accept={"play": "9h"}, on_wrong=words)
    judged = move(moment, "play 9c")
    assert ids(judged) == ["slave.higher"]
    assert not judged.right
    assert not judged.soft
    assert str(judged.nearest) == "play 9h"
    assert str(judged.cards) == "9c"
    assert judged.text is not None
    assert judged.text.en == "Too low"
    assert judged.correct == ("play 9h",)
    assert judged.moment == moment


def test_a_legal_move_that_is_not_asked_for_is_soft_and_shows_what_happens(moment_of: MomentOf) -> None:
    words = {"legal": {"th": "ได้ แต่ยังไม่ใช่", "en": "Allowed, but not this"}}
    moment = moment_of("move", position=ON_A_NINE, accept={"play": "9h"}, on_wrong=words)
    judged = move(moment, "pass")
    assert judged.soft
    assert not judged.right
    assert judged.states
    assert judged.reasons
    assert judged.text is not None
    assert judged.text.en == "Allowed, but not this"
    assert judged.moment == moment


def test_fail_overrules_accept(moment_of: MomentOf) -> None:
    moment = moment_of("move", position=ON_A_NINE, accept={"beats_top": True}, fail={"play": "Kd"})
    assert not move(moment, "play Kd").right
    assert move(moment, "play 9h").right


def test_several_moves_within_a_number_of_moves(moment_of: MomentOf) -> None:
    position = {"hands": ["3c 3d Kh", "5s 9d", "Ac 2h", "6c 8c"], "turn": 0}
    moment = moment_of("move", position=position, accept={"goes_out": True, "within_moves": 2})
    assert right_answer(moment) == moment.lesson.game.read_move("play 3c 3d")
    first = move(moment, "play 3c 3d")
    assert first.right
    assert not first.moment.done
    assert first.text is None
    assert first.moment.made == 1
    last = move(first.moment, "play Kh")
    assert last.right
    assert last.moment.done
    assert "slave.out" in ids(last)


def test_a_move_after_which_it_can_no_longer_be_done_begins_the_step_anew(moment_of: MomentOf) -> None:
    position = {"hands": ["3c 3d Kh", "5s 9d", "Ac 2h", "6c 8c"], "turn": 0}
    moment = moment_of("move", position=position, accept={"goes_out": True, "within_moves": 2})
    judged = move(moment, "play Kh")
    assert not judged.right
    assert judged.soft
    assert judged.moment == moment


@pytest.mark.parametrize(
    ("accept", "right", "wrong"),
    [
        ({"beats_top": True}, "play 9h", "pass"),
        ({"passes": True}, "pass", "play 9h"),
        ({"move": "pass"}, "pass", "play 9h"),
        ({"cards_played": 1}, "play 9h", "pass"),
        ({"hand_after": 3}, "play Kd", "pass"),
        ({"legal": True, "higher_than": "Qs"}, "play Kd", "play 9h"),
        ({"same_rank_as": "9s", "cards_played": 1}, "play 9h", "play Kd"),
        ({"not": {"passes": True}}, "play 9h", "pass"),
        ({"any_of": [{"play": "9h"}, {"play": "Kd"}]}, "play Kd", "pass"),
        ({"all_of": [{"beats_top": True}, {"not": {"play": "Kd"}}]}, "play 9h", "play Kd"),
        ({"next_turn": 1, "beats_top": True}, "play 9h", "pass"),
        ({"events": ["slave.new-pile"]}, "play Kd", "play 9h"),
        ({"value_loss_at_most": 0.0}, "play 9h", "pass"),
    ],
)
def test_predicates(moment_of: MomentOf, accept: dict[str, object], right: str, wrong: str) -> None:
    position = ON_A_NINE | {"hands": ["5s 9c 9h Kd", "4c 8h", "6d Th", "3c 7h"]}
    if "value_loss_at_most" in accept:
        # Passing lets somebody with one card go out; the nine cannot be beaten.
        position |= {"hands": ["4s 9h", "3c 4c", "5d 6d", "3h"]}
    moment = moment_of("move", position=position, accept=accept)
    assert move(moment, right).right
    assert not move(moment, wrong).right


def test_a_place_counts_those_who_are_out(moment_of: MomentOf) -> None:
    position = {"hands": ["9c 9h", "4c 8h", "", "3c 7h"], "turn": 0, "out": [2]}
    accept = {"place_at_most": 2}
    assert move(moment_of("move", position=position, accept=accept), "play 9c 9h").right
    assert not move(moment_of("move", position=position, accept=accept), "play 9c").right


# try_illegal


def test_breaking_the_rule_named_is_right_and_says_the_rule(moment_of: MomentOf) -> None:
    moment = moment_of("try_illegal", position=ON_A_NINE, breaks="slave.higher", example="play 5s")
    for text in ("play 5s", "play 9c"):
        judged = move(moment, text)
        assert judged.right
        assert judged.moment.done
        assert ids(judged) == ["slave.higher"]


def test_breaking_another_rule_says_which_and_asks_again(moment_of: MomentOf) -> None:
    moment = moment_of("try_illegal", position=ON_A_NINE, breaks="slave.higher", example="play 5s")
    judged = move(moment, "play 9c 9h")
    assert not judged.right
    assert ids(judged) == ["slave.same-kind", "lesson.try-other"]


def test_a_legal_try_is_soft(moment_of: MomentOf) -> None:
    moment = moment_of("try_illegal", position=ON_A_NINE, breaks="slave.higher", example="play 5s")
    judged = move(moment, "play 9h")
    assert judged.soft
    assert ids(judged) == ["lesson.try-legal"]
    assert judged.correct == ("play 5s",)


# select


def test_select_is_answered_by_the_engine(moment_of: MomentOf) -> None:
    moment = moment_of("select", position=ON_A_NINE, which={"legal": True})
    question = ask(moment)
    assert question is not None
    assert question.kind == "cards"
    assert question.many
    assert [option.id for option in question.options] == ["5s", "9c", "9h", "Kd"]
    assert judge(moment, ["Kd", "9h"]).right
    assert ids(judge(moment, ["9c", "9h", "Kd"])) == ["slave.higher"]
    missed = judge(moment, ["9h"])
    assert ids(missed) == ["lesson.missed"]
    assert str(missed.reasons[0].params["cards"]) == "Kd"
    assert missed.correct == ("9h", "Kd")


def test_select_may_ask_for_plays_that_break_a_rule(moment_of: MomentOf) -> None:
    moment = moment_of(
        "select", position=ON_A_NINE, which={"violates": "slave.same-kind"}, options=["9c 9h", "9h", "5s"]
    )
    question = ask(moment)
    assert question is not None
    assert question.kind == "plays"
    assert judge(moment, ["9c 9h"]).right
    assert ids(judge(moment, ["9c 9h", "9h"])) == ["lesson.may"]
    assert ids(judge(moment, ["9c 9h", "5s"])) == ["slave.higher"]


def test_select_needs_no_table_to_compare_cards(moment_of: MomentOf) -> None:
    higher = moment_of("select", which={"higher_than": "Ah"}, options=["As", "Kd", "2c"])
    assert higher.view is None
    assert judge(higher, ["2c", "As"]).right
    assert ids(judge(higher, ["Kd"])) == ["lesson.lower", "lesson.higher"]
    rank = moment_of("select", which={"same_rank_as": "Ah"}, options=["As", "Kd"])
    assert ids(judge(rank, ["Kd"])) == ["lesson.other-rank", "lesson.same-rank"]


# order


def test_order_names_two_neighbours_that_stand_the_wrong_way_round(moment_of: MomentOf) -> None:
    moment = moment_of("order", cards="2c 3s Ah Kd")
    question = ask(moment)
    assert question is not None
    assert question.kind == "order"
    assert [option.id for option in question.options] != ["3s", "Kd", "Ah", "2c"]
    assert judge(moment, ["3s", "Kd", "Ah", "2c"]).right
    judged = judge(moment, ["2c", "3s", "Kd", "Ah"])
    assert ids(judged) == ["lesson.order-pair"]
    assert str(judged.reasons[0].params["card"]) == "2c"
    assert str(judged.cards) == "2c 3s"


def test_order_may_be_turned_round(moment_of: MomentOf) -> None:
    moment = moment_of("order", cards="2c 3s Ah", inverted=True)
    assert judge(moment, ["2c", "Ah", "3s"]).right
    assert ids(judge(moment, ["3s", "Ah", "2c"])) == ["lesson.order-pair"]


def test_cards_that_are_left_out_of_an_order_are_named(moment_of: MomentOf) -> None:
    judged = judge(moment_of("order", cards="2c 3s Ah"), ["3s", "Ah"])
    assert ids(judged) == ["lesson.missed"]
    assert str(judged.cards) == "2c"


# who_next


def test_who_next_tells_why_the_seat_that_was_named_may_not(moment_of: MomentOf) -> None:
    position = ON_A_NINE | {"hands": ["5s 9h", "", "6d Th", "3c 7h"], "out": [1]}
    moment = moment_of("who_next", position=position, script=["play 9h", "pass"])
    question = ask(moment)
    assert question is not None
    assert [option.seat for option in question.options] == [0, 1, 2, 3]
    assert [told.text for told in question.steps] == ["play 9h", "pass"]
    assert moment.state is not None
    assert not moment.state.history, "the table does not give the answer away"
    right = judge(moment, ["3"])
    assert right.right
    assert [str(state.made) for state in right.states] == ["play 9h", "pass"]
    assert ids(judge(moment, ["1"])) == ["lesson.seat-out", "lesson.seat-turn"]
    assert ids(judge(moment, ["2"])) == ["slave.pass-lock", "lesson.seat-turn"]
    assert ids(judge(moment, ["0"])) == ["lesson.seat-turn"], "not your turn would speak to the reader"
    assert ids(judge(moment, [])) == ["lesson.seat-turn"]


def test_who_next_tells_the_events_that_decided_it(moment_of: MomentOf) -> None:
    moment = moment_of("who_next", position=ON_A_NINE, script=["play Kd", "pass", "pass", "pass"])
    assert ids(judge(moment, ["0"])) == ["slave.new-pile"]
    assert "slave.new-pile" in ids(judge(moment, ["1"]))


def test_who_next_may_ask_which_way_round(moment_of: MomentOf) -> None:
    position = {
        "hands": ["5s 9h", "", "6d Th", "3c 7h"],
        "turn": 0,
        "pile": [{"seat": 1, "cards": "Ac"}],
        "passed": [2, 3],
        "out": [1],
    }
    moment = moment_of("who_next", position=position, script=["pass"], about="direction")
    question = ask(moment)
    assert question is not None
    assert [option.id for option in question.options] == ["1", "-1"]
    assert judge(moment, ["-1"]).right
    wrong = judge(moment, ["1"])
    assert ids(wrong) == ["slave.reverse", "slave.lead-after-out", "lesson.way"]


# score


def test_a_game_without_points_asks_for_places(moment_of: MomentOf) -> None:
    position = {"hands": ["9h", "", "6d", ""], "turn": 0, "pile": [{"seat": 2, "cards": "8c"}], "out": [3, 1]}
    moment = moment_of("score", position=position, script=["play 9h"])
    question = ask(moment)
    assert question is not None
    assert question.kind == "bill"
    assert [(field.seat, field.line) for field in question.fields] == [(0, None), (1, None), (2, None), (3, None)]
    right = {"place-0": "3", "place-1": "2", "place-2": "4", "place-3": "1"}
    assert right_answer(moment) == right
    assert judge(moment, right).right
    wrong = judge(moment, right | {"place-0": "4", "place-2": ""})
    assert [(reason.rule.id, reason.params["seat"], reason.params["place"]) for reason in wrong.reasons] == [
        ("lesson.place", 0, 3),
        ("lesson.place", 2, 4),
    ]
    assert "place-0=3" in wrong.correct


# spot


def test_spot_finds_the_move_that_broke_a_rule(moment_of: MomentOf) -> None:
    position = {"hands": ["2h 4d", "5h Ac", "7d 9s", "9h Kd"], "turn": 1}
    moves = ["1 play 5h", "2 play 9s", "3 play 9h", "0 play 2h"]
    moment = moment_of("spot", position=position, learner=0, moves=moves)
    question = ask(moment)
    assert question is not None
    assert [(option.seat, str(option.move)) for option in question.options] == [
        (1, "play 5h"),
        (2, "play 9s"),
        (3, "play 9h"),
        (0, "play 2h"),
    ]
    right = judge(moment, ["2"])
    assert right.right
    assert ids(right) == ["slave.higher"]
    assert [str(state.made) for state in right.states] == ["play 5h", "play 9s"]
    assert ids(judge(moment, ["1"])) == ["lesson.spot-legal"]
    assert ids(judge(moment, ["3"])) == ["lesson.spot-later"]


def test_choosing_nothing_is_told_so(moment_of: MomentOf) -> None:
    position = {"hands": ["2h 4d", "5h Ac", "7d 9s", "9h Kd"], "turn": 1}
    moment = moment_of("spot", position=position, learner=0, moves=["1 play 5h", "2 play 4s"])
    assert ids(judge(moment, [])) == ["lesson.nothing"]
    assert judge(moment, []).correct == ("1",)


def test_spot_sees_a_move_out_of_turn(moment_of: MomentOf) -> None:
    position = {"hands": ["2h 4d", "5h Ac", "7d 9s", "9h Kd"], "turn": 1}
    moment = moment_of("spot", position=position, learner=0, moves=["1 play 5h", "3 play 9h"])
    assert ids(judge(moment, ["1"])) == ["slave.turn"]


# count


def test_count_counts_what_is_out_of_sight(moment_of: MomentOf) -> None:
    position = {"hands": ["Kd 2s", "2c Ac", "As", "3c 4d"], "turn": 0}
    moment = moment_of("count", position=position, which={"higher_than": "Kd"})
    question = ask(moment)
    assert question is not None
    assert question.kind == "number"
    assert judge(moment, "3").right
    assert ids(judge(moment, "4")) == ["lesson.count-wrong", "lesson.count-seen"]
    assert judge(moment, "4").reasons[0].params["case"] == "fewer"
    assert judge(moment, "0").reasons[0].params["case"] == "more"
    assert "2s" in str(judge(moment, "0").cards)
    assert ids(judge(moment, "three")) == ["lesson.no-number"]
    assert judge(moment, "๓").right, "Thai digits are numbers"


# play_out


def test_playing_out_goes_on_until_the_goal(moment_of: MomentOf) -> None:
    position = {"hands": ["9h Kd", "4c", "6d Th", "3c 7h"], "turn": 0}
    moment = moment_of("play_out", position=position, goal={"place_at_most": 2})
    first = move(moment, "play 9h")
    assert first.right
    assert not first.moment.done
    assert not first.moment.mine
    state = first.moment
    for text in ("pass", "pass", "pass"):
        state = move(state, text).moment
    assert state.mine
    last = move(state, "play Kd")
    assert last.right
    assert last.moment.done
    assert last.text is not None
    assert last.moment.made == 2


def test_missing_the_goal_begins_anew(moment_of: MomentOf) -> None:
    position = {"hands": ["9h Kd", "4c", "", ""], "turn": 0, "out": [2, 3]}
    moment = moment_of("play_out", position=position, goal={"place_at_most": 3})
    lost = moment_of("play_out", position=position | {"hands": ["3h Kd", "4c", "", ""]}, goal={"place_at_most": 3})
    assert move(moment, "play 9h").right
    after = move(lost, "play 3h").moment
    judged = move(after, "play 4c")
    assert not judged.right
    assert judged.soft
    assert ids(judged)[-1] == "lesson.played-out"
    assert judged.moment == lost


def test_in_playing_out_only_the_learner_may_try_what_is_wrong(moment_of: MomentOf) -> None:
    position = ON_A_NINE
    moment = moment_of("play_out", position=position, goal={"goes_out": True})
    wrong = move(moment, "play 9c")
    assert ids(wrong) == ["slave.higher"]
    assert wrong.moment == moment
    bots = move(moment, "play 9h").moment
    with pytest.raises(IllegalMove):
        move(bots, "play 4c")


# tell, and what holds for all


def test_reading_is_always_right(lesson_of: Callable[..., Lesson]) -> None:
    lesson = lesson_of(step("order", cards="3s 4s"), step("tell", position=ON_A_NINE))
    moment = begin(lesson, 1)
    assert ask(moment) is None
    assert moment.view is not None
    judged = judge(moment, None)
    assert judged.right
    assert judged.moment.done


def test_a_run_is_rebuilt_from_its_answers(moment_of: MomentOf) -> None:
    position = {"hands": ["3c 3d Kh", "5s 9d", "Ac 2h", "6c 8c"], "turn": 0}
    moment = moment_of("move", position=position, accept={"goes_out": True, "within_moves": 2})
    again = begin(moment.lesson)
    for text in ("play 3c 3d", "play Kh"):
        moment, again = move(moment, text).moment, move(again, text).moment
    assert moment == again


def test_answers_of_another_kind_are_refused(moment_of: MomentOf) -> None:
    order = moment_of("order", cards="3s 4s")
    with pytest.raises(ValueError, match="choosing"):
        judge(order, "3s")
    with pytest.raises(ValueError, match="no such choice"):
        judge(order, ["9s"])
    with pytest.raises(ValueError, match="move"):
        judge(moment_of("move", position=ON_A_NINE, accept={"play": "9h"}), ["9h"])
    done = judge(order, ["3s", "4s"]).moment
    with pytest.raises(ValueError, match="done"):
        judge(done, ["3s", "4s"])
