"""What stands round every page: the bar at the top, the look, the language, and a word when something is wrong."""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st
from streamlit.navigation.page import Page

from tutor import games, lessons, puzzles
from tutor.documents import Fault
from tutor.i18n import LANGUAGES
from tutor.i18n.catalogue import load
from tutor.learner import StoreError
from tutor.lessons import LessonError
from tutor.puzzles import PuzzleError
from tutor.ui import markup
from tutor.ui.visit import COOKIE, Visit, begin, default_settings, language_of, read_key, store

__all__ = ["MENU", "arrive", "faulty", "go", "href", "pages", "show", "title", "warm"]

MENU: Final = ("learn", "puzzles", "play", "rules", "me")
PAGES: Final = ("home", *MENU, "referee", "pad")
FAULTS_TOLD: Final = 20
LONGEST: Final = 2000  # characters of an address that a browser may ask for
_HERE: Final = Path(__file__).parent
_CARRIED: Final = ("lesson", "puzzle", "game", "rule", "rules", "choose", "against", "card")
_LOOK: Final = f"<style>{(_HERE / 'page.css').read_text(encoding='utf-8')}</style>"
_log = logging.getLogger(__name__)

_bar = st.components.v2.component(
    "samrap_bar",
    js=(_HERE / "bar.js").read_text(encoding="utf-8"),
    css=(_HERE / "bar.css").read_text(encoding="utf-8"),
)


# Where things are


def path(name: str) -> Path:
    """The file of a page; ``home`` or one of the menu."""
    return _HERE / "pages" / f"{name}.py"


def pages(visit: Visit | StoreError) -> list[Page]:
    """All pages, with their titles in the visitor's language."""
    language = visit.language if isinstance(visit, Visit) else language_of()
    return [
        st.Page(
            path(name), title=title(name, language), url_path="" if name == "home" else name, default=name == "home"
        )
        for name in PAGES
    ]


def title(name: str, language: str) -> str:
    """What the browser calls a page."""
    brand = markup.said("ui.name", language)
    return brand if name == "home" else f"{markup.said(f'ui.menu.{name}', language)} · {brand}"


def href(name: str, visit: Visit, **query: str) -> str:
    """The address of a page. It names the language only if this one does, and else leaves it to what was set."""
    if visit.linked is not None:
        query = {**query, "lang": visit.linked}
    return f"/{'' if name == 'home' else name}" + (f"?{urlencode(query)}" if query else "")


def go(name: str, visit: Visit, **query: str) -> NoReturn:
    """To another page, at once."""
    if visit.linked is not None:
        query = {**query, "lang": visit.linked}
    st.switch_page(path(name), query_params=query)


# A run of a page


def arrive() -> Visit | StoreError:
    """Who is here; or why nobody can be known."""
    warm()
    try:
        return begin()
    except StoreError as error:
        return error


@st.cache_resource(show_spinner=False)
def warm() -> None:
    """Once a server: what every page needs, so that no visitor waits for it later."""
    for library in ("pandas", "pyarrow"):  # Streamlit imports them at the first component
        import_module(library)
    for language in LANGUAGES:
        load(language)
    games.every()
    for every in (lessons.every, puzzles.every):
        try:
            every()
        except ValueError as error:  # its page says what is wrong with it
            _log.warning("%s", error)


def show(page: Page, visit: Visit | StoreError) -> None:
    """The page, with all that stands round it."""
    st.html(_LOOK)
    name = page.url_path or "home"
    if isinstance(visit, StoreError):
        _draw_bar(name, Visit("", language_of(), default_settings()))
        fault(visit, language_of())
        return
    _obey(visit)
    lost = name == "home" and _asked_for() != ""
    _draw_bar(name, visit, lost=lost)
    st.session_state["visit"] = visit
    st.session_state["new-page"] = True
    here = (name, *(st.query_params.get(key) for key in _CARRIED))
    st.session_state["arrived"] = st.session_state.get("here") != here
    st.session_state["here"] = here
    try:
        if lost:
            note(
                visit.tell("ui.no-page.title"),
                visit.tell("ui.no-page"),
                link=(href("home", visit), visit.tell("ui.home")),
            )
        else:
            page.run()
    except StoreError as error:
        fault(error, visit.language)
    except Exception:
        _log.exception("the page %s", name)
        note(
            visit.tell("ui.fault.title"), visit.tell("ui.fault.page"), link=(href("home", visit), visit.tell("ui.home"))
        )


