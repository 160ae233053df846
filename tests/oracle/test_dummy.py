"""Dummy as the engine plays it against Dummy as the rules tell it: every answer, and many whole matches, move by move.

The engine is asked only what the contract promises. The oracle beside this file was written without seeing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.oracle import dummy as oracle
from tutor import games
from tutor.cards import Card, Cards

GAME = games.find("dummy")
PRESETS = list(oracle.PRESETS)


class ReadMoves(dict[str, Any]):
    """Moves of the engine by their texts, each read once."""

    def __missing__(self, text: str) -> Any:
        self[text] = move = GAME.read_move(text)
        return move


MOVES = ReadMoves()
MELDS = {ace_low: sorted(oracle.melds_of_the_pack(ace_low), key=oracle.one_after_another) for ace_low in (False, True)}


def law(violation: Any) -> str | None:
    return None if violation is None else violation.rule.id


def words(cards: Iterable[Card]) -> str:
    return str(Cards.of(cards))


def test_the_presets_and_their_options_are_those_of_the_table() -> None:
    found = {name: rules.model_dump(exclude={"preset"}) for name, rules in GAME.presets.items()}
    assert found == oracle.PRESETS
    assert list(found) == PRESETS


# --- Melds and lay-offs, all of them ----------------------------------------------------------------------------


def held_by_one(cards: Iterable[Card], lying: Iterable[Card] = (), **fields: Any) -> tuple[Any, oracle.Deal]:
    """Seat 0, born and after a draw, holds these cards and one more; seat 1 holds one of those that are left."""
    hand = Cards.of(cards)
    one, two, *rest = [card for card in Cards.PACK if card not in hand and card not in lying]
    position = {
        "game": "dummy",
        "hands": [words([*hand, one]), str(two)],
        "turn": 0,
        "phase": "lay",
        "got": {"from": "stock", "cards": str(one)},
        "born": [0],
        "stock": " ".join(map(str, rest)) or "none",
        **fields,
    }
    state = GAME.setup(position)
    return state, oracle.Deal.at(state.position().document())


@pytest.mark.parametrize("ace_low", [False, True], ids=["ace-high", "ace-low"])
def test_every_three_cards_and_what_is_nearly_a_longer_meld(ace_low: bool) -> None:
    rules = {"preset": "basic", "ace_low_runs": ace_low}
    melds = oracle.melds_of_the_pack(ace_low)
    assert len(melds) == (369 if ace_low else 329)
    state, deal = held_by_one(list(Cards.PACK)[:50], rules=rules)
    held = deal.hands[0]
    tries = {frozenset(three) for three in combinations(Cards.PACK, 3)} | melds
    for meld in melds:
        cards = oracle.low_to_high(meld)
        others = [card for card in Cards.PACK if card.suit == cards[0].suit or card.rank == cards[0].rank]
        tries |= {meld ^ {card} for card in others}
    found = Counter[str | None]()
    for cards in tries - {frozenset()}:
        text = f"lay {words(cards)}"
        expected = "dummy.held" if not cards <= held else None if cards in melds else "dummy.meld"
        assert law(state.check(MOVES[text])) == expected, text
        found[expected] += 1
    assert found[None] > 300
    assert {move for move in map(str, state.legal_moves()) if move.startswith("lay ")} == {
        f"lay {words(meld)}" for meld in melds if meld <= held
    }


def ends(meld: frozenset[Card]) -> list[str]:
    return [""] if oracle.of_one_rank(meld) else ["", "low", "high", "low high"]


def compare_layoffs(rules: dict[str, Any], meld: frozenset[Card], longer: str | None) -> Counter[str | None]:
    """One meld on the table and all other cards of its suit or rank in the hand: every set of them is tried."""
    line = oracle.low_to_high(meld)
    alike = [card for card in Cards.PACK if card.rank == line[0].rank or card.suit == line[0].suit]
    if not oracle.of_one_rank(meld):
        alike = [card for card in alike if card.suit == line[0].suit]
    hand = [card for card in alike if card not in meld]
    shown = {"cards": words(meld), "seat": 1} | ({} if longer is None else {"longer": longer})
    state, deal = held_by_one(hand, meld, rules=rules, melds=[shown])
    legal = deal.legal()
    assert [str(move) for move in state.legal_moves()] == legal
    found = Counter[str | None]()
    for size in range(1, len(hand) + 1 if len(hand) < 11 else 4):
        for cards in combinations(hand, size):
            text = f"layoff {words(cards)} to 1"
            expected = deal.broken(0, text)
            assert law(state.check(MOVES[text])) == expected, (rules, words(meld), longer, text)
            found[expected] += 1
    return found


def all_layoffs(step: int) -> Counter[str | None]:
    """Every meld of the pack in every state it can be in, or only one of so many."""
    found = Counter[str | None]()
    cases = [
        ({"preset": "basic", "ace_low_runs": ace_low, "layoff_chain": chain}, meld, longer)
        for ace_low in (False, True)
        for chain in (True, False)
        for meld in MELDS[ace_low]
        for longer in ([None] if chain else ends(meld))
    ]
    for case in cases[::step]:
        found += compare_layoffs(*case)
    return found


def test_some_melds_with_all_that_may_be_laid_off_on_them() -> None:
    assert {None, "dummy.layoff-fits", "dummy.layoff-chain"} == set(all_layoffs(step=101))


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_every_meld_with_all_that_may_be_laid_off_on_it() -> None:
    assert {None, "dummy.layoff-fits", "dummy.layoff-chain"} == set(all_layoffs(step=1))


# --- Deals ------------------------------------------------------------------------------------------------------

CHOICES: dict[str, list[Any]] = {
    "burn_five": [True, False],
    "ace_low_runs": [True, False],
    "take_for_layoff": [True, False],
    "lay_on_birth_turn": [True, False],
    "layoff_chain": [True, False],
    "stock_out": ["take_or_end", "end_at_once"],
    "fool_reverse": ["stays", "one_deal"],
    "target": [1, 60, 200, 500],
    "closing_speto": [True, False],
    "fine_layoff_discard": [True, False],
    "head_bonus": [True, False],
    "fine_full_discard": [True, False],
    "fine_speto": [True, False],
}


def test_every_option_is_varied() -> None:
    assert set(CHOICES) == set(oracle.BASIC)


def rules_of(preset: str, rng: Random, changed: bool) -> Any:
    """The preset itself, or with some of its options changed."""
    if not changed:
        return GAME.presets[preset]
    names = [name for name in CHOICES if rng.random() < 0.8]
    return GAME.presets[preset].but(**{name: rng.choice(CHOICES[name]) for name in names})


def rich_hands(sizes: list[int], cards: list[Card], rng: Random) -> list[list[Card]]:
    """Hands of these cards in which melds, and what is nearly one, lie together more often than luck would have it.

    What is left over stays in ``cards``."""
    hands: list[list[Card]] = [[] for _ in sizes]
    for _ in range(rng.randrange(3, 14)):
        meld = [card for card in rng.choice(MELDS[False]) if card in cards][: rng.choice([2, 3, 3, 4])]
        seats = [seat for seat, size in enumerate(sizes) if len(hands[seat]) + len(meld) <= size]
        if seats:
            hands[rng.choice(seats)] += meld
            cards[:] = [card for card in cards if card not in meld]
    for seat, size in enumerate(sizes):
        while len(hands[seat]) < size:
            hands[seat].append(cards.pop())
    return hands


def enriched(state: Any, rng: Random) -> Any:
    """The same deal with richer hands."""
    document = state.position().document()
    head = Card.read(document["row"][0]["card"])
    cards = [card for card in rng.sample(list(Cards.PACK), 52) if card != head]
    hands = rich_hands([len(hand.split()) for hand in document["hands"]], cards, rng)
    aside = [cards.pop() for _ in document["aside"].split()]
    document |= {"hands": list(map(words, hands)), "stock": " ".join(map(str, cards)), "aside": words(aside)}
    return GAME.setup(document)


def melds_on_the_table(seats: int, rules: Any, cards: list[Card], rng: Random) -> Iterator[dict[str, Any]]:
    """Up to six melds of these cards, which are taken from them, each laid by one seat or by several."""
    for _ in range(rng.choice([0, 1, 2, 3, 4, 6, 10])):
        meld = rng.choice(MELDS[rules.ace_low_runs])
        if len(meld) > rng.choice([3, 4, 6, 9]) or not meld <= set(cards):
            continue
        cards[:] = [card for card in cards if card not in meld]
        seat = rng.randrange(seats)
        by = {card: seat if rng.random() < 0.8 else rng.randrange(seats) for card in oracle.low_to_high(meld)}
        laid = {other: words(card for card in by if by[card] == other) for other in sorted(set(by.values()))}
        shown = {"cards": words(meld), "seat": seat, "laid": laid}
        if not rules.layoff_chain and not oracle.of_one_rank(meld) and rng.random() < 0.5:
            shown["longer"] = rng.choice(ends(meld))
        yield shown


def part(wanted: Callable[[frozenset[Card]], bool], places: list[list[Card]], rng: Random) -> list[Card]:
    """A meld of three that is wanted, out of these places and in any order; [] if they have none."""
    there = {card for place in places for card in place}
    for meld in rng.sample(MELDS[False], len(MELDS[False])):
        if len(meld) == 3 and meld <= there and wanted(meld):
            for place in places:
                place[:] = [card for card in place if card not in meld]
            return rng.sample(oracle.low_to_high(meld), 3)
    return []


def fool_in_waiting(hand: list[Card], row: list[Card], cards: list[Card], rng: Random) -> None:
    """The last card of the row is all that a hand of three needs to knock, or one of two has to throw first."""
    if three := part(lambda meld: not meld & oracle.SPETO, [hand, cards], rng):
        *two, thrown = three
        cards += hand
        cards.sort(key=lambda card: card in oracle.SPETO)
        hand[:] = [*two, *([cards.pop()] if rng.random() < 0.8 else [])]
        row.append(thrown)


def danger_in_waiting(hands: list[list[Card]], row: list[Card], cards: list[Card], rng: Random) -> None:
    """Of three cards with a speto one lies in the row, one may be thrown, and one is in the hand that then takes."""
    if three := part(lambda meld: bool(meld & oracle.SPETO), [*hands[:2], row, cards], rng):
        row.append(three.pop())
        for hand in hands[:2]:
            hand += [three.pop(), *([] if hand else [cards.pop()])]


def short_deal(rules: Any, rng: Random) -> Any:
    """A deal in the middle: few cards in hand, melds on the table, a long row or a short one, and little stock."""
    seats = rng.randrange(2, 5)
    cards = rng.sample(list(Cards.PACK), 52)
    turn = rng.randrange(seats)
    melds = list(melds_on_the_table(seats, rules, cards, rng))
    sizes = [rng.choice([1, 2, 3, 4, 5, 7]) for _ in range(seats)]
    near = oracle.SPETO | oracle.neighbours(Card.read("2c"), False) | oracle.neighbours(Card.read("Qs"), False)
    if rng.random() < 0.4:
        # What is dear, and what is dangerous beside it, comes to the hands and to the row first.
        cards.sort(key=lambda card: (card in near) + rng.random())
    hands = rich_hands(sizes, cards, rng)
    aside = [cards.pop() for _ in range(5)] if rules.burn_five and seats == 2 and len(cards) > 8 else []
    # A deal that begins a turn without stock cannot be where that would have ended it.
    least = 1 if rules.stock_out == "end_at_once" else 0
    left = rng.choice([least, 1, 2, 3, 6, 12, 40])
    row = [cards.pop() for _ in range(min(len(cards) - least, max(rng.choice([0, 1, 2, 4, 8]), len(cards) - left)))]
    turned_up = bool(row) and rng.random() < 0.6
    direction = rng.choice([1, -1])
    waiting = rng.random()
    if waiting < 0.25 and len(cards) > least:
        fool_in_waiting(hands[turn], row, cards, rng)
    elif waiting < 0.5 and len(cards) > 2 + least:
        others = [hands[(turn + direction * at) % seats] for at in range(seats)]
        danger_in_waiting(others, row, cards, rng)
    in_melds = [card for meld in melds for card in meld["cards"].split()]
    head = str(row[0]) if turned_up else rng.choice(in_melds) if in_melds and rng.random() < 0.5 else None
    return GAME.setup(
        {
            "game": "dummy",
            "rules": rules.model_dump() | {"preset": None},
            "deal": rng.randrange(1, 7),
            "hands": list(map(words, hands)),
            "turn": turn,
            "direction": direction,
            "dealer": rng.randrange(seats),
            "scores": [rng.randrange(-300, 500, 5) for _ in range(seats)],
            "aside": words(aside),
            "stock": " ".join(map(str, cards)) or "none",
            "row": [
                {"card": str(card), "seat": None if turned_up and at == 0 else rng.randrange(seats)}
                for at, card in enumerate(row)
            ],
            "head": head,
            "melds": melds,
            "born": sorted(rng.sample(range(seats), rng.randrange(seats + 1))),
            "fines": [
                {"rule": f"dummy.{rng.choice(FINES)}", "seat": rng.randrange(seats)}
                for _ in range(rng.choice([0, 0, 0, 1, 2]))
            ],
        }
    )


def test_what_is_left_over_of_hands_with_aces_beside_melds_on_the_table() -> None:
    closed = 0
    for seed in range(150):
        rng = Random(seed)
        rules = GAME.presets["basic"].but(ace_low_runs=seed % 3 > 0, layoff_chain=rng.random() < 0.5)
        cards = rng.sample(list(Cards.PACK), 52)
        if seed % 2:
            cards.sort(key=lambda card: (card.rank in "A2345KQ") + 0.8 * rng.random())
        melds = list(melds_on_the_table(2, rules, cards, rng))
        size = min(len(cards) - 2, rng.choice([3, 5, 8, 11, 14]))
        hand = rich_hands([size], cards, rng)[0] if seed % 5 < 3 else [cards.pop() for _ in range(size)]
        state = GAME.setup(
            {
                "game": "dummy",
                "rules": rules.model_dump() | {"preset": None},
                "hands": [words(hand), str(cards.pop())],
                "turn": 0,
                "phase": "lay",
                "born": [0],
                "got": {"from": "stock", "cards": str(hand[0])},
                "melds": melds,
            }
        )
        deal = oracle.Deal.at(state.position().document())
        for card in rng.sample(hand, 3):
            violation, expected = state.check(MOVES[f"knock {card}"]), deal.left_over(card)
            assert ([] if violation is None else list(violation.params["cards"])) == expected, (seed, card)
            closed += not expected
        assert [str(move) for move in state.legal_moves()] == deal.legal()
    assert closed


# What a player likes to do, by verb; the rest is left to chance. Whoever likes nothing keeps to draws and discards.
MOODS: list[dict[str, float]] = [
    {},
    {"knock": 0.9, "take": 0.7, "lay": 0.6, "layoff": 0.4},
    {"knock": 0.9, "take": 0.9, "draw": 0.2},
    {"knock": 0.2, "take": 0.8, "lay": 0.3, "layoff": 0.8},
    {"draw": 0.95, "discard": 0.9},
    {"knock": 1.0, "draw": 0.9},
]


def choose(deal: oracle.Deal, legal: list[str], mood: dict[str, float], rng: Random) -> str:
    by_verb: dict[str, list[str]] = {}
    for text in legal:
        by_verb.setdefault(text.split()[0], []).append(text)
    watched = {watch.card for watch in deal.watch}
    costly = [text for text in by_verb.get("take", []) if watched & oracle.read(text).cards]
    if costly and rng.random() < 0.8:
        return rng.choice(costly)
    for verb, liking in mood.items():
        if verb in by_verb and rng.random() < liking:
            spetos = [text for text in by_verb[verb] if verb == "knock" and oracle.read(text).cards <= oracle.SPETO]
            return rng.choice(spetos or by_verb[verb])
    if "discard" in by_verb and deal.row and rng.random() < 0.5:
        # Beside what lies in the row: that is what costs, or is taken.
        row = [thrown.card for thrown in deal.row]
        dear = [card for card in row if card in oracle.SPETO or card == deal.head]
        near = oracle.neighbours(rng.choice(dear or row), False) | oracle.SPETO
        close = [text for text in by_verb["discard"] if Card.read(text.split()[1]) in near]
        if close:
            return rng.choice(close)
    return rng.choice(by_verb[rng.choice(list(by_verb))])


def near_misses(deal: oracle.Deal, legal: list[str], rng: Random) -> list[str]:
    """Some moves that are mostly just not legal: of another moment, with a card too many or too few, another's card."""
    hand = oracle.low_to_high(deal.hands[deal.turn or 0])
    row = [thrown.card for thrown in deal.row]
    number = rng.randrange(1, len(deal.melds) + 2)
    melds = MELDS[deal.options["ace_low_runs"]]
    tries = [
        rng.choice(["draw", "pass"]),
        f"{rng.choice(['knock', 'discard'])} {rng.choice(hand or row or list(Cards.PACK))}",
        f"{rng.choice(['knock', 'discard'])} {rng.choice(list(Cards.PACK))}",
        f"layoff {rng.choice(hand)} to {number}",
        f"layoff {words(rng.sample(hand, min(len(hand), 2)))} to {number}",
        f"lay {words(rng.sample(hand, min(len(hand), rng.choice([2, 3, 3, 4, 5]))))}",
        f"lay {words(rng.choice(melds))}",
    ]
    # Melds of which most lies here, and the whole hand if it is one.
    here = set(hand) | set(row)
    likely = [meld for meld in rng.sample(melds, 40) if len(meld & here) >= len(meld) - 1]
    for meld in likely[:2]:
        tries.append(f"lay {words(meld)}")
        tries += [f"take {card} as {words(meld)}" for card in oracle.low_to_high(meld) if card in row]
    lying = [meld for meld in rng.sample(melds, 120) if meld <= set(row)]
    tries += [f"take {min(meld, key=row.index)} as {words(meld)}" for meld in lying[:1]]
    if deal.melds:
        on = deal.melds[number - 2].cards
        fitting = [meld - on for meld in melds if on < meld and meld - on <= set(hand)]
        tries += [f"layoff {words(cards)} to {number - 1 or len(deal.melds)}" for cards in fitting[:2]]
        fitting = [meld - on for meld in melds if on < meld and len(meld) == len(on) + 1 and meld - on <= set(row)]
        tries += [f"take {words(cards)} to {number - 1 or len(deal.melds)}" for cards in fitting[:1]]
    if row:
        taken = rng.choice(row)
        tries.append(f"take {taken} to {number}")
        tries.append(f"take {taken} as {words({taken, *rng.sample(hand, min(2, len(hand)))})}")
        tries.append(f"take {taken} as {words(row[row.index(taken) :])}")
        tries.append(f"take {taken} as {words({*hand, *row[row.index(taken) :]})}")
    verb, *rest = rng.choice(legal).split()
    if rest and verb != "take":
        tries.append(" ".join([rng.choice(["knock", "discard", "lay"]), rest[0]]))
        tries.append(" ".join([verb, *[word if word != rest[0] else str(rng.choice(hand)) for word in rest]]))
    tries = [text for text in dict.fromkeys(tries) if readable(text)]
    tries = rng.sample(tries, min(len(tries), 12))
    # All cards at once, so that none is left to close with.
    return [*tries, *(f"take {row[-1]} as {words([*hand, row[-1]])}" for _ in row[:1]), f"lay {words(hand)}"]


