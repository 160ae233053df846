"""Every fault that a lesson can have is named with file, line, place and a cure; all faults of a file at once."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lessons.conftest import ON_A_NINE, document, step
from tutor.core.prose import FAULTS as TEXT_FAULTS
from tutor.i18n import LANGUAGES, say
from tutor.lessons import LessonError, LessonFault, load, load_all, terms
from tutor.lessons.faults import FAULTS
from tutor.lessons.marks import FAULTS as YAML_FAULTS

Write = Callable[[dict[str, Any] | str], Path]

GOOD = """\
id: test-lesson
set: slave
rulesets: [king]
teaches: [slave.higher]
title: {th: บททดสอบ, en: A test}
about: {th: ใช้ทดสอบ, en: To test with}
minutes: 1
steps:
  - id: beat-it
    kind: move
    say:
      th: ทับ :c[9d] ให้ได้ นี่คือ :t[beat]
      en: Beat :c[9d]. That is :t[beat].
    position:
      hands: [5s 9c 9h Kd, 4c 8h Js, 6d Th Qd, 3c 7h Kh]
      turn: 0
      pile: [{seat: 3, cards: 9d}]
    accept: {play: 9h}
    right: {th: ใช่แล้ว, en: Yes}
    on_wrong:
      slave.higher: {th: ต่ำไป, en: Too low}
  - id: break-it
    kind: try_illegal
    say: {th: ลองผิดดู, en: Break it}
    position:
      hands: [5s 9c 9h Kd, 4c 8h Js, 6d Th Qd, 3c 7h Kh]
      turn: 0
      pile: [{seat: 3, cards: 9d}]
    breaks: slave.higher
    example: play 5s
    right: {th: ใช่แล้ว, en: Yes}
