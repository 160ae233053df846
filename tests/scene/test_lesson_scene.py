from __future__ import annotations

from typing import Any

import pytest

from tests.scene.reading import check, check_hidden, shape
from tests.session.lessons_all import every_kind, walk
from tutor import lessons
from tutor.cards import Cards
from tutor.scene.lesson import lesson_scene
from tutor.session.actions import AskHint, Forget, Go, YourAnswer, YourMove
from tutor.session.lesson import LessonRun, act, begin, waiting_for

LESSON = every_kind()
DRAWN = ("seats", "me", "direction", "pile", "aside", "hand", "groups", "legal", "buttons", "log")


def at(step: str) -> LessonRun:
    return begin(LESSON, step)


def scene(run: LessonRun, language: str = "th") -> dict[str, Any]:
    return lesson_scene(run, language)


@pytest.mark.parametrize("lesson", [LESSON, *lessons.every()], ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("seed", range(3))
def test_every_scene_of_a_lesson_keeps_the_contract_in_both_languages(lesson: lessons.Lesson, seed: int) -> None:
    for run in walk(lesson, seed):
        thai, english = (lesson_scene(run, language, title="t") for language in ("th", "en"))
        check(thai)
        check(english, thai_words=True)  # authors give the Thai word of a term
        assert shape(thai) == shape(english), "only the words differ"
        if run.view is not None and not run.finished:
            drawn = {field: thai[field] for field in DRAWN} | {"lang": "th"}
            check_hidden(drawn, run.view.unseen().cards - _named(run))


def _named(run: LessonRun) -> Cards:
    """Cards that the learner's own try names."""
    move = getattr(run.answer, "move", None)
    return move.cards if move is not None else Cards.NONE


def test_a_step_to_read_has_its_text_with_cards_and_terms_and_a_way_on() -> None:
    drawn = scene(at("read"), "en")
    assert drawn["ask"]["prompt"] == drawn["status"] == "Text ทับ 8♠ beat"
    assert [button["id"] for button in drawn["buttons"]] == ["next"]
    assert drawn["mode"] == "watch"
    assert drawn["hand"]["select"] == "none"
    assert [card["id"] for card in drawn["hand"]["cards"] if card["mark"] == "hint"] == ["9d"]


def test_the_task_of_a_move_stays_in_sight_without_a_button_of_its_own() -> None:
    drawn = scene(act(at("move"), YourMove("play 4c")))
    assert drawn["ask"]["prompt"] == "ข้อความลงไพ่"
    assert drawn["ask"]["submit"] == ""
    assert drawn["answer"]["tone"] == "wrong"
    assert drawn["answer"]["title"] == "ลงแบบนี้ไม่ได้"
    assert drawn["answer"]["nearest"]["cards"] == ["9d"]
    assert [button["id"] for button in drawn["buttons"]] == ["play", "pass", "hint"]
    assert drawn["legal"]["9d"] == {"play": "ลง 9♦"}
    assert drawn["mode"] == "play"


def test_what_followed_is_shown_move_by_move_and_then_judged() -> None:
    run = act(at("move"), YourMove("play 9d"))
    drawn = scene(run)
    assert drawn["status"] == "คุณลง 9♦"
    assert drawn["waiting"] == {"ms": 700}
    assert drawn["answer"] is None
    assert [button["id"] for button in drawn["buttons"]] == ["close"]
    while waiting_for(run) == "frames":
        run = act(run, Go())
    drawn = scene(run)
    assert drawn["answer"]["tone"] == "right"
    assert drawn["answer"]["text"].endswith("ข้อความถูกแล้ว")
    assert drawn["ask"] is None
    assert [button["id"] for button in drawn["buttons"]] == ["next"]


def test_a_wrong_legal_move_is_held_with_a_button_to_try_again() -> None:
    run = act(act(at("move"), YourMove("pass")), Forget())
    drawn = scene(run)
    assert drawn["answer"]["tone"] == "soft"
    assert [(button["id"], button["label"]) for button in drawn["buttons"]] == [("close", "ลองใหม่")]
    assert scene(act(run, Forget()))["answer"] is None


def test_a_good_move_on_the_way_is_praised_and_the_table_goes_on() -> None:
    run = act(act(at("two-moves"), YourMove("play 2s")), Forget())
    drawn = scene(run)
    assert drawn["answer"]["tone"] == "right"
    assert drawn["answer"]["title"] == "ดี ไปต่อ"
    assert drawn["hand"]["select"] == "many"
    assert drawn["me"]["turn"]


def test_cards_of_the_hand_are_marked_in_the_hand() -> None:
    drawn = scene(at("hand"))
    assert drawn["ask"]["kind"] == "cards"
    assert drawn["ask"]["options"] == []
    assert drawn["ask"]["submit"] == "ตรวจคำตอบ"
    assert drawn["hand"]["select"] == "many"
    assert drawn["mode"] == "ask"
    assert scene(at("cards"))["ask"]["options"][0]["label"] == "9 ข้าวหลามตัด"


@pytest.mark.parametrize(
    ("step", "kind", "labels"),
    [
        ("read-alone", "order", {"3 โพดำ", "เอซข้าวหลามตัด", "2 โพแดง"}),
        ("plays", "plays", {"9 ข้าวหลามตัด", "คู่ 9", "6 โพแดง"}),
        ("who", "seat", {"คุณ", "นก", "บอย", "ป้าแต๋ว"}),
        ("way", "moves", {"วนตามเข็มนาฬิกา", "วนทวนเข็มนาฬิกา"}),
        ("spot", "moves", {"นกลง 5♣", "บอยลง 6♠", "ป้าแต๋วลง 3♥"}),
        ("count", "number", set()),
        ("bill", "bill", set()),
    ],
)
def test_questions_beside_the_table(step: str, kind: str, labels: set[str]) -> None:
    ask = scene(at(step))["ask"]
    assert ask["kind"] == kind
    assert {option["label"] for option in ask["options"]} == labels
    assert ask["submit"]


def test_a_bill_has_a_field_for_every_seat() -> None:
    fields = scene(at("bill"))["ask"]["fields"]
    assert [field["label"] for field in fields] == [
        "คุณได้ที่เท่าไร", "นกได้ที่เท่าไร", "บอยได้ที่เท่าไร", "ป้าแต๋วได้ที่เท่าไร"
    ]  # fmt: skip


def test_a_wrong_choice_is_marked_and_the_right_answer_told_after_three() -> None:
    run = at("plays")
    for told in (False, False, True):
        run = act(run, YourAnswer(["6h"]))
        drawn = scene(run)
        assert ("คำตอบคือ 9♦" in drawn["answer"]["text"]) is told
    marked = [option["id"] for option in drawn["ask"]["options"] if option["cards"][0]["mark"] == "wrong"]
    assert marked == ["6h"]


@pytest.mark.parametrize("step", ["who", "way", "spot", "count", "bill", "read-alone"])
def test_every_kind_of_answer_can_be_told(step: str) -> None:
    run = at(step)
    for _ in range(3):
        run = act(run, YourAnswer(_wrong(run)))
    assert run.tries == 3
    for language in ("th", "en"):
        drawn = scene(run, language)
        check(drawn, thai_words=True)
        assert drawn["answer"]["tone"] == "wrong"


def _wrong(run: LessonRun) -> object:
    question = lessons.ask(run.moment)
    assert question is not None
    if question.kind in ("number", "bill"):
        return "99" if question.kind == "number" else {}
    ids = [option.id for option in question.options]
    right = lessons.right_answer(run.moment)
    return ids if question.kind == "order" else next([id] for id in ids if (id,) != right)


def test_help_is_shown_as_it_was_written() -> None:
    drawn = scene(act(at("move"), AskHint()))
    assert (drawn["answer"]["tone"], drawn["answer"]["text"]) == ("hint", "ข้อความช่วยหน่อย")


def test_playing_out_waits_for_the_others_and_shows_what_they_do() -> None:
    run = act(at("out"), YourMove("play 3c"))
    drawn = scene(run)
    assert drawn["status"] == "คุณลง 3♣ ถึงตานก"
    assert drawn["waiting"] == {"ms": 700}
    early = scene(act(run, YourMove("play 4c")))
    assert early["waiting"] is None
    assert [button["id"] for button in early["buttons"]] == ["close"]


def test_the_end_says_so_and_leads_on() -> None:
    over = list(walk(LESSON, 1))[-1]
    drawn = scene(over, "en")
    assert drawn["answer"]["title"] == "Lesson done"
    assert [button["id"] for button in drawn["buttons"]] == ["done"]
    assert drawn["ask"] is None
