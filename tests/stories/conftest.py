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