def readable(text: str) -> bool:
    """Whether no card stands twice in it."""
    cards = text.partition(" as ")[2] or text.partition(" to ")[0].partition(" ")[2]
    return len(set(cards.split())) == len(cards.split())


def compare_positions(state: Any, deal: oracle.Deal) -> None:
    engine = state.position().document()
    for name, expected in deal.position().items():
        found = engine[name]
        if name == "born":
            found = sorted(found)
        if name == "melds":
            found = [meld | {"laid": {int(seat): cards for seat, cards in meld["laid"].items()}} for meld in found]
            if deal.options["layoff_chain"]:
                found = [{key: value for key, value in meld.items() if key != "longer"} for meld in found]
        if name == "got" and found and found["from"] == "stock":
            assert not found["birth"]
            found = {"from": found["from"], "cards": found["cards"]}
        assert found == expected, name
    assert engine["closing"] == deal.position().get("closing")


def every_set(cards: list[Card]) -> Iterator[tuple[Card, ...]]:
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)


def every_try(deal: oracle.Deal) -> list[str]:
    """Every text that few cards in hand and in the row allow."""
    hand = oracle.low_to_high(deal.hands[deal.turn or 0])
    row = [thrown.card for thrown in deal.row]
    numbers = range(1, len(deal.melds) + 1)
    tries = ["draw", "pass", *(f"{verb} {card}" for card in hand for verb in ("knock", "discard"))]
    for cards in every_set(hand):
        tries += [f"lay {words(cards)}", *(f"layoff {words(cards)} to {number}" for number in numbers)]
    for taken in row:
        tries += [f"take {taken} as {words(cards)}" for cards in every_set([*hand, *row]) if 2 < len(cards) < 6]
        tries += [f"take {taken} to {number}" for number in numbers]
    return tries


