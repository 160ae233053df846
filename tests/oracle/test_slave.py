"""Slave as the engine plays it against Slave as the rules tell it: every answer, and many whole matches, move by move.

The engine is asked only what the contract promises. The oracle beside this file was written without seeing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.oracle import slave as oracle
from tutor import games
from tutor.cards import Card, Cards

GAME = games.find("slave")
PRESETS = list(oracle.PRESETS)


# --- What plays there are ---------------------------------------------------------------------------------------

EQUAL = [
    "play " + str(Cards.of(cards))
    for rank in oracle.RANKS
    for size in (1, 2, 3, 4)
    for cards in combinations([Card.read(rank + suit) for suit in oracle.SUITS], size)
]
RUNS = [
    "play " + str(Cards.of(Card.read(rank + suit) for rank in oracle.RANKS[start:end]))
    for suit in oracle.SUITS
    for start in range(13)
    for end in range(start + 3, 14)
]
# 2 3 4, A 2 3 4, …: a run only if 3 were joined to 2.
CORNERS = [
    "play " + str(Cards.of(Card.read(rank + suit) for rank in oracle.RANKS[-below:] + oracle.RANKS[:above]))
    for suit in oracle.SUITS
    for below in (1, 2, 3)
    for above in (1, 2, 3)
    if below + above >= 3
]


def test_there_are_195_plays_of_equal_rank_and_264_runs() -> None:
    assert len(set(EQUAL)) == 195
    assert len(set(RUNS)) == 264


class ReadMoves(dict[str, Any]):
    """Moves of the engine by their texts, each read once."""

    def __missing__(self, text: str) -> Any:
        self[text] = move = GAME.read_move(text)
        return move


MOVES = ReadMoves()


def law(violation: Any) -> str | None:
    return None if violation is None else violation.rule.id


# --- Presets ----------------------------------------------------------------------------------------------------


def test_the_presets_and_their_options_are_those_of_the_table() -> None:
    found = {name: rules.model_dump(exclude={"preset"}) for name, rules in GAME.presets.items()}
    assert found == oracle.PRESETS
    assert list(found) == PRESETS


# --- Every play on every play -----------------------------------------------------------------------------------


def full_hands(pile: list[str]) -> Iterator[dict[str, Any]]:
    """Positions in which seat 0 answers this pile with all other cards in hand but two, which the others need.

    Together they hold every play that is disjoint from the pile: the missing cards are of two suits and four ranks.
    """
    lying = [card for play in pile for card in Cards.read(play.removeprefix("play "))]
    suits = [suit for suit in oracle.SUITS if len({card for card in lying if card.suit == suit}) <= 2][:2]
    free = {suit: [rank for rank in oracle.RANKS if Card.read(rank + suit) not in lying] for suit in suits}
    one, two = suits
    missing = [
        [Card.read(rank + one) for rank in free[one][:2]],
        [Card.read(rank + two) for rank in free[two] if rank not in free[one][:2]][:2],
    ]
    seats = [1, 2] if len(pile) == 1 else [2, 1]
    for pair in missing:
        hand = [card for card in Cards.PACK if card not in lying and card not in pair]
        yield {
            "game": "slave",
            "deal": 2,
            "hands": [str(Cards.of(hand)), str(pair[0]), str(pair[1]), ""],
            "turn": 0,
            "out": [3],
            "pile": [
                {"seat": seat, "cards": play.removeprefix("play ")}
                for seat, play in zip([*seats[: len(pile) - 1], 3], pile, strict=True)
            ],
        }


def compare_answers(rules: dict[str, Any], pile: list[str], plays: list[str]) -> set[str | None]:
    """Ask both for every play on this pile; the laws that were named."""
    laws: set[str | None] = set()
    inverted = rules.pop("inverted")
    for position in full_hands(pile):
        state = GAME.setup(position | {"rules": rules, "inverted": inverted})
        deal = oracle.Deal.at(state.position().document())
        for text in plays:
            expected = deal.broken(0, text)
            assert law(state.check(MOVES[text])) == expected, (rules, inverted, pile, text)
            laws.add(expected)
        assert [str(move) for move in state.legal_moves()] == deal.legal()
    return laws


def slaps_of(top: str, rules: dict[str, Any]) -> list[str]:
    """One play of each kind which this one may slap under these rules, with cards of its own."""
    options = oracle.options_of(rules)
    new = oracle.read(top)[1]
    free = [rank for rank in oracle.RANKS if rank not in {card.rank for card in new}]
    if not free or oracle.wrong_shape(new, options):
        return []
    olds = [f"play {free[-1]}c", f"play {free[-1]}c {free[-1]}d", " ".join(["play", *(free[0] + s for s in "cdh")])]
    olds.append(" ".join(["play", *(free[0] + suit for suit in oracle.SUITS)]))
    kinds = [oracle.read(old)[1] for old in olds]
    return [
        old
        for old, cards in zip(olds, kinds, strict=True)
        if len(cards) != len(new) and oracle.wrong_kind(new, [cards], options) is None
    ]


def rules_with(preset: str, inverted: bool, **options: Any) -> dict[str, Any]:
    # Only where something turns the order round may a position be turned round.
    if inverted:
        options["verse"] = True
    return {"preset": preset, "inverted": inverted, **options}


@pytest.mark.parametrize("inverted", [False, True], ids=["normal", "inverted"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_of_equal_rank_on_every_other(preset: str, inverted: bool) -> None:
    laws: set[str | None] = set()
    for top in EQUAL:
        laws |= compare_answers(rules_with(preset, inverted), [top], EQUAL)
    assert {None, "slave.held", "slave.higher", "slave.pair-tie", "slave.slap", "slave.same-kind"} <= laws


@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_after_a_slap(preset: str) -> None:
    laws: set[str | None] = set()
    for top in EQUAL + RUNS[::5]:
        for old in slaps_of(top, {"preset": preset}):
            laws |= compare_answers(rules_with(preset, False), [old, top], EQUAL + RUNS[::5])
    assert {None, "slave.after-slap", "slave.higher"} <= laws


def compare_straights(tops: list[str], with_two: bool, inverted: bool) -> set[str | None]:
    laws: set[str | None] = set()
    for top in tops:
        if with_two is False and "2" in top and top in RUNS:
            continue  # no straight, so it lies on no pile
        plays = EQUAL + RUNS + CORNERS if top in RUNS else RUNS + CORNERS
        rules = rules_with("hong-kong", inverted, straight_with_two=with_two)
        laws |= compare_answers(rules, [top], plays)
    return laws


STRAIGHT_LAWS = {
    "slave.straight",
    "slave.straight-wrap",
    "slave.straight-slap",
    "slave.straight-higher",
    "slave.on-a-straight",
}


@pytest.mark.parametrize("inverted", [False, True], ids=["normal", "inverted"])
@pytest.mark.parametrize("with_two", [True, False], ids=["with-two", "without-two"])
def test_straights_on_plays_and_plays_on_straights(with_two: bool, inverted: bool) -> None:
    laws = compare_straights(RUNS[::9] + EQUAL[::9], with_two, inverted)
    assert laws >= (STRAIGHT_LAWS | {None}) - {"slave.straight"}


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("inverted", [False, True], ids=["normal", "inverted"])
@pytest.mark.parametrize("with_two", [True, False], ids=["with-two", "without-two"])
def test_every_straight_on_every_play_and_every_play_on_every_straight(with_two: bool, inverted: bool) -> None:
    laws = compare_straights(RUNS + EQUAL, with_two, inverted)
    assert laws >= (STRAIGHT_LAWS | {None}) - {"slave.straight"}


# --- Whole matches ----------------------------------------------------------------------------------------------

CHOICES: dict[str, list[Any]] = {
    "first_direction": [1, -1],
    "opening": ["free", "must_contain", "must_contain"],
    "triple_beats_single": [True, False],
    "four_beats_pair": [True, False],
    "four_beats_single": [True, False],
    "pair_tie": ["highest_suit", "both_higher"],
    "straights": [True, False],
    "straight_with_two": [True, False],
    "verse": [True, False],
    "away_from_king": [True, False],
    "reverse_on_unbeaten_finish": [True, False],
    "topple": ["next_deal", "at_once"],
    "queen_falls": [True, False],
    "queen_term": [0, 1, 2, 3],
    "people_trade": [True, False],
}


def test_every_option_is_varied() -> None:
    assert set(CHOICES) | {"players"} == set(oracle.CLASSIC)


def rules_of(preset: str, rng: Random, changed: bool) -> Any:
    """The preset itself, or with some of its options changed and any number of players allowed."""
    if not changed:
        return GAME.presets[preset]
    names = [name for name in CHOICES if rng.random() < 0.8]
    return GAME.presets[preset].but(players=(2, 8), **{name: rng.choice(CHOICES[name]) for name in names})


def rich_hands(sizes: list[int], rng: Random) -> list[str]:
    """Hands in which equal ranks and runs lie together more often than luck would have it."""
    hands: list[list[Card]] = [[] for _ in sizes]
    left = list(Cards.PACK)

    def together(group: list[Card]) -> None:
        nonlocal left
        seats = [seat for seat, size in enumerate(sizes) if len(hands[seat]) + len(group) <= size]
        if seats and set(group) <= set(left):
            hands[rng.choice(seats)] += group
            left = [card for card in left if card not in group]

    for _ in range(rng.randrange(4, 12)):
        rank, suit = rng.choice(oracle.RANKS), rng.choice(oracle.SUITS)
        four = [Card.read(rank + suit) for suit in rng.sample(oracle.SUITS, 4)]
        start = rng.randrange(11)
        match rng.choice(["four", "four", "triple", "pairs", "run", "run"]):
            case "four":
                together(four)
            case "triple":
                together(four[:3])
            case "pairs":
                together(four[:2])
                together(four[2:])
            case "run":
                together([Card.read(rank + suit) for rank in oracle.RANKS[start : start + rng.randrange(3, 7)]])
    rng.shuffle(left)
    for seat, size in enumerate(sizes):
        while len(hands[seat]) < size:
            hands[seat].append(left.pop())
    return [str(Cards.of(hand)) for hand in hands]


def enriched(state: Any, rng: Random) -> Any:
    """The same deal with richer hands, and in a later deal of the match perhaps with a Queen of longer standing."""
    document = state.position().document()
    document["hands"] = rich_hands([len(Cards.read(hand)) for hand in document["hands"]], rng)
    if document["deal"] == 1:
        document["turn"] = next(seat for seat, hand in enumerate(document["hands"]) if "3c" in hand.split())
    elif document["queen_deals"] and rng.random() < 0.8:
        document["deal"] += 4
        document["queen_deals"] = rng.randrange(2, 5)
    return GAME.setup(document)


def short_deal(rules: Any, rng: Random) -> Any:
    """A later deal of a match in the middle: few cards, any titles, order and direction, perhaps somebody out."""
    seats = rng.randrange(rules.players[0], rules.players[1] + 1)
    if rules.people_trade:
        seats = rng.randrange(5, 9)
    titles = oracle.titles_by_place(rng.sample(range(seats), seats))
    if rng.random() < 0.1:
        titles = ["people"] * seats
    phases = ["tribute"] if rules.people_trade else ["tribute", "play"] if not rules.verse else ["play"]
    phase = rng.choice(phases) if "slave" in titles else "play"
    most = min(8, 52 // seats)
    # Enough for a tribute of two, or for some fours.
    fewest = 3 if phase == "tribute" else 5 if rules.verse else 1
    hands = rich_hands([rng.randrange(fewest, most + 1) for _ in titles], rng)
    turn = titles.index("slave") if phase == "tribute" else rng.randrange(seats)
    out = []
    if phase == "play" and seats > 3 and rng.random() < 0.3:
        out = [titles.index("king") if "king" in titles else rng.randrange(seats)]
        hands[out[0]] = ""
        turn = rng.choice([seat for seat in range(seats) if seat not in out])
    may_turn = rules.verse or rules.straights
    return GAME.setup(
        {
            "game": "slave",
            "rules": rules.model_dump() | {"preset": None},
            "deal": rng.randrange(2, 7),
            "titles": titles,
            "queen_deals": rng.randrange(1, 5) if "queen" in titles else 0,
            "phase": phase,
            "hands": hands,
            "turn": turn,
            "out": out,
            "direction": rng.choice([1, -1]),
            "inverted": may_turn and phase == "play" and rng.random() < 0.5,
        }
    )


def choose(deal: Any, legal: list[str], eager: bool, rng: Random) -> str:
    """Any legal move; an eager player is fond of slaps, straights and fours, and of passing the rest."""
    if not eager:
        return rng.choice(legal)
    special = []
    for text in legal:
        if not text.startswith("play "):
            continue
        cards = oracle.read(text)[1]
        kind = oracle.kind_of(cards, deal.options)
        slap = bool(deal.pile) and kind != oracle.kind_of(deal.pile[-1][1], deal.options)
        if slap or kind in ("straight", "four"):
            special.append(text)
    if special and rng.random() < 0.7:
        return rng.choice(special)
    if "pass" in legal and rng.random() < 0.6:
        return "pass"
    return rng.choice(legal)


def near_misses(deal: Any, legal: list[str], rng: Random) -> list[str]:
    """Some moves that are mostly just not legal: too many cards, too few, another's, of a wrong kind or moment."""
    hand = oracle.low_to_high(deal.hands[deal.turn])
    others = [card for card in Cards.PACK if card not in hand]
    verb, cards = oracle.read(rng.choice(legal))
    tries: list[tuple[str, list[Card]]] = [(rng.choice(["pass", "decline"]), [])]
    tries.append((rng.choice(["play", "give"]), rng.sample(hand, min(len(hand), rng.randrange(1, 5)))))
    if cards:
        tries.append((rng.choice(["play", "give"]), cards))
        tries.append((verb, [*cards[1:], rng.choice(others)]))
        tries.append((verb, list({*cards, rng.choice(hand)})))
        tries.append((verb, cards[1:]))
    rank = rng.choice(hand).rank
    equal = [card for card in hand if card.rank == rank]
    tries.append(("play", rng.sample(equal, rng.randrange(1, len(equal) + 1))))
    if deal.pile:
        top = deal.pile[-1][1]
        tied = [card for card in hand if card.rank == top[0].rank][: len(top)]
        tries.append(("play", tied))
    suit = rng.choice(hand).suit
    alike = [card for card in hand if card.suit == suit]
    if len(alike) >= 3:
        start, length = rng.randrange(len(alike)), rng.randrange(3, 6)
        tries.append(("play", (alike + alike)[start : start + min(length, len(alike))]))
        tries.append(("give", rng.sample(alike, rng.choice([1, 2, 3]))))
    # The cards about the corner where 2 would join 3: J Q K A 2 3 4 5.
    circle = oracle.RANKS + oracle.RANKS
    about = [card for rank in circle[8:16] for card in alike if card.rank == rank]
    twos = [place for place, card in enumerate(about) if card.rank == "2"]
    if twos:
        tries.append(("play", about[max(0, twos[0] - 2) : twos[0] + 2]))
        tries.append(("play", about[max(0, twos[0] - 1) : twos[0] + 3]))
    return [oracle.written(verb, cards) for verb, cards in tries if cards or verb in ("pass", "decline")]


