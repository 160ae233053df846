"""Every fault that a puzzle can have is named with file, line, place and a cure; and the search is right."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.puzzles import plain
from tutor import games, puzzles
from tutor.cards import Cards
from tutor.core import View
from tutor.core.prose import FAULTS as TEXT_FAULTS
from tutor.i18n import LANGUAGES, say
from tutor.puzzles import Goal, Puzzle, PuzzleError, PuzzleFault, Refuted, answer, check, load
from tutor.puzzles.checker import Search, TooLarge, deals, worlds
from tutor.puzzles.loader import FAULTS

GOOD: dict[str, Any] = {
    "id": "two-threes",
    "position": {
        "game": "slave",
        "rules": "king",
        "seat": 0,
        "turn": 0,
        "hands": ["3c 3d Kh", "x2", "x2", ""],
        "out": [3],
        "unseen": "5s 9d Ac 2h",
    },
    "goal": {"kind": "next-out"},
    "accept": ["play 3c 3d"],
    "wrong": [
        {
            "moves": ["play 3c", "play 3d"],
            "deal": {"hand.1": "2h 5s", "hand.2": "9d Ac"},
            "line": ["play 3c", "play 5s", "play 9d", "play Kh", "play 2h"],
        },
        {
            "moves": ["play Kh"],
            "deal": {"hand.1": "2h 5s", "hand.2": "9d Ac"},
            "line": ["play Kh", "play 2h", "pass", "pass", "play 5s"],
        },
    ],
    "grade": "safe",
    "worlds": 6,
    "tempting": "play Kh",
    "themes": ["lead"],
    "rules": ["slave.same-kind"],
    "difficulty": 1000,
    "seed": 0,
    "title": {"th": "คู่ต่ำ", "en": "A low pair"},
    "why": {"th": "ไม่มีใครมีคู่", "en": "Nobody has a pair"},
}
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> dict[str, Any]:
    document = copy.deepcopy(GOOD)
    change(document)
    return document


def write(folder: Path, *documents: dict[str, Any] | str) -> Path:
    path = folder / "some.jsonl"
    lines = (text if isinstance(text, str) else json.dumps(text, ensure_ascii=False) for text in documents)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def told(faults: tuple[PuzzleFault, ...]) -> list[tuple[int, str, str]]:
    """Line, place and rule of each fault; every one has its words."""
    for fault in faults:
        for language in LANGUAGES:
            said = say(fault.reason, language)
            assert said, f"{fault.reason.rule.id} says nothing in {language}"
            assert "{" not in said
            foreign = re.findall(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", said) if language == "th" else []
            assert foreign in ([], ["samrap schema puzzle"]), said
    return [(fault.line, fault.place, fault.reason.rule.id) for fault in faults]


def loading(path: Path) -> list[tuple[int, str, str]]:
    with pytest.raises(PuzzleError) as caught:
        load(path)
    assert all(fault.file == path for fault in caught.value.faults)
    return told(caught.value.faults)


def test_the_puzzle_that_faults_are_planted_in_is_good(tmp_path: Path) -> None:
    (puzzle,) = load(write(tmp_path, GOOD))
    assert check(puzzle) == ()


LOADED: dict[str, tuple[Change, str, str]] = {
    "missing": (lambda p: p.pop("goal"), "missing", "goal"),
    "unknown": (lambda p: p.update(author="me"), "unknown-field", "author"),
    "shape": (lambda p: p.update(themes=7), "shape", "themes"),
    "a word for a number": (lambda p: p.update(difficulty="hard"), "int_type", "difficulty"),
    "too hard": (lambda p: p.update(difficulty=3001), "less_than_equal", "difficulty"),
    "too easy": (lambda p: p.update(difficulty=399), "greater_than_equal", "difficulty"),
    "a number for a word": (lambda p: p.update(tempting=7), "string_type", "tempting"),
    "id": (lambda p: p.update(id="Two Threes"), "string_pattern_mismatch", "id"),
    "grade": (lambda p: p.update(grade="sure"), "literal_error", "grade"),
    "goal": (lambda p: p["goal"].update(kind="fun"), "literal_error", "goal.kind"),
    "game": (lambda p: p["position"].update(game="solitaire"), "game", "position.game"),
    "rule": (lambda p: p["rules"].append("slave.lower"), "rule", "rules[1]"),
    "rule of the goal": (lambda p: p["goal"].update(kind="avoid", rule="slave.lower"), "rule", "goal.rule"),
    "theme": (lambda p: p["themes"].append("luck"), "theme", "themes[1]"),
    "accept": (lambda p: p["accept"].append("jump"), "move", "accept[1]"),
    "line": (lambda p: p["wrong"][1]["line"].append("jump"), "move", "wrong[1].line[5]"),
    "view": (lambda p: p["position"].pop("seat"), "not-a-view", "position.seat"),
    "turn": (lambda p: p["position"].update(turn=1), "no-turn", "position.turn"),
    "large": (lambda p: p.update(wrong=p["wrong"] * 8), "large", "puzzle"),
}


@pytest.mark.parametrize("name", LOADED)
def test_a_planted_fault_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    change, rule, place = LOADED[name]
    path = write(tmp_path, GOOD, changed(change))
    assert loading(path) == [(2, place, f"puzzle.fault.{rule}")]


def test_a_position_that_cannot_be_is_told_by_its_place(tmp_path: Path) -> None:
    path = write(tmp_path, changed(lambda p: p["position"].update(hands=["3c 3d Kh", "x2", "x1", ""])))
    assert {(line, rule) for line, _, rule in loading(path)} == {(1, "position.unseen-count")}
    twice = changed(lambda p: p["position"].update(unseen="5s 9d Ac Kh"))
    assert (1, "position.hands[0]", "position.card-twice") in loading(write(tmp_path, twice))


def test_texts_are_looked_at(tmp_path: Path) -> None:
    document = changed(lambda p: p.update(title={"th": "Low", "en": "Low"}, why={"th": "ดู", "en": ":t[pile]"}))
    assert set(loading(write(tmp_path, document))) == {
        (1, "title.en", "text.same"),
        (1, "title.th", "text.thai"),
        (1, "why.en", "text.term"),
    }
    assert {f"text.{name}" for name in ("same", "thai", "term")} <= {rule.id for rule in TEXT_FAULTS.values()}


@pytest.mark.parametrize("text", ["{", "[]", "12", '{"id": "x"}', "[" * 100_000])
def test_what_is_no_puzzle_has_a_clear_message(tmp_path: Path, text: str) -> None:
    assert loading(write(tmp_path, text))[0][0] == 1


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    assert loading(tmp_path / "nothing.jsonl") == [(1, "puzzle", "puzzle.fault.file")]
    (tmp_path / "latin.jsonl").write_bytes('{"id": "é"}'.encode("latin-1"))
    assert loading(tmp_path / "latin.jsonl") == [(1, "puzzle", "puzzle.fault.json")]


def test_faults_of_all_lines_are_told_together(tmp_path: Path) -> None:
    path = write(tmp_path, changed(LOADED["theme"][0]), GOOD, "{", changed(LOADED["rule"][0]))
    assert [line for line, _, _ in loading(path)] == [1, 3, 4]


def test_an_id_that_two_puzzles_have(tmp_path: Path) -> None:
    folder = tmp_path / "slave"
    folder.mkdir()
    write(folder, GOOD, GOOD)
    with pytest.raises(PuzzleError) as caught:
        puzzles.load_all(tmp_path)
    assert told(caught.value.faults) == [(2, "id", "puzzle.fault.id-twice")]


def wider(document: dict[str, Any]) -> None:
    document["position"] |= {
        "hands": ["3c 3d Kh", "x7", "x7", ""],
        "unseen": "5s 9d Ac 2h 4c 4d 4h 6c 6d 6h 7c 7d 7h 8c",
    }


CHECKED: dict[str, tuple[Change, set[tuple[str, str]]]] = {
    "number of deals": (lambda p: p.update(worlds=7), {("worlds", "worlds")}),
    "grade": (lambda p: p.update(grade="open"), {("grade", "grade")}),
    "a wrong move accepted": (
        lambda p: p.update(accept=["play Kh"]),
        {("accept", "accept")},
    ),
    "a wrong move accepted besides": (lambda p: p["accept"].append("play Kh"), {("accept", "accept")}),
    "a wrong move that nothing refutes": (lambda p: p["wrong"].pop(), {("wrong", "unrefuted")}),
    "a member of a class left out": (lambda p: p["wrong"][0]["moves"].pop(), {("wrong", "unrefuted")}),
    "a right move refuted": (
        lambda p: p["wrong"][1]["moves"].insert(0, "play 3c 3d"),
        {("wrong[1].moves", "not-wrong")},
    ),
    "moves that are not alike": (
        lambda p: p["wrong"].__setitem__(
            slice(None),
            [p["wrong"][1] | {"moves": ["play Kh", "play 3c", "play 3d"]}],
        ),
        {("wrong[0].moves", "alike"), ("wrong[0].line[4]", "line"), ("wrong[0].line[2]", "line")},
    ),
    "nothing that tempts": (lambda p: p.update(tempting="play 3c 3d"), {("tempting", "tempting")}),
    "a deal with a card too many": (
        lambda p: p["wrong"][1]["deal"].update({"hand.1": "2h 5s 9d"}),
        {("wrong[1].deal", "deal")},
    ),
    "a deal without a hand": (lambda p: p["wrong"][1]["deal"].pop("hand.2"), {("wrong[1].deal", "deal")}),
    "a deal with a card twice": (
        lambda p: p["wrong"][1]["deal"].update({"hand.1": "9d 5s"}),
        {("wrong[1].deal", "deal")},
    ),
    "a deal with no card": (lambda p: p["wrong"][1]["deal"].update({"hand.1": "1x 5s"}), {("wrong[1].deal", "deal")}),
    "a line that begins otherwise": (
        lambda p: p["wrong"][1]["line"].__setitem__(0, "play 3c"),
        {("wrong[1].line[0]", "line")},
    ),
    "a line that cannot be played": (
        lambda p: p["wrong"][1]["line"].__setitem__(1, "play 2c"),
        {("wrong[1].line[1]", "line")},
    ),
    "a line that stops before the end": (lambda p: p["wrong"][1]["line"].pop(), {("wrong[1].line", "line")}),
    "a line that goes on after the end": (
        lambda p: p["wrong"][1]["line"].append("pass"),
        {("wrong[1].line[5]", "line")},
    ),
    "a line in which the others blunder": (
        lambda p: p["wrong"][1].update(
            line=["play Kh", "pass", "pass", "play 3c", "play 5s", "pass", "pass", "play 2h"]
        ),
        {("wrong[1].line[1]", "weak-line"), ("wrong[1].line[2]", "weak-line"), ("wrong[1].line[6]", "line")},
    ),
    "too many deals": (wider, {("position", "too-large")}),
}


@pytest.mark.parametrize("name", CHECKED)
def test_a_claim_that_is_not_so_is_found(tmp_path: Path, name: str) -> None:
    change, wanted = CHECKED[name]
    (puzzle,) = load(write(tmp_path, changed(change)))
    found = {(place, rule.removeprefix("puzzle.fault.")) for line, place, rule in told(check(puzzle)) if line == 1}
    assert found
    assert found <= wanted if len(wanted) > 1 else found == wanted


def small(document: dict[str, Any], **position: Any) -> Puzzle:
    document = copy.deepcopy(document)
    document["position"] |= position
    return Puzzle.model_validate(document)


def test_two_classes_that_win_are_no_puzzle() -> None:
    """With the kings held and only low cards out, any king and the threes win."""
    puzzle = small(GOOD, hands=["3c 3d 2s", "x1", "x1", ""], unseen="5s 9d")
    assert {fault.reason.rule.id for fault in check(puzzle)} >= {"puzzle.fault.classes", "puzzle.fault.accept"}


def test_too_few_choices_are_no_puzzle() -> None:
    puzzle = small(GOOD, hands=["3c Kh", "x2", "x2", ""])
    assert "puzzle.fault.choices" in {fault.reason.rule.id for fault in check(puzzle)}


def test_a_line_that_the_learner_could_still_win_refutes_nothing() -> None:
    document = copy.deepcopy(GOOD)
    document["wrong"][1]["deal"] = {"hand.1": "5s 9d", "hand.2": "Ac 2h"}
    found = {(fault.place, fault.reason.rule.id) for fault in check(Puzzle.model_validate(document))}
    assert ("wrong[1].line[1]", "puzzle.fault.line") in found


# The search


def tiny(rng: Random) -> View | None:
    """A position of three or two seats with few cards."""
    pack = list(Cards.PACK)
    rng.shuffle(pack)
    sizes = [rng.randint(1, 3), rng.randint(1, 2), rng.randint(0, 2)]
    mine, unseen = pack[: sizes[0]], pack[sizes[0] : sum(sizes)]
    hands = [" ".join(map(str, mine)), *(f"x{size}" if size else "" for size in sizes[1:]), ""]
    document: dict[str, Any] = {
        "game": "slave",
        "rules": "king",
        "seat": 0,
        "turn": 0,
        "hands": hands,
        "out": [3] if sizes[2] else [3, 2],
        "unseen": " ".join(map(str, unseen)),
        "direction": rng.choice((1, -1)),
    }
    if rng.random() < 0.6:
        document["pile"] = [{"seat": 1, "cards": str(pack[-1])}]
    return games.find("slave").look(document)


def positions(count: int) -> Iterator[tuple[Puzzle, View]]:
    rng = Random(20)
    for _ in range(count):
        view = tiny(rng)
        assert view is not None
        yield Puzzle.model_validate(GOOD | {"position": view.position().document()}), view


def test_the_search_agrees_with_the_plain_solver() -> None:
    won = 0
    for puzzle, view in positions(150):
        search = Search(puzzle.goal, 0)
        belief = list(worlds(view))
        for move in view.legal_moves():
            assert search.wins_by(belief, move) == plain.safe(puzzle, move), (view, move)
            won += search.wins_by(belief, move)
            for world in belief:
                assert search.wins_by([world], move) is not plain.beaten(puzzle, world, move), (view, move)
    assert won > 50


def test_a_refutation_ends_with_the_goal_missed() -> None:
    refuted = 0
    for puzzle, view in positions(60):
        search = Search(puzzle.goal, 0)
        for world in worlds(view):
            for move in view.legal_moves():
                line = search.refutation(world, move)
                assert (line is None) is search.wins_by([world], move)
                if line is not None:
                    refuted += 1
                    states = [world]
                    for played in line:
                        states.append(states[-1].play(played))
                    reached = [puzzle.goal.reached(a, b, 0) for a, b in pairwise(states)]
                    assert reached == [None] * (len(line) - 1) + [False]
    assert refuted > 50


def test_a_place_is_reached_when_the_deal_ends() -> None:
    view = games.find("slave").look(
        GOOD["position"] | {"hands": ["3c 2s", "x1", "", ""], "out": [3, 2], "unseen": "9d"}
    )
    third, second = (Search(Goal(kind="place", place=place), 0) for place in (3, 2))
    read = view.game.read_move
    belief = list(worlds(view))
    assert third.wins_by(belief, read("play 2s"))
    assert not third.wins_by(belief, read("play 3c"))
    assert not second.wins_by(belief, read("play 2s"))


KNOCK: dict[str, Any] = {
    "game": "dummy",
    "rules": "full",
    "seat": 0,
    "turn": 0,
    "phase": "lay",
    "hands": ["6c 6d 6h 6s 9s Ts Js Qs", "x7", "x7", "x7"],
    "row": [{"card": "3d"}, {"card": "8h", "seat": 1}],
    "got": {"from": "stock", "cards": "6d"},
}


def of_dummy(goal: dict[str, Any], **position: Any) -> Puzzle:
    return Puzzle.model_validate(
        GOOD
        | {"position": KNOCK | position, "goal": goal, "accept": ["knock Qs"], "wrong": [], "grade": "rule"}
        | {"tempting": "discard 9s"}
    )


def reaches(puzzle: Puzzle) -> list[str]:
    search, belief = Search(puzzle.goal, puzzle.view.seat), deals(puzzle.goal, puzzle.view)
    return [str(move) for move in puzzle.view.legal_moves() if search.wins_by(belief, move)]


def test_to_end_the_deal_now_is_any_move_that_ends_it_or_only_one_with_the_points() -> None:
    any_knock = ["knock 6c", "knock 6d", "knock 6h", "knock 6s", "knock 9s", "knock Qs"]
    assert reaches(of_dummy({"kind": "ends-now"})) == any_knock
    assert reaches(of_dummy({"kind": "ends-now", "points": 290})) == ["knock Qs"]
    assert reaches(of_dummy({"kind": "ends-now", "points": 291})) == []


def test_what_falls_short_is_told_with_its_points() -> None:
    puzzle = of_dummy({"kind": "ends-now", "points": 290})
    wrong = answer(puzzle, puzzle.game.read_move("knock 9s"))
    assert [reason.rule.id for reason in wrong.reasons] == ["puzzle.refuted", "puzzle.points"]
    assert wrong.reasons[1].params["count"] == 280
    assert [reason.rule.id for reason in answer(puzzle, puzzle.game.read_move("discard 9s")).reasons] == [
        "puzzle.refuted"
    ]


FINED: dict[str, Any] = {
    "hands": ["3s 6h Qd Kh", "x7", "x6", "x5"],
    "row": [{"card": "9d"}, {"card": "3c", "seat": 1}, {"card": "3d", "seat": 2}],
    "melds": [{"seat": 2, "cards": "7h 8h 9h"}],
    "born": [2],
    "got": {"from": "stock", "cards": "3s"},
}


def test_to_avoid_every_fine_or_one_by_its_rule() -> None:
    assert reaches(of_dummy({"kind": "avoid"}, **FINED)) == ["discard Qd", "discard Kh"]
    without_full = reaches(of_dummy({"kind": "avoid", "rule": "dummy.fine-full"}, **FINED))
    assert without_full == ["discard 6h", "discard Qd", "discard Kh"]


def test_a_fine_that_waits_for_what_others_take_counts_until_the_turn_is_back() -> None:
    position = {
        "hands": ["Js Ks 4h", "4d x1"],
        "row": [{"card": "3c"}, {"card": "Qs", "seat": 1}],
        "melds": [{"seat": 1, "cards": "Ac Ad As"}],
        "born": [0, 1],
        "got": {"from": "stock", "cards": "4h"},
    }
    assert reaches(of_dummy({"kind": "avoid", "until": "round"}, **position)) == ["discard 4h", "discard Ks"]
    assert len(reaches(of_dummy({"kind": "avoid"}, **position))) == 3


def test_no_rule_of_the_others_is_avoided_by_chance() -> None:
    """Being the fool is a line of the bill that the others' knock brings."""
    fool = {"kind": "avoid", "until": "round", "rule": "dummy.fool"}
    position = {
        "hands": ["9c Kh", "8c Tc x1"],
        "row": [{"card": "3c"}],
        "melds": [{"seat": 1, "cards": "2d 3d 4d 5d 6d"}],
        "born": [0, 1],
        "got": {"from": "stock", "cards": "Kh"},
    }
    assert reaches(of_dummy(fool, **position)) == ["discard Kh"]


