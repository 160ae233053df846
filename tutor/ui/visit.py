"""Who is here: their key, what they set, the language they read, and what all visitors share."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import streamlit as st

from tutor.bots.pool import Pool
from tutor.i18n import LANGUAGES, date, tell
from tutor.learner import Settings, Store, open_store

__all__ = [
    "COOKIE",
    "Visit",
    "begin",
    "current",
    "default_settings",
    "language_of",
    "pool",
    "read_key",
    "store",
    "wait_for",
]

T = TypeVar("T")

COOKIE: Final = "samrap_key"
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22,86}")
WORKERS: Final = 2  # a hint that is being thought over leaves one for the bots of everybody else
IN_LINE: Final = 15  # seconds that a request may wait for a worker, beyond the work itself


@st.cache_resource(show_spinner=False)
def store() -> Store:
    """The database, opened once for all visitors. What cannot be opened is tried again at the next visit."""
    return open_store()


@st.cache_resource(show_spinner=False)
def pool() -> Pool:
    """The processes in which bots think."""
    return Pool(WORKERS)


def wait_for(future: Future[T]) -> T:
    """What a worker answers; what it raises, or TimeoutError where too many stand in line before it."""
    try:
        return future.result(pool().limit + IN_LINE)
    except TimeoutError:
        future.cancel()
        raise


@dataclass(frozen=True)
class Visit:
    """One visitor at one run of a page. ``linked`` is the language that the address names, to be kept in links."""

    key: str
    language: str
    settings: Mapping[str, Any]
    linked: str | None = None

    def tell(self, message_id: str, **params: Any) -> str:
        """A message in the visitor's language."""
        return tell(message_id, self.language, **params)

    def day(self, at: datetime) -> str:
        """The day on which it was that, where the visitor is."""
        minutes = st.context.timezone_offset or 0
        return date((at - timedelta(minutes=minutes)).date(), self.language)

    @property
    def drawn(self) -> dict[str, Any]:
        """How scenes are to be drawn for this visitor."""
        return {"four": self.settings["four_colours"], "motion": self.settings["motion"]}


def begin() -> Visit:
    """Who is here now. StoreError where nothing can be read."""
    key = _key()
    settings = store().learner(key).settings
    return Visit(key, language_of(settings), settings, _linked())


def language_of(settings: Mapping[str, Any] | None = None) -> str:
    """As the address says, else as was set, else as the browser asks for, else Thai."""
    if linked := _linked():
        return linked
    chosen = (settings or {}).get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    locale = (st.context.locale or "").partition("-")[0].lower()
    return locale if locale in LANGUAGES else LANGUAGES[0]


def _linked() -> str | None:
    asked = st.query_params.get("lang")
    return asked if asked in LANGUAGES else None


def _key() -> str:
    """The key of this browser: of its cookie, else a new one that the page tells it to keep."""
    key = (
        read_key(st.session_state.get(COOKIE)) or read_key(st.context.cookies.get(COOKIE)) or secrets.token_urlsafe(16)
    )
    st.session_state[COOKIE] = key
    return key


def read_key(text: object) -> str | None:
    """A key, None for what cannot be one."""
    return text if isinstance(text, str) and _KEY.fullmatch(text) else None


def default_settings() -> Mapping[str, Any]:
    """What holds as long as nothing was set."""
    return Settings().model_dump()


def current() -> Visit:
    """Who is here, as this run of the page began."""
    visit: Visit = st.session_state["visit"]
    return visit
