"""The command `samrap`. What a command needs is imported when it runs, so that help comes at once.

Exit codes: 0 well; 1 faults were found; 2 asked for what there is not; 130 interrupted.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from tutor import __version__

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console

    from tutor.core import Game
    from tutor.coverage import Hole, Ruleset
    from tutor.documents import Fault

__all__ = ["app", "main"]


class Language(StrEnum):
    """A language that Samrap speaks."""

    th = "th"
    en = "en"


def _own_language() -> Language:
    """Thai where the shell is Thai, else English."""
    set_to = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None) or ""
    return Language.th if set_to.lower().startswith("th") else Language.en


Lang = Annotated[
    Language,
    typer.Option(
        default_factory=_own_language,
        show_default="th where LC_ALL or LANG is Thai, else en",
        help="Language of what is said · ภาษาที่ใช้ตอบ",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="As JSON, for other programs.")]

app = typer.Typer(
    name="samrap",
    help="Thai card games, taught step by step · หัดเล่นไพ่ไทยทีละขั้น",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line; ends the process."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows no Thai letters gets question marks, not a fault.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `samrap rules | head` ends quietly, as other commands do
    try:
        app(prog_name="samrap")
    except KeyboardInterrupt:
        sys.exit(130)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _commands(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say which Samrap this is.")
    ] = False,
) -> None:
    """What stands before a command's name."""


@app.command("app", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run_app(
    context: typer.Context,
    lang: Lang,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port to serve at; 8501 unless told.")] = None,
    address: Annotated[str | None, typer.Option(help="Address to serve at; every one of this machine's else.")] = None,
) -> None:
    """Serve the app in a browser · เปิดแอปในเบราว์เซอร์

    From any folder. Other options go to Streamlit: `samrap app --server.headless true`.
    """
    from tutor.bundle import bundled
    from tutor.learner import StoreError, open_store

    try:
        open_store().close()
    except StoreError as error:
        _fail(f"{error.place}: {error.say(lang)}", code=1)
    command = [sys.executable, "-m", "streamlit", "run", str(bundled("streamlit_app.py"))]
    for option, value in (("port", port), ("address", address)):
        command += [f"--server.{option}", str(value)] if value is not None else []
    raise typer.Exit(_serve([*command, *context.args]))


def _serve(command: list[str]) -> int:
    """Run a server until it ends or somebody stops it; its exit code."""
    with subprocess.Popen(command) as server:
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        try:
            code = server.wait()
        except KeyboardInterrupt:
            server.terminate()
            raise
    if code == -signal.SIGTERM:  # stopped as it was asked to be
        return 0
    return code if code >= 0 else 128 - code


@app.command()
def check(
    lang: Lang,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files or folders; everything that comes with Samrap unless told.", show_default=False),
    ] = None,
) -> None:
    """Say what is wrong with files · ตรวจไฟล์

    Lessons, puzzles, terms, positions, records, rulesets, links, databases: what a file is shows in what it holds.
    Each fault is one line: file, line, place, what is wrong, what to do.
    Without FILES also what is wrong between lessons, and between puzzles.
    """
    from tutor.i18n import tell

    for path in files or ():
        if not path.exists():
            _fail(tell("cli.no-file", lang, path=str(path)))
    from tutor import documents

    faults: Iterable[Fault] = (
        (fault for path in files for fault in documents.check(path)) if files else documents.check_bundled()
    )
    if _list(faults, lang):
        raise typer.Exit(1)
    typer.echo(tell("cli.well", lang), err=True)


