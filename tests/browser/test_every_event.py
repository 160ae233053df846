"""Whole matches in a browser, and whatever the game does by itself in them: it is in the log, and is said aloud."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import pytest

from tests.browser import matches
from tests.browser.app import LANGUAGE, Screen
from tests.browser.conftest import Visit
from tutor import games
from tutor.core import Game, Rules, State, Step
from tutor.scene import names
from tutor.scene.drawing import told
from tutor.scene.table import reader_of, told_change
from tutor.session import table
from tutor.session.actions import Asking, BotMove, NextDeal, YourMove
from tutor.session.table import Player, TableSession

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(1_800)]

DEALS = 8
JOIN_AFTER, LEAVE_AFTER = 2, 4  # deals
LISTEN = """() => {
    const find = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.matches(".sr-status")) return node;
            const inside = node.shadowRoot && find(node.shadowRoot);
            if (inside) return inside;
        }
        return null;
    };
    let status = null;
    window.heard = [];
    const hear = () => {
        const said = status.textContent.trim();
        if (said && said !== window.heard.at(-1)) window.heard.push(said);
    };
    setInterval(() => {
        if (status?.isConnected) return;
        status = find(document);
        if (!status) return;
        new MutationObserver(hear).observe(status, { childList: true, subtree: true, characterData: true });
        hear();
    }, 10);
}"""
"""What the tables of a page say aloud, from here on."""

PRESETS = [
    pytest.param(game, rules, id=f"{game.id}-{rules.preset}")
    for game in games.every()
    for rules in game.presets.values()
]


def listening(visit: Visit, locale: str) -> Screen:
    """Somebody who hears a table from its first word on."""
    screen = visit(locale=locale, fresh=True)
    screen.page.add_init_script(f"({LISTEN})()")
    return screen


def plain(text: str) -> str:
    """As it is compared: spaces of every kind are one."""
    return " ".join(text.replace("\u00a0", " ").split())


def log_of(screen: Screen) -> str:
    """All that the log of this deal says."""
    return plain(screen.page.locator(".sr-log").first.evaluate("node => node.textContent"))


def lines(screen: Screen, match: TableSession, steps: Iterator[Step] | tuple[Step, ...]) -> list[list[str]]:
    """What is told of these steps in the reader's words."""
    reader = reader_of(match, screen.language)
    return [[plain(part) for part in told(step, reader)] for step in steps]


def happened(match: TableSession) -> set[str]:
    """The ids of all that the learner knows to have happened in this deal."""
    return {event.rule.id for step in match.view.history for event in step.events}


@pytest.mark.parametrize("locale", LANGUAGE)
@pytest.mark.parametrize(("game", "rules"), PRESETS)
def test_eight_deals_are_played_and_all_that_happens_is_told(
    visit: Visit, game: Game, rules: Rules, locale: str
) -> None:
    screen = listening(visit, locale)
    seats = min(5, max(game.seats(rules)))
    players = (Player(), *(Player(name, "novice") for name in names.pick(seats - 1, 7)))
    match = table.begin(game, rules, players, seed=7, deal_seed=7)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
    screen.table.wait_for()
    found: set[str] = set()
    for deal in range(1, DEALS + 1):
        match = screen.play_deal(matches.next_move if game is games.offered()[0] else matches.usual_move)
        assert match.deal == deal
        found |= happened(match)
        heard = [plain(said) for said in screen.page.evaluate("window.heard")]
        log = log_of(screen)
        steps = lines(screen, match, match.view.history)
        for said in steps:
            assert all(part.rstrip(".") in log for part in said), said
        for said in steps[:-1]:  # how the deal ended is told by its panel
            assert any(all(part.rstrip(".") in one for part in said) for one in heard), (said, heard[-40:])
        if match.won:
            break
        if deal in (JOIN_AFTER, LEAVE_AFTER) and (table.may_join(match) or table.leavers(match)):
            found |= comes_or_goes(screen, joining=deal == JOIN_AFTER)
        screen.page.evaluate("window.heard = []")
        if deal < DEALS:
            screen.press("next")
    for id in sorted(told_of(game, rules) - found):
        stage(screen, rules, id)


