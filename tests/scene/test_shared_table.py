"""Who sits at a table: several people at one device, each of whom may see something else; who comes and goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.scene.reading import check, check_hidden
from tests.session.walks import walk
from tutor import games
from tutor.cards import Cards
from tutor.i18n import tell
from tutor.scene.table import called, table_scene, told_change
from tutor.session.actions import Asking
from tutor.session.table import (
    Ask,
    BotMove,
    Join,
    Leave,
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
        "title": f"Hand the device to {name}",
        "text": "Everyone else, look away.",
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


# Who comes and goes


def changed() -> TableSession:
    session = [*walk(2, deals=1, seats=5)][-1]
    return act(act(session, Join("bot:easy:lek")), Leave(2))


@pytest.mark.parametrize("language", ["th", "en"])
def test_the_end_of_a_deal_shows_who_is_what_once_somebody_has_come_or_gone(language: str) -> None:
    session = changed()
    scene = table_scene(session, language)
    check(scene)
    bears = {row["name"]: row["title"] for row in scene["answer"]["rows"]}
    dealt = table_scene(act(session, NextDeal(1)), language)
    for seat in [dealt["me"], *dealt["seats"]]:
        assert bears.pop(seat["name"]) == seat["badges"][0]
    assert list(bears.values()) == [tell("scene.left", language)]
    assert len(scene["answer"]["rows"]) == 6


@pytest.mark.parametrize("language", ["th", "en"])
def test_comings_and_goings_are_said_aloud_and_stand_in_the_log_before_and_after_the_deal(language: str) -> None:
    session = changed()
    told = [told_change(change, session, language) for change in session.gap]
    scene = table_scene(session, language)
    assert scene["status"] == told[-1]
    assert scene["log"][-1] == told
    dealt = table_scene(act(session, NextDeal(1)), language)
    assert dealt["log"][0] == told


def test_who_left_is_named_as_they_were_when_they_left() -> None:
    session = [*walk(2, deals=1, seats=6)][-1]
    for player in (2, 3):  # of whom the second has moved up a seat by then
        session = act(session, Leave(player))
        assert called(session.players[player], "en") in table_scene(session, "en")["status"]


@pytest.mark.parametrize("language", ["th", "en"])
@pytest.mark.parametrize("asking", ["join", "leave", "end"])
def test_what_is_asked_between_deals_keeps_the_contract(asking: Asking, language: str) -> None:
    scene = table_scene(act([*walk(2, deals=1, seats=5)][-1], Ask(asking)), language)
    check(scene)
    assert scene["waiting"] is None
    assert scene["buttons"][0]["id"] == "close"
    if asking != "end":
        assert scene["status"] == scene["ask"]["prompt"]


# The People's trade


def test_cards_put_down_are_in_nobodys_log_but_theirs_even_when_they_have_been_played() -> None:
    last = [*shared(2, 4, 3)][-1]
    put = 0
    for deal in last.deals:
        everybody, whole = deal.history, deal.state.history
        for step, true in zip(everybody, whole, strict=True):
            if true.text.startswith("give"):
                assert step.move is None
                assert not re.search(r"\b[2-9TJQKA][cdhs]\b", step.text)
                put += "to" not in true.text
            else:
                assert step == true
    assert put > 1


def test_whether_to_trade_is_a_persons_own_choice() -> None:
    asked = 0
    for session in shared(1, 5, 8):
        if session.state.turn == 0 and "decline" in map(str, session.state.legal_moves()):
            assert waiting_for(session) == "you"
            status = table_scene(session, "en")["status"]
            assert status.endswith("Put down one card, or decline.")
            asked += 1
    assert asked
