"""The contract's small print: moves, rulesets, positions, links and records (docs/contract.md, sections 1 to 4)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.laws.walks import walk
from tutor import games
from tutor.cards import Card, Cards
from tutor.core import (
    Event,
    IllegalMove,
    Marked,
    Move,
    PositionError,
    RecordError,
    Rule,
    RulesError,
    State,
    UnreadableMove,
    View,
    Violation,
    link,
    nearest,
    perft,
    replay,
    write_record,
)

SLAVE = games.find("slave")
KING = SLAVE.presets["king"]
TABLE: dict[str, Any] = {
    "game": "slave",
    "rules": "king",
    "hands": ["4d 9c Ts", "5c 6c", "Tc Td", "Kd Ks"],
    "turn": 0,
    "pile": [{"seat": 3, "cards": "8h"}],
}


# Moves.


@pytest.mark.parametrize(
    "text", ["play 3c Ts", "PLAY 3c Ts", "Play Ts 3c", "  play   10s  3C ", "play T♠ 3♣", "play TS 3c", "play 10♠ 3c"]
)
def test_reading_a_move_forgives_case_order_spelling_and_spaces(text: str) -> None:
    move = SLAVE.read_move(text)
    assert str(move) == "play 3c Ts"
    assert move == SLAVE.read_move("play 3c Ts")
    assert hash(move) == hash(SLAVE.read_move("play 3c Ts"))
    assert (move.verb, move.cards) == ("play", Cards.read("3c Ts"))


@pytest.mark.parametrize("text", ["pass", "decline", "PASS", " Decline "])
def test_some_moves_name_no_cards(text: str) -> None:
    move = SLAVE.read_move(text)
    assert str(move) == text.strip().lower()
    assert move.cards == Cards.NONE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "3c",
        "play",
        "play 3x",
        "play 3c 3c",
        "pass 3c",
        "fold",
        "play 3c to 2",
        "give",
        "play: 3c",
        "?play 3c",
    ],
)
def test_what_is_no_move_is_unreadable_and_the_text_is_named(text: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        SLAVE.read_move(text)
    assert isinstance(error.value, ValueError)
    assert repr(text) in str(error.value)


def test_an_illegal_move_carries_its_violation_and_changes_nothing() -> None:
    state = SLAVE.setup(TABLE)
    move = SLAVE.read_move("play 4d")
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert isinstance(error.value, ValueError)
    assert error.value.violation == state.check(move)
    assert error.value.violation.rule.id == "slave.higher"
    assert state == SLAVE.setup(TABLE)


def test_states_are_equal_by_position_and_not_by_how_they_came_about() -> None:
    once = SLAVE.setup(TABLE).play(SLAVE.read_move("pass"))
    again = SLAVE.setup({**TABLE, "turn": 1, "passed": [0]})
    assert once == again
    assert hash(once) == hash(again)
    assert again.history == ()
    assert once.history[0].seat == 0
    assert once != SLAVE.setup(TABLE)


def test_an_old_state_can_be_played_on_twice() -> None:
    state = SLAVE.setup(TABLE)
    one, other = state.play(SLAVE.read_move("play 9c")), state.play(SLAVE.read_move("play Ts"))
    assert one != other
    assert state.play(SLAVE.read_move("play 9c")) == one


def test_marked_cards_and_a_verb_are_the_text_of_a_move() -> None:
    view = SLAVE.setup(TABLE).view(0)
    assert view.text_of("play", Marked(Cards.read("Ts 9c"))) == "play 9c Ts"
    assert view.text_of("take", Marked(Cards.NONE, Cards.read("9s"))) == "take 9s"
    assert view.text_of("pass", Marked(Cards.read("Ts"))) == "pass"
    assert view.text_of("play", Marked(Cards.NONE)) == "play"
    assert view.marked(SLAVE.read_move("play 9c")) == Marked(Cards.read("9c"))


def test_nearest_is_asked_of_a_view() -> None:
    view = SLAVE.setup(TABLE).view(0)
    assert nearest(view, SLAVE.read_move("play 4d")) == SLAVE.read_move("play 9c")
    assert nearest(SLAVE.setup(TABLE).view(1), SLAVE.read_move("pass")) is None


def test_perft_of_depth_none_is_one() -> None:
    assert perft(SLAVE.setup(TABLE), 0) == 1
    assert perft(SLAVE.setup(TABLE), 1) == 3


# Rules and reasons.


def test_a_rule_is_its_id_and_a_reason_names_its_parameters() -> None:
    rule = Rule("slave.higher", "law", "S2")
    violation = rule.broken(cards=Cards.read("7d 7h"), seat=2)
    assert isinstance(violation, Violation)
    assert str(rule) == "slave.higher"
    assert violation.rule is rule
    assert violation.params["cards"] == Cards.read("7h 7d")
    assert str(violation).startswith("slave.higher")
    assert "7d 7h" in str(violation)
    assert violation == rule.broken(seat=2, cards=Cards.read("7d 7h"))
    assert violation != rule.broken(seat=1, cards=Cards.read("7d 7h"))


def test_an_event_is_seen_by_all_unless_it_says_by_whom() -> None:
    rule = Rule("slave.out", "event")
    assert isinstance(rule.happened(), Event)
    assert rule.happened().seen_by is None
    assert rule.happened(seen_by=frozenset({1, 2})).seen_by == frozenset({1, 2})
    assert rule.happened(seat=1) != rule.happened(seat=1, seen_by=frozenset({1}))


def test_parameters_of_a_reason_are_cards_seats_numbers_moves_or_texts() -> None:
    state = SLAVE.setup(TABLE)
    for text in ("play 4d", "play 4d 9c", "play As", "give 4d", "play 9c Ts"):
        violation = state.check(SLAVE.read_move(text))
        assert violation is not None
        for value in violation.params.values():
            assert isinstance(value, Card | Cards | Move | int | str)


# Rulesets.


def test_a_house_rule_is_changed_by_name_and_checked() -> None:
    changed = KING.but(opening="free", four_beats_single=False)
    assert KING.opening == "must_contain"
    assert changed.opening == "free"
    assert changed.diff(KING) == {"opening": ("free", "must_contain"), "four_beats_single": (False, True)}
    assert KING.diff(changed) == {"opening": ("must_contain", "free"), "four_beats_single": (True, False)}
    assert KING.diff(KING) == {}
    assert KING.but() == KING


@pytest.mark.parametrize(
    "options", [{"jokers": True}, {"opening": "perhaps"}, {"queen_term": -1}, {"topple": "now"}, {"pair_tie": None}]
)
def test_a_rule_that_cannot_be_is_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as error:
        KING.but(**options)
    assert error.value.option == next(iter(options))
    assert isinstance(error.value, ValueError)


def test_rules_cannot_be_changed_in_place() -> None:
    with pytest.raises(ValueError, match="frozen"):
        KING.opening = "free"


def test_the_hash_is_of_all_option_values() -> None:
    options = {name: value for name, value in KING.model_dump(mode="json").items() if name != "preset"}
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    assert KING.hash == hashlib.sha256(text.encode()).hexdigest()[:16]
    assert len(KING.hash) == 16
    assert KING.hash != KING.but(opening="free").hash
    assert KING.but(opening="free").but(opening="must_contain").hash == KING.hash


def test_a_preset_has_its_name_and_a_changed_one_loses_it() -> None:
    assert KING.preset == "king"
    assert KING.but(opening="free").preset is None
    assert SLAVE.read_rules("king") == KING
    assert SLAVE.read_rules({"preset": "king", "opening": "free"}) == KING.but(opening="free")
    assert SLAVE.read_rules({"preset": "king"}).preset == "king"


def test_a_changed_ruleset_is_kept_in_positions_and_records() -> None:
    state = SLAVE.deal(KING.but(opening="free"), 4, Random(1))
    assert SLAVE.setup(state.position().document()).rules == state.rules
    assert state.position().document()["rules"] == {"preset": "king", "opening": "free"}
    record = write_record(SLAVE, list("abcd"), [([0, 1, 2, 3], state)])
    assert record["rules"] == {"preset": "king", "opening": "free"}
    assert record["rules_hash"] == state.rules.hash
    assert replay(record)[0][0] == state


# Games and positions.


def test_a_game_is_found_by_id_and_an_unknown_one_names_those_there_are() -> None:
    assert games.find("slave").id == "slave"
    assert [game.id for game in games.every()] == sorted(game.id for game in games.every())
    assert sorted(game.id for game in games.offered()) == [game.id for game in games.every()]
    assert len({game.order_offered for game in games.every()}) == len(games.every())
    for id in ("bridge", "", "Slave", "slave.moves", "../slave"):
        with pytest.raises(KeyError) as error:
            games.find(id)
        assert "slave" in str(error.value)


def test_a_position_is_read_from_yaml_json_or_a_mapping() -> None:
    text = "{game: slave, rules: king, hands: [4d 9c Ts, 5c 6c, Tc Td, Kd Ks], turn: 0, pile: [{seat: 3, cards: 8h}]}"
    for given in (text, json.dumps(TABLE), TABLE, SLAVE.setup(TABLE).position().document()):
        state = games.read(given)
        assert isinstance(state, State)
        assert state == SLAVE.setup(TABLE)


def test_a_position_with_a_seat_is_a_view() -> None:
    document = SLAVE.setup(TABLE).view(2).position().document()
    view = games.read(document)
    assert isinstance(view, View)
    assert view.seat == 2
    with pytest.raises(PositionError):
        SLAVE.setup(document)
    with pytest.raises(PositionError):
        SLAVE.look(TABLE)


@pytest.mark.parametrize(
    "text", ["", "play 3c", "[1, 2]", "{game: slave", "42", "{}", "{game: [slave]}", "game: bridge"]
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        games.read(text)


def test_all_faults_of_a_position_are_told_at_once_each_with_its_place() -> None:
    with pytest.raises(PositionError) as error:
        SLAVE.setup({**TABLE, "hands": ["4d 9c", "9c", "Tq", "Kd"], "deal": 0, "colour": "red", "titles": ["king"]})
    places = {fault.place for fault in error.value.faults}
    assert {"hands[0]", "hands[1]", "hands[2]", "deal", "colour", "titles"} <= places
    for fault in error.value.faults:
        assert fault.place in str(error.value)
        assert fault.reason.rule.id.startswith("position.")


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(PositionError) as error:
        SLAVE.setup({**TABLE, "game": "dummy"})
    assert [fault.place for fault in error.value.faults] == ["game"]


def test_a_position_is_a_mapping_and_pasted_texts_do_no_harm() -> None:
    position = SLAVE.setup(TABLE).position()
    assert position["turn"] == 0
    assert dict(position)["game"] == "slave"
    assert json.loads(json.dumps(dict(position))) == position.document()


# Links.


def test_a_document_travels_in_a_link() -> None:
    document = {"game": "slave", "note": "ไพ่ 10♠", "hands": ["3c", ""], "n": [1, None, True]}
    text = link.write(document)
    assert link.read(text) == document
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@pytest.mark.parametrize(
    "spoil", [lambda text: text[:-7], lambda text: text[5:], lambda text: "hello", lambda text: ""]
)
def test_a_spoilt_link_says_so(spoil: Callable[[str], str]) -> None:
    with pytest.raises(link.LinkError):
        link.read(spoil(link.write(SLAVE.deal("king", 4, Random(1)).position().document())))


# Records.


def match(number: int = 2) -> dict[str, Any]:
    deals, standing = [], None
    for count in range(number):
        rng = Random(count)
        states = walk(SLAVE.deal("king", 4, rng, standing), rng)
        assert states[-1].outcome is not None
        standing = states[-1].outcome.standing
        deals.append(([0, 1, 2, 3], states[-1]))
    record = write_record(SLAVE, ["Nok", "bot:easy", "bot:easy", "bot:medium"], deals)
    return json.loads(json.dumps(record))


def test_a_record_has_the_form_of_the_contract() -> None:
    record = match()
    assert list(record) == ["format", "version", "game", "rules", "rules_hash", "players", "deals"]
    assert (record["format"], record["version"], record["game"]) == ("samrap-record", 1, "slave")
    assert record["rules"] == {"preset": "king"}
    assert record["rules_hash"] == KING.hash
    first, second = record["deals"]
    assert list(first) == ["seats", "start", "moves", "places", "totals"]
    assert first["totals"] == [0, 0, 0, 0]
    assert sorted(seat for place in first["places"] for seat in place) == [0, 1, 2, 3]
    assert first["start"]["deal"] == 1
    assert second["start"]["deal"] == 2
    assert second["start"]["phase"] == "tribute"  # right after the deal, before any exchange
    assert "seed" not in json.dumps(record)


def test_the_contracts_record_opens_where_it_stands() -> None:
    record = {
        "format": "samrap-record",
        "version": 1,
        "game": "slave",
        "rules": {"preset": "king"},
        "rules_hash": KING.hash,
        "players": ["Nok", "bot:easy", "bot:easy", "bot:medium"],
        "deals": [
            {
                "seats": [0, 1, 2, 3],
                "start": {
                    "game": "slave",
                    "rules": "king",
                    "deal": 1,
                    "turn": 2,
                    "direction": 1,
                    "hands": [
                        "3h 5h 6d 6h 7d 8c 8s Tc Jh Qc Qd Qh Ad",
                        "3d 4s 5s 8d 9d Th Ts Js Qs Kc Ks Ah As",
                        "2c 2d 2h 3c 3s 4d 6c 7h 9h 9s Td Jd Kh",
                        "2s 4c 4h 5c 5d 6s 7c 7s 8h 9c Jc Kd Ac",
                    ],
                },
                "moves": ["play 3c", "play 4c", "play 5h", "play 5s", "pass"],
            }
        ],
    }
    ((*before, last),) = replay(json.dumps(record))
    assert len(before) == 5
    # 2 led, 3 and 0 and 1 answered, 2 passed: it is for 3 to beat the five of spades.
    assert (before[0].turn, last.turn) == (2, 3)
    assert last.outcome is None
    assert last.position().document()["passed"] == [2]
    assert [str(step.move) for step in last.history] == record["deals"][0]["moves"]


def test_players_and_unknown_keys_that_begin_with_x_are_kept_out_of_the_replay() -> None:
    record = match(1)
    plain = replay(record)
    record["x-app"] = {"anything": [1, 2]}
    record["players"] = ["ก", "ข", "ค", "ง"]
    record["deals"][0]["x-note"] = "?"
    assert replay(record) == plain


def spoilt(change: Callable[[dict[str, Any]], object], number: int = 2) -> RecordError:
    record = match(number)
    change(record)
    with pytest.raises(RecordError) as error:
        replay(record)
    assert isinstance(error.value, ValueError)
    return error.value


def test_an_unreadable_move_is_named_by_deal_and_move_from_one() -> None:
    error = spoilt(lambda record: record["deals"][1]["moves"].__setitem__(4, "jump 3c"))
    assert (error.deal, error.move) == (2, 5)
    assert len(error.states) == 5  # the start and what four moves made
    assert error.states[0].deal == 2


def test_an_illegal_move_is_named_by_deal_and_move_from_one_with_its_rule() -> None:
    error = spoilt(lambda record: record["deals"][0]["moves"].__setitem__(0, "pass"))
    assert (error.deal, error.move) == (1, 1)
    assert len(error.states) == 1
    assert "slave.lead-must-play" in str(error)


def test_a_move_after_the_end_of_the_deal_is_refused() -> None:
    error = spoilt(lambda record: record["deals"][0]["moves"].append("pass"), 1)
    assert error.deal == 1
    assert error.move == len(error.states)
    assert error.states[-1].turn is None


def test_places_that_replaying_does_not_give_are_refused() -> None:
    error = spoilt(lambda record: record["deals"][0]["places"].reverse(), 1)
    assert (error.deal, error.move) == (1, 0)
    assert error.states[-1].outcome is not None
    assert spoilt(lambda record: record["deals"][1].update(totals=[1, 0, 0, -1])).deal == 2


def test_places_of_a_deal_that_is_not_over_are_refused() -> None:
    error = spoilt(lambda record: record["deals"][0]["moves"].pop(), 1)
    assert error.deal == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(rules_hash="0123456789abcdef"),
        lambda record: record.update(format="chess"),
        lambda record: record.update(version=2),
        lambda record: record.update(game="bridge"),
        lambda record: record.update(rules={"preset": "kaiser"}),
        lambda record: record.update(rules={"preset": "king", "jokers": True}),
        lambda record: record.update(seed=4),
        lambda record: record.pop("deals"),
        lambda record: record["deals"][0].update(note="?"),
        lambda record: record["deals"][0].update(seats=[0, 1, 2]),
        lambda record: record["deals"][0].update(seats=[0, 1, 2, 2]),
        lambda record: record["deals"][0].update(seats=[0, 1, 2, 9]),
        lambda record: record["deals"][0]["start"].update(turn=9),
        lambda record: record["deals"][0].update(moves="pass"),
    ],
)
def test_a_record_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    assert str(spoilt(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"samrap-record"', "{}"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        replay(text)


def test_an_unfinished_deal_has_no_places() -> None:
    state = SLAVE.deal("king", 4, Random(3))
    record = write_record(SLAVE, list("abcd"), [([3, 2, 1, 0], state.play(state.legal_moves()[0]))])
    (deal,) = record["deals"]
    assert list(deal) == ["seats", "start", "moves"]
    assert deal["seats"] == [3, 2, 1, 0]
    assert len(replay(record)[0]) == 2