def every_set(hand: set[Card]) -> list[list[Card]]:
    cards = oracle.low_to_high(hand)
    return [list(some) for size in range(1, len(cards) + 1) for some in combinations(cards, size)]


def compare_positions(state: Any, deal: Any) -> None:
    engine = state.position().document()
    for name, expected in deal.position().items():
        found = engine[name]
        assert (sorted(found) if name == "passed" else found) == expected, name


def compare_ply(state: Any, deal: Any, rng: Random, met: Counter[str]) -> list[str]:
    """What both say before a move: position, legal moves in order, and which law near misses break."""
    compare_positions(state, deal)
    legal = [str(move) for move in state.legal_moves()]
    assert legal == deal.legal()
    misses = near_misses(deal, legal, rng)
    if len(deal.hands[deal.turn]) <= 4:
        # So few that every set of them can be asked for, which shows too that the oracle lists all it allows.
        tries = [oracle.written(verb, cards) for cards in every_set(deal.hands[deal.turn]) for verb in ("give", "play")]
        tries += ["decline", "pass"]
        assert {text for text in tries if deal.broken(deal.turn, text) is None} == set(legal)
        misses += tries
    for text in misses:
        expected = deal.broken(deal.turn, text)
        assert law(state.check(MOVES[text])) == expected, text
        met[expected or "legal"] += 1
    # Any seat may ask, on turn or not.
    seat, text = rng.randrange(len(deal.hands)), rng.choice(misses + legal)
    expected = deal.broken(seat, text)
    assert law(state.view(seat).check(MOVES[text])) == expected, (seat, text)
    met[expected or "legal"] += 1
    return legal


