"""A match goes on where it was: after a reload, in another tab, in another language, after the server was ended."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.browser import matches
from tests.browser.app import LANGUAGE, App, Screen, keep
from tests.browser.conftest import Visit
from tests.conftest import running_app
from tutor.i18n import tell
from tutor.learner import open_store
from tutor.scene import names, table_scene
from tutor.session.table import TableSession

pytestmark = pytest.mark.browser
OTHER = {"th": "en", "en": "th"}
QUIET = """document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === "notRunning\""""
CONNECTED = """document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState === "CONNECTED\""""


def _at_table(screen: Screen) -> TableSession:
    match = matches.played_until(matches.mine)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
    return screen.my_turn()


def _turn_to(screen: Screen, language: str) -> None:
    screen.go(tell("ui.language", language))
    screen.language = language
    screen.page.wait_for_function("language => document.documentElement.lang === language", arg=language)


@pytest.mark.parametrize("locale", LANGUAGE)
def test_another_language_in_mid_deal_keeps_hand_pile_and_selection(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale)
    match = _at_table(screen)
    before, first = screen.shown, screen.language
    picked = before["hand"][0]
    screen.select([picked])
    _turn_to(screen, OTHER[first])
    screen.shows(table_scene(match, screen.language))
    after = screen.shown
    assert (after["hand"], after["pile"]) == (before["hand"], before["pile"])
    assert after["status"] != before["status"]
    assert screen.page.title() == f"{tell('ui.menu.play', screen.language)} · {tell('ui.name', screen.language)}"
    assert screen.card(picked).get_attribute("aria-selected") == "true"
    seats = screen.page.locator(".sr-seat .sr-name").all_inner_texts()
    others = [player.name for player in match.players if player.level is not None]
    assert seats == [names.name(name, screen.language) for name in others]
    assert screen.saved().ply == match.ply

    # Through the menu: the table is left, the language changed elsewhere, and one comes back to the same table.
    screen.go(tell("ui.menu.me", screen.language))
    screen.page.wait_for_url("**/me*")
    _turn_to(screen, first)
    screen.page.locator("h1").get_by_text(tell("ui.me.title", first)).wait_for()
    screen.go(tell("ui.menu.play", first))
    (game,) = screen.app.store.games(str(screen.key))
    screen.page.locator(f'a.row[href*="{game.id}"]').click()
    screen.shows(table_scene(match, first))
    assert screen.page.title() == f"{tell('ui.menu.play', first)} · {tell('ui.name', first)}"


def test_the_language_that_was_chosen_holds_in_the_next_tab(visit: Visit) -> None:
    screen = visit()
    screen.open("/")
    _turn_to(screen, "en")
    tab = Screen(screen.page.context.new_page(), screen.app, screen.key, language="en")
    tab.open("/learn")
    tab.page.locator("h1").get_by_text(tell("ui.learn.title", "en")).wait_for()
    assert tab.page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize("locale", LANGUAGE)
def test_a_reload_in_mid_deal_goes_on_there(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale)
    match = _at_table(screen)
    before = screen.shown
    screen.reload()
    screen.shows(table_scene(match, screen.language))
    assert screen.shown == before
    screen.play(matches.next_move(match))
    assert screen.my_turn().ply > match.ply


def test_a_second_tab_goes_on_and_the_first_one_notices(visit: Visit) -> None:
    first = visit(pace="slow")
    match = matches.played_until(matches.to_lead)
    id = matches.saved(first.app.store, str(first.key), match)
    first.open("/play", game=id)
    first.my_turn()
    second = Screen(first.page.context.new_page(), first.app, first.key)
    second.open("/play", game=id)
    second.my_turn()
    laid, other = second.shown["hand"][0], second.shown["hand"][-1]
    second.play(f"play {laid}")
    second.until(lambda: laid in second.shown["hand"], False)

    first.play(f"play {other}")
    notice = first.page.get_by_role("alert")
    notice.wait_for()
    assert notice.inner_text() == tell("ui.play.other-tab", "th")
    assert laid not in first.shown["hand"]
    assert other in first.shown["hand"]
    made = [str(step.move) for step in first.saved().state.history[match.ply :] if step.seat == match.you]
    assert made[0] == f"play {laid}"
    assert f"play {other}" not in made
    # Both let the bots play, and each of them plays once.
    first.until(lambda: first.saved().state.turn == match.you or first.saved().outcome is not None, True)
    first.shows(table_scene(first.saved(), "th"))
    second.shows(table_scene(second.saved(), "th"))


