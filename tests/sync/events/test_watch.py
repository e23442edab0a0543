"""The watch goes on by itself: it polls, listens, says when the service is away, and is woken by what is near."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.stories.world import World
from tests.sync.events.desk import Desk
from tui.errors import CardscoutError
from tui.store.key_values import activity_of
from tui.sync.events.interest import Interest
from tui.sync.events.watch import EARLY, EventWatch
from tui.triggers.catalogue import named

INTERVAL = 900.0
ACTIVITY = Interest.of([named("New Board Activity")(), named("New Notification")()])


class Watching:
    """A watch under way."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.world = desk, desk.world
        self.reports: list[CardscoutError | None] = []
        self.changes = 0
        session = self.world.session.events
        self.watch = EventWatch(
            session.client,
            session.poller,
            session.messages,
            session.webhook_registration,
            self.world.clock,
            lambda: self.changes,
        )
        self.task = asyncio.create_task(
            self.watch.run(ACTIVITY, INTERVAL, self.reports.append, self.world.clock.now())
        )

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not done():
                assert not self.task.done()
                await asyncio.sleep(0)

    def kinds(self) -> list[str]:
        return [one.event.type for one in self.world.store.events.after(0)]


@pytest.fixture
async def watching(world: World) -> AsyncIterator[Watching]:
    desk = Desk(world)
    await desk.set_up()
    made = Watching(desk)
    await made.until(lambda: world.store.cursors.get("events inbox") is not None)
    yield made
    made.task.cancel()
    assert world.session.events.messages.interest is None or await asyncio.wait([made.task])


async def test_what_happens_is_found_by_the_next_poll(watching: Watching) -> None:
    await watching.desk.call("PUT", "/1/cards/{card}", name="renamed")
    await watching.until(lambda: "updateCard" in watching.kinds())


async def test_a_watch_begins_at_the_time_of_the_service(world: World) -> None:
    desk = Desk(world)
    await desk.set_up()
    session, hour = world.session.events, timedelta(hours=1)
    # This machine's clock is an hour ahead of the service's.
    watch = replace(session, changes=None, offset=lambda: -hour)
    begun = world.clock.now() + hour
    world.clock.advance(1)
    await desk.call("PUT", "/1/cards/{card}", name="renamed")
    task = asyncio.create_task(watch.run(ACTIVITY, INTERVAL, lambda _: None, begun))
    async with asyncio.timeout(30):
        while world.store.cursors.get("events inbox") is None:
            assert not task.done()
            await asyncio.sleep(0)
    task.cancel()
    assert [one.event.type for one in world.store.events.after(0)] == ["updateCard"]


async def test_a_change_nearby_is_looked_at_at_once_and_the_inbox_is_not(watching: Watching) -> None:
    world = watching.world
    polled = world.wire.count("GET", "/notifications")
    began = world.clock.monotonic()
    await watching.desk.call("PUT", "/1/cards/{card}", name="renamed")
    watching.changes += 1
    await watching.until(lambda: "updateCard" in watching.kinds())
    if world.clock.monotonic() - began < INTERVAL:
        assert world.wire.count("GET", "/notifications") == polled


async def test_what_a_window_has_read_of_a_board_elsewhere_is_looked_at_early_but_not_often(
    world: World,
) -> None:
    desk = Desk(world)
    await desk.set_up()
    watch = replace(world.session.events, changes=None)
    task = asyncio.create_task(watch.run(ACTIVITY, 1e6, lambda _: None, world.clock.now()))

    async def until(done: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not done():
                assert not task.done()
                await asyncio.sleep(0)

    def found() -> int:
        return sum(one.event.type == "updateCard" for one in world.store.events.after(0))

    await until(lambda: world.store.cursors.get("events inbox") is not None)
    began = world.clock.monotonic()
    for number in (1, 2):
        await desk.call("PUT", "/1/cards/{card}", name=f"renamed {number}")
        # As the pull of a window does, of this process or another one.
        world.store.cursors.set(activity_of(world.board_id), str(number)).result()
        await until(lambda number=number: found() == number)  # type: ignore[misc]
    assert EARLY <= world.clock.monotonic() - began < 1e5
    assert world.wire.count("GET", "/notifications") == 1
    task.cancel()
    await asyncio.wait([task])


async def test_a_service_that_is_away_is_said_once_and_its_return_too(watching: Watching) -> None:
    watching.world.wire.plugged = False
    await watching.until(lambda: len(watching.reports) == 1)
    seen = len(watching.world.wire.seen)
    await watching.until(lambda: len(watching.world.wire.seen) > seen + 5)
    assert len(watching.reports) == 1
    await watching.desk.call("PUT", "/1/cards/{card}", name="renamed")
    watching.world.wire.plugged = True
    await watching.until(lambda: len(watching.reports) == 2)
    assert watching.reports[1] is None
    assert "updateCard" in watching.kinds()


async def test_a_message_is_logged_without_a_poll(watching: Watching) -> None:
    await watching.desk.call("PUT", "/1/cards/{card}", name="renamed")
    await watching.desk.send_messages()
    await watching.until(lambda: "updateCard" in watching.kinds())
    assert watching.kinds().count("updateCard") == 1