def compare_events(events: Any, told: Any, met: Counter[str]) -> None:
    """The same rules in the same order; what names secret cards is seen by the two concerned alone."""
    assert [event.rule.id for event in events] == [event.rule for event in told]
    for event, expected in zip(events, told, strict=True):
        met[expected.rule] += 1
        if expected.between is None:
            assert event.seen_by is None
        elif any(isinstance(value, Card | Cards) for value in event.params.values()):
            assert event.seen_by == expected.between
        else:
            assert event.seen_by in (None, expected.between)


def compare_standings(engine: Any, expected: Any) -> None:
    assert engine.deal == expected.deal
    assert list(engine.titles) == expected.titles()
    assert engine.direction == expected.direction()
    assert engine.queen_deals == expected.deals_as_queen()


def play_deal(state: Any, rng: Random, met: Counter[str], say: Callable[[str], None]) -> tuple[Any, Any]:
    """One deal to its end, both side by side; what both have for the next one."""
    document = state.position().document()
    say(f"start: {document}")
    deal = oracle.Deal.at(document)
    eager = [rng.random() < 0.5 for _ in deal.hands]
    while not deal.over:
        assert state.turn == deal.turn
        legal = compare_ply(state, deal, rng, met)
        text = choose(deal, legal, eager[deal.turn], rng)
        say(text)
        state = state.play(MOVES[text])
        compare_events(state.events, deal.play(text), met)
    compare_positions(state, deal)
    outcome = state.outcome
    assert state.turn is None
    assert state.legal_moves() == ()
    assert outcome.places == tuple((seat,) for seat in deal.places())
    assert outcome.totals == (0,) * len(deal.hands)
    assert outcome.lines == ()
    assert outcome.events == state.events
    for seat in range(len(deal.hands)):
        assert law(state.view(seat).check(MOVES["pass"])) == deal.broken(seat, "pass"), seat
    compare_standings(outcome.standing, deal.standing)
    return outcome.standing, deal.standing


