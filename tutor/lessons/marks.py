"""YAML with the line of everything that is in it."""

from __future__ import annotations

import re
from typing import Any

import yaml

__all__ = ["Document", "UnreadableYaml", "read"]

Path = tuple[str | int, ...]


class _Loader(yaml.SafeLoader):
    """YAML in which only true and false are booleans: a text may be Yes, No or On."""


_Loader.yaml_implicit_resolvers = {
    letter: [resolver for resolver in resolvers if resolver[0] != "tag:yaml.org,2002:bool"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


class UnreadableYaml(ValueError):
    """The text is not YAML, or names a key twice; ``line`` counts from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = what


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
    loader = _Loader(text)
    lines: dict[Path, int] = {}
    try:
        node = loader.get_single_node()
        if node is None:
            raise UnreadableYaml(1, "there is nothing in it")
        _walk(node, (), lines, 0)
        data = loader.construct_document(node)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        raise UnreadableYaml(mark.line + 1 if mark else 1, str(getattr(error, "problem", None) or error)) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, UnreadableYaml):
            raise
        raise UnreadableYaml(1, str(error)) from None
    finally:
        loader.dispose()
    return Document(data, lines)


def _walk(node: yaml.Node, path: Path, lines: dict[Path, int], depth: int) -> None:
    if depth > 40:
        raise UnreadableYaml(node.start_mark.line + 1, "nested too deep")
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        for at, item in enumerate(node.value):
            _walk(item, (*path, at), lines, depth + 1)
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            name = key.value
            if name in seen:
                raise UnreadableYaml(key.start_mark.line + 1, f"{name} is there twice")
            seen.add(name)
            lines[(*path, name)] = key.start_mark.line + 1
            _walk(value, (*path, name), lines, depth + 1)