@app.command()
def schema(
    lang: Lang,
    what: Annotated[
        str, typer.Argument(help="lesson, puzzle, record, position:GAME or rules:GAME.", show_default=False)
    ],
) -> None:
    """Print the JSON Schema of a document · แบบของไฟล์"""
    from tutor import games
    from tutor.core.record import Record
    from tutor.i18n import tell
    from tutor.lessons import Lesson
    from tutor.puzzles import Puzzle

    models: dict[str, type[BaseModel]] = {"lesson": Lesson, "puzzle": Puzzle, "record": Record}
    models |= {f"position:{game.id}": game.Position for game in games.every()}
    rulesets = {f"rules:{game.id}": game for game in games.every()}
    if what in models:
        found = models[what].model_json_schema()
    elif what in rulesets:
        found = _rules_schema(rulesets[what])
    else:
        _fail(tell("cli.no-schema", lang, value=what, known=", ".join([*models, *rulesets])))
    _json({"$schema": "https://json-schema.org/draft/2020-12/schema", **found})


def _rules_schema(game: Game) -> dict[str, Any]:
    """A ruleset as a document: its game, and a preset's name or a preset with what is changed."""
    changed = game.ruleset.model_json_schema()
    presets = list(game.presets)
    changed["properties"]["preset"] = {"enum": presets, "default": presets[0]}
    return {
        "type": "object",
        "properties": {"game": {"const": game.id}, "rules": {"anyOf": [{"enum": presets}, changed]}},
        "required": ["game", "rules"],
        "additionalProperties": False,
    }


@app.command()
def coverage(lang: Lang, as_json: Json = False) -> None:
    """Print which rules are told where · กติกาข้อไหนมีที่ไหนแล้ว

    For every ruleset, computed from what the engine says while deals, goldens, lessons and puzzles are run. Ends
    with 1 where a column that pyproject.toml requires has a hole.
    """
    from tutor.coverage import COLUMNS, GoldenError, cover, goldens_here, holes
    from tutor.i18n import say, tell

    required = _required()
    for column in required:
        if column not in COLUMNS:
            _fail(tell("cli.no-column", lang, value=column, known=", ".join(COLUMNS)))
    try:
        with _content(lang):
            rulesets = cover()
    except GoldenError as error:
        typer.echo(f"{error.path}:{error.line}: {say(error.reason, lang)}", err=True)
        raise typer.Exit(1) from None
    found = tuple(holes(rulesets, required))
    if as_json:
        _json(_covered(rulesets, required, found))
    else:
        _table(rulesets, required, lang)
        typer.echo(f"\n{tell('cli.legend', lang)}")
    if not goldens_here():
        typer.echo(tell("cli.no-goldens", lang), err=True)
    for hole in found:
        said = tell(
            "cli.hole",
            lang,
            ruleset=str(hole.ruleset),
            rule=hole.rule.id,
            column=tell(f"cli.column.{hole.column}", lang),
        )
        typer.echo(said, err=True)
    if found:
        raise typer.Exit(1)


def _required() -> list[str]:
    """The columns that may have no hole: a checkout's pyproject.toml names them."""
    import tomllib

    from tutor.bundle import bundled

    project = bundled("pyproject.toml")
    try:
        settings = tomllib.loads(project.read_text("utf-8")) if project.is_file() else {}
    except ValueError as error:
        _fail(f"{project}: {error}")
    return list(settings.get("tool", {}).get("samrap", {}).get("coverage", {}).get("required", ()))


def _covered(rulesets: Iterable[Ruleset], required: list[str], found: Iterable[Hole]) -> dict[str, Any]:
    return {
        "required": required,
        "rulesets": [
            {
                "game": ruleset.game.id,
                "preset": ruleset.rules.preset,
                "rules": [{"id": row.rule.id, "kind": row.rule.kind, **row.columns} for row in ruleset.rows],
            }
            for ruleset in rulesets
        ],
        "holes": [{"ruleset": str(hole.ruleset), "rule": hole.rule.id, "column": hole.column} for hole in found],
    }


