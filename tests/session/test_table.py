from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from tests.session.walks import NONSENSE, settled, walk
from tutor import games
from tutor.bots import hint
from tutor.core import IllegalMove, RecordError, RulesError, UnreadableMove, replay
from tutor.session.table import (
    Ask,
    BotMove,
    Forget,
    Join,
    Leave,
    NextDeal,
    Player,
    Refusal,
    ShowCards,
    ShowHint,
    TableSession,
    Undo,
    YourMove,
    accepts,
    act,
    begin,
    bot_request,
    choices,
    clean_name,
    ended_deals,
    forced_move,
    hint_request,
    leavers,
    may_join,
    open_history,
    pause,
    record,
    restore,
    text_of,
    undo_ply,
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


def rebuilt(session: TableSession, deals: list[tuple[dict[str, object], list[str]]] | None = None) -> TableSession:
    players = [Player.read(str(player)) for player in session.players]
    gaps = [*(deal.came for deal in session.deals[1:]), session.gap]
    return restore(
        SLAVE,
        session.rules,
        players,
        saved(session) if deals is None else deals,
        seed=session.seed,
        id=session.id,
        seats=[deal.seats for deal in session.deals] if deals is None else None,
        changes=[list(map(str, gap)) for gap in gaps] if deals is None else (),
        undone=[deal.undone for deal in session.deals],
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_match_restored_from_what_was_saved_is_the_same(seed: int) -> None:
    sessions = list(walk(seed, deals=3, seats=4 + seed))
    for session in [*sessions[:: len(sessions) // 7], sessions[-1]]:
        again = rebuilt(session)
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


# Coming and going between deals


def over(seed: int = 1, seats: int = 4, deals: int = 1) -> TableSession:
    """A match between two deals."""
    return list(walk(seed, deals=deals, seats=seats))[-1]


def told(session: TableSession) -> list[tuple[str, int]]:
    return [(event.rule.id, event.params["seat"]) for change in session.gap for event in change.events]


def test_who_joins_sits_after_the_last_seat_and_is_slave() -> None:
    session = act(over(), Join("bot:easy:ton"))
    dealt = act(session, NextDeal(5))
    assert told(session) == [("slave.newcomer", 4)]
    assert dealt.player(4) == Player("ton", "easy")
    assert (dealt.seats, dealt.state.seats) == ((0, 1, 2, 3, 4), 5)
    assert dealt.state.position()["titles"][4] in ("slave", "vice-slave")  # above a toppled King


def test_who_leaves_is_gone_and_the_seats_close_up() -> None:
    before = over(2, seats=5)
    session = act(before, Leave(2))
    dealt = act(session, NextDeal(5))
    assert told(session) == [("slave.leaver", 2)]
    assert dealt.seats == (0, 1, 3, 4)
    assert dealt.player(2) == before.player(3)
    assert dealt.state.seats == 4


def test_several_come_and_go_in_one_gap() -> None:
    session = over()
    for action in (Join("bot:easy:ton"), Leave(1), Join("bot:strong:som"), Join("bot:novice:bua"), Leave(4)):
        session = act(session, action)
    assert told(session) == [
        ("slave.newcomer", 4),
        ("slave.leaver", 1),
        ("slave.newcomer", 4),
        ("slave.newcomer", 5),
        ("slave.leaver", 3),
    ]
    dealt = act(session, NextDeal(5))
    assert dealt.seats == (0, 2, 3, 5, 6)
    assert [str(dealt.player(seat)) for seat in (3, 4)] == ["bot:strong:som", "bot:novice:bua"]
    assert dealt.came == session.gap
    assert dealt.gap == ()


def test_the_ruleset_says_how_many_may_sit() -> None:
    session = over(seats=4)
    assert leavers(session) == ()
    for name in ("ton", "som"):
        assert may_join(session)
        session = act(session, Join(f"bot:easy:{name}"))
    assert not may_join(session)
    assert leavers(session) == (1, 2, 3, 4, 5)
    with pytest.raises(ValueError, match="not now"):
        act(session, Join("bot:easy:bua"))
    with pytest.raises(ValueError, match="not now"):
        act(over(seats=4), Leave(1))
    with pytest.raises(ValueError, match="not now"):
        act(session, Leave(9))


def test_nobody_comes_or_goes_during_a_deal() -> None:
    session = beating()
    assert not may_join(session)
    assert leavers(session) == ()
    assert act(session, Ask("join")) == act(session, Ask("end")) == session
    with pytest.raises(ValueError, match="not now"):
        act(session, Join("bot:easy:ton"))
    with pytest.raises(ValueError, match="not now"):
        act(session, Leave(1))


def test_the_learner_who_leaves_ends_the_match_and_is_asked_first() -> None:
    session = over(seats=5)
    assert "0" in choices(session, "leave")
    asked = act(session, Leave(0))
    assert asked.asking == "end"
    assert asked.gap == ()
    assert act(asked, Forget()).asking is None


def test_a_newcomer_is_offered_at_the_level_of_this_table_first() -> None:
    assert choices(over(), "join") == ("easy", "novice", "medium", "strong")


@pytest.mark.parametrize("seed", range(3))
def test_a_match_in_which_players_come_and_go_is_restored_as_it_was_and_its_record_replays(seed: int) -> None:
    rng = Random(seed)
    session = over(seed)
    for number in range(4):
        session = act(session, Join(f"bot:easy:new{number}"))
        assert rebuilt(session) == settled(session)
        session = act(session, Leave(rng.choice(leavers(session))))
        assert rebuilt(session) == settled(session)
        session = act(session, NextDeal(seed + number))
        while waiting_for(session) != "over":
            move = forced_move(session) or str(session.game.advice.habit(session.state, rng))
            session = act(session, YourMove(move) if waiting_for(session) == "you" else BotMove(move))
        assert rebuilt(session) == settled(session)
    written = record(session)
    assert [states[-1] for states in replay(written)] == [deal.state for deal in session.deals]
    assert [deal["seats"] for deal in written["deals"]] == [list(deal.seats) for deal in session.deals]
    assert len(written["players"]) == 8


@pytest.mark.parametrize("changes", [["join 9"], ["leave 1"], ["fly 1"], ["join x"], ["join 4", "join 4"]])
def test_saved_comings_and_goings_that_cannot_have_been_are_one_clear_error(changes: list[str]) -> None:
    session = over()
    players = [*session.players, Player("ton", "easy")]
    with pytest.raises(RecordError) as error:
        restore(SLAVE, "king", players, saved(session), seed=1, seats=[(0, 1, 2, 3)], changes=[changes])
    assert error.value.case == "seats"


def test_saved_seats_are_those_of_who_came_and_went() -> None:
    session = act(act(over(), Join("bot:easy:ton")), NextDeal(5))
    with pytest.raises(RecordError) as error:
        restore(SLAVE, "king", session.players, saved(session), seed=1, seats=[(0, 1, 2, 3), (0, 1, 2, 3, 4)])
    assert error.value.case == "seats"


# Taking back


def bots_play(session: TableSession) -> TableSession:
    """Until it is a person's turn: each bot by its own seed, as the app's would."""
    while waiting_for(session) == "bot":
        forced = forced_move(session)
        if forced is None:
            _, _, seed = bot_request(session)
            forced = str(session.game.advice.habit(session.state, Random(seed)))
        session = act(session, BotMove(forced))
    return session


def decided(seed: int, moves: int) -> TableSession:
    """A match in which the learner has decided so many times and is to move again."""
    rng = Random(seed)
    session = bots_play(begin(SLAVE, "king", FOUR, seed=seed, deal_seed=seed, id="g"))
    for _ in range(moves):
        session = bots_play(act(session, YourMove(str(rng.choice(session.view.legal_moves())))))
    assert waiting_for(session) == "you"
    return session


@pytest.mark.parametrize("seed", range(5))
def test_undo_goes_back_to_the_last_decision_and_the_same_move_brings_the_same_replies(seed: int) -> None:
    before = decided(seed, 2)
    move = str(Random(seed).choice(before.view.legal_moves()))
    after = bots_play(act(before, YourMove(move)))
    back = act(after, Undo())
    assert (back.state, back.ply, back.undone) == (before.state, before.ply, before.undone + 1)
    assert back.view.history == before.view.history
    again = bots_play(act(back, YourMove(move)))
    assert replace(again, undone=after.undone) == after


def test_undo_may_be_pressed_again_and_again_and_while_the_bots_are_at_it() -> None:
    session = decided(3, 3)
    moving = act(session, YourMove(str(session.view.legal_moves()[0])))
    assert act(moving, Undo()).state == session.state
    plies = []
    while undo_ply(session) is not None:
        session = act(session, Undo())
        plies.append(session.ply)
    assert plies == sorted(plies, reverse=True)
    assert len(plies) == session.undone == 3
    assert act(session, Undo()) == session


def test_every_screen_after_taking_back_has_its_own_rev() -> None:
    session = decided(3, 1)
    revs = {session.rev}
    for count in range(2, 5):
        session = act(session, Undo())
        revs.add(session.rev)
        session = bots_play(act(session, YourMove(str(session.view.legal_moves()[0]))))
        revs.add(session.rev)
        assert len(revs) == 2 * count - 1


def test_a_deal_that_is_over_is_not_taken_back_nor_the_one_before() -> None:
    session = over(5)
    assert act(session, Undo()) == session
    dealt = act(session, NextDeal(1))
    assert undo_ply(dealt) is None
    assert act(dealt, Undo()) == dealt


def test_what_was_made_for_the_learner_is_no_decision_to_take_back() -> None:
    session = act(tribute("slave"), BotMove("give 2s As"))
    assert undo_ply(session) is None


def test_a_hint_is_no_longer_shown_once_the_move_is_taken_back() -> None:
    session = act(decided(4, 1), ShowHint(hint(decided(4, 1).view, 2, Random(1), budget=4)))
    back = act(session, Undo())
    assert (back.answer, back.hint_step) == (None, 0)


def test_the_record_holds_the_last_line_and_how_often_it_was_another() -> None:
    session = act(decided(3, 2), Undo())
    assert record(session)["x-undone"] == 1
    assert replay(record(session))[-1][-1] == session.state
    assert "x-undone" not in record(decided(3, 2))
    assert rebuilt(session) == settled(session)


# Several people at one device


def shared(*names: str, seats: int = 4, seed: int = 1) -> TableSession:
    bots = [Player(key, "easy") for key in ("nok", "boy", "fon", "ton")]
    players = [*map(Player, names), *bots[: seats - len(names)]]
    return begin(SLAVE, "king", players, seed=seed, deal_seed=seed, id="g")


def test_with_one_person_nothing_is_hidden() -> None:
    for session in walk(2, deals=2):
        assert session.viewer == session.you
        assert not session.curtain


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("names", [("Nok", "ป้าแต๋ว"), ("A", "B", "C"), ("A", "B", "C", "D")])
def test_a_hand_is_shown_to_nobody_but_the_person_who_has_asked_for_it(names: tuple[str, ...], seed: int) -> None:
    rng = Random(seed)
    session = shared(*names, seed=seed)
    curtains = 0
    while session.outcome is None:
        session = bots_play(session)
        turn = session.state.turn
        if turn is None:
            break
        if session.viewer is None:
            assert session.curtain
            curtains += 1
            assert hint_request(session) is None
            assert act(session, YourMove(str(session.state.legal_moves()[0]))) == session
            assert act(session, Undo()) == session
            session = act(session, ShowCards())
        assert session.viewer == turn
        assert not session.curtain
        assert act(session, ShowCards()) == session
        session = act(session, YourMove(str(rng.choice(session.view.legal_moves()))))
        if waiting_for(session) == "you":
            assert session.viewer in (None, session.state.turn)
        elif waiting_for(session) == "bot":
            assert session.viewer == turn  # whoever has moved goes on looking while bots move
    assert curtains > len(names)
    assert session.viewer is None  # everybody looks on at the end
    assert act(session, NextDeal(1)).viewer is None


def test_bots_move_without_a_curtain_and_a_person_who_moves_twice_in_a_row_sees_none() -> None:
    session = at(
        {
            "game": "slave",
            "rules": "king",
            "deal": 2,
            "hands": ["4h 9h", "6c 6d", "7c 7d", "8c 8d"],
            "turn": 2,
            "pile": [{"seat": 0, "cards": "3h"}],
            "passed": [1],
        },
        [Player("A"), Player("B"), *FOUR[1:3]],
    )
    session = replace(session, holder=0)
    for text in ("play 7c", "play 8c"):
        assert (waiting_for(session), session.curtain, session.viewer) == ("bot", False, 0)
        session = act(session, BotMove(text))
    assert (waiting_for(session), session.curtain, session.viewer) == ("you", False, 0)


def test_nobody_takes_back_what_came_before_another_persons_decision() -> None:
    session = act(bots_play(shared("A", "B")), ShowCards())
    first = session.state.turn
    session = act(session, YourMove(str(session.view.legal_moves()[0])))
    if waiting_for(session) == "bot":
        assert undo_ply(session) is not None
    session = act(bots_play(session), ShowCards())
    assert session.state.turn != first
    assert undo_ply(session) is None


def test_a_tribute_of_another_person_is_made_without_a_curtain() -> None:
    players = [Player("A"), *FOUR[1:3], Player("B")]
    session = at(tribute("king").state.position().document(), players)
    assert forced_move(session) == "give 2s As"
    assert (waiting_for(session), session.curtain, session.viewer) == ("bot", False, None)
    session = act(session, BotMove("give 2s As"))
    assert session.curtain  # the King, a person, is to give back


def test_what_two_share_is_in_nobodys_open_history() -> None:
    session = act(tribute("king"), BotMove("give 2s As"))
    (step,) = open_history(session.state)
    assert step.move is None
    assert step.text == "give x2 to 0"
    assert all(event.seen_by is None for event in step.events)
    open_moves = list(walk(3, deals=1))[-1]
    assert open_history(open_moves.state) == open_moves.state.history


def test_the_device_changes_hands_with_the_next_deal_and_a_reload() -> None:
    session = act(bots_play(shared("A", "B")), ShowCards())
    assert session.viewer is not None
    assert rebuilt(session).viewer is None
    assert rebuilt(session) == replace(settled(session), holder=None)


def test_the_record_names_the_people() -> None:
    assert record(shared("Nok", "ป้าแต๋ว"))["players"] == ["Nok", "ป้าแต๋ว", "bot:easy:nok", "bot:easy:boy"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Nok ", "Nok"),
        ("Uncle\n Chai", "Uncle Chai"),
        ("bot:easy:nok", "bot easy nok"),
        ("\u200b:", ""),
        ("ป้าแต๋ว", "ป้าแต๋ว"),
    ],
)
def test_whatever_somebody_types_as_their_name_can_be_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept
    assert not kept or Player.read(kept) == Player(kept)


def test_a_long_name_is_cut() -> None:
    assert len(clean_name("x" * 99)) == 20
