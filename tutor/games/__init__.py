"""The games, one folder each, found and not listed: a folder whose module has ``GAME`` is a game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from tutor.core.game import Game, State, View
from tutor.core.shown import shown

__all__ = ["UnknownGame", "every", "find", "offered", "read"]


class UnknownGame(KeyError):
    """No game has this id."""

    def __init__(self, id: object) -> None:
        super().__init__(f"no game {shown(id)!r}; there are {', '.join(game.id for game in every())}")

    def __str__(self) -> str:
        return str(self.args[0])


def every() -> tuple[Game, ...]:
    """All games, by id."""
    found = [_load(module.name) for module in iter_modules(__path__) if module.ispkg]
    return tuple(sorted(filter(None, found), key=lambda game: game.id))


def offered() -> tuple[Game, ...]:
    """All games in the order in which a learner is offered them: what is easiest to begin with comes first."""
    return tuple(sorted(every(), key=lambda game: game.order_offered))


def find(id: str) -> Game:
    """The game with this id; UnknownGame (a KeyError) names those there are. Loads no other game."""
    folder = id.replace("-", "_") if isinstance(id, str) else ""
    if folder.isidentifier() and find_spec(f"{__name__}.{folder}") is not None:
        game = _load(folder)
        if game is not None and game.id == id:
            return game
    raise UnknownGame(id)


def read(position: str | Mapping[str, Any]) -> State | View:
    """The state of a position, or its view where it has ``seat``. YAML or JSON text, or a mapping.

    ValueError for what is no document, UnknownGame, PositionError."""
    if isinstance(position, str):
        position = _document(position)
    if not isinstance(position, Mapping):
        raise ValueError("a position is a mapping of fields")
    game = find(position.get("game"))  # type: ignore[arg-type]  # anything else is an UnknownGame
    return game.look(position) if position.get("seat") is not None else game.setup(position)


def _document(text: str) -> Any:
    import json

    try:
        return json.loads(text)  # what programs write, read much faster than as YAML
    except (ValueError, RecursionError):
        pass
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise ValueError(f"{where}{getattr(error, 'problem', None) or 'not YAML'}") from None
    except RecursionError:
        raise ValueError("lists within lists without end") from None


def _load(folder: str) -> Game | None:
    game = getattr(import_module(f"{__name__}.{folder}"), "GAME", None)
    return game if isinstance(game, Game) else None