def test_a_near_goal_tells_deals_apart_only_by_what_may_come_up() -> None:
    knock = of_dummy({"kind": "ends-now"})
    assert len(deals(knock.goal, knock.view)) == 1
    draw = of_dummy({"kind": "ends-now"}, hands=["4c 5c", "x7"], phase="begin", got=None)
    unseen = len(draw.view.unseen().cards)
    assert len(deals(draw.goal, draw.view)) == unseen
    more: dict[str, Any] = {"got": {"from": "stock", "cards": "Kh"}, "melds": [{"seat": 1, "cards": "9d Td Jd Qd Kd"}]}
    others = of_dummy({"kind": "avoid", "until": "round"}, hands=["4c 5c Kh", "x1"], **more)
    unseen = len(others.view.unseen().cards)
    assert len(deals(others.goal, others.view)) == unseen * (unseen - 1)
    wide = of_dummy({"kind": "avoid", "until": "round"}, hands=["4c 5c Kh", "x2"], **more)
    with pytest.raises(TooLarge):
        deals(wide.goal, wide.view)


def test_a_stock_is_laid_from_its_top_as_far_as_it_is_named() -> None:
    held = {"from": "stock", "cards": "Kh"}
    puzzle = of_dummy({"kind": "avoid", "until": "round"}, hands=["4c 5c Kh", "x1"], got=held)
    refuted = Refuted(moves=("discard Kh",), deal={"hand.1": "9c", "stock": "Ad 2c"}, line=("discard Kh",))
    state = puzzle.deal(refuted)
    stock = state.position().document()["stock"].split()
    assert stock[:2] == ["Ad", "2c"]
    assert stock[2:] == sorted(stock[2:], key=list(map(str, Cards.PACK)).index)
    with pytest.raises(ValueError, match=r"hand\.1"):
        puzzle.deal(refuted.model_copy(update={"deal": {"hand.1": "4c"}}))


