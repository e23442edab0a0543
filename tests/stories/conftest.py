import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.shares import made_once
from tests.stories.world import World
from tui.clock import ManualClock
from tui.server.run import LocalServer


@pytest.fixture(scope="session")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a service and the store of a program that know one board, to be copied: making it takes longer."""

    def make(home: Path) -> None:
        clock = ManualClock()
        # Its ids are from before those of the tests.
        clock.advance(-1)
        server = LocalServer.open(home / "data", clock, sample=False)
        clock.advance(0.5)
        asyncio.run(_settle(server, home, clock))
        server.close()

    return made_once(tmp_path_factory, "settled", make)


async def _settle(server: LocalServer, home: Path, clock: ManualClock) -> None:
    opened = World(server, home, clock)
    await opened.settle_in()
    (home / "board").write_text(opened.board_id)
    await opened.close()


@pytest.fixture
def beginning(beginning: Path, request: pytest.FixtureRequest) -> Path:
    """What the service begins with: that board, for tests of a world that knows it."""
    return request.getfixturevalue("settled") / "data" if "settled" in request.fixturenames else beginning


def begun(
    server: LocalServer, home: Path, clock: ManualClock, settled: Path, *, hosted: bool = False
) -> World:
    """The program on a copy of that store, and the service."""
    shutil.copy(settled / "store.db", home)
    opened = World(server, home, clock, hosted=hosted)
    opened.settle_on((settled / "board").read_text())
    return opened


@pytest.fixture
async def world(
    server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path
) -> AsyncIterator[World]:
    """A board that both sides know, and nothing to do yet."""
    opened = begun(server, tmp_path, clock, settled)
    yield opened
    await opened.close()


@pytest.fixture
async def hosted(
    server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path
) -> AsyncIterator[World]:
    """The same, on a service that carries out every POST it gets."""
    opened = begun(server, tmp_path, clock, settled, hosted=True)
    yield opened
    await opened.close()
