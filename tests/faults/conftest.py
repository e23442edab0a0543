"""A world whose wire is a real socket."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.proxy import Proxy
from tests.stories.conftest import beginning, begun, settled
from tests.stories.world import World
from tui.clock import ManualClock
from tui.server.run import LocalServer

__all__ = ["beginning", "line", "settled"]


@dataclass(frozen=True)
class Line:
    """A world, and the proxy its client goes through; ``world.wire`` stands behind it and counts what arrived."""

    world: World
    proxy: Proxy

    async def point(self, url: str) -> None:
        """Start the client anew, with its service at ``url``."""
        self.world.link = self.world.link.replace(board_url=url, enrich_url=url, http=None)
        await self.world.restart()


@pytest.fixture
async def line(server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path) -> AsyncIterator[Line]:
    """A service that carries out every POST it gets, and a client that reaches it by TCP."""
    world = begun(server, tmp_path, clock, settled, hosted=True)
    proxy = Proxy(world.wire)
    await proxy.start()
    made = Line(world, proxy)
    await made.point(proxy.url)
    yield made
    await world.close()
    await proxy.close()
