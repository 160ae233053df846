"""YAML with the line of everything that is in it."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tutor.core import Reason, Rule

__all__ = ["FAULTS", "Document", "UnreadableYaml", "read"]

FAULTS = {
    name: Rule(f"yaml.{name}", "setup")
    for name in ("nothing", "syntax", "open", "colon", "tab", "twice", "deep", "alias", "key", "value", "json")
}
"""Why a text can't be read as YAML, or JSON; the ids are ``yaml.<name>``. Each says what to do."""

_PARSER = {
    "expected ',' or": "open",
    "expected the node content, but found '<stream end>'": "open",
    "could not find expected ':'": "colon",
    "mapping values are not allowed": "colon",
    "found character '\\t'": "tab",
}
"""How what PyYAML says begins, and which fault it is; ``syntax`` if none."""

_RULES = frozenset({"rules", "rulesets"})
"""Fields in whose values ``on`` and ``off`` are switches of options; elsewhere they are words."""

Path = tuple[str | int, ...]


class UnreadableYaml(ValueError):
    """The text is not YAML as it is used here; ``line`` counts from 1, ``reason`` is one of ``FAULTS``."""

    def __init__(self, line: int, name: str, **params: str | int) -> None:
        self.line = line
        self.reason: Reason = FAULTS[name].broken(**params)
        super().__init__(f"line {line}: {self.reason}")


class _Loader(yaml.SafeLoader):
    """YAML in which only true and false are booleans: a text may be Yes, No or On. An alias is refused: a few lines
    of them stand for more than a machine can hold."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            alias: yaml.AliasEvent = self.peek_event()  # type: ignore[no-untyped-call]
            assert alias.start_mark is not None
            raise UnreadableYaml(alias.start_mark.line + 1, "alias", value=f"*{alias.anchor}")
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {
    letter: [resolver for resolver in resolvers if resolver[0] != "tag:yaml.org,2002:bool"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


class Document:
    """What a YAML text holds, and where."""

    def __init__(self, data: Any, lines: dict[Path, int]) -> None:
        self.data = data
        self._lines = lines

    def line(self, path: Path) -> int:
        """The line of what is at this path, or of the nearest thing round it."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def known(self, location: Path) -> Path:
        """A location as pydantic names it, without the members of unions that are no keys of the document."""
        path: Path = ()
        at: Any = self.data
        for part in location:
            inside = isinstance(at, dict) and part in at
            if inside or (isinstance(at, list) and isinstance(part, int) and part < len(at)):
                path, at = (*path, part), at[part]
            elif part == location[-1] and isinstance(at, dict):
                path = (*path, part)
        return path


def read(text: str) -> Document:
    """The document of a YAML text; UnreadableYaml."""
    lines: dict[Path, int] = {}
    loader = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise UnreadableYaml(1, "nothing")
        _walk(node, (), lines, 0)
        data = loader.construct_document(node)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = str(getattr(error, "problem", None) or "")
        name = next((name for begin, name in _PARSER.items() if problem.startswith(begin)), "syntax")
        raise UnreadableYaml(mark.line + 1 if mark else 1, name) from None
    except RecursionError:
        raise UnreadableYaml(1, "deep") from None
    except UnreadableYaml:
        raise
    except (ValueError, TypeError):  # a date that there isn't, a set of lists
        raise UnreadableYaml(1, "value") from None
    finally:
        if loader is not None:
            loader.dispose()
    return Document(data, lines)


def _walk(node: yaml.Node, path: Path, lines: dict[Path, int], depth: int) -> None:
    if depth > 40:
        raise UnreadableYaml(node.start_mark.line + 1, "deep")
    lines.setdefault(path, node.start_mark.line + 1)
    switch = isinstance(node, yaml.ScalarNode) and node.style is None and node.value in ("on", "off")
    if switch and not _RULES.isdisjoint(path):
        node.tag = "tag:yaml.org,2002:bool"
    if isinstance(node, yaml.SequenceNode):
        for at, item in enumerate(node.value):
            _walk(item, (*path, at), lines, depth + 1)
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise UnreadableYaml(key.start_mark.line + 1, "key")
            name = key.value
            if name in seen:
                raise UnreadableYaml(key.start_mark.line + 1, "twice", value=name)
            seen.add(name)
            lines[(*path, name)] = key.start_mark.line + 1
            _walk(value, (*path, name), lines, depth + 1)
