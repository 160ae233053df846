"""What tests ask of any scene: it keeps the contract, it is written in one language, it gives nothing away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tutor.cards import Cards
from tutor.i18n import spell
from tutor.scene.models import Scene

LETTERS = re.compile(r"[A-Za-z]{2,}")
CARD = re.compile(r"[2-9TJQKA][cdhs]")
SIGN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
MESSAGE_ID = re.compile(r"\b[a-z_-]+\.[a-z][a-z_.-]+\b")
NO_WORDS = set("rev lang theme mode id mark select kind needs key code href tone draws accepts".split())
"""Fields that hold no words."""
IDS = (".groups", ".answer.cards", ".answer.nearest.cards", ".answer.nearest.table")
"""Lists of ids of cards."""


def words(scene: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text that somebody reads or hears, and where it stands."""
    match scene:
        case dict():
            for field, value in scene.items():
                if path.endswith(".legal") or field not in NO_WORDS:
                    yield from words(value, f"{path}.{field}")
        case list():
            for value in scene:
                if path not in IDS and not path.endswith(".keys.keys"):
                    yield from words(value, path)
        case str() if scene:
            yield path, scene


def shape(scene: Any, path: str = "") -> Any:
    """A scene without its words: what must be the same in every language."""
    match scene:
        case dict():
            return {
                field: value if field in NO_WORDS - {"lang"} else shape(value, f"{path}.{field}")
                for field, value in scene.items()
            }
        case list():
            return [shape(value, path) for value in scene]
        case str() if path not in IDS:
            return bool(scene)
        case _:
            return scene


def check(scene: dict[str, Any], thai_words: bool = False) -> None:
    """The contract and the language of a scene; ``thai_words`` may stand in English."""
    Scene.model_validate_json(json.dumps(scene))
    for path, text in words(scene):
        assert not MESSAGE_ID.search(text), f"{path}: {text}"
        if path != ".labels.card":
            assert not set("{}") & set(text), f"{path}: {text}"
        assert text == text.strip(), f"{path}: {text!r}"
        assert "  " not in text, f"{path}: {text!r}"
        # A ruleset is called what its players call it.
        if scene["lang"] == "th" and path not in (".labels.keys.keys", ".labels.card", ".rules.title"):
            assert not LETTERS.search(text), f"{path}: {text}"
        if scene["lang"] == "en" and not thai_words:
            assert not re.search(r"[\u0e00-\u0e7f]", text), f"{path}: {text}"


def check_hidden(scene: dict[str, Any], hidden: Cards) -> None:
    """None of these cards is in the scene: not by id, sign or spoken name. The rules of the table name cards too, but
    tell them to everybody."""
    ids = set(map(str, hidden))
    language = scene["lang"]
    signs = {spell(card, language) for card in hidden}
    spoken = {spell(card, language, spoken=True) for card in hidden}
    for text in strings({**scene, "rules": None}):
        parts = text.partition(" > ")[0].replace("|", "").split()
        if all(CARD.fullmatch(part) for part in parts):
            assert not ids.intersection(parts), text
        assert not signs.intersection(SIGN.findall(text)), text
        assert not any(name in text for name in spoken), text


def strings(scene: Any) -> Iterator[str]:
    """Every text in a scene, keys too."""
    match scene:
        case dict():
            yield from scene
            for value in scene.values():
                yield from strings(value)
        case list():
            for value in scene:
                yield from strings(value)
        case str():
            yield scene
