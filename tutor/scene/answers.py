"""The panel that answers what the learner did: which rule a try breaks, a hint, how a deal ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlencode

from tutor.bots import Hint
from tutor.cards import Card, Cards, Seat
from tutor.core import Move, Outcome, Rule, ScoreLine, State, View
from tutor.i18n import knows, number
from tutor.lessons import Lesson, LessonError
from tutor.lessons import every as all_lessons
from tutor.scene.drawing import Reader, titles, titles_borne
from tutor.scene.hrefs import referee_href
from tutor.session.actions import Trouble
from tutor.session.refusal import Refusal
from tutor.session.table import HINT_STEPS

__all__ = [
    "ask_referee",
    "bill",
    "ended",
    "hinted",
    "lessons_by_rule",
    "marks",
    "nearest_button",
    "over",
    "panel",
    "referee_link",
    "refused",
    "rule_href",
    "rule_links",
    "troubled",
]


def panel(
    tone: str,
    title: str,
    text: str,
    *,
    cards: Cards = Cards.NONE,
    links: Iterable[dict[str, str]] = (),
    nearest: dict[str, Any] | None = None,
    rows: Iterable[dict[str, Any]] = (),
    bill: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The panel as data."""
    return {
        "tone": tone,
        "title": title,
        "text": text,
        "cards": [str(card) for card in cards],
        "links": list(links),
        "nearest": nearest,
        "rows": list(rows),
        "bill": bill,
    }


def marks(cards: Iterable[Card], mark: str) -> dict[Card, str]:
    """The same mark on each of these cards."""
    return dict.fromkeys(cards, mark)


def refused(refusal: Refusal, view: View, reader: Reader, *, ask: bool = True) -> dict[str, Any]:
    """Which rule the try breaks, by which cards, and what would be nearest. With ``ask`` the referee is told of it."""
    near = refusal.nearest
    more = [] if near is None else [reader.tell("scene.answer.nearest", move=near)]
    if refusal.violation is None:
        title = reader.tell("scene.answer.unreadable.title")
        return panel("wrong", title, reader.tell("scene.answer.unreadable"))
    rule = refusal.violation.rule
    text = reader.join([reader.say(refusal.violation), *more])
    cards = refusal.violation.params.get("cards")
    if not isinstance(cards, Cards):
        cards = refusal.move.cards if refusal.move is not None else Cards.NONE
    return panel(
        "wrong",
        reader.tell("scene.answer.refused"),
        text,
        cards=cards,
        links=rule_links([rule], reader) + ([referee_link(view, reader, refusal.text)] if ask else []),
        nearest=nearest_button(near, view, reader),
    )


def nearest_button(near: Move | None, view: View, reader: Reader) -> dict[str, Any] | None:
    """The button that marks the nearest legal move; None where that takes no cards, as a pass, or others' cards."""
    if near is None:
        return None
    marked = view.marked(near)
    cards = marked.hand | marked.table
    if not cards or not marked.hand <= view.hand:
        return None
    return {
        "label": reader.tell("scene.answer.select", cards=cards),
        "cards": [str(card) for card in view.game.order(marked.hand, view.rules)],
        "table": [str(card) for card in marked.table],
        "zone": marked.zone,
    }


def referee_link(view: View, reader: Reader, tried: str = "") -> dict[str, str]:
    """To the referee, who has this table before him as its seat sees it."""
    return {"label": reader.tell("scene.answer.referee"), "href": referee_href(view.position(), tried)}


def ask_referee(view: View, reader: Reader) -> dict[str, Any]:
    """The same as a field of the rules of a table; of a deal that is over there is nothing to ask."""
    return {"ask": None if view.turn is None else referee_link(view, reader)}


def rule_links(rules: Iterable[Rule], reader: Reader, *, lessons: bool = True) -> list[dict[str, str]]:
    """To each rule, and to the lesson that teaches it."""
    links = []
    for rule in rules:
        title = reader.tell(f"{rule.id}.name")
        links.append({"label": reader.tell("scene.answer.rule", title=title), "href": rule_href(rule)})
        lesson = lessons_by_rule().get(rule.id, ())[:1] if lessons else ()
        for one in lesson:
            title = one.title.say(reader.language)
            href = f"/learn?{urlencode({'lesson': one.id})}"
            links.append({"label": reader.tell("scene.answer.lesson", title=title), "href": href})
    return links


def rule_href(rule: Rule) -> str:
    """The page of a rule."""
    return f"/rules?{urlencode({'rule': rule.id})}"


@cache
def lessons_by_rule() -> Mapping[str, tuple[Lesson, ...]]:
    """The lessons that teach a rule, by its id. Where the lessons cannot be read there are none: the page of lessons
    says what is wrong with them, and play goes on."""
    found: dict[str, tuple[Lesson, ...]] = {}
    try:
        every = all_lessons()
    except LessonError:
        return found
    for lesson in every:
        for rule in lesson.teaches:
            found[rule] = (*found.get(rule, ()), lesson)
    return found


def hinted(hint: Hint, reader: Reader) -> dict[str, Any]:
    """One step of help."""
    title = reader.tell("scene.hint.title", step=hint.step, steps=HINT_STEPS)
    text = reader.join(reader.say(tip) for tip in hint.tips)
    return panel("hint", title, text, cards=hint.cards)


