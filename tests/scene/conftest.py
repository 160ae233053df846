from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_message_missing(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Every scene of a test is said in full: a message that is not there, or cannot be filled, fails it."""
    with caplog.at_level(logging.WARNING, logger="tutor.i18n"):
        yield
    assert [record.getMessage() for record in caplog.get_records("call")] == []
