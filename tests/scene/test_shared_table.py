"""Several people at one device: what each of them, and what everybody, may see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.scene.reading import check, check_hidden
from tutor import games
from tutor.cards import Cards
from tutor.scene.table import table_scene
from tutor.session.table import (
    BotMove,
    NextDeal,
    Player,
    ShowCards,
    TableSession,
    YourMove,
    act,
    begin,
    forced_move,
    waiting_for,
)

SLAVE = games.find("slave")
TRADING = {"preset": "classic", "people_trade": True}
PEOPLE = ("11", "22", "33", "44")
"""Names that are no words of either language."""


def shared(people: int, seed: int, deals: int) -> Iterator[TableSession]:
    """Every session of a match of so many people and bots to six, in which cards are traded whenever they may be."""
    rng = Random(seed)
    bots = [Player(key, "easy") for key in ("chai", "fon", "ton", "lek", "joy")]
    session = begin(
        SLAVE, TRADING, [*map(Player, PEOPLE[:people]), *bots[: 6 - people]], seed=seed, deal_seed=seed, id="g"
    )
    while True:
        yield session
        waiting = waiting_for(session)
        if waiting == "over":
            if session.deal == deals:
                return
            session = act(session, NextDeal(rng.getrandbits(64)))
        elif session.curtain:
            session = act(session, ShowCards())
        else:
            legal = session.state.legal_moves()
            trading = "decline" in map(str, legal)
            move = str(rng.choice(legal) if trading else SLAVE.advice.habit(session.state, rng))
            session = act(session, YourMove(move) if waiting == "you" else BotMove(forced_move(session) or move))


def unplayed(session: TableSession) -> Cards:
    """All cards in hands, put down or laid aside."""
    seen = Cards.NONE
    for zone in session.state.view(0).zones():
        if zone.kind in ("pile", "played"):
            seen |= Cards.of(card for card in zone.cards if card is not None)
    return Cards.PACK - seen


@pytest.mark.parametrize("people", [2, 3, 4])
def test_where_anybody_may_look_no_unplayed_card_is_in_a_scene(people: int) -> None:
    curtains = open_scenes = 0
    for session in shared(people, people, 3):
        if session.viewer is not None:
            continue
        hidden = unplayed(session)
        for language in ("th", "en"):
            scene = table_scene(session, language)
            check(scene)
            check_hidden(scene, hidden)
            assert scene["hand"]["cards"] == scene["groups"] == []
            assert scene["legal"] == {}
            assert (scene["curtain"] is not None) is session.curtain
            if session.curtain:
                assert scene["buttons"] == []
                assert scene["waiting"] is None
        curtains += session.curtain
        open_scenes += not session.curtain
    assert curtains > 20
    assert open_scenes > 2


@pytest.mark.parametrize("seed", range(2))
def test_whoever_looks_sees_only_what_their_seat_may_know(seed: int) -> None:
    shown = 0
    for session in shared(3, seed, 3):
        if session.viewer is not None and session.outcome is None:
            hidden = session.state.view(session.viewer).unseen().cards
            check_hidden(table_scene(session, "th"), hidden)
            shown += 1
    assert shown > 100


def test_the_curtain_names_whoever_is_to_take_the_device() -> None:
    session = next(session for session in shared(2, 1, 1) if session.curtain)
    name = session.player(session.you).name
    thai, english = (table_scene(session, language)["curtain"] for language in ("th", "en"))
    assert thai["title"] == f"ส่งเครื่องให้ {name}"
    assert english == {
        "title": f"Hand the phone to {name}",
        "text": "Nobody else looks.",
        "button": {"id": "show", "label": f"I’m {name}: show my cards"},
    }


def test_behind_the_curtain_everybody_has_a_name() -> None:
    session = next(session for session in shared(2, 1, 1) if session.curtain and session.state.history)
    scene = table_scene(session, "en")
    assert [scene["me"]["name"], *(seat["name"] for seat in scene["seats"])].count("You") == 0
    assert "you" not in f"{scene['status']} {scene['log']}".lower().replace("your", "")


def test_at_the_end_of_a_deal_nobody_of_several_is_you() -> None:
    session = next(session for session in shared(2, 1, 1) if session.outcome is not None)
    scene = table_scene(session, "en")
    assert scene["answer"]["title"] == "Deal 1 is over"
    assert scene["hand"]["cards"] == []


def test_what_a_trade_brought_is_told_to_those_concerned_alone() -> None:
    told = 0
    for session in shared(1, 5, 8):
        state = session.state
        if state.before is None or session.viewer is None or state.made is None:
            continue
        came = state.view(session.viewer).hand - state.before.view(session.viewer).hand - state.made.cards
        said = "You got" in table_scene(session, "en")["status"]
        assert said is bool(came)
        told += said
    assert told
