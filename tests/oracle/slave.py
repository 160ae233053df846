"""Slave a second time: plain, slow, and written from docs/rules/slave.md by somebody who had not seen the engine.

Only the comparison in test_slave.py uses it. Nothing is clever here: hands are sets of cards, a pile is a list of
plays, and every paragraph of the rules can be found again by the id in the comment beside it. A rule is named
without its game: ``slave.`` is put in front where a law or an event leaves this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from tutor.cards import Card, Cards

RANKS = "3456789TJQKA2"
SUITS = "cdhs"
NORMAL = {card: (RANKS.index(card.rank), SUITS.index(card.suit)) for card in Cards.PACK}
"""What a card is worth while the order is normal: rank before suit."""

THREE_OF_CLUBS = Card.read("3c")

CLASSIC: dict[str, Any] = {
    "players": (2, 8),
    "first_direction": 1,
    "opening": "free",
    "triple_beats_single": True,
    "four_beats_pair": True,
    "four_beats_single": False,
    "pair_tie": "highest_suit",
    "straights": False,
    "straight_with_two": True,
    "verse": False,
    "away_from_king": False,
    "reverse_on_unbeaten_finish": False,
    "topple": "next_deal",
    "queen_falls": False,
    "queen_term": 0,
    "people_trade": False,
}
PRESETS: dict[str, dict[str, Any]] = {
    "classic": CLASSIC,
    "hong-kong": CLASSIC | {"straights": True},
    "verse": CLASSIC
    | {
        "players": (4, 8),
        "verse": True,
        "away_from_king": True,
        "reverse_on_unbeaten_finish": True,
        "queen_term": 3,
    },
    "king": CLASSIC
    | {
        "players": (4, 6),
        "opening": "must_contain",
        "triple_beats_single": False,
        "four_beats_pair": False,
        "four_beats_single": True,
        "pair_tie": "both_higher",
        "away_from_king": True,
        "reverse_on_unbeaten_finish": True,
        "topple": "at_once",
    },
}

VERBS = ["give", "play", "decline", "pass"]
"""In the order in which legal moves are listed."""
ALLOWED = {"tribute": ["give"], "return": ["give"], "trade": ["give", "decline"], "play": ["play", "pass"]}


def options_of(rules: str | Mapping[str, Any]) -> dict[str, Any]:
    """All options of ``king`` or of ``{preset: king, verse: on}``."""
    if isinstance(rules, str):
        return PRESETS[rules]
    changed = {name: value for name, value in rules.items() if name != "preset"}
    return PRESETS[rules.get("preset") or "classic"] | changed


# --- Cards together: what kind of play they are -----------------------------------------------------------------


def low_to_high(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=NORMAL.__getitem__)


def worth(card: Card, inverted: bool) -> tuple[int, int]:
    """What a card is worth in the order in force; turned round, ranks and suits both run the other way."""
    rank, suit = NORMAL[card]
    return (-rank, -suit) if inverted else (rank, suit)


def of_one_rank(cards: Iterable[Card]) -> bool:
    return len({card.rank for card in cards}) == 1


def of_one_suit(cards: Iterable[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def is_run(cards: Iterable[Card]) -> bool:
    """Three or more cards of one suit with ranks in sequence 3 … K A 2 (straight)."""
    cards = low_to_high(cards)
    ranks = "".join(card.rank for card in cards)
    return len(cards) >= 3 and of_one_suit(cards) and ranks in RANKS


def is_run_round_the_corner(cards: Iterable[Card]) -> bool:
    """A run if 3 were joined to 2 as well (straight-wrap)."""
    cards = list(cards)
    ranks = {card.rank for card in cards}
    if len(cards) < 3 or not of_one_suit(cards):
        return False
    circle = RANKS + RANKS
    return any(set(circle[start : start + len(cards)]) == ranks for start in range(len(RANKS)))


def is_straight(cards: Iterable[Card], options: Mapping[str, Any]) -> bool:
    cards = list(cards)
    if not options["straights"]:
        return False
    if not options["straight_with_two"] and any(card.rank == "2" for card in cards):
        return False
    return is_run(cards)


def kind_of(cards: Sequence[Card], options: Mapping[str, Any]) -> str:
    """``single``, ``pair``, ``triple``, ``four`` or ``straight``, of cards that are one of these."""
    if is_straight(cards, options):
        return "straight"
    return ["single", "pair", "triple", "four"][len(cards) - 1]


def wrong_shape(cards: Sequence[Card], options: Mapping[str, Any]) -> str | None:
    """The law by which these cards are no play at all."""
    if of_one_rank(cards) or is_straight(cards, options):
        return None
    if not options["straights"] or len(cards) == 2:
        return "same-rank"
    if any(card.rank == "2" for card in cards) and is_run_round_the_corner(cards):
        return "straight-wrap"
    return "straight"


# --- One play on another ----------------------------------------------------------------------------------------


def may_slap(kind: str, slapped: str, options: Mapping[str, Any]) -> bool:
    """slave.slap: what a triple or a four beats whatever the rank."""
    return (
        (kind == "triple" and slapped == "single" and options["triple_beats_single"])
        or (kind == "four" and slapped == "pair" and options["four_beats_pair"])
        or (kind == "four" and slapped == "single" and options["four_beats_single"])
    )


def straight_may_slap(length: int, slapped: str) -> bool:
    """slave.straight-slap: even ones slap pairs and fours, odd ones singles and triples."""
    return slapped in (["pair", "four"] if length % 2 == 0 else ["single", "triple"])


def wrong_kind(new: Sequence[Card], pile: Sequence[Sequence[Card]], options: Mapping[str, Any]) -> str | None:
    """The law by which a play of this kind may not follow on this pile (its plays, oldest first)."""
    old = pile[-1]
    new_kind, old_kind = kind_of(new, options), kind_of(old, options)
    if old_kind == "straight":
        return None if new_kind == "straight" else "on-a-straight"
    if new_kind == "straight":
        return None if straight_may_slap(len(new), old_kind) else "straight-slap"
    if new_kind == old_kind:
        return None
    # There was a slap on this pile if its kind is no longer the one it began with.
    first_kind = kind_of(pile[0], options)
    if old_kind != first_kind and new_kind == first_kind:
        return "after-slap"
    if new_kind in ("triple", "four"):
        return None if may_slap(new_kind, old_kind, options) else "slap"
    return "same-kind"


def too_low(new: Sequence[Card], old: Sequence[Card], inverted: bool, options: Mapping[str, Any]) -> str | None:
    """The law by which a play of an allowed kind is not high enough, in the order in force."""
    new_kind, old_kind = kind_of(new, options), kind_of(old, options)
    new_worths = sorted(worth(card, inverted) for card in new)
    old_worths = sorted(worth(card, inverted) for card in old)
    if new_kind == old_kind == "straight":
        if len(new) != len(old):
            return None if len(new) > len(old) else "straight-higher"
        return None if new_worths[-1] > old_worths[-1] else "straight-higher"
    if new_kind != old_kind:
        return None  # a slap, whatever the ranks
    new_rank, old_rank = new_worths[0][0], old_worths[0][0]
    if new_rank != old_rank:
        return None if new_rank > old_rank else "higher"
    if new_kind == "single":
        return None if new_worths > old_worths else "higher"
    if new_kind == "pair":
        if options["pair_tie"] == "both_higher":
            return None if min(new_worths) > max(old_worths) else "pair-tie"
        return None if max(new_worths) > max(old_worths) else "pair-tie"
    return "higher"  # two triples of a rank: no pack holds them both


def unanswering(
    new: Sequence[Card], pile: Sequence[Sequence[Card]], inverted: bool, options: Mapping[str, Any]
) -> str | None:
    """The law by which this play does not beat the top of this pile."""
    return wrong_kind(new, pile, options) or too_low(new, pile[-1], inverted, options)


# --- Titles, and the list for the next deal ---------------------------------------------------------------------


def titles_by_place(ranking: Sequence[int]) -> list[str]:
    """slave.titles: by seat, from seats best first."""
    titles = ["people"] * len(ranking)
    titles[ranking[0]] = "king"
    titles[ranking[-1]] = "slave"
    if len(ranking) >= 4:
        titles[ranking[1]] = "queen"
        titles[ranking[-2]] = "vice-slave"
    return titles


def holder(titles: Sequence[str], title: str) -> int | None:
    return titles.index(title) if title in titles else None


def direction_away_from_king(titles: Sequence[str]) -> int:
    """slave.away-from-king: from the Slave in the direction in which the King, else the Queen, comes later."""
    slave = titles.index("slave")
    for title in ("king", "queen"):
        seat = holder(titles, title)
        if seat is None:
            continue
        steps_up, steps_down = (seat - slave) % len(titles), (slave - seat) % len(titles)
        if steps_up != steps_down:
            return 1 if steps_up > steps_down else -1
    return 1


def hand_sizes(seats: int, dealer: int, direction: int) -> list[int]:
    """slave.deal: one card at a time round the table, the first to the dealer."""
    sizes = [0] * seats
    for number in range(52):
        sizes[(dealer + direction * number) % seats] += 1
    return sizes


@dataclass
class Standing:
    """Between two deals: who sits where in the next one."""

    options: dict[str, Any]
    deal: int
    ranking: list[int]  # seats, best first
    toppled: int | None  # a King who fell in the deal just played
    king: int | None  # who were King and Queen in it,
    queen: int | None  # unless she fell by her term, after which her count starts anew,
    queen_deals: int  # and her count with it

    def titles(self) -> list[str]:
        return titles_by_place(self.ranking)

    def direction(self) -> int:
        return direction_away_from_king(self.titles()) if self.options["away_from_king"] else 1

    def deals_as_queen(self) -> int:
        """The next deal included."""
        king, queen = holder(self.titles(), "king"), holder(self.titles(), "queen")
        if queen is None:
            return 0
        return self.queen_deals + 1 if (king, queen) == (self.king, self.queen) else 1

    def join(self) -> Standing:
        """slave.newcomer: sits after the last seat, at the end of the list but above a toppled King."""
        newcomer = len(self.ranking)
        ranking = [*self.ranking, newcomer]
        if self.toppled is not None:
            ranking = [*self.ranking[:-1], newcomer, self.toppled]
        return Standing(self.options, self.deal, ranking, self.toppled, self.king, self.queen, self.queen_deals)

    def leave(self, leaver: int) -> Standing:
        """slave.leaver: seats and ranks close up."""

        def moved(seat: int | None) -> int | None:
            if seat is None or seat == leaver:
                return None
            return seat - 1 if seat > leaver else seat

        ranking = [seat - 1 if seat > leaver else seat for seat in self.ranking if seat != leaver]
        king, queen, toppled = moved(self.king), moved(self.queen), moved(self.toppled)
        return Standing(self.options, self.deal, ranking, toppled, king, queen, self.queen_deals)


# --- A deal -----------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """An event, and between which two seats its cards stay (None where no card is secret)."""

    rule: str
    between: frozenset[int] | None = None


def read(text: str) -> tuple[str, list[Card]]:
    verb, _, cards = text.partition(" ")
    return verb, low_to_high(Cards.read(cards))


def written(verb: str, cards: Iterable[Card]) -> str:
    return f"{verb} {Cards.of(cards)}".strip()


@dataclass
class Deal:
    """One deal from any complete position (contract, section 3); ``play`` changes it."""

    options: dict[str, Any]
    hands: list[set[Card]]
    turn: int | None
    phase: str = "play"
    titles: list[str] = field(default_factory=list)
    pile: list[tuple[int, list[Card]]] = field(default_factory=list)  # oldest first
    passed: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    toppled: int | None = None  # at once; a King who plays on is known by `out`
    aside: set[Card] = field(default_factory=set)
    played: set[Card] = field(default_factory=set)  # out of play, the pile not among them
    inverted: bool = False
    direction: int = 1
    deal: int = 1
    exchanged: list[tuple[int, int, set[Card]]] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    queen_deals: int = 0
    over: bool = False
    standing: Standing | None = None

    @classmethod
    def at(cls, position: Mapping[str, Any]) -> Deal:
        """The deal that a position with every field written describes."""

        def cards(text: str | None) -> set[Card]:
            return set(Cards.read(text or ""))

        return cls(
            options=options_of(position["rules"]),
            hands=[cards(hand) for hand in position["hands"]],
            turn=position["turn"],
            phase=position["phase"],
            titles=list(position["titles"]),
            pile=[(play["seat"], low_to_high(cards(play["cards"]))) for play in position["pile"]],
            passed=list(position["passed"]),
            out=list(position["out"]),
            toppled=position["toppled"],
            aside=cards(position["aside"]),
            played=cards(position["played"]),
            inverted=position["inverted"],
            direction=position["direction"],
            deal=position["deal"],
            exchanged=[(gift["from"], gift["to"], cards(gift["cards"])) for gift in position["exchanged"]],
            offers=list(position["offers"]),
            queen_deals=position["queen_deals"],
        )

    def position(self) -> dict[str, Any]:
        """The same fields again, without those that never change."""
        return {
            "hands": [str(Cards.of(hand)) for hand in self.hands],
            "turn": self.turn,
            "phase": self.phase,
            "titles": self.titles,
            "pile": [{"seat": seat, "cards": str(Cards.of(cards))} for seat, cards in self.pile],
            "passed": sorted(self.passed),
            "out": self.out,
            "toppled": self.toppled,
            "aside": str(Cards.of(self.aside)),
            "played": str(Cards.of(self.played)),
            "inverted": self.inverted,
            "direction": self.direction,
            "deal": self.deal,
            "exchanged": [
                {"from": giver, "to": receiver, "cards": str(Cards.of(cards))}
                for giver, receiver, cards in self.exchanged
            ],
            "offers": self.offers,
            "queen_deals": self.queen_deals,
        }

    # --- Who is who

    def seat_of(self, title: str) -> int | None:
        return holder(self.titles, title)

    def people(self) -> list[int]:
        return [seat for seat, title in enumerate(self.titles) if title == "people"]

    def still_in(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.out and seat != self.toppled]

    def next_in(self, seat: int, among: Iterable[int]) -> int:
        """The first of these seats after this one, in the direction now in force."""
        after = seat
        for _ in self.hands:
            after = (after + self.direction) % len(self.hands)
            if after in among:
                return after
        raise AssertionError("nobody is left to move")

    # --- Laws (Which law, which event first)

    def broken(self, seat: int, text: str) -> str | None:
        """The first law that this move of this seat would break; None if it is legal."""
        law = self._broken(seat, *read(text))
        return None if law is None else f"slave.{law}"

    def _broken(self, seat: int, verb: str, cards: list[Card]) -> str | None:
        if self.over:
            return "turn"  # contract, section 1; there will be no new pile for a seat that has passed to wait for
        if seat != self.turn:
            return "pass-lock" if seat in self.passed and seat in self.still_in() else "turn"
        if verb not in ALLOWED[self.phase]:
            return "phase"
        if not self.hands[seat].issuperset(cards):
            return "held"
        if verb == "give":
            return self._broken_by_giving(seat, cards)
        if verb == "pass":
            return None if self.pile else "lead-must-play"
        if verb == "play":
            return self._broken_by_playing(cards)
        return None  # decline

    def _broken_by_giving(self, seat: int, cards: list[Card]) -> str | None:
        size = 2 if self.titles[seat] in ("king", "slave") else 1
        if self.phase == "tribute":
            # slave.tribute: the highest cards in the normal order, no choice.
            return None if cards == low_to_high(self.hands[seat])[-size:] else "tribute"
        if self.phase == "return":
            return None if len(cards) == size else "return"
        return None if len(cards) == 1 else "people-trade"

    def _broken_by_playing(self, cards: list[Card]) -> str | None:
        law = wrong_shape(cards, self.options)
        if law:
            return law
        if self._opening_is_due() and self.options["opening"] == "must_contain" and THREE_OF_CLUBS not in cards:
            return "lead-3c"
        if not self.pile:
            return None
        return unanswering(cards, [play for _, play in self.pile], self.inverted, self.options)

    def _opening_is_due(self) -> bool:
        return self.deal == 1 and not self.pile and not self.played

    # --- Legal moves

    def legal(self) -> list[str]:
        """By verb, then fewest cards, then lowest card by card, then text."""
        if self.turn is None:
            return []
        tries = [("pass", []), ("decline", [])]
        for cards in self._sets_to_try(self.hands[self.turn]):
            tries += [("play", cards), ("give", cards)]
        moves = [(verb, cards) for verb, cards in tries if self._broken(self.turn, verb, cards) is None]
        moves.sort(key=lambda move: (VERBS.index(move[0]), len(move[1]), [NORMAL[card] for card in move[1]]))
        return [written(verb, cards) for verb, cards in moves]

    def _sets_to_try(self, hand: set[Card]) -> list[list[Card]]:
        """Every set that could be a move: in the exchange any one or two, else of one rank, or a run."""
        cards = low_to_high(hand)
        if self.phase != "play":
            return [list(some) for size in (1, 2) for some in combinations(cards, size)]
        sets = []
        for rank in RANKS:
            equal = [card for card in cards if card.rank == rank]
            sets += [list(some) for size in (1, 2, 3, 4) for some in combinations(equal, size)]
        for suit in SUITS:
            alike = [card for card in cards if card.suit == suit]
            slices = [alike[start:end] for start in range(len(alike)) for end in range(start + 3, len(alike) + 1)]
            sets += [run for run in slices if is_run(run)]
        return sets

    # --- Moves

    def play(self, text: str) -> list[Told]:
        """Make a legal move; what it made happen, in order."""
        seat = self.turn
        assert seat is not None
        assert self.broken(seat, text) is None, text
        verb, cards = read(text)
        if self.phase == "trade":
            events = self._trade(seat, cards)
        elif verb == "give":
            events = self._give(seat, cards)
        elif verb == "pass":
            self.passed.append(seat)
            events = self._go_on(seat)
        else:
            events = self._play(seat, cards)
        return [Told(f"slave.{event.rule}", event.between) for event in events]

    def _give(self, giver: int, cards: list[Card]) -> list[Told]:
        """slave.tribute and slave.return: Slave, King, Vice-slave, Queen."""
        partner = {"slave": "king", "king": "slave", "vice-slave": "queen", "queen": "vice-slave"}
        title = self.titles[giver]
        receiver = self.seat_of(partner[title])
        assert receiver is not None
        self.hands[giver] -= set(cards)
        self.hands[receiver] |= set(cards)
        self.exchanged.append((giver, receiver, set(cards)))
        if title in ("slave", "vice-slave"):
            self.phase, self.turn = "return", receiver
        elif title == "king" and self.seat_of("vice-slave") is not None:
            self.phase, self.turn = "tribute", self.seat_of("vice-slave")
        else:
            self._after_the_court()
        return [Told("exchange-secret", frozenset([giver, receiver]))]

    def _after_the_court(self) -> None:
        people = self.people()
        if self.options["people_trade"] and len(people) >= 2:
            self.phase, self.turn, self.offers = "trade", people[0], [""] * len(self.hands)
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        """slave.slave-leads"""
        self.phase, self.turn, self.offers = "play", self.seat_of("slave"), []

    def _trade(self, seat: int, cards: list[Card]) -> list[Told]:
        """slave.people-trade: one card put down, or none, in seat order."""
        self.hands[seat] -= set(cards)
        self.offers[seat] = str(cards[0]) if cards else "declined"
        waiting = [person for person in self.people() if self.offers[person] == ""]
        if waiting:
            self.turn = waiting[0]
            return []
        # slave.people-swap: the first two offers, the next two, and so on; an odd one goes back.
        events = []
        offering = [person for person in self.people() if self.offers[person] != "declined"]
        while len(offering) >= 2:
            one, other = offering.pop(0), offering.pop(0)
            for giver, receiver in ((one, other), (other, one)):
                card = Card.read(self.offers[giver])
                self.hands[receiver].add(card)
                self.exchanged.append((giver, receiver, {card}))
            events.append(Told("people-swap", frozenset([one, other])))
        for odd in offering:
            self.hands[odd].add(Card.read(self.offers[odd]))
        self._begin_play()
        return events

    def _play(self, seat: int, cards: list[Card]) -> list[Told]:
        events = []
        kind = kind_of(cards, self.options)
        if self.pile:
            old = self.pile[-1][1]
            old_kind = kind_of(old, self.options)
            if kind == "straight" and (old_kind != "straight" or len(cards) > len(old)):
                # slave.straight-inverts: every slap by a straight, on a shorter straight too, at once.
                self.inverted = not self.inverted
                events.append(Told("straight-inverts"))
            if self.options["verse"] and kind == old_kind == "four":
                events.append(Told("verse-cancel"))
        self.hands[seat] -= set(cards)
        self.pile.append((seat, cards))
        if not self.hands[seat]:
            self.out.append(seat)
            events.append(Told("out"))
            if self.out == [seat] and self._king_is_toppled():
                events.append(Told("topple"))
                if self.options["topple"] == "at_once":
                    king = self.seat_of("king")
                    assert king is not None
                    self.toppled, self.aside, self.hands[king] = king, self.hands[king], set()
        if len(self.still_in()) <= 1:
            return events + self._end()
        return events + self._go_on(seat)

    def _king_is_toppled(self) -> bool:
        """slave.topple: the first to go out is not the sitting King. In the first deal there is none."""
        king = self.seat_of("king")
        return king is not None and bool(self.out) and self.out[0] != king

    def _go_on(self, seat: int) -> list[Told]:
        """After a play or a pass of this seat: the next to answer, or the end of the pile."""
        owner, top = self.pile[-1]
        asked = [other for other in self.still_in() if other != owner and other not in self.passed]
        if asked:
            self.turn = self.next_in(seat, asked)
            return []
        # slave.new-pile: every player still in has passed on it.
        events = []
        fours = [cards for _, cards in self.pile if kind_of(cards, self.options) == "four"]
        if self.options["verse"] and len(fours) == 1 and fours[0] == top:
            # slave.verse: a four on top, and no four in that pile was covered by another.
            self.inverted = not self.inverted
            events.append(Told("verse" if self.inverted else "verse-back"))
        if owner in self.still_in():
            self.turn = owner
            events.append(Told("new-pile"))
        else:
            if self.options["reverse_on_unbeaten_finish"]:
                self.direction = -self.direction
                events.append(Told("reverse"))
            self.turn = self.next_in(owner, self.still_in())
            events.append(Told("lead-after-out"))
        for _, cards in self.pile:
            self.played |= set(cards)
        self.pile, self.passed = [], []
        return events

    # --- The end

    def places(self) -> list[int]:
        """Going out, the one left, and a toppled King last."""
        order = self.out + self.still_in()
        if self._king_is_toppled():
            king = self.seat_of("king")
            assert king is not None
            order = [seat for seat in order if seat != king] + [king]
        return order

    def _end(self) -> list[Told]:
        """slave.deal-ends, and the list for the next deal in the order in which the rules make it."""
        self.over, self.turn = True, None
        events = [Told("deal-ends")]
        ranking = self.places()
        king, queen = self.seat_of("king"), self.seat_of("queen")
        fallen_king = king if self._king_is_toppled() else None
        term_over = False
        if queen is not None:
            place = ranking.index(queen)
            others = [seat for seat in ranking if seat != queen]
            above_king = len(others) - 1  # the place last but one
            term = self.options["queen_term"]
            if term > 0 and place == 1 and self.queen_deals >= term:
                # slave.queen-term: to the end, but above a toppled King.
                term_over = True
                others.insert(len(others) if fallen_king is None else above_king, queen)
                ranking = others
                events.append(Told("queen-term"))
            elif self.options["queen_falls"] and 2 <= place < len(ranking) - 1 and place != above_king:
                # slave.queen-falls: last but one. Who is last stays last, who is last but one already hears nothing.
                others.insert(above_king, queen)
                ranking = others
                events.append(Told("queen-falls"))
        events.append(Told("titles"))
        self.standing = Standing(
            options=self.options,
            deal=self.deal + 1,
            ranking=ranking,
            toppled=fallen_king,
            king=king,
            queen=None if term_over else queen,
            queen_deals=self.queen_deals,
        )
        return events