def compare_changes(engine: Any, expected: Any, rules: Any, rng: Random, met: Counter[str]) -> tuple[Any, Any]:
    """Players who leave and join between two deals."""
    least, most = rules.players
    told = []
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 4])):
        seats = len(expected.ranking)
        if rng.random() < 0.5 and seats < most:
            engine, expected = engine.join(), expected.join()
            told.append("slave.newcomer")
        elif seats > least:
            leaver = rng.randrange(seats)
            engine, expected = engine.leave(leaver), expected.leave(leaver)
            told.append("slave.leaver")
        compare_standings(engine, expected)
    assert [event.rule.id for event in engine.events] == told
    met.update(told)
    return engine, expected


def check_fresh(state: Any, expected: Any, rules: Any) -> None:
    """A deal just dealt: who has how many cards, who begins and how play runs."""
    document = state.position().document()
    hands = [Cards.read(hand) for hand in document["hands"]]
    assert sum(map(len, hands)) == len({card for hand in hands for card in hand}) == 52
    if expected is None:
        assert (document["deal"], document["phase"], document["queen_deals"]) == (1, "play", 0)
        assert set(document["titles"]) == {"people"}
        assert document["direction"] == rules.first_direction
        assert Card.read("3c") in hands[state.turn]
        dealer = 0
    else:
        dealer = expected.titles().index("slave")
        assert (document["deal"], document["phase"], state.turn) == (expected.deal, "tribute", dealer)
        assert document["titles"] == expected.titles()
        assert document["direction"] == expected.direction()
        assert document["queen_deals"] == expected.deals_as_queen()
    assert [len(hand) for hand in hands] == oracle.hand_sizes(len(hands), dealer, document["direction"])


