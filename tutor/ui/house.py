"""House rules: a preset, the questions by which people find their own rules, and a switch for every option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, get_origin

import streamlit as st

from tutor.core import RulesError, link
from tutor.i18n import knows
from tutor.scene.rules import matters, option_value, ruleset_name
from tutor.ui import markup, shell
from tutor.ui.chosen import Chosen, keep
from tutor.ui.table import say_notice
from tutor.ui.visit import Visit

__all__ = ["door", "one_of", "page_of", "say_trouble"]

FEW: Final = 6  # values of which each gets a button of its own
_UNKNOWN: Final = "unknown"  # an answer that settles nothing
_REFUSED: Final = "refused"


# Choosing a preset


def _presets(table: Chosen, visit: Visit) -> None:
    game = table.game
    _heading("ui.setting.presets", None, visit)
    say_trouble(table, visit)
    presets = list(game.presets)
    st.radio(
        visit.tell("ui.setting.rules"),
        presets,
        index=presets.index(_begins("preset", table.base) or presets[0]),
        format_func=lambda preset: visit.tell(f"{game.id}.preset.{preset}"),
        captions=[markup.plain(visit.tell(f"{game.id}.preset.{preset}.about")) for preset in game.presets],
        key="preset",
        label_visibility="collapsed",
        on_change=lambda: keep(lambda now: now.with_rules(game.presets[st.session_state["preset"]]), visit),
    )
    _changes(table, visit)
    ways = ["friends", "switches"] if game.questions else ["switches"]
    rows = "".join(_row(table, visit, choose) for choose in ways)
    whole = shell.href("rules", visit, game=game.id, rules=link.write_rules(game, table.rules))
    # Of changed rules no preset is named: that from which they are told here need not be the one they are nearest to.
    own = table.rules.preset is None
    called = visit.tell("ui.rules.own") if own else ruleset_name(game, table.rules, visit.language)
    name = markup.escape(visit.tell("ui.rules.all", name=called))
    st.html(f'<ul class="rows">{rows}<li><a class="row" href="{markup.escape(whole)}"><b>{name}</b></a></li></ul>')
    _share(table, visit)
    _done(table, visit)


def _changes(table: Chosen, visit: Visit) -> None:
    """What differs from the preset, and the way back to it."""
    game, changed = table.game, table.preset.diff(table.rules)
    if not changed:
        return
    rows = ""
    for option in changed:
        label = markup.words(visit.tell(f"{game.id}.option.{option}"), visit.language)
        now = markup.words(option_value(game, option, table.rules, visit.language), visit.language)
        rows += f"<li>{label}: <b>{now}</b> <small>{_instead(option, table, visit)}</small></li>"
    st.html(f'<p class="label">{markup.escape(_count(table, visit))}</p><ul class="changes">{rows}</ul>')
    _reset(table, visit)


def _instead(option: str, table: Chosen, visit: Visit) -> str:
    """How the preset has an option, as HTML."""
    value = option_value(table.game, option, table.preset, visit.language)
    return markup.words(visit.tell("ui.setting.instead", preset=_preset(table, visit), value=value), visit.language)


def _count(table: Chosen, visit: Visit) -> str:
    count = len(table.preset.diff(table.rules))
    return visit.tell("ui.setting.changes", count=count, preset=_preset(table, visit))


def _reset(table: Chosen, visit: Visit) -> None:
    st.button(
        visit.tell("ui.setting.reset", preset=_preset(table, visit)),
        key="reset",
        on_click=lambda: keep(lambda now: now.with_rules(now.preset), visit),
    )


def _preset(table: Chosen, visit: Visit) -> str:
    return visit.tell(f"{table.game.id}.preset.{table.base}")


def _share(table: Chosen, visit: Visit) -> None:
    """An address to be copied or kept: of this app, so as the browser called it."""
    text = table.shared()
    address = markup.escape(f"{(st.context.url or '').partition('?')[0]}?rules={text}")
    share, how = (markup.escape(visit.tell(words)) for words in ("ui.setting.share", "ui.setting.share.about"))
    st.html(
        f'<details class="fold"><summary>{share}</summary><p>{how}</p>'
        f'<p class="address" lang="en"><a href="/play?rules={text}">{address}</a></p></details>'
    )


# Asking


def _friends(table: Chosen, visit: Visit) -> None:
    game = table.game
    _heading("ui.setting.friends", "ui.setting.friends.lead", visit)
    say_trouble(table, visit)
    with st.container(key="questions"):
        for question in game.questions:
            words = f"{game.id}.question.{question.id}"
            named = {answer: visit.tell(f"{words}.{answer}") for answer in question.answers}
            one_of(
                visit.tell(words),
                {**named, _UNKNOWN: visit.tell("ui.setting.unknown")},
                table.answers.get(question.id, _UNKNOWN),
                f"{game.id}-ask-{question.id}",
                lambda answer, id=question.id: _change(  # type: ignore[misc]
                    id, lambda now: now.answer(id, None if answer == _UNKNOWN else answer), visit
                ),
            )
            _say_refusal(question.id, table, visit)
    if table.answers:
        st.html(f"<h2>{markup.escape(visit.tell('ui.setting.found'))}</h2>{_summary(table, visit)}")
        _changes(table, visit)
    st.html(f'<ul class="rows">{_row(table, visit, "switches")}</ul>')
    _done(table, visit)


# Switching


def _switches(table: Chosen, visit: Visit) -> None:
    _heading("ui.setting.switches", None, visit)
    say_trouble(table, visit)
    with st.container(key="against"):
        changed = _count(table, visit) if table.rules != table.preset else None
        said = visit.tell("ui.setting.no-changes", preset=_preset(table, visit)) if changed is None else changed
        st.html(f'<p class="facts" role="status">{markup.escape(said)}</p>')
        if changed is not None:
            _reset(table, visit)
    for group, options in _grouped(table):
        if group is not None:
            st.html(f"<h2>{markup.escape(visit.tell(f'{table.game.id}.group.{group}'))}</h2>")
        with st.container(key=f"group-{group}"):
            for option in options:
                _switch(option, table, visit)
    _done(table, visit)


def _grouped(table: Chosen) -> Iterable[tuple[str | None, list[str]]]:
    """The options by group; those of none at the end."""
    left = list(table.rules.options())
    for group, options in table.game.groups.items():
        here = [option for option in options if option in left]
        left = [option for option in left if option not in here]
        yield group, here
    if left:
        yield None, left


def _switch(option: str, table: Chosen, visit: Visit) -> None:
    game, rules = table.game, table.rules
    field = game.ruleset.model_fields[option]
    label = markup.plain(visit.tell(f"{game.id}.option.{option}"))
    key = f"{game.id}-{option}"
    now = getattr(rules, option)

    def take(value: Any) -> None:
        _change(option, lambda now: now.but(**{option: value}), visit)

    with st.container(key=f"option-{option}"):
        if field.annotation is bool:
            st.toggle(label, bool(_begins(key, now)), key=key, on_change=lambda: take(st.session_state[key]))
        elif get_origin(field.annotation) is tuple:
            _range(option, key, take, table, visit)
        else:
            every = {value: rules.but(**{option: value}) for value in rules.offered(option)}
            named = {value: option_value(game, option, each, visit.language) for value, each in every.items()}
            (one_of if len(every) <= FEW else _slide)(label, named, now, key, take)
        about = markup.words(visit.tell(f"{game.id}.option.{option}.about"), visit.language)
        facts = [] if now == getattr(table.preset, option) else [_instead(option, table, visit)]
        if not matters(game, option, rules):
            facts.append(markup.escape(visit.tell("ui.setting.idle")))
        st.html(f'<p class="lead">{about}</p>' + "".join(f'<p class="changed">{fact}</p>' for fact in facts))
        _say_refusal(option, table, visit)


def _range(option: str, key: str, take: Callable[[Any], None], table: Chosen, visit: Visit) -> None:
    """From a number to a number: any that some preset has within its own."""
    presets = [getattr(preset, option) for preset in table.game.presets.values()]
    now = getattr(table.rules, option)
    least, most = (find(each[end] for each in [*presets, now]) for end, find in enumerate((min, max)))
    known = {number: str(number) for number in range(least, most + 1)}
    keys = (f"{key}-fewest", f"{key}-most")

    def take_both(_: int) -> None:
        take([st.session_state[end] for end in keys])

    st.html(f'<p class="label">{markup.escape(visit.tell(f"{table.game.id}.option.{option}"))}</p>')
    one_of(visit.tell("ui.setting.fewest"), known, now[0], keys[0], take_both)
    one_of(visit.tell("ui.setting.most"), known, now[1], keys[1], take_both)


def _slide(label: str, named: Mapping[Any, str], now: Any, key: str, take: Callable[[Any], None]) -> None:
    """One of many."""
    begins = _begins(key, now)
    st.select_slider(
        label,
        list(named),
        next(iter(named)) if begins is None else begins,
        format_func=lambda value: named[value],
        key=key,
        on_change=lambda: take(st.session_state[key]),
    )


# What the pages share


def one_of(label: str, named: Mapping[Any, str], now: Any, key: str, take: Callable[[Any], None]) -> None:
    """One of a few, as a row of buttons. What is chosen is kept before the next run, which shows what was kept."""
    st.segmented_control(
        markup.plain(label),
        list(named),
        default=_begins(key, now),
        format_func=lambda value: markup.plain(named[value]),
        key=key,
        on_change=lambda: take(st.session_state[key]),
        required=True,
    )


def _begins(key: str, value: Any) -> Any:
    """A widget shows what is chosen, wherever that was done: it begins with this, and None says that it has been told.

    It is told only what it does not show. One told already when it begins would be told anew until the browser has
    answered, and that would undo a press that is still on its way, on the screen and with the next press for good."""
    if key in st.session_state and st.session_state[key] != value:
        st.session_state[key] = value
        return None
    return value


def _change(place: str, change: Callable[[Chosen], Chosen], visit: Visit) -> None:
    """Keep a change; where the rules can't be so, nothing changes, and the reason is said at that place."""
    try:
        keep(change, visit)
    except RulesError as error:
        st.session_state[_REFUSED] = (place, error.option)


