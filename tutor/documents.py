"""Files that people make: what each one is, told by what is in it, and everything that is wrong with it.

Lessons, puzzles, terms, positions, records, rulesets, links, databases. Every fault names file, line and place, and
says what to do.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from pydantic import TypeAdapter, ValidationError

from tutor import games, lessons, puzzles
from tutor.bundle import bundled
from tutor.core import Game, LinkError, PositionError, Reason, RecordError, Rule, RulesError, Violation, link, replay
from tutor.core.prose import text_faults
from tutor.core.record import Record
from tutor.i18n import say
from tutor.learner import StoreError, open_store
from tutor.lessons import marks

__all__ = ["FAULTS", "Fault", "check", "check_bundled"]

FAULTS = {
    name: Rule(f"document.{name}", "setup")
    for name in ("file", "utf-8", "large", "unknown", "missing", "unknown-field", "shape", "game", "known", "failed")
}
"""What can be wrong with any document; the ids are ``document.<name>``."""

LARGEST = 16_000_000  # bytes of a file that is no database: far more than anybody writes
_SQLITE = b"SQLite format 3\x00"
_DATABASES = {".db", ".sqlite", ".sqlite3"}


class Fault(NamedTuple):
    """One thing that is wrong: the file, the line (from 1), the place in it, and why; ``more`` says it closer."""

    file: Path
    line: int
    place: str
    reason: Reason
    more: tuple[Reason, ...] = ()

    def say(self, language: str) -> str:
        """``file:line: place: what is wrong, and what to do``, on one line."""
        # A position inside a lesson knows its own places only.
        params = {**self.reason.params, "place": self.place} if "place" in self.reason.params else self.reason.params
        text = say(Violation(self.reason.rule, params), language)
        if self.place and not text.startswith(f"{self.place}:"):
            text = f"{self.place}: {text}"
        words = " ".join([text, *(say(reason, language) for reason in self.more)])
        return f"{self.file}:{self.line}: {' '.join(words.split())}"


def check(path: Path) -> tuple[Fault, ...]:
    """Everything that is wrong with a file, or with the files in a folder; () if nothing is."""
    if path.is_dir():
        inside = sorted(file for file in path.rglob("*") if file.suffix in {".yaml", ".yml", ".json", ".jsonl"})
        return tuple(fault for file in inside for fault in check(file))
    return _told(path, lambda: _of_file(path))


def check_bundled() -> tuple[Fault, ...]:
    """Everything that is wrong with what comes with Samrap, and between its parts."""
    terms = bundled("lessons", "terms.yaml")
    if found := check(terms):
        return found  # no lesson can be read without them
    found = _told(bundled("lessons"), lambda: _taught(lambda: lessons.load_all(bundled("lessons"))))
    return found + _told(bundled("puzzles"), lambda: _proved(puzzles.every))


def _told(path: Path, faults: Callable[[], Iterable[Fault]]) -> tuple[Fault, ...]:
    """The faults; where the judging itself fails, that."""
    try:
        return tuple(faults())
    except Exception as error:
        what = f"{type(error).__name__}: {error}"[:200]
        return (Fault(path, 1, "", FAULTS["failed"].broken(value=what)),)


class _Document(NamedTuple):
    """What a file holds: plain data, and where its parts stand. ``prefix`` is the place of the whole."""

    path: Path
    marked: marks.Document
    prefix: str = ""

    @property
    def data(self) -> Any:
        return self.marked.data

    def fault(self, place: str, reason: Reason, *more: Reason) -> Fault:
        place = ".".join(filter(None, (self.prefix, place)))
        parts = tuple(int(part) if part.isdecimal() else part for part in re.findall(r"[^.\[\]]+", place))
        return Fault(self.path, self.marked.line(parts), place, reason, more)


def _of_file(path: Path) -> Iterable[Fault]:
    try:
        with path.open("rb") as file:
            given = file.read(len(_SQLITE))
            if given == _SQLITE or path.suffix in _DATABASES:
                return _of_database(path)
            given += file.read(LARGEST)
    except OSError:
        return [Fault(path, 1, "", FAULTS["file"].broken())]
    if len(given) > LARGEST:
        return [Fault(path, 1, "", FAULTS["large"].broken(most=LARGEST // 1_000_000))]
    try:
        text = given.decode("utf-8-sig")
    except UnicodeDecodeError:
        return [Fault(path, 1, "", FAULTS["utf-8"].broken())]
    if path.suffix == ".jsonl":
        return _proved(lambda: puzzles.load(path))
    if re.fullmatch(r"[^\s{}\[\]\"':]{8,}|https?://\S+", text.strip()):
        return _of_link(path, text.strip())
    try:
        document = _Document(path, _read(text, path.suffix == ".json"))
    except marks.UnreadableYaml as error:
        lines = text.strip().splitlines()
        if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines if line.strip()):
            return _proved(lambda: puzzles.load(path))
        return [Fault(path, error.line, "", error.reason)]
    data = document.data
    if isinstance(data, Mapping) and "steps" in data:
        return _taught(lambda: lessons.load(path))
    if isinstance(data, Mapping) and "goal" in data and "accept" in data:
        return _proved(lambda: puzzles.load(path))
    return _of_data(document)


def _read(text: str, is_json: bool) -> marks.Document:
    """JSON or YAML with its lines; UnreadableYaml."""
    if is_json or text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            if is_json:
                raise marks.UnreadableYaml(
                    getattr(error, "lineno", 1), "json", column=getattr(error, "colno", 1)
                ) from None
        else:
            try:
                # YAML, which knows lines, has no tabs between things; in JSON they stand nowhere else.
                marked = marks.read(text.replace("\t", " "))
            except marks.UnreadableYaml:
                marked = marks.Document(None, {(): 1})
            marked.data = data
            return marked
    return marks.read(text)


def _of_data(document: _Document) -> Iterable[Fault]:
    """The faults of a position, a record, a ruleset or terms."""
    data = document.data
    if not isinstance(data, Mapping):
        return [document.fault("", FAULTS["unknown"].broken())]
    if "deals" in data or "format" in data:
        return _of_record(document)
    if "hands" in data or "turn" in data:
        return _of_position(document)
    if "rules" in data or "preset" in data:
        return _of_ruleset(document)
    if data and all(isinstance(term, Mapping) and "about" in term for term in data.values()):
        return _of_terms(document)
    return [document.fault("", FAULTS["unknown"].broken())]


# What the loaders tell


def _taught(load: Callable[[], object]) -> Iterator[Fault]:
    try:
        load()
    except lessons.LessonError as error:
        yield from (Fault(*fault) for fault in error.faults)


def _proved(load: Callable[[], Iterable[puzzles.Puzzle]]) -> Iterator[Fault]:
    try:
        found = tuple(load())
    except puzzles.PuzzleError as error:
        yield from (Fault(*fault) for fault in error.faults)
        return
    for puzzle in found:
        yield from (Fault(*fault) for fault in puzzles.check(puzzle))


# What the engine tells


def _of_position(document: _Document) -> Iterator[Fault]:
    game = yield from _game(document)
    if game is not None:
        yield from _set_up(document, game, document.data)


def _set_up(document: _Document, game: Game, position: Mapping[str, Any]) -> Iterator[Fault]:
    try:
        game.read_rules(position.get("rules"))
    except RulesError as error:
        yield _of_rules(document, game, error)
    try:
        game.look(position) if position.get("seat") is not None else game.setup(position)
    except PositionError as error:
        for fault in error.faults:
            if fault.place != "rules":  # told above, more exactly
                yield document.fault(fault.place, fault.reason)


def _of_ruleset(document: _Document) -> Iterator[Fault]:
    game = yield from _game(document)
    if game is None:
        return
    data = document.data
    for field in data:
        if field not in ("game", "rules"):
            yield document.fault(str(field), FAULTS["unknown-field"].broken())
    try:
        game.read_rules(data.get("rules"))
    except RulesError as error:
        yield _of_rules(document, game, error)


def _of_rules(document: _Document, game: Game, error: RulesError) -> Fault:
    """What a ruleset can't be, and what it can."""
    options = game.ruleset.model_json_schema()["properties"]
    field: Mapping[str, Any] = options.get(error.option, {})
    known: Iterable[object] = ()
    if error.case == "preset":
        known = game.presets
    elif error.case == "unknown-option":
        known = get_close_matches(error.option, options) or [name for name in options if name != "preset"]
    elif "enum" in field or field.get("type") == "boolean":
        known = field.get("enum", ("on", "off"))
    elif "maximum" in field:
        known = [f"{field.get('minimum', 0)}–{field['maximum']}"]
    place = "rules" if error.option in ("rules", "preset") else f"rules.{error.option}"
    reason = Rule(f"rules.{error.case}", "setup").broken(option=error.option, value=_short(error.value))
    more = [FAULTS["known"].broken(value=", ".join(map(str, known)))] if known else []
    return document.fault(place, reason, *more)


