"""Everything has room: small phones, big hands, full tables, long names, 200 % zoom."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.table.page import SCENES, Open, read_scene

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


SIZES = [(360, 640), (390, 844), (844, 390), (640, 360), (768, 1024), (1280, 720), (1920, 1080)]
PLAYED = ["playing_th", "straight_en", "eight_th", "six_en", "hand_18_th", "full_th", "full_en", "hint_th"]
PLACES = ["row_begin_en", "row_lay_th", "row_full_en", "row_full_th"]
BAR = "height => document.querySelector('main').insertAdjacentHTML('afterbegin', `<p style='height:${height}px'></p>`)"

# Where hand and buttons are on the screen, which of them are covered, and what people and pile lie on each other.
STAND = """() => {
    const root = document.getElementById("host").shadowRoot.querySelector(".sr-table");
    const box = (node) => node.getBoundingClientRect();
    const bad = [];
    const seen = (node, x, y) => node.contains(root.getRootNode().elementFromPoint(x, y));
    for (const node of root.querySelectorAll(".sr-bar .sr-button")) {
        const { left, top, right, bottom } = box(node);
        if (top < 0 || bottom > innerHeight + 1) bad.push(["button off the screen", node.textContent, top, bottom]);
        else if (!seen(node, (left + right) / 2, (top + bottom) / 2)) bad.push(["button covered", node.textContent]);
    }
    for (const node of root.querySelectorAll(".sr-held")) {
        const { left, top } = box(node), wide = node.offsetWidth;
        if (top < 0 || top + wide * 0.75 > innerHeight + 1) bad.push(["card off the screen", node.dataset.id, top]);
        else if (!seen(node, left + wide * 0.2, top + wide * 0.4)) bad.push(["card covered", node.dataset.id]);
    }
    const parts = [...root.querySelectorAll(".sr-seat, .sr-pile, .sr-empty, .sr-me, .sr-status:not(.sr-hidden)")]
        .filter((node) => node.checkVisibility());
    parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
        const [a, b] = [box(one), box(other)];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        if (across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) {
            bad.push(["lies on another", one.className, other.className, one.textContent, other.textContent]);
        }
    }));
    return bad;
}"""


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_hand_and_buttons_are_on_the_screen_without_scrolling(table: Open, width: int, height: int, text: int) -> None:
    bad = {}
    page = table(width, height)
    for name in PLAYED + PLACES:
        page.anew()
        page.page.evaluate(BAR, 104 if width <= 700 else 62)  # the bar of the app stands above the table
        page.page.evaluate("size => document.documentElement.style.fontSize = size", f"{17 * text / 100}px")
        page.draw(name, motion=False)
        page.page.wait_for_timeout(50)  # the page may have to come up to a low screen
        if out := page.page.evaluate(STAND) + page.page.evaluate(MEASURE):
            bad[name] = out
    assert bad == {}


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


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1280, 720)])
@pytest.mark.parametrize("scene", ["full_th", "full_en"])
def test_a_name_of_24_letters_is_read_whole(table: Open, width: int, height: int, scene: str) -> None:
    page = table(width, height)
    page.draw(scene, motion=False)
    cut = "nodes => nodes.filter(node => node.scrollHeight > node.clientHeight + 2).map(node => node.textContent)"
    assert page.page.locator(".sr-seat .sr-name").evaluate_all(cut) == []


def test_a_longer_name_is_told_whole_by_its_title(table: Open) -> None:
    page = table(360, 740)
    page.draw("six_en", motion=False)
    assert page.page.get_by_title("Bartholomew Featherstonehaugh").first.is_visible()


# Which way the arrow of each seat points, and where the next seat lies.
ARROWS = """() => {
    const root = document.getElementById("host").shadowRoot.querySelector(".sr-table");
    const middle = (node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const seats = [...root.querySelectorAll(".sr-seat")], ring = root.querySelector(".sr-line");
    const round = [...seats, ring];
    const back = root.dataset.way === "back";
    return seats.map((node, at) => {
        const { transform } = getComputedStyle(node, "::before");
        const [cos, sin] = transform === "none" ? [1, 0] : transform.slice(7).split(",").slice(0, 2).map(Number);
        const next = back ? round[(at + round.length - 1) % round.length] : round[at + 1];
        const [x, y] = middle(next).map((part, axis) => part - middle(node)[axis]);
        return Math.sign(Math.round(cos * x + sin * y));
    });
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1280, 720)])
@pytest.mark.parametrize(("scene", "way"), [("playing_en", 1), ("playing_en", -1), ("eight_th", 1), ("eight_th", -1)])
def test_the_arrow_at_each_seat_points_to_who_is_next(
    table: Open, width: int, height: int, scene: str, way: int
) -> None:
    page = table(width, height)
    page.draw(scene, motion=False, direction={"value": way, "label": "↻"})
    assert set(page.page.evaluate(ARROWS)) == {1}


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1280, 720)])
def test_play_that_runs_clockwise_goes_to_the_left_over_the_top_and_back_on_the_right(
    table: Open, width: int, height: int
) -> None:
    page = table(width, height)
    page.draw("eight_th", motion=False)
    boxes = page.page.locator(".sr-seat").evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().toJSON())")
    first, second, third, fourth, fifth, sixth, last = boxes
    assert first["top"] > second["top"] > third["top"]
    assert third["left"] < fourth["left"] < fifth["left"]
    assert fifth["top"] < sixth["top"] < last["top"]
    assert first["right"] < last["left"]