def play_match(preset: str, changed: bool, seed: int, met: Counter[str]) -> None:
    """Four deals in a row. A disagreement shows the seed, the rules and the moves so far."""
    rng = Random(f"{preset} {seed}")
    rules = rules_of(preset, rng, changed)
    seats = rng.randrange(rules.players[0], rules.players[1] + 1)
    if changed and rng.random() < 0.5:
        seats = rng.choice([2, 3, 6, 7, 8])
    engine = expected = None
    for number in range(4):
        said: list[str] = [f"seed {seed}, deal {number + 1}, {rules!r}"]
        try:
            state = GAME.deal(rules, seats, rng, engine)
            check_fresh(state, expected, rules)
            if rng.random() < 0.6:
                state = enriched(state, rng)
            engine, expected = play_deal(state, rng, met, said.append)
            engine, expected = compare_changes(engine, expected, rules, rng, met)
        except Exception:
            print("\n".join(said))
            raise
        seats = len(expected.ranking)


def test_a_queen_who_is_queen_again_because_another_left_keeps_her_count() -> None:  # slave.queen-term, slave.leaver
    state = GAME.setup(
        {
            "game": "slave",
            "rules": "classic",
            "deal": 5,
            "titles": ["king", "queen", "people", "vice-slave", "slave"],
            "queen_deals": 2,
            "hands": ["", "4c", "5c", "3c", "3d"],
            "turn": 2,
            "out": [0],
            "direction": -1,
        }
    )
    # Seat 2 goes out before her, and would be Queen.
    for text in ["play 5c", "pass", "pass", "pass", "play 4c", "pass", "pass", "play 3d"]:
        state = state.play(MOVES[text])
    standing = state.outcome.standing
    assert (standing.titles[2], standing.queen_deals) == ("queen", 1)
    standing = standing.leave(2)
    assert (standing.titles[:2], standing.queen_deals) == (("king", "queen"), 3)


