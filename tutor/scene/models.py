"""The scene as a model: the contract between Python, which builds it, and ``card_table.js``, which draws it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Scene"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CardFace(_Part):
    """A card; ``id`` None is a card that nobody here may see. ``label`` is for the ear."""

    id: str | None = Field(pattern=r"^[2-9TJQKA][cdhs]$")
    label: str = Field(min_length=1)
    mark: Literal["hint", "wrong"] | None = None


class Seat(_Part):
    """A player: ``badges`` are titles and the like, ``note`` what holds for this pile (passed, out)."""

    seat: int
    name: str = Field(min_length=1)
    badges: list[str]
    count: int
    countLabel: str
    note: str
    turn: bool


class OtherSeat(Seat):
    """A player round the table; ``out`` has no cards left, ``last`` owns the top of the pile, ``temper`` is what they
    are like, "" of a person; ``discards`` lie open before them, the last on top."""

    out: bool
    last: bool
    temper: str = ""
    discards: list[CardFace] = Field(default_factory=list)


class Direction(_Part):
    value: Literal[1, -1]
    label: str = Field(min_length=1)


class Play(_Part):
    by: str
    cards: list[CardFace]


class Pile(_Part):
    """Plays since the last lead, the top last; ``empty`` is shown where there are none."""

    label: str
    plays: list[Play]
    empty: str


class LaidCard(CardFace):
    """A card on the table, and who put it there: "" where nobody did, or where it goes without saying."""

    by: str = ""


class RowCard(LaidCard):
    """A card of the row; ``sweep`` names it with all that come along when it is taken."""

    sweep: str = Field(min_length=1)


class Row(_Part):
    """Discards in the order thrown, the oldest first; ``empty`` is shown where there are none, ``accepts`` are the
    verbs of the moment that bring cards here."""

    label: str = Field(min_length=1)
    cards: list[RowCard]
    empty: str
    accepts: list[str] = Field(default_factory=list)


class Meld(_Part):
    """A numbered meld; ``id`` comes back as the zone of a message, ``mark`` is a hint that points at it as a whole."""

    id: str = Field(pattern=r"^[a-z0-9.-]{1,20}$")
    number: str
    label: str = Field(min_length=1)
    owner: str
    cards: list[LaidCard] = Field(min_length=1)
    mark: Literal["hint", "wrong"] | None = None
    accepts: list[str] = Field(default_factory=list)


class Melds(_Part):
    """All melds on the table; ``accepts`` as in a row, of the place for new ones."""

    label: str = Field(min_length=1)
    melds: list[Meld]
    empty: str
    accepts: list[str] = Field(default_factory=list)


class Stock(_Part):
    """Cards to draw from; ``draws`` is the verb that a tap on it stands for."""

    label: str = Field(min_length=1)
    count: int = Field(ge=0)
    draws: str | None = None


class Aside(_Part):
    label: str
    count: int


class Hand(_Part):
    label: str
    cards: list[CardFace]
    select: Literal["many", "one", "none"]


class Button(_Part):
    """``id`` comes back as ``do``; ``needs`` says what must be marked before it can be pressed: cards of the hand,
    cards of the table (with cards of the hand, as the move wants), cards of the hand and a meld; or an answer."""

    id: str
    label: str = Field(min_length=1)
    kind: Literal["primary"] | None = None
    needs: Literal["cards", "table", "zone", "answer"] | None = None
    key: str | None = None
    code: str | None = None


class Link(_Part):
    label: str = Field(min_length=1)
    href: str = Field(pattern=r"^/")


class Nearest(_Part):
    """Marks exactly these cards of the hand, these of the table and this meld."""

    label: str = Field(min_length=1)
    cards: list[str]
    table: list[str] = Field(default_factory=list)
    zone: str | None = None


class Result(_Part):
    """How one player came out of a deal: ``title`` for the next one, ``note`` what befell them in this one, ``score``
    of the match after it; "" where the game has no such thing."""

    place: str = Field(min_length=1)
    name: str = Field(min_length=1)
    title: str
    note: str
    points: str
    score: str = ""
    you: bool


class BillLine(_Part):
    """What a player gets or pays, in words and as a signed number, and the page of the rule that says so."""

    text: str = Field(min_length=1)
    amount: str = Field(min_length=1)
    href: str = Field(pattern=r"^/")


class BillRow(_Part):
    """What a deal brought one player, line by line; ``total`` of the deal, and ``score`` of the match after it, each ""
    where it is not known or nothing is counted from deal to deal."""

    name: str = Field(min_length=1)
    lines: list[BillLine]
    total: str
    score: str
    you: bool


class Bill(_Part):
    """Who gets how many points for what; ``title``, ``total`` and ``score`` are the words that stand beside them."""

    title: str = Field(min_length=1)
    total: str = Field(min_length=1)
    score: str = Field(min_length=1)
    rows: list[BillRow] = Field(min_length=1)


class AnswerPanel(_Part):
    """The answer to the last try; tone ``told`` neither praises nor blames (the end of a deal, with its results)."""

    tone: Literal["wrong", "right", "soft", "hint", "told"]
    title: str = Field(min_length=1)
    text: str
    cards: list[str]
    links: list[Link]
    nearest: Nearest | None
    rows: list[Result] = Field(default_factory=list)
    bill: Bill | None = None


class Option(_Part):
    id: str
    label: str = Field(min_length=1)
    cards: list[CardFace] | None


class BillField(_Part):
    id: str
    label: str = Field(min_length=1)


class Ask(_Part):
    """A question. Without options ``cards`` asks for cards of the hand."""

    kind: Literal["cards", "plays", "order", "seat", "number", "moves", "bill"]
    prompt: str
    options: list[Option]
    many: bool
    submit: str
    fields: list[BillField]


class TableRules(_Part):
    """The rules of this table: ``label`` of the button, a line for each house rule, ``href`` of the page with all,
    ``ask`` to the referee, who has the table before him."""

    label: str = Field(min_length=1)
    title: str = Field(min_length=1)
    lines: list[str] = Field(min_length=1, max_length=16)
    href: str = Field(pattern=r"^/")
    ask: Link | None = None


class CurtainButton(_Part):
    id: str
    label: str = Field(min_length=1)


class Curtain(_Part):
    """Hides the table until whoever is to move has the device: a scene with a curtain has no hand."""

    title: str = Field(min_length=1)
    text: str
    button: CurtainButton


class Waiting(_Part):
    ms: int = Field(ge=0)


class Key(_Part):
    keys: list[str]
    text: str


class ResultHeads(_Part):
    """What stands above the columns of the results."""

    place: str
    name: str
    title: str
    note: str
    points: str
    score: str


class Labels(_Part):
    players: str
    actions: str
    log: str
    turn: str
    last: str
    retry: str
    chooseFirst: str
    chooseTable: str
    chooseMeld: str
    answerFirst: str
    earlier: str
    later: str
    marks: dict[str, str]
    along: str
    suits: dict[str, str]
    ranks: dict[str, str]
    card: str
    sortSuit: str
    sortedSuit: str
    sortedRank: str
    set: str
    allRules: str
    results: ResultHeads
    keysTitle: str
    close: str
    keys: list[Key]


class Scene(_Part):
    """All that one screen shows. ``rev`` comes back with every message, so that a stale one is known; ``log`` is the
    deal so far, a list for each pile.

    ``legal`` has for everything that can be marked (``8s Ts | 9s > meld.2``: cards of the hand, cards of the table, a
    meld) the verbs whose legal move that is, with the move in words."""

    rev: str
    lang: Literal["th", "en"]
    title: str
    theme: Literal["light", "dark"] | None
    four: bool
    motion: bool | None
    mode: Literal["play", "watch", "ask"]
    seats: list[OtherSeat]
    me: Seat | None
    direction: Direction | None
    pile: Pile | None
    aside: Aside | None
    stock: Stock | None = None
    centre: Row | None = None
    row: Row | None = None
    melds: Melds | None = None
    hand: Hand
    groups: list[str]
    legal: dict[str, dict[str, str]]
    buttons: list[Button]
    status: str
    answer: AnswerPanel | None
    ask: Ask | None
    log: list[list[str]]
    waiting: Waiting | None
    curtain: Curtain | None = None
    rules: TableRules | None = None
    labels: Labels
