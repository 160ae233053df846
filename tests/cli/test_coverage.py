"""Coverage is what the engine emits while things are run, whatever they claim."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tutor import coverage, games, lessons
from tutor.bundle import bundled
from tutor.cli import app
from tutor.coverage import COLUMNS, GoldenError, Ruleset, cover, goldens_here, holes
from tutor.i18n import LANGUAGES, say, tell


@pytest.fixture(scope="module")
def covered() -> tuple[Ruleset, ...]:
    return cover()


@pytest.fixture
def command(covered: tuple[Ruleset, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The command with what is computed already."""
    monkeypatch.setattr(coverage, "cover", lambda: covered)


def told(rulesets: Iterable[Ruleset], column: str) -> set[str]:
    return {row.rule.id for ruleset in rulesets for row in ruleset.rows if row.columns[column]}


def test_every_ruleset_has_every_rule_in_force(covered: tuple[Ruleset, ...]) -> None:
    assert {str(ruleset) for ruleset in covered} == {
        f"{ruleset.game.id}/{preset}" for ruleset in covered for preset in ruleset.game.presets
    }
    for ruleset in covered:
        played = {rule.id for rule in ruleset.game.rulebook.values() if rule.in_force(ruleset.rules)}
        assert played <= {row.rule.id for row in ruleset.rows}
        assert all(tuple(row.columns) == COLUMNS for row in ruleset.rows)


def test_required_columns_have_no_hole(covered: tuple[Ruleset, ...]) -> None:
    assert [*holes(covered, ["engine", "golden", "th", "en"])] == []


def test_what_is_only_written_is_asked_of_the_languages_alone(covered: tuple[Ruleset, ...]) -> None:
    written = [row for ruleset in covered for row in ruleset.rows if row.rule.kind in ("setup", "knowledge")]
    assert written
    assert all(row.columns[column] is None for row in written for column in ("engine", "golden", "lesson", "puzzle"))


def test_a_rule_that_the_engine_never_emits_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lessons.every()[0]
    monkeypatch.setattr(coverage, "_DEALS", 1)
    by_moves, between = coverage._walks(lesson.game, lesson.rules[0], {"silent"})
    assert by_moves
    assert "silent" not in by_moves | between


def test_a_lesson_that_only_claims_a_rule_does_not_cover_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lessons.every()[0]
    sorting = tuple(step for step in lesson.steps if step.kind == "order")
    assert sorting
    claims = lesson.model_copy(update={"steps": sorting, "teaches": tuple(lesson.game.rulebook)})
    monkeypatch.setattr(lessons, "every", lambda: (claims,))
    assert not set().union(*coverage._lessons().values()) & set(lesson.game.rulebook)


def test_a_lesson_covers_what_its_steps_bring_out(covered: tuple[Ruleset, ...]) -> None:
    invited = {step.breaks for lesson in lessons.every() for step in lesson.steps if step.kind == "try_illegal"}
    assert invited
    assert invited <= told(covered, "lesson")


def test_a_golden_that_only_claims_a_rule_does_not_cover_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tests" / "golden" / "slave"
    folder.mkdir(parents=True)
    (folder / "claims.yaml").write_text(
        "- name: a pass is nothing but a pass\n"
        "  position: {game: slave, rules: king, deal: 2, hands: [4d 9c, 5c 6c, Tc Td, Kd Ks], turn: 0,"
        " pile: [{seat: 3, cards: 8h}]}\n"
        "  when: [pass]\n"
        "  then: {events: [slave.topple], breaks: {play 5c: slave.slap}}\n"
    )
    monkeypatch.setattr(coverage, "bundled", tmp_path.joinpath)
    assert goldens_here()
    assert dict(coverage._goldens()) == {("slave", "king"): {"slave.higher"}}


@pytest.mark.parametrize("given", [b"", b"- [\n", b"name: x\n", b"- \xff\n", b"7\n"])
def test_goldens_that_cannot_be_read_are_told(given: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tests" / "golden" / "slave" / "broken.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes(given)
    monkeypatch.setattr(coverage, "bundled", tmp_path.joinpath)
    with pytest.raises(GoldenError) as caught:
        coverage._goldens()
    assert caught.value.path == path
    assert all(say(caught.value.reason, language) for language in LANGUAGES)
    done = CliRunner().invoke(app, ["coverage", "--lang", "en"])
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{path}:")


@pytest.mark.usefixtures("command")
def test_the_command_speaks_thai() -> None:
    lines = CliRunner().invoke(app, ["coverage", "--lang", "th"]).stdout.splitlines()
    cells = [cell for line in lines if line.startswith("slave.") for cell in line.split()[1:]]
    assert cells
    heads = [cell for line in lines if line.startswith("กติกา ") for cell in line.split()]
    assert len(heads) % (len(COLUMNS) + 2) == 0
    assert not [cell for cell in cells + heads if re.search("[A-Za-z]", cell)]


@pytest.mark.usefixtures("command")
def test_the_command_prints_rules_by_columns() -> None:
    done = CliRunner().invoke(app, ["coverage", "--lang", "en"])
    assert done.exit_code == 0
    assert not done.stderr
    heads = [line.split() for line in done.stdout.splitlines() if line.startswith("rule ")]
    assert heads == [["rule", "kind", *COLUMNS]] * sum(len(game.presets) for game in games.every())
    document = json.loads(CliRunner().invoke(app, ["coverage", "--json"]).stdout)
    assert document["holes"] == []
    assert document["required"] == ["engine", "golden", "th", "en"]
    for rule in document["rulesets"][0]["rules"]:
        assert set(rule) == {"id", "kind", *COLUMNS}


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize("language", ["th", "en"])
def test_a_hole_in_a_required_column_fails(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.cli._required", lambda: ["puzzle"])
    done = CliRunner().invoke(app, ["coverage", "--lang", language])
    assert done.exit_code == 1
    missing = tell("cli.missing", language)
    rules = tuple(f"{game.id}." for game in games.every())
    cells = [line.split() for line in done.stdout.splitlines() if line.startswith(rules)]
    named = [line for line in done.stderr.splitlines() if tell("cli.column.puzzle", language) in line]
    assert named
    assert len(named) == sum(cell == missing for line in cells for cell in line)
    assert json.loads(CliRunner().invoke(app, ["coverage", "--json"]).stdout)["holes"][0]["column"] == "puzzle"


def test_a_column_that_is_not_there_cannot_be_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.cli._required", lambda: ["engine", "oracle"])
    done = CliRunner().invoke(app, ["coverage", "--lang", "en"])
    assert done.exit_code == 2
    assert "pyproject.toml" in done.stderr
    assert "oracle" in done.stderr


def test_an_installed_samrap_says_that_it_has_no_goldens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "bundled", tmp_path.joinpath)
    done = CliRunner().invoke(app, ["coverage", "--lang", "en"])
    assert done.exit_code == 0
    assert "checkout" in done.stderr
    assert bundled("tests", "golden").is_dir()
