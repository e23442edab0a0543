"""The inbox: how often it is read, and what a service that refuses it keeps from nobody."""

import httpx
import pytest

from tests.stories.world import World
from tui.errors import Unreachable
from tui.model.notification import Notification
from tui.model.writes.notifications import MarkNotification
from tui.store.outbox.arrivals import Arrived
from tui.sync.reading.inbox import REST, Inbox


async def test_it_is_read_once_in_its_rest_and_again_at_once_after_a_failure(world: World) -> None:
    carry, asked = world.wire._carry, list[str]()
    fails = True

    async def counted(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        if fails:
            raise httpx.ConnectError("down")
        return await carry(request)

    world.wire._carry = counted  # type: ignore[method-assign]
    inbox = Inbox(world.store, world.session.puller._client, world.clock)
    with pytest.raises(Unreachable):
        await inbox.read_newest()
    failed, fails = len(asked), False
    await inbox.read_newest()
    assert len(asked) == failed + 1
    await inbox.read_newest()
    world.clock.advance(REST - 1)
    await inbox.read_newest()
    assert len(asked) == failed + 1
    world.clock.advance(1)
    await inbox.read_newest()
    assert len(asked) == failed + 2


async def test_a_token_without_a_member_has_an_empty_inbox(world: World) -> None:
    async def refuse(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(401, text="unauthorized permission requested")

    world.wire._carry = refuse  # type: ignore[method-assign, assignment]
    await Inbox(world.store, world.session.puller._client, world.clock).read_newest()
    assert world.store.notifications.all() == []


@pytest.mark.parametrize("is_marked", [True, False])
async def test_one_that_the_service_has_not_any_more_vanishes_and_nothing_is_refused(
    world: World, *, is_marked: bool
) -> None:
    gone = Notification(id="6" * 24, date=world.clock.now(), unread=False)
    world.store.arrive(Arrived(notifications=(gone,))).result()
    if is_marked:
        world.do(MarkNotification(notification_id=gone.id, unread=True))
        await world.sync()
    else:
        await Inbox(world.store, world.session.puller._client, world.clock).read_newest()
    assert world.store.notifications.all() == []
    assert world.store.outbox.counts() == (0, 0)
