"""What goes over the line: Streamlit's own files are sent packed and kept, and its page shows something at once.

A first visit would load 3 MB before the first card: text that Streamlit sends as it is, and two fonts that no page of
ours shows. ``Light`` stands round Streamlit's own server (``st.App`` takes it). It knows answers by their headers only;
what it does not know goes through untouched.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from string import Template
from threading import Thread
from typing import Any, Final

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import cli_util, file_util
from streamlit.web.server import server_util

from tutor.i18n import LANGUAGES
from tutor.ui import markup

__all__ = ["BRAND", "MIDDLEWARE", "Light", "first_page", "opened"]

BRAND: Final = "สำรับ · Samrap"
WORTH: Final = 500  # bytes from which packing pays
MONTH: Final = 30 * 24 * 60 * 60  # seconds
_PACKED: Final = ("text/", "application/javascript", "application/json", "image/svg")
_FRAGMENT: Final = Template((Path(__file__).parent / "first.html").read_text(encoding="utf-8"))
_FACE: Final = re.compile(rb"@font-face\{font-family:Source Sans;[^}]*\}")
"""Streamlit's own text font. It stands last among ours, so that any sign which they lack would fetch it."""
_FONT: Final = re.compile(r'<link\s[^>]*rel="preload"[^>]*as="font"[^>]*>\s*')
_STYLE: Final = re.compile(r'<link\s[^>]*rel="stylesheet"[^>]*>\s*')
_IMPORT: Final = re.compile(r"""(?:from|import)\s*[`"']\./([\w.-]+\.js)""")
_DRAWN_WITH: Final = ("Html", "BidiComponent")
"""Parts of Streamlit that every page of ours is drawn with. It would load them only once it has heard of the page."""
_AS_IT_STANDS: Final = (b"accept-encoding", b"range", b"if-none-match", b"if-modified-since")
_log = logging.getLogger(__name__)


@asynccontextmanager
async def opened(_: object) -> AsyncIterator[None]:
    """While the server runs. At its start it opens a browser, as Streamlit does where it serves by itself, and gets
    ready what the first visitor would wait for."""
    if not st.get_option("server.headless"):
        address = server_util.get_url(st.get_option("browser.serverAddress"))
        asyncio.get_running_loop().call_soon(cli_util.open_browser, address)
    Thread(target=_get_ready, name="get ready", daemon=True).start()
    yield


def _get_ready() -> None:
    from tutor.ui import shell  # its components want a server that runs

    shell.warm()


class Light:
    """ASGI middleware: packs pages and files, keeps the packed files that never change, lets browsers keep ours."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: dict[str, Response] = {}
        root = Path(file_util.get_static_dir())
        self._never_change = {f"/{path.relative_to(root).as_posix()}" for path in (root / "static").rglob("*.*")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            asked, path = Headers(scope=scope), scope["path"]
            packs = "gzip" in asked.get("accept-encoding", "")
            if packs and (kept := self._kept.get(path)):
                await kept(scope, receive, send)
                return
            page = "text/html" in asked.get("accept", "")
            if page or ("range" not in asked and path.startswith(("/static/", "/app/static/"))):
                await (await self._answer(scope, receive, packs))(scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, packs: bool) -> Response:
        """Streamlit's answer, made lighter."""
        status, headers, body = await _whole(self.app, scope, receive)
        kind = headers.get("content-type", "")
        if status == 200 and kind.startswith("text/html"):
            body = await self._made_ours(body, scope, receive)
            for name in ("etag", "last-modified"):  # they are of Streamlit's page, and know nothing of our part
                del headers[name]
        elif status == 200 and kind.startswith("text/css"):
            body = _FACE.sub(b"", body)
        elif status == 200 and scope["path"].startswith("/app/static/"):
            headers["cache-control"] = f"public, max-age={MONTH}"
        text = kind.startswith(_PACKED)
        if text:
            headers.add_vary_header("accept-encoding")
        if text and packs and status == 200 and len(body) >= WORTH:
            body = await asyncio.to_thread(gzip.compress, body, mtime=0)
            headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(body))
        answer = Response(body, status)
        answer.raw_headers = headers.raw
        if text and packs and status == 200 and scope["path"] in self._never_change:
            self._kept[scope["path"]] = answer
        return answer

    async def _made_ours(self, body: bytes, scope: Scope, receive: Receive) -> bytes:
        """Streamlit's page with ours in it; as it was where that cannot be made."""
        question = {**scope, "path": "/_stcore/host-config", "raw_path": b"/_stcore/host-config", "query_string": b""}
        try:
            status, _, answer = await _whole(self.app, question, receive)
            return first_page(body.decode(), json.loads(answer) if status == 200 else None).encode()
        except Exception:
            _log.exception("the first page")
            return body


MIDDLEWARE: Final = (Middleware(Light),)


async def _whole(app: ASGIApp, scope: Scope, receive: Receive) -> tuple[int, MutableHeaders, bytes]:
    """All of an answer, not packed: whether the browser has it already is not asked."""
    start: dict[str, Any] = {}
    body = bytearray()

    async def hear(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        elif message["type"] == "http.response.body":
            body.extend(message.get("body", b""))

    asked = [(name, value) for name, value in scope["headers"] if name not in _AS_IT_STANDS]
    await app({**scope, "headers": asked, "extensions": {}}, receive, hear)
    return start["status"], MutableHeaders(raw=list(start.get("headers", ()))), bytes(body)


# The page


def first_page(html: str, host: Mapping[str, Any] | None = None) -> str:
    """Streamlit's page: with something to see at once, and without the loading of what no page of ours shows.

    ``host`` is what Streamlit's server answers to its page's first question.
    """
    html, styles = _FONT.sub("", html), "".join(_STYLE.findall(html))
    html = _STYLE.sub("", html)
    # Nothing is seen before the styles are there, so they come first.
    html = html.replace("<title>Streamlit</title>", f"<title>{BRAND}</title>{styles}", 1)
    soon = "".join(f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in _soon(html))
    html = html.replace("</head>", f"{soon}</head>", 1)
    return html.replace('<div id="root"></div>', f'<div id="root"></div>{_first_paint(host)}', 1)


def _first_paint(host: Mapping[str, Any] | None) -> str:
    """The name of the app and a word, in the page's colours."""
    words = "".join(
        f'<p lang="{language}"><b>{markup.escape(markup.said("ui.name", language))}</b>'
        f"{markup.escape(markup.said('ui.dealing', language))}</p>"
        for language in LANGUAGES
    )
    colours = {
        f"{theme}_{name}": st.get_option(f"theme.{theme}.{option}")
        for theme in ("light", "dark")
        for name, option in (("paper", "backgroundColor"), ("ink", "textColor"))
    }
    return _FRAGMENT.substitute(words=words, languages=json.dumps(LANGUAGES), host=json.dumps(host), **colours)


@cache
def _soon(html: str) -> tuple[str, ...]:
    """The files of those parts, with what they import, as far as the page does not load them by itself."""
    scripts = Path(file_util.get_static_dir(), "static", "js")
    found = [path.name for part in _DRAWN_WITH for path in scripts.glob(f"{part}.*.js")]
    for name in found:  # grows meanwhile
        imported = _IMPORT.findall((scripts / name).read_text(encoding="utf-8"))
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return tuple(name for name in found if name not in html)
