"""A shop, and a person who buys there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.sync.enrich.desk import Desk
from tests.sync.enrich.shop import Buyer, Shop, by
from tui.clock import ManualClock
from tui.model.subject import Subject


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
async def buyer(tmp_path: Path, clock: ManualClock, shop: Shop) -> AsyncIterator[Buyer]:
    made = Buyer(tmp_path, clock, shop)
    yield made
    await made.close()


@pytest.fixture
def known() -> Subject:
    """Somebody the shop knows."""
    return by("email", "p0@firm0.example")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    made = Desk(tmp_path)
    yield made
    await made.ended.aclose()
    made.store.close()