def _children(pid: int) -> list[int]:
    return [int(child) for of in Path(f"/proc/{pid}/task").glob("*/children") for child in of.read_text().split()]


def _running(pids: list[int]) -> list[int]:
    """Those that are not gone, nor only waiting for their parent to ask how it went."""
    states = {pid: Path(f"/proc/{pid}/stat") for pid in pids}
    return [
        pid for pid, file in states.items() if file.exists() and file.read_text().rpartition(")")[2].split()[0] != "Z"
    ]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_after_the_server_was_ended_the_match_goes_on(visit: Visit, tmp_path: Path, how: signal.Signals) -> None:
    database = tmp_path / "samrap.db"
    with running_app(database) as (address, process):
        app = App(address, database)
        screen = visit(host=app, level="easy")
        match = matches.played_until(matches.mine, level="easy")
        screen.open("/play", game=matches.saved(app.store, str(screen.key), match))
        screen.my_turn()
        screen.play(matches.next_move(match))
        match = screen.my_turn()
        before = screen.shown
        workers = _children(process.pid)
        process.send_signal(how)
        process.wait(20)
    assert workers
    screen.until(lambda: _running(workers), [])
    with running_app(database, port=int(address.rpartition(":")[2])):
        assert screen.saved() == match
        screen.reload()
        screen.shows(table_scene(match, screen.language))
        assert screen.shown["hand"] == before["hand"]
        screen.play(matches.next_move(match))
        assert screen.my_turn().ply > match.ply
    app.store.close()


@pytest.mark.parametrize("locale", LANGUAGE)
def test_a_stranger_sees_no_running_match_and_the_record_once_it_is_over(visit: Visit, locale: str) -> None:
    owner = visit("owner", locale=locale)
    match = matches.played_until(matches.last_card)
    id = matches.saved(owner.app.store, str(owner.key), match)
    stranger = visit(None, locale=locale)
    language = stranger.language
    stranger.open("/play", game=id)
    stranger.page.locator("h1").get_by_text(tell("ui.play.not-open.title", language)).wait_for()
    assert stranger.page.locator(".sr-table").count() == 0
    held = [str(card) for card in match.view.hand]
    assert not [card for card in held if f'data-id="{card}"' in stranger.page.content()]

    owner.open("/play", game=id)
    owner.my_turn()
    owner.play(matches.next_move(match))
    assert owner.my_turn().outcome is not None
    stranger.open("/play", game=id)
    stranger.page.locator("h1").get_by_text(tell("ui.play.not-open.title", language)).wait_for()
    owner.press("end")
    owner.press("stop")
    title = tell("ui.record.title", language)
    owner.page.locator("h1").get_by_text(title).wait_for()

    stranger.open("/play", game=id)
    stranger.page.locator("h1").get_by_text(title).wait_for()
    stranger.page.locator("summary").first.click()
    steps = owner.app.store.game(id, None).deals[0].moves
    assert stranger.page.locator("ol.moves li").count() >= len(steps)
    assert owner.app.store.game(id, None).seed is None


def test_another_browser_with_the_same_key_is_the_same_learner(visit: Visit) -> None:
    screen = visit()
    match = _at_table(screen)
    other = visit(None)
    keep(other.page.context, other.app, str(screen.key))
    other.key = screen.key
    other.open("/play", game=match.id)
    other.shows(table_scene(match, "th"))


def test_the_database_holds_no_key(visit: Visit) -> None:
    screen = visit()
    _at_table(screen)
    with open_store(f"sqlite:///{screen.app.database}"):
        files = screen.app.database.parent.glob("samrap.db*")
        assert not [file.name for file in files if str(screen.key).encode() in file.read_bytes()]


def test_a_page_left_open_finds_the_server_again(visit: Visit, tmp_path: Path) -> None:
    database = tmp_path / "samrap.db"
    with running_app(database) as (address, process):
        app = App(address, database)
        screen = visit(host=app)
        match = _at_table(screen)
        process.kill()
        process.wait(20)
        screen.page.wait_for_function(f"!({CONNECTED})")
    with running_app(database, port=int(address.rpartition(":")[2])):
        screen.page.wait_for_function(CONNECTED)
        screen.page.wait_for_timeout(500)  # by then the page has spoken for itself, and
        screen.page.wait_for_function(QUIET)  # it has been drawn anew
        screen.shows(table_scene(match, "th"))
        screen.play(matches.next_move(match))
        screen.until(lambda: screen.my_turn().ply > match.ply, True)
    app.store.close()
