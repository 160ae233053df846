"""Rules: those of any ruleset, where each comes from, what changes it and which lesson teaches it; two rulesets side
by side; the card of a ruleset to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st

from tutor import games
from tutor.core import Game, LinkError, Rules, RulesError, link
from tutor.games import UnknownGame
from tutor.i18n import LANGUAGES, knows, tell
from tutor.scene.rules import differences, rule_cards, ruleset_name
from tutor.ui import markup, pad, shell
from tutor.ui.rule_card import draw_card
from tutor.ui.visit import Visit, current

__all__ = ["page"]

_HERE: Final = Path(__file__).parent
_LOOK: Final = f"<style>{(_HERE / 'rules.css').read_text(encoding='utf-8')}</style>"
_SPEAK: Final = ("law", "event", "score")  # kinds of rule that a move can break or make happen
_search = st.components.v2.component(
    "samrap_rule_search",
    js=(_HERE / "rules.js").read_text(encoding="utf-8"),
    css=(_HERE / "rules_search.css").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Asked:
    """What the address asks for: a ruleset, one to compare it with, a rule; and what is wrong with it."""

    game: Game
    rules: Rules
    own: Rules | None
    against: Rules | None = None
    rule: str = ""
    trouble: str | None = None

    def href(self, visit: Visit, rules: Rules | None = None, **more: str) -> str:
        """The address of a ruleset of this game; of this one unless told."""
        word = link.write_rules(self.game, self.rules if rules is None else rules)
        return shell.href("rules", visit, game=self.game.id, rules=word, **more)

    @property
    def known(self) -> list[Rules]:
        """The presets and the learner's own table."""
        return list(dict.fromkeys([*self.game.presets.values(), *([] if self.own is None else [self.own])]))


def page() -> None:
    visit = current()
    asked = _asked(visit)
    st.html(_LOOK)
    if st.query_params.get("card"):
        draw_card(asked.game, asked.rules, asked.href(visit), visit)
    elif asked.against is not None:
        _compare(asked, asked.against, visit)
    else:
        _rules(asked, visit)


# What is asked for


def _asked(visit: Visit) -> Asked:
    """As the address says; where it says nothing, the game and table that the learner set last."""
    query = st.query_params
    rule = query.get("rule", "")
    trouble = None
    named = query.get("game") or _game_of(rule) or visit.settings["game"]
    game = games.offered()[0]
    try:
        game = game if named is None else games.find(named)
    except UnknownGame:
        trouble = visit.tell("ui.rules.no-game")
    own = _own(game, visit)
    rules = own or game.read_rules(None)
    against = None
    if trouble is None:
        try:
            rules = link.read_rules(game, query["rules"]) if "rules" in query else rules
            against = link.read_rules(game, query["against"]) if "against" in query else None
        except LinkError as error:
            trouble = visit.tell("ui.rules.bad-link", why=visit.tell(f"link.{error.case}"))
        except RulesError:
            trouble = visit.tell("ui.rules.no-rules")
    if trouble is None and rule and rule not in game.rulebook:
        trouble = visit.tell("ui.rules.no-rule")
    return Asked(game, rules, own, against, rule, trouble)


def _game_of(rule: str) -> str | None:
    """The game that has such a rule."""
    return next((game.id for game in games.every() if rule in game.rulebook), None)


def _own(game: Game, visit: Visit) -> Rules | None:
    """The rules of the table that the learner set last, if they can still be."""
    table = visit.settings["tables"].get(game.id)
    try:
        return None if table is None else game.read_rules(table["rules"])
    except RulesError:
        return None


# The rules of one ruleset


def _rules(asked: Asked, visit: Visit) -> None:
    found = rule_cards(asked.game, asked.rules, visit.language)
    with st.container(key="column"):
        st.html(f"{_heading(visit.tell('ui.rules.title'), asked, visit)}{_about(asked, found, visit)}")
        _search(
            data={
                "label": visit.tell("ui.rules.search"),
                "clear": visit.tell("ui.rules.search.clear"),
                "none": visit.tell("ui.rules.search.none"),
                "lang": visit.language,
                "rules": f"{asked.game.id} {asked.rules.hash}",
            },
            key="rule-search",
        )
        sections = [(group["kind"], group["title"], "", group["cards"]) for group in found["groups"]]
        apart = (visit.tell("ui.rules.apart"), visit.tell("ui.rules.apart.about"))
        if found["apart"]:
            sections.append(("apart", *apart, found["apart"]))
        st.html("".join(_section(*section, asked, visit) for section in sections))


def _heading(title: str, asked: Asked, visit: Visit) -> str:
    notice = ""
    if asked.trouble is not None:
        notice = f'<p class="notice" role="alert">{markup.escape(asked.trouble)}</p>'
    return f'<h1 class="title">{markup.escape(title)}</h1>{notice}'


