"""The card table in a page: a scene goes out, one message a move comes back."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from importlib.resources import files
from typing import Annotated, Any, Final

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor.bots.pool import WorkerError
from tutor.core import View
from tutor.learner import StoreError
from tutor.session.actions import Trouble, marked_text
from tutor.ui import markup
from tutor.ui.visit import Visit

__all__ = ["Message", "card_table", "hand_on", "notice", "read_message", "say_notice"]

_log = logging.getLogger(__name__)
_drawing = files("tutor.scene")
_CODE: Final = _drawing.joinpath("card_table.js").read_text(encoding="utf-8")
_LOOK: Final = _drawing.joinpath("card_table.css").read_text(encoding="utf-8")
_VERSION: Final = hashlib.sha256((_CODE + _LOOK).encode()).hexdigest()[:12]
_component = st.components.v2.component(
    "samrap_card_table", js=files("tutor.ui").joinpath("table.js").read_text(encoding="utf-8")
)

_Short = Annotated[str, Field(max_length=80)]


class Message(BaseModel):
    """What a browser may send: a button or verb, what is marked (cards of the hand, cards and a zone of the table) or
    an answer, and the screen it was sent from."""

    model_config = ConfigDict(frozen=True)

    do: str = Field(pattern=r"^[a-z-]{1,20}$")
    rev: str = Field(max_length=200)
    cards: tuple[Annotated[str, Field(max_length=4)], ...] = Field((), max_length=52)
    table: tuple[Annotated[str, Field(max_length=4)], ...] = Field((), max_length=52)
    zone: Annotated[str, Field(pattern=r"^[a-z0-9.-]{1,20}$")] | None = None
    value: _Short | Annotated[tuple[_Short, ...], Field(max_length=60)] | dict[_Short, _Short] | None = None

    def text(self, view: View | None) -> str:
        """What it asks for, as the game of the view writes a move."""
        return marked_text(view, self.do, self.cards, self.table, self.zone)


def read_message(sent: object) -> Message | None:
    """The message, None for what our own pages never send."""
    try:
        message = Message.model_validate(sent)
    except ValidationError:
        return None
    return None if isinstance(message.value, dict) and len(message.value) > 60 else message


def card_table(
    scene: Mapping[str, Any],
    *,
    key: str,
    on_message: Callable[[Message], None],
    on_trouble: Callable[[Trouble], None],
) -> None:
    """Draw a scene. ``on_message`` runs before the next run and changes what is kept, never the page.

    It may raise anything: then nothing has changed, and ``on_trouble`` puts on the next screen what has failed. That
    one waits for the learner, so that no browser asks again by itself for what goes on failing."""

    def hear() -> None:
        hand_on(getattr(st.session_state.get(key), "action", None), key, on_message, on_trouble)

    data: dict[str, Any] = {"scene": dict(scene), "version": _VERSION}
    if st.session_state.pop("new-page", False):
        data |= {"code": _CODE, "look": _LOOK}
    _component(data=data, key=key, on_action_change=hear)


def hand_on(
    sent: object, key: str, on_message: Callable[[Message], None], on_trouble: Callable[[Trouble], None]
) -> None:
    """What came from the table of this key goes to who hears it; what fails there is trouble, nonsense is nothing."""
    message = read_message(sent)
    if message is None:
        return
    try:
        on_message(message)
    except Exception as error:
        on_trouble(_trouble(error, f"the table {key}: {message.do}"))


def _trouble(error: Exception, where: str) -> Trouble:
    """What the learner is told of it; whoever runs the app reads the log."""
    match error:
        case StoreError():
            _log.warning("%s: %s", where, error)
            return Trouble((f"store.{error.fault}", f"store.{error.fault}.cure"))
        case WorkerError() | TimeoutError() | CancelledError():
            _log.warning("%s: bots: %s", where, error or type(error).__name__)
            return Trouble(("ui.play.no-bot",))
    _log.error("%s", where, exc_info=error)
    return Trouble(("ui.fault.move",))


def notice(text: str) -> None:
    """Something to be said once, above the table, with the next run."""
    st.session_state["notice"] = text


def say_notice(visit: Visit) -> None:
    """Say it."""
    text = st.session_state.pop("notice", None)
    if text:
        st.html(f'<p class="notice" role="alert">{markup.words(text, visit.language)}</p>')