def test_a_goal_of_this_turn_is_graded_by_rule() -> None:
    puzzle = of_dummy({"kind": "ends-now"})
    wrong = puzzle.model_copy(update={"grade": "safe", "worlds": 1})
    assert "puzzle.fault.grade" in {fault.reason.rule.id for fault in check(wrong)}
    assert "puzzle.fault.grade" not in {fault.reason.rule.id for fault in check(puzzle)}


def test_a_search_that_is_too_large_says_so() -> None:
    puzzle = Puzzle.model_validate(GOOD)
    search = Search(puzzle.goal, 0, most=1)
    with pytest.raises(TooLarge, match="more than 1"):
        search.wins_by(list(worlds(puzzle.view)), puzzle.game.read_move("play 3c"))


def test_every_fault_there_is_has_been_planted() -> None:
    planted = {rule for _, rule, _ in LOADED.values()}
    planted |= {rule for _, wanted in CHECKED.values() for _, rule in wanted}
    planted |= {"file", "json", "id-twice", "classes", "choices"}
    assert set(FAULTS) == planted


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_stand_there_is_named(tmp_path: Path, language: str) -> None:
    for name, known in {
        "grade": "open, safe",
        "goal": "next-out, place, ends-now, avoid",
        "too hard": "3000",
        "too easy": "400",
    }.items():
        with pytest.raises(PuzzleError) as caught:
            load(write(tmp_path, changed(LOADED[name][0])))
        (fault,) = caught.value.faults
        assert known in say(fault.reason, language)