def compare_ply(state: Any, deal: oracle.Deal, rng: Random, met: Counter[str]) -> list[str]:
    """What both say before a move: position, legal moves in order, and which law near misses break."""
    assert deal.turn is not None
    compare_positions(state, deal)
    legal = [str(move) for move in state.legal_moves()]
    assert legal == deal.legal()
    misses = near_misses(deal, legal, rng)
    if len(deal.hands[deal.turn]) + len(deal.row) <= 6 and rng.random() < 0.05:
        # So few that every move can be asked for, which shows too that the oracle lists all it allows.
        tries = every_try(deal)
        assert {text for text in tries if deal.broken(deal.turn, text) is None} == set(legal)
        misses += tries
    for text in misses:
        violation, expected = state.check(MOVES[text]), deal.broken(deal.turn, text)
        assert law(violation) == expected, text
        if expected == "dummy.knock-one-card":
            [closing] = oracle.read(text).cards
            assert list(violation.params["cards"]) == deal.left_over(closing), text
        met[expected or "legal"] += 1
    # Any seat may ask, on turn or not.
    seat, text = rng.randrange(len(deal.hands)), rng.choice(misses + legal)
    expected = deal.broken(seat, text)
    assert law(state.view(seat).check(MOVES[text])) == expected, (seat, text)
    met[expected or "legal"] += 1
    return legal


