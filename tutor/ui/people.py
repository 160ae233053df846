"""Who at this device plays: a learner alone, or several people by their names."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from tutor.session.table import LONGEST_NAME, Player, clean_name
from tutor.ui.house import one_of
from tutor.ui.visit import Visit

__all__ = ["choose_people", "people"]

_COUNT = "people-here"


def choose_people(visit: Visit, seats: int) -> tuple[Player, ...]:
    """A fold in which it is said how many people share this device, and what they are called; who they are."""
    count = min(st.session_state.get(_COUNT, 1), seats)
    with st.expander(visit.tell("ui.people", count=count), key="people-fold"):
        one_of(
            visit.tell("ui.people.count"),
            {number: str(number) for number in range(1, seats + 1)},
            count,
            "people",
            lambda number: st.session_state.update({_COUNT: number}),
        )
        typed = [
            st.text_input(
                visit.tell("ui.people.name", number=number),
                key=f"person-{number}",
                max_chars=LONGEST_NAME,
                placeholder=visit.tell("ui.people.unnamed", number=number),
                persist_state="session",
            )
            for number in range(1, count + 1 if count > 1 else 1)
        ]
    return people(typed, visit)


def people(typed: Iterable[str], visit: Visit) -> tuple[Player, ...]:
    """The people of these names, as far as they can be kept, no two alike; a learner without a name where there are
    none."""
    found: list[str] = []
    for number, text in enumerate(typed, 1):
        wanted = clean_name(text) or visit.tell("ui.people.unnamed", number=number)
        name, more = wanted, 1
        while name.casefold() in map(str.casefold, found):
            more += 1
            name = f"{wanted[: LONGEST_NAME - 2]} {more}"
        found.append(name)
    return tuple(map(Player, found)) or (Player(),)
