from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.scene.reading import check, check_hidden, shape
from tests.session.walks import walk
from tests.table.page import SCENES, read_scene
from tutor import games
from tutor.bots import hint
from tutor.i18n import spell
from tutor.scene import names
from tutor.scene.models import Scene
from tutor.scene.table import table_scene
from tutor.session.table import (
    PAUSES,
    READING,
    BotMove,
    Forget,
    Player,
    Refusal,
    ShowHint,
    TableSession,
    YourMove,
    act,
    begin,
    forced_move,
    hint_request,
    restore,
    waiting_for,
)
from tutor.solver.worlds import sample

SLAVE = games.find("slave")
FOUR = [Player(), Player("nok", "easy"), Player("boy", "easy"), Player("taeo", "strong")]
BEATING = {
    "game": "slave",
    "rules": "king",
    "deal": 2,
    "titles": ["vice-slave", "queen", "king", "slave"],
    "hands": ["7d 7h 9s Jc Js", "3c 3d", "4c 4d", "5c 5d"],
    "turn": 0,
    "direction": -1,
    "pile": [{"seat": 3, "cards": "4h 4s"}, {"seat": 1, "cards": "9d 9h"}],
    "passed": [2],
    "exchanged": [
        {"from": 3, "to": 2, "cards": "2c 2d"},
        {"from": 2, "to": 3, "cards": "3h 3s"},
        {"from": 0, "to": 1, "cards": "2h"},
        {"from": 1, "to": 0, "cards": "5h"},
    ],
}


def at(position: dict[str, Any], players: list[Player] = FOUR) -> TableSession:
    """A match that stands at this position."""
    return restore(SLAVE, "king", players, [(position, [])], seed=1, id="g")


def change(**fields: Any) -> TableSession:
    return at(BEATING | fields)


# Every scene of whole matches


@pytest.mark.parametrize("seed", range(3))
def test_every_scene_of_a_match_keeps_the_contract_in_both_languages(seed: int) -> None:
    for session in walk(seed, deals=2, seats=4 + seed % 3, learner=seed % 4, hints=True):
        thai, english = (table_scene(session, language, title="t") for language in ("th", "en"))
        check(thai)
        check(english)
        assert shape(thai) == shape(english), "only the words differ"
        assert thai["rev"] == english["rev"] == session.rev


@pytest.mark.parametrize("seed", range(10, 13))
def test_no_card_that_the_learner_may_not_see_is_in_a_scene(seed: int) -> None:
    seen = 0
    for session in walk(seed, deals=3, seats=4 + seed % 3, learner=seed % 4):
        if session.outcome is None:
            hidden = session.view.unseen().cards
            if isinstance(session.answer, Refusal) and session.answer.move is not None:
                hidden -= session.answer.move.cards  # the learner's own words
            for language in ("th", "en"):
                check_hidden(table_scene(session, language), hidden)
            seen += len(hidden)
    assert seen > 2000


@pytest.mark.parametrize("language", ["th", "en"])
def test_the_check_for_hidden_cards_finds_one(language: str) -> None:
    session = change()
    hidden = session.view.unseen().cards
    scene = table_scene(session, language)
    check_hidden(scene, hidden)
    card = next(iter(hidden))
    for leak in (
        {"groups": [f"7d {card}"]},
        {"legal": {f"7d | {card} > meld.1": {"take": "…"}}},
        {"status": spell(card, language)},
        {"log": [f"… {spell(card, language)} …"]},
        {"seats": [{"label": spell(card, language, spoken=True)}]},
    ):
        with pytest.raises(AssertionError):
            check_hidden(scene | leak, hidden)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_makes_no_difference(seed: int) -> None:
    rng = Random(seed)
    told = {"status", "log", "answer", "waiting"}  # a state made from a view has no history
    for session in walk(seed, deals=2):
        view = session.view
        if view.outcome is None and rng.random() < 0.2:
            here = replace(session, state=sample(view, rng))
            there = replace(session, state=sample(view, rng))
            language = rng.choice(("th", "en"))
            scenes = [table_scene(other, language) for other in (session, here, there)]
            assert scenes[1] == scenes[2]
            first, second = ({k: v for k, v in scene.items() if k not in told} for scene in scenes[:2])
            if first["buttons"][-1]["id"] == "undo":  # nor has it anything to take back
                first["buttons"].pop()
                first["labels"]["keys"] = [key for key in first["labels"]["keys"] if key["keys"] != ["U"]]
            assert first == second