def compare_events(events: Any, told: list[oracle.Told], met: Counter[str]) -> None:
    """The same rules in the same order, of the same seats, for all to see."""
    assert [event.rule.id for event in events] == [event.rule for event in told]
    for event, expected in zip(events, told, strict=True):
        met[expected.rule] += 1
        assert expected.seen_by is None
        assert event.seen_by is None
        if expected.seat is not None:
            assert event.params["seat"] == expected.seat, expected


def compare_outcomes(state: Any, deal: oracle.Deal, met: Counter[str]) -> Any:
    """Every line of the bill in order, totals, places, and what the next deal begins with."""
    outcome, expected = state.outcome, deal.standing
    assert expected is not None
    assert state.turn is None
    assert state.legal_moves() == ()
    lines = [oracle.Line(line.rule.id, line.seat, line.amount, line.to) for line in outcome.lines]
    assert lines == list(deal.lines)
    met.update(f"{line.rule} line" for line in lines)
    assert list(outcome.totals) == deal.totals
    assert [list(place) for place in outcome.places] == deal.places
    assert outcome.events == state.events
    standing = outcome.standing
    assert (standing.deal, standing.dealer, standing.direction) == (expected.deal, expected.dealer, expected.direction)
    assert list(standing.scores) == expected.scores
    return standing


