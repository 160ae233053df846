from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.ui.driving import Browser
from tutor import documents, games, lessons, puzzles
from tutor.i18n import tell
from tutor.learner import StoreError
from tutor.lessons import LessonError
from tutor.scene import prose
from tutor.ui import markup, shell, visit

PAGES = ("", *shell.MENU)
LOCALES = {"th": "th-TH", "en": "en-US"}


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_drawn_in_the_browsers_language(page: str, language: str) -> None:
    tab = Browser(locale=LOCALES[language]).open(page)
    assert not tab.at.exception
    assert "<h1" in tab.html
    bar = tab.data("bar")
    assert bar is not None
    assert bar["lang"] == language
    assert [item["current"] for item in bar["menu"]] == [page == name for name in shell.MENU]


@pytest.mark.parametrize("page", PAGES)
def test_english_pages_hold_no_thai_but_names_and_terms(page: str) -> None:
    plain = re.sub(r"<[^>]*>|\([^)]*\)", "", Browser(locale="en-US").open(page).html)
    # Thai terms stand in brackets, with their sound.
    assert re.findall(r"[\u0e00-\u0e7f]+", plain) == []


def test_language_is_that_of_the_link_then_the_setting_then_the_browser() -> None:
    tab = Browser(locale="en-GB")
    assert shown(tab.open("rules")) == "en"
    visit.store().save_settings(tab.key, language="th")
    assert shown(tab.open("rules")) == "th"
    assert shown(tab.open("rules", lang="en")) == "en"
    assert shown(tab.open("rules", lang="xx")) == "th"
    assert shown(Browser(locale="fr-FR").open("rules")) == "th"


def shown(tab: Browser) -> str:
    bar = tab.data("bar")
    assert bar is not None
    return str(bar["lang"])


def test_links_carry_the_language_that_the_address_names() -> None:
    tab = Browser().open("learn", lang="en")
    bar = tab.data("bar")
    assert bar is not None
    assert all("lang=en" in item["href"] for item in [*bar["menu"], bar["home"]])
    assert "lang=en" in tab.html
    assert "lang=" not in Browser().open("learn").html


def test_switching_the_language_keeps_page_and_query_and_is_remembered() -> None:
    tab = Browser().open("rules", rule="x")
    bar = tab.data("bar")
    assert bar is not None
    english = next(item for item in bar["languages"] if item["code"] == "en")
    tab.follow(english["href"], "en")
    assert shown(tab) == "en"
    assert tab.query() == {"rule": "x", "lang": "en"}
    assert shown(Browser(tab.key).open("me")) == "en"


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        [],
        {},
        {"href": None},
        {"href": "https://example.org/learn"},
        {"href": "//example.org"},
        {"href": "/nowhere"},
        {"href": "/../../etc/passwd"},
        {"href": "http://[", "language": "en"},
        {"href": "/rules?" + "a=1&" * 500},
        {"href": "/rules?" + "&".join(f"a{i}=1" for i in range(100))},
        {"href": "/learn", "language": "xx"},
        {"key": "short"},
        {"key": ["x"]},
        {"href": {"a": 1}},
    ],
)
def test_bar_survives_whatever_is_sent(message: object) -> None:
    tab = Browser().open("me").fire("bar", message)
    assert not tab.at.exception
    assert "<h1" in tab.html


def test_links_lead_to_pages_only() -> None:
    tab = Browser().open("me").follow("https://example.org/learn?lang=en")
    assert 'class="title">' in tab.html
    bar = tab.data("bar")
    assert bar is not None
    assert bar["path"] in ("/learn", "/me")  # the path alone counts, never the host


def test_key_of_the_tab_that_was_first_is_taken_over() -> None:
    first, second = Browser(), Browser()
    visit.store().save_settings(first.key, language="en")
    second.open("me").fire("bar", {"key": first.key})
    assert shown(second) == "en"


@pytest.mark.parametrize("kept", ["", "short", "x" * 200, "a b", "ก" * 30])
def test_malformed_key_is_replaced(kept: str) -> None:
    tab = Browser()
    tab.at.session_state[visit.COOKIE] = kept
    bar = tab.open("me").data("bar")
    assert bar is not None
    assert visit.read_key(bar["key"]) == bar["key"]


# What is wrong with an address


@pytest.mark.parametrize("value", ["", "x", "xx" * 5000, "\x00", "../x", "<script>alert(1)</script>", "ก"])
@pytest.mark.parametrize(
    ("page", "name"), [("learn", "lesson"), ("puzzles", "puzzle"), ("play", "game"), ("rules", "rule")]
)
def test_broken_address_gets_one_clear_message(page: str, name: str, value: str) -> None:
    tab = Browser().open(page, **{name: value})
    assert not tab.at.exception
    assert tab.html.count("<h1") == 1
    assert "<script" not in tab.html
    assert tab.table is None
    if value:
        assert 'role="alert"' in tab.html


