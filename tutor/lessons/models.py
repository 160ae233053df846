"""Lessons as data: one model a kind of step, and the lesson that holds them."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor import games
from tutor.cards import Cards, Seat
from tutor.core import Game, Rules
from tutor.core.prose import Text
from tutor.lessons.predicate import CardSet, Predicate

__all__ = [
    "Count",
    "Lesson",
    "LessonStep",
    "MakeMove",
    "Order",
    "PlayOut",
    "Score",
    "Select",
    "Spot",
    "Tell",
    "TryIllegal",
    "WhoNext",
]

_MODEL = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)
_Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
_Texts = Annotated[tuple[str, ...], Field(strict=False)]


class _Step(BaseModel):
    """What all steps have. ``id`` is permanent: progress is kept by it."""

    model_config = _MODEL
    asks: ClassVar[bool] = True

    id: _Id
    say: Text = Field(description="what is asked or told")
    position: dict[str, Any] | None = Field(
        None, description="a complete position without game and rules: the lesson gives them"
    )
    learner: Seat | None = Field(None, description="the learner's seat; else the seat on turn")
    mark: CardSet = Field(default_factory=lambda: Cards.NONE, description="cards to point at from the start")


class _Asked(_Step):
    right: Text = Field(description="why it was right")
    hint: Text | None = None
    on_wrong: dict[str, Text] = Field(
        default_factory=dict,
        description="more words on a wrong answer: by the rule it breaks, `legal` for a legal move, `other`",
    )


class Tell(_Step):
    """The learner reads, with a drawn table."""

    asks: ClassVar[bool] = False
    kind: Literal["tell"]


class MakeMove(_Asked):
    """The learner makes a move, or several where ``accept`` has ``within_moves``.

    The moves of ``script`` answer for the others; where it ends or does not fit they play by habit."""

    kind: Literal["move"]
    position: dict[str, Any]
    accept: Predicate
    fail: Predicate | None = None
    script: _Texts = ()


class TryIllegal(_Asked):
    """The learner is invited to break a rule; ``example`` is one way to do it."""

    kind: Literal["try_illegal"]
    position: dict[str, Any]
    breaks: str
    example: str


class Select(_Asked):
    """The learner marks all cards or plays of which ``which`` holds, were they moved now."""

    kind: Literal["select"]
    which: Predicate
    options: Annotated[tuple[CardSet, ...], Field(strict=False)] = Field(
        (), description="what may be marked; else every card of the learner's hand"
    )


class Order(_Asked):
    """The learner sorts cards from low to high."""

    kind: Literal["order"]
    cards: CardSet
    inverted: bool = False


class WhoNext(_Asked):
    """The learner says whose turn it is, or which way it goes, after the moves of ``script``."""

    kind: Literal["who_next"]
    position: dict[str, Any]
    script: _Texts = ()
    about: Literal["turn", "direction"] = "turn"


class Score(_Asked):
    """The learner fills in what each seat got; in a game without points, who took which place."""

    kind: Literal["score"]
    position: dict[str, Any]
    script: _Texts = Field(description="the moves that end the deal")


class Spot(_Asked):
    """The learner finds the move that broke a rule. ``moves`` are texts like ``1 play 9h``, with the seat."""

    kind: Literal["spot"]
    position: dict[str, Any]
    moves: _Texts


class Count(_Asked):
    """The learner says how many of the cards that are out of sight ``which`` holds for."""

    kind: Literal["count"]
    position: dict[str, Any]
    which: Predicate


class PlayOut(_Asked):
    """The learner plays on against bots until ``goal`` holds; the end of the deal without it is a miss."""

    kind: Literal["play_out"]
    position: dict[str, Any]
    goal: Predicate
    level: Literal["novice", "easy", "medium", "strong"] = "novice"


LessonStep = Annotated[
    Tell | MakeMove | TryIllegal | Select | Order | WhoNext | Score | Spot | Count | PlayOut,
    Field(discriminator="kind"),
]


class Lesson(BaseModel):
    """A lesson: one file, a few minutes, one misconception removed."""

    model_config = _MODEL

    id: _Id
    set: str = Field(description="the game that it belongs to")
    rulesets: Annotated[tuple[str | dict[str, Any], ...], Field(strict=False, min_length=1)] = Field(
        description="the rulesets in which all of it must hold, the usual one first"
    )
    teaches: _Texts = Field(description="ids of rules")
    requires: _Texts = Field((), description="ids of lessons that come before")
    title: Text
    about: Text = Field(description="one line for the list of lessons")
    minutes: int = Field(ge=1, le=5)
    steps: Annotated[tuple[LessonStep, ...], Field(strict=False, min_length=1)]

    @property
    def game(self) -> Game:
        """The game that judges it."""
        return games.find(self.set)

    @cached_property
    def rules(self) -> tuple[Rules, ...]:
        """The rulesets in which it holds."""
        return tuple(self.game.read_rules(ruleset) for ruleset in self.rulesets)

    def at(self, id: str) -> int | None:
        """The number of the step with this id, from 0."""
        return next((at for at, step in enumerate(self.steps) if step.id == id), None)
