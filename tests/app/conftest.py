"""The moment at which every test of the app happens."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times are shown as in Greenwich, wherever the test runs."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()
