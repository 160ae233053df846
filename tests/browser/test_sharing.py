"""Who sits at the table: people who come and go, several at one device, and one who wants a move back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser import matches
from tests.browser.app import LANGUAGE, Screen, now_and_long
from tests.browser.conftest import Visit
from tutor import games
from tutor.i18n import tell
from tutor.scene import names, table_scene
from tutor.session import table
from tutor.session.table import Player, TableSession

pytestmark = pytest.mark.browser


def labelled(screen: Screen, *buttons: str) -> None:
    """Wait until these buttons are there, among others."""
    screen.until(lambda: set(buttons) - set(screen.shown["buttons"]), set())


@now_and_long("locale", now=["th-TH"], long=["en-US"])
def test_somebody_joins_somebody_leaves_and_the_record_tells_of_both(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, width=390, by="touch")
    match = matches.played_until(matches.over)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    labelled(screen, "next", "join", "end")
    screen.press("join")
    screen.option("medium").tap()
    screen.press("answer")
    name = names.name(screen.saved().players[4].name, screen.language)
    screen.until(lambda: name in screen.shown["status"], True)
    screen.press("leave")
    screen.option("1").tap()
    screen.press("answer")
    assert [str(change) for change in screen.saved().gap] == ["join 4", "leave 1"]
    left = names.name(match.players[1].name, screen.language)
    screen.until(lambda: left in screen.shown["status"], True)
    screen.reload()
    labelled(screen, "next", "join", "end")
    screen.press("next")
    screen.until(lambda: screen.saved().deal, 2)
    after = screen.my_turn()
    assert after.seats == (0, 2, 3, 4)
    seated = screen.page.locator(".sr-seat").all_text_contents()
    assert any(name in seat for seat in seated)
    assert not any(left in seat for seat in seated)
    screen.play_deal()
    screen.press("end")
    expect(screen.answer).to_contain_text(tell("scene.end.title", screen.language))
    screen.press("stop")
    screen.page.locator("details").first.wait_for()
    told = screen.page.locator(".column").inner_text()
    assert name in told
    assert left in told


@pytest.mark.parametrize("locale", LANGUAGE)
def test_a_move_is_taken_back_by_its_key_and_the_bots_reply_as_before(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, by="keys")
    match = matches.played_until(matches.mine)
    id = matches.saved(screen.app.store, str(screen.key), match)
    screen.open("/play", game=id)
    screen.my_turn()
    move = matches.next_move(match)
    screen.play(move)
    after = screen.my_turn()
    screen.card(screen.shown["hand"][0]).focus()
    screen.press("undo")
    back = screen.my_turn()
    assert (back.ply, back.undone) == (match.ply, 1)
    assert screen.shown["hand"] == [str(card) for card in match.game.order(match.view.hand, match.rules)]
    screen.play(move)
    assert replace(screen.my_turn(), undone=0) == replace(after, id=screen.game)


def shared(screen: Screen, *people: str) -> str:
    """A table of these people and bots that has just been dealt; its id."""
    game = games.offered()[0]
    players = [*map(Player, people), *(Player(name, "novice") for name in ("ton", "som", "bua"))][:4]
    match = table.begin(game, game.read_rules(None), players, seed=5, deal_seed=5)
    return matches.saved(screen.app.store, str(screen.key), match)


def turn_of_a_person(screen: Screen) -> TableSession:
    screen.until(lambda: table.waiting_for(screen.saved()) == "bot", False)
    screen.settled()
    return screen.saved()


@now_and_long(("locale", "width"), now=[("en-US", 1280)], long=[("th-TH", 390)])
def test_two_people_and_bots_play_a_deal_on_one_device(visit: Visit, locale: str, width: int) -> None:
    people = ("นก", "Boy")
    screen = visit(locale=locale, width=width, by="touch" if width == 390 else "mouse")
    screen.open("/play", game=shared(screen, *people))
    curtains = 0
    while (match := turn_of_a_person(screen)).outcome is None:
        looking = replace(match, holder=match.seats[match.you])
        statuses = {table_scene(each, screen.language)["status"] for each in (match, looking)}
        screen.until(lambda: screen.shown["status"] in statuses, True)  # noqa: B023
        if screen.page.locator(".sr-curtain:visible").count():
            curtains += 1
            name = match.player(match.you).name
            expect(screen.page.locator(".sr-curtain")).to_contain_text(name)
            assert screen.shown["hand"] == []
            hidden = {str(card) for seat in match.people for card in match.state.view(seat).hand}
            drawn = screen.page.locator(".sr-table").inner_html()
            assert not [card for card in hidden if f'"{card}"' in drawn]
            assert screen.shown["buttons"] == ["show"]
            screen.press("show")
        screen.shows(table_scene(looking, screen.language))
        screen.play(matches.next_move(looking))
    assert curtains > 4
    labelled(screen, "next", "end")
    assert screen.shown["hand"] == []
    expect(screen.answer).to_contain_text(people[0])
    expect(screen.answer).to_contain_text(people[1])


@pytest.mark.parametrize("locale", LANGUAGE)
def test_people_are_named_where_the_table_is_set(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, width=390, by="touch")
    screen.open("/play")
    fold = screen.page.get_by_text(tell("ui.people", screen.language, count=1), exact=True)
    fold.tap()
    screen.page.locator(".st-key-people").get_by_text("2", exact=True).tap()
    first = screen.page.get_by_label(tell("ui.people.name", screen.language, number=1))
    first.fill("ป้าแต๋ว")
    screen.page.get_by_label(tell("ui.people.name", screen.language, number=2)).fill("Boy")
    screen.page.get_by_role("button", name=tell("ui.play.deal", screen.language)).tap()
    screen.table.wait_for()
    assert screen.saved().players[:2] == (Player("ป้าแต๋ว"), Player("Boy"))
