"""What is wrong with the catalogues: ``python -m tutor.i18n.check`` prints file, line and fault, and exits 1.

Both languages have the same ids with the same placeholders, every placeholder can be filled, Thai is Thai,
and every rule of every game and every id that the code names has its messages. ``#. as is`` over a message
allows what is the same in both languages or holds no Thai. ``--unused`` also names words for rules, options and presets
that no game has; they are no fault, since words may be there before their rules.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, get_args

from babel.messages.pofile import PoFileError

from tutor import games
from tutor.core.game import Game
from tutor.core.move import VERBS
from tutor.core.pad import PAD_FAULTS
from tutor.core.position import FAULTS
from tutor.i18n.catalogue import LANGUAGES, TUTOR, message_forms, message_id, po_files, read
from tutor.i18n.wording import RESERVED, SPECS, fields

__all__ = ["Entry", "Fault", "code_faults", "entries", "faults_of", "game_faults", "main", "unused"]

POLITE = re.compile(r"ครับ|ค่ะ|นะคะ")
TOLD = {"law", "event", "score"}  # kinds of rule that happen at the table and are told there


class Fault(NamedTuple):
    """Something wrong, and where: path and line, or path 0 where it is about what is not there."""

    path: Path
    line: int
    what: str

    def __str__(self) -> str:
        path = self.path.relative_to(Path.cwd()) if self.path.is_relative_to(Path.cwd()) else self.path
        return f"{path}:{self.line}: {self.what}"


class Entry(NamedTuple):
    """A message as it stands in its file."""

    path: Path
    line: int
    id: str
    forms: tuple[str, ...]
    counted: bool
    as_is: bool
    fuzzy: bool

    @property
    def names(self) -> set[str]:
        """The placeholders of all forms; none where a form can't be read."""
        try:
            return {field.name for form in self.forms for field in fields(form) if field.name is not None}
        except ValueError:
            return set()

    def fault(self, what: str) -> Fault:
        """A fault of this message."""
        return Fault(self.path, self.line, f"{self.id}: {what}")


Entries = dict[str, dict[str, Entry]]
"""Language, then id."""


def entries(root: Path = TUTOR) -> tuple[Entries, list[Fault]]:
    """All messages under a folder, and what kept some of them from being read."""
    found: Entries = {}
    faults: list[Fault] = []
    for language in LANGUAGES:
        found[language] = {}
        for path in po_files(language, root):
            faults += _twice(path, found[language])
            try:
                catalog = read(path, language, strict=True)
            except PoFileError as error:
                faults.append(Fault(path, 0, str(error)))
                continue
            for message in catalog:
                if message.id:
                    found[language][message_id(message.id)] = Entry(
                        path,
                        message.lineno or 0,
                        message_id(message.id),
                        message_forms(message.string),
                        counted=not isinstance(message.id, str),
                        as_is="as is" in message.auto_comments,
                        fuzzy=message.fuzzy,
                    )
    return found, faults


def _twice(path: Path, known: Mapping[str, Entry]) -> Iterator[Fault]:
    """Ids that the language has already. Babel would silently keep one of two in a file."""
    here: dict[str, str] = {id: f"{entry.path}:{entry.line}" for id, entry in known.items()}
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := re.fullmatch(r'msgid "(.+)"', text):
            if found[1] in here:
                yield Fault(path, line, f"{found[1]}: is in {here[found[1]]} already")
            here[found[1]] = f"{path}:{line}"


def faults_of(found: Entries) -> Iterator[Fault]:
    """What is wrong with the messages themselves."""
    for language in LANGUAGES:
        others = [other for other in LANGUAGES if other != language]
        for entry in found[language].values():
            yield from _faults_of_text(entry, language)
            for other in others:
                twin = found[other].get(entry.id)
                if twin is None:
                    yield entry.fault(f"is not in {other}")
                elif language == LANGUAGES[0]:
                    yield from _faults_of_pair(entry, twin)


