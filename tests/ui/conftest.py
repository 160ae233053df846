from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from random import Random

import pytest

from tests.ui.driving import Browser
from tutor.ui.visit import store


@pytest.fixture(autouse=True)
def no_message_missing(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """All that a page says is said in full, and nothing broke on the way."""
    with caplog.at_level(logging.WARNING, logger="tutor"):
        yield
    told = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told if record.name.startswith(("tutor.i18n", "tutor.ui"))] == []


@pytest.fixture(autouse=True)
def same_luck_every_time(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Each test has deals of its own, the same ones whenever it runs: what fails can be repeated."""
    monkeypatch.setattr(secrets, "randbits", Random(request.node.nodeid).getrandbits)


@pytest.fixture
def browser() -> Browser:
    """A tab of a learner who plays at once against beginners."""
    tab = Browser()
    store().save_settings(tab.key, pace="at-once", level="novice")
    return tab
