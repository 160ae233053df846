"""The score pad as data: every entry has its words, and all is told in one language."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.scene.reading import LETTERS, MESSAGE_ID, words
from tutor import games
from tutor.i18n import LANGUAGES
from tutor.scene.pad import NOBODY, PadScene, pad_scene
from tutor.session.pad import (
    Choose,
    Correct,
    Count,
    Delete,
    Edit,
    Enter,
    Put,
    Quick,
    ScorePad,
    Write,
    act,
    begin,
)

DUMMY = games.find("dummy")
NAMES = ("นก", "บอย", "แนน")
NO_WORDS = (".value", ".place", ".at", ".rule", ".rows.brushes.place", ".picker.marked")
KNOCK: list[Edit] = [
    Choose("knocker", 1), Put("Kd", "closing"), Write("laid[1]", "7s 8s 9s"), Write("hands[0]", "Ah"),
    Write("hands[2]", "9d 9c"),
]  # fmt: skip
MOMENTS: dict[str, list[Edit]] = {
    "empty": [],
    "ready": [*KNOCK, Put("8s", "head"), Count("fines[2]", "dummy.fine-full", 1), Choose("fool", 0)],
    "whole": [
        *KNOCK, Write("laid[1]", "5s 6s 7s 8s 9s Ts Js Qs Ks"), Write("hands[0]", "Ah Ad Ac Kh Kc Qh Qd Qc Jh"),
        Write("hands[2]", "9d 9c 9h 8d 8c 8h 7d 7c 7h"),
    ],
    "missing": KNOCK[:2],
    "wrong": [
        *KNOCK, Write("hands[1]", "5c"), Choose("fool", 2), Choose("dark", [0]), Write("laid[2]", "9h"),
        Put("Ah", "head"), Write("hands[2]", "zz"),
    ],
    "stock": [Choose("knocker", None), Write("hands[0]", "5c")],
    "quick": [Quick(True), Choose("points[0]", "120"), Choose("points[1]", "many"), Choose("fool", 1)],
    "entered": [
        *KNOCK, Choose("fool", 0), Enter(1),
        Quick(True), *(Choose(f"points[{seat}]", seat) for seat in range(3)), Enter(2),
    ],
    "correcting": [*KNOCK, Enter(1), *KNOCK, Correct(1), Choose("knocker", 0)],
    "deleted": [*KNOCK, Enter(1), Delete(1, 1)],
    "over": [Quick(True), *(Choose(f"points[{seat}]", 500 * seat) for seat in range(3)), Enter(1)],
}  # fmt: skip


def match(name: str, rules: Any = "full") -> ScorePad:
    session = begin(DUMMY, DUMMY.read_rules(rules), NAMES)
    for edit in MOMENTS[name]:
        session = act(session, edit)
    return session


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOMENTS)
def test_scene_keeps_its_contract_and_its_language(name: str, language: str) -> None:
    scene = pad_scene(match(name), language)
    PadScene.model_validate_json(json.dumps(scene))
    for path, text in words(scene):
        if path.endswith(NO_WORDS) or path == ".labels.card":
            continue
        assert not MESSAGE_ID.search(text), f"{path}: {text}"
        if language == "th":
            found = LETTERS.findall(text.replace("{place}", "").replace("Space", ""))
            assert not found or "zz" in text or "many" in text or "typed" in path, f"{path}: {text}"


def editor(name: str, rules: Any = "full", language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = pad_scene(match(name, rules), language)["editor"]
    return found


def control(scene: dict[str, Any], id: str) -> dict[str, Any]:
    return next(one for one in scene["controls"] if one["id"] == id)


def on(scene: dict[str, Any], id: str) -> list[str]:
    return [option["id"] for option in control(scene, id)["options"] if option["on"]]


def test_pack_says_where_each_card_lies() -> None:
    scene = editor("ready")
    lies = {card["id"]: card["at"] for card in scene["picker"] if card["at"]}
    assert lies == {"Kd": "closing", "7s": "laid[1]", "8s": "laid[1]", "9s": "laid[1]", "Ah": "hands[0]"} | {
        "9d": "hands[2]",
        "9c": "hands[2]",
    }
    assert [card["id"] for card in scene["picker"] if card["marked"]] == ["8s"]
    assert len({(card["row"], card["column"]) for card in scene["picker"]}) == 52


def test_points_of_each_show_while_cards_are_put_down() -> None:
    assert [row["total"] for row in editor("ready")["rows"][:3]] == ["−80", "+110", "−70"]
    assert [row["total"] for row in editor("missing")["rows"][:3]] == ["0", "+50", "0"]


def test_who_is_dark_follows_from_the_cards() -> None:
    assert on(editor("ready"), "dark") == ["0", "2"]
    assert on(editor("ready"), "fool") == ["0"]
    assert on(editor("missing"), "fool") == [NOBODY]


def test_what_is_missing_is_told_apart_from_what_cannot_be() -> None:
    tones = {name: editor(name)["tone"] for name in ("empty", "missing", "wrong", "ready", "whole")}
    assert tones == {"empty": "open", "missing": "open", "wrong": "wrong", "ready": "doubt", "whole": "ready"}
    told = [trouble["text"] for trouble in editor("missing")["troubles"]]
    assert told == ["นก’s cards left in hand.", "The cards that บอย laid.", "แนน’s cards left in hand."]


def test_every_wrong_entry_is_said_once_and_names_its_rule() -> None:
    troubles = editor("wrong")["troubles"]
    texts = [trouble["text"] for trouble in troubles]
    assert len(set(texts)) == len(texts)
    linked = {link["href"] for trouble in troubles for link in trouble["links"]}
    assert linked >= {f"/rules?rule=dummy.{rule}" for rule in ("knock-one-card", "fool", "head")}


def test_forgotten_card_is_asked_for_once_all_is_there() -> None:
    assert editor("missing")["doubts"] == []
    asked = [doubt["text"] for doubt in editor("ready")["doubts"]]
    assert asked[0] == "นก shows 1 of the 9 cards that were dealt. Is one forgotten?"


def test_bill_names_the_rule_of_each_line() -> None:
    bill = editor("ready")["bill"]["bill"]
    hrefs = [line["href"] for line in bill["rows"][1]["lines"]]
    assert hrefs == [f"/rules?rule=dummy.{rule}" for rule in ("table-plus", "head", "closing-50")]


def test_only_what_the_rules_have_is_asked() -> None:
    plain = editor("empty", "basic")
    assert [one["id"] for one in plain["controls"]] == ["knocker", "dark", "fool"]
    assert [brush["place"] for brush in plain["rows"][-1]["brushes"]] == ["closing"]
    assert [one["id"] for one in editor("stock", "basic")["controls"]] == ["knocker"]


def test_points_only_are_marked_as_such() -> None:
    scene = pad_scene(match("entered"), "en")
    assert [deal["note"] for deal in scene["deals"]] == ["", "points only"]
    assert scene["deals"][1]["bill"]["bill"] is None


def test_next_deal_names_its_dealer_and_its_way() -> None:
    assert pad_scene(match("entered"), "en")["next"] == "บอย deals · counterclockwise"
    assert [column["facts"] for column in pad_scene(match("entered"), "en")["columns"]] == [[], ["deals"], []]


def test_won_match_asks_for_no_further_deal() -> None:
    scene = pad_scene(match("over"), "en")
    assert (scene["editor"], scene["next"]) == (None, "")
    assert scene["over"] == "แนน has won the match."
    assert scene["columns"][2]["facts"] == ["has won"]


def test_correction_is_shown_as_it_will_count() -> None:
    scene = pad_scene(match("correcting"), "en")
    assert scene["editor"]["title"] == "Correcting deal 1"
    assert scene["editor"]["cancel"]
    assert pad_scene(match("deleted"), "en")["gone"] == "Deal 1 was deleted."
