"""Whatever is wrong with a file, `samrap check` says it on one line that names place and cure, in both languages."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import yaml
from typer.testing import CliRunner

from tutor import documents, games, lessons
from tutor.bundle import bundled
from tutor.cli import app
from tutor.core import State, link, write_record
from tutor.documents import FAULTS
from tutor.i18n import LANGUAGES, knows
from tutor.learner import open_store

LESSON = bundled("lessons", "slave", "01-what-beats-what.yaml").read_text("utf-8")
PUZZLE = bundled("puzzles", "slave", "named.jsonl").read_text("utf-8").splitlines()[0]
POSITION = """\
game: slave
rules: king
deal: 2
hands: [5c 5d 9h, 2d 8h 8s, 7c Ac, 6d 6s Kh]
turn: 0
pile: [{seat: 3, cards: 4s}, {seat: 1, cards: 7s}]
passed: [2]
"""
RULES = "game: slave\nrules: {preset: king, verse: on}\n"
TERMS = "pile:\n  th: กอง\n  sound: kong\n  en: pile\n  about:\n    th: ไพ่ที่ลงแล้ว\n    en: What has been played\n"


def played_out() -> State:
    state = games.find("slave").deal("king", 4, Random(1))
    while state.turn is not None:
        state = state.play(state.legal_moves()[0])
    return state


def record(change: Callable[[dict[str, Any]], object] = dict) -> str:
    document = write_record(games.find("slave"), ["Nok", "Boy", "Ann", "May"], [((0, 1, 2, 3), played_out())])
    change(document)
    return json.dumps(document, indent=1)


def puzzle(**changed: Any) -> str:
    return json.dumps({**json.loads(PUZZLE), **changed}, ensure_ascii=False)


def swapped(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


class Case(NamedTuple):
    """A file with one fault, and the line and place that have to be named."""

    name: str
    text: str | bytes
    line: int
    place: str
    file: str = "given.yaml"


CASES = [
    # Lessons
    Case("a lesson that is no YAML", LESSON + "  - {id: x\n", LESSON.count("\n") + 2, "", "lesson.yaml"),
    Case(
        "a lesson without a field", swapped(LESSON, "minutes: 5\n", ""), line_of(LESSON, "id: slave"), "minutes"
    ),
    Case(
        "a lesson of a rule that is not there",
        swapped(LESSON, "- slave.higher\n", "- slave.highest\n"),
        line_of(LESSON, "- slave.higher"),
        "teaches[0]",
    ),
    Case(
        "a lesson that points at no card",
        swapped(LESSON, ":c[9d]", ":c[9x]"),
        line_of(LESSON, ":c[9d]"),
        "steps[0].say.th",
    ),
    Case(
        "a lesson with a position that cannot be",
        swapped(LESSON, "4c 6h 9d", "4c 6h Kd"),
        line_of(LESSON, "4c 6h 9d"),
        "steps[0].position.hands[0]",
    ),
    # Puzzles
    Case("a puzzle that is cut off", PUZZLE[:-40], 1, "puzzle", "given.jsonl"),
    Case("a puzzle that turns on no rule", puzzle(rules=["slave.highest"]), 1, "rules[0]", "given.jsonl"),
    Case("a puzzle with another answer", f"\n{puzzle(accept=['pass'])}", 2, "accept", "given.jsonl"),
    Case("a puzzle in which all is open", puzzle(worlds=7), 1, "worlds", "given.jsonl"),
    # Positions
    Case("a card in two hands", swapped(POSITION, "7c Ac", "7c Kh"), 4, "hands[2]"),
    Case("a field that is not there", POSITION + "trump: 2s\n", 8, "trump"),
    Case("a turn that cannot be", swapped(POSITION, "turn: 0", "turn: 2"), 5, "turn"),
    Case("a position without a game", swapped(POSITION, "game: slave\n", ""), 1, "game"),
    Case("a game that is not there", swapped(POSITION, "game: slave", "game: snap"), 1, "game"),
    Case("a position of a ruleset that is not there", swapped(POSITION, "king", "queen"), 2, "rules"),
    # Records
    Case("a record with a move that is not allowed", record(lambda r: r["deals"][0]["moves"].insert(1, "play 2s 2h")),
         line_of(record(), '"moves"') + 2, "deals[0].moves[1]", "given.json"),
    Case("a record of other rules", record(lambda r: r.update(rules_hash="0" * 16)), line_of(record(), "rules_hash"),
         "rules_hash", "given.json"),
    Case("a record that begins with a card twice", record(lambda r: r["deals"][0]["start"].update(aside="3c")),
         line_of(record(), '"aside"'), "deals[0].start.aside", "given.json"),
    Case("a record with another result", record(lambda r: r["deals"][0]["places"].reverse()),
         line_of(record(), '"places"'), "deals[0].places", "given.json"),
    Case("a record without players", record(lambda r: r.pop("players")), 1, "players", "given.json"),
    Case("a record of somebody's own field", record(lambda r: r.update(mood="good")),
         line_of(record(lambda r: r.update(mood="good")), "mood"), "mood", "given.json"),
    Case("a record from a later time", record(lambda r: r.update(version=99)), line_of(record(), '"version"'),
         "version", "given.json"),
    Case("a record that is cut off", record()[:-9], record()[:-9].count("\n") + 1, "", "given.json"),
    # Links
    Case("a link that is cut off", link.write(yaml.safe_load(POSITION))[:-20], 1, "link", "link.txt"),
    Case("a link with a letter changed", "https://example.org/play?of=eJyr%%%VrJSyk9XslIq", 1, "link", "link.txt"),
    Case("a link that is too long", "A" * 20_000, 1, "link", "link.txt"),
    Case("a link to a position that cannot be",
         f"https://example.org/?of={link.write({**yaml.safe_load(POSITION), 'turn': 2})}&lang=th",
         1, "turn", "link.txt"),
    # Rulesets
    Case("an option that is not there", swapped(RULES, "verse", "vers"), 2, "rules.vers"),
    Case("a value that cannot be", swapped(RULES, "on}", "perhaps}"), 2, "rules.verse"),
    Case("a number that is too high", swapped(RULES, "verse: on", "queen_term: 99"), 2, "rules.queen_term"),
    Case("a preset that is not there", swapped(RULES, "king", "kin"), 2, "rules"),
    # Databases
    Case("a database of noise", Random(1).randbytes(5000), 1, "", "samrap.db"),
    Case("a database that is damaged", b"SQLite format 3\x00" + Random(1).randbytes(5000), 1, "", "somewhere.bin"),
    # Whatever else
    Case("aliases that stand for millions", "a: &a [x, x]\nb: &b [*a, *a]\n", 2, ""),
    Case("a list as the name of a field", "? [a, b]\n: 1\n", 1, ""),
    Case("a file that is too large", b"a" * 16_000_001, 1, ""),
    Case("a term that says nothing", swapped(TERMS, "ไพ่ที่ลงแล้ว", '""'), 6, "pile.about.th"),
    Case("a file that is nothing of these", "Dear Samrap,\nhow are you?\n", 1, ""),
    Case("an empty file", "", 1, ""),
    Case("a file that is no text", b"game: \xff\xfe", 1, ""),
]  # fmt: skip


def ids(case: Case) -> str:
    return case.name


def said(path: Path, language: str) -> list[str]:
    """What the command says of a file with faults: its lines."""
    done = CliRunner().invoke(app, ["check", "--lang", language, str(path)])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1, done.output
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=ids)
def test_a_fault_is_told_with_its_place_and_its_cure(case: Case, language: str, tmp_path: Path) -> None:
    path = tmp_path / case.file
    path.write_bytes(case.text if isinstance(case.text, bytes) else case.text.encode())
    lines = said(path, language)
    assert all(line.startswith(f"{path}:") for line in lines)
    found = [line for line in lines if line.startswith(f"{path}:{case.line}: {case.place}")]
    assert found, lines
    words = found[0].removeprefix(f"{path}:{case.line}: ")
    assert "Samrap’s fault" not in words
    if language == "th":
        assert re.search("[ก-๙]", words)
    else:
        # What is wrong, and then what to do.
        assert len(re.findall(r"[.!?](?:\s|$)", words)) >= 2, words


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (LESSON, "given.yaml"),
        (PUZZLE, "given.jsonl"),
        (POSITION, "given.yaml"),
        (json.dumps(yaml.safe_load(POSITION), indent="\t"), "given.json"),
        (record(), "given.json"),
        (RULES, "given.yml"),
        (TERMS, "given.yaml"),
        (link.write(yaml.safe_load(POSITION)), "link.txt"),
        (f"https://example.org/?of={link.write(json.loads(record()))}#top\n", "link.txt"),
    ],
)
def test_nothing_is_said_against_what_is_well(text: str, file: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(text, "utf-8")
    done = CliRunner().invoke(app, ["check", "--lang", "en", str(tmp_path / file)])
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "Nothing is wrong.\n"), done.output


def test_all_faults_of_a_position_are_told_at_once(tmp_path: Path) -> None:
    text = swapped(swapped(POSITION, "king", "queen"), "7c Ac", "7c Kh") + "trump: 2s\n"
    (tmp_path / "given.yaml").write_text(text)
    places = [line.split(": ")[1] for line in said(tmp_path / "given.yaml", "en")]
    assert sorted(places) == ["hands[2]", "hands[3]", "rules", "trump"]


def test_files_of_a_folder_are_all_looked_at(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "well.yaml").write_text(POSITION)
    (tmp_path / "deep" / "rules.yaml").write_text(swapped(RULES, "king", "kin"))
    (tmp_path / "notes.md").write_text("not looked at")
    lines = said(tmp_path, "en")
    assert [line.split(":")[0] for line in lines] == [str(tmp_path / "deep" / "rules.yaml")]


def test_a_database_is_looked_at_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "samrap.db"
    open_store(f"sqlite:///{path}").close()
    before = path.read_bytes()
    assert CliRunner().invoke(app, ["check", str(path)]).exit_code == 0
    assert path.read_bytes() == before
    path.write_bytes(before[: len(before) // 2])
    assert len(said(path, "th")) == 1
    assert path.read_bytes() == before[: len(before) // 2]


def test_a_database_is_not_read_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "samrap.db"
    open_store(f"sqlite:///{path}").close()
    with path.open("r+b") as file:
        file.truncate(100_000_000)  # most of it is a hole
    monkeypatch.setattr("tutor.documents._of_database", lambda path: [])
    tracemalloc.start()
    try:
        assert documents.check(path) == ()
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_terms_are_read_before_the_lessons_that_use_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(bundled("lessons"), tmp_path / "lessons")
    (tmp_path / "lessons" / "terms.yaml").write_text("pile: 7\n")
    monkeypatch.setattr("tutor.documents.bundled", tmp_path.joinpath)
    done = CliRunner().invoke(app, ["check", "--lang", "en"])
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{tmp_path / 'lessons' / 'terms.yaml'}:1: ")


def test_what_is_wrong_between_lessons_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(bundled("lessons"), tmp_path / "lessons")
    (tmp_path / "lessons" / "slave" / "99-again.yaml").write_text(LESSON, "utf-8")
    monkeypatch.setattr("tutor.documents.bundled", tmp_path.joinpath)
    done = CliRunner().invoke(app, ["check", "--lang", "en"])
    assert done.exit_code == 1
    assert re.fullmatch(r".*99-again\.yaml:\d+: id: there is a lesson .* already\. .*\n", done.stdout)


@pytest.mark.parametrize("file", ["terms.yaml", "slave/01-what-beats-what.yaml"])
def test_coverage_of_broken_lessons_names_the_fault(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(bundled("lessons"), tmp_path / "lessons")
    (tmp_path / "lessons" / file).write_text("id: [\n")
    for module in ("tutor.documents", "tutor.lessons.loader", "tutor.lessons.terms"):
        monkeypatch.setattr(sys.modules[module], "bundled", tmp_path.joinpath)
    try:
        lessons.every.cache_clear()
        lessons.terms.cache_clear()
        done = CliRunner().invoke(app, ["coverage", "--lang", "th"])
    finally:
        lessons.every.cache_clear()
        lessons.terms.cache_clear()
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1
    assert not done.stdout
    assert re.match(rf"{re.escape(str(tmp_path / 'lessons' / file))}:\d+: .*แก้", done.stderr)


def test_every_fault_of_a_document_has_its_words() -> None:
    assert [rule.id for rule in FAULTS.values() for language in LANGUAGES if not knows(rule.id, language)] == []


JUNK = (None, 0, -1, 99, 1.5, True, "", "x", "3c 3c", "x7", [], {}, ["3c"], {"a": 1}, "9h 9s", "{a}", "é" * 50)


def bent(document: Any, rng: Random) -> Any:
    """The document with something taken out, put in or put in place of something else."""
    copy = json.loads(json.dumps(document))
    for _ in range(rng.randint(1, 3)):
        places = [*_places(copy)]
        if not places:
            break
        at, key = rng.choice(places)
        match rng.randrange(4):
            case 0:
                del at[key]
            case 1 if isinstance(at, dict):
                at["bogus"] = rng.choice(JUNK)
            case 2 if isinstance(at, list):
                at.append(at[key])
            case _:
                at[key] = rng.choice(JUNK)
    return copy


def _places(document: Any) -> list[tuple[Any, Any]]:
    keys = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    return [(document, key) for key in keys] + [place for key in keys for place in _places(document[key])]


@pytest.mark.parametrize("kind", ["lesson", "puzzle", "position", "record", "rules", "terms"])
def test_no_bent_document_brings_the_command_down(kind: str, tmp_path: Path) -> None:
    texts = {"puzzle": PUZZLE, "position": POSITION, "record": record(), "rules": RULES, "terms": TERMS}
    document = yaml.safe_load(LESSON if kind == "lesson" else texts[kind])
    rng = Random(kind)
    files = [tmp_path / f"{number}.{'jsonl' if kind == 'puzzle' else 'json'}" for number in range(15)]
    for file in files:
        file.write_text(json.dumps(bent(document, rng), ensure_ascii=False), "utf-8")
    done = CliRunner().invoke(app, ["check", "--lang", "en", *map(str, files)])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1
    assert "Samrap’s fault" not in done.stdout
    assert all(re.match(rf"{re.escape(str(tmp_path))}/\d+\.jsonl?:\d+: \S", line) for line in done.stdout.splitlines())