"""


def faults_of(path: Path) -> tuple[LessonFault, ...]:
    with pytest.raises(LessonError) as caught:
        load(path)
    for fault in caught.value.faults:
        assert fault.file == path
        for language in LANGUAGES:
            said = say(fault.reason, language)
            assert said, f"{fault.reason.rule.id} says nothing in {language}"
            assert "{" not in said
            foreign = re.findall(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", said) if language == "th" else []
            assert foreign in ([], ["samrap schema lesson"]), said
    return caught.value.faults


def the_fault(path: Path) -> LessonFault:
    (fault,) = faults_of(path)
    return fault


def test_the_lesson_that_faults_are_planted_in_is_good(write: Write) -> None:
    assert load(write(GOOD)).id == "test-lesson"


PLANTED = {
    # what is replaced: (by what, fault, place, line counted from the one replaced)
    "unknown field": ("minutes: 1", "minutes: 1\nauthor: me", "lesson.fault.unknown-field", "author", 1),
    "missing field": ("    accept: {play: 9h}\n", "", "lesson.fault.missing", "steps[0].accept", None),
    "a kind that there isn't": ("kind: try_illegal", "kind: guess", "lesson.fault.kind", "steps[1].kind", 0),
    "wrong shape": ("turn: 0\n      pile", "turn: now\n      pile", "position.shape", "steps[0].position.turn", 0),
    "a number that is a text": ("minutes: 1", "minutes: one", "lesson.fault.int_type", "minutes", 0),
    "too many minutes": ("minutes: 1", "minutes: 6", "lesson.fault.less_than_equal", "minutes", 0),
    "too few minutes": ("minutes: 1", "minutes: 0", "lesson.fault.greater_than_equal", "minutes", 0),
    "a text that is a number": ("example: play 5s", "example: 5", "lesson.fault.string_type", "steps[1].example", 0),
    "a list that is a number": ("teaches: [slave.higher]", "teaches: 7", "lesson.fault.shape", "teaches", 0),
    "a bad id": ("id: test-lesson", "id: Test Lesson", "lesson.fault.string_pattern_mismatch", "id", 0),
    "an unknown game": ("set: slave", "set: solitaire", "lesson.fault.set", "set", 0),
    "an unknown ruleset": ("rulesets: [king]", "rulesets: [emperor]", "rules.preset", "rulesets[0]", 0),
    "an unknown option": (
        "rulesets: [king]",
        "rulesets: [{preset: king, jokers: 2}]",
        "rules.unknown-option",
        "rulesets[0]",
        0,
    ),
    "an unknown rule taught": (
        "teaches: [slave.higher]",
        "teaches: [slave.lower]",
        "lesson.fault.rule",
        "teaches[0]",
        0,
    ),
    "an unknown rule broken": (
        "breaks: slave.higher",
        "breaks: slave.lower",
        "lesson.fault.rule",
        "steps[1].breaks",
        0,
    ),
    "an unknown rule in on_wrong": (
        "      slave.higher: {th",
        "      slave.lower: {th",
        "lesson.fault.rule",
        "steps[0].on_wrong.slave.lower",
        0,
    ),
    "an unknown rule in a predicate": (
        "accept: {play: 9h}",
        "accept: {events: [slave.lower]}",
        "lesson.fault.rule",
        "steps[0].accept",
        0,
    ),
    "an unknown key in a predicate": (
        "accept: {play: 9h}",
        "accept: {plays: 9h}",
        "lesson.fault.unknown-field",
        "steps[0].accept.plays",
        0,
    ),
    "an empty predicate": ("accept: {play: 9h}", "accept: {}", "lesson.fault.empty-predicate", "steps[0].accept", 0),
    "no card in a predicate": (
        "accept: {play: 9h}",
        "accept: {play: 9x}",
        "lesson.fault.cards",
        "steps[0].accept.play",
        0,
    ),
    "an accepted move that is illegal": (
        "accept: {play: 9h}",
        "accept: {any_of: [{play: 9c}, {play: 9h}]}",
        "lesson.fault.illegal-accepted",
        "steps[0].accept",
        0,
    ),
    "an accepted move that is not held": (
        "accept: {play: 9h}",
        "accept: {any_of: [{play: 9h}, {play: As}]}",
        "lesson.fault.illegal-accepted",
        "steps[0].accept",
        0,
    ),
    "nothing right": (
        "accept: {play: 9h}",
        "accept: {cards_played: 2}",
        "lesson.fault.none-right",
        "steps[0].accept",
        0,
    ),
    "everything right": ("accept: {play: 9h}", "accept: {legal: true}", "lesson.fault.all-right", "steps[0].accept", 0),
    "an unreadable move": ("accept: {play: 9h}", "accept: {move: jump}", "lesson.fault.move", "steps[0].accept", 0),
    "a script that is unreadable": (
        "accept: {play: 9h}",
        "accept: {play: 9h}\n    script: [pass, jump]",
        "lesson.fault.move",
        "steps[0].script[1]",
        1,
    ),
    "a script that the engine refuses": (
        "accept: {play: 9h}",
        "accept: {play: 9h}\n    script: [play 8h]",
        "lesson.fault.script",
        "steps[0].script[0]",
        1,
    ),
    "an illegal try that is legal": (
        "example: play 5s",
        "example: play 9h",
        "lesson.fault.not-broken",
        "steps[1].example",
        0,
    ),
    "an illegal try that breaks another rule": (
        "example: play 5s",
        "example: play 9c 9h",
        "lesson.fault.not-broken",
        "steps[1].example",
        0,
    ),
    "a learner who is not on turn": (
        "accept: {play: 9h}",
        "accept: {play: 9h}\n    learner: 2",
        "lesson.fault.learner",
        "steps[0].learner",
        1,
    ),
    "a learner who is not there": (
        "accept: {play: 9h}",
        "accept: {play: 9h}\n    learner: 7",
        "lesson.fault.learner",
        "steps[0].learner",
        1,
    ),
    "a step id twice": ("id: break-it", "id: beat-it", "lesson.fault.step-twice", "steps[1].id", 0),
    "a card twice": (
        "hands: [5s 9c 9h Kd, 4c 8h Js",
        "hands: [5s 9c 9h Kd, 4c Kd Js",
        "position.card-twice",
        "steps[0].position.hands[0]",
        0,
    ),
    "a card that isn't one": ("hands: [5s 9c", "hands: [5s 9x", "position.unreadable", "steps[0].position.hands[0]", 0),
    "an empty text": ("{th: ลองผิดดู, en: Break it}", "{th: ลองผิดดู, en: ' '}", "text.empty", "steps[1].say.en", 0),
    "a text in one language": (
        "{th: ลองผิดดู, en: Break it}",
        "{th: ลองผิดดู}",
        "lesson.fault.missing",
        "steps[1].say.en",
        0,
    ),
    "no Thai": ("{th: ลองผิดดู, en: Break it}", "{th: Break, en: Break it}", "text.thai", "steps[1].say.th", 0),
    "Thai for English": ("{th: ลองผิดดู, en: Break it}", "{th: ลองผิดดู, en: ลองดู}", "text.english", "steps[1].say.en", 0),
    "a text that is too long": (
        "{th: ลองผิดดู, en: Break it}",
        "{th: ลองผิดดู, en: " + "word " * 41 + "}",
        "text.long",
        "steps[1].say.en",
        0,
    ),
    "Thai that is too long": (
        "{th: ลองผิดดู, en: Break it}",
        "{th: " + "ลองผิดดู" * 30 + ", en: Break it}",
        "text.long",
        "steps[1].say.th",
        0,
    ),
    "a marked card that isn't one": (":c[9d] ให้ได้", ":c[1d] ให้ได้", "text.card", "steps[0].say.th", 0),
    "an unknown term": ("That is :t[beat].", "That is :t[hop].", "text.term", "steps[0].say.en", 0),
    "an unknown mark": ("That is :t[beat].", "That is :x[beat].", "text.mark", "steps[0].say.en", 0),
    "HTML": ("That is :t[beat].", "That is <b>it</b>.", "text.markdown", "steps[0].say.en", 0),
    "a polite particle": ("{th: ต่ำไป, en", "{th: ต่ำไปครับ, en", "text.polite", "steps[0].on_wrong.slave.higher.th", 0),
    "a key twice": ("minutes: 1", "minutes: 1\nminutes: 2", "yaml.twice", "lesson", 1),
    "no YAML": ("minutes: 1", "minutes: [1", "yaml.open", "lesson", None),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_named_with_its_line(write: Write, name: str) -> None:
    old, new, rule, place, down = PLANTED[name]
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    faults = faults_of(write(text))
    fault = next(fault for fault in faults if fault.place == place)
    assert fault.reason.rule.id == rule
    assert {found.place.partition(".")[0] for found in faults} == {place.partition(".")[0]}
    if down is not None:
        line = GOOD[: GOOD.index(old)].count("\n") + old[: len(old) - len(old.lstrip("\n"))].count("\n") + 1 + down
        assert fault.line == line


def test_the_same_words_in_both_languages(write: Write) -> None:
    fault = the_fault(write(GOOD.replace("{th: บททดสอบ, en: A test}", "{th: บท A, en: บท A}")))
    assert (fault.place, fault.reason.rule.id) == ("title.en", "text.same")


def test_all_faults_of_a_file_are_told_at_once(write: Write) -> None:
    text = GOOD.replace("set: slave", "set: slave\nauthor: me").replace("minutes: 1", "minutes: 9")
    text = text.replace("en: Break it", "en: ''").replace("kind: move", "kind: guess")
    assert {fault.place for fault in faults_of(write(text))} == {
        "author",
        "minutes",
        "steps[1].say.en",
        "steps[0].kind",
    }


def test_a_message_has_file_line_place_and_cure(write: Write) -> None:
    path = write(GOOD.replace("breaks: slave.higher", "breaks: slave.lower"))
    fault = the_fault(path)
    assert str(fault).startswith(f"{path}:29: steps[1].breaks: ")
    assert "rulebook" in say(fault.reason, "en")


UNREADABLE = {
    "nothing": ("# nothing\n", 1),
    "syntax": ("id: @\n", 1),
    "open": ("id: [1\n", 2),
    "colon": ("a: b: c\n", 1),
    "tab": ("\tid: x\n", 1),
    "twice": ("a: 1\na: 2\n", 2),
    "deep": ("- " * 300 + "x", 1),
    "alias": ("a: &a 1\nb: *a\n", 2),
    "key": ("a: 1\n? [a, b]\n: 2\n", 2),
    "value": ("a: 2026-13-45\n", 1),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_yaml_says_why_in_the_readers_language(write: Write, name: str) -> None:
    text, line = UNREADABLE[name]
    fault = the_fault(write(text))
    assert (fault.line, fault.reason.rule.id) == (line, f"yaml.{name}")


def test_every_fault_of_yaml_has_been_planted() -> None:
    assert set(YAML_FAULTS) == {*UNREADABLE, "json"}  # of documents only


def test_aliases_that_stand_for_millions_are_refused_at_once(write: Write) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, 10)]
    assert the_fault(write("\n".join(lines))).reason.rule.id == "yaml.alias"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the list of terms is looked for."""
    for module in ("tutor.lessons.terms", "tutor.lessons.loader"):
        monkeypatch.setattr(sys.modules[module], "bundled", tmp_path.joinpath)
    (tmp_path / "lessons").mkdir()
    terms.cache_clear()
    yield tmp_path / "lessons" / "terms.yaml"
    terms.cache_clear()


