"""The contract that every game keeps: ``Game``, ``State`` (the whole truth), ``View`` (what one seat may know)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, NamedTuple

from tutor.cards import Card, Cards, Seat
from tutor.core.advice import Advice
from tutor.core.move import WITH_CARDS, Move, UnreadableMove
from tutor.core.outcome import Outcome, Standing
from tutor.core.pad import Pad
from tutor.core.position import Faults, read_position
from tutor.core.position import Position as BasePosition
from tutor.core.rule import Event, Rule, Violation
from tutor.core.ruleset import Question, Rules, RulesError
from tutor.core.shown import shown

__all__ = ["Example", "Game", "Lot", "Marked", "State", "Step", "Unseen", "View", "Zone"]


class Step:
    """A move as somebody saw it, to be unpacked as ``seat, move, events``. ``move`` is None where its cards were
    hidden; ``text`` is its notation with the number of cards in their place (``give x2 to 1``)."""

    __slots__ = ("events", "move", "seat", "text")

    def __init__(self, seat: Seat, move: Move | None, events: tuple[Event, ...], text: str) -> None:
        self.seat = seat
        self.move = move
        self.events = events
        self.text = text

    def __iter__(self) -> Iterator[Any]:
        return iter((self.seat, self.move, self.events))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and (*self, self.text) == (*other, other.text)

    def __hash__(self) -> int:
        return hash((self.seat, self.text))

    def __repr__(self) -> str:
        return f"<{self.seat} {self.text}>"


class Zone(NamedTuple):
    """A place where cards lie. ``cards`` from bottom to top, None for one that this seat may not see;
    ``accepts`` the verbs that bring cards here now; ``by`` who put each card there, in the same order, () where that is
    of no account and None for a card that nobody put there."""

    id: str
    kind: str
    seat: Seat | None
    cards: tuple[Card | None, ...]
    accepts: tuple[str, ...] = ()
    by: tuple[Seat | None, ...] = ()


class Marked(NamedTuple):
    """What somebody has marked before they say a verb: cards of their own hand, cards that lie on the table, and the
    id of a zone as a whole."""

    hand: Cards
    table: Cards = Cards.NONE
    zone: str | None = None


class Unseen(NamedTuple):
    """The cards that a seat cannot locate, the zones (by id) that hold them with how many each, cards which a zone is
    known not to hold, and the zones in which it matters in what order they lie."""

    cards: Cards
    slots: Mapping[str, int]
    cannot: Mapping[str, Cards]
    ordered: Collection[str] = ()


Lot = Cards | tuple[Card, ...]
"""Cards laid where a seat cannot see: as a set, in order of writing, or in their own order."""


class State(ABC):
    """The whole truth of a deal. Immutable: ``play`` makes a new state and leaves this one as it is.

    ``==`` and ``hash`` look at the position alone, not at how it came about.
    """

    __slots__ = ()  # a game's state names its fields, so that it may share them with its public table
    game: ClassVar[Game]
    before: State | None  # the state this one was made from; None after a deal or a set-up
    made: Move | None  # the move that made it

    @property
    @abstractmethod
    def rules(self) -> Rules: ...

    @property
    @abstractmethod
    def seats(self) -> int:
        """Number of seats."""

    @property
    @abstractmethod
    def deal(self) -> int:
        """Which deal of the match, from 1."""

    @property
    @abstractmethod
    def turn(self) -> Seat | None:
        """The seat to move; None when the deal is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """What the deal ended in; None while it runs."""

    @property
    @abstractmethod
    def events(self) -> tuple[Event, ...]:
        """What the last move made happen, in order; () after a deal or a set-up in which nothing did."""

    @abstractmethod
    def check(self, move: Move) -> Violation | None:
        """The first law that the move breaks, for the seat on turn; None for a legal move."""

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of the seat on turn in the fixed order of ``docs/contract.md``; () when the deal is over."""

    @abstractmethod
    def play(self, move: Move) -> State:
        """The state after the move; IllegalMove with the violation that ``check`` gives."""

    @abstractmethod
    def after(self, move: Move) -> State:
        """As ``play`` for a move that is known to be legal: not checked again."""

    @abstractmethod
    def view(self, seat: Seat) -> View:
        """All that this seat may know. ValueError for a seat that is not there."""

    @abstractmethod
    def position(self) -> BasePosition:
        """The complete position, every card named."""

    @abstractmethod
    def step_text(self, move: Move, seat: Seat | None) -> str:
        """How a move of the seat on turn reads to ``seat`` (None: to one who sees all), hidden cards as ``x2``."""

    @property
    def history(self) -> tuple[Step, ...]:
        """The moves since the deal or the set-up."""
        return tuple(
            Step(before.turn, after.made, after.events, before.step_text(after.made, None))
            for before, after in self.moves()
            if before.turn is not None and after.made is not None
        )

    def moves(self) -> list[tuple[State, State]]:
        """Every move since the deal or the set-up as (state before, state after), oldest first."""
        pairs = []
        after = self
        while after.before is not None:
            pairs.append((after.before, after))
            after = after.before
        return pairs[::-1]

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """What makes two states the same position."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position().document()}>"