def test_address_of_no_page_says_so() -> None:
    tab = Browser()
    tab.at.context["url"] = "http://localhost:8501/nothing"
    tab.again()
    assert 'role="alert"' in tab.html
    assert tab.html.count("<h1") == 1


def test_fault_of_the_database_names_the_cure_and_tells_visitors_nothing_of_this_computer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database, it only looks like a file" * 100)
    monkeypatch.setenv("SAMRAP_DATABASE_URL", f"sqlite:///{broken}")
    visit.store.clear()
    try:
        for page in PAGES:
            for language, locale in LOCALES.items():
                tab = Browser(locale=locale).open(page)
                assert not tab.at.exception
                assert str(broken.parent) not in tab.html
                assert StoreError("not-a-database", str(broken)).say(language) in tab.html
                assert "Traceback" not in tab.html
                assert str(broken) in caplog.text  # whoever runs the app is told, too
                caplog.clear()
        monkeypatch.setenv("SAMRAP_DATABASE_URL", f"sqlite:///{tmp_path / 'good.db'}")
        assert "broken.db" not in Browser().open("me").html  # without a restart
    finally:
        visit.store.clear()


# What is wrong with the files


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("page", ["learn", "puzzles"])
def test_faults_of_the_files_are_told_in_words_without_where_they_lie(
    page: str, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lesson, puzzle = tmp_path / "broken.yaml", tmp_path / "broken.jsonl"
    lesson.write_text("id: broken\nsteps: []\n", encoding="utf-8")
    puzzle.write_text('{"id": 7}\n', encoding="utf-8")
    monkeypatch.setattr(lessons, "every", lambda: lessons.load(lesson))
    monkeypatch.setattr(puzzles, "every", lambda: puzzles.load(puzzle))
    faults = documents.check(lesson if page == "learn" else puzzle)
    assert faults
    html = Browser(locale=LOCALES[language]).open(page).html
    told = [fault._replace(file=Path(fault.file.name)).say(language) for fault in faults]
    assert all(markup.escape(words) in html for words in told[: shell.FAULTS_TOLD])
    assert str(tmp_path) not in html
    assert ".fault." not in html


@pytest.mark.parametrize("page", PAGES)
def test_every_page_outlives_broken_terms(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lesson = tmp_path / "broken.yaml"
    lesson.write_text("id: broken\nsteps: []\n", encoding="utf-8")
    with pytest.raises(LessonError) as caught:
        lessons.load(lesson)

    def fail() -> None:
        raise caught.value

    monkeypatch.setattr(lessons, "every", fail)
    monkeypatch.setattr(prose, "terms", fail)
    tab = Browser().open(page)
    assert not tab.at.exception
    assert tab.html.count("<h1") == 1
    assert tell("ui.fault.page", "th") not in tab.html


def test_visit_that_saves_nothing_leaves_no_trace() -> None:
    tab = Browser()
    for page in PAGES:
        tab.open(page)
    assert visit.store().learner(tab.key).id is None


# What the pages tell


def test_rule_card_tells_every_rule_and_opens_the_one_asked_for() -> None:
    game = games.offered()[0]
    asked = next(iter(game.rulebook))
    html = Browser().open("rules", rule=asked).html
    assert f'id="rule-{asked}" open' in html
    assert html.count(" open>") == 1


def test_list_of_lessons_and_puzzles_is_complete() -> None:
    tab = Browser().open("learn")
    assert all(f"lesson={lesson.id}" in tab.html for lesson in lessons.every())
    tab.open("puzzles")
    assert all(f"puzzle={puzzle.id}" in tab.html for puzzle in puzzles.every() if puzzle.title)


def test_themes_of_a_puzzle_are_hidden_until_it_is_solved() -> None:
    tab = Browser().open("puzzles")
    assert "<small>" not in tab.html


def test_settings_are_saved_as_soon_as_chosen() -> None:
    tab = Browser().open("me")
    assert not tab.at.exception
    for key, name, chosen, kept in [
        ("set-pace", "pace", "slow", "slow"),
        ("set-four-colours", "four_colours", "off", False),
        ("set-motion", "motion", "off", False),
        ("set-language", "language", "en", "en"),
    ]:
        tab.at.segmented_control(key=key).set_value(chosen).run()
        assert not tab.at.exception
        assert visit.store().learner(tab.key).settings[name] == kept
    assert shown(tab) == "en"


def test_component_ids_that_the_tests_fire_at_are_still_streamlits() -> None:
    tab = Browser().open("me")
    tab.follow("/rules")
    bar = tab.data("bar")
    assert bar is not None
    assert bar["path"] == "/rules", json.dumps(bar)