def _say_refusal(place: str, table: Chosen, visit: Visit) -> None:
    refused = st.session_state.get(_REFUSED)
    if refused is None or refused[0] != place:
        return
    del st.session_state[_REFUSED]
    option = f"{table.game.id}.option.{refused[1]}"
    if knows(f"{option}.refused", visit.language):
        reason = visit.tell(f"{option}.refused")
    else:
        reason = visit.tell("ui.setting.refused", option=visit.tell(option))
    st.html(f'<p class="notice" role="alert">{markup.escape(reason)}</p>')


def say_trouble(table: Chosen, visit: Visit) -> None:
    """What was wrong with the rules that were asked for or kept, and what could not be saved."""
    say_notice(visit)
    if table.trouble is not None:
        st.html(f'<p class="notice" role="alert">{markup.escape(visit.tell(table.trouble))}</p>')


def _summary(table: Chosen, visit: Visit) -> str:
    about = visit.tell(f"{table.game.id}.preset.{table.base}.about")
    return f"<p><b>{markup.escape(_preset(table, visit))}</b><br>{markup.words(about, visit.language)}</p>"


def door(table: Chosen, visit: Visit) -> str:
    """The rules in a line or two, and the way to others: the preset, what sets it apart, how much is changed."""
    name, href = markup.escape(_preset(table, visit)), markup.escape(table.href(visit, choose="rules"))
    changed = "" if table.rules == table.preset else f"<small>{markup.escape(_count(table, visit))}</small>"
    about = markup.words(visit.tell(f"{table.game.id}.preset.{table.base}.about"), visit.language)
    return (
        f'<a class="row" href="{href}"><b>{name}</b>'
        f"<em class='mark'>{markup.escape(visit.tell('ui.setting.other'))}</em>{changed}<span>{about}</span></a>"
    )


