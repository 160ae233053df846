"""What every test may use: data of its own, a running app, a browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tutor.bundle import bundled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


LONGEST_FIRST = """
    browser/test_measures browser/test_lesson browser/test_sharing browser/test_going_on table/test_room
    browser/test_play browser/test_deal_heard browser/test_setting browser/test_referee browser/test_first_visit
    browser/test_dummy browser/test_text_table browser/test_rules browser/test_puzzle oracle/test_slave ui/test_play
    cli/test_coverage bots/test_honesty session/test_example bots/test_pool cli/test_commands
    learner/test_many_at_once test_wheel
""".split()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file stays on one worker: those that take long come first, so that no worker is left with one at the end."""
    here = Path(__file__).parent
    files = {here / f"{file}.py": turn for turn, file in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: files.get(item.path, len(files)))


@pytest.fixture(scope="session", autouse=True)
def _own_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what the learner at this machine has done."""
    with pytest.MonkeyPatch.context() as patch:
        database = tmp_path_factory.mktemp("learner") / "samrap.db"
        patch.setenv("SAMRAP_DATABASE_URL", f"sqlite:///{database}")
        yield


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """While a mutant is tested (`make mutants`), no test finds what another one left in a cache: what the games
    worked out before the change would hide it."""
    if "MUTANT_UNDER_TEST" not in os.environ:
        return
    for name, module in list(sys.modules.items()):
        if name.startswith(("tutor.games.", "tests.")):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


@contextmanager
def running_app(
    database: Path, *, port: int | None = None, python: str = sys.executable, app: Path | None = None
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The app's address and process: for tests that end it, or start it again on the same database."""
    if port is None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    log = database.with_name(f"app-{port}.log")
    command = [python, "-m", "streamlit", "run", str(app or bundled("streamlit_app.py"))]
    options = ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.headless", "true"]
    environment = {
        **os.environ,
        "SAMRAP_DATABASE_URL": f"sqlite:///{database}",
    }
    with log.open("wb") as out:
        process = subprocess.Popen(
            command + options, cwd=database.parent, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            _wait_until_healthy(address, process, log)
            yield address, process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the app did not start; it said:\n{log.read_text('utf-8', 'replace')}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of an app that one test file has for itself, with an empty database."""
    with running_app(tmp_path_factory.mktemp("app") / "samrap.db") as (address, _):
        yield address


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """System Chromium. Of a file, not of the whole run: Playwright keeps an event loop running meanwhile."""
    if CHROMIUM is None:
        hint = "no Chromium: make browser, or apt-get install chromium, or CHROMIUM=/path/to/it"
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(hint)
        pytest.skip(hint)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def locale() -> str:
    """The browser's language. `@pytest.mark.parametrize("locale", ["th-TH", "en-US"])` takes both."""
    return "th-TH"


@pytest.fixture
def phone(chrome: Browser, locale: str) -> Iterator[Page]:
    """A page on a phone, 390 pixels wide, used by touch."""
    context = chrome.new_context(
        locale=locale,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def desk(chrome: Browser, locale: str) -> Iterator[Page]:
    """A page on a desk, 1280 pixels wide, used by mouse and keyboard."""
    context = chrome.new_context(locale=locale, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()
