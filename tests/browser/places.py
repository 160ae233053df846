"""Every page of the app, and every state of a page that looks different, with the way there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser import matches
from tests.browser.app import Screen
from tests.scene.test_referee_melds import session_of
from tutor import games, lessons, puzzles
from tutor.core import Move, link
from tutor.lessons.models import LessonStep
from tutor.scene.hrefs import referee_href
from tutor.scene.referee import referee_scene
from tutor.session import pad, table
from tutor.session.actions import BotMove
from tutor.session.table import Player, TableSession

Open = Callable[[Screen], None]


@dataclass(frozen=True)
class Place:
    """A page in one state. ``open`` brings a learner there of whom nothing else is known."""

    name: str
    open: Open


def _page(path: str, **query: str) -> Open:
    return lambda screen: screen.open(path, **query)


# Lessons

_LESSON = lessons.every()[0]


def _step(id: str) -> LessonStep:
    return next(step for step in _LESSON.steps if step.id == id)


def _lesson(step: LessonStep) -> Open:
    def open_lesson(screen: Screen) -> None:
        screen.app.store.save_place(str(screen.key), _LESSON.id, step.id)
        screen.open("/learn", lesson=_LESSON.id)

    return open_lesson


def _first_of_each_kind() -> list[LessonStep]:
    kinds: dict[str, LessonStep] = {}
    for step in _LESSON.steps:
        question = lessons.ask(lessons.begin(_LESSON, _LESSON.at(step.id) or 0))
        options = "hand" if question is not None and question.kind == "cards" else question and question.kind
        kinds.setdefault(f"{step.kind} {options}", step)
    return list(kinds.values())


def _answered(right: bool) -> Open:
    def answer(screen: Screen) -> None:
        _lesson(_LESSON.steps[0])(screen)
        moment = lessons.begin(_LESSON)
        assert moment.view is not None
        low = moment.view.game.read_move(f"play {moment.view.game.order(moment.view.hand, moment.rules)[0]}")
        move = lessons.right_answer(moment) if right else low
        assert isinstance(move, Move)
        screen.play(str(move))
        screen.until(lambda: ("next" in screen.shown["buttons"]) == right and screen.shown["answer"] != "", True)

    return answer


def _finished(screen: Screen) -> None:
    """The last step stands for itself; its end is reached by the store alone: the list then shows it."""
    for step in _LESSON.steps:
        screen.app.store.log_attempt(str(screen.key), "lesson", _LESSON.id, step.id, "", True, 0, matches.NOON)
    screen.open("/learn")


# Puzzles

_PUZZLES = [puzzle for puzzle in puzzles.every() if puzzle.title is not None]


def _puzzle(move: str | None) -> Open:
    def try_it(screen: Screen) -> None:
        screen.open("/puzzles", puzzle=_PUZZLES[0].id)
        if move is not None:
            screen.play(move)
            done = "next" if move == str(_PUZZLES[0].accepted[0]) else "close"
            screen.until(lambda: screen.shown["buttons"] == [done] and screen.shown["answer"] != "", True)

    return try_it


def _puzzles_solved(screen: Screen) -> None:
    for puzzle, right in zip(_PUZZLES, (True, False), strict=False):
        screen.app.store.log_attempt(str(screen.key), "puzzle", puzzle.id, "", "", right, 0, matches.NOON)
    screen.open("/puzzles")


# The score pad


def _pad(*edits: pad.Edit, summary: str | None = None) -> Open:
    """A match on the score pad of the first game that has one, by the rules that ask for most."""

    def open_pad(screen: Screen) -> None:
        game = next(game for game in games.every() if game.pad is not None)
        match = pad.begin(game, list(game.presets.values())[-1], ["นก", "บอย", "แนน", "ต้น"])
        for edit in edits:
            match = pad.act(match, edit)
        screen.app.store.change_pad(str(screen.key), game.id, lambda _: pad.document(match))
        screen.open("/pad", game=game.id)
        if summary is not None:
            for each in screen.page.locator(summary).all():
                each.click()

    return open_pad


def _no_pad(screen: Screen) -> None:
    screen.open("/pad")
    screen.page.locator(".st-key-pad-begin").wait_for()


_KNOCK = (
    pad.Choose("knocker", 1),
    pad.Put("Kd", "closing"),
    pad.Write("laid[1]", "7s 8s 9s"),
    *(pad.Write(f"hands[{seat}]", cards) for seat, cards in ((0, "Ah Qd"), (2, "9d 9c"), (3, "2h"))),
)
_POINTS = (pad.Quick(True), *(pad.Choose(f"points[{seat}]", str(65 * seat - 50)) for seat in range(4)))


# The referee


def _referee(pile: str, tried: str) -> Open:
    def ask(screen: Screen) -> None:
        hands = [tried, "x5", "x5", "x5"]
        position = {"game": "slave", "rules": "king", "deal": 2, "hands": hands, "turn": 0, "seat": 0}
        address = referee_href({**position, "pile": [{"seat": 3, "cards": pile}]}, tried, more=True)
        screen.open(address if tried else "/referee")
        screen.page.locator(".rf-whole > summary").click()

    return ask


def _melds(moment: str) -> Open:
    """The referee at a table with a row and melds."""
    return lambda screen: screen.open(referee_scene(session_of(moment), screen.language)["link"])


# Matches

_DUMMY: dict[str, Any] = {"game": "dummy", "rules": "full", "move": matches.usual_move}


def _match(stop: matches.Stop, *presses: str, **asked: Any) -> Open:
    """A match at this moment, found as is asked for; and what is pressed there."""

    def open_match(screen: Screen) -> None:
        match = matches.played_until(stop, **asked)
        screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
        screen.my_turn()
        for name in presses:
            screen.press(name)

    return open_match


def _illegal(screen: Screen) -> None:
    match = matches.played_until(matches.mine)
    _match(matches.mine)(screen)
    screen.play(f"play {matches.refused_card(match)}")


def _no_meld(screen: Screen) -> None:
    match = matches.played_until(matches.melds_badly, **_DUMMY)
    _match(matches.melds_badly, **_DUMMY)(screen)
    screen.play(str(matches.bad_meld(match)))


def _record(screen: Screen) -> None:
    match = matches.played_until(matches.over)
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match, ended=True))
    screen.page.locator("summary").first.click()


def _opened(query: str, stop: matches.Stop = matches.mine) -> Open:
    """A table with something of it opened: its rules, its keys, its log."""

    def open_it(screen: Screen) -> None:
        _match(stop)(screen)
        screen.page.locator(query).click()

    return open_it


def _keys(screen: Screen) -> None:
    """The map of keys, by its own key: a phone has no button for it."""
    _match(matches.mine)(screen)
    screen.page.locator(".sr-held").first.press("?")
    screen.page.locator("dialog[open]").wait_for()


def _waiting(screen: Screen) -> None:
    """A table at which a bot is on turn, and takes its time."""
    screen.app.store.save_settings(str(screen.key), pace="slow")
    match = matches.played_until(lambda match: match.ply == 5 and table.waiting_for(match) == "bot")
    screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))


def _between(screen: Screen, pressed: str) -> None:
    _match(matches.over)(screen)
    screen.press(pressed)


def _people(shown: bool) -> Open:
    """A table of two people at one device and a bot."""

    def open_table(screen: Screen) -> None:
        game = games.offered()[0]
        players = [*map(Player, ("นก", "Boy")), Player("ton", "novice")]
        match = table.begin(game, game.read_rules(None), players, seed=5, deal_seed=5)
        while table.waiting_for(match) == "bot":
            match = table.act(match, BotMove(matches.bots_move(match)))
        screen.open("/play", game=matches.saved(screen.app.store, str(screen.key), match))
        screen.button("show").wait_for()
        if shown:
            screen.press("show")

    return open_table


def _in_words(stop: matches.Stop, **asked: Any) -> Open:
    """The table in words, with the fields that a browser has."""

    def open_table(screen: Screen) -> None:
        screen.app.store.save_settings(str(screen.key), table="text")
        match = matches.played_until(stop, **asked)
        screen.page.goto(f"{screen.app.address}/play?game={matches.saved(screen.app.store, str(screen.key), match)}")
        screen.page.locator(".st-key-text-table .stButton, .st-key-text-table .stFormSubmitButton").first.wait_for()

    return open_table


def _some_matches(path: str) -> Open:
    def open_page(screen: Screen) -> None:
        for stop, ended in ((matches.over, True), (matches.mine, False)):
            matches.saved(screen.app.store, str(screen.key), matches.played_until(stop), ended=ended)
        screen.open(path)

    return open_page


def _strangers(screen: Screen) -> None:
    owner = screen.app.learner("somebody else")
    screen.open("/play", game=matches.saved(screen.app.store, owner, matches.played_until(matches.mine)))


# Setting a table


def _dummy(**query: str) -> Open:
    """The page on which a table of Dummy is set."""

    def open_page(screen: Screen) -> None:
        screen.app.store.save_settings(str(screen.key), game="dummy")
        screen.open("/play", **query)

    return open_page


def _own_rules(**query: str) -> Open:
    """Rules of one's own, found by questions and changed since."""

    def open_page(screen: Screen) -> None:
        game = games.offered()[0]
        question = next(question for question in game.questions if len(question.answers) == 2)
        answers = {question.id: next(iter(question.answers))}
        rules = game.answered(answers)
        option = next(name for name, value in rules.options().items() if value is False and name not in str(question))
        written = game.write_rules(rules.but(**{option: True}))
        tables = {game.id: {"rules": written, "seats": 5, "answers": answers}}
        screen.app.store.save_settings(str(screen.key), tables=tables)
        screen.open("/play", **query)

    return open_page