def _faults_of_text(entry: Entry, language: str) -> Iterator[Fault]:
    if entry.fuzzy:
        yield entry.fault("is marked fuzzy")
    for form in entry.forms:
        if not form.strip():
            yield entry.fault("says nothing")
        try:
            pieces = fields(form)
        except ValueError as error:
            yield entry.fault(str(error))
            continue
        for _, name, spec in pieces:
            if name is not None and (not name.replace("-", "_").isidentifier() or name in RESERVED):
                yield entry.fault(f"no placeholder may be called {{{name}}}")
            if spec not in SPECS:
                yield entry.fault(f"there is no {{{name}:{spec}}}; known are {' '.join(filter(None, SPECS))}")
        if language == "th":
            plain = "".join(text for text, _, _ in pieces)
            if re.search(r"[A-Za-z]", plain) and not re.search(r"[\u0e00-\u0e7f]", plain) and not entry.as_is:
                yield entry.fault("holds no Thai (`#. as is` allows it)")
            if polite := POLITE.search(form):
                yield entry.fault(f"says {polite[0]}")


def _faults_of_pair(entry: Entry, twin: Entry) -> Iterator[Fault]:
    if entry.names != twin.names:
        missing = " ".join(f"{{{name}}}" for name in sorted(entry.names ^ twin.names))
        yield twin.fault(f"{missing} only in one language")
    if entry.counted != twin.counted:
        yield twin.fault("is counted (msgid_plural) in one language only")
    same = set(entry.forms) & set(twin.forms)
    if not entry.as_is and any(re.search(r"[^\W\d]", _plain(form)) for form in same):
        yield twin.fault("is the same in both languages (`#. as is` allows it)")


def _plain(template: str) -> str:
    try:
        return "".join(text for text, _, _ in fields(template))
    except ValueError:
        return template


# What must be there


def game_faults(found: Entries, every: Iterable[Game], root: Path = TUTOR) -> Iterator[Fault]:
    """Rules, options, presets, moves and faults of positions without their words."""
    wanted = {id for verb in VERBS for id in (f"move.{verb}", f"move.{verb}.label")}
    wanted |= {rule.id for rule in (*FAULTS.values(), *PAD_FAULTS.values())}
    for game in every:
        wanted |= set(_wanted(game))
    for language in LANGUAGES:
        known = found[language]
        for id in sorted(wanted):
            if id not in known:
                yield Fault(root, 0, f"{id}: is not in {language}")


def _wanted(game: Game) -> Iterator[str]:
    yield from (f"{game.id}.title", f"{game.id}.about")
    for rule in game.rulebook.values():
        if rule.kind in TOLD:
            yield rule.id
        yield from (f"{rule.id}.name", f"{rule.id}.rule")
    for preset in game.presets:
        yield from (f"{game.id}.preset.{preset}", f"{game.id}.preset.{preset}.about")
    yield from (f"{game.id}.group.{group}" for group in game.groups)
    yield from (f"{game.id}.card.{section}" for section in game.rule_card)
    for question in game.questions:
        yield f"{game.id}.question.{question.id}"
        yield from (f"{game.id}.question.{question.id}.{answer}" for answer in question.answers)
    if game.pad is not None:
        for one in {one for rules in game.presets.values() for one in game.pad.fields(rules, {})}:
            if one.kind != "counts":  # those are called by their rules
                yield f"{game.id}.pad.{one.id}"
            more = {"seat": "nobody", "card": "badge"}.get(one.kind)
            if more is not None:
                yield f"{game.id}.pad.{one.id}.{more}"
    for name, field in game.ruleset.model_fields.items():
        if name != "preset":
            option = f"{game.id}.option.{name}"
            yield from (option, f"{option}.about")
            for value in get_args(field.annotation):
                if not isinstance(value, type):  # of a Literal, whose arguments are the values
                    yield f"{option}.{value}"


def unused(found: Entries, every: Iterable[Game]) -> Iterator[Fault]:
    """Words for rules, options and presets that their game doesn't have."""
    for game in every:
        values = {
            name: {str(value) for value in get_args(field.annotation) if not isinstance(value, type)}
            for name, field in game.ruleset.model_fields.items()
            if name != "preset"
        }
        for language in LANGUAGES:
            for entry in found[language].values():
                first, *parts = entry.id.split(".")
                if first != game.id:
                    continue
                match parts:
                    case ["option", name, *rest]:
                        value = rest[0] if rest else "about"
                        here = name in values and (not values[name] or value in values[name] | {"about"})
                        what = "option"
                    case ["preset", name, *_]:
                        here, what = name in game.presets, "preset"
                    case ["group", name, *_]:
                        here, what = name in game.groups, "group"
                    case ["question", name, *rest]:
                        answers = next((each.answers for each in game.questions if each.id == name), None)
                        here, what = answers is not None and set(rest) <= set(answers), "question"
                    case [*_, "name" | "rule"]:
                        here, what = entry.id.rpartition(".")[0] in game.rulebook, "rule"
                    case _:
                        continue
                if not here:
                    yield entry.fault(f"belongs to no {what} of {game.id}")


