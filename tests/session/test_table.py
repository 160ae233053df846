from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from tests.session.walks import NONSENSE, settled, walk
from tutor import games
from tutor.bots import hint
from tutor.core import IllegalMove, RecordError, RulesError, UnreadableMove, replay
from tutor.session.table import (
    BotMove,
    Forget,
    NextDeal,
    Player,
    Refusal,
    ShowHint,
    TableSession,
    YourMove,
    accepts,
    act,
    begin,
    bot_request,
    ended_deals,
    forced_move,
    hint_request,
    pause,
    record,
    restore,
    text_of,
    waiting_for,
)

SLAVE = games.find("slave")
FOUR = [Player(), Player("nok", "easy"), Player("boy", "easy"), Player("fon", "strong")]


def at(position: dict[str, object], players: list[Player] | None = None) -> TableSession:
    """A match that stands at this position."""
    session = begin(SLAVE, "king", players or FOUR, seed=1, deal_seed=1, id="g")
    return replace(session, state=SLAVE.setup(position))


def beating() -> TableSession:
    """The learner holds a pair of 7s, a 9 and a pair of jacks; a pair of 9s is on top."""
    return at(
        {
            "game": "slave",
            "rules": "king",
            "deal": 2,
            "hands": ["7d 7h 9s Jc Js", "3c 3d", "4c 4d", "5c 5d"],
            "turn": 0,
            "pile": [{"seat": 3, "cards": "9d 9h"}],
        }
    )


def tribute(learner: str) -> TableSession:
    """The first moment of a second deal's exchange, the learner being of this title."""
    titles = ["king", "queen", "vice-slave", "slave"]
    seat = titles.index(learner)
    players = FOUR[1:]
    players.insert(seat, Player())
    return at(
        {
            "game": "slave",
            "rules": "king",
            "deal": 2,
            "titles": titles,
            "hands": ["3c 4c 5c 6c", "3d 4d 5d 6d", "3h 4h 5h Kh", "3s 4s As 2s"],
            "turn": 3,
            "phase": "tribute",
        },
        players,
    )


# Moves and refusals


def test_a_legal_move_of_the_learner_is_played() -> None:
    before = beating()
    after = act(before, YourMove("play Jc Js"))
    assert (after.state.made, after.ply, after.answer) == (SLAVE.read_move("play Jc Js"), 1, None)
    assert before.state.made is None


def test_an_illegal_move_changes_nothing_but_the_answer() -> None:
    before = beating()
    after = act(before, YourMove("play 7d 7h"))
    assert isinstance(after.answer, Refusal)
    assert after.answer.violation is not None
    assert after.answer.violation.rule.id == "slave.higher"
    assert str(after.answer.nearest) == "play Jc Js"
    assert replace(after, answer=None, answered=0) == before
    assert after.rev != before.rev


def test_a_try_out_of_turn_is_told_whose_turn_it_is() -> None:
    session = act(beating(), YourMove("play Jc Js"))
    refused = act(session, YourMove("play 7d 7h")).answer
    assert isinstance(refused, Refusal)
    assert refused.violation is not None
    assert refused.violation.rule.id == "slave.turn"
    assert refused.nearest is None


@pytest.mark.parametrize("text", NONSENSE)
def test_what_cannot_be_read_is_answered_and_never_raises(text: str) -> None:
    before = beating()
    answer = act(before, YourMove(text)).answer
    assert isinstance(answer, Refusal)
    assert answer.nearest in before.view.legal_moves()
    assert len(answer.text) <= 80
    if answer.violation is None:
        assert answer.move is None


def test_after_the_deal_a_move_breaks_the_law_that_it_is_over() -> None:
    session = list(walk(3, deals=1))[-1]
    refused = act(session, YourMove("pass")).answer
    assert isinstance(refused, Refusal)
    assert refused.violation is not None
    assert refused.violation.params["case"] == "over"


def test_a_session_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        beating().ply = 3  # type: ignore[misc]


# Who moves


def test_bots_move_only_when_they_are_waited_for() -> None:
    session = beating()
    with pytest.raises(ValueError, match="nobody but a person"):
        act(session, BotMove("pass"))
    session = act(session, YourMove("pass"))
    assert waiting_for(session) == "bot"
    with pytest.raises(IllegalMove):
        act(session, BotMove("play 3c"))
    with pytest.raises(UnreadableMove):
        act(session, BotMove("fly"))
    assert act(session, BotMove("pass")).ply == 2


