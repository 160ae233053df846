"""Journeys of Dummy: by touch on a phone and by keyboard at a desk, in both languages."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import matches
from tests.browser.app import By, Screen, now_and_long
from tests.browser.conftest import Visit
from tests.browser.matches import bad_meld, bringing, deep_take, melds_badly, takes_deep, usual_move
from tutor import games
from tutor.i18n import tell
from tutor.scene import table_scene
from tutor.scene.table import reader_of
from tutor.session import table
from tutor.session.actions import YourMove
from tutor.session.table import TableSession

pytestmark = pytest.mark.browser
GAME = games.find("dummy")
SHORT = GAME.presets["full"].but(target=100)
WAYS: dict[str, tuple[str, By, int]] = {
    "th-phone": ("th-TH", "touch", 390),
    "en-desk": ("en-US", "keys", 1280),
    "en-phone": ("en-US", "touch", 390),
    "th-desk": ("th-TH", "keys", 1280),
}
played_until = partial(matches.played_until, game="dummy", rules="full", move=usual_move)


def ways(now: str) -> pytest.MarkDecorator:
    """One way now, the others by `make long`."""
    return now_and_long("way", now=[now], long=[way for way in WAYS if way != now])


def sit(visit: Visit, way: str, match: TableSession) -> Screen:
    """Somebody at this table, whose turn it is."""
    locale, by, width = WAYS[way]
    screen = visit(locale=locale, by=by, width=width)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
    screen.my_turn()
    return screen


def text_of(query: str, screen: Screen) -> str:
    return " ".join(screen.page.locator(query).all_text_contents()).replace("\u00a0", " ")


def billed(screen: Screen) -> TableSession:
    """The deal is over and its bill is what it came to; the match."""
    match = screen.my_turn()
    assert match.outcome is not None
    rows: list[dict[str, Any]] = table_scene(match, screen.language)["answer"]["bill"]["rows"]
    amounts = [
        text for row in rows for text in (*(line["amount"] for line in row["lines"]), row["total"], row["score"])
    ]
    assert screen.page.locator(".sr-bill b").all_inner_texts() == amounts
    links = screen.page.locator(".sr-bill a").evaluate_all("all => all.map(node => node.getAttribute('href'))")
    assert links == [line["href"] for row in rows for line in row["lines"]]
    assert screen.page.evaluate("document.scrollingElement.scrollWidth") <= screen.page.viewport_size["width"]  # type: ignore[index]
    return match


# Deals and matches


def just_dealt(match: TableSession) -> bool:
    """The deal has just begun."""
    return match.ply == 0


@ways(now="th-phone")
def test_a_whole_deal(visit: Visit, way: str) -> None:
    screen = sit(visit, way, played_until(just_dealt, seed=89))
    screen.play_deal(usual_move)
    match = billed(screen)
    assert screen.app.store.game(screen.game, str(screen.key)).deals[0].places is not None
    screen.press("next")
    assert screen.my_turn().deal == match.deal + 1


def wins(match: TableSession) -> bool:
    """The learner's next move ends the match."""
    return table.waiting_for(match) == "you" and table.act(match, YourMove(usual_move(match))).won


@ways(now="en-desk")
def test_the_last_move_of_a_match_tells_who_won_and_a_new_match_is_begun(visit: Visit, way: str) -> None:
    won_and_begun_again(sit(visit, way, played_until(wins, rules=SHORT)))


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_match_to_its_target(visit: Visit, way: str) -> None:
    screen = sit(visit, way, played_until(just_dealt, rules=SHORT, seed=47))
    while not screen.play_deal(usual_move).won:
        billed(screen)
        screen.press("next")
    won_and_begun_again(screen)


def won_and_begun_again(screen: Screen) -> None:
    screen.play_deal(usual_move)
    match = billed(screen)
    (winner,) = match.standing.winners
    assert match.standing.tally[winner] >= 100
    assert str(match.standing.tally[winner]) in screen.shown["answer"]
    assert screen.shown["buttons"] == ["again", "stop"]
    before = screen.game
    screen.press("again")
    screen.until(lambda: screen.game != before, True)
    fresh = screen.my_turn()
    assert (fresh.deal, fresh.rules, fresh.players) == (1, match.rules, match.players)
    assert screen.app.store.game(before, str(screen.key)).finished


def brings(rule: str) -> matches.Stop:
    return _BRINGS.setdefault(rule, lambda match: bringing(match, rule) is not None)


_BRINGS: dict[str, matches.Stop] = {}