@pytest.mark.parametrize("name", SCENES)
def test_the_scenes_that_the_card_table_is_tested_with_keep_the_contract(name: str) -> None:
    Scene.model_validate(read_scene(name))


# Round the table


def test_the_others_sit_in_table_order_from_the_readers_left() -> None:
    players = [*FOUR[1:3], FOUR[0], FOUR[3]]
    scene = table_scene(at(BEATING, players), "en")
    assert [seat["seat"] for seat in scene["seats"]] == [3, 0, 1]
    assert [seat["name"] for seat in scene["seats"]] == ["Auntie Taeo", "Nok", "Boy"]
    assert scene["me"]["seat"] == 2


def test_seats_show_title_count_who_passed_and_who_played_last() -> None:
    scene = table_scene(change(), "th")
    nok, boy, taeo = scene["seats"]
    assert (nok["badges"], nok["countLabel"], nok["note"], nok["last"]) == (["ควีน"], "2 ใบ", "", True)
    assert (boy["badges"], boy["note"], boy["last"]) == (["คิง"], "ผ่านแล้ว", False)
    assert taeo["badges"] == ["สลาฟ"]
    assert scene["me"]["badges"] == ["รองสลาฟ"]
    assert scene["me"]["turn"]
    assert scene["direction"] == {"value": -1, "label": "วนทวนเข็ม"}


def test_the_pile_names_its_top_and_whose_it_is() -> None:
    thai, english = (table_scene(change(), language)["pile"] for language in ("th", "en"))
    assert thai["label"] == "กอง: คู่ 9 ของนก"
    assert english["label"] == "Pile: Nok’s pair of 9s"
    assert [play["by"] for play in thai["plays"]] == ["ป้าแต๋ว", "นก"]
    assert [card["id"] for card in thai["plays"][-1]["cards"]] == ["9d", "9h"]


def test_an_empty_pile_says_who_leads() -> None:
    mine = change(pile=[], passed=[])
    assert table_scene(mine, "th")["pile"]["empty"] == "กองว่าง คุณขึ้นกอง"
    assert table_scene(mine, "en")["pile"]["empty"] == "The pile is empty. You lead."
    assert table_scene(change(pile=[], passed=[], turn=1), "th")["pile"]["empty"] == "กองว่าง นกขึ้นกอง"


def test_a_toppled_kings_cards_lie_aside_face_down() -> None:
    session = change(
        hands=["7d 7h 9s Jc Js", "", "", "5c 5d"],
        out=[1],
        toppled=2,
        aside="4c 4d 6c",
        passed=[],
    )
    scene = table_scene(session, "th")
    assert scene["aside"] == {"label": "ไพ่คว่ำของบอย 3 ใบ", "count": 3}
    assert "คิงล้ม" in scene["seats"][1]["badges"]


def test_the_hand_lies_from_low_to_high_as_the_game_counts() -> None:
    scene = table_scene(change(hands=["2d 3c As Th", "3d 4d", "4c", "5c 5d"]), "th")
    assert [card["id"] for card in scene["hand"]["cards"]] == ["3c", "Th", "As", "2d"]
    assert scene["hand"]["label"] == "ไพ่ในมือ 4 ใบ"
    assert scene["hand"]["cards"][1]["label"] == "10 โพแดง"


# What can be done