def troubled(trouble: Trouble, reader: Reader) -> dict[str, Any]:
    """What failed, and what to do. What the learner had selected stays selected."""
    words = reader.join(map(reader.tell, trouble.messages))
    text = f"{trouble.place}: {words}" if trouble.place else words
    return panel("soft", reader.tell("scene.trouble.title"), text)


def ended(
    outcome: Outcome, state: State, deal: int, reader: Reader, *, last: bool = False, rows: bool = False
) -> dict[str, Any]:
    """Who came where and fell, what the game made of it and, unless it was the last, what it means for the next.
    ``rows``: the places and what hangs on them as a table, not in words."""
    text = [] if rows else [", ".join(_places(outcome, state, reader))]
    if any(outcome.totals) and not rows:
        points = ", ".join(
            reader.tell("scene.over.points", seat=seat, points=total) for seat, total in enumerate(outcome.totals)
        )
        text.append(points)
    # What is only said of the last move stands in the status line already.
    events = [event for event in outcome.events if "place" not in event.params]
    text += [reader.say(event) for event in events]
    text += [
        reader.tell(f"{event.rule.id}.next", **event.params)
        for event in events
        if not last and not outcome.standing.winners and knows(f"{event.rule.id}.next", reader.language)
    ]
    billed = bill(outcome.lines, reader, outcome.totals, outcome.standing.tally) if rows else None
    results = _results(outcome, state, reader, last=last, billed=billed is not None) if rows else ()
    return panel("told", over(outcome, deal, reader), reader.join(text), rows=results, bill=billed)


def bill(
    lines: Iterable[ScoreLine], reader: Reader, totals: Sequence[int] = (), tally: Sequence[int] = ()
) -> dict[str, Any] | None:
    """What the settlement of a deal is made of, for each player by rule; None where nothing is counted. Without
    ``totals`` it is a part of it. A payment stands with whoever gets it and with whoever pays it."""
    found: dict[Seat, list[dict[str, str]]] = {seat: [] for seat in range(len(totals))}
    for line in lines:
        told = {"text": reader.say(line), "href": rule_href(line.rule)}
        found.setdefault(line.seat, []).append({**told, "amount": _signed(line.amount)})
        if line.to is not None:
            found.setdefault(line.to, []).append({**told, "amount": _signed(-line.amount)})
    if not any(found.values()):
        return None
    return {
        "title": reader.tell("scene.bill"),
        "total": reader.tell("scene.bill.total"),
        "score": reader.tell("scene.bill.score"),
        "rows": [
            {
                "name": reader.name(seat),
                "lines": found[seat],
                "total": _signed(totals[seat]) if totals else "",
                "score": _points(tally[seat], reader) if tally else "",
                "you": seat == reader.you,
            }
            for seat in sorted(found)
        ],
    }


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def _points(points: int, reader: Reader) -> str:
    return number(points, reader.language)


def over(outcome: Outcome, deal: int, reader: Reader) -> str:
    """That the deal is over, and where the reader came."""
    place = next((at for at, seats in enumerate(outcome.places, 1) if reader.you in seats), None)
    if place is None:
        return reader.tell("scene.over", deal=deal)
    return reader.tell("scene.over.you", deal=deal, place=place)


def _results(outcome: Outcome, state: State, reader: Reader, *, last: bool, billed: bool) -> list[dict[str, Any]]:
    """A row for each player, the first to go out first, with the titles of the next deal unless there is none. What
    befell them in this one is left to the bill where there is one."""
    view = state.view(0)
    gained, tally = _gained(state), outcome.standing.tally
    last = last or bool(outcome.standing.winners)
    # Who bears which title does not hang on the cards that are dealt.
    after = None if last else view.game.deal(view.rules, state.seats, Random(0), outcome.standing)
    found: list[dict[str, Any]] = []
    for seats in outcome.places:
        place = len(found) + 1
        found += [
            {
                "place": str(place),
                "name": reader.name(seat),
                "title": "" if after is None else titles_borne(after.view(seat), seat, reader),
                "note": "" if billed else ", ".join(map(reader.tell, gained[seat])),
                "points": _points(outcome.totals[seat], reader) if any(outcome.totals) else "",
                "score": _points(tally[seat], reader) if tally else "",
                "you": seat == reader.you,
            }
            for seat in seats
        ]
    return found


def _places(outcome: Outcome, state: State, reader: Reader) -> list[str]:
    gained = _gained(state)
    found = []
    place = 1
    for seats in outcome.places:
        for seat in seats:
            if gained[seat]:
                badges = ", ".join(map(reader.tell, gained[seat]))
                found.append(reader.tell("scene.over.place-with", place=place, seat=seat, badges=badges))
            else:
                found.append(reader.tell("scene.over.place", place=place, seat=seat))
        place += len(seats)
    return found


def _gained(state: State) -> list[list[str]]:
    """By seat, the titles that a player has come by in this deal."""
    pairs = state.moves()
    first = pairs[0][0] if pairs else state
    seats = range(state.seats)
    before = [first.view(seat).badges(seat) for seat in seats]
    return [[one for one in titles(state.view(seat).badges(seat)) if one not in before[seat]] for seat in seats]
