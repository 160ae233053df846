"""A line between a browser and an app, as slow as is wanted, that counts the bytes which come over it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from urllib.parse import urlsplit

PIECE = 4096  # bytes that one connection may have on the line before others have their turn


@dataclass
class Way:
    """One direction of a line; so many bytes a second, None for any number. All connections share it."""

    width: float | None
    free: float = 0
    bytes: int = 0


@dataclass
class Line:
    """What browsers ask for at ``address`` comes from ``app``. ``trip`` is seconds there and back."""

    app: str
    trip: float
    down: Way
    up: Way
    address: str = ""

    async def serve(self, laid: Event, over: asyncio.Event) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        laid.set()
        await over.wait()
        server.close()

    async def _connect(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        try:
            await asyncio.sleep(self.trip)  # to shake hands
            app, to_app = await asyncio.open_connection(urlsplit(self.app).hostname, urlsplit(self.app).port)
            try:
                await asyncio.gather(self._carry(browser, to_app, self.up), self._carry(app, to_browser, self.down))
            finally:
                to_app.close()
        except (OSError, asyncio.CancelledError):
            pass  # one side has hung up, or all is over
        finally:
            to_browser.close()

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: Way) -> None:
        loop = asyncio.get_running_loop()
        while piece := await source.read(PIECE):
            way.bytes += len(piece)
            if way.width is not None:
                way.free = max(way.free, loop.time()) + len(piece) / way.width
                await asyncio.sleep(way.free - loop.time())
            loop.call_later(self.trip / 2, _put, target, piece)
        await asyncio.sleep(self.trip)
        _put(target, None)


def _put(target: asyncio.StreamWriter, piece: bytes | None) -> None:
    """Hand on what has come, or the end of it, if anybody still listens."""
    if target.is_closing():
        return
    if piece is None:
        target.write_eof()
    else:
        target.write(piece)


@contextmanager
def line(app: str, *, trip: float = 0, down: float | None = None, up: float | None = None) -> Iterator[Line]:
    """A line to this address, until the block ends."""
    line, laid = Line(app, trip, Way(down), Way(up)), Event()
    loop, over = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(line.serve(laid, over))

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        assert laid.wait(10)
        yield line
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
