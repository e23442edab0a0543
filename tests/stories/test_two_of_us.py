"""Two programs of one user on one store: one sends, and everything is sent once."""

import pytest

from tests.stories.world import World
from tui.store.opening import open_store
from tui.store.store import Store
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker


def another(world: World) -> tuple[Store, SyncSession, StatusTracker]:
    store, status = open_store(world.home / "store.db", world.clock), StatusTracker(lambda: None)
    return store, SyncSession.open(store, world.link, world.clock, status, world.home), status


@pytest.mark.fault("F70")
async def test_the_one_that_sends_sends_for_both(world: World) -> None:
    world.card("Ana Lee", 1.0)
    await world.sync()
    store, session, status = another(world)
    status.note("sync", "synced")
    store.writes.submit(world.new_card("Ben Ray", 2.0)).result()
    assert await session.pusher.push() is not None
    assert "sending" in status.read().detail
    assert world.wire.count("POST") == 1

    await world.sync()
    assert world.wire.count("POST") == 2
    assert store.outbox.counts() == (0, 0)
    await session.close()
    store.close()


@pytest.mark.fault("F70")
async def test_the_other_takes_over_when_the_lease_ends(world: World) -> None:
    world.card("Ana Lee")
    await world.sync()
    world.card("Ben Ray", 2.0)
    store, session, _ = another(world)
    # The one that held it sleeps: it neither renews nor releases.
    world.clock.advance(29)
    await session.pusher.push()
    assert len(await world.there()) == 1
    world.clock.advance(1)
    await session.pusher.push()
    assert store.outbox.counts() == (0, 0)
    assert len(await world.there()) == 2
    await session.close()
    store.close()


async def test_a_dead_one_is_not_waited_for(world: World) -> None:
    gone = SyncSession.open(world.store, world.link, world.clock, StatusTracker(lambda: None), world.home)
    # No process has this id: Linux gives none above 2**22.
    lease = gone.pusher._lease
    lease.owner = lease.owner.rsplit(":", 2)[0] + f":{2**22 + 1}:x"
    world.card("Ana Lee")
    await gone.pusher.push()
    world.card("Ben Ray", 2.0)
    await world.session.pusher.push()
    assert world.waiting() == 0


@pytest.mark.fault("F71")
async def test_the_one_that_slept_does_not_send_again(world: World) -> None:
    world.card("Ana Lee")
    await world.sync()
    world.card("Ben Ray", 2.0)
    store, session, _ = another(world)
    world.clock.advance(31)
    await session.pusher.push()
    await world.session.pusher.push()
    world.card("Cy Moe", 3.0)
    assert await world.session.pusher.push() is not None
    await session.pusher.push()
    assert world.wire.count("POST") == 3
    assert len(await world.there()) == 3
    await session.close()
    store.close()
