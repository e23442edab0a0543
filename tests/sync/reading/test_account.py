"""Boards that left the account leave the screen, after two looks; one that is made meanwhile does not."""

import pytest
from sqlalchemy import insert

from tests.stories.world import World
from tui.clock import ManualClock
from tui.server.run import LocalServer
from tui.server.service.people import add_member
from tui.server.storage import db


def names(world: World) -> list[str]:
    return [board.name for board in world.store.boards.all()]


async def test_a_board_that_is_gone_goes_after_two_looks(world: World) -> None:
    other = await world.service.boards.create(name="Second", idempotency_key="second")
    await world.session.puller.account.read()
    assert sorted(names(world)) == ["Leads", "Second"]
    await world.service.boards.delete(other.id)
    await world.session.puller.account.read()
    assert sorted(names(world)) == ["Leads", "Second"]
    await world.session.puller.account.read()
    assert names(world) == ["Leads"]


@pytest.mark.fault("F41")
async def test_an_empty_answer_once_takes_nothing_away(world: World) -> None:
    world.wire.fail("empty", "GET", "/members/me/boards")
    await world.session.puller.account.read()
    await world.session.puller.account.read()
    assert names(world) == ["Leads"]


async def put_off(world: World, server: LocalServer, clock: ManualClock) -> str:
    """Somebody else becomes the board's admin, and takes us off it. Returns our member's id."""
    with db.writing(server.engine) as connection:
        bo = add_member(connection, "bos", now=clock.now(), full_name="Bo Example")
    me = await world.service.members.me()
    await world.service.boards.set_member(world.board_id, bo, role="admin")
    await world.service.boards.remove_member(world.board_id, me.id)
    return me.id


async def test_a_board_we_were_taken_off_stays_to_be_read(
    world: World, server: LocalServer, clock: ManualClock
) -> None:
    world.card("Ana Lee")
    await world.sync()
    await world.session.puller.keep(world.board_id, None)
    await put_off(world, server, clock)
    for _ in range(3):
        await world.session.puller.keep(world.board_id, world.named("Ana Lee"))
    assert names(world) == ["Leads"]
    assert world.here() == [(world.first, "Ana Lee")]
    assert world.store.boards.lost(world.board_id)


async def test_a_board_nobody_looks_at_is_lost_and_found_too(
    world: World, server: LocalServer, clock: ManualClock
) -> None:
    other = await world.service.boards.create(name="Second", idempotency_key="second")
    await world.session.puller.account.read()
    world.board_id, first = other.id, world.board_id
    me = await put_off(world, server, clock)
    world.wire.seen.clear()
    for _ in range(4):
        await world.session.puller.keep(first, None)
    assert sorted(names(world)) == ["Leads", "Second"]
    assert world.store.boards.lost(other.id)
    assert not world.store.boards.lost(first)
    assert world.wire.count("GET", f"/boards/{other.id}") == 1, "it is asked for once"
    with db.writing(server.engine) as connection:
        connection.execute(
            insert(db.memberships).values(
                id="9" * 24, id_board=other.id, id_member=me, member_type="normal", deactivated=False
            )
        )
    await world.session.puller.account.read()
    assert not world.store.boards.lost(other.id)


async def test_a_board_that_is_listed_and_not_given_is_not_on_its_way(world: World) -> None:
    """A board that was just made may be answered with 404 for a while: that is no board in step with the service."""
    other = await world.service.boards.create(name="Second", idempotency_key="second")
    world.wire.fail("404", "GET", f"/boards/{other.id}", times=2)
    for _ in range(2):
        await world.session.puller.keep(other.id, None)
        assert world.store.boards.lost(other.id)
    before = world.store.mark()
    world.wire.fail("404", "GET", f"/boards/{other.id}")
    await world.session.puller.keep(other.id, None)
    assert world.store.mark() == before, "what is so already is not written again"
    await world.session.puller.keep(other.id, None)
    assert not world.store.boards.lost(other.id)
    assert world.store.lists.of_board(other.id)


async def test_a_board_that_was_not_given_and_is_gone_goes_too(world: World) -> None:
    other = await world.service.boards.create(name="Second", idempotency_key="second")
    world.wire.fail("404", "GET", f"/boards/{other.id}")
    await world.session.puller.keep(other.id, None)
    assert world.store.boards.lost(other.id)
    await world.service.boards.delete(other.id)
    for _ in range(2):
        await world.session.puller.account.read()
    assert names(world) == ["Leads"]