def test_the_main_button_is_worded_for_every_legal_selection() -> None:
    thai, english = (table_scene(change(), language)["legal"] for language in ("th", "en"))
    assert thai == {"Jc Js": {"play": "ลงคู่ J"}, "": {"pass": "ผ่าน"}}
    assert english == {"Jc Js": {"play": "Play a pair of jacks"}, "": {"pass": "Pass"}}


def test_one_tap_may_select_whole_ranks_and_legal_plays() -> None:
    assert table_scene(change(), "th")["groups"] == ["7d 7h", "Jc Js"]
    triple = change(hands=["Jc Jd Jh 3c", "3d 4d", "4c", "5c 5d"])
    assert table_scene(triple, "th")["groups"] == ["Jc Jd Jh", "Jc Jd", "Jc Jh", "Jd Jh"]


def test_every_verb_of_the_moment_has_its_button_and_the_hint_tells_its_step() -> None:
    buttons = table_scene(change(), "th")["buttons"]
    assert [(button["id"], button["label"]) for button in buttons] == [
        ("play", "ลง"),
        ("pass", "ผ่าน"),
        ("hint", "คำใบ้ 1 จาก 4"),
    ]
    assert [button["code"] for button in buttons] == [None, "KeyP", "KeyH"]
    assert buttons[0]["kind"] == "primary"
    assert buttons[0]["needs"] == "cards"


def test_nothing_is_greyed_out_while_others_move_but_no_hint_is_offered() -> None:
    session = act(change(), YourMove("pass"))
    scene = table_scene(session, "th")
    assert [button["id"] for button in scene["buttons"]] == ["play", "pass", "undo"]
    assert scene["waiting"] is not None
    assert scene["hand"]["select"] == "many"


def test_keys_name_what_the_buttons_do() -> None:
    keys = {" ".join(key["keys"]): key["text"] for key in table_scene(change(), "th")["labels"]["keys"]}
    assert keys["P"] == "ผ่าน"
    assert keys["H"] == "คำใบ้ 1 จาก 4"


# Status


def test_the_status_says_what_happened_and_whose_turn_it_is() -> None:
    session = act(change(turn=3, passed=[]), BotMove("pass"))
    assert table_scene(session, "th")["status"].startswith("ป้าแต๋วผ่าน ถึงตา")
    assert table_scene(change(), "th")["status"] == "แจกไพ่ตาที่ 1 แล้ว ถึงตาคุณ"
    played = act(change(), YourMove("play Jc Js"))
    assert table_scene(played, "en")["status"] == "You played a pair of jacks. Auntie Taeo’s turn."


def test_what_the_game_does_by_itself_is_told_with_its_reason() -> None:
    session = change(
        hands=["7d 7h 9s Jc Js", "", "4c 4d", "5c 5d"],
        out=[1],
        deal=1,
        titles=["people"] * 4,
        exchanged=[],
        passed=[2],
        direction=1,
    )
    session = act(session, YourMove("pass"))
    session = act(session, BotMove("pass"))
    scene = table_scene(session, "th")
    assert scene["status"] == ("ป้าแต๋วผ่าน ไม่มีใครทับไพ่ชุดสุดท้ายของนก วงกลับทิศ คนลงล่าสุดหมดมือแล้ว คุณขึ้นกองใหม่")
    assert scene["direction"]["value"] == -1
    assert scene["log"] == [["คุณผ่าน", scene["status"]]]


def test_a_toppled_king_is_told() -> None:
    session = change(hands=["Jc Js", "3c 3d", "4c 4d", "5c 5d"], passed=[])
    status = table_scene(act(session, YourMove("play Jc Js")), "th")["status"]
    assert "ล้มคิง: คุณหมดมือก่อนบอย" in status


# The exchange

TRIBUTE = {
    "game": "slave",
    "rules": "king",
    "deal": 2,
    "titles": ["king", "queen", "vice-slave", "slave"],
    "hands": ["3c 4c 5c 6c", "3d 4d 5d 6d", "3h 4h 5h Kh", "3s 4s As 2s"],
    "turn": 3,
    "phase": "tribute",
}