def play_deal(state: Any, rng: Random, met: Counter[str], say: Callable[[str], None]) -> tuple[Any, oracle.Deal]:
    """One deal to its end, both side by side; what the next one begins with, and the deal that has ended."""
    document = state.position().document()
    say(f"start: {document}")
    deal = oracle.Deal.at(document)
    moods = [rng.choice(MOODS) for _ in deal.hands]
    while not deal.over:
        assert deal.turn is not None
        assert state.turn == deal.turn
        legal = compare_ply(state, deal, rng, met)
        text = choose(deal, legal, moods[deal.turn], rng)
        say(text)
        state = state.play(MOVES[text])
        compare_events(state.events, deal.play(text), met)
        met[f"{text.split()[0]} played"] += 1
    compare_positions(state, deal)
    for seat in range(len(deal.hands)):
        assert law(state.view(seat).check(MOVES["draw"])) == deal.broken(seat, "draw"), seat
    return compare_outcomes(state, deal, met), deal


def check_fresh(state: Any, expected: oracle.Standing, options: dict[str, Any]) -> None:
    """A deal just dealt is what the oracle makes of the same pack."""
    document = state.position().document()
    hands = [hand.split() for hand in document["hands"]]
    pack = [Card.read(card) for hand in hands for card in hand]
    pack += [Card.read(document["row"][0]["card"])]
    pack += [Card.read(card) for card in f"{document['stock']} {document['aside']}".split()]
    assert len(set(pack)) == len(pack) == 52
    fresh = oracle.fresh_position(options, len(hands), pack, expected)
    assert {name: document[name] for name in fresh if name not in ("rules", "row")} == {
        name: value for name, value in fresh.items() if name not in ("rules", "row")
    }
    compare_positions(state, oracle.Deal.at(fresh))