TERMS = {
    "no file": (None, 1, "terms", "lesson.fault.file"),
    "no text": (b"pile: \xff\n", 1, "terms", "lesson.fault.utf-8"),
    "no YAML": (b"pile:\n  th: [\n", 3, "terms", "yaml.open"),
    "a list": (b"- pile\n", 1, "terms", "lesson.fault.terms"),
    "no term": (b"pile: 7\n", 1, "pile", "lesson.fault.terms"),
    "no sound": (
        "pile:\n  th: กอง\n  en: pile\n  about: {th: ก, en: a}\n".encode(),
        1,
        "pile.sound",
        "lesson.fault.terms",
    ),
}


@pytest.mark.parametrize("name", TERMS)
def test_a_broken_list_of_terms_is_told_like_a_broken_lesson(elsewhere: Path, tmp_path: Path, name: str) -> None:
    given, line, place, rule = TERMS[name]
    if given is not None:
        elsewhere.write_bytes(given)
    for read in (terms, lambda: load_all(tmp_path / "lessons")):
        with pytest.raises(LessonError) as caught:
            read()
        (fault,) = caught.value.faults
        assert (fault.file, fault.line, fault.place, fault.reason.rule.id) == (elsewhere, line, place, rule)
        assert all(say(fault.reason, language) for language in LANGUAGES)