def told_of(game: Game, rules: Rules) -> set[str]:
    """All that the game may do by itself under these rules."""
    return {rule.id for rule in game.rulebook.values() if rule.kind == "event" and rule.in_force(rules)}


def comes_or_goes(screen: Screen, *, joining: bool) -> set[str]:
    """Somebody joins, or the first who may leaves; the ids of what the game tells of it."""
    what: Asking = "join" if joining else "leave"
    screen.press(what)
    # Of those who may leave the first is the learner.
    screen.option(table.choices(screen.saved(), what)[0 if joining else 1]).click()
    screen.press("answer")
    screen.until(lambda: len(screen.saved().gap), 1)
    match = screen.saved()
    change = match.gap[-1]
    said = plain(told_change(change, match, screen.language))
    screen.until(lambda: said.rstrip(".") in log_of(screen), True)
    screen.until(lambda: said.rstrip(".") in plain(screen.shown["status"]), True)
    return {event.rule.id for event in change.events}


def stage(screen: Screen, rules: Rules, id: str) -> None:
    """What eight deals did not bring: a match that stands just before it, and the learner's move that brings it."""
    match, move = moment(rules.hash, id)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
    screen.my_turn()
    after = match.state.play(match.game.read_move(move))
    screen.play(move, match.view)
    said = lines(screen, match, after.view(match.you).history[-1:])[0]
    screen.until(lambda: all(part.rstrip(".") in log_of(screen) for part in said), True)
    if after.outcome is None:
        heard = [plain(one) for one in screen.page.evaluate("window.heard")]
        assert any(all(part.rstrip(".") in one for part in said) for one in heard), (said, heard)
    assert id in happened(table.act(match, YourMove(move)))


@cache
def moment(rules_hash: str, id: str) -> tuple[TableSession, str]:
    """The first match, by seed, in which the learner has a move that brings this about."""
    game, rules = next((game, rules) for game in games.every() for rules in known(game) if rules.hash == rules_hash)
    for luck in count(1):
        rng = Random(luck)
        seats = max(game.seats(rules)) if luck % 2 else 4
        # In the last seat, for what comes about once all others have answered.
        players = (*(Player(name, "novice") for name in names.pick(seats - 1, luck)), Player())
        match = table.begin(game, rules, players, seed=luck, deal_seed=luck)
        while match.deal < 9:
            if match.won:
                break
            if match.outcome is not None:
                match = table.act(match, NextDeal(luck + match.deal))
                continue
            if table.waiting_for(match) == "you":
                for move in match.state.legal_moves():
                    if id in {event.rule.id for event in match.state.play(move).events}:
                        return match, str(move)
            text = str(a_move(match.state, rng))
            match = table.act(match, BotMove(text) if table.waiting_for(match) == "bot" else YourMove(text))
    raise AssertionError("count never ends")


def known(game: Game) -> Iterator[Rules]:
    yield from game.presets.values()
    yield from (rules.but(people_trade=True) for rules in game.presets.values() if hasattr(rules, "people_trade"))


def a_move(state: State, rng: Random) -> object:
    """Mostly a sensible one; often as many cards as may be, so that what is rare comes about."""
    legal = state.legal_moves()
    if rng.random() < 0.5:
        return state.game.advice.habit(state, rng)
    most = max(len(move.cards) for move in legal)
    return rng.choice([move for move in legal if len(move.cards) == most])


@pytest.mark.parametrize("locale", LANGUAGE)
@pytest.mark.parametrize("id", ["slave.people-swap"])
def test_what_only_a_switch_brings_is_told_too(visit: Visit, id: str, locale: str) -> None:
    screen = listening(visit, locale)
    game = games.find("slave")
    stage(screen, game.presets["classic"].but(people_trade=True), id)
    assert id in told_of(game, game.presets["classic"].but(people_trade=True))
