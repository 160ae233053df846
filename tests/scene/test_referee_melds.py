"""The referee's page at a table with a row and melds, in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.scene.reading import LETTERS, MESSAGE_ID, words
from tests.scene.test_referee import KEPT, NO_WORDS, controls
from tutor import games
from tutor.core import link
from tutor.i18n import LANGUAGES
from tutor.scene.referee import RefereeScene, referee_scene
from tutor.session import referee
from tutor.session.referee import HAND, TRY, Add, Choose, Edit, Put, Referee, Say, Write, act

DUMMY = games.find("dummy")
ROW = [Put(card, "row") for card in ("9h", "4c", "7d")]
TURN = [Choose("phase", "lay"), Choose("born", ["0"])]
MELDS = [Write("melds[0].cards", "Tc Td Th"), Write("melds[1].cards", "7s 8s 9s")]
KNOCK = [Write(HAND, "6s Ah Ad As"), Write(TRY, "Kd"), Say("knock")]
MOMENTS: dict[str, list[Edit]] = {
    "empty": [],
    "taking": [*ROW, Put("7d", TRY), Put("7h", TRY), Put("7s", TRY)],
    "refused": [*ROW, Put("7d", TRY), Put("8h", TRY), Put("7s", TRY)],
    "laying off": [
        *TURN, *MELDS, Put("Ts", "melds[1].cards"), Put("Ts", "melds[1].laid.0"), Say("layoff"), Put("6s", TRY)
    ],
    "depends": [*TURN, *MELDS, Say("knock"), Put("Kd", TRY)],
    "knock": [*TURN, *MELDS, *KNOCK],
    "bill": [
        *TURN, *MELDS, *KNOCK, Write("hands[1]", "2c 3c"), Write("hands[2]", "Qs"),
        Choose("hands[1].count", 2), Choose("hands[2].count", 1),
    ],
    "fines": [*ROW, Add("fines"), Add("watch"), Put("7d", "watch[0].card"), Choose("watch[0].seat", 1)],
    "faults": [*ROW, *MELDS, Put("2c", "melds[0].cards"), Choose("stock", 60), Put("Kd", "head")],
}  # fmt: skip


def session_of(name: str) -> Referee:
    session = referee.begin(DUMMY, "full", 3)
    for edit in MOMENTS[name]:
        session = act(session, edit)
    return session


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOMENTS)
def test_scene_keeps_its_contract_and_its_language(name: str, language: str) -> None:
    scene = referee_scene(session_of(name), language)
    RefereeScene.model_validate_json(json.dumps(scene))
    for path, text in words(scene):
        if path.startswith(".answer") or not path.endswith((*NO_WORDS, ".goal", ".also")):
            assert not MESSAGE_ID.search(text), (path, text)
            assert language == "en" or not LETTERS.search(KEPT.sub("", text)), (path, text)


@pytest.mark.parametrize(
    ("name", "tone"),
    {
        "empty": "told", "taking": "right", "refused": "wrong", "depends": "soft", "faults": "soft", "bill": "right"
    }.items(),
)  # fmt: skip
def test_answer_has_the_tone_of_the_ruling(name: str, tone: str) -> None:
    assert referee_scene(session_of(name), "th")["answer"]["tone"] == tone


def test_meld_that_is_meant_is_among_those_there_are() -> None:
    scene = referee_scene(session_of("laying off"), "en")
    assert [goal["label"] for goal in scene["goals"]] == ["Meld 1: 10♣ 10♦ 10♥", "Meld 2: 7♠ 8♠ 9♠ 10♠"]
    assert scene["goal"] == "meld.2"


def test_card_that_is_marked_in_the_row_is_shown_with_what_is_tried() -> None:
    scene = referee_scene(session_of("taking"), "en")
    tried = next(place for place in scene["places"] if place["id"] == TRY)
    assert tried["also"] == ["7d"]
    assert {card["id"] for card in scene["picker"] if card["marks"]} == {"9h", "4c", "7d"}
    assert next(place for place in scene["places"] if place["id"] == "row")["ordered"]


def test_moves_say_what_is_done_with_their_cards() -> None:
    scene = referee_scene(act(session_of("knock"), Write(TRY, "")), "en")
    assert "Knock" in scene["moves"]["heads"]
    assert "Discard" in scene["moves"]["heads"]


def test_bill_has_every_line_with_its_rule() -> None:
    bill: dict[str, Any] = referee_scene(session_of("bill"), "en")["answer"]["bill"]
    assert [(row["name"], row["total"], row["score"]) for row in bill["rows"]] == [
        ("You", "+100", "100"), ("Left neighbour", "−95", "−95"), ("Right neighbour", "−70", "−70")
    ]  # fmt: skip
    assert bill["rows"][0]["lines"][0]["href"] == "/rules?rule=dummy.table-plus"


def test_rules_that_are_not_in_force_are_no_fines() -> None:
    session = act(session_of("fines"), referee.Lay({"preset": "full", "fine_speto": False}))
    offered = dict(controls(referee_scene(session, "en")))["watch[0].rule"]["options"]
    assert [option["id"] for option in offered] == ["dummy.fine-head"]


@pytest.mark.parametrize("name", MOMENTS)
def test_address_opens_the_same_table_again(name: str) -> None:
    session = session_of(name)
    again = referee.load(link.read(link.write(referee.written(session))), session.text or "", more=session.more)
    assert referee.ruling(again).allowed == referee.ruling(session).allowed
    assert again.text == session.text