def test_the_pile_and_the_play_before_it_are_both_read(table: Open) -> None:
    for width, height in ((360, 640), (640, 360), (1280, 720)):
        page = table(width, height)
        page.draw("full_en", motion=False)
        hidden = page.page.locator(".sr-play .sr-card").evaluate_all(
            """nodes => nodes.filter((node) => {
                const texts = [...node.querySelectorAll("text, path")].slice(0, 2).map(n => n.getBoundingClientRect());
                return texts.some((box) => !node.contains(
                    node.getRootNode().elementFromPoint(box.left + box.width * 0.4, box.top + box.height * 0.5)));
            }).map(node => node.dataset.face)"""
        )
        assert hidden == []


def test_a_long_straight_on_the_pile_keeps_inside_the_mat(table: Open) -> None:
    page = table(360, 740)
    page.draw("hand_26_th", motion=False)
    straight = [{"id": rank + "s", "label": rank, "mark": None} for rank in "3456789TJQKA"]
    page.draw("playing_th", motion=False, rev="x", pile={"label": "กอง", "plays": [{"by": "นก", "cards": straight}]})
    assert page.page.evaluate(MEASURE) == []


# Which cards of row and melds are covered where rank and suit stand; what is too narrow for a finger; what overlaps.
LAIN = """() => {
    const root = document.getElementById("host").shadowRoot.querySelector(".sr-table");
    const box = (node) => node.getBoundingClientRect();
    const bad = [];
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    for (const node of root.querySelectorAll(".sr-lain, .sr-meld .sr-card")) {
        for (const part of [...node.querySelectorAll("text, path")].slice(0, 2).map(box)) {
            const x = part.left + part.width * 0.4, y = part.top + part.height * 0.5;
            const seen = root.getRootNode().elementFromPoint(x, y);
            if (!node.contains(seen)) bad.push(["covered", node.dataset.id, seen?.outerHTML.slice(0, 60)]);
        }
    }
    const row = [...root.querySelectorAll(".sr-lain")].map((node) => [node.dataset.id, box(node)]);
    row.slice(1).forEach(([, next], at) => {
        const [id, card] = row[at];
        const [across, down] = [next.left - card.left, next.top - card.top];
        if (Math.abs(down) < 1 ? across < 24 : down > 1 && down < 24) bad.push(["narrow", id, across, down]);
    });
    for (const node of root.querySelectorAll(".sr-meld, .sr-stock")) {
        const { width, height } = box(node);
        if (width < 44 || height < 44) bad.push(["small", node.className, width, height]);
    }
    const parts = [".sr-seat", ".sr-row", ".sr-meld", ".sr-me", ".sr-status:not(.sr-hidden)", ".sr-hand", ".sr-bar"];
    const shown = [...root.querySelectorAll(parts.join())].filter((node) => node.checkVisibility());
    shown.forEach((one, at) => shown.slice(at + 1).forEach((other) => {
        if (meet(box(one), box(other))) bad.push(["lies on another", one.className, other.className]);
    }));
    return bad;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_row_and_melds_are_read_and_hit_beside_a_hand_of_eleven(table: Open, width: int, height: int) -> None:
    bad = {}
    for name in PLACES:
        page = table(width, height)
        page.page.evaluate(BAR, 104 if width <= 700 else 62)
        page.draw(name, motion=False)
        page.page.wait_for_timeout(50)  # the page may have to come up to a low screen
        if out := page.page.evaluate(LAIN):
            bad[name] = out
    assert bad == {}


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1280, 720)])
@pytest.mark.parametrize(("cards", "melds"), [(1, 1), (11, 10), (25, 3)])
def test_few_or_many_cards_lie_in_the_row(table: Open, width: int, height: int, cards: int, melds: int) -> None:
    page = table(width, height + 700)  # what does not fit scrolls, and is not looked at here
    scene = read_scene("row_full_en")
    pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    row = [{"id": card, "label": card, "mark": None, "by": "Boy", "sweep": card} for card in pack[:cards]]
    laid = [
        scene["melds"]["melds"][number % 5] | {"id": f"meld.{number + 1}", "number": str(number + 1)}
        for number in range(melds)
    ]
    run = [{"id": card, "label": card, "mark": None, "by": ""} for card in pack[-13:]]
    laid[0] = laid[0] | {"cards": run}
    page.draw(scene, row=scene["row"] | {"cards": row}, melds=scene["melds"] | {"melds": laid}, motion=False)
    assert page.page.evaluate(LAIN) + page.page.evaluate(MEASURE) == []


def test_an_empty_row_and_no_melds_say_so(table: Open) -> None:
    page = table(360, 740)
    page.draw("row_begin_en", motion=False)
    scene = read_scene("row_begin_en", rev="empty", motion=False)
    row, melds = scene["row"] | {"cards": []}, scene["melds"] | {"melds": []}
    page.draw(scene, row=row, melds=melds)
    assert page.page.locator(".sr-places .sr-empty:visible").all_inner_texts() == [row["empty"], melds["empty"]]
    assert page.page.evaluate(MEASURE) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_marked_on_the_table_covers_nothing(table: Open, width: int) -> None:
    page = table(width, 900)
    page.draw("row_full_en", motion=False)
    page.lain("Kd").click(position={"x": 9, "y": 12})
    page.meld(2).click()
    assert [found for found in page.page.evaluate(LAIN) if found[0] in ("covered", "lies on another")] == []