def play_match(preset: str, changed: bool, seed: int, most: int, met: Counter[str]) -> int:
    """A match, until somebody has won it or after so many deals. A disagreement shows the seed, rules and moves."""
    rng = Random(f"{preset} {seed}")
    rules = rules_of(preset, rng, changed)
    options = rules.model_dump(exclude={"preset"})
    seats = rng.randrange(2, 5)
    engine, expected = None, oracle.Standing(1, 0, 1, [0] * seats)
    for number in range(1, most + 1):
        said = [f"seed {seed}, deal {number}, {rules!r}"]
        try:
            state = GAME.deal(rules, seats, rng, engine)
            check_fresh(state, expected, options)
            if rng.random() < 0.7:
                state = enriched(state, rng)
            engine, deal = play_deal(state, rng, met, said.append)
        except Exception:
            print("\n".join(said))
            raise
        assert deal.standing is not None
        expected = deal.standing
        if deal.winner is not None:
            return number
    return most


def play_short_deal(preset: str, changed: bool, seed: int, met: Counter[str]) -> None:
    """One deal from somewhere in the middle."""
    rng = Random(f"short {preset} {seed}")
    rules = rules_of(preset, rng, changed)
    said = [f"short deal, seed {seed}, {rules!r}"]
    try:
        play_deal(short_deal(rules, rng), rng, met, said.append)
    except Exception:
        print("\n".join(said))
        raise


