"""The referee's page as data: every field has its words, every answer is told in one language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.golden.test_goldens import GOLDENS
from tests.scene.reading import LETTERS, MESSAGE_ID, words
from tutor import games, lessons, puzzles
from tutor.core import Game, link
from tutor.i18n import LANGUAGES
from tutor.scene.hrefs import referee_href
from tutor.scene.referee import OWN, RefereeScene, referee_scene
from tutor.session import referee
from tutor.session.referee import HAND, TRY, Add, Choose, Edit, Put, Referee, Say, Write, act

SLAVE = games.find("slave")
TOP = "pile[0].cards"
NO_WORDS = (".link", ".value", ".text", ".at", ".verb")
KEPT = re.compile(r"[2-9TJQKA][cdhs]|\{[a-z]+\}|9x|KING")
"""Letters that stand in Thai words too: cards as they are typed, what the browser fills in, the name of a ruleset."""
TITLES = ["slave", "king", "queen", "vice-slave"]
MOMENTS: dict[str, list[Edit]] = {
    "empty": [],
    "allowed": [Write(TOP, "7c 7d"), Write(TRY, "9h 9s")],
    "refused": [Write(TOP, "7c 7d"), Write(TRY, "5h 5s"), Write(HAND, "Jc Jd 2h")],
    "passing": [Write(TOP, "7c"), Choose("passed", ["1", "2"]), Choose("pile[0].seat", "3"), Say("pass")],
    "depends": [
        Choose("phase", "tribute"), *(Choose(f"titles[{at}]", one) for at, one in enumerate(TITLES)), Put("Kh", TRY)
    ],
    "faults": [Write(TOP, "7c 8d"), Write(HAND, "9x"), Choose("turn", "3"), Choose("out", ["1"]), Add("exchanged")],
    "too-many": [Choose("hands[1]", 40), Choose("hands[2]", 40)],
    "out": [Write(TOP, "7c"), Write(TRY, "9h"), Choose("more", False)],
    "over": [
        *(Choose(f"hands[{seat}]", 0) for seat in (1, 2)), Choose("out", ["1", "2"]),
        Write(TRY, "9h"), Choose("more", False),
    ],
}  # fmt: skip


def session_of(name: str) -> Referee:
    session = referee.begin(SLAVE, "king")
    for edit in MOMENTS[name]:
        session = act(session, edit)
    return session


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOMENTS)
def test_scene_keeps_its_contract_and_its_language(name: str, language: str, caplog: pytest.LogCaptureFixture) -> None:
    scene = referee_scene(session_of(name), language, own=SLAVE.read_rules({"preset": "classic", "verse": True}))
    RefereeScene.model_validate_json(json.dumps(scene))
    assert caplog.messages == []
    for path, text in words(scene):
        if path.startswith(".answer") or not path.endswith(NO_WORDS):
            assert not MESSAGE_ID.search(text), (path, text)
            spoken = KEPT.sub("", text)
            assert language == "en" or not LETTERS.search(spoken), (path, text)


@pytest.mark.parametrize(
    ("name", "tone"),
    {
        "empty": "told",
        "allowed": "right",
        "refused": "wrong",
        "depends": "soft",
        "faults": "soft",
        "over": "right",
    }.items(),
)
def test_answer_has_the_tone_of_the_ruling(name: str, tone: str) -> None:
    assert referee_scene(session_of(name), "en")["answer"]["tone"] == tone


def test_refusal_links_to_its_rule_and_offers_what_is_nearest() -> None:
    answer = referee_scene(session_of("refused"), "en")["answer"]
    assert answer["links"][0]["href"] == "/rules?rule=slave.higher"
    assert answer["nearest"]["cards"] == ["Jc", "Jd"]


def test_permission_links_to_the_rule_by_which_it_is_given() -> None:
    answer = referee_scene(session_of("allowed"), "en")["answer"]
    assert answer["links"][0]["href"] == "/rules?rule=slave.higher"


def test_end_of_a_deal_tells_who_is_what_next() -> None:
    text = referee_scene(session_of("over"), "en")["answer"]["text"]
    assert "1st Left neighbour" in text
    assert "King: Left neighbour" in text
    assert "Slave: Right neighbour" in text


def test_every_fault_stands_beside_a_field() -> None:
    for name in ("faults", "too-many"):
        session = session_of(name)
        scene = referee_scene(session, "en")
        beside = [control["fault"] for _, control in controls(scene)] + [group["fault"] for group in scene["whole"]]
        told = " ".join(beside)
        assert referee.ruling(session).faults
        for sentence in scene["answer"]["text"].split(". "):
            assert sentence.rstrip(".") in told


def controls(scene: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    found = [(control["id"], control) for control in scene["table"] + scene["places"]]
    for group in scene["whole"]:
        for control in [*group["controls"], *(each for row in group["rows"] for each in row["controls"])]:
            found.append((control["id"], control))
    return found


def test_own_rules_are_offered_where_no_preset_is_the_same() -> None:
    own = SLAVE.read_rules({"preset": "classic", "verse": True})
    scene = referee_scene(referee.begin(SLAVE, own), "en", own=own)
    rules = next(control for id, control in controls(scene) if id == "rules")
    assert rules["value"] == OWN
    assert [option["id"] for option in rules["options"]] == [OWN, *SLAVE.presets]
    rules = next(control for id, control in controls(referee_scene(referee.begin(SLAVE, own), "en")) if id == "rules")
    assert rules["value"] not in (OWN, *SLAVE.presets)


def test_picker_has_the_pack_as_the_game_counts() -> None:
    picker = referee_scene(session_of("allowed"), "en")["picker"]
    assert len({(card["row"], card["column"]) for card in picker}) == len({card["id"] for card in picker}) == 52
    assert [card["id"] for card in picker[:13]] == [f"{rank}s" for rank in "3456789TJQKA2"]
    assert {card["id"]: card["at"] for card in picker if card["at"]} == {"7c": TOP, "7d": TOP, "9h": TRY, "9s": TRY}


# Links


def test_address_of_a_scene_opens_the_same_scene() -> None:
    for name in ("allowed", "refused", "passing", "over"):
        session = session_of(name)
        scene = referee_scene(session, "en")
        query = {key: values[0] for key, values in parse_qs(urlsplit(scene["link"]).query).items()}
        again = referee.load(link.read(query["position"]), query.get("try", ""), more=query.get("more") == "1")
        opened = referee_scene(again, "en")
        assert (opened["answer"], opened["moves"], opened["link"]) == (scene["answer"], scene["moves"], scene["link"])


def test_every_table_of_lessons_and_puzzles_opens_in_the_referee() -> None:
    views = [puzzle.view for puzzle in puzzles.every()]
    for lesson in lessons.every():
        for at in range(len(lesson.steps)):
            view = lessons.begin(lesson, at).view
            views += [] if view is None else [view]
    assert views
    for view in views:
        address = referee_href(view.position())
        text = parse_qs(urlsplit(address).query)["position"][0]
        found = referee.ruling(referee.load(link.read(text)))
        assert found.view is not None
        assert (found.view.hand, found.view.turn, found.view.counts) == (view.hand, view.turn, view.counts)
        assert found.legal == view.legal_moves()


def test_position_too_long_for_an_address_leaves_the_address_bare() -> None:
    assert (
        referee_href({"game": "slave", "hands": [f"{at} ".join("abcdefghijklmnop") * at for at in range(300)]})
        == "/referee"
    )


# Every game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_every_field_of_every_game_has_words(game: Game, language: str, caplog: pytest.LogCaptureFixture) -> None:
    for rules in game.presets:
        session = referee.begin(game, rules)
        for field in referee.fields(game):
            if field.kind == "rows":
                session = act(session, Add(field.name))
        RefereeScene.model_validate(referee_scene(session, language))
    assert caplog.messages == []


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_what_a_game_asks_first_are_fields_of_its_positions(game: Game) -> None:
    known = {field.name for field in referee.fields(game)}
    assert {name.removesuffix("[]") for name in game.Position.asked} <= known
    session = referee.begin(game)
    for language in LANGUAGES:
        scene = referee_scene(session, language)
        assert all(control["label"] for control in scene["table"] + scene["places"])


# Whatever a link holds

SEAT = st.integers(-1, 5)
SOME = st.sampled_from(["", "9h 9s", "x3", "9h x2", "??", "7c", "เก้า"])
ROWS = st.lists(st.fixed_dictionaries({"seat": SEAT, "cards": SOME}), max_size=3)
GIFTS = st.lists(st.fixed_dictionaries({"from": SEAT, "to": SEAT, "cards": SOME}), max_size=2)
FIELDS: dict[str, Any] = {
    "rules": st.sampled_from(["king", "classic", "none such", {"preset": "king", "topple": 3}, {"verse": True}]),
    "turn": SEAT | st.none(), "seat": SEAT, "played": SOME, "unseen": SOME, "deal": st.integers(-2, 4),
    "direction": st.sampled_from([1, -1, 0]), "phase": st.sampled_from(["tribute", "return", "trade", "play"]),
    "titles": st.lists(st.sampled_from(["king", "queen", "people", "vice-slave", "slave"]), max_size=5),
    "pile": ROWS, "passed": st.lists(SEAT, max_size=4), "out": st.lists(SEAT, max_size=4), "toppled": SEAT | st.none(),
    "aside": SOME, "inverted": st.booleans(), "exchanged": GIFTS,
    "offers": st.lists(SOME | st.just("declined"), max_size=4),
    "queen_deals": st.integers(-1, 3), "cannot": st.just({"1": "9h"}), "history": st.just(["1 play 9h", "??"]),
}  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(
    hands=st.lists(SOME, min_size=2, max_size=6), fields=st.fixed_dictionaries({}, optional=FIELDS), tried=SOME
)  # fmt: skip
def test_position_of_a_link_is_drawn_or_its_faults_are_told(hands: list[str], fields: Any, tried: str) -> None:
    session = referee.load({"game": "slave", "hands": hands, "turn": 0, **fields}, tried)
    for edit in (Put("9h", TRY), Choose("passed", ["1"])):
        RefereeScene.model_validate(referee_scene(session, "th"))
        session = act(session, edit)
    assert referee.world(session, Random(1)) is None or referee.ruling(session).view is not None


@pytest.mark.parametrize(
    "wrong",
    [{"pile": [None]}, {"pile": "7c"}, {"turn": "0"}, {"titles": [1]}, {"x": 1}, {"rules": 3}, {"hands": [3, 4]}],
)
def test_link_of_another_shape_is_no_position(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no position"):
        referee.load({"game": "slave", "hands": ["9h", "x3", "x3", "x3"], "turn": 0, **wrong})


MESSY = ("x", "x7", "zz", "9d Ac", "full", "none", "")
"""What a link may hold where cards should stand."""


def messy(whole: Any, text: str) -> Iterator[Any]:
    """The document with one text of it replaced, each in turn."""
    for key in whole if isinstance(whole, dict) else range(len(whole)):
        inner = whole[key]
        if isinstance(inner, dict | list):
            changed = messy(inner, text)
        else:
            changed = iter([text] if isinstance(inner, str) else [])
        for value in changed:
            again = whole.copy()
            again[key] = value
            yield again


@pytest.mark.parametrize("text", MESSY)
@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_link_with_any_text_in_place_of_another_is_drawn_and_opens_again(game: Game, text: str) -> None:
    """The fullest table of each game as the seat on turn sees it, every field written; and with nobody on turn."""
    found = [golden["position"] for *_, golden in GOLDENS if golden["position"]["game"] == game.id and "when" in golden]
    state = game.setup(max(found, key=lambda position: (len(position), len(json.dumps(position)))))
    whole = state.view(state.turn or 0).position().document()
    drawn = 0
    for document in (*messy(whole, text), whole | {"turn": None}):
        try:
            session = referee.load(document)
        except (games.UnknownGame, ValueError):
            continue  # no position at all
        drawn += 1
        scene = referee_scene(session, "en")
        RefereeScene.model_validate(scene)
        for position in parse_qs(urlsplit(scene["link"]).query).get("position", ()):
            referee.load(link.read(position))
    assert drawn