def _table(rulesets: Iterable[Ruleset], required: list[str], lang: Language) -> None:
    from rich.table import Table
    from rich.text import Text

    from tutor.coverage import COLUMNS
    from tutor.i18n import tell

    def cell(told: bool | None, column: str) -> Text | str:
        if told is None:
            return ""
        if told:
            return tell("cli.yes", lang)
        return Text(tell("cli.missing", lang), "bold red") if column in required else Text(tell("cli.no", lang), "dim")

    console = _console()
    heads = [tell("cli.rule", lang), tell("cli.kind", lang), *(tell(f"cli.column.{name}", lang) for name in COLUMNS)]
    for ruleset in rulesets:
        table = Table(*heads, title=str(ruleset), box=None, title_justify="left", pad_edge=False)
        for row in ruleset.rows:
            table.add_row(
                row.rule.id,
                tell(f"cli.kind.{row.rule.kind}", lang),
                *(cell(told, column) for column, told in row.columns.items()),
            )
        console.print(table)


@app.command()
def rules(
    lang: Lang,
    game: Annotated[str | None, typer.Argument(help="A game; all games are listed else.", show_default=False)] = None,
    preset: Annotated[str | None, typer.Option(help="A ruleset of the game; its first unless told.")] = None,
    as_json: Json = False,
) -> None:
    """Print the rules of a game · กติกาของเกม"""
    from tutor import games
    from tutor.i18n import tell
    from tutor.scene.rules import option_value, rule_cards

    console = _console()
    if game is None:
        listed = [
            {"game": each.id, "title": tell(f"{each.id}.title", lang), "presets": list(each.presets)}
            for each in games.every()
        ]
        if as_json:
            _json(listed)
        for each in () if as_json else listed:
            console.print(f"{each['game']}  {each['title']}  ({', '.join(each['presets'])})")
        return
    try:
        found = games.find(game)
    except games.UnknownGame:
        _fail(tell("cli.no-game", lang, value=game, known=", ".join(each.id for each in games.every())))
    if preset is not None and preset not in found.presets:
        _fail(tell("cli.no-preset", lang, value=preset, known=", ".join(found.presets)))
    ruleset = found.read_rules(preset)
    with _content(lang):
        said = rule_cards(found, ruleset, lang)
    options = [
        {"label": tell(f"{game}.option.{name}", lang), "value": option_value(found, name, ruleset, lang)}
        for name in ruleset.options()
    ]
    if as_json:
        _json({**said, "rules_hash": ruleset.hash, "options": ruleset.options()})
        return
    console.print(f"{said['title']} · {said['preset']}", style="bold")
    console.print(said["about"])
    for group in said["groups"]:
        console.print(f"\n{group['title']}", style="bold")
        for card in group["cards"]:
            console.print(f"  {card['title']}  ({card['id']})", style="bold")
            console.print(f"    {card['text']}")
    console.print(f"\n{tell('cli.options', lang)}", style="bold")
    for option in options:
        console.print(f"  {option['label']}: {option['value']}")


# Printing


def _console() -> Console:
    """Where text goes: no colour and no breaking of lines when it is piped."""
    from rich.console import Console

    return Console(highlight=False, emoji=False, markup=False, soft_wrap=not sys.stdout.isatty())


def _list(faults: Iterable[Fault], lang: Language, *, err: bool = False) -> bool:
    """Print each fault as it is found; whether there were any."""
    found = False
    for fault in faults:
        typer.echo(fault.say(lang), err=err)
        found = True
    return found


@contextmanager
def _content(lang: Language) -> Iterator[None]:
    """Where lessons and puzzles are used: what keeps them from being read is told as `check` tells it."""
    try:
        yield
    except Exception:
        from tutor.documents import check_bundled

        if not _list(check_bundled(), lang, err=True):
            raise
        raise typer.Exit(1) from None


def _json(document: Mapping[str, Any] | list[dict[str, Any]]) -> None:
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2))


def _fail(text: str, code: int = 2) -> NoReturn:
    typer.echo(f"samrap: {text}", err=True)
    raise typer.Exit(code)