FINES = "fine-layoff fine-full fine-head fine-speto-near fine-speto".split()
LAWS = (
    "turn draw-or-take draw-once held meld take-meld take-hand take-layoff lay-born lay-later layoff-born layoff-fits "
    "layoff-chain keep-closing discard last-card knock knock-one-card stock-empty"
).split()
EVENTS = ["row", "take-sweep", "born", "stock-out", "fool-reverse", "game-500", *FINES]
LINES = "table-plus head closing-50 closing-speto hand-minus dark-knock dark-rot fool".split() + FINES
EVERYTHING = {f"dummy.{name}" for name in LAWS + EVENTS} | {f"dummy.{name} line" for name in LINES}
VERBS = {f"{verb} played" for verb in oracle.VERBS}
SETUP = {"dummy.deal", "dummy.burn-five", "dummy.first-seat", "dummy.points"}


def test_every_rule_is_one_that_the_deals_below_must_meet() -> None:
    told = {name.removesuffix(" line") for name in EVERYTHING} | SETUP
    assert {rule.id for rule in GAME.rulebook.values() if rule.kind != "knowledge"} == told


def possible(preset: str) -> set[str]:
    """The laws, events and lines that can be met in a match of this preset as it stands."""
    options = oracle.PRESETS[preset]
    names = EVERYTHING - {"dummy.layoff-chain"}
    for option, without in [
        ("closing_speto", ["closing-speto"]),
        ("head_bonus", ["head", "fine-head"]),
        ("fine_layoff_discard", ["fine-layoff"]),
        ("fine_full_discard", ["fine-full"]),
        ("fine_speto", ["fine-speto", "fine-speto-near"]),
    ]:
        if not options[option]:
            names -= {f"dummy.{name}" for name in without}
            # A position may bring along a fine of its own; it is billed all the same.
            names -= {f"dummy.{name} line" for name in without if name not in FINES}
    return names


def compare_deals(preset: str, deals: int, short: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Deals in matches and short deals: what was met in those of the preset as it stands, and in the other half, whose
    options were changed."""
    plain: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    number = 0
    while deals > 0:
        deals -= play_match(preset, bool(number % 2), seed + number, min(deals, 8), changed if number % 2 else plain)
        number += 1
    for number in range(short):
        play_short_deal(preset, bool(number % 2), seed + number, changed if number % 2 else plain)
    return plain, changed


def test_matches_move_by_move() -> None:
    met: Counter[str] = Counter()
    for preset in PRESETS:
        plain, changed = compare_deals(preset, deals=10, short=60, seed=1000)
        assert set(plain) <= possible(preset) | VERBS | {"legal"}
        met += plain + changed
    assert EVERYTHING - set(met) == set()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", PRESETS)
def test_many_matches_move_by_move(preset: str) -> None:
    plain, changed = compare_deals(preset, deals=300, short=700, seed=5000)
    assert possible(preset) - set(plain) == set()
    assert EVERYTHING - set(changed) == set()