def test_the_learners_tribute_is_explained_before_it_is_made() -> None:
    session = at(TRIBUTE, [*FOUR[1:], FOUR[0]])
    scene = table_scene(session, "th")
    assert scene["status"] == "แจกไพ่ตาที่ 1 แล้ว ต้องส่ง 2♠ A♠ ให้นก: ส่วยคือไพ่สูงสุดในมือ"
    assert scene["waiting"] == {"ms": READING}
    assert [button["id"] for button in scene["buttons"]] == ["give"]
    text = forced_move(session)
    assert text is not None
    after = table_scene(act(session, BotMove(text)), "th")
    assert after["status"] == "คุณส่ง 2♠ A♠ ให้นก ถึงตานก"


def test_a_return_says_how_many_cards_are_due() -> None:
    session = act(at(TRIBUTE), BotMove("give 2s As"))
    scene = table_scene(session, "th")
    assert scene["status"] == "ป้าแต๋วส่ง 2♠ A♠ ให้คุณ ต้องคืนไพ่ให้ป้าแต๋ว 2 ใบพอดี"
    assert scene["groups"] == []
    assert scene["pile"]["empty"] == "กองว่าง"


def test_cards_between_two_others_are_only_counted() -> None:
    session = act(at(TRIBUTE, [FOUR[1], FOUR[0], *FOUR[2:]]), BotMove("give 2s As"))
    assert table_scene(session, "th")["status"] == "ป้าแต๋วส่งไพ่ให้นก 2 ใบ รู้กันแค่สองคน ถึงตานก"


# Answers


def test_an_illegal_play_is_answered_with_rule_cards_and_nearest_play() -> None:
    scene = table_scene(act(change(), YourMove("play 7d 7h")), "th")
    answer = scene["answer"]
    assert answer["tone"] == "wrong"
    assert answer["title"] == "ลงแบบนี้ไม่ได้"
    assert answer["text"] == "ทับไม่ได้: คู่ 7 ต่ำกว่าคู่ 9 ของนก ใกล้ที่สุดที่ทำได้: ลงคู่ J"
    assert answer["cards"] == ["7d", "7h"]
    assert answer["nearest"] == {"label": "เลือก J♣ J♠", "cards": ["Jc", "Js"], "table": [], "zone": None}
    assert answer["links"][0] == {"label": "ดูกติกา “ต้องสูงกว่า”", "href": "/rules?rule=slave.higher"}
    assert scene["status"] == answer["text"]
    assert {card["id"]: card["mark"] for card in scene["hand"]["cards"]} == {
        "7d": "wrong", "7h": "wrong", "9s": None, "Jc": None, "Js": None
    }  # fmt: skip


def test_where_a_pass_is_nearest_it_is_said_and_no_cards_are_offered() -> None:
    answer = table_scene(act(change(hands=["7d 7h", "3c", "4c", "5c"]), YourMove("play 7d 7h")), "en")["answer"]
    assert answer["text"].endswith("The nearest you can do: pass.")
    assert answer["nearest"] is None


def test_a_press_without_cards_is_answered_kindly() -> None:
    answer = table_scene(act(change(), YourMove("play")), "th")["answer"]
    assert answer["title"] == "ยังไม่ได้เลือกไพ่"
    assert answer["links"] == []


def test_nobody_moves_while_an_answer_is_read_and_closing_it_goes_on() -> None:
    session = act(act(change(), YourMove("pass")), YourMove("play 9s"))
    scene = table_scene(session, "th")
    assert scene["answer"]["text"] == "คุณผ่านกองนี้ไปแล้ว รอกองใหม่ถึงจะลงได้"
    assert scene["waiting"] is None
    assert [button["id"] for button in scene["buttons"]] == ["close"]
    scene = table_scene(act(session, Forget()), "th")
    assert scene["answer"] is None
    assert scene["waiting"] is not None


