"""Notifications are read and marked, offline too."""

import asyncio
from datetime import UTC, datetime

from sqlalchemy import insert, select

from tests.services.conftest import House
from tui.clock import ManualClock
from tui.model.notification import Notification
from tui.model.values.scalars import format_instant
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store


def some(count: int) -> tuple[Notification, ...]:
    return tuple(
        Notification(
            id=f"5fc7b7c4{n:016x}",
            type="commentCard",
            date=datetime(2026, 11, 21, 9, n, tzinfo=UTC),
            data={"text": f"hello {n}", "card": {"id": "c" * 24, "name": "Ana"}, "board": {"name": "Leads"}},
        )
        for n in range(count)
    )


def store_of(house: House) -> Store:
    return house.workspace._store


async def test_they_are_listed_newest_first_and_marked(house: House) -> None:
    await house.sent()
    house.wire.plugged = False
    store_of(house).arrive(Arrived(notifications=some(3))).result()
    inbox = house.workspace.inbox
    assert [one.text for one in inbox.all()] == ["hello 2", "hello 1", "hello 0"]
    newest = inbox.all()[0]
    assert (newest.card_name, newest.board_name, newest.author, newest.unread) == ("Ana", "Leads", "", True)
    await inbox.mark(newest.id, unread=False)
    assert inbox.unread() == 2
    assert [one.text for one in inbox.all(unread_only=True)] == ["hello 1", "hello 0"]
    assert await inbox.read_all() == 2
    assert (inbox.unread(), await inbox.read_all()) == (0, 0)
    assert await house.workspace.writes.undo("") is not None
    assert inbox.unread() == 2
    assert await house.workspace.writes.undo("") is not None
    assert inbox.unread() == 3


async def test_reading_all_leaves_what_arrives_later(house: House) -> None:
    house.wire.plugged = False
    early = some(3)
    store_of(house).arrive(Arrived(notifications=early[:2])).result()
    inbox = house.workspace.inbox
    await inbox.read_all()
    store_of(house).arrive(Arrived(notifications=early)).result()
    assert [one.text for one in inbox.all(unread_only=True)] == ["hello 2"]


async def test_what_was_read_is_read_at_the_service_too_and_what_came_since_is_not(
    house: House, server: LocalServer, clock: ManualClock
) -> None:
    await house.sent()
    clock.advance(3600)
    house.wire.plugged = False
    there, inbox = some(3), house.workspace.inbox
    with db.writing(server.engine) as connection:
        for one in there:
            row = {"id": one.id, "type": one.type, "date": format_instant(one.date), "data": one.data}
            connection.execute(
                insert(db.notifications).values(id_member=server.id_member, unread=True, **row)
            )
    store_of(house).arrive(Arrived(notifications=there[:2])).result()
    assert await inbox.read_all() == 2
    house.wire.plugged = True
    house.workspace.sync.refresh()
    sent = asyncio.create_task(house.sent())
    while not sent.done():
        # What failed before the wire was there again is tried after a while.
        house.clock.advance(1)
        await asyncio.wait({sent}, timeout=0.01)
    await sent
    assert house.workspace.sync.status().refused == 0
    with db.reading(server.engine) as connection:
        query = select(db.notifications.c.id).where(db.notifications.c.unread)
        assert list(connection.scalars(query)) == [there[2].id]