@pytest.mark.parametrize("text", ["", "[]", "just words", "id: [", "\tid: x", "- " * 300 + "x", "a: &a [*a]"])
def test_what_is_no_lesson_at_all_has_one_clear_message(write: Write, text: str) -> None:
    assert faults_of(write(text))


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    assert the_fault(tmp_path / "nothing.yaml").reason.rule.id == "lesson.fault.file"
    (tmp_path / "latin.yaml").write_bytes("id: é".encode("latin-1"))
    assert the_fault(tmp_path / "latin.yaml").reason.rule.id == "lesson.fault.utf-8"


TELL = step("tell", position=ON_A_NINE)

STEPS = {
    "reading first": ([TELL], "tell-first", "steps[0]"),
    "reading twice": (
        [step("order", cards="3s 4s"), TELL, TELL | {"id": "another"}],
        "two-tells",
        "steps[2]",
    ),
    "one card to sort": ([step("order", cards="3s")], "few-cards", "steps[0].cards"),
    "select without a table": ([step("select", which={"legal": True}, options=["3s"])], "missing", "steps[0].position"),
    "select with nothing right": (
        [step("select", position=ON_A_NINE, which={"violates": "slave.turn"})],
        "none-right",
        "steps[0].which",
    ),
    "select with everything right": (
        [step("select", position=ON_A_NINE, which={"legal": True}, options=["9h", "Kd"])],
        "all-right",
        "steps[0].which",
    ),
    "select off turn": (
        [step("select", position=ON_A_NINE, which={"legal": True}, learner=1)],
        "learner",
        "steps[0].learner",
    ),
    "who_next with an illegal script": (
        [step("who_next", position=ON_A_NINE, script=["play 9h", "play 8h"])],
        "script",
        "steps[0].script[1]",
    ),
    "a bill before the end": (
        [step("score", position=ON_A_NINE, script=["play 9h"])],
        "no-end",
        "steps[0].script",
    ),
    "a record without a fault": (
        [step("spot", position=ON_A_NINE, moves=["0 play 9h", "1 play Js"])],
        "no-fault",
        "steps[0].moves",
    ),
    "a record without seats": ([step("spot", position=ON_A_NINE, moves=["play 9h"])], "move", "steps[0].moves[0]"),
    "a record with a seat that is not there": (
        [step("spot", position=ON_A_NINE, moves=["7 play 9h"])],
        "learner",
        "steps[0].moves[0]",
    ),
    "counting by what is legal": (
        [step("count", position=ON_A_NINE, which={"legal": True})],
        "no-table",
        "steps[0].which",
    ),
    "playing out without cards": (
        [
            step(
                "play_out",
                position={"hands": ["", "4c", "5d", "6s"], "turn": 1, "out": [0]},
                learner=0,
                goal={"goes_out": True},
            )
        ],
        "at-start",
        "steps[0].goal",
    ),
    "a level that there isn't": (
        [step("play_out", position=ON_A_NINE, goal={"goes_out": True}, level="genius")],
        "literal_error",
        "steps[0].level",
    ),
    "a step that cannot be done in so many moves": (
        [step("move", position=ON_A_NINE, accept={"goes_out": True, "within_moves": 2})],
        "none-right",
        "steps[0].accept",
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_that_the_engine_cannot_judge(write: Write, name: str) -> None:
    steps, rule, place = STEPS[name]
    fault = the_fault(write(document(*steps)))
    assert (fault.reason.rule.id, fault.place) == (f"lesson.fault.{rule}", place)


HOUSES = ["king", {"preset": "king", "pair_tie": "highest_suit"}]
EIGHTS: dict[str, Any] = {
    "hands": ["8d 8s Jd Jh", "4c 6h Js", "6d Th Qd", "3c 7h Kh"],
    "turn": 0,
    "pile": [{"seat": 3, "cards": "8c 8h"}],
}


def test_an_illegal_try_has_to_be_illegal_in_every_ruleset_listed(write: Write) -> None:
    """8d 8s on 8c 8h: not where both suits must be higher, yes where the spade decides."""
    illegal = step("try_illegal", position=EIGHTS, breaks="slave.pair-tie", example="play 8d 8s")
    assert load(write(document(illegal)))
    fault = the_fault(write(document(illegal, rulesets=HOUSES)))
    assert (fault.place, fault.reason.rule.id) == ("steps[0].example", "lesson.fault.not-broken")


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "select", "which": {"legal": True}, "options": ["8d 8s", "Jd Jh", "8d"]},
        {"kind": "move", "accept": {"beats_top": True}},
    ],
)
def test_an_answer_has_to_be_the_same_in_every_ruleset_listed(write: Write, fields: dict[str, Any]) -> None:
    made = step(position=EIGHTS, **fields)
    assert load(write(document(made)))
    fault = the_fault(write(document(made, rulesets=HOUSES)))
    assert (fault.place, fault.reason.rule.id) == ("steps[0]", "lesson.fault.rulesets-differ")


