"""A whole deal by somebody who sees nothing: heard in the tree that a screen reader gets, played with the keyboard."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.browser import matches
from tests.browser.app import Screen, now_and_long
from tests.browser.conftest import Visit
from tests.browser.ear import WORDS, Ear, Heard
from tutor.i18n import spell
from tutor.session.table import TableSession

pytestmark = pytest.mark.browser


def just_dealt(match: TableSession) -> bool:
    """The deal has just begun."""
    return match.ply == 0


def lowest(heard: Heard) -> tuple[str, ...]:
    """What a beginner would try: as many cards of one rank as lie there, of that rank or a higher one, the lowest; a
    single card where nothing lies there. Suits are forgotten, so that some of it is refused. Nothing: pass."""
    hand = sorted(heard.hand, key=heard.words.card)
    top = [heard.words.card(name) for name in heard.top]
    for names in combinations(hand, max(1, len(top))):
        ranks = {heard.words.card(name)[0] for name in names}
        if len(ranks) == 1 and (not top or min(ranks) >= max(top)[0]):
            return names
    return ()


@now_and_long("locale", now=["en-US"], long=["th-TH"])
def test_a_deal_is_played_by_ear_alone(visit: Visit, locale: str) -> None:
    screen = visit(locale=locale, fresh=True)
    match = matches.played_until(just_dealt)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
    ear = Ear(screen.page, WORDS[locale])
    heard = ear.settle()
    tried = refused = passed = 0
    while not heard.over:
        assert (heard.hand, heard.top) == known(screen)
        names = lowest(heard)
        if names:
            ear.take(names)
            heard = ear.push(ear.hear().main)
            tried += 1
            refused += heard.refused
        if not names or heard.refused:
            heard = ear.push(heard.words.passing)
            passed += 1
        assert heard.focused is not None, "the keyboard is nowhere"
    match = screen.saved()
    assert match.outcome is not None
    mine = [step.move for step in match.state.history if step.seat == match.you and step.move is not None]
    assert len(mine) == tried - refused + passed
    assert refused
    assert passed > refused


def known(screen: Screen) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The learner's cards and those to beat, by their names: what the player is never told."""
    view = screen.my_turn().view
    piles = [zone.cards for zone in view.zones() if zone.kind == "pile" and zone.cards]
    shown = (view.game.order(view.hand, view.rules), piles[-1] if piles else ())
    hand, top = (tuple(spell(card, screen.language, spoken=True) for card in cards if card) for cards in shown)
    return hand, top
