"""The score pad of Dummy against the game itself, and what it refuses to put down."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.laws.walks import house_table
from tutor import games
from tutor.core import PadError, Rules, Standing, State

DUMMY = games.find("dummy")
PAD = DUMMY.pad
assert PAD is not None
DEALS = 200
BASIC, FULL = (DUMMY.presets[name] for name in ("basic", "full"))


def finished(at: int) -> tuple[State, Standing]:
    """A deal played to its end, by the presets and by tables of every kind, and the standing that it began with. Who
    plays wildly is fined and makes fools; who plays by habit knocks."""
    rng = Random(at)
    rules: Rules = (BASIC, FULL, house_table(DUMMY, Random(f"pad {at}")).rules)[at % 3]
    seats = rng.choice(list(DUMMY.seats(rules)))
    before = PAD.begin(rules, seats, rng.randrange(seats))
    if rng.random() < 0.5:
        scores = tuple(5 * rng.randrange(-60, 110) for _ in range(seats))
        before = before.model_copy(update={"scores": scores, "direction": rng.choice([1, -1]), "deal": 3})
    state = DUMMY.deal(rules, seats, rng, before)
    wild = rng.choice([0, 0.2, 0.6])
    while state.outcome is None:
        move = rng.choice(state.legal_moves()) if rng.random() < wild else DUMMY.advice.habit(state, rng)
        state = state.after(move)
    return state, before


def entries_of(state: State) -> dict[str, Any]:
    """What people at the table would put down of it."""
    now = state.position().document()
    rules, seats = state.rules, range(state.seats)
    laid = [" ".join(meld["laid"][str(s)] for meld in now["melds"] if meld["laid"].get(str(s))) for s in seats]
    fines = Counter((fine["seat"], fine["rule"]) for fine in now["fines"])
    entries: dict[str, Any] = {"laid": laid, "hands": now["hands"], "knocker": None}
    if any(rule.id.startswith("dummy.fine") and rule.in_force(rules) for rule in DUMMY.rulebook.values()):
        entries["fines"] = [{rule: n for (whom, rule), n in fines.items() if whom == seat} for seat in seats]
    if rules.options()["head_bonus"]:
        entries["head"] = now["head"]
    if now["closing"] is not None:
        knocker = now["closing"]["seat"]
        birth = now["got"]["from"] == "row" and now["got"]["birth"]
        alone = now["got"]["from"] == "row" and len(now["got"]["cards"].split()) == 1
        entries |= {"knocker": knocker, "closing": now["closing"]["card"]}
        entries["dark"] = [s for s in seats if s not in now["born"] or (s == knocker and birth)]
        if alone and now["got"]["cards"] != now["head"]:
            entries["fool"] = (knocker - now["direction"]) % state.seats
    return entries


def test_pad_settles_as_the_game_does() -> None:
    seen: Counter[str] = Counter()
    for at in range(DEALS):
        state, before = finished(at)
        entries = entries_of(state)
        outcome, found = state.outcome, PAD.settle(state.rules, before, entries)
        assert outcome is not None
        assert PAD.work_out(state.rules, before, entries).doubts == ()
        told, wanted = (
            sorted((line.rule.id, line.seat, line.amount) for line in each.lines) for each in (found, outcome)
        )
        assert told == wanted, (at, entries)
        assert (found.totals, found.places, found.standing) == (outcome.totals, outcome.places, outcome.standing)
        ends = {"dummy.fool-reverse", "dummy.game-500"}
        assert [one.rule.id for one in found.events if one.rule.id in ends] == [
            one.rule.id for one in outcome.events if one.rule.id in ends
        ]
        seen.update(rule for rule, _, _ in told)
        if entries["knocker"] is not None:
            # Who rotted follows from the cards, so that it need not be told.
            others = {s for s in entries["dark"] if s != entries["knocker"]}
            silent = PAD.work_out(state.rules, before, {k: v for k, v in entries.items() if k != "dark"})
            assert set(silent.meant["dark"]) == others
    scores = {rule.id for rule in DUMMY.rulebook.values() if rule.kind == "score"}
    assert scores - seen.keys() == set(), "the deals show too little"


KNOCK: dict[str, Any] = {
    "knocker": 1,
    "closing": "Kd",
    "laid": ["2c 3c 4c", "7s 8s 9s Ts", ""],
    "hands": ["Ah Qd", "", "9d 9c"],
}


def faults(rules: Rules = FULL, **changed: Any) -> list[tuple[str, str]]:
    """Places and rules of what is wrong with a deal of three, changed like this."""
    entries = {name: value for name, value in {**KNOCK, **changed}.items() if value != "-"}
    sheet = PAD.work_out(rules, PAD.begin(rules, 3, 0), entries)
    return [(fault.place, fault.reason.rule.id) for fault in sheet.faults]


def test_deal_that_can_be_has_no_fault() -> None:
    assert faults() == []
    assert faults(fool=0, fines=[{}, {"dummy.fine-full": 2}, {}], head="7s", dark=[1, 2]) == []


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"laid": ["2c 3c 4c", "7s 8s 9s", "2c"]}, ("laid[0]", "pad.card-twice")),
        ({"closing": "Kd Qd"}, ("closing", "pad.one-card")),
        ({"closing": "Ah"}, ("hands[0]", "pad.card-twice")),
        ({"closing": "-"}, ("closing", "pad.missing")),
        ({"knocker": "-"}, ("knocker", "pad.missing")),
        ({"knocker": 7}, ("knocker", "pad.shape")),
        ({"hands": ["Ah", "5d", "9d"]}, ("hands[1]", "dummy.knock-one-card")),
        ({"hands": ["Ah", "", ""]}, ("hands[2]", "pad.missing")),
        ({"laid": ["2c 3c 4c", "", ""]}, ("laid[1]", "pad.missing")),
        ({"hands": ["zz", "", "9d"]}, ("hands[0]", "pad.unreadable")),
        ({"hands": ["Ah", "9d"]}, ("hands", "pad.shape")),
        ({"dark": [0, 2]}, ("dark", "dummy.lay-born")),
        ({"dark": []}, ("dark", "dummy.born")),
        ({"fool": 2}, ("fool", "dummy.fool")),
        ({"head": "Ah"}, ("head", "dummy.head")),
        ({"head": "Kd"}, ("head", "dummy.head")),
        ({"fines": [{"dummy.fine-none": 1}, {}, {}]}, ("fines[0]", "pad.not-played")),
        ({"fines": [{"dummy.fine-full": -1}, {}, {}]}, ("fines[0]", "pad.shape")),
        ({"colour": "red"}, ("colour", "pad.unknown")),
    ],
    ids=lambda value: str(value),
)
def test_what_cannot_be_is_told_with_its_place(changed: dict[str, Any], wrong: tuple[str, str]) -> None:
    assert wrong in faults(**changed)


def test_forgotten_card_is_asked_for_and_keeps_nobody_from_anything() -> None:
    laid, hands = KNOCK["laid"], ["Ah Qd 5d 5c 5h 6d", "", "9d 9c 2d 2h 3d 3h 4d 4h"]
    sheet = PAD.work_out(FULL, PAD.begin(FULL, 3, 0), {**KNOCK, "laid": laid, "hands": hands})
    asked = [(doubt.place, dict(doubt.reason.params)) for doubt in sheet.doubts]
    assert sheet.faults == ()
    assert asked == [
        ("hands[1]", {"seat": 1, "held": 4, "least": 9}),
        ("hands[2]", {"seat": 2, "held": 8, "least": 9}),
    ]


def test_fine_and_head_of_other_rules_are_refused() -> None:
    assert faults(BASIC, fines=[{"dummy.fine-full": 1}, {}, {}]) == [("fines[0]", "pad.not-played")]
    assert faults(BASIC, head="7s") == [("head", "pad.unknown")]
    some = BASIC.but(fine_layoff_discard=True)
    assert faults(some, fines=[{"dummy.fine-full": 1}, {}, {}]) == [("fines[0]", "pad.not-played")]


def test_fool_sits_before_the_knocker_as_the_deal_goes() -> None:
    back = PAD.begin(FULL, 3, 0).model_copy(update={"direction": -1})
    assert [fault.place for fault in PAD.work_out(FULL, back, {**KNOCK, "fool": 0}).faults] == ["fool"]
    assert PAD.settle(FULL, back, {**KNOCK, "fool": 2}).standing.model_dump()["direction"] == 1


def test_without_a_knock_nothing_is_doubled() -> None:
    laid, hands = ["2c 3c 4c", "", ""], ["Ah", "5d", "9d"]
    outcome = PAD.settle(BASIC, PAD.begin(BASIC, 3, 0), {"knocker": None, "laid": laid, "hands": hands})
    assert outcome.totals == (60 - 15, -5, -5)
    with pytest.raises(PadError) as caught:
        PAD.settle(BASIC, PAD.begin(BASIC, 3, 0), {"knocker": None, "laid": laid, "hands": hands, "fool": 1})
    assert [fault.place for fault in caught.value.faults] == ["fool"]


def test_points_alone_count_and_turn_the_next_deal_round() -> None:
    before = PAD.begin(BASIC, 2, 0)
    outcome = PAD.settle(BASIC, before, {"points": [505, -60], "fool": 1})
    assert (outcome.totals, outcome.lines) == ((505, -60), ())
    assert (outcome.standing.tally, outcome.standing.winners) == ((505, -60), (0,))
    assert PAD.ahead(outcome.standing) == (1, -1)
    wrong = PAD.work_out(BASIC, before, {"points": [None, "many"]}).faults
    assert [(fault.place, fault.reason.rule.id) for fault in wrong] == [
        ("points[0]", "pad.missing"),
        ("points[1]", "pad.shape"),
    ]
