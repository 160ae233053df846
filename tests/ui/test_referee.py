from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.ui.driving import Browser
from tutor import games, puzzles
from tutor.core import link
from tutor.i18n import tell
from tutor.learner import Store, StoreError
from tutor.scene.hrefs import referee_href
from tutor.ui.visit import store

TOP = "pile[0].cards"


def shown(tab: Browser) -> dict[str, Any]:
    data = tab.data("referee")
    assert data is not None, "there is no referee on this page"
    assert not tab.at.exception
    scene: dict[str, Any] = data["scene"]
    return scene


def edit(tab: Browser, *edits: tuple[str, str, object], first: int | None = None) -> dict[str, Any]:
    """Edits sent in one message, numbered on from the last that was heard."""
    first = shown(tab)["heard"] + 1 if first is None else first
    sent = [{"n": first + at, "do": do, "at": place, "value": value} for at, (do, place, value) in enumerate(edits)]
    tab.fire("referee", {"do": "edit", "edits": sent})
    return shown(tab)


def ask(tab: Browser) -> dict[str, Any]:
    return edit(tab, ("put", TOP, "7c"), ("put", TOP, "7d"), ("put", "try", "9h"), ("put", "try", "9s"))


def query(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def test_taps_are_answered(browser: Browser) -> None:
    browser.open("referee")
    assert ask(browser)["answer"]["tone"] == "right"
    assert edit(browser, ("write", "try", "5h 5s"))["answer"]["tone"] == "wrong"


def test_edits_sent_again_are_made_once(browser: Browser) -> None:
    browser.open("referee")
    scene = edit(browser, ("add", "pile", None), ("add", "pile", None))
    assert len(next(group for group in scene["whole"] if group["id"] == "pile")["rows"]) == 2
    again = edit(browser, ("add", "pile", None), ("add", "pile", None), ("add", "pile", None), first=1)
    assert len(next(group for group in again["whole"] if group["id"] == "pile")["rows"]) == 3


@pytest.mark.parametrize(
    "message",
    [
        None, "text", {}, {"edits": 3}, {"edits": [{"n": 1}]}, {"edits": [{"n": -1, "do": "clear"}]},
        {"edits": [{"n": 1, "do": "explode", "at": "", "value": None}]},
        {"edits": [{"n": 1, "do": "put", "at": "x" * 400, "value": "9h"}]},
        {"edits": [{"n": n, "do": "clear", "at": "", "value": None} for n in range(1, 100)]},
    ],
)  # fmt: skip
def test_message_that_no_page_of_ours_sends_changes_nothing(browser: Browser, message: object) -> None:
    browser.open("referee")
    before = ask(browser)
    browser.fire("referee", message)
    assert shown(browser)["answer"] == before["answer"]


def test_values_that_cannot_be_change_nothing(browser: Browser) -> None:
    browser.open("referee")
    before = ask(browser)
    wrong = [("put", "nowhere", "9h"), ("put", "try", "??"), ("choose", "turn", "77"), ("choose", "rules", "none such")]
    wrong += [
        ("choose", "seats", "99"),
        ("choose", "game", "old maid"),
        ("remove", "pile", 12),
        ("say", "shout!", None),
    ]
    after = edit(browser, *wrong)
    # Asking for a game that there is not brings the first one's table.
    assert after["heard"] == before["heard"] + len(wrong)
    assert {control["id"] for control in after["table"]} == {control["id"] for control in before["table"]}


def test_link_opens_what_was_put_in(browser: Browser) -> None:
    browser.open("referee")
    scene = ask(browser)
    friend = Browser(locale="en-US").open("referee", **query(scene["link"]))
    opened = shown(friend)
    assert opened["answer"]["tone"] == "right"
    assert opened["link"] == scene["link"]


def test_what_was_put_in_outlives_other_pages_and_languages(browser: Browser) -> None:
    browser.open("referee")
    scene = ask(browser)
    browser.open("rules").open("referee")
    assert shown(browser)["link"] == scene["link"]
    browser.follow("/referee?lang=en", "en")
    assert shown(browser)["link"] == scene["link"]
    assert shown(browser)["lang"] == "en"


def test_link_from_another_page_brings_its_own_table(browser: Browser) -> None:
    browser.open("referee")
    ask(browser)
    puzzle = puzzles.every()[0]
    address = referee_href(puzzle.view.position(), "pass")
    browser.open("rules").open("referee", **query(address))
    assert shown(browser)["picker"] != []
    assert {card["id"] for card in shown(browser)["picker"] if card["at"] == "hand"} == set(map(str, puzzle.view.hand))
    edit(browser, ("clear", "", None))
    browser.open("rules").open("referee", **query(address))
    assert {card["id"] for card in shown(browser)["picker"] if card["at"] == "hand"} == set(map(str, puzzle.view.hand))


@pytest.mark.parametrize("text", ["", "nonsense", "eJwDAAAAAAE", "x" * 3000])
def test_link_that_cannot_be_read_is_told_and_the_page_works(browser: Browser, text: str) -> None:
    browser.open("referee", position=text)
    assert tell("ui.referee.bad-link", "th") in browser.html
    assert ask(browser)["answer"]["tone"] == "right"


def test_refused_move_of_a_puzzle_leads_to_the_referee_with_it(browser: Browser) -> None:
    puzzle = next(one for one in puzzles.every() if "play" in one.view.verbs())
    browser.open("puzzles", puzzle=puzzle.id)
    low = puzzle.view.game.order(puzzle.view.hand, puzzle.view.rules)
    for card in low:
        browser.send("play", [str(card)])
        if browser.scene["answer"]["tone"] == "wrong" and browser.scene["answer"]["nearest"] is not None:
            break
        browser.open("puzzles", puzzle=puzzle.id)
    links = [link["href"] for link in browser.scene["answer"]["links"] if link["href"].startswith("/referee")]
    assert len(links) == 1
    title = browser.scene["answer"]["text"]
    browser.follow(links[0])
    assert shown(browser)["answer"]["tone"] == "wrong"
    assert shown(browser)["answer"]["text"].split()[0] == title.split()[0]


def test_page_of_rules_sends_its_ruleset(browser: Browser) -> None:
    browser.open("referee")
    scene = ask(browser)
    game = games.offered()[0]
    rules = game.read_rules({"preset": "classic", "triple_beats_single": False})
    browser.open("rules").open("referee", game=game.id, rules=link.write_rules(game, rules))
    again = shown(browser)
    assert [card for card in again["picker"] if card["at"]] == [card for card in scene["picker"] if card["at"]]
    document = link.read(query(again["link"])["position"])
    assert game.read_rules(document["rules"]) == rules
    browser.open("rules").open("referee", game=game.id, rules="nonsense")
    assert tell("ui.referee.bad-link", "th") in browser.html


# Playing on


def test_table_is_played_on_with_bots(browser: Browser) -> None:
    browser.open("referee")
    scene = edit(browser, ("put", TOP, "7c"), ("write", "hand", "9h 9s Ad"), ("choose", "hands[1]", 2))
    assert scene["play"]
    play_on(browser)
    game_id = browser.query()["game"]
    start = store().game(game_id, browser.key).deals[0].start
    assert start["hands"][0] == "9h 9s Ad"
    assert len(start["hands"][1].split()) == 2
    browser.open("play", game=game_id)
    assert [card["id"] for card in browser.scene["hand"]["cards"]] == ["9h", "9s", "Ad"]
    browser.send("play", ["9h"])
    assert store().game(game_id, browser.key).deals[0].moves[0] == "play 9h"


def play_on(tab: Browser) -> None:
    number = shown(tab)["heard"] + 1
    tab.fire("referee", {"do": "edit", "edits": [{"n": number, "do": "play", "at": "", "value": None}]})
    assert not tab.at.exception


def test_table_that_cannot_be_is_not_played_on(browser: Browser) -> None:
    browser.open("referee")
    assert not edit(browser, ("write", TOP, "7c 8d"))["play"]
    play_on(browser)
    assert "game" not in browser.query()
    assert tell("ui.referee.no-play", "th") in browser.html


def test_match_that_cannot_be_saved_is_told(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.open("referee")
    ask(browser)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("full", "the disk")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "new_game", fail)
        play_on(browser)
    assert "game" not in browser.query()
    assert StoreError("full", "the disk").say("th").split(":")[0] in browser.html


def test_every_preset_can_be_chosen(browser: Browser) -> None:
    browser.open("referee")
    for preset in games.offered()[0].presets:
        scene = edit(browser, ("choose", "rules", preset))
        assert next(control["value"] for control in scene["table"] if control["id"] == "rules") == preset


def test_every_rule_that_speaks_has_a_moment_to_try_it(browser: Browser) -> None:
    game = games.offered()[0]
    rules = game.read_rules(None)
    for rule in ("slave.higher", "slave.phase", "slave.out"):
        assert f"rule={rule}" in browser.open("rules", rule=rule).html
        browser.open("referee", game=game.id, rules=link.write_rules(game, rules), rule=rule)
        links = [each["href"] for each in shown(browser)["answer"]["links"]]
        assert f"/rules?rule={rule}" in links
