"""What a learner has chosen to play: game, rules and seats, as kept for them, or as a friend's link says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import streamlit as st

from tutor import games
from tutor.core import Game, LinkError, Rules, RulesError, link
from tutor.games import UnknownGame
from tutor.learner import StoreError
from tutor.ui import shell
from tutor.ui.table import notice
from tutor.ui.visit import Visit, store

__all__ = ["Chosen", "chosen", "keep", "of_game"]

SEATS: Final = 4
_DRAFT: Final = "chosen"


@dataclass(frozen=True)
class Chosen:
    """A table to be set. ``base`` is the preset from which its rules are told; ``link`` the text of the link that it
    was opened by; ``trouble`` the message on rules that could not be read."""

    game: Game
    rules: Rules
    base: str
    seats: int = SEATS
    answers: Mapping[str, str] = field(default_factory=dict)
    link: str | None = None
    trouble: str | None = None

    @property
    def preset(self) -> Rules:
        """The preset from which the rules are told."""
        return self.game.presets[self.base]

    def with_rules(self, rules: Rules, base: str | None = None) -> Chosen:
        """The same table with other rules. Answers that are not true of them are forgotten, and where they don't allow
        the seats, the nearest number is taken."""
        rules = self.game.named(rules)
        return replace(
            self,
            rules=rules,
            base=rules.preset or base or self.base,
            seats=_seats(self.game, rules, self.seats),
            answers={
                question.id: self.answers[question.id]
                for question in self.game.questions
                if question.id in self.answers and question.fits(self.answers[question.id], rules)
            },
        )

    def but(self, **options: Any) -> Chosen:
        """The same with some options changed; RulesError."""
        return self.with_rules(self.rules.but(**options))

    def answer(self, question_id: str, answer: str | None) -> Chosen:
        """The table that the answers lead to, this one among them; None takes it back. What was switched since the
        other answers stays, as far as this one leaves it open. RulesError."""
        others = {name: given for name, given in self.answers.items() if name != question_id}
        answers = others if answer is None else {**others, question_id: answer}
        if not answers:
            return replace(self, answers={})
        rules = self.game.answered(answers)
        if self.answers:
            asked = next(question for question in self.game.questions if question.id == question_id)
            settled = {option for options in asked.answers.values() for option in options}
            switched = self.game.answered(self.answers).diff(self.rules).keys() - settled
            rules = rules.but(**{option: self.rules.options()[option] for option in switched})
        written = self.game.write_rules(rules)
        base = written if isinstance(written, str) else written["preset"]
        return replace(self, answers=answers).with_rules(rules, base)

    def document(self) -> str | dict[str, Any]:
        """The rules as they are kept, from their preset."""
        changed = {option: now for option, (_, now) in self.preset.diff(self.rules).items()}
        return {"preset": self.base, **changed} if changed else self.base

    def shared(self) -> str:
        """The text of a link with these rules."""
        return link.write({"game": self.game.id, "rules": self.document()})

    def href(self, visit: Visit, **query: str) -> str:
        """The address of a page for setting this table."""
        return shell.href("play", visit, **query, **({} if self.link is None else {"rules": self.link}))


def chosen(visit: Visit) -> Chosen:
    """What is chosen in this tab: by the link in the address, else as it was kept, else the first there is. What
    another tab keeps meanwhile shows when the page is opened anew, so that what is dealt is what was seen."""
    text = st.query_params.get("rules")
    asked = (visit.key, text)
    draft = st.session_state.get(_DRAFT)
    if draft is None or draft[0] != asked or st.session_state.get("arrived"):
        draft = st.session_state[_DRAFT] = (asked, _kept(visit) if text is None else _linked(text, visit))
    table: Chosen = draft[1]
    return table


def _linked(text: str, visit: Visit) -> Chosen:
    try:
        document = link.read(text)
        game = games.find(document.get("game"))  # type: ignore[arg-type]  # anything else is an UnknownGame
        return replace(_table(game, document.get("rules"), visit), link=text)
    except LinkError as error:
        trouble = f"link.{error.case}"
    except (RulesError, UnknownGame):
        trouble = "ui.setting.unknown-link"
    return replace(_kept(visit), trouble=trouble)


def _kept(visit: Visit) -> Chosen:
    first = games.offered()[0]
    try:
        game = first if visit.settings["game"] is None else games.find(visit.settings["game"])
        return of_game(game, visit)
    except UnknownGame:
        return replace(of_game(first, visit), trouble="ui.setting.outdated")


def of_game(game: Game, visit: Visit) -> Chosen:
    """The table of this game as it was kept, else with its first preset."""
    kept = visit.settings["tables"].get(game.id)
    try:
        return _table(game, None if kept is None else kept["rules"], visit)
    except RulesError:
        return replace(_table(game, None, visit), trouble="ui.setting.outdated")


def _table(game: Game, document: Any, visit: Visit) -> Chosen:
    """A table with these rules, and with seats and answers as they were kept, where they go with them; RulesError."""
    rules = game.read_rules(document)
    base = rules.preset or (document.get("preset") if isinstance(document, Mapping) else None)
    kept = visit.settings["tables"].get(game.id) or {"seats": SEATS, "answers": {}}
    known = {question.id: question.answers for question in game.questions}
    answers = {name: answer for name, answer in kept["answers"].items() if answer in known.get(name, ())}
    return Chosen(game, rules, base or next(iter(game.presets)), kept["seats"], answers).with_rules(rules)


def _seats(game: Game, rules: Rules, wanted: int) -> int:
    return min(game.seats(rules), key=lambda seats: abs(seats - wanted))


def keep(change: Callable[[Chosen], Chosen], visit: Visit) -> None:
    """Change what is chosen, and keep it for the next time; the link that it may have come by has done its work.

    For callbacks, which may be older than the last press: so they are given what is chosen now. RulesError for rules
    that cannot be; what cannot be saved is said with the next run. Either way nothing has changed then."""
    table = replace(change(st.session_state[_DRAFT][1]), link=None, trouble=None)
    kept = store()
    try:
        tables = kept.learner(visit.key).settings["tables"]
        entry = {"rules": table.document(), "seats": table.seats, "answers": dict(table.answers)}
        kept.save_settings(visit.key, game=table.game.id, tables={**tables, table.game.id: entry})
    except StoreError as error:
        notice(error.say(visit.language))
        return
    if "rules" in st.query_params:
        del st.query_params["rules"]
    st.session_state[_DRAFT] = ((visit.key, None), table)