def test_a_bot_is_asked_about_its_own_view_and_twice_the_same() -> None:
    session = act(beating(), YourMove("pass"))
    view, level, seed = bot_request(session)
    assert view == session.state.view(1)
    assert level == "easy"
    assert bot_request(session)[2] == seed
    assert bot_request(replace(session, seed=2))[2] != seed
    assert bot_request(act(session, BotMove("pass")))[2] != seed


def test_no_bot_is_asked_for_the_learner_or_after_the_deal() -> None:
    for session in (beating(), list(walk(3, deals=1))[-1]):
        with pytest.raises(ValueError, match="no bot"):
            bot_request(session)


def test_the_learners_tribute_is_made_after_the_same_pause_as_a_bots_move() -> None:
    session = tribute("slave")
    assert waiting_for(session) == "bot"
    assert forced_move(session) == "give 2s As"
    assert act(session, BotMove("give 2s As")).state.turn == 0


def test_the_learner_may_still_try_another_tribute_and_is_told_the_law() -> None:
    refused = act(tribute("slave"), YourMove("give 3s 4s")).answer
    assert isinstance(refused, Refusal)
    assert refused.violation is not None
    assert refused.violation.rule.id == "slave.tribute"
    assert str(refused.nearest) == "give 2s As"


def test_a_return_is_the_learners_choice() -> None:
    session = act(tribute("king"), BotMove("give 2s As"))
    assert waiting_for(session) == "you"
    assert forced_move(session) is None


def test_the_last_play_and_the_only_pass_stay_with_the_learner() -> None:
    hands = ["3h", "3c 3d", "4c 4d", "5c 5d"]
    lead = at({"game": "slave", "rules": "king", "deal": 2, "hands": hands, "turn": 0})
    below = at(
        {
            "game": "slave",
            "rules": "king",
            "deal": 2,
            "hands": hands,
            "turn": 0,
            "pile": [{"seat": 3, "cards": "9d"}],
        }
    )
    for session in (lead, below):
        assert len(session.state.legal_moves()) == 1
        assert waiting_for(session) == "you"


def test_pauses() -> None:
    assert [pause(replace(beating(), pace=pace)) for pace in ("at-once", "normal", "slow")] == [0, 700, 1200]


# Screens and messages


def test_every_screen_has_its_own_rev_and_accepts_no_other() -> None:
    revs: list[str] = []
    for session in walk(11, deals=2, hints=True):
        assert accepts(session, session.rev)
        assert not any(accepts(session, rev) for rev in revs)
        revs.append(session.rev)
    assert len(set(revs)) == len(revs) > 100


@pytest.mark.parametrize("rev", [None, "", 3, [], "g:1:0", "other:1:0:0"])
def test_a_rev_from_elsewhere_is_not_accepted(rev: object) -> None:
    assert not accepts(beating(), rev)


def test_closing_an_answer_makes_a_new_screen() -> None:
    session = act(beating(), YourMove("play 7d 7h"))
    closed = act(session, Forget())
    assert closed.answer is None
    assert closed.rev not in (session.rev, beating().rev)


def test_the_text_of_a_message() -> None:
    assert text_of("play", ["7d", "7h"]) == "play 7d 7h"
    assert text_of("pass") == "pass"


# Hints


def test_hints_come_step_by_step_and_begin_anew_with_the_next_move() -> None:
    session = beating()
    seeds = set()
    for step in (1, 2, 3, 4):
        request = hint_request(session)
        assert request is not None
        view, wanted, seed = request
        seeds.add(seed)
        assert (view, wanted) == (session.view, step)
        session = act(session, ShowHint(hint(view, step, Random(seed), budget=4)))
        assert session.hint_step == step
        assert session.answer is not None
    assert len(seeds) == 1, "all steps are about the same move"
    assert hint_request(session) is None
    assert act(session, Forget()).hint_step == 4
    assert act(session, YourMove("play Jc Js")).hint_step == 0


def test_a_hint_that_comes_late_shows_nothing() -> None:
    late = hint(beating().view, 1, Random(1))
    session = act(beating(), YourMove("play Jc Js"))
    assert act(session, ShowHint(late)) == session
    assert hint_request(session) is None


# Deals and matches


