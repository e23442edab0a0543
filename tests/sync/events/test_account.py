"""Boards that are made, and the inbox: each told once, from the first look on."""

import pytest

from tests.sync.events.desk import Desk
from tui.errors import RemoteError
from tui.model.event import NOTIFICATION
from tui.sync.events.account import AccountPoller


@pytest.fixture
def desk(at_work: Desk) -> Desk:
    """Somebody at work."""
    at_work.world.clock.advance(60)
    return at_work


@pytest.fixture
def account(desk: Desk) -> AccountPoller:
    """Who asks about the account."""
    return AccountPoller(desk.world.store, desk.world.session.client)


async def mention(desk: Desk, text: str = "hello") -> None:
    """Let a colleague mention us."""
    colleague = await desk.world.colleague(f"{text} Oki")
    me = await desk.call("GET", "/1/members/me")
    await colleague.cards.add_comment(desk.things["card"], f"@{me['username']} {text}", idempotency_key=text)


async def test_a_board_is_told_once_and_none_from_before_the_first_look(desk, account):
    assert await account.look_for_boards() == []
    desk.world.clock.advance(1)
    await desk.make("new", "POST", "/1/boards", name="New", idOrganization="{workspace}")
    found = await account.look_for_boards()
    assert {one.event.type for one in found} >= {"createBoard"}
    assert {one.event.ident("board") for one in found} == {desk.things["new"]}
    assert len({one.event.id for one in found}) == len(found)
    assert await account.look_for_boards() == []


async def test_a_look_may_count_from_a_moment_on(desk, account):
    begun = desk.world.clock.now()
    desk.world.clock.advance(1)
    await desk.make("new", "POST", "/1/boards", name="New", idOrganization="{workspace}")
    found = await account.look_for_boards(begun)
    assert {one.event.ident("board") for one in found} == {desk.things["new"]}


async def test_a_workspace_that_is_not_for_us_costs_the_others_nothing(desk, account):
    await account.look_for_boards()
    desk.world.clock.advance(1)
    desk.world.wire.fail("403", "GET", f"/organizations/{desk.things['workspace']}/actions", times=9)
    await desk.make("new", "POST", "/1/boards", name="New", idOrganization="{workspace}")
    found = await account.look_for_boards()
    assert desk.world.wire.faults[0].times < 9, "the workspace's feed was asked for"
    assert "createBoard" in {one.event.type for one in found}


async def test_a_look_that_fails_goes_on_at_the_next(desk, account):
    await account.look_for_boards()
    desk.world.clock.advance(1)
    await desk.make("new", "POST", "/1/boards", name="New")
    desk.world.wire.plugged = False
    with pytest.raises(RemoteError):
        await account.look_for_boards()
    desk.world.wire.plugged = True
    assert {one.event.ident("board") for one in await account.look_for_boards()} == {desk.things["new"]}


async def test_the_inbox_is_told_from_the_first_look_on(desk, account):
    await mention(desk, "before")
    assert await account.look_in_inbox() == []
    desk.world.clock.advance(1)
    await mention(desk, "after")
    found = await account.look_in_inbox()
    assert found
    assert {one.event.type for one in found} == {NOTIFICATION}
    assert all(one.event.at == desk.world.clock.now() for one in found)
    assert await account.look_in_inbox() == []


async def test_an_inbox_that_was_empty_at_the_first_look_loses_nothing(desk, account):
    assert await account.look_in_inbox() == []
    desk.world.clock.advance(1)
    await mention(desk)
    assert await account.look_in_inbox()


async def test_what_came_since_a_moment_is_read_and_not_logged(desk, account):
    since = desk.world.clock.now()
    desk.world.clock.advance(1)
    await desk.make("new", "POST", "/1/boards", name="New")
    await mention(desk)
    assert {one.ident("board") for one in await account.boards_since(since)} == {desk.things["new"]}
    assert {one.type for one in await account.inbox_since(since)} == {NOTIFICATION}
    assert await account.inbox_since(desk.world.clock.now()) == []
    assert desk.world.store.events.last() == 0
