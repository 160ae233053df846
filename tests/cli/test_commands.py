"""The command line as others use it: help, exit codes, languages, pipes, JSON."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tutor import __version__, cli, games
from tutor.bundle import bundled
from tutor.cli import app

COMMANDS = ("app", "check", "schema", "coverage", "rules")
GAMES = [game.id for game in games.every()]


def run(*arguments: str, **environment: str) -> Any:
    return CliRunner().invoke(
        app, list(arguments), env={"LC_ALL": None, "LC_MESSAGES": None, "LANG": None, **environment}
    )


def in_a_shell(*arguments: str, cwd: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tutor", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, **options)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_a_line_in_thai(command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert re.search("[ก-๙]", done.stdout)
    assert command in run("--help").stdout


def test_version_is_that_of_the_package() -> None:
    assert run("--version").stdout.strip() == __version__


@pytest.mark.parametrize(
    "arguments",
    [
        ("play",),
        ("check", "--bogus"),
        ("check", "no-such-file.yaml"),
        ("rules", "snap"),
        ("rules", GAMES[0], "--preset", "none-such"),
        ("schema",),
        ("schema", "hand"),
        ("schema", "position:snap"),
        ("app", "--port", "0"),
        ("coverage", "--lang", "fr"),
    ],
    ids=" ".join,
)
def test_who_asks_for_what_there_is_not_is_told_so(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert not done.stdout
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "th_TH.UTF-8"}, "th"),
        ({"LANG": "th_TH.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "th"}, "th"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_shells_unless_told(environment: dict[str, str], language: str) -> None:
    expected = run("rules", GAMES[0], "--lang", language).stdout
    assert run("rules", GAMES[0], **environment).stdout == expected
    assert expected != run("rules", GAMES[0], "--lang", "th" if language == "en" else "en").stdout


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_rules_name_every_rule_in_force_with_its_words(game: Any) -> None:
    for preset in game.presets:
        said = json.loads(run("rules", game.id, "--preset", preset, "--json", "--lang", "en").stdout)
        cards = [card for group in said["groups"] for card in group["cards"]]
        text = run("rules", game.id, "--preset", preset, "--lang", "en").stdout
        assert {card["id"] for card in cards} <= set(game.rulebook)
        assert len(cards) > 10
        assert all(card["id"] in text and card["title"] in text and card["text"] in text for card in cards)
        assert said["rules_hash"] == game.presets[preset].hash
        assert said["options"] == game.presets[preset].options()


def test_rules_without_a_game_list_the_games() -> None:
    assert [listed["game"] for listed in json.loads(run("rules", "--json").stdout)] == GAMES
    assert all(id in run("rules").stdout for id in GAMES)


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("lesson", {"id", "set", "rulesets", "teaches", "steps"}),
        ("puzzle", {"id", "position", "goal", "accept", "wrong"}),
        ("record", {"format", "version", "game", "rules", "players", "deals"}),
        *((f"position:{id}", {"game", "rules", "hands", "turn", "seat", "history"}) for id in GAMES),
        *((f"rules:{id}", {"game", "rules"}) for id in GAMES),
    ],
)
def test_a_schema_is_json_with_the_fields_of_the_document(what: str, fields: set[str]) -> None:
    done = run("schema", what)
    assert done.exit_code == 0
    schema = json.loads(done.stdout)
    assert schema["type"] == "object"
    assert fields <= set(schema["properties"])


def test_what_is_bundled_is_well() -> None:
    done = run("check")
    assert (done.exit_code, done.stdout) == (0, "")


def test_output_for_a_pipe_has_no_colour_and_no_broken_lines(tmp_path: Path) -> None:
    done = in_a_shell("rules", GAMES[0], "--lang", "th", cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) > 80
    assert done.stdout == run("rules", GAMES[0], "--lang", "th").stdout


def test_a_shell_without_thai_letters_gets_question_marks(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tutor", "rules", GAMES[0], "--lang", "th"]
    environment = {**os.environ, "PYTHONPATH": str(bundled()), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert b"???" in done.stdout
    assert not done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "tutor", "rules", GAMES[0]]
    environment = {**os.environ, "PYTHONPATH": str(bundled())}
    done = subprocess.run(command, cwd=tmp_path, env=environment, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert done.returncode == -signal.SIGPIPE
    assert not done.stderr


def hear_ctrl_c() -> None:
    """A shell that runs the tests in the background has Ctrl-C ignored, and what is started inherits it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_long_command_cleanly(tmp_path: Path) -> None:
    fifo = tmp_path / "given.yaml"
    os.mkfifo(fifo)  # the command waits here for a writer
    command = [sys.executable, "-m", "tutor", "check", str(fifo)]
    environment = {**os.environ, "PYTHONPATH": str(bundled())}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, preexec_fn=hear_ctrl_c
    ) as process:
        with fifo.open("wb"):  # opens once the command reads
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
        assert process.stderr is not None
        assert not process.stderr.read()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_the_app_is_served_from_any_folder_until_it_is_stopped(tmp_path: Path, sent: int, code: int) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--port", str(port), "--address", "127.0.0.1", "--server.headless", "true"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(bundled()),
        "SAMRAP_DATABASE_URL": f"sqlite:///{tmp_path / 'samrap.db'}",
    }
    command = [sys.executable, "-m", "tutor", "app", *options]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    ) as process:
        try:
            font = answered(f"http://127.0.0.1:{port}/app/static/fonts/sarabun-thai-400-normal.woff2", process)
            assert font[:4] == b"wOF2"
        finally:
            process.send_signal(sent)
        assert process.wait(30) == code
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2)


def answered(address: str, process: subprocess.Popen[str]) -> bytes:
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                body: bytes = answer.read()
                return body
        except OSError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.mark.parametrize("language", ["th", "en"])
@pytest.mark.parametrize("database", ["noise", "no address at all"])
def test_the_app_does_not_start_on_a_broken_database(
    database: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = tmp_path / "samrap.db"
    noise.write_bytes(b"no database" * 500)
    url = f"sqlite:///{noise}" if database == "noise" else database
    monkeypatch.setenv("SAMRAP_DATABASE_URL", url)
    done = run("app", "--lang", language)
    assert done.exit_code == 1
    assert not done.stdout
    place = str(noise) if database == "noise" else "SAMRAP_DATABASE_URL"
    assert re.fullmatch(rf"samrap: {re.escape(place)}: .*sqlite:.*\n", done.stderr)
    assert bool(re.search("[ก-๙]", done.stderr)) is (language == "th")
    assert noise.read_bytes() == b"no database" * 500