def _about(asked: Asked, found: Mapping[str, Any], visit: Visit) -> str:
    """The choice of rulesets, and what this one is."""
    game, rules = asked.game, asked.rules
    every = games.offered()
    parts = []
    if len(every) > 1:
        parts.append(
            _choice(
                visit.tell("ui.rules.games"),
                (
                    (visit.tell(f"{each.id}.title"), shell.href("rules", visit, game=each.id), each is game)
                    for each in every
                ),
            )
        )
    chosen = [
        (ruleset_name(game, each, visit.language), asked.href(visit, each), each == rules)
        for each in game.presets.values()
    ]
    if asked.own is not None and asked.own.preset is None:
        chosen.append((visit.tell("ui.rules.own"), asked.href(visit, asked.own), asked.own == rules))
    parts.append(_choice(visit.tell("ui.rules.rulesets"), chosen))
    parts.append(f"<h2>{markup.escape(found['title'])} · {markup.words(found['name'], visit.language)}</h2>")
    about = [found["about"]]
    if rules.preset is not None:
        about.append(visit.tell(f"{game.id}.preset.{rules.preset}.about"))
    parts.append(f'<p class="lead">{markup.words(" ".join(about), visit.language)}</p>')
    if rules.preset is None:
        parts.append(_changes(asked, visit))
    other = next((each for each in asked.known if each != rules), None)
    ways = [(visit.tell("ui.rules.card"), asked.href(visit, card="1"))]
    if other is not None:
        ways.append((visit.tell("ui.rules.compare"), asked.href(visit, against=link.write_rules(game, other))))
    document = link.write({"game": game.id, "rules": game.write_rules(rules)})
    ways.append((visit.tell("ui.rules.play"), shell.href("play", visit, rules=document)))
    ways.append((visit.tell("ui.referee.link"), _referee(asked, visit)))
    if (counted := pad.door(game, visit, rules)) is not None:
        ways.append((visit.tell("ui.pad.link"), counted))
    rows = "".join(f'<li><a href="{markup.escape(href)}">{markup.escape(words)}</a></li>' for words, href in ways)
    parts.append(f'<ul class="ways">{rows}</ul>')
    return "".join(parts)


def _changes(asked: Asked, visit: Visit) -> str:
    """In what rules of one's own differ from the preset that is nearest."""
    written = asked.game.write_rules(asked.rules)
    assert not isinstance(written, str)
    base = asked.game.presets[written["preset"]]
    rows = ""
    for one in differences(asked.game, asked.rules, base, visit.language):
        now, before = (side["value"] for side in one["sides"])
        said = visit.tell("ui.rules.changed", option=one["label"], value=now, before=before)
        rows += f"<li>{markup.words(said, visit.language)}</li>"
    return f'<ul class="changes">{rows}</ul>'


def _choice(label: str, choices: Iterable[tuple[str, str, bool]]) -> str:
    """Links of which one is where we are."""
    items = ""
    for words, href, here in choices:
        current = ' aria-current="true"' if here else ""
        items += f'<li><a href="{markup.escape(href)}"{current}>{markup.escape(words)}</a></li>'
    heading = f'<p class="label" aria-hidden="true">{markup.escape(label)}</p>'
    return f'<nav class="choice" aria-label="{markup.escape(label)}">{heading}<ul>{items}</ul></nav>'


def _section(kind: str, title: str, about: str, cards: Iterable[Mapping[str, Any]], asked: Asked, visit: Visit) -> str:
    lead = f'<p class="lead">{markup.escape(about)}</p>' if about else ""
    rows = "".join(_card(asked, card, visit) for card in cards)
    return f'<section class="rules" data-kind="{kind}"><h3>{markup.escape(title)}</h3>{lead}{rows}</section>'


def _card(asked: Asked, card: Mapping[str, Any], visit: Visit) -> str:
    facts = []
    if card["source"]:
        named = ", ".join(_source(asked.game.id, name, visit) for name in card["source"].split())
        facts.append(visit.tell("ui.rules.source", source=named))
    elif card["choice"]:
        facts.append(visit.tell("ui.rules.choice"))
    links = "".join(
        f'<li><a href="{markup.escape(shell.href("learn", visit, lesson=lesson["id"]))}">'
        f"{markup.words(visit.tell('ui.rules.lesson', title=lesson['title']), visit.language)}</a></li>"
        for lesson in card["lessons"]
    )
    if asked.game.rulebook[card["id"]].kind in _SPEAK and asked.game.rulebook[card["id"]].in_force(asked.rules):
        href = markup.escape(_referee(asked, visit, rule=card["id"]))
        links += f'<li><a href="{href}">{markup.escape(visit.tell("ui.referee.rule"))}</a></li>'
    return (
        f'<details class="rule" data-words="{markup.escape(_words(card["id"]))}"'
        f' id="rule-{markup.escape(card["id"])}"{" open" if card["id"] == asked.rule else ""}>'
        f"<summary><span>{markup.words(card['title'], visit.language)}</span></summary>"
        f"{markup.prose(card['text'], visit.language)}"
        f"{_options(card['options'], visit)}"
        f'<p class="facts">{" · ".join(map(markup.escape, facts))}</p>'
        f"{f'<ul class=ways>{links}</ul>' if links else ''}</details>"
    )