class View(ABC):
    """All that one seat may know. ``==`` and ``hash`` look at what it may know of the position, as a state's do: not
    at events or history."""

    __slots__ = ()
    game: ClassVar[Game]
    seat: Seat

    @property
    @abstractmethod
    def rules(self) -> Rules: ...

    @property
    @abstractmethod
    def seats(self) -> int: ...

    @property
    @abstractmethod
    def deal(self) -> int: ...

    @property
    @abstractmethod
    def turn(self) -> Seat | None: ...

    @property
    @abstractmethod
    def hand(self) -> Cards:
        """The seat's own cards."""

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    @abstractmethod
    def events(self) -> tuple[Event, ...]: ...

    @property
    @abstractmethod
    def history(self) -> tuple[Step, ...]: ...

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    def check(self, move: Move) -> Violation | None:
        """The first law that the move of this seat breaks; ``<game>.turn``, or a law that says more, off turn."""

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """As ``State.legal_moves``; () unless this seat is on turn."""

    @abstractmethod
    def verbs(self) -> tuple[str, ...]:
        """The verbs that belong to this moment, legal or not; () when the deal is over."""

    @abstractmethod
    def zones(self) -> tuple[Zone, ...]:
        """Every place where cards lie, hands first."""

    def marked(self, move: Move) -> Marked:
        """What is marked for this move; ``text_of`` makes the move's text of it."""
        return Marked(move.cards)

    def text_of(self, verb: str, marked: Marked) -> str:
        """What ``read_move`` reads as this verb with what is marked; need not be legal, nor readable where marks are
        missing."""
        return f"{verb} {marked.hand | marked.table}".rstrip() if verb in WITH_CARDS else verb

    @abstractmethod
    def badges(self, seat: Seat | None) -> tuple[str, ...]:
        """Message ids of what to show beside a seat (title, passed, …), or at the table for None."""

    @abstractmethod
    def unseen(self) -> Unseen:
        """What this seat cannot locate, and what limits where it lies."""

    @abstractmethod
    def world(self, hidden: Mapping[str, Lot]) -> State:
        """The state in which the unseen cards lie as ``hidden`` says: for every slot of ``unseen()`` as many cards as
        it holds, in a zone that is ``ordered`` the first on top. Its view for this seat is this one."""

    @abstractmethod
    def position(self) -> BasePosition:
        """The position as this seat knows it: the JSON of this is all that a bot gets."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """What makes two views the same knowledge."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position().document()}>"


class Example(NamedTuple):
    """Whether these cards beat what lies there, and the id of the rule that says so."""

    rule: str
    cards: Cards
    on: Cards
    beats: bool