def _game(document: _Document) -> Generator[Fault, None, Game | None]:
    """The game that a document names; a fault where it names none."""
    if "game" not in document.data:
        yield document.fault("game", FAULTS["missing"].broken(), _games())
        return None
    named = document.data["game"]
    try:
        return games.find(named)
    except games.UnknownGame:
        yield document.fault("game", FAULTS["game"].broken(value=_short(named)), _games())
    return None


def _games() -> Reason:
    return FAULTS["known"].broken(value=", ".join(game.id for game in games.every()))


def _of_record(document: _Document) -> Iterator[Fault]:
    data = document.data
    try:
        replay(data)
    except RecordError as error:
        deal = f"deals[{error.deal - 1}]"
        reason = Rule(f"record.{error.case}", "setup").broken(deal=error.deal, move=error.move)
        match error.case:
            case "shape":
                yield from _shapes(document, TypeAdapter(Record)) or [document.fault("", reason)]
            case "game":
                yield from _game(document)
            case "rules":
                game = games.find(data["game"])
                try:
                    game.read_rules(data["rules"])
                except RulesError as problem:
                    yield _of_rules(document, game, problem)
            case "position":
                start = document._replace(prefix=f"{deal}.start")
                yield from _set_up(start, games.find(data["game"]), data["deals"][error.deal - 1]["start"])
            case "move":
                more = [error.reason] if error.reason is not None else []
                yield document.fault(f"{deal}.moves[{error.move - 1}]", reason, *more)
            case "seats" | "places":
                yield document.fault(f"{deal}.{error.case}", reason)
            case _:
                yield document.fault("rules_hash" if error.case == "hash" else error.case, reason)


