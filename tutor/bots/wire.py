"""Requests and answers as JSON between the app and its workers. A request holds a view's document and nothing else
of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tutor.bots.decision import Decision, Hint, Level, MoveEval, Step, Verdict, Why
from tutor.cards import Card, Cards
from tutor.core import Game, Move, Rule, Tip

__all__ = ["Request", "read_decision", "read_hint", "read_verdict", "write_decision", "write_hint", "write_verdict"]


class Request(BaseModel):
    """One line to a worker."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: int | str
    do: Literal["choose", "hint", "judge"]
    view: dict[str, Any]
    seed: int
    level: Level | None = None
    step: Step | None = None
    move: str | None = None  # the one to judge, or the one that the learner has in mind
    budget: int | None = Field(default=None, ge=1, le=10_000)

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """What each of the three needs."""
        for do, field in (("choose", "level"), ("hint", "step"), ("judge", "move"), ("judge", "budget")):
            if self.do == do and getattr(self, field) is None:
                raise ValueError(f"{do} needs {field}")
        return self


def write_decision(decision: Decision) -> dict[str, Any]:
    """As plain data."""
    return {
        "move": str(decision.move),
        "table": [{**line._asdict(), "move": str(line.move)} for line in decision.table],
        "source": decision.source,
        "worlds": decision.worlds,
    }


def read_decision(document: Mapping[str, Any], game: Game) -> Decision:
    """What ``write_decision`` wrote."""
    table = (MoveEval(**{**line, "move": game.read_move(line["move"])}) for line in document["table"])
    return Decision(game.read_move(document["move"]), tuple(table), document["source"], document["worlds"])


def write_verdict(verdict: Verdict) -> dict[str, Any]:
    """As plain data."""
    return {
        **verdict._asdict(),
        "move": str(verdict.move),
        "best": str(verdict.best),
        "decision": write_decision(verdict.decision),
    }


def read_verdict(document: Mapping[str, Any], game: Game) -> Verdict:
    """What ``write_verdict`` wrote."""
    read = {
        "move": game.read_move(document["move"]),
        "best": game.read_move(document["best"]),
        "decision": read_decision(document["decision"], game),
    }
    return Verdict(**{**document, **read})


def write_hint(hint: Hint) -> dict[str, Any]:
    """As plain data."""
    return {
        "step": hint.step,
        "tips": [_write_tip(tip) for tip in hint.tips],
        "cards": str(hint.cards),
        "move": None if hint.move is None else str(hint.move),
        "decision": None if hint.decision is None else write_decision(hint.decision),
        "why": [{**why._asdict(), "tip": _write_tip(why.tip)} for why in hint.why],
    }


def read_hint(document: Mapping[str, Any], game: Game) -> Hint:
    """What ``write_hint`` wrote."""
    move, decision = document["move"], document["decision"]
    return Hint(
        document["step"],
        tuple(_read_tip(tip, game) for tip in document["tips"]),
        Cards.read(document["cards"]),
        None if move is None else game.read_move(move),
        None if decision is None else read_decision(decision, game),
        tuple(Why(**{**why, "tip": _read_tip(why["tip"], game)}) for why in document["why"]),
    )


def _write_tip(tip: Tip) -> dict[str, Any]:
    return {"rule": tip.rule.id, "params": {name: _write_value(value) for name, value in tip.params.items()}}


def _read_tip(document: Mapping[str, Any], game: Game) -> Tip:
    rule = game.rulebook.get(document["rule"]) or Rule(document["rule"], "knowledge")
    return rule.tip(**{name: _read_value(value, game) for name, value in document["params"].items()})


def _write_value(value: object) -> object:
    """Numbers and words as they are; what JSON does not know as ``{kind: text}``."""
    match value:
        case Cards():
            return {"cards": str(value)}
        case Card():
            return {"card": str(value)}
        case Move():
            return {"move": str(value)}
    return value


def _read_value(value: object, game: Game) -> object:
    match value:
        case {"cards": str(text)}:
            return Cards.read(text)
        case {"card": str(text)}:
            return Card.read(text)
        case {"move": str(text)}:
            return game.read_move(text)
    return value