class Told(NamedTuple):
    """A place in the code that names a message: with which parameters, None where that can't be told."""

    path: Path
    line: int
    id: str
    params: set[str] | None


def code_faults(found: Entries, root: Path = TUTOR) -> Iterator[Fault]:
    """What ``tell("…")`` or a rule's ``broken(…)`` says in the code, without a message or without values."""
    paths = sorted([*root.rglob("*.py"), *root.parent.glob("streamlit_app.py")])
    trees = {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in paths}
    said: dict[str, list[Told]] = defaultdict(list)
    for path, tree in trees.items():
        rules = _rules_in([trees[near] for near in paths if near.parent == path.parent])
        for told in _told(path, tree):
            yield from _unfilled(found, told, {told.id})
        for told in _reasons(path, tree, rules):
            said[told.id].append(told)
    for id, places in said.items():
        params = [told.params for told in places]
        every = None if None in params else set[str]().union(*(names or set() for names in params))
        variants = {known for known in found[LANGUAGES[0]] if known == id or _says_more(known, id)}
        yield from _unfilled(found, places[0]._replace(params=every), variants | {id})


def _unfilled(found: Entries, told: Told, ids: set[str]) -> Iterator[Fault]:
    for id in sorted(ids):
        for language in LANGUAGES:
            entry = found[language].get(id)
            if entry is None:
                yield Fault(told.path, told.line, f"{id}: is not in {language}")
            elif told.params is not None and (unfilled := entry.names - told.params):
                names = " ".join(f"{{{name}}}" for name in sorted(unfilled))
                yield Fault(told.path, told.line, f"{id}: nobody gives {names} ({language})")


def _says_more(known: str, id: str) -> bool:
    """Whether a message is a variant of another: ``<id>.<case>`` or ``<id>.you``."""
    more = known.removeprefix(f"{id}.")
    return more != known and more.split(".")[0] not in {"name", "rule", "about"}


def _told(path: Path, tree: ast.AST) -> Iterator[Told]:
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "tell"
    } | {"tell"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and _name(node.func) in names:
            for id in _texts(node.args[0]):
                yield Told(path, node.lineno, id, _keywords(node))


def _reasons(path: Path, tree: ast.AST, rules: Mapping[str, str]) -> Iterator[Told]:
    """Every ``RULE.broken(…)``, ``.happened(…)``, ``.tip(…)`` whose rule is known by its name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=rule, attr="broken" | "happened" | "tip")):
                if id := rules.get(_name(rule)) or _rule_id(rule):
                    yield Told(path, node.lineno, id, _keywords(node, {"seen_by"}))


def _rules_in(trees: Iterable[ast.AST]) -> dict[str, str]:
    """The rules that a package gives a name: ``HIGHER = RULEBOOK["…"]`` or ``HIGHER = Rule("…", …)``."""
    named = {}
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if id := _rule_id(value):
                    named[name] = id
    return named


def _rule_id(node: ast.AST) -> str | None:
    match node:
        case ast.Subscript(slice=ast.Constant(value=str(id))) if "." in id:
            return id
        case ast.Call(func=ast.Name(id="Rule"), args=[ast.Constant(value=str(id)), *_]):
            return id
    return None


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _texts(node: ast.AST) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return _texts(body) + _texts(orelse)
    return []


def _keywords(call: ast.Call, reserved: Iterable[str] = RESERVED) -> set[str] | None:
    given = [keyword.arg for keyword in call.keywords]
    return None if None in given else {name for name in given if name is not None and name not in reserved}


def main(root: Path = TUTOR, *, list_unused: bool = False) -> int:
    """Print every fault, and what is unused where that is asked for; the exit code, for which only faults count."""
    found, faults = entries(root)
    faults += faults_of(found)
    faults += code_faults(found, root)
    faults += game_faults(found, games.every(), root)
    for fault in sorted(set(faults), key=lambda fault: (str(fault.path), fault.line, fault.what)):
        print(fault)
    if list_unused:
        for fault in unused(found, games.every()):
            print(f"unused: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(list_unused="--unused" in sys.argv[1:]))