def _heading(title: str, lead: str | None, visit: Visit) -> None:
    more = "" if lead is None else f'<p class="lead">{markup.escape(visit.tell(lead))}</p>'
    st.html(f'<h1 class="title">{markup.escape(visit.tell(title))}</h1>{more}')


def _row(table: Chosen, visit: Visit, choose: str) -> str:
    words = f"ui.setting.{choose}"
    return (
        f'<li><a class="row" href="{markup.escape(table.href(visit, choose=choose))}">'
        f"<b>{markup.escape(visit.tell(words))}</b>"
        f"<span>{markup.escape(visit.tell(f'{words}.about'))}</span></a></li>"
    )


def _done(table: Chosen, visit: Visit) -> None:
    href, words = table.href(visit), visit.tell("ui.setting.done")
    st.html(f'<p class="done"><a class="door" href="{markup.escape(href)}">{markup.escape(words)}</a></p>')


def page_of(choose: str | None, table: Chosen) -> Callable[[Chosen, Visit], None] | None:
    """The page on which that is chosen, None for what is not chosen on a page. A game that asks nothing offers its
    presets instead."""
    if choose == "friends" and not table.game.questions:
        choose = "rules"
    return {"rules": _presets, "friends": _friends, "switches": _switches}.get(choose or "")