@pytest.mark.parametrize(("seats", "learner"), [(4, 0), (5, 3), (6, 5)])
def test_a_match_goes_on_with_titles_and_keeps_its_seats(seats: int, learner: int) -> None:
    sessions = list(walk(seats, deals=4, seats=seats, learner=learner))
    last = sessions[-1]
    assert last.deal == 4
    assert {session.players for session in sessions} == {sessions[0].players}
    for earlier, later in zip(last.finished, [*last.finished[1:], last.state], strict=True):
        assert earlier.outcome is not None
        first = later.moves()[0][0]
        standing = earlier.outcome.standing.model_dump(exclude={"events"})
        assert first.deal == standing["deal"]
        assert first.position()["titles"] == list(standing["titles"])
    assert [number for number, _ in ended_deals(last)] == [1, 2, 3, 4]


def test_the_next_deal_comes_only_after_this_one() -> None:
    with pytest.raises(ValueError, match="not over"):
        act(beating(), NextDeal(1))


def test_the_same_seeds_bring_the_same_match() -> None:
    assert list(walk(5)) == list(walk(5))


@pytest.mark.parametrize(
    "players", [FOUR[:3], [*FOUR, *FOUR[1:]], FOUR[1:] + FOUR[1:2], [Player(), Player(), *FOUR[1:3]]]
)
def test_a_match_has_one_learner_and_as_many_seats_as_the_rules_allow(players: list[Player]) -> None:
    with pytest.raises(ValueError, match=r"seats|learner"):
        begin(SLAVE, "king", players, seed=1, deal_seed=1)


def test_players_are_written_and_read() -> None:
    for player in [*FOUR, Player("ป้าแต๋ว"), Player("bot")]:
        assert Player.read(str(player)) == player
    for text in ("", " ", "bot:easy", "bot::nok", "bot:easy:nok:more", "Nok\nBoy", "x" * 21):
        with pytest.raises(ValueError, match="not a player"):
            Player.read(text)


# Saving


def saved(session: TableSession) -> list[tuple[dict[str, object], list[str]]]:
    return [(deal["start"], deal["moves"]) for deal in record(session)["deals"]]


def rebuilt(session: TableSession, deals: list[tuple[dict[str, object], list[str]]]) -> TableSession:
    players = [Player.read(str(player)) for player in session.players]
    return restore(SLAVE, session.rules, players, deals, seed=session.seed, id=session.id)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_restored_from_what_was_saved_is_the_same(seed: int) -> None:
    sessions = list(walk(seed, deals=3, seats=4 + seed))
    for session in [*sessions[:: len(sessions) // 7], sessions[-1]]:
        again = rebuilt(session, saved(session))
        assert again == settled(session)
        assert again.view.history == session.view.history
        assert (again.start, again.last_text, again.deal) == (session.start, session.last_text, session.deal)


def test_the_record_replays() -> None:
    session = list(walk(1, deals=2))[-1]
    written = record(session)
    assert written["players"][0] == "you"
    assert replay(written)[-1][-1] == session.state
    assert "seed" not in str(written)


@pytest.mark.parametrize(
    ("damage", "case"),
    [
        (lambda deals: deals.clear(), "shape"),
        (lambda deals: deals[0][1].append("pass"), "move"),
        (lambda deals: deals[0][1].insert(4, "fly"), "move"),
        (lambda deals: deals[0][1].pop(), "position"),
        (lambda deals: deals[1][0].update(hands=["3c", "3c", "4c", "5c"]), "position"),
        (lambda deals: deals[1][0].pop("hands"), "position"),
    ],
)
def test_a_damaged_saved_match_is_one_clear_error(damage: object, case: str) -> None:
    session = list(walk(1, deals=2))[-1]
    deals = [(dict(start), list(moves)) for start, moves in saved(session)]
    damage(deals)  # type: ignore[operator]
    with pytest.raises(RecordError) as error:
        rebuilt(session, deals)
    assert error.value.case == case


def test_saved_rules_that_there_are_not_are_one_clear_error() -> None:
    session = beating()
    with pytest.raises(RecordError) as error:
        restore(SLAVE, "no-such", session.players, saved(session), seed=1)
    assert error.value.case == "rules"
    with pytest.raises(RulesError):
        begin(SLAVE, "no-such", session.players, seed=1, deal_seed=1)
