"""Who cannot see, cannot point, or cannot bear motion plays the same game."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.table.page import SCENES, Open, read_scene

pytestmark = pytest.mark.browser
CORNER = {"x": 12, "y": 12}


@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(table: Open, width: int, colours: str) -> None:
    page = table(width, color_scheme=colours)
    if colours == "dark":
        page.page.evaluate("document.body.classList.add('dark')")
    found = {}
    for name in SCENES:
        page.draw(name, motion=False)
        if page.page.locator(".sr-log").is_visible():
            page.page.locator(".sr-log").evaluate("log => { log.open = true }")
        for node in page.page.locator(".sr-held[role=option]").all()[2:4]:
            node.click(position=CORNER)
        violations = Axe().run(page.page, options={"resultTypes": ["violations"]}).response["violations"]
        if violations:
            found[name] = [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in violations]
    assert found == {}


def test_the_hand_read_by_ear(table: Open) -> None:
    page = table()
    page.draw("hint_th")
    hand = page.page.get_by_role("listbox", name="ไพ่ในมือ 13 ใบ")
    names = [option.get_attribute("aria-label") for option in hand.get_by_role("option").all()]
    assert names[:3] == ["4 โพแดง", "6 โพแดง", "7 ข้าวหลามตัด"]
    assert names[7:9] == ["แจ็ค ดอกจิก, คำใบ้ชี้ใบนี้", "แจ็ค โพดำ, คำใบ้ชี้ใบนี้"]
    page.card("7d").click(position=CORNER)
    assert hand.get_by_role("option", selected=True).get_attribute("aria-label") == "7 ข้าวหลามตัด"


def test_the_table_read_by_ear(table: Open) -> None:
    page = table()
    page.draw("six_en")
    seats = page.page.get_by_role("list", name="Players round the table").get_by_role("listitem").all_inner_texts()
    assert [" ".join(text.split()) for text in seats][2:4] == [
        "Auntie Taew Vice-slave out, 1st",
        "To play Somchai 5 cards",
    ]
    pile = page.page.get_by_role("list", name="Pile: Boy's four 9s").get_by_role("listitem")
    assert [item.locator(".sr-hidden").inner_text() for item in pile.all()] == [
        "Nok: ace of clubs",
        "Fon: 9 of clubs, 9 of diamonds, 9 of hearts, 9 of spades",
    ]


def test_cards_in_running_text_are_spoken_and_can_be_copied(table: Open) -> None:
    page = table()
    page.draw("illegal_en")
    text = page.page.locator(".sr-answer-text")
    spoken = [chip.get_attribute("aria-label") for chip in text.get_by_role("img").all()]
    assert spoken == ["7 of diamonds", "7 of hearts", "jack of clubs", "jack of spades"]
    assert text.text_content() == read_scene("illegal_en")["answer"]["text"]


def test_without_labels_nothing_is_made_up(table: Open) -> None:
    page = table()
    page.draw("playing_th", labels={}, status="", log=[["นกลง 4♠"]])
    page.button("play").click(force=True)
    assert page.status.inner_text().strip() == ""
    page.draw("illegal_th", labels={})
    words = page.page.evaluate(
        """() => {
            const root = document.getElementById("host").shadowRoot.querySelector(".sr-table");
            const names = [...root.querySelectorAll("[aria-label], [title]")].map(n => n.ariaLabel ?? n.title);
            return [root.innerText, ...names].join(" ");
        }"""
    )
    latin = [word for word in words.split() if word.isascii() and word.isalpha() and word not in set("JQKA")]
    assert latin == []


def test_hidden_cards_are_nowhere_in_the_page(table: Open) -> None:
    page = table()
    back = {"id": None, "label": "ไพ่คว่ำ"}
    page.draw("playing_th", hand={"label": "ไพ่ 3 ใบ", "cards": [back] * 3, "select": "none"}, pile=None)
    assert page.page.locator(".sr-held.sr-back").count() == 3
    assert page.page.locator(".sr-held svg").count() == 0


def test_one_live_region_and_it_speaks_again_when_the_words_are_the_same(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    assert page.page.locator(".sr-table [aria-live]").count() == 1
    changes = "window.changes = 0; new MutationObserver(() => window.changes++).observe(NODE, {childList: true})"
    page.status.evaluate(f"node => {{ {changes.replace('NODE', 'node')} }}")
    before = page.status.text_content()
    page.draw("playing_th", rev="g1:1:13:0")
    assert page.status.text_content() != before
    assert (page.status.text_content() or "").strip() == (before or "").strip()
    assert page.page.evaluate("window.changes") == 1
    page.draw("playing_th", rev="g1:1:13:0")
    assert page.page.evaluate("window.changes") == 1


def test_when_the_focused_card_is_played_its_neighbour_has_the_focus(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.card("Js").focus()
    hand = read_scene("right_th")["hand"]
    page.draw("playing_th", rev="g1:1:13:0", hand=hand)
    assert page.focused == "Qh"
    page.press("End")
    page.draw("playing_th", rev="g1:1:14:0", hand=hand | {"cards": hand["cards"][:-1]})
    assert page.focused == "As"


def test_when_the_last_card_goes_the_main_button_has_the_focus(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.card("2d").focus()
    page.draw("right_th", hand={"label": "", "cards": [], "select": "none"})
    assert page.focused == "next"


def test_a_button_that_goes_leaves_the_focus_at_the_table(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.button("undo").focus()
    page.draw("right_th")
    assert page.focused == "next"


def test_sorting_the_hand_keeps_the_focus_on_the_card(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.card("9s").focus()
    hand = read_scene("playing_th")["hand"]
    page.draw("playing_th", rev="g1:1:12:9", hand=hand | {"cards": hand["cards"][::-1]})
    assert page.focused == "9s"


def test_a_table_drawn_for_somebody_elsewhere_takes_no_focus(table: Open) -> None:
    page = table()
    page.draw("playing_th")
    page.draw("illegal_th")
    assert page.page.evaluate("document.activeElement === document.body")


def test_the_focus_ring_is_three_pixels_in_the_bands_colour(table: Open) -> None:
    page = table(color_scheme="light")
    page.draw("playing_th")
    page.page.keyboard.press("Tab")
    assert page.focused == "4h"
    ring = "node => { const s = getComputedStyle(node); return `${s.outlineWidth} ${s.outlineColor}` }"
    assert page.card("4h").evaluate(ring) == "3px rgb(43, 74, 111)"
    page.page.keyboard.press("Tab")
    assert page.button("play").evaluate(ring) == "3px rgb(43, 74, 111)"


@pytest.mark.parametrize("scene", ["motion off", "reduced motion"])
def test_nothing_moves_where_motion_is_not_wanted(table: Open, scene: str) -> None:
    page = table(reduced_motion="reduce" if scene == "reduced motion" else "no-preference")
    motion = scene != "motion off"
    page.draw("playing_th", motion=motion)
    page.draw("right_th", motion=motion)
    page.card("4h").click(position=CORNER)
    running = "document.getElementById('host').shadowRoot.getAnimations().length"
    assert page.page.evaluate(running) == 0


def test_cards_move_to_the_pile_and_off_it_where_motion_is_wanted(table: Open) -> None:
    page = table(reduced_motion="no-preference")
    page.draw("playing_th")
    page.page.wait_for_timeout(900)
    running = "document.getElementById('host').shadowRoot.getAnimations().map(a => a.effect.getTiming().duration)"
    scene = read_scene("right_th")
    assert page.page.evaluate(f"scene => {{ window.draw(scene); return {running} }}", scene).count(180) >= 2
    scene = read_scene("leading_th")
    assert 240 in page.page.evaluate(f"scene => {{ window.draw(scene); return {running} }}", scene)
    page.page.locator(".sr-swept").wait_for(state="detached")


CONTRAST = """() => {
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (colour) => { probe.clearRect(0, 0, 1, 1); probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1);
        return [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3); };
    const linear = (v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const light = (colour) => rgb(colour).map(v => linear(v / 255))
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const style = getComputedStyle(document.getElementById("host").shadowRoot.querySelector(".sr-table"));
    const token = (name) => style.getPropertyValue(`--sr-${name}`).trim();
    return (pairs) => pairs.map(([front, back]) => {
        const [a, b] = [light(token(front)), light(token(back))];
        return [front, back, (Math.max(a, b) + .05) / (Math.min(a, b) + .05)];
    });
}"""
TEXT = [
    ("ink", "paper", 7.0),
    ("ink", "mat", 7.0),
    ("ink", "mat-over", 7.0),
    *((front, "paper", 4.5) for front in ("quiet", "band", "lac", "right", "wrong", "soft")),
    ("on-lac", "lac", 4.5),
    ("paper", "band", 4.5),
    *((suit, "card-face", 4.5) for suit in ("spades", "hearts", "diamonds", "clubs")),
]
SHAPES = [
    ("edge-strong", "paper", 3.0),
    ("edge-strong", "mat", 3.0),
    ("band", "mat", 3.0),
    ("band", "mat-over", 3.0),
    ("lac", "mat", 3.0),
    ("card-lac", "card-face", 3.0),
    ("card-band", "card-face", 3.0),
]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_pair_of_tones_has_its_contrast(table: Open, colours: str) -> None:
    page = table(color_scheme=colours)
    page.draw("playing_th")
    wanted = TEXT + SHAPES
    measured = page.page.evaluate(f"pairs => ({CONTRAST})()(pairs)", [pair[:2] for pair in wanted])
    short = [(*pair, round(ratio, 2)) for pair, (_, _, ratio) in zip(wanted, measured, strict=True) if ratio < pair[2]]
    assert short == []


@pytest.mark.parametrize(
    ("scene", "page_theme", "system", "drawn"),
    [
        ("dark", "light", "light", "dark"),
        (None, "dark", "light", "dark"),
        (None, "light", "dark", "light"),
        (None, None, "dark", "dark"),
    ],
)
def test_day_or_night_by_scene_then_page_then_system(
    table: Open, scene: str | None, page_theme: str | None, system: str, drawn: str
) -> None:
    page = table(color_scheme=system)
    if page_theme:
        page.page.evaluate("name => document.body.classList.add('streamlit', name)", page_theme)
    page.draw("playing_th", theme=scene)
    assert page.root.get_attribute("data-theme") == drawn


def test_suits_in_two_colours_keep_their_shapes(table: Open) -> None:
    page = table()
    page.draw("playing_th", four=False)
    colour = "node => getComputedStyle(node).color"
    assert page.card("7d").evaluate(colour) == page.card("7h").evaluate(colour)
    assert page.card("7d").evaluate("n => n.innerHTML") != page.card("7h").evaluate("n => n.innerHTML")
    page.draw("playing_th", four=True)
    assert page.card("7d").evaluate(colour) != page.card("7h").evaluate(colour)