def _referee(asked: Asked, visit: Visit, **more: str) -> str:
    """The referee, who judges by these rules."""
    word = link.write_rules(asked.game, asked.rules)
    return shell.href("referee", visit, game=asked.game.id, rules=word, **more)


def _options(options: Iterable[Mapping[str, Any]], visit: Visit) -> str:
    """What changes a rule: how each is set here, and what it would be otherwise."""
    rows = []
    for option in options:
        here = visit.tell("ui.rules.option", option=option["label"], value=option["value"])
        others = "".join(f"<li>{_side(other, visit)}</li>" for other in option["others"])
        more = f'<p class="facts">{markup.words(option["about"], visit.language)}</p>'
        if others:
            otherwise = markup.escape(visit.tell("ui.rules.otherwise"))
            more += f'<p class="facts">{otherwise}</p><ul class="changes">{others}</ul>'
        rows.append(f"<li><p><b>{markup.words(here, visit.language)}</b></p>{more}</li>")
    return f'<ul class="options">{"".join(rows)}</ul>' if rows else ""


def _side(side: Mapping[str, str], visit: Visit) -> str:
    """How an option is set, and what that means where anything is to be said of it."""
    means = f" <small>{markup.words(side['line'], visit.language)}</small>" if side["line"] else ""
    return f"<b>{markup.words(side['value'], visit.language)}</b>{means}"


def _source(game: str, name: str, visit: Visit) -> str:
    """What a source is called; the short name where the game has no other."""
    called = f"{game}.source.{name}"
    return visit.tell(called) if knows(called, visit.language) else name


@cache
def _words(rule_id: str) -> str:
    """What a rule is called and says, in every language: it is found by all of them."""
    return " ".join(tell(f"{rule_id}.{part}", language) for language in LANGUAGES for part in ("name", "rule"))


# Two rulesets


def _compare(asked: Asked, against: Rules, visit: Visit) -> None:
    game, sides = asked.game, (asked.rules, against)
    names = [ruleset_name(game, rules, visit.language) for rules in sides]
    parts = [_heading(visit.tell("ui.rules.two"), asked, visit)]
    for at, label in enumerate(("ui.rules.left", "ui.rules.right")):
        parts.append(_choice(visit.tell(label), _pairs(asked, sides, at, visit)))
    if found := differences(game, *sides, visit.language):
        heads = [visit.tell("ui.rules.what"), *names]
        head = "".join(f'<th scope="col">{markup.words(name, visit.language)}</th>' for name in heads)
        rows = "".join(_difference(one, names, visit) for one in found)
        parts.append(f'<table class="two"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')
    else:
        parts.append(f'<p class="note">{markup.escape(visit.tell("ui.rules.same"))}</p>')
    links = ""
    for rules, name in zip(sides, names, strict=True):
        words = markup.words(visit.tell("ui.rules.all", name=name), visit.language)
        links += f'<li><a href="{markup.escape(asked.href(visit, rules))}">{words}</a></li>'
    st.html(f'<div class="column">{"".join(parts)}<ul class="ways">{links}</ul></div>')


def _pairs(asked: Asked, sides: tuple[Rules, Rules], at: int, visit: Visit) -> Iterator[tuple[str, str, bool]]:
    """The rulesets that may stand on this side of a comparison, the other side being as it is."""
    for rules in dict.fromkeys([*asked.known, sides[at]]):
        first, second = (rules, sides[1]) if at == 0 else (sides[0], rules)
        href = asked.href(visit, first, against=link.write_rules(asked.game, second))
        yield ruleset_name(asked.game, rules, visit.language), href, rules == sides[at]


def _difference(one: Mapping[str, Any], names: Iterable[str], visit: Visit) -> str:
    cells = ""
    for name, side in zip(names, one["sides"], strict=True):
        head = f'<span class="side" aria-hidden="true">{markup.words(name, visit.language)}</span>'
        cells += f"<td>{head}{_side(side, visit)}</td>"
    label, about = (markup.words(one[part], visit.language) for part in ("label", "about"))
    return f'<tr><th scope="row">{label}<small>{about}</small></th>{cells}</tr>'
