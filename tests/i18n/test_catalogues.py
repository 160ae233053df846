"""The catalogues as they are, and the check that finds what is wrong with others."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.laws.walks import house_tables, tables
from tutor import games
from tutor.cards import Card, Cards
from tutor.core.game import Game
from tutor.core.move import VERBS, Move, UnreadableMove
from tutor.core.pad import PadField
from tutor.core.position import FAULTS
from tutor.core.rule import Rule
from tutor.core.ruleset import Question
from tutor.i18n import LANGUAGES, label, narrate, say, tell
from tutor.i18n.catalogue import TUTOR, load, po_files
from tutor.i18n.check import TOLD, Fault, code_faults, entries, faults_of, game_faults, main, unused

NAMES = ("นก", "บอย", "แอน", "Nok", "Joe", "Ann", "Boy", "May")
SAMPLE: dict[str, Any] = {
    "cards": Cards.read("7d 7h"),
    "top": Cards.read("9c 9s"),
    "must": Cards.read("2d Ad"),
    "card": Card.read("3c"),
    "seat": 1,
    "by": 2,
    "to": 3,
    "king": 0,
    "queen": 1,
    "vice": 2,
    "slave": 3,
    "count": 2,
    "place": 1,
    "verb": "draw",
    "meld": 2,
    "on": Cards.read("8c 8d 8h"),
    "head": Card.read("9h"),
    "speto": Card.read("Qs"),
    "amount": -50,
    "score": 510,
    "target": 500,
    "direction": 1,
}


def test_the_catalogues_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out


# Loading


def test_every_messages_folder_is_found() -> None:
    for language in LANGUAGES:
        found = {path.parent.parent.relative_to(TUTOR).as_posix() for path in po_files(language)}
        assert {"core", "i18n", "games/slave"} <= found


def test_a_language_is_read_once_and_only_when_it_is_asked_for() -> None:
    program = (
        "import tutor.i18n as i18n\n"
        "from tutor.i18n.catalogue import load\n"
        "print(load.cache_info().currsize)\n"
        "i18n.tell('word.you', 'th'); i18n.tell('word.your', 'th')\n"
        "print(load.cache_info().currsize, load.cache_info().misses)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["0", "1", "1"]


def test_folders_of_other_parts_are_loaded_without_a_list(tmp_path: Path) -> None:
    plant(tmp_path / "anywhere" / "deep", th={"anywhere.hello": "ไง เด็ก ๆ"}, en={"anywhere.hello": "Hello"})
    assert load("th", tmp_path).form("anywhere.hello", None) == "ไง เด็ก\N{NO-BREAK SPACE}ๆ"
    assert load("en", tmp_path).form("anywhere.hello", None) == "Hello"
    assert load("en", tmp_path).form("anywhere.else", None) is None


# Every message can be said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_every_rule_says_something(game: Game, language: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tutor.i18n")
    for rule in game.rulebook.values():
        cases = [id.removeprefix(f"{rule.id}.") for id in load(language).messages if id.startswith(f"{rule.id}.")]
        for case in (*([""] if rule.kind in TOLD else []), *cases):
            for you in (None, 0, 1, 2, 3):
                params = {**SAMPLE, "case": case} if case else SAMPLE
                assert well_said(say(rule.broken(**params), language, NAMES, you), language)
    assert not caplog.records, caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_position_says_where_and_what(language: str) -> None:
    for rule in FAULTS.values():
        said = say(rule.broken(place="hands[2]", value="3c 3c", card=Card.read("3c")), language, NAMES)
        assert said.startswith("hands[2]: ")
        assert well_said(said, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_whole_deals_can_be_told(game: Game, language: str, caplog: pytest.LogCaptureFixture) -> None:
    """Everything that random play brings about has its words, with every value that they ask for."""
    caplog.set_level(logging.INFO, "tutor.i18n")
    rng = Random(3)
    tries = [*tried(game)]
    for table in (*tables(), *house_tables(4)):
        if table.game is not game or table.seats not in (2, 4, 6, 7):
            continue
        rules, seats, standing = table.rules, table.seats, None
        for _ in range(3):
            state = game.deal(rules, seats, rng, standing)
            while state.turn is not None:
                view = state.view(state.turn)
                for move in tries:
                    if broken := view.check(move):
                        assert well_said(say(broken, language, NAMES, view.seat), language)
                move = rng.choice(view.legal_moves())
                assert label(move, language)
                for tip in game.advice.tips(view, move):
                    assert well_said(say(tip, language, NAMES, view.seat), language)
                assert tell(game.advice.question(view), language)
                for seat in (None, *range(state.seats)):
                    assert all(tell(badge, language) for badge in view.badges(seat))
                state = state.play(move)
                for event in state.events:
                    for you in (None, *range(state.seats)):
                        assert well_said(say(event, language, NAMES, you), language)
            for seat in range(state.seats):
                for step in state.view(seat).history:
                    assert narrate(step, language, NAMES, seat)
            assert state.outcome is not None
            standing = state.outcome.standing
    assert not caplog.records, caplog.text


def tried(game: Game) -> Iterator[Move]:
    """Moves of every verb of the game, few of them ever legal."""
    texts = "play 3c", "play 9c 9d", "play 4c 5c", "pass", "give 3c", "decline", "draw", "take 9c as 9c 9d 9h"
    more = "take 9c to 1", "lay 9c 9d 9h", "lay 4c 5c", "layoff 9c to 1", "layoff 9c to 99", "discard 3c", "knock 3c"
    for text in (*texts, *more):
        with suppress(UnreadableMove):
            yield game.read_move(text)


def well_said(text: str, language: str) -> bool:
    """A sentence without a hole: no braces, no id, no double space, in the letters of its language."""
    letters = r"[\u0e00-\u0e7f]" if language == "th" else r"[a-z]"
    return bool(re.search(letters, text)) and not re.search(r"[{}]|  |\b[a-z]+\.[a-z]|\bx\d|None", text)


# The check


def plant(folder: Path, th: dict[str, str], en: dict[str, str], raw: str = "") -> Path:
    """Two catalogues in a folder; ``raw`` is added to the Thai one as it is."""
    for language, messages, forms in (("th", th, "nplurals=1; plural=0;"), ("en", en, "nplurals=2; plural=(n != 1);")):
        lines = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"', f'"Plural-Forms: {forms}\\n"']
        for id, text in messages.items():
            lines += ["", f'msgid "{id}"', f'msgstr "{text}"']
        (folder / "messages").mkdir(parents=True, exist_ok=True)
        whole = "\n".join(lines) + "\n" + (raw if language == "th" else "")
        (folder / "messages" / f"{language}.po").write_text(whole, encoding="utf-8")
    return folder


def found_in(root: Path) -> list[Fault]:
    found, faults = entries(root)
    return [*faults, *faults_of(found), *code_faults(found, root)]


def test_good_catalogues_have_no_faults(tmp_path: Path) -> None:
    plant(tmp_path, th={"a.b": "ลง{cards:kind} {count} ใบ"}, en={"a.b": "play {cards:kind}, {count}"})
    assert found_in(tmp_path) == []


@pytest.mark.parametrize(
    ("th", "en", "what"),
    [
        ({"a.b": "ไง"}, {}, "a.b: is not in en"),
        ({}, {"a.b": "Hello"}, "a.b: is not in th"),
        ({"a.b": "ลง {cards}"}, {"a.b": "play {card}"}, "a.b: {card} {cards} only in one language"),
        ({"a.b": "ลง {cards:sort}"}, {"a.b": "play {cards}"}, "a.b: there is no {cards:sort}"),
        ({"a.b": "ภาษา {language}"}, {"a.b": "In {language}"}, "a.b: no placeholder may be called {language}"),
        ({"a.b": "ลง {}"}, {"a.b": "play {}"}, "a.b: no placeholder may be called {}"),
        ({"a.b": "ลง {cards"}, {"a.b": "play"}, "a.b: expected '}' before end of string"),
        ({"a.b": "ตบ OK"}, {"a.b": "ตบ OK"}, "a.b: is the same in both languages"),
        ({"a.b": "Streamlit"}, {"a.b": "Framework"}, "a.b: holds no Thai"),
        ({"a.b": "ตาคุณครับ"}, {"a.b": "Your turn"}, "a.b: says ครับ"),
        ({"a.b": "ตาคุณค่ะ"}, {"a.b": "Your turn"}, "a.b: says ค่ะ"),
        ({"a.b": ""}, {"a.b": "Your turn"}, "a.b: says nothing"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, th: dict[str, str], en: dict[str, str], what: str) -> None:
    faults = found_in(plant(tmp_path, th, en))
    assert any(fault.what.startswith(what) for fault in faults), faults
    assert all(fault.line > 0 and fault.path.suffix == ".po" for fault in faults)


def test_a_fault_names_file_and_line(tmp_path: Path) -> None:
    plant(tmp_path, th={"a.a": "ก", "a.b": "ตาคุณครับ"}, en={"a.a": "A", "a.b": "Your turn"})
    (fault,) = found_in(tmp_path)
    assert str(fault) == f"{tmp_path}/messages/th.po:9: a.b: says ครับ"


def test_points_are_no_politeness(tmp_path: Path) -> None:
    assert found_in(plant(tmp_path, th={"a.b": "คะแนน"}, en={"a.b": "Points"})) == []


def test_as_is_allows_what_is_the_same_or_not_thai(tmp_path: Path) -> None:
    plant(tmp_path, {}, {"a.b": "Samrap"}, raw='\n#. as is\nmsgid "a.b"\nmsgstr "Samrap"\n')
    assert found_in(tmp_path) == []


def test_an_id_twice_in_one_file_or_in_two_is_found(tmp_path: Path) -> None:
    plant(tmp_path / "one", {"a.b": "ไง"}, {"a.b": "Hello"}, raw='\nmsgid "a.b"\nmsgstr "ไงล่ะ"\n')
    assert ["is in" in fault.what for fault in found_in(tmp_path)] == [True]
    plant(tmp_path / "two", {"a.b": "ไง"}, {"a.b": "Hello"})
    assert len([fault for fault in found_in(tmp_path) if "already" in fault.what]) == 3


def test_a_count_in_one_language_only_is_found(tmp_path: Path) -> None:
    raw = '\nmsgid "a.b"\nmsgid_plural "a.b"\nmsgstr[0] "{count} ใบ"\n'
    (fault,) = found_in(plant(tmp_path, {}, {"a.b": "{count} cards"}, raw=raw))
    assert fault.what == "a.b: is counted (msgid_plural) in one language only"


def test_what_is_no_catalogue_is_found(tmp_path: Path) -> None:
    plant(tmp_path, {}, {}, raw='\nmsgid "a.b\nmsgstr\n')
    assert any(fault.path.name == "th.po" for fault in found_in(tmp_path))


def test_code_that_names_what_is_not_there_is_found(tmp_path: Path) -> None:
    plant(tmp_path, th={"a.b": "ลง {cards}"}, en={"a.b": "play {cards}"})
    (tmp_path / "page.py").write_text(
        "from tutor.i18n import tell as t\n"
        "t('a.b', language, cards=x)\n"
        "t('a.b', language, names=n, you=0, card=x)\n"
        "t('a.c', language)\n"
        "t('a.b' if x else 'a.d', language, **params)\n"
    )
    assert {(fault.line, fault.what) for fault in found_in(tmp_path)} == {
        (3, "a.b: nobody gives {cards} (th)"),
        (3, "a.b: nobody gives {cards} (en)"),
        (4, "a.c: is not in th"),
        (4, "a.c: is not in en"),
        (5, "a.d: is not in th"),
        (5, "a.d: is not in en"),
    }


def test_a_rule_that_does_not_give_what_its_message_asks_for_is_found(tmp_path: Path) -> None:
    plant(tmp_path, th={"g.low": "{cards} ต่ำกว่า {top}"}, en={"g.low": "{cards} is below {top}"})
    (tmp_path / "rules.py").write_text('LOW = Rule("g.low", "law")\nHIGH = RULEBOOK["g.high"]\n')
    (tmp_path / "moves.py").write_text("law.LOW.broken(cards=x)\nHIGH.happened(seen_by=y)\n")
    assert {fault.what for fault in found_in(tmp_path)} == {
        f"g.{what} ({language})" if "{" in what else f"g.{what} {language}"
        for what in ("low: nobody gives {top}", "high: is not in")
        for language in LANGUAGES
    }


def test_a_rule_without_words_is_found() -> None:
    rulebook = {"unspoken.law": Rule("unspoken.law", "law"), "unspoken.deal": Rule("unspoken.deal", "setup")}
    ruleset = games.find("slave").ruleset
    game: Any = SimpleNamespace(
        id="unspoken",
        rulebook=rulebook,
        presets={"free": None},
        ruleset=ruleset,
        groups={"turns": ("topple",)},
        rule_card={"end": ()},
        questions=(Question("king", {"stays": {}}),),
        pad=SimpleNamespace(fields=lambda *_: (PadField("fell", "seat"), PadField("crown", "card"))),
    )
    found, _ = entries()
    missing = {fault.what for fault in game_faults(found, [game])}
    for id in ("law", "law.name", "law.rule", "deal.name", "preset.free.about", "option.topple.at_once", "title"):
        assert f"unspoken.{id}: is not in th" in missing
    for id in ("group.turns", "card.end", "question.king", "question.king.stays", "pad.fell.nobody", "pad.crown"):
        assert f"unspoken.{id}: is not in th" in missing
    assert "unspoken.deal: is not in th" not in missing


def test_words_that_belong_to_nothing_are_named_and_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = ["slave.higher.name", "slave.option.topple", "slave.option.topple.at_once", "slave.option.verse.about"]
    known += ["slave.preset.king.about", "slave.title", "slave.badge.king", "other.lost.rule"]
    lost = {"slave.lower.rule": "rule", "slave.option.jokers": "option", "slave.option.topple.late": "option"}
    lost |= {"slave.preset.emperor.about": "preset", "slave.group.none": "group", "slave.question.none": "question"}
    lost["slave.question.verse.perhaps"] = "question"
    words = dict.fromkeys([*known, *lost], "คำ")
    found, _ = entries(plant(tmp_path, words, words))
    told = [fault.what for fault in unused(found, [games.find("slave")])]
    assert told == [f"{id}: belongs to no {what} of slave" for id, what in lost.items()] * 2
    assert main(list_unused=True) == 0
    assert all(line.startswith("unused: ") for line in capsys.readouterr().out.splitlines())


def test_every_verb_has_its_words() -> None:
    for verb in VERBS:
        for language in LANGUAGES:
            assert tell(f"move.{verb}.label", language, cards=Cards.read("7d 7h"))
            assert tell(f"move.{verb}", language, seat=0, cards=Cards.read("7d 7h"), names=NAMES)
