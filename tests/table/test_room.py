"""Everything has room: small phones, big hands, full tables, long names, 200 % zoom."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.table.page import SCENES, Open

pytestmark = pytest.mark.browser

# What sticks out of the screen, and text cut off without a title that tells it whole.
MEASURE = """() => {
    const host = document.getElementById("host");
    const root = (host.shadowRoot ?? host).querySelector(".sr-table");
    const wide = document.documentElement.clientWidth;
    const out = [];
    for (const node of root.querySelectorAll("*")) {
        if (node.closest("svg") || node.closest(".sr-hidden") || !node.getClientRects().length) continue;
        const box = node.getBoundingClientRect();
        if (box.left < -0.5 || box.right > wide + 0.5) out.push(["outside", node.className, box.left, box.right]);
        const cut = node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== "visible";
        if (cut && !node.title) out.push(["cut", node.className, node.textContent]);
    }
    if (document.documentElement.scrollWidth > wide) out.push(["scrolls", document.documentElement.scrollWidth]);
    return out;
}"""


@pytest.mark.parametrize(
    ("host", "width"), [*(("streamlit", width) for width in (320, 360, 390, 768, 1280)), ("notebook", 360)]
)
def test_nothing_sticks_out_or_is_cut(table: Open, host: str, width: int) -> None:
    page = table(width, 740, host=host)
    found = {}
    for name in SCENES:
        page.draw(name, motion=False)
        if out := page.page.evaluate(MEASURE):
            found[name] = out
    assert found == {}


def test_at_two_hundred_per_cent_nothing_is_lost(table: Open) -> None:
    page = table(640, 400, device_scale_factor=2)  # what a screen of 1280 by 800 becomes
    for name in SCENES:
        page.draw(name, motion=False)
        assert page.page.evaluate(MEASURE) == []
        for button in page.page.locator(".sr-bar .sr-button").all():
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 400


@pytest.mark.parametrize("cards", [13, 18, 26])
def test_on_a_phone_every_card_shows_rank_and_suit_and_is_a_fingers_width(table: Open, cards: int) -> None:
    page = table(360, 740)
    page.draw("playing_th" if cards == 13 else f"hand_{cards}_th", motion=False)
    boxes = page.page.locator(".sr-held").evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().toJSON())")
    assert len(boxes) == cards
    for box, after in pairwise(boxes):
        if after["top"] == box["top"]:
            assert after["left"] - box["left"] >= 43.9
        else:
            assert after["top"] - box["top"] >= 44
    # The index (rank over suit) takes the upper left of a card: no other card may lie on it.
    hidden = page.page.locator(".sr-held").evaluate_all(
        """nodes => nodes.filter((node) => {
            const box = node.getBoundingClientRect();
            const points = [[0.1, 0.1], [0.36, 0.1], [0.1, 0.5], [0.34, 0.5]];
            return points.some(([x, y]) => !node.contains(
                node.getRootNode().elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
        }).map(node => node.dataset.id)"""
    )
    assert hidden == []


@pytest.mark.parametrize("cards", [18, 26])
def test_in_a_fan_every_card_shows_rank_and_suit(table: Open, cards: int) -> None:
    page = table(1280)
    page.draw(f"hand_{cards}_th", motion=False)
    hidden = page.page.locator(".sr-held").evaluate_all(
        """nodes => nodes.filter((node) => {
            const texts = [...node.querySelectorAll("text, path")].slice(0, 2).map(n => n.getBoundingClientRect());
            return texts.some((box) => [[0.12, 0.5], [0.8, 0.5]].some(([x, y]) => !node.contains(
                node.getRootNode().elementFromPoint(box.left + x * box.width, box.top + y * box.height))));
        }).map(node => node.dataset.id)"""
    )
    assert hidden == []


@pytest.mark.parametrize("width", [360, 1280])
def test_what_a_finger_must_hit_is_large_enough(table: Open, width: int) -> None:
    page = table(width, 740)
    small = {}
    for name in SCENES:
        page.draw(name, motion=False)
        sizes = page.page.locator(
            "button:visible, summary:visible, .sr-link:visible, input:visible, .sr-choice:visible"
        )
        found = sizes.evaluate_all(
            """nodes => nodes.map(n => [n.className, n.offsetWidth, n.offsetHeight])
                .filter(([, width, height]) => width < 44 || height < 44)"""
        )
        if found:
            small[name] = found
    assert small == {}


def test_on_a_phone_the_action_bar_stays_in_thumbs_reach(table: Open) -> None:
    page = table(360, 520, touch=True)
    page.draw("illegal_th", motion=False)
    page.page.evaluate("scrollTo(0, 0)")
    box = page.page.locator(".sr-bar").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == pytest.approx(520, abs=1)
    assert page.card("4h").bounding_box() is not None


def test_the_answer_to_a_move_scrolls_into_view_above_the_bar(table: Open) -> None:
    page = table(360, 520, touch=True)
    page.draw("playing_th", motion=False)
    page.draw("illegal_th", motion=False)
    answer = page.page.locator(".sr-answer").bounding_box()
    bar = page.page.locator(".sr-bar").bounding_box()
    assert answer is not None
    assert bar is not None
    assert answer["y"] >= 0
    assert answer["y"] + answer["height"] <= bar["y"] + 1


@pytest.mark.parametrize("width", [360, 1280])
def test_seats_do_not_overlap(table: Open, width: int) -> None:
    page = table(width, 740)
    page.draw("eight_th", motion=False)
    boxes = page.page.locator(".sr-seat").evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().toJSON())")
    assert len(boxes) == 7
    overlaps = [
        (a["left"], b["left"])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a["left"] < b["right"] and b["left"] < a["right"] and a["top"] < b["bottom"] and b["top"] < a["bottom"]
    ]
    assert overlaps == []


def test_a_long_name_is_told_whole_by_its_title(table: Open) -> None:
    page = table(360, 740)
    page.draw("six_en", motion=False)
    name = page.page.get_by_title("Bartholomew Featherstonehaugh")
    assert name.evaluate("node => node.scrollWidth > node.clientWidth")
    assert name.evaluate("node => getComputedStyle(node).textOverflow") == "ellipsis"


def test_a_long_straight_on_the_pile_keeps_inside_the_mat(table: Open) -> None:
    page = table(360, 740)
    page.draw("hand_26_th", motion=False)
    straight = [{"id": rank + "s", "label": rank, "mark": None} for rank in "3456789TJQKA"]
    page.draw("playing_th", motion=False, rev="x", pile={"label": "กอง", "plays": [{"by": "นก", "cards": straight}]})
    assert page.page.evaluate(MEASURE) == []
