from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest

from tests.ui.driving import Browser, first_legal
from tutor.bots.pool import Pool, WorkerError
from tutor.i18n import tell
from tutor.learner import NotOpen, Store, StoreError
from tutor.scene import names
from tutor.session import table
from tutor.ui import play, visit
from tutor.ui.visit import store


def sit_down(tab: Browser) -> str:
    """A new match; its id."""
    tab.open("play").at.button(key="deal").click().run()
    assert not tab.at.exception
    return tab.query()["game"]


def until_my_turn(tab: Browser) -> None:
    for _ in range(60):  # nobody waits longer: a trick ends at the latest when all hands are empty
        if tab.scene["waiting"] is None:
            return
        tab.send("go")
    raise AssertionError("the others move for ever")


def play_out(tab: Browser) -> None:
    """The rest of the deal: the learner plays the first thing that is allowed."""
    for _ in range(400):
        until_my_turn(tab)
        if any(button["id"] == "next" for button in tab.scene["buttons"]):
            return
        tab.send(*first_legal(tab.scene))
        assert not tab.at.exception
    raise AssertionError("the deal does not end")


def saved_moves(tab: Browser, game_id: str) -> list[str]:
    return [move for deal in store().game(game_id, tab.key).deals for move in deal.moves]


def refuse(error: Exception) -> Callable[..., Any]:
    """Something that always fails."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_two_deals_and_the_end_of_the_match(browser: Browser) -> None:
    game_id = sit_down(browser)
    play_out(browser)
    first = store().game(game_id, browser.key).deals[0]
    assert first.places is not None
    assert sorted(seat for place in first.places for seat in place) == [0, 1, 2, 3]
    browser.send("next")
    assert store().game(game_id, browser.key).deals[1].start != first.start
    assert any(seat["badges"] for seat in [browser.scene["me"], *browser.scene["seats"]])
    play_out(browser)
    browser.send("end").send("stop")
    assert store().game(game_id, browser.key).finished
    assert browser.table is None
    assert browser.html.count("<details") == 2  # the record: a list of moves for each deal


def test_move_that_cannot_be_saved_is_not_shown(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    before, kept = browser.scene, saved_moves(browser, game_id)
    fault = StoreError("full", "the disk")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_move", refuse(fault))
        browser.send(*first_legal(before))
    assert browser.scene["hand"] == before["hand"]
    assert browser.scene["rev"] != before["rev"]  # so that the browser may try again
    answer = browser.scene["answer"]
    assert (answer["tone"], answer["text"]) == ("soft", fault.say("th"))
    assert "the disk" in caplog.text  # whoever runs the app is told where
    caplog.clear()
    browser.send(*first_legal(browser.scene))
    assert len(saved_moves(browser, game_id)) == len(kept) + 1
    assert browser.scene["pile"] != before["pile"]


FAILURES = {
    "store": (StoreError("full", "the disk"), ("store.full", "store.full.cure")),
    "worker": (WorkerError("it died twice"), ("ui.play.no-bot",)),
    "late": (TimeoutError(), ("ui.play.no-bot",)),
    "cancelled": (CancelledError(), ("ui.play.no-bot",)),
    "surprise": (RuntimeError("whatever"), ("ui.fault.move",)),
}


@pytest.mark.parametrize("language", ["th", "en"])
@pytest.mark.parametrize("failure", FAILURES)
def test_failing_move_of_a_bot_is_asked_again_by_the_learner_alone(
    browser: Browser, failure: str, language: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    error, told = FAILURES[failure]
    browser.at.context["locale"] = language
    game_id = sit_down(browser)
    while browser.scene["waiting"] is None:
        browser.send(*first_legal(browser.scene))
    kept = saved_moves(browser, game_id)
    with monkeypatch.context() as patch:
        if isinstance(error, StoreError):
            patch.setattr(Store, "add_move", refuse(error))
        else:
            patch.setattr(play, "wait_for", refuse(error))
            patch.setattr(table, "forced_move", lambda _: None)
        for _ in range(2):
            before = browser.scene["rev"]
            browser.send("go")
            scene = browser.scene
            assert scene["rev"] != before
            assert scene["waiting"] is None  # the browser asks for nothing by itself
            assert scene["answer"]["title"] == tell("scene.trouble.title", language)
            assert all(tell(message, language) in scene["answer"]["text"] for message in told)
            assert [button["id"] for button in scene["buttons"]] == ["close"]
            assert "role=" not in browser.html
            browser.send("close")
            assert browser.scene["answer"] is None
            assert browser.scene["waiting"] is not None
    assert saved_moves(browser, game_id) == kept
    browser.send("go")
    assert len(saved_moves(browser, game_id)) == len(kept) + 1
    caplog.clear()  # whoever runs the app is told, too


def test_worker_that_never_answers_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "IN_LINE", 0)
    with Pool(limit=0.05) as impatient:
        monkeypatch.setattr(visit, "pool", lambda: impatient)
        never: Future[int] = Future()
        with pytest.raises(TimeoutError):
            visit.wait_for(never)
        assert never.cancelled()
        soon: Future[int] = Future()
        soon.set_result(7)
        assert visit.wait_for(soon) == 7


def test_names_at_the_table_do_not_come_from_the_seed_of_the_bots(browser: Browser) -> None:
    found = []
    for _ in range(6):
        saved = store().game(sit_down(browser), browser.key)
        assert saved.seed is not None
        found.append([player.split(":")[-1] for player in saved.players[1:]] == list(names.pick(3, saved.seed)))
    assert not all(found)


def test_reload_goes_on_where_it_was(browser: Browser) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    browser.send(*first_legal(browser.scene))
    again = Browser(browser.key).open("play", game=game_id)
    for part in ("hand", "pile", "seats", "log", "status"):
        assert again.scene[part] == browser.scene[part]


def test_second_tab_and_first_tab_agree_again(browser: Browser) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    other = Browser(browser.key).open("play", game=game_id)
    moves = dict(browser.scene["legal"])
    last = list(moves)[-1]
    browser.send(*first_legal(browser.scene))
    different = {**other.scene, "legal": {last: moves[last]}}
    other.send(*first_legal(different))
    assert not other.at.exception
    assert other.scene["hand"] == browser.scene["hand"]
    if len(moves) > 1:
        assert 'role="alert"' in other.html
    assert "alert" not in other.again().html  # said once


def test_doubled_and_stale_messages_count_once(browser: Browser) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    stale = browser.scene["rev"]
    do, cards = first_legal(browser.scene)
    browser.send(do, cards)
    after = browser.scene["status"], saved_moves(browser, game_id)
    browser.send(do, cards, rev=stale)
    browser.send("go", rev="nonsense")
    assert (browser.scene["status"], saved_moves(browser, game_id)) == after


def test_illegal_play_is_answered_with_its_rule_and_saves_nothing(browser: Browser) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    before = saved_moves(browser, game_id)
    cards = [card["id"] for card in browser.scene["hand"]["cards"]]
    browser.send("play", [cards[0], cards[-1]])
    answer = browser.scene["answer"]
    assert answer["tone"] == "wrong"
    assert any(link["href"].startswith("/rules?rule=") for link in answer["links"])
    assert saved_moves(browser, game_id) == before


def test_language_switched_in_mid_deal_keeps_the_deal(browser: Browser) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    cards = [card["id"] for card in browser.scene["hand"]["cards"]]
    browser.send("play", [cards[0], cards[-1]])
    bar = browser.data("bar")
    assert bar is not None
    before = browser.scene
    browser.follow(next(item["href"] for item in bar["languages"] if item["code"] == "en"), "en")
    assert browser.query()["game"] == game_id
    after = browser.scene
    assert after["lang"] == "en"
    assert [card["id"] for card in after["hand"]["cards"]] == cards
    assert after["rev"] == before["rev"]  # the answer, too, is still there
    assert after["answer"]["title"] != before["answer"]["title"]


def test_hints_come_one_after_another(browser: Browser) -> None:
    sit_down(browser)
    until_my_turn(browser)
    told = []
    while any(button["id"] == "hint" for button in browser.scene["buttons"]):
        browser.send("hint")
        assert browser.scene["answer"]["tone"] == "hint"
        told.append(browser.scene["answer"]["title"])
    assert len(told) == len(set(told)) == 4


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "play",
        {"do": "play"},
        {"do": "play", "cards": ["7d"] * 1000},
        {"do": "play", "cards": ["x" * 100]},
        {"do": "play", "cards": [None]},
        {"do": "play " * 50, "cards": []},
        {"do": "fly", "cards": ["7d"]},
        {"do": "play", "cards": ["\x00"]},
        {"do": "next", "cards": []},
        {"do": "end", "cards": []},
        {"do": "answer", "value": {"a": ["b"]}},
        {"do": "answer", "value": {str(number): "1" for number in range(999)}},
    ],
)
def test_whatever_the_browser_sends_the_match_stands(browser: Browser, message: object) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    before = saved_moves(browser, game_id)
    if isinstance(message, dict):
        message = {**message, "rev": browser.scene["rev"]}
    browser.fire("table", message)
    assert not browser.at.exception
    assert browser.scene["hand"]["cards"]
    assert saved_moves(browser, game_id) == before
    assert not store().game(game_id, browser.key).finished


def test_stranger_sees_nothing_of_a_running_match_and_the_record_of_a_finished_one(browser: Browser) -> None:
    game_id = sit_down(browser)
    stranger = Browser().open("play", game=game_id)
    assert stranger.table is None
    assert 'role="alert"' in stranger.html
    with pytest.raises(NotOpen):
        store().game(game_id, stranger.key)
    play_out(browser)
    browser.send("end").send("stop")
    stranger.open("play", game=game_id)
    assert stranger.table is None
    assert "<details" in stranger.html
    assert "คุณ" not in stranger.html  # it was not the reader who played


def test_match_whose_first_deal_was_not_saved_is_dealt_anew(browser: Browser) -> None:
    players = ["you", "bot:novice:nok", "bot:novice:boy", "bot:novice:fon"]
    game_id = sit_down(browser)
    saved = store().game(game_id, browser.key)
    empty = store().new_game(browser.key, saved.game, saved.rules, players, 5)
    browser.open("play", game=empty)
    assert browser.scene["hand"]["cards"]
    assert len(store().game(empty, browser.key).deals) == 1


@pytest.mark.parametrize("damage", ["rules", "players", "start", "move", "game"])
def test_damaged_match_gets_one_clear_message(browser: Browser, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    saved = store().game(sit_down(browser), browser.key)
    deal = saved.deals[0]
    players = ["ghost"] * 4 if damage == "players" else list(saved.players)
    rules = "no such preset" if damage == "rules" else saved.rules
    game = "no-such-game" if damage == "game" else saved.game
    game_id = store().new_game(browser.key, game, rules, players, 1)
    start = {"hands": "?"} if damage == "start" else deal.start
    store().add_deal(game_id, browser.key, 1, start, deal.seats)
    if damage == "move":
        store().add_move(game_id, browser.key, 1, 0, "fly to the moon")
    browser.open("play", game=game_id)
    assert not browser.at.exception
    assert browser.table is None
    assert 'role="alert"' in browser.html
    assert browser.html.count("<h1") == 1
    caplog.clear()  # whoever runs the app is told, too
    assert 'role="alert"' not in browser.open("play").html  # the list of matches is none the worse


def test_matches_to_go_on_with_are_listed(browser: Browser) -> None:
    game_id = sit_down(browser)
    assert f"game={game_id}" in browser.open("play").html
    assert f"game={game_id}" in browser.open("me").html


# Between two deals


def buttons(tab: Browser) -> list[str]:
    return [button["id"] for button in tab.scene["buttons"]]


def ended(tab: Browser) -> str:
    """A match whose first deal is over; its id."""
    game_id = sit_down(tab)
    play_out(tab)
    return game_id


@pytest.mark.parametrize("language", ["th", "en"])
def test_players_come_and_go_between_deals_and_all_of_it_is_kept(browser: Browser, language: str) -> None:
    browser.at.context["locale"] = language
    game_id = ended(browser)
    assert {"next", "join", "end"} <= set(buttons(browser))
    browser.send("join")
    assert [option["id"] for option in browser.scene["ask"]["options"]] == ["novice", "easy", "medium", "strong"]
    assert buttons(browser) == ["close"]
    browser.send("answer", value=["medium"])
    newcomer = store().game(game_id, browser.key).players[4]
    assert newcomer.startswith("bot:medium:")
    name = names.name(newcomer.split(":")[2], language)
    assert name in browser.scene["status"]
    assert browser.scene["status"] in str(browser.scene["log"][-1])
    assert buttons(browser) == ["next", "join", "leave", "end"]
    browser.send("leave")
    assert len(browser.scene["ask"]["options"]) == 5
    browser.send("answer", value=["1"])
    assert store().game(game_id, browser.key).deals[0].changes == ("join 4", "leave 1")
    again = Browser(browser.key).open("play", game=game_id)
    again.at.context["locale"] = language
    assert again.again().scene["log"] == browser.scene["log"]
    browser.send("next")
    saved = store().game(game_id, browser.key)
    assert saved.deals[1].seats == (0, 2, 3, 4)
    assert [seat["name"] for seat in browser.scene["seats"]][-1] == name
    assert name in str(browser.scene["log"][0])
    play_out(browser)
    browser.send("end").send("stop")
    assert browser.html.count(name) > 1
    stranger = Browser(locale=language).open("play", game=game_id)
    assert stranger.html.count("<details") == 2
    assert stranger.html.count(name) > 1


def test_coming_that_cannot_be_saved_is_not_shown(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = ended(browser)
    browser.send("join")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_change", refuse(StoreError("full", "the disk")))
        browser.send("answer", value=["easy"])
    assert browser.scene["answer"]["title"] == tell("scene.trouble.title", "th")
    caplog.clear()  # whoever runs the app is told, too
    assert len(store().game(game_id, browser.key).players) == 4
    browser.send("close").send("join").send("answer", value=["easy"])
    assert len(store().game(game_id, browser.key).players) == 5


def test_an_answer_that_was_not_offered_changes_nothing(browser: Browser) -> None:
    game_id = ended(browser)
    values: list[object] = [None, "easy", ["fly"], [], ["easy", "medium"], {"easy": "easy"}, ["9"]]
    for value in values:
        browser.send("join").send("answer", value=value)
        assert store().game(game_id, browser.key).deals[0].changes == (), value
        assert not browser.at.exception, value
    browser.send("join").send("answer", value=["easy"])
    assert store().game(game_id, browser.key).deals[0].changes == ("join 4",)


def test_second_tab_catches_up_with_who_came(browser: Browser) -> None:
    game_id = ended(browser)
    other = Browser(browser.key).open("play", game=game_id)
    browser.send("join").send("answer", value=["easy"])
    other.send("next")
    assert 'role="alert"' in other.html
    assert buttons(other) == ["next", "join", "leave", "end"]
    assert len(store().game(game_id, browser.key).deals) == 1
    other.send("next")
    assert len(store().game(game_id, browser.key).deals[1].seats) == 5


def test_stopping_asks_first(browser: Browser) -> None:
    game_id = ended(browser)
    browser.send("end")
    assert browser.scene["answer"]["title"] == tell("scene.end.title", "th")
    assert buttons(browser) == ["close", "stop"]
    browser.send("close")
    assert {"next", "join", "end"} <= set(buttons(browser))
    browser.send("stop")  # without the question: nothing
    assert not store().game(game_id, browser.key).finished


def test_the_learner_who_leaves_is_asked_whether_the_match_is_over(browser: Browser) -> None:
    ended(browser)
    browser.send("join").send("answer", value=["easy"]).send("leave").send("answer", value=["0"])
    assert buttons(browser) == ["close", "stop"]


# Taking back


def test_a_move_is_taken_back_and_the_same_one_brings_the_same_replies(browser: Browser) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    before = browser.scene
    move = first_legal(before)
    browser.send(*move)
    until_my_turn(browser)
    after, moves = browser.scene, saved_moves(browser, game_id)
    assert "undo" in buttons(browser)
    browser.send("undo")
    for part in ("hand", "pile", "seats", "log", "legal"):
        assert browser.scene[part] == before[part]
    assert browser.scene["rev"] != before["rev"]
    again = Browser(browser.key).open("play", game=game_id)
    assert again.scene["hand"] == before["hand"]
    browser.send(*move)
    until_my_turn(browser)
    assert saved_moves(browser, game_id) == moves
    assert browser.scene["log"] == after["log"]
    other = again.send("hint")  # a tab that has missed it all
    assert 'role="alert"' in other.html
    assert other.scene["log"] == after["log"]
    assert store().game(game_id, browser.key).deals[0].undone == 1


def test_taking_back_that_cannot_be_saved_is_not_shown(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = sit_down(browser)
    until_my_turn(browser)
    browser.send(*first_legal(browser.scene))
    kept = saved_moves(browser, game_id)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "take_back", refuse(StoreError("full", "the disk")))
        browser.send("undo")
    assert saved_moves(browser, game_id) == kept
    assert browser.scene["answer"]["title"] == tell("scene.trouble.title", "th")
    caplog.clear()  # whoever runs the app is told, too


def test_the_record_says_that_moves_were_taken_back(browser: Browser) -> None:
    sit_down(browser)
    until_my_turn(browser)
    browser.send(*first_legal(browser.scene)).send("undo")
    play_out(browser)
    browser.send("end").send("stop")
    assert tell("ui.record.undone", "th", count=1) in browser.html


# Several people at one device


def share(tab: Browser, *people: str, seed: int = 3) -> str:
    """A table of these people and bots; its id."""
    players = [*people, *(f"bot:novice:{name}" for name in ("ton", "som", "bua"))][:4]
    return tab.open("play", game=store().new_game(tab.key, "slave", "king", players, seed)).query()["game"]


def cards_of(tab: Browser) -> list[str]:
    return [card["id"] for card in tab.scene["hand"]["cards"]]


@pytest.mark.parametrize("language", ["th", "en"])
def test_two_people_share_a_device_and_neither_sees_the_others_cards(browser: Browser, language: str) -> None:
    browser.at.context["locale"] = language
    game_id = share(browser, "Nok", "ป้าแต๋ว")
    seen: dict[str, set[str]] = {}
    for _ in range(600):
        until_my_turn(browser)
        if "next" in buttons(browser):
            break
        scene = browser.scene
        if scene["curtain"]:
            assert cards_of(browser) == scene["groups"] == scene["buttons"] == []
            assert scene["legal"] == {}
            name = next(name for name in ("Nok", "ป้าแต๋ว") if name in scene["curtain"]["title"])
            browser.send(scene["curtain"]["button"]["id"])
            assert browser.scene["curtain"] is None
            seen.setdefault(name, set()).update(cards_of(browser))
        browser.send(*first_legal(browser.scene))
    assert set(seen) == {"Nok", "ป้าแต๋ว"}
    assert not seen["Nok"] & seen["ป้าแต๋ว"]
    assert cards_of(browser) == []
    assert "ป้าแต๋ว" in str(browser.scene["answer"])
    browser.send("next")
    assert cards_of(browser) == []
    browser.send("end")
    assert not store().game(game_id, browser.key).finished


def test_a_reload_puts_the_curtain_up_again(browser: Browser) -> None:
    game_id = share(browser, "Nok", "Boy")
    until_my_turn(browser)
    browser.send("show")
    assert cards_of(browser)
    again = Browser(browser.key).open("play", game=game_id)
    assert again.scene["curtain"]
    assert cards_of(again) == []
    again.send("play", ["3c"])  # from behind it: nothing
    assert again.scene["curtain"]


def test_each_person_has_hints_of_their_own(browser: Browser) -> None:
    share(browser, "Nok", "Boy", "Fon", "Ton")
    for _ in range(2):
        browser.send("hint")
        assert browser.scene["answer"] is None
        browser.send("show").send("hint")
        assert browser.scene["answer"]["tone"] == "hint"
        browser.send(*first_legal(browser.scene))


def test_people_are_named_where_the_table_is_set(browser: Browser) -> None:
    browser.open("play")
    browser.at.segmented_control(key="people").set_value(3).run()
    for number, typed in ((1, " Nok "), (2, "nok"), (3, "bot:easy:boy")):
        browser.at.text_input(key=f"person-{number}").set_value(typed).run()
    browser.at.button(key="deal").click().run()
    assert not browser.at.exception
    saved = store().game(browser.query()["game"], browser.key)
    assert saved.players[:3] == ("Nok", "nok 2", "bot easy boy")
    assert not any(player.endswith(":nok") for player in saved.players)
    assert "Nok" in browser.open("play").html
    assert browser.at.text_input(key="person-1").value == " Nok "


def test_people_who_say_no_name_have_one_all_the_same(browser: Browser) -> None:
    browser.open("play")
    browser.at.segmented_control(key="people").set_value(2).run()
    browser.at.button(key="deal").click().run()
    unnamed = tuple(tell("ui.people.unnamed", "th", number=number) for number in (1, 2))
    assert store().game(browser.query()["game"], browser.key).players[:2] == unnamed
