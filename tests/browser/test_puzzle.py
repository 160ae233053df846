"""A puzzle wrong, then right."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tutor import puzzles
from tutor.scene import puzzle_scene
from tutor.scene.prose import plain
from tutor.session import puzzle as runs
from tutor.session.actions import AskHint, Forget, Go, YourMove

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("locale", "by"), [("th-TH", "mouse"), ("en-US", "keys"), ("en-US", "touch")])
def test_a_wrong_move_is_refuted_and_the_right_one_explained(visit: Visit, locale: str, by: str) -> None:
    screen = visit(locale=locale, by=by, width=390 if by == "touch" else 1280)
    named = [puzzle for puzzle in puzzles.every() if puzzle.title is not None]
    puzzle = named[0]
    assert puzzle.title is not None
    assert puzzle.why is not None
    screen.open("/puzzles")
    screen.page.get_by_role("link").filter(has_text=puzzle.title.say(screen.language)).click()
    screen.table.wait_for()
    run = runs.begin(puzzle)
    screen.shows(puzzle_scene(run, screen.language))

    screen.play(puzzle.tempting)
    run = runs.act(run, YourMove(puzzle.tempting))
    hidden = run.view.hand
    while runs.waiting_for(run) == "frames":
        run = runs.act(run, Go())
    screen.shows(puzzle_scene(run, screen.language))
    assert screen.answer.get_attribute("data-tone") == "wrong"
    told = screen.shown["answer"]
    refuted = next(refuted for refuted in puzzle.wrong if puzzle.tempting in refuted.moves)
    assert refuted.deal, "hands that were possible"
    for cards in refuted.deal.values():
        for card in str(cards).split():
            assert card[0].replace("T", "10") in told
    assert hidden != run.view.hand or len(refuted.line) == 1

    screen.press("close")
    run = runs.act(run, Forget())
    screen.shows(puzzle_scene(run, screen.language))
    screen.press("hint")
    run = runs.act(run, AskHint())
    screen.shows(puzzle_scene(run, screen.language))
    assert screen.answer.get_attribute("data-tone") == "hint"

    screen.play(str(puzzle.accepted[0]))
    run = runs.act(run, YourMove(str(puzzle.accepted[0])))
    screen.shows(puzzle_scene(run, screen.language))
    assert screen.answer.get_attribute("data-tone") == "right"
    assert plain(puzzle.why, screen.language) in screen.shown["answer"]

    screen.press("next")
    screen.page.wait_for_url(f"**/puzzles?puzzle={named[1].id}")
    screen.shows(puzzle_scene(runs.begin(named[1]), screen.language))
    screen.open("/puzzles")
    row = screen.page.get_by_role("link").filter(has_text=puzzle.title.say(screen.language))
    row.locator('[data-mark="done"]').wait_for()


def test_before_it_is_solved_nothing_in_the_page_tells_the_answer(visit: Visit) -> None:
    screen = visit()
    for puzzle in puzzles.every():
        screen.open("/puzzles", puzzle=puzzle.id)
        screen.shows(puzzle_scene(runs.begin(puzzle), "th"))
        page = screen.page.content() + screen.table.evaluate("node => node.getRootNode().host.parentElement.innerHTML")
        page += screen.table.evaluate("node => node.getRootNode().innerHTML")
        assert puzzle.why is not None
        assert puzzle.why.say("th") not in page
        hidden = screen.table.locator(".sr-back:not(.sr-stock)").count()
        drawn = {
            str(card)
            for card in screen.table.locator("[data-face]").evaluate_all("all => all.map(n => n.dataset.face)")
        }
        assert drawn - {""} <= {str(card) for card in puzzle.view.hand} | {
            str(card) for zone in puzzle.view.zones() for card in zone.cards if card is not None
        }
        assert hidden == 0