class Game(ABC):
    """A card game: its rulesets, its rules by id, and how its deals begin."""

    id: ClassVar[str]
    order_offered: ClassVar[int]
    """Where it stands among the games that a learner is offered, the easiest to begin with first: each has its own."""
    ruleset: ClassVar[type[Rules]]
    presets: Mapping[str, Rules]
    rulebook: Mapping[str, Rule]
    questions: tuple[Question, ...] = ()
    """What to ask players to find their rules, at most six."""
    groups: Mapping[str, tuple[str, ...]] = {}
    """The options, in the groups in which people look for them; the words of a group are ``<id>.group.<group>``."""
    rule_card: Mapping[str, tuple[str, ...]] = {}
    """What one page tells of the game: ids of rules, in sections whose words are ``<id>.card.<section>``."""

    @property
    def pad(self) -> Pad | None:
        """The score pad for those who play it with real cards; None where there is nothing to count."""
        return None

    @property
    @abstractmethod
    def Position(self) -> type[BasePosition]:
        """The model of this game's positions."""

    @property
    @abstractmethod
    def advice(self) -> Advice:
        """What the game knows of good play."""

    @abstractmethod
    def order(self, cards: Cards, rules: Rules | None = None, inverted: bool = False) -> tuple[Card, ...]:
        """The cards from low to high, as this game counts."""

    @abstractmethod
    def start(self, rules: Rules, seats: int, rng: Random, previous: Standing | None) -> State:
        """A fresh deal; ``deal`` has read the rules."""

    @abstractmethod
    def set_up(self, position: Any, faults: Faults) -> State | View | None:
        """The state of a position, or its view where it has ``seat``; every fault noted, None where there are any."""

    @abstractmethod
    def read(self, text: str) -> Move:
        """The move of this text; ValueError."""

    @abstractmethod
    def seats(self, rules: Rules) -> range:
        """The numbers of seats that the ruleset allows."""

    def examples(self, rules: Rules) -> tuple[Example, ...]:
        """What beats what under these rules, and what does not though somebody might think so."""
        return ()

    def deal(
        self,
        rules: Rules | str | Mapping[str, Any],
        seats: int,
        rng: Random,
        previous: Standing | None = None,
    ) -> State:
        """Shuffle and deal: the position right after the deal, before any exchange.

        RulesError, and ValueError where the ruleset does not allow this number of seats or ``previous`` is a
        standing of other seats or of another game."""
        ruleset = self.read_rules(rules)
        if type(seats) is not int or seats not in self.seats(ruleset):
            allowed = self.seats(ruleset)
            raise ValueError(f"{self.id}: {seats} seats; these rules allow {allowed.start} to {allowed.stop - 1}")
        return self.start(ruleset, seats, rng, previous)

    def setup(self, position: BasePosition | Mapping[str, Any]) -> State:
        """The state of a complete position. PositionError if anything is hidden or wrong."""
        state = self._read_position(position, seated=False)
        assert isinstance(state, State)
        return state

    def look(self, position: BasePosition | Mapping[str, Any]) -> View:
        """The view of a position that has ``seat``, with what that seat can tell from the rest of the document
        placed, as ``State.view`` does. PositionError."""
        view = self._read_position(position, seated=True)
        assert isinstance(view, View)
        return view

    def _read_position(self, position: BasePosition | Mapping[str, Any], *, seated: bool) -> State | View | None:
        faults = Faults()
        made = None
        read = read_position(self.Position, position, faults)
        if read is not None:
            if faults.sure("seat") and (read.seat is not None) is not seated:
                faults.add("seat", "missing" if seated else "hidden", value=read.seat)
            if faults.sure("game") and read.game != self.id:
                faults.add("game", "game", value=read.game)
            made = self.set_up(read, faults)
        faults.settle()
        return made

    def read_rules(self, rules: Rules | str | Mapping[str, Any] | None) -> Rules:
        """A ruleset from a preset's name or ``{preset: …, option: value}``; None is the first preset. RulesError."""
        if isinstance(rules, Rules):
            if not isinstance(rules, self.ruleset):
                raise RulesError("rules", "shape", type(rules).__name__, "rules of another game")
            return rules
        first = next(iter(self.presets))
        if rules is None:
            return self.presets[first]
        if isinstance(rules, str):
            rules = {"preset": rules}
        if not isinstance(rules, Mapping):
            raise RulesError("rules", "shape", rules, "neither a preset's name nor a mapping")
        options = {str(option): value for option, value in rules.items()}
        preset = options.pop("preset", None)
        preset = first if preset is None else preset
        if not isinstance(preset, str) or preset not in self.presets:
            raise RulesError("preset", "preset", preset, f"no such preset; there are {', '.join(self.presets)}")
        return self.named(self.presets[preset].but(**options)) if options else self.presets[preset]

    def write_rules(self, rules: Rules) -> str | dict[str, Any]:
        """The preset's name, or the nearest preset and the options that differ; ``read_rules`` reads it back."""
        named = self.named(rules)
        if named.preset:
            return named.preset
        base = min(self.presets.values(), key=lambda preset: len(preset.diff(rules)))
        return {"preset": base.preset, **{option: theirs for option, (_, theirs) in base.diff(rules).items()}}

    def named(self, rules: Rules) -> Rules:
        """The preset that is the same ruleset, or these rules."""
        return next((preset for preset in self.presets.values() if preset == rules), rules)

    def answered(self, answers: Mapping[str, str]) -> Rules:
        """The rules of a table of which these answers are true: the preset that fits most of them, and of several the
        first, changed where it does not fit. What was not asked is as there. KeyError for an answer that there is
        not; RulesError for answers that cannot be true together."""
        given = [(question, answers[question.id]) for question in self.questions if question.id in answers]
        base = max(self.presets.values(), key=lambda preset: sum(each.fits(answer, preset) for each, answer in given))
        changes = {
            option: values[0]
            for question, answer in given
            for option, values in question.answers[answer].items()
            if getattr(base, option) not in values
        }
        return self.named(base.but(**changes))

    def read_move(self, text: str) -> Move:
        """The move of a text, forgiving case, order of cards and spaces; UnreadableMove."""
        try:
            if isinstance(text, str):
                return self.read(text)
        except ValueError:
            pass
        raise UnreadableMove(shown(text), self.id)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"