def test_on_and_off_are_switches_in_rules(write: Write) -> None:
    lesson = load(write(GOOD.replace("rulesets: [king]", "rulesets: [{preset: king, verse: off}]")))
    assert lesson.rulesets == ({"preset": "king", "verse": False},)


def test_words_that_yaml_takes_for_booleans_are_words(write: Write) -> None:
    assert load(write(GOOD.replace("en: Too low", "en: No"))).steps[0].kind == "move"


def write_all(folder: Path, *lessons: str) -> Path:
    (folder / "slave").mkdir()
    for number, text in enumerate(lessons, 1):
        (folder / "slave" / f"{number:02}.yaml").write_text(text, encoding="utf-8")
    return folder


def other(id: str, *requires: str) -> str:
    return GOOD.replace("id: test-lesson", f"id: {id}").replace(
        "minutes: 1", f"minutes: 1\nrequires: [{', '.join(requires)}]"
    )


def test_lessons_that_require_each_other(tmp_path: Path) -> None:
    folder = write_all(tmp_path, other("one", "three"), other("two", "one"), other("three", "two"))
    with pytest.raises(LessonError) as caught:
        load_all(folder)
    assert {(fault.file.name, fault.place, fault.reason.rule.id) for fault in caught.value.faults} == {
        (name, "requires[0]", "lesson.fault.cycle") for name in ("01.yaml", "02.yaml", "03.yaml")
    }


def test_a_lesson_that_requires_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LessonError) as caught:
        load_all(write_all(tmp_path, other("one", "nothing")))
    (fault,) = caught.value.faults
    assert (fault.line, fault.place, fault.reason.rule.id) == (8, "requires[0]", "lesson.fault.requires")


def test_an_id_that_two_lessons_have(tmp_path: Path) -> None:
    with pytest.raises(LessonError) as caught:
        load_all(write_all(tmp_path, other("one"), other("one")))
    (fault,) = caught.value.faults
    assert (fault.file.name, fault.reason.rule.id) == ("02.yaml", "lesson.fault.id-twice")


def test_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    with pytest.raises(LessonError) as caught:
        load_all(write_all(tmp_path, GOOD.replace("minutes: 1", "minutes: 9"), "id: ["))
    assert [fault.file.name for fault in caught.value.faults] == ["01.yaml", "02.yaml"]


def test_every_fault_there_is_has_been_planted() -> None:
    planted = {rule for _, _, rule, _, _ in PLANTED.values()}
    planted |= {f"lesson.fault.{rule}" for _, rule, _ in STEPS.values()}
    planted |= {
        "lesson.fault.file",
        "lesson.fault.utf-8",
        "lesson.fault.terms",
        "lesson.fault.requires",
        "lesson.fault.cycle",
        "lesson.fault.id-twice",
    }
    planted |= {"lesson.fault.rulesets-differ", "text.same"}
    assert {rule.id for rule in (*FAULTS.values(), *TEXT_FAULTS.values())} <= planted