@now_and_long(
    ("rule", "way"),
    now=[("dummy.dark-knock", "th-desk"), ("dummy.fool", "en-phone")],
    long=[
        (rule, way)
        for rule, now in (("dummy.dark-knock", "th-desk"), ("dummy.fool", "en-phone"))
        for way in WAYS
        if way != now
    ],
)
def test_a_knock_is_billed_by_the_rule_that_counts_it(visit: Visit, rule: str, way: str) -> None:
    match = played_until(brings(rule), seed=45)
    screen = sit(visit, way, match)
    move = bringing(match, rule)
    assert move is not None
    screen.play(move, match.view)
    after = billed(screen)
    assert after.outcome is not None
    assert rule in {line.rule.id for line in after.outcome.lines}
    screen.page.locator(f'.sr-bill a[href="/rules?rule={rule}"]').first.click()
    screen.page.wait_for_url(f"**/rules?rule={rule}")
    expect(screen.page.get_by_text(tell(f"{rule}.name", screen.language)).first).to_be_visible()


# One move


@ways(now="th-phone")
def test_what_comes_with_a_deep_card_of_the_row_is_shown_before_it_is_taken(visit: Visit, way: str) -> None:
    match = played_until(takes_deep)
    screen = sit(visit, way, match)
    found = deep_take(match.view)
    assert found is not None
    move, swept, taken = found
    screen.touch(".sr-row", swept[0])
    along = screen.page.locator(".sr-lain[data-along]").evaluate_all("all => all.map(node => node.dataset.id)")
    assert along == swept[1:]
    card = next(card for card in table_scene(match, screen.language)["row"]["cards"] if card["id"] == swept[0])
    assert card["sweep"] in text_of(".sr-status", screen)
    screen.play(move, match.view)
    screen.until(lambda: screen.saved().ply > match.ply, True)
    after = screen.my_turn()
    assert str(after.state.history[match.ply].move) == move
    assert set(swept) - set(taken) <= set(screen.shown["hand"])
    assert not set(swept) & set(screen.shown["row"])


def lays_off(match: TableSession) -> bool:
    """The learner may lay off on one of several melds."""
    return (
        table.waiting_for(match) == "you"
        and sum(zone.kind == "meld" for zone in match.view.zones()) > 1
        and any(move.verb == "layoff" for move in match.view.legal_moves())
    )


@ways(now="en-phone")
def test_a_card_is_laid_off_on_the_meld_that_is_chosen(visit: Visit, way: str) -> None:
    match = played_until(lays_off)
    screen = sit(visit, way, match)
    move = next(move for move in match.view.legal_moves() if move.verb == "layoff")
    zone = match.view.marked(move).zone
    assert zone is not None
    screen.play(str(move), match.view)
    screen.until(lambda: screen.saved().ply > match.ply, True)
    screen.my_turn()
    meld = screen.shown["melds"][int(zone.rpartition(".")[2]) - 1]
    assert set(map(str, move.cards)) <= set(meld)
    assert not set(map(str, move.cards)) & set(screen.shown["hand"])


@now_and_long(
    ("rule", "way"),
    now=[("dummy.fine-layoff", "en-desk")],
    long=[
        *(("dummy.fine-layoff", way) for way in WAYS if way != "en-desk"),
        *(("dummy.fine-full", way) for way in WAYS),
    ],
)
def test_a_fine_is_told_when_it_happens(visit: Visit, rule: str, way: str) -> None:
    match = played_until(brings(rule))
    screen = sit(visit, way, match)
    move = bringing(match, rule)
    assert move is not None
    screen.play(move, match.view)
    screen.until(lambda: screen.saved().ply > match.ply, True)
    screen.my_turn()
    after = match.state.play(match.game.read_move(move))
    (fine,) = (event for event in after.events if event.rule.id == rule)
    said = reader_of(match, screen.language).say(fine)
    assert squeezed(said).rstrip(".") in squeezed(text_of(".sr-log", screen))
    assert tell("dummy.badge.fined", screen.language) in text_of(".sr-me", screen)


def squeezed(text: str) -> str:
    """As it is compared where cards are drawn in it."""
    return "".join(text.replace("\ufe0e", "").split())


@ways(now="th-desk")
def test_what_is_no_meld_is_answered_with_its_rule(visit: Visit, way: str) -> None:
    match = played_until(melds_badly)
    screen = sit(visit, way, match)
    move = bad_meld(match)
    assert move is not None
    screen.play(move, match.view)
    screen.shows(table_scene(table.act(match, YourMove(move)), screen.language))
    assert screen.saved().ply == match.ply
    assert screen.answer.get_attribute("data-tone") == "wrong"
    assert screen.answer.locator('a[href*="/rules?rule=dummy.meld"]').count() == 1
    marked = screen.page.locator('.sr-held[data-mark="wrong"]').evaluate_all("all => all.map(n => n.dataset.id)")
    assert sorted(marked) == sorted(move.split()[1:])
