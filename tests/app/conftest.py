"""The moment at which every test of the app happens."""

from datetime import UTC, datetime

import pytest

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW
