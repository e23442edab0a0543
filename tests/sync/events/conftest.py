"""What was there before anybody watched, made once a process: it takes some twenty requests."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.stories.world import World
from tests.sync.events.desk import Desk
from tui.clock import ManualClock
from tui.server.run import LocalServer


async def _set_up(home: Path) -> Desk:
    """Make all that in the server and the store of ``home``, and close them."""
    clock = ManualClock()
    # What is made first has the earlier ids.
    clock.advance(-1)
    server = LocalServer.open(home / "data", clock, sample=False)
    world = World(server, home, clock)
    await world.settle_in()
    made = Desk(world)
    await made.set_up()
    await world.close()
    server.close()
    return made


@pytest.fixture(scope="session")
def made_before(tmp_path_factory: pytest.TempPathFactory, bare: Path) -> Desk:
    """A desk that is closed, whose home is there to be copied."""
    home = tmp_path_factory.mktemp("desk")
    shutil.copytree(bare, home / "data")
    return asyncio.run(_set_up(home))


@pytest.fixture
async def at_work(made_before: Desk, tmp_path: Path, clock: ManualClock) -> AsyncIterator[Desk]:
    """A desk of the test's own, at which everything is set up."""
    shutil.copytree(made_before.world.home, tmp_path, dirs_exist_ok=True)
    server = LocalServer.open(tmp_path / "data", clock, sample=False)
    world = World(server, tmp_path, clock)
    world.settle_on(made_before.world.board_id)
    desk = Desk(world)
    desk.things |= made_before.things
    desk.told |= made_before.told
    yield desk
    await world.close()
    server.close()