EVENTS = (
    "titles exchange-secret people-swap newcomer leaver new-pile out deal-ends reverse lead-after-out topple "
    "queen-falls queen-term verse verse-cancel verse-back straight-inverts"
).split()
LAWS = (
    "turn phase held lead-3c tribute return people-trade same-rank same-kind higher pair-tie slap after-slap "
    "lead-must-play pass-lock straight straight-wrap straight-slap straight-higher on-a-straight"
).split()


def possible(preset: str) -> set[str]:
    """The laws and events that can be met in a match of this preset as it stands."""
    options = oracle.PRESETS[preset]
    ids = {*EVENTS, *LAWS}
    straights = {"straight", "straight-wrap", "straight-slap", "straight-higher", "on-a-straight", "straight-inverts"}
    for there, without in [
        (options["straights"], straights),
        (options["verse"], {"verse", "verse-cancel"}),
        (options["verse"], {"verse-back"}),
        (options["people_trade"], {"people-trade", "people-swap"}),
        (options["reverse_on_unbeaten_finish"], {"reverse"}),
        (options["queen_falls"], {"queen-falls"}),
        (options["queen_term"], {"queen-term"}),
        (options["opening"] == "must_contain", {"lead-3c"}),
    ]:
        if not there:
            ids -= without
    return {f"slave.{name}" for name in ids}


def play_short_deal(preset: str, changed: bool, seed: int, met: Counter[str]) -> None:
    """One short deal and what comes between it and the next."""
    rng = Random(f"{preset} {seed}")
    rules = rules_of(preset, rng, changed)
    said = [f"short deal, seed {seed}, {rules!r}"]
    try:
        engine, expected = play_deal(short_deal(rules, rng), rng, met, said.append)
        compare_changes(engine, expected, rules, rng, met)
    except Exception:
        print("\n".join(said))
        raise


def compare_deals(preset: str, matches: int, short: int, seed: int) -> None:
    """Matches and short deals, half of them of the preset as it stands; then whether everything has been met."""
    plain: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for number in range(matches):
        play_match(preset, bool(number % 2), seed + number, changed if number % 2 else plain)
    for number in range(short):
        play_short_deal(preset, bool(number % 2), seed + number, changed if number % 2 else plain)
    assert possible(preset) - set(plain) == set()
    assert {f"slave.{name}" for name in EVENTS + LAWS} - set(changed) == set()


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_move_by_move(preset: str) -> None:
    compare_deals(preset, matches=10, short=100, seed=1000)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("preset", PRESETS)
def test_many_matches_move_by_move(preset: str) -> None:
    compare_deals(preset, matches=125, short=1000, seed=5000)
