"""What goes over the line: packed where that pays, kept where it never changes, and as it was where we know nothing."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message
from streamlit import file_util

from tutor.i18n import LANGUAGES, tell
from tutor.ui.serving import Light, first_page

STATIC = Path(file_util.get_static_dir())
INDEX = (STATIC / "index.html").read_text("utf-8")
SCRIPT = "/" + min((STATIC / "static" / "js").glob("index.*.js")).relative_to(STATIC).as_posix()
WORDS = b"const word = 'cards';\n" * 200
SENT = {
    "/play": (INDEX.encode(), "text/html; charset=utf-8"),
    "/_stcore/host-config": (b'{"allowedOrigins": ["https://a.example"]}', "application/json"),
    SCRIPT: (WORDS, "application/javascript"),
    "/static/not-of-the-bundle.js": (WORDS, "application/javascript"),
    "/static/look.css": (b"@font-face{font-family:Source Sans;src:url(a)}b{top:0}", "text/css"),
    "/app/static/letters.woff2": (WORDS, "font/woff2"),
    "/media/sound": (WORDS, "text/plain"),
}


class Line:
    """A browser and a server with ``Light`` between them."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.light = Light(Starlette(routes=[Route("/{path:path}", self._serve)]))

    def _serve(self, request: Request) -> Response:
        path = request.url.path
        self.served.append(path)
        assert "accept-encoding" not in request.headers or path == "/media/sound"
        body, kind = SENT[path]
        return Response(body, media_type=kind, headers={"etag": "streamlits"})

    def get(self, path: str, **headers: str) -> tuple[Headers, bytes]:
        found: list[Message] = []

        async def ask() -> None:
            async def receive() -> Message:
                return {"type": "http.request"}

            async def send(message: Message) -> None:
                found.append(message)

            asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
            scope = {"type": "http", "method": "GET", "path": path, "headers": asked, "query_string": b""}
            await self.light({**scope, "root_path": "", "raw_path": path.encode()}, receive, send)

        asyncio.run(ask())
        return Headers(raw=found[0]["headers"]), b"".join(message.get("body", b"") for message in found[1:])


def test_a_script_goes_packed_and_is_read_and_packed_once() -> None:
    line = Line()
    first = line.get(SCRIPT, accept_encoding="gzip, br")
    headers, body = line.get(SCRIPT, accept_encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "accept-encoding"
    assert int(headers["content-length"]) == len(body) < len(WORDS) / 5
    assert gzip.decompress(body) == WORDS == gzip.decompress(first[1])
    assert line.served == [SCRIPT]


def test_who_cannot_unpack_gets_it_as_it_is() -> None:
    line = Line()
    line.get(SCRIPT, accept_encoding="gzip")
    headers, body = line.get(SCRIPT)
    assert body == WORDS
    assert "content-encoding" not in headers


def test_only_files_of_streamlits_bundle_are_kept() -> None:
    line = Line()
    for path in ("/static/not-of-the-bundle.js", "/app/static/letters.woff2", "/play"):
        for _ in range(2):
            line.get(path, accept_encoding="gzip", accept="text/html")
        assert line.served.count(path) == 2


def test_what_is_packed_already_goes_as_it_is_and_a_browser_may_keep_our_letters() -> None:
    headers, body = Line().get("/app/static/letters.woff2", accept_encoding="gzip")
    assert body == WORDS
    assert headers["cache-control"].startswith("public, max-age=")


def test_a_part_of_a_file_and_whatever_else_is_served_are_none_of_our_business() -> None:
    line = Line()
    for path, headers in (("/media/sound", {}), (SCRIPT, {"range": "bytes=0-9"})):
        found, body = line.get(path, **headers)
        assert body == WORDS
        assert found["etag"] == "streamlits"


def test_the_letters_of_streamlit_are_not_fetched_for_a_sign_that_ours_lack() -> None:
    assert Line().get("/static/look.css")[1] == b"b{top:0}"
    assert "@font-face{font-family:Source Sans;" in "".join(
        path.read_text("utf-8") for path in (STATIC / "static" / "css").glob("*.css")
    )


def test_a_page_is_never_taken_from_what_a_browser_has_of_an_older_one() -> None:
    headers, body = Line().get("/play", accept="text/html", accept_encoding="gzip", if_none_match="streamlits")
    assert "etag" not in headers
    assert "https://a.example" in gzip.decompress(body).decode()


def test_a_page_shows_its_name_before_any_script_has_run() -> None:
    page = first_page(INDEX)
    for language in LANGUAGES:
        assert f'<p lang="{language}"><b>{tell("ui.name", language)}</b>{tell("ui.dealing", language)}</p>' in page
    assert page.index("stylesheet") < page.index("<script")
    assert '="preload"' not in page
    assert "BidiComponent" in page


@pytest.mark.parametrize("page", ["", "<html></html>", "<title>Streamlit</title>"])
def test_a_page_that_streamlit_has_changed_stays_a_page(page: str) -> None:
    assert first_page(page).replace("สำรับ · Samrap", "Streamlit") == page


def test_a_page_that_we_cannot_read_goes_as_it_is(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(SENT, "/play", (b"\xff\xfe", "text/html"))
    assert Line().get("/play", accept="text/html")[1] == b"\xff\xfe"
    assert [record.name for record in caplog.records] == ["tutor.ui.serving"]
    caplog.clear()