def _of_terms(document: _Document) -> Iterator[Fault]:
    model = TypeAdapter(dict[str, lessons.Term])
    faults = _shapes(document, model)
    yield from faults
    if not faults:
        for id, term in model.validate_python(document.data).items():
            for place, reason in text_faults(term.about, f"{id}.about", document.data):
                yield document.fault(place, reason)


def _shapes(document: _Document, model: TypeAdapter[Any]) -> list[Fault]:
    """Fields that are missing, unknown, or of another form."""
    try:
        read = model.validate_python(document.data)
    except ValidationError as error:
        return [_shape(document, problem) for problem in error.errors()]
    extra = [("", read)] + [(f"deals[{at}].", deal) for at, deal in enumerate(getattr(read, "deals", ()))]
    return [
        document.fault(f"{place}{key}", FAULTS["unknown-field"].broken())
        for place, part in extra
        for key in getattr(part, "model_extra", None) or ()
        if not key.startswith("x-")
    ]


def _shape(document: _Document, problem: Mapping[str, Any]) -> Fault:
    place = ""
    for part in document.marked.known(problem["loc"]):
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else str(part)
    match problem["type"]:
        case "missing":
            return document.fault(place, FAULTS["missing"].broken())
        case "extra_forbidden":
            return document.fault(place, FAULTS["unknown-field"].broken())
    return document.fault(place, FAULTS["shape"].broken(value=_short(problem.get("input"))))


def _of_link(path: Path, text: str) -> Iterable[Fault]:
    """The faults of a link, or of the text in it, and of the document that it holds."""
    address = urlsplit(text)
    if address.scheme in ("http", "https"):
        values = [value for _, value in parse_qsl(f"{address.query}&{address.fragment}")]
        text = max(values, key=len, default="")
    try:
        data = link.read(text)
    except LinkError as error:
        return [Fault(path, 1, "link", Rule(f"link.{error.case}", "setup").broken())]
    return _of_data(_Document(path, marks.Document(data, {(): 1})))


def _of_database(path: Path) -> list[Fault]:
    """The faults of a copy: opening a database may change it."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "samrap.db"
        for end in ("", "-wal"):
            if (part := path.with_name(path.name + end)).exists():
                shutil.copyfile(part, copy.with_name(copy.name + end))
        try:
            open_store(f"sqlite:///{copy}").close()
        except StoreError as error:
            said = [Rule(f"store.{error.fault}{end}", "setup").broken() for end in ("", ".cure")]
            return [Fault(path, 1, "", said[0], (said[1],))]
    return []


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