def fault(error: StoreError, language: str) -> None:
    """One message that names the cure; where the database lies is told to whoever reads the log."""
    _log.warning("%s", error)
    note(markup.said("ui.fault.store", language), error.say(language))


def faulty(heading: str, error: LessonError | PuzzleError, visit: Visit) -> None:
    """Where files of ours are wrong: for whoever wrote them. Where they lie on this computer is nobody's business."""
    faults = [Fault(*fault) for fault in error.faults[:FAULTS_TOLD]]
    told = [fault._replace(file=Path(fault.file.name)).say(visit.language) for fault in faults]
    note(visit.tell(heading), " · ".join(told))


def note(heading: str, text: str, *, link: tuple[str, str] | None = None) -> None:
    """A page that says one thing, and where to go from there."""
    more = (
        "" if link is None else f'<p><a class="door" href="{markup.escape(link[0])}">{markup.escape(link[1])}</a></p>'
    )
    body = f'<h1 class="title">{markup.escape(heading)}</h1><p class="note">{markup.escape(text)}</p>{more}'
    st.html(f'<div class="column" role="alert">{body}</div>')


def _asked_for() -> str:
    """The path that the browser asked for. Streamlit shows the first page for one that there is not."""
    return urlsplit(st.context.url or "").path.strip("/")


# The bar


def _draw_bar(name: str, visit: Visit, *, lost: bool = False) -> None:
    query = {key: st.query_params[key] for key in _CARRIED if key in st.query_params}
    query = {key: value for key, value in query.items() if len(value) < LONGEST}
    here = "/" if name == "home" else f"/{name}"
    _bar(
        data={
            "lang": visit.language,
            "title": title(name, visit.language),
            "path": here,
            "query": query,
            "key": visit.key,
            "cookie": COOKIE,
            "home": {"label": visit.tell("ui.name"), "href": href("home", visit)},
            "menu": [
                {"label": visit.tell(f"ui.menu.{item}"), "href": href(item, visit), "current": item == name}
                for item in MENU
            ],
            "languages": [
                {
                    "code": language,
                    "label": markup.said("ui.language", language),
                    "href": f"{here}?{urlencode({**query, 'lang': language})}",
                    "current": language == visit.language,
                }
                for language in LANGUAGES
            ],
            "labels": {
                "menu": visit.tell("ui.menu"),
                "languages": visit.tell("ui.languages"),
                "skip": visit.tell("ui.skip"),
            },
            "lost": lost,
            "scroll": query.get("rule", ""),
        },
        key="bar",
        on_action_change=_heard,
    )


def _heard() -> None:
    """Before the run: what was pressed is kept for ``_obey``, which may switch the page."""
    state: Any = st.session_state.get("bar")
    message = getattr(state, "action", None)
    if isinstance(message, dict):
        st.session_state["pressed"] = message


def _obey(visit: Visit) -> None:
    """Follow a link of ours, choose a language, or take the key that another tab was first to be given."""
    message = st.session_state.pop("pressed", None)
    if message is None:
        return
    if key := read_key(message.get("key")):
        st.session_state[COOKIE] = key
        st.rerun()
    asked = message.get("href")
    if not isinstance(asked, str) or len(asked) > LONGEST:
        return
    try:
        parts = urlsplit(asked)
        query = dict(parse_qsl(parts.query, max_num_fields=20))
    except ValueError:
        return
    name = parts.path.strip("/") or "home"
    if name not in PAGES:
        return
    if message.get("language") in LANGUAGES:
        store().save_settings(visit.key, language=message["language"])
    elif visit.linked is not None:
        query.setdefault("lang", visit.linked)
    st.switch_page(path(name), query_params=query)