@pytest.mark.parametrize("language", ["th", "en"])
def test_hints_are_shown_step_by_step(language: str) -> None:
    session = change()
    titles = []
    for step in (1, 2, 3, 4):
        request = hint_request(session)
        assert request is not None
        session = act(session, ShowHint(hint(session.view, step, Random(request[2]), budget=10)))
        scene = table_scene(session, language)
        check(scene)
        assert scene["answer"]["tone"] == "hint"
        assert scene["answer"]["text"]
        titles.append(scene["answer"]["title"])
        marked = {card["id"] for card in scene["hand"]["cards"] if card["mark"] == "hint"}
        assert marked == set(scene["answer"]["cards"])
    assert len(set(titles)) == 4
    assert "hint" not in [button["id"] for button in scene["buttons"]]


# The end of a deal


def test_the_end_of_a_deal_tells_places_who_falls_and_the_titles() -> None:
    session = change(
        hands=["Jc Js", "3c 3d", "4c 4d", "5c 5d"],
        turn=0,
        passed=[],
    )
    session = act(session, YourMove("play Jc Js"))
    while waiting_for(session) == "bot":
        session = act(session, BotMove(forced_move(session) or str(SLAVE.advice.habit(session.state, Random(1)))))
    scene = table_scene(session, "th")
    assert waiting_for(session) == "over"
    assert scene["answer"]["tone"] == "told"
    assert scene["answer"]["title"] == "จบตาที่ 1 คุณได้ที่ 1"
    rows = [(row["place"], row["name"], row["title"], row["note"], row["you"]) for row in scene["answer"]["rows"]]
    assert rows[0] == ("1", "คุณ", "คิง", "", True)
    assert rows[3] == ("4", "บอย", "สลาฟ", "คิงล้ม", False)
    assert "คุณเป็นคิง" in scene["answer"]["text"]
    assert [button["id"] for button in scene["buttons"]] == ["next", "join", "end"]
    assert scene["buttons"][0]["key"] == "Enter"
    assert scene["hand"]["select"] == "none"
    assert scene["waiting"] is None


def test_settings_are_passed_on() -> None:
    scene = table_scene(change(), "th", four=False, motion=None, theme="dark", title="สลาฟ · สำรับ")
    assert (scene["four"], scene["motion"], scene["theme"], scene["title"]) == (False, None, "dark", "สลาฟ · สำรับ")


def test_a_match_says_which_deal_it_is() -> None:
    session = begin(SLAVE, "king", FOUR, seed=1, deal_seed=3)
    assert table_scene(session, "en")["status"].startswith("Deal 1 is dealt.")


def test_the_pause_before_a_bots_move_hangs_on_the_name_alone() -> None:
    seen: dict[str, set[int]] = {}
    forced = set()
    for session in walk(5, deals=2):
        waiting = table_scene(session, "en")["waiting"]
        turn = session.state.turn
        if waiting is None or turn is None or session.player(turn).level is None or waiting["ms"] == READING:
            continue
        seen.setdefault(session.player(turn).name, set()).add(waiting["ms"])
        forced.add(forced_move(session) is not None)
        assert table_scene(replace(session, pace="at-once"), "en")["waiting"] == {"ms": 0}
    assert forced == {True, False}
    assert seen == {key: {round(PAUSES["normal"] * names.stretch(key))} for key in seen}
    assert len(seen) == 3


def test_a_seat_says_what_its_bot_is_like_and_nothing_of_a_person() -> None:
    players = [Player(), Player("nok", "easy"), Player("Ann"), Player("chai", "strong")]
    for language in ("th", "en"):
        told = [seat["temper"] for seat in table_scene(at(BEATING, players), language)["seats"]]
        assert told == [names.temper("nok", language), "", names.temper("chai", language)]