def exchanging(match: TableSession) -> bool:
    """The learner is to give a card of their choice."""
    return "give" in match.view.verbs() and table.waiting_for(match) == "you"


PLACES = (
    Place("home", _page("/")),
    Place("learn", _page("/learn")),
    Place("learn-done", _finished),
    *(Place(f"lesson-{step.id}", _lesson(step)) for step in _first_of_each_kind()),
    Place("lesson-right", _answered(True)),
    Place("lesson-wrong", _answered(False)),
    Place("puzzles", _page("/puzzles")),
    Place("puzzles-solved", _puzzles_solved),
    Place("puzzle", _puzzle(None)),
    Place("puzzle-wrong", _puzzle(_PUZZLES[0].tempting)),
    Place("puzzle-right", _puzzle(str(_PUZZLES[0].accepted[0]))),
    Place("play", _page("/play")),
    Place("play-go-on", _some_matches("/play")),
    Place("play-own", _own_rules()),
    Place("play-rules", _own_rules(choose="rules")),
    Place("play-friends", _own_rules(choose="friends")),
    Place("play-switches", _own_rules(choose="switches")),
    Place("play-link", _page("/play", rules=link.write({"game": games.offered()[0].id, "rules": {}}))),
    Place("play-broken-link", _page("/play", rules="x")),
    Place("table", _match(matches.mine)),
    Place("table-lead-six", _match(matches.to_lead, seats=6, seed=1522)),  # with six seats one has to look for long
    Place("table-illegal", _illegal),
    Place("table-hint", _match(matches.mine, "hint")),
    Place("table-hint-why", _match(matches.mine, "hint", "hint", "hint", "hint")),
    Place("table-end", _match(matches.over)),
    Place("table-exchange", _match(exchanging, deals=2)),
    Place("table-titles", _match(matches.mine, deals=2)),
    Place("record", _record),
    Place("stranger", _strangers),
    Place("rules", _page("/rules")),
    Place("rule", _page("/rules", rule="slave.higher")),
    Place("rules-apart", _page("/rules", rules="king", rule="slave.verse")),
    Place("rules-two", _page("/rules", rules="classic", against="king")),
    Place("rules-card", _page("/rules", rules="hong-kong", card="1")),
    Place("referee", _referee("", "")),
    Place("referee-refused", _referee("7c 7d", "5h 5s")),
    Place("pad-begin", _no_pad),
    Place("pad", _pad()),
    Place("pad-deal", _pad(*_KNOCK, pad.Put("8s", "head"), summary=".pd-fold > summary")),
    Place("pad-wrong", _pad(*_KNOCK, pad.Write("hands[1]", "5c zz"), pad.Choose("fool", 2), pad.Choose("dark", [1]))),
    Place("pad-points", _pad(*_KNOCK, pad.Enter(1), *_POINTS, summary=".pd-deal > summary")),
    Place("pad-correcting", _pad(*_KNOCK, pad.Enter(1), pad.Correct(1))),
    Place("pad-over", _pad(pad.Quick(True), *(pad.Choose(f"points[{at}]", 500 * at) for at in range(4)), pad.Enter(1))),
    *(
        Place(f"dummy-{name}", opens)
        for name, opens in (
            ("play", _dummy()),
            ("presets", _dummy(choose="rules")),
            ("friends", _dummy(choose="friends")),
            ("switches", _dummy(choose="switches")),
            ("begin", _match(matches.takes_deep, **_DUMMY)),
            ("lay", _match(matches.melds_badly, **_DUMMY)),
            ("illegal", _no_meld),
            ("hint", _match(matches.takes_deep, "hint", "hint", "hint", "hint", **_DUMMY)),
            ("end", _match(matches.over, **_DUMMY)),
            ("won", _match(matches.won, **_DUMMY | {"rules": games.find("dummy").presets["full"].but(target=60)})),
            ("words", _in_words(matches.melds_badly, **_DUMMY)),
            ("words-end", _in_words(matches.over, **_DUMMY)),
            ("rules", _page("/rules", game="dummy")),
            ("rule", _page("/rules", rule="dummy.fool")),
            ("two", _page("/rules", game="dummy", rules="basic", against="full")),
            ("card", _page("/rules", game="dummy", rules="full", card="1")),
            ("referee", _melds("refused")),
            ("layoff", _melds("laying off")),
            ("fines", _melds("fines")),
            ("bill", _melds("bill")),
        )
    ),
    Place("me", _page("/me")),
    Place("me-matches", _some_matches("/me")),
    Place("no-page", _page("/nowhere")),
    Place("no-lesson", _page("/learn", lesson="nothing")),
    Place("no-puzzle", _page("/puzzles", puzzle="nothing")),
    Place("no-rule", _page("/rules", rule="nothing")),
    Place("no-position", _page("/referee", position="nothing")),
    Place("table-waiting", _waiting),
    Place("table-curtain", _people(shown=False)),
    Place("table-people", _people(shown=True)),
    Place("table-rules", _opened("[data-tool=rules]")),
    Place("table-keys", _keys),
    Place("table-log", _opened(".sr-log summary")),
    Place("table-join", lambda screen: _between(screen, "join")),
    Place("table-leave", lambda screen: _between(screen, "leave")),
    Place("table-stop", lambda screen: _between(screen, "end")),
    Place("table-words", _in_words(matches.mine)),
    Place("table-words-end", _in_words(matches.over)),
    Place("referee-allowed", _referee("5c 5d", "7h 7s")),
)
