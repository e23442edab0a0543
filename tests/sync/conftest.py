from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.stories.world import World
from tui.clock import ManualClock
from tui.server.run import LocalServer


@pytest.fixture
async def world(server: LocalServer, tmp_path: Path, clock: ManualClock) -> AsyncIterator[World]:
    """A board that both sides know, and nothing to do yet."""
    opened = World(server, tmp_path, clock)
    await opened.settle_in()
    yield opened
    await opened.close()


@pytest.fixture
async def hosted(server: LocalServer, tmp_path: Path, clock: ManualClock) -> AsyncIterator[World]:
    """The same, on a service that carries out every POST it gets."""
    opened = World(server, tmp_path, clock, hosted=True)
    await opened.settle_in()
    yield opened
    await opened.close()
