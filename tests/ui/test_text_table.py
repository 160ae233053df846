"""The table in words: what the drawn one shows is said, and what can be done there is done with fields and buttons."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from tests.browser import matches
from tests.ui.driving import Browser
from tutor import lessons, puzzles
from tutor.cards import RANKS, SUITS, Card
from tutor.i18n import spell, tell
from tutor.lessons import right_answer
from tutor.puzzles import Puzzle
from tutor.scene import lesson_scene, puzzle_scene, table_scene
from tutor.session import table
from tutor.session.refusal import refusal
from tutor.ui import learn, markup
from tutor.ui.visit import store

LESSON_IDS = [lesson.id for lesson in lessons.every()]
PACK = [Card.read(rank + suit) for rank in RANKS for suit in SUITS]
NAMED = [puzzle for puzzle in puzzles.every() if puzzle.title is not None]
LANGUAGES = ("th", "en")


@pytest.fixture
def reader(browser: Browser) -> Browser:
    """A learner who plays with the table in words."""
    store().save_settings(browser.key, table="text")
    return browser


class Words:
    """A page with a table in words, used by its fields and buttons alone."""

    def __init__(self, tab: Browser, language: str) -> None:
        self.tab, self.language = tab, language
        tab.at.context["locale"] = language

    def session(self) -> Any:
        state = self.tab.at.session_state
        page = next(name for name in ("match", "lesson", "puzzle") if name in state)
        return state[page]

    def scene(self) -> dict[str, Any]:
        """What the drawn table would show now."""
        draw = {"TableSession": table_scene, "LessonRun": lesson_scene, "PuzzleRun": puzzle_scene}
        session = self.session()
        found: dict[str, Any] = draw[type(session).__name__](session, self.language)
        return found

    @property
    def text(self) -> str:
        """All that is on the page: words, labels, what stands in folds."""
        at = self.tab.at
        fields = [*at.checkbox, *at.button, *at.radio, *at.text_input, *at.expander]
        options = [option for one in at.radio for option in one.options]
        return "\n".join([self.tab.html, *(one.label for one in fields), *options])

    def cards(self) -> list[str]:
        return [card["label"] for card in self.scene()["hand"]["cards"]]

    def press(self, do: str) -> None:
        scene = self.scene()
        labels = {button["id"]: button["label"] for button in scene["buttons"]}
        if scene["ask"] is not None:
            labels["answer"] = scene["ask"]["submit"]
        if scene["curtain"] is not None:
            labels = {scene["curtain"]["button"]["id"]: scene["curtain"]["button"]["label"]}
        self.click(labels[do])

    def click(self, label: str) -> None:
        next(one for one in self.tab.at.button if one.label == label).click().run()
        assert not self.tab.at.exception

    def choose(self, cards: list[str]) -> None:
        """Tick exactly these of the hand."""
        wanted = {spell(Card.read(card), self.language, spoken=True) for card in cards}
        for box in self.tab.at.checkbox:
            name = box.label.partition(", ")[0]
            if name in self.cards():
                box.set_value(name in wanted)

    def play(self, text: str) -> None:
        session = self.session()
        view = session.view if hasattr(session, "view") else session.moment.view
        marked = view.marked(view.game.read_move(text))
        self.choose([str(card) for card in marked.hand])
        self.mark([str(card) for card in marked.table], marked.zone)
        self.press(text.split()[0])

    def mark(self, cards: list[str], zone: str | None) -> None:
        """Tick exactly these of the table, and choose this meld."""
        for box in self.tab.at.checkbox:
            place, _, card = box.key.rpartition("-")
            if place.endswith("-row"):
                box.set_value(card in cards)
        for melds in self.tab.at.radio:
            if melds.key.endswith("-meld"):
                melds.set_value(zone)

    def answer(self, value: Any) -> None:
        ask = self.scene()["ask"]
        at = self.tab.at
        names = {option["id"]: option["label"] for option in ask["options"]}
        said = [(one, one.label.replace("\\", "")) for one in at.checkbox]
        starts = {
            id: [one for one, label in said if label.startswith(markup.plain(name))] for id, name in names.items()
        }
        match ask["kind"]:
            case "order":
                for id in value:
                    self.click(names[id])
            case "number":
                at.text_input[0].set_value(value)
            case "bill":
                for box, field in zip(at.text_input, ask["fields"], strict=True):
                    box.set_value(value[field["id"]])
            case _ if not names:
                self.choose(list(value))
            case _ if ask["many"]:
                for id in value:
                    starts[id][[other for other in names if names[other] == names[id]].index(id)].check()
            case _:
                at.radio[0].set_value(next(iter(value)))
        self.press("answer")


def seated(reader: Browser, language: str) -> Words:
    words = Words(reader, language)
    reader.open("play").at.button(key="deal").click().run()
    assert not reader.at.exception
    assert reader.table is None
    return words


def never_seen(words: Words) -> None:
    """No card is named that the learner's view does not hold, neither by name nor by sign, but in a rule."""
    session = words.session()
    view = session.view
    known = {*view.hand, *(card for zone in view.zones() for card in zone.cards if card is not None)}
    known |= {card for step in view.history if step.move is not None for card in step.move.cards}
    text = words.text
    for line in words.scene()["rules"]["lines"]:
        text = text.replace(markup.words(line, words.language), "")
    text = re.sub(r"href=\"[^\"]*\"", "", text)
    for card in PACK:
        if card not in known:
            assert spell(card, words.language, spoken=True) not in text
            assert spell(card, words.language) not in text.replace("\ufe0e", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_deal_by_fields_and_buttons(reader: Browser, language: str) -> None:
    words = seated(reader, language)
    game_id = reader.query()["game"]
    for _ in range(60):
        session = words.session()
        if session.outcome is not None:
            break
        assert table.waiting_for(session) == "you"  # the others have moved already
        assert {box.label.partition(", ")[0] for box in reader.at.checkbox} == set(words.cards())
        never_seen(words)
        move = next((move for move in session.view.legal_moves() if move.cards), session.view.legal_moves()[0])
        words.play(str(move))
    saved = store().game(game_id, reader.key).deals[0]
    assert saved.places is not None
    assert all(row["name"] in reader.html for row in words.scene()["answer"]["rows"])
    words.press("next")
    assert store().game(game_id, reader.key).deals[-1].number == 2


def test_seats_pile_rules_and_log_are_said(reader: Browser) -> None:
    words = seated(reader, "en")
    scene = words.scene()
    for seat in scene["seats"]:
        assert f"{seat['name']}: " in reader.html
        assert seat["countLabel"] in reader.html
    assert {scene["rules"]["label"], scene["labels"]["log"]} >= {fold.label for fold in reader.at.expander}
    assert 'href="/rules' in reader.html
    assert scene["labels"]["turn"] in reader.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusal_is_told_with_its_rule_and_takes_up_the_nearest(reader: Browser, language: str) -> None:
    words = seated(reader, language)
    for _ in range(40):
        view = words.session().view
        tried = [f"play {card}" for card in view.hand]
        near = {text: found.nearest for text in tried if (found := refusal(view, text)) is not None and found.violation}
        text = next((text for text, nearest in near.items() if nearest is not None and nearest.cards), None)
        if text is not None:
            break
        words.play(str(view.legal_moves()[0]))
    assert text is not None
    before = store().game(reader.query()["game"], reader.key).deals[-1].moves
    words.play(text)
    answer = words.scene()["answer"]
    assert answer["tone"] == "wrong"
    assert tell("scene.answer.refused", language) in reader.html
    assert 'href="/rules?rule=' in reader.html
    assert 'role="alert"' in reader.html
    assert store().game(reader.query()["game"], reader.key).deals[-1].moves == before
    assert [box.label.partition(", ")[0] for box in reader.at.checkbox if box.value] == [
        spell(Card.read(text.split()[1]), language, spoken=True)
    ]
    reader.at.button(key="table-nearest").click().run()
    taken = {box.label.partition(", ")[0] for box in reader.at.checkbox if box.value}
    assert taken == {spell(Card.read(card), language, spoken=True) for card in answer["nearest"]["cards"]}
    words.press("play")
    assert len(store().game(reader.query()["game"], reader.key).deals[-1].moves) > len(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_deal_that_is_counted_ends_with_its_bill(reader: Browser, language: str) -> None:
    match = matches.played_until(matches.over, game="dummy", rules="full", move=matches.usual_move)
    words = Words(reader, language)
    reader.open("play", game=matches.saved(store(), reader.key, match))
    bill = words.scene()["answer"]["bill"]
    said = reader.html.partition(f"<h2>{bill['title']}</h2>")[2]
    assert re.findall("<h3>(.*?)</h3>", said) == [row["name"] for row in bill["rows"]]
    assert re.findall("<b>(.*?)</b>", said) == [
        text
        for row in bill["rows"]
        for text in (*(line["amount"] for line in row["lines"]), row["total"], row["score"])
    ]
    assert [href for href in re.findall('<a href="(.*?)"', said) if href.startswith("/rules?rule=")] == [
        line["href"] for row in bill["rows"] for line in row["lines"]
    ]


def test_button_for_cards_without_cards_asks_for_them_and_sends_nothing(reader: Browser) -> None:
    words = seated(reader, "en")
    rev = words.session().rev
    do = next(button["id"] for button in words.scene()["buttons"] if button["needs"] == "cards")
    words.press(do)
    assert words.scene()["labels"]["chooseFirst"] in reader.html
    assert words.session().rev == rev
    assert words.scene()["labels"]["chooseFirst"] not in reader.again().html  # said once


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_from_start_to_finish_in_words(reader: Browser, lesson_id: str, language: str) -> None:
    words = Words(reader, language)
    lesson = lessons.find(lesson_id)
    reader.open("learn", lesson=lesson_id)
    kinds = set()
    for _ in range(200):
        scene = words.scene()
        assert scene["waiting"] is None
        buttons = {button["id"] for button in scene["buttons"]}
        do = next((do for do in ("done", "next", "close") if do in buttons), None)
        if do == "done":
            break
        if do is not None:
            words.press(do)
            continue
        run = words.session()
        kinds.add(run.moment.step.kind)
        answer = right_answer(run.moment)
        if answer is None:  # nobody knows the way to win a deal: try another one each time
            answer = run.lesson.game.advice.habit(run.moment.state, Random(run.changes))
        if lessons.ask(run.moment) is None:
            words.play(str(answer))
        else:
            words.answer(answer)
    assert kinds == {step.kind for step in lesson.steps if step.asks}
    assert learn.done(lesson, store().solved(reader.key, "lesson"))
    words.press("done")
    assert 'data-mark="done"' in reader.html


def test_question_without_an_answer_is_not_sent(reader: Browser) -> None:
    words = Words(reader, "th")
    lesson, step = next((one, step) for one in lessons.every() for step in one.steps if step.kind == "order")
    store().save_place(reader.key, lesson.id, step.id)
    reader.open("learn", lesson=lesson.id)
    labels = words.scene()["labels"]
    first, *_ = [option["label"] for option in words.scene()["ask"]["options"]]
    words.click(first)
    words.press("answer")
    assert labels["answerFirst"] in reader.html
    assert store().attempts(reader.key, "lesson") == ()
    words.click(tell("ui.text.order.again", "th"))
    assert first in [button.label for button in reader.at.button]


@pytest.mark.parametrize("puzzle", NAMED, ids=[puzzle.id for puzzle in NAMED])
@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzle_wrong_then_right_in_words(reader: Browser, puzzle: Puzzle, language: str) -> None:
    words = Words(reader, language)
    reader.open("puzzles", puzzle=puzzle.id)
    never_seen(words)
    words.play(puzzle.tempting)
    scene = words.scene()
    assert scene["answer"]["tone"] == "wrong"
    assert tell("ui.text.meanwhile", language) in reader.html  # how it was refuted
    words.press("close")
    words.play(puzzle.accept[0])
    assert words.scene()["answer"]["tone"] == "right"
    assert puzzle.id in store().solved(reader.key, "puzzle")
    words.press("next")
    assert reader.query()["puzzle"] != puzzle.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_kind_of_table_is_one_press_away_and_kept(browser: Browser, language: str) -> None:
    browser.at.context["locale"] = language
    browser.open("puzzles", puzzle=NAMED[0].id)
    assert browser.table == "puzzle-table"
    assert tell("ui.table.no-script", language) in browser.html
    browser.at.button(key="as-other").click().run()
    assert browser.table is None
    assert browser.at.checkbox
    assert tell("ui.table.no-script", language) not in browser.html
    assert store().learner(browser.key).settings["table"] == "text"
    browser.at.button(key="as-other").click().run()
    assert browser.table == "puzzle-table"


def test_names_are_no_markdown(reader: Browser) -> None:
    reader.open("play")
    reader.at.session_state["people-here"] = 2
    reader.again()
    for number, name in ((1, "*A*"), (2, "[B](x)")):
        reader.at.text_input(key=f"person-{number}").set_value(name)
    reader.at.button(key="deal").click().run()
    words = Words(reader, "th")
    assert words.scene()["curtain"] is not None
    assert not reader.at.checkbox  # whose cards they are must have the device first
    state = words.session().state
    held = {spell(card, "th", spoken=True) for seat in range(state.seats) for card in state.view(seat).hand}
    assert not any(name in words.text for name in held)
    shown = [button.label for button in reader.at.button if "A" in button.label or "B" in button.label]
    assert any("\\*A\\*" in label or "\\[B\\]" in label for label in shown)
    next(button for button in reader.at.button if button.label in shown).click().run()
    assert reader.at.checkbox
