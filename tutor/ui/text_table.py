"""The table in words: the same scenes with the browser's own fields and buttons, and no script of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import streamlit as st

from tutor.i18n import tell
from tutor.learner import StoreError
from tutor.session.actions import Trouble
from tutor.ui import markup
from tutor.ui.table import Message, card_table, hand_on, notice
from tutor.ui.visit import Visit, store

__all__ = ["TABLES", "either_table", "offer_other", "text_table"]

TABLES: Final = ("cards", "text")
_Scene = Mapping[str, Any]
_MARKDOWN: Final = re.compile(r"([\\`*_\[\]:$~<])")


# Which table


def either_table(
    scene: _Scene,
    visit: Visit,
    *,
    key: str,
    on_message: Callable[[Message], None],
    on_trouble: Callable[[Trouble], None],
) -> None:
    """The table as the learner has set it: drawn, or in words."""
    draw = text_table if visit.settings["table"] == "text" else card_table
    draw(scene, key=key, on_message=on_message, on_trouble=on_trouble)


def offer_other(visit: Visit) -> None:
    """Beneath a table, the way to the other kind; and what to do where the drawn one does not come up.

    A button and no link: it works, and knows who pressed it, where no script of ours runs."""
    other = next(look for look in TABLES if look != visit.settings["table"])

    def change() -> None:
        try:
            store().save_settings(visit.key, table=other)
        except StoreError as error:
            notice(error.say(visit.language))

    with st.container(key="other-table"):
        if other == "text":
            st.html(f'<p class="no-table">{markup.escape(visit.tell("ui.table.no-script"))}</p>')
        st.button(visit.tell(f"ui.table.as-{other}"), key="as-other", type="tertiary", on_click=change)


# The table in words


@dataclass
class _Sitting:
    """What is kept of a table between two runs. ``turn`` counts what was asked of the hand or of the question, so that
    fields of an earlier one are not these; ``told`` is what was said while others moved."""

    asked: object = None
    turn: int = 0
    shown: object = None
    going: bool = False
    gone: str | None = None
    seat: int | None = None
    told: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    missing: str = ""


@dataclass(frozen=True)
class _Table:
    """One run of it."""

    scene: _Scene
    key: str
    sitting: _Sitting
    on_message: Callable[[Message], None]
    on_trouble: Callable[[Trouble], None]

    def word(self, name: str, **params: Any) -> str:
        return tell(f"ui.text.{name}", self.scene["lang"], **params)

    def mark(self, drawn: _Scene) -> str:
        """What a mark on a card or a meld says, "" without one."""
        return str(self.scene["labels"]["marks"][drawn["mark"]]) if drawn["mark"] else ""

    def field(self, name: str) -> str:
        """The key of a field, which is empty when something else is asked."""
        return f"{self.key}-{self.sitting.turn}-{name}"

    def words(self, text: str) -> str:
        return markup.words(text, self.scene["lang"])

    def send(self, do: str, **more: Any) -> None:
        hand_on({"do": do, "rev": self.scene["rev"], **more}, self.key, self.on_message, self.on_trouble)

    @property
    def ask(self) -> _Scene | None:
        """The question that has an answer of its own; without one the prompt is a task for the table."""
        ask: _Scene | None = self.scene["ask"]
        return ask if ask is not None and ask["submit"] else None

    @property
    def choosing(self) -> bool:
        """Whether cards of the hand can be chosen."""
        return self.scene["hand"]["select"] != "none" and bool(self.scene["hand"]["cards"])

    @property
    def row(self) -> Sequence[_Scene]:
        """The cards of the table that can be taken."""
        row = self.scene["row"] or self.scene["centre"]
        return row["cards"] if row is not None else ()

    @property
    def melds(self) -> Sequence[_Scene]:
        return self.scene["melds"]["melds"] if self.scene["melds"] is not None else ()

    @property
    def marking(self) -> bool:
        """Whether cards of the table can be chosen."""
        return self.scene["hand"]["select"] == "many" and self.ask is None and bool(self.row or self.melds)


def text_table(
    scene: _Scene,
    *,
    key: str,
    on_message: Callable[[Message], None],
    on_trouble: Callable[[Trouble], None],
) -> None:
    """A scene in words, as ``card_table`` draws it.

    Others move at once, whatever pace is set: nobody is hurried by what changes while it is read, and what they did
    stands there together when somebody is asked again."""
    sitting: _Sitting = st.session_state.setdefault(f"{key}-text", _Sitting())
    table = _Table(scene, key, sitting, on_message, on_trouble)
    _follow(table)
    with st.container(key="text-table"):
        _say_open(table)
        _say_news(table)
        _fill_in(table)
        _unfold(table)
    if scene["waiting"] is not None and sitting.gone != scene["rev"]:
        sitting.gone, sitting.going = scene["rev"], True
        if scene["status"] not in sitting.told[-1:]:
            sitting.told.append(scene["status"])
        table.send("go")
        st.rerun()


def _follow(table: _Table) -> None:
    """Whether this screen still asks what the last one did, and goes on from what was told there."""
    scene, sitting = table.scene, table.sitting
    ask = scene["ask"] or {"prompt": "", "options": []}
    hand = [card["id"] for card in scene["hand"]["cards"]]
    lain = [card["id"] for card in table.row], [meld["id"] for meld in table.melds]
    asked = (hand, scene["hand"]["select"], ask["prompt"], [option["id"] for option in ask["options"]], lain)
    if asked != sitting.asked:
        sitting.asked, sitting.turn, sitting.order = asked, sitting.turn + 1, []
    shown = (scene["rev"], scene["lang"])
    seat = scene["me"]["seat"] if scene["me"] is not None else None
    # What was told to one person at this device is not for the next.
    if scene["curtain"] is not None or seat != sitting.seat or not (sitting.going or shown == sitting.shown):
        sitting.told = []
    sitting.shown, sitting.seat, sitting.going = shown, seat, False


# What is said


def _say_open(table: _Table) -> None:
    """The task, who sits where, what lies on the table."""
    scene, parts = table.scene, []
    if scene["ask"] is not None:
        parts.append(f'<p class="label">{table.words(scene["ask"]["prompt"])}</p>')
    if scene["seats"] and scene["curtain"] is None:
        seats = [scene["me"], *scene["seats"]] if scene["me"] is not None else scene["seats"]
        rows = "".join(f"<li>{table.words(_seat_line(seat, scene))}</li>" for seat in seats)
        parts.append(f"<h2>{markup.escape(scene['labels']['players'])}</h2><ul>{rows}</ul>")
        if scene["direction"] is not None and scene["direction"]["label"]:
            parts.append(f"<p>{table.words(scene['direction']['label'])}</p>")
    if scene["pile"] is not None and scene["curtain"] is None:
        parts.append(f"<h2>{markup.escape(table.word('pile'))}</h2>{_pile(table)}")
    if scene["curtain"] is None:
        parts += _places(table)
    if parts:
        st.html(f'<div class="text-table" lang="{scene["lang"]}">{"".join(parts)}</div>')


def _seat_line(seat: _Scene, scene: _Scene) -> str:
    labels = scene["labels"]
    note = seat["note"] or (labels["last"] if seat.get("last") else "")
    facts = [*seat["badges"], seat["countLabel"], note, labels["turn"] if seat["turn"] else ""]
    return f"{seat['name']}: {' · '.join(filter(None, facts))}"


def _pile(table: _Table) -> str:
    """The top of the pile and what it was laid on."""
    pile = table.scene["pile"]
    said = [_named(play["cards"]) + (f" ({play['by']})" if play["by"] else "") for play in pile["plays"][-2:]]
    named = zip(("top", "before"), reversed(said), strict=False)
    lines = [f"{table.word(name)} {line}" for name, line in named] or [pile["empty"]]
    if table.scene["aside"] is not None:
        lines.append(table.scene["aside"]["label"])
    return "".join(f"<p>{table.words(line)}</p>" for line in lines)


def _places(table: _Table) -> list[str]:
    """Row, melds and stock, each with who laid what."""
    scene, parts = table.scene, []
    for row in filter(None, (scene["centre"], scene["row"])):
        lines = "".join(f"<li>{table.words(_card_line(card, table))}</li>" for card in row["cards"])
        said = f"<ol>{lines}</ol>" if lines else ""
        parts.append(f"<h2>{markup.escape(row['label'])}</h2>{said}")
    if scene["melds"] is not None:
        lines = "".join(f"<li>{table.words(_meld_line(meld, table))}</li>" for meld in table.melds)
        head = scene["melds"]["label"] if lines else scene["melds"]["empty"]
        parts.append(f"<h2>{markup.escape(head)}</h2>" + (f"<ul>{lines}</ul>" if lines else ""))
    if scene["stock"] is not None:
        parts.append(f"<p>{table.words(scene['stock']['label'])}</p>")
    if scene["pile"] is None and scene["aside"] is not None:
        parts.append(f"<p>{table.words(scene['aside']['label'])}</p>")
    return parts


def _card_line(card: _Scene, table: _Table) -> str:
    by = f" ({card['by']})" if card["by"] else ""
    return ", ".join(filter(None, [f"{card['label']}{by}", table.mark(card)]))


def _meld_line(meld: _Scene, table: _Table) -> str:
    cards = ", ".join(_card_line(card, table) for card in meld["cards"])
    return ", ".join(filter(None, [f"{meld['label']}: {cards}", table.mark(meld)]))


def _named(cards: Sequence[_Scene]) -> str:
    return ", ".join(card["label"] for card in cards)


def _say_news(table: _Table) -> None:
    """What has happened, or the answer to the last try: one announcement a change."""
    scene, answer, told = table.scene, table.scene["answer"], table.sitting.told
    prompt = scene["ask"]["prompt"] if scene["ask"] is not None else ""
    parts = []
    if told and scene["waiting"] is None:
        rows = "".join(f"<li>{table.words(line)}</li>" for line in told)
        parts.append(f"<h2>{markup.escape(table.word('meanwhile'))}</h2><ol>{rows}</ol>")
    if scene["curtain"] is not None:
        parts.append(f"<h2>{table.words(scene['curtain']['title'])}</h2><p>{table.words(scene['curtain']['text'])}</p>")
    elif (answer is None or answer["tone"] == "told") and scene["status"] != prompt:
        parts.append(f"<p>{table.words(scene['status'])}</p>")
    if answer is not None:
        parts.append(f"<h2>{table.words(answer['title'])}</h2>{_results(table)}")
        parts.append(f"<p>{table.words(answer['text'])}</p>" if answer["text"] else "")
        parts += [_link(link, table) for link in answer["links"]]
        parts.append(_bill(answer["bill"], table) if answer["bill"] is not None else "")
    if parts:
        tone = "" if answer is None else answer["tone"]
        st.html(f'<div class="said" role="alert" data-tone="{tone}" lang="{scene["lang"]}">{"".join(parts)}</div>')
    if answer is not None and answer["nearest"] is not None and table.choosing:
        nearest = answer["nearest"]
        st.button(markup.plain(nearest["label"]), key=f"{table.key}-nearest", on_click=_take, args=(table, nearest))
    if table.sitting.missing:
        st.html(f'<p class="notice" role="alert">{markup.escape(table.sitting.missing)}</p>')
        table.sitting.missing = ""


def _link(link: _Scene, table: _Table) -> str:
    return f'<a href="{markup.escape(link["href"])}">{table.words(link["label"])}</a>'


def _results(table: _Table) -> str:
    rows, heads = table.scene["answer"]["rows"], table.scene["labels"]["results"]
    columns = [name for name in heads if any(row[name] for row in rows)]
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{markup.escape(heads[name])}</th>' for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{table.words(row[name])}</td>" for name in columns) + "</tr>" for row in rows)
    return f'<table class="results"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _bill(bill: _Scene, table: _Table) -> str:
    """What everybody gets and pays for the deal, and by which rule."""
    parts = [f"<h2>{markup.escape(bill['title'])}</h2>"]
    for row in bill["rows"]:
        lines = [f"{_link({**line, 'label': line['text']}, table)} <b>{line['amount']}</b>" for line in row["lines"]]
        sums = ((bill[name], row[name]) for name in ("total", "score"))
        lines += [f"{markup.escape(word)} <b>{amount}</b>" for word, amount in sums if amount]
        items = "".join(f"<li>{line}</li>" for line in lines)
        parts.append(f'<h3>{table.words(row["name"])}</h3><ul class="bill">{items}</ul>')
    return "".join(parts)


# What is filled in and pressed


def _fill_in(table: _Table) -> None:
    """Hand, question and buttons: one form, so that nothing is sent before a button is pressed."""
    scene, ask = table.scene, table.ask
    if ask is not None and ask["kind"] == "order":
        _put_in_order(table, ask)
    with st.form(f"{table.key}-form", border=False, enter_to_submit=False):
        if scene["hand"]["cards"]:
            _hold(table)
        if table.marking:
            _mark(table)
        if ask is not None:
            _answer_fields(table, ask)
        buttons = scene["buttons"]
        if scene["curtain"] is not None:
            buttons = [{**scene["curtain"]["button"], "kind": "primary", "needs": None}]
        elif ask is not None:
            buttons = [{"id": "answer", "label": ask["submit"], "kind": "primary", "needs": "answer"}, *buttons]
        with st.container(horizontal=True):
            for button in buttons:
                st.form_submit_button(
                    _literal(button["label"]),
                    key=f"{table.key}-do-{button['id']}",
                    type="primary" if button["kind"] else "secondary",
                    on_click=_press,
                    args=(table, button["id"], button["needs"]),
                )


def _hold(table: _Table) -> None:
    hand = table.scene["hand"]
    names = {card["id"]: ", ".join(filter(None, [card["label"], table.mark(card)])) for card in hand["cards"]}
    st.html(f'<div class="text-table" lang="{table.scene["lang"]}"><h2>{markup.escape(hand["label"])}</h2></div>')
    if not table.choosing:
        st.html(f'<p lang="{table.scene["lang"]}">{markup.escape(", ".join(names.values()))}</p>')
        return
    with st.container(horizontal=True, key="held"):
        for id, name in names.items():
            st.checkbox(name, key=table.field(f"card-{id}"))


def _mark(table: _Table) -> None:
    """Cards of the table, to be taken, and the melds, to lay off on."""
    if table.row:
        st.html(f'<p lang="{table.scene["lang"]}">{markup.escape(table.word("row"))}</p>')
        with st.container(horizontal=True, key="row"):
            for card in table.row:
                st.checkbox(_card_line(card, table), key=table.field(f"row-{card['id']}"))
    if table.melds:
        names = {meld["id"]: meld["label"] for meld in table.melds}
        st.radio(
            markup.plain(table.word("meld")),
            [None, *names],
            format_func=lambda id: table.word("meld.none") if id is None else _literal(names[id]),
            key=table.field("meld"),
        )


def _answer_fields(table: _Table, ask: _Scene) -> None:
    names = {option["id"]: _literal(_option_line(option)) for option in ask["options"]}
    match ask["kind"]:
        case "order":
            return
        case "number":
            st.text_input(markup.plain(ask["prompt"]), key=table.field("number"), max_chars=6)
        case "bill":
            for one in ask["fields"]:
                st.text_input(_literal(one["label"]), key=table.field(f"line-{one['id']}"), max_chars=6)
        case _ if names and ask["many"]:
            for id, name in names.items():
                st.checkbox(name, key=table.field(f"option-{id}"))
        case _ if names:
            st.radio(
                markup.plain(ask["prompt"]),
                list(names),
                index=None,
                format_func=names.__getitem__,
                key=table.field("option"),
                label_visibility="collapsed",
            )


def _option_line(option: _Scene) -> str:
    cards = option["cards"] or ()
    mark = "" if len(cards) < 2 else f": {_named(cards)}"
    return f"{option['label']}{mark}"


def _put_in_order(table: _Table, ask: _Scene) -> None:
    """Each press puts the next one: that needs neither dragging nor a list that speaks its own language."""
    names = {option["id"]: _option_line(option) for option in ask["options"]}
    order = [id for id in table.sitting.order if id in names]
    rows = "".join(f"<li>{table.words(names[id])}</li>" for id in order)
    said = f"<ol>{rows}</ol>" if rows else f"<p>{markup.escape(table.word('order'))}</p>"
    st.html(f'<div class="text-table" role="status" lang="{table.scene["lang"]}">{said}</div>')
    with st.container(horizontal=True):
        for id, name in names.items():
            if id not in order:
                st.button(_literal(name), key=table.field(f"put-{id}"), on_click=_put_next, args=(table, id))
        if order:
            st.button(table.word("order.again"), key=table.field("again"), on_click=table.sitting.order.clear)


def _put_next(table: _Table, id: str) -> None:
    if id not in table.sitting.order:
        table.sitting.order.append(id)


def _take(table: _Table, nearest: _Scene) -> None:
    """Choose exactly what is offered."""
    for card in table.scene["hand"]["cards"]:
        st.session_state[table.field(f"card-{card['id']}")] = card["id"] in nearest["cards"]
    if table.marking:
        for card in table.row:
            st.session_state[table.field(f"row-{card['id']}")] = card["id"] in nearest["table"]
        st.session_state[table.field("meld")] = nearest["zone"]


def _press(table: _Table, do: str, needs: str | None) -> None:
    cards, labels = _chosen(table), table.scene["labels"]
    row, meld = _marked(table)
    value = _value(table) if do == "answer" else None
    if needs in ("cards", "zone") and not cards:
        table.sitting.missing = labels["chooseFirst"]
    elif needs == "table" and not row:
        table.sitting.missing = labels["chooseTable"]
    elif needs == "zone" and meld is None:
        table.sitting.missing = labels["chooseMeld"]
    elif needs == "answer" and value is None:
        on_hand = table.ask is not None and table.ask["kind"] == "cards"
        table.sitting.missing = labels["chooseFirst" if on_hand else "answerFirst"]
    elif do == "answer":
        table.send(do, value=value)
    else:
        # What is marked is no part of a verb that does not ask for it.
        table.send(
            do,
            cards=sorted(cards) if needs in ("cards", "table", "zone") else [],
            table=sorted(row) if needs == "table" else [],
            zone=meld if needs in ("table", "zone") else None,
        )


def _chosen(table: _Table) -> list[str]:
    if not table.choosing:
        return []
    hand = [card["id"] for card in table.scene["hand"]["cards"]]
    return [id for id in hand if st.session_state.get(table.field(f"card-{id}"))]


def _marked(table: _Table) -> tuple[list[str], str | None]:
    """The chosen cards of the table, and the chosen meld."""
    if not table.marking:
        return [], None
    row = [card["id"] for card in table.row if st.session_state.get(table.field(f"row-{card['id']}"))]
    return row, st.session_state.get(table.field("meld")) if table.melds else None


def _value(table: _Table) -> list[str] | str | dict[str, str] | None:
    """The answer as the drawn table sends it; None for one that is not whole."""
    ask = table.ask
    if ask is None:
        return None
    ids = [option["id"] for option in ask["options"]]
    match ask["kind"]:
        case "order":
            return table.sitting.order[:] if sorted(table.sitting.order) == sorted(ids) else None
        case "number":
            return (st.session_state.get(table.field("number")) or "").strip() or None
        case "bill":
            lines = {one["id"]: st.session_state.get(table.field(f"line-{one['id']}")) or "" for one in ask["fields"]}
            return {id: text.strip() for id, text in lines.items()} if all(map(str.strip, lines.values())) else None
    if not ids:
        return _chosen(table) or None
    if ask["many"]:
        return [id for id in ids if st.session_state.get(table.field(f"option-{id}"))] or None
    chosen = st.session_state.get(table.field("option"))
    return None if chosen is None else [chosen]


def _literal(text: str) -> str:
    """A label as it is, whatever Markdown would make of the names in it."""
    return markup.plain(_MARKDOWN.sub(r"\\\1", text))


# What is unfolded


def _unfold(table: _Table) -> None:
    """The rules of this table, and the deal so far."""
    scene, labels = table.scene, table.scene["labels"]
    rules = scene["rules"]
    if rules is not None:
        with st.expander(markup.plain(rules["label"])):
            lines = "".join(f"<li>{table.words(line)}</li>" for line in rules["lines"])
            links = [{"label": labels["allRules"], "href": rules["href"]}, *filter(None, [rules.get("ask")])]
            doors = "".join(f"<p>{_link(link, table)}</p>" for link in links)
            head = markup.escape(rules["title"])
            st.html(f'<div class="text-table" lang="{scene["lang"]}"><h2>{head}</h2><ul>{lines}</ul>{doors}</div>')
    if scene["log"]:
        with st.expander(labels["log"]):
            piles = ("".join(f"<li>{table.words(line)}</li>" for line in pile) for pile in scene["log"])
            moves = "".join(f'<ol class="moves">{lines}</ol>' for lines in piles)
            st.html(f'<div class="text-table" lang="{scene["lang"]}">{moves}</div>')
