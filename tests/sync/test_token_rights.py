"""The token's rights as they are kept: known without asking, and told to whoever shows them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.stories.conftest import begun
from tests.stories.world import World
from tui.clock import ManualClock
from tui.model.account.grant import Grant
from tui.server.run import LocalServer
from tui.sync.push import ONLY_READS
from tui.sync.token_rights import granted, note


@pytest.fixture
async def far(server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path) -> AsyncIterator[World]:
    """A service whose token has rights that are asked for."""
    opened = begun(server, tmp_path, clock, settled)
    opened.link = opened.link.replace(rate_limit=100)
    await opened.restart()
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    ("grant", "may"), [(Grant(("read",)), False), (Grant(("read", "write")), True), (None, None)]
)
async def test_what_is_kept_is_known_at_the_next_start(
    far: World, grant: Grant | None, may: bool | None
) -> None:
    heard: list[frozenset[str]] = []
    end = far.store.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    note(far.store, grant).result()
    end()
    assert any("sync" in nouns for nouns in heard)
    await far.restart()
    assert granted(far.store) == grant
    assert far.session.token_rights.may_write() is may


async def test_the_program_own_token_may_do_everything(world: World) -> None:
    note(world.store, Grant(("read",))).result()
    await world.session.token_rights.keep()
    assert world.session.token_rights.may_write() is True
    assert world.wire.count("GET", "/tokens/") == 0


async def test_a_token_that_only_reads_holds_what_waits(far: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def reads(_token: object) -> Grant:
        return Grant(("read",))

    monkeypatch.setattr(far.session.client.tokens, "grant", reads)
    far.card("Ring Ana")
    assert await far.session.pusher.push() is None
    assert (far.waiting(), far.wire.count("POST")) == (1, 0)
    assert (far.status.read().state, far.status.read().detail) == ("held", ONLY_READS)
    assert granted(far.store) == Grant(("read",))


async def test_what_is_answered_after_a_new_login_is_of_the_token_before(
    far: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = Grant(("read", "write"))

    async def reads(_token: object) -> Grant:
        await asyncio.wrap_future(note(far.store, new))
        return Grant(("read",))

    monkeypatch.setattr(far.session.client.tokens, "grant", reads)
    await far.session.token_rights.keep()
    assert granted(far.store) == new


async def test_the_rights_are_asked_for_once(far: World) -> None:
    for _ in range(3):
        await far.session.token_rights.keep()
    assert far.wire.count("GET", "/tokens/") == 1
    assert far.session.token_rights.may_write() is True


@pytest.mark.parametrize("fault", ["404", "400", "cut"])
async def test_a_service_that_does_not_tell_leaves_them_open(far: World, fault: str) -> None:
    far.wire.fail(fault, "GET", "/tokens/", times=9)
    await far.session.token_rights.keep()
    assert far.session.token_rights.may_write() is None
    assert granted(far.store) is None
