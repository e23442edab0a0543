"""The push: what it does when it may not send, and when a write cannot be sent at all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.stories.world import World
from tui.clock import ManualClock
from tui.model.writes.base import Write
from tui.model.writes.cards import CreateCard
from tui.server.run import LocalServer
from tui.sync import push
from tui.sync.sending import base
from tui.sync.sending.base import SendResult, Service


@pytest.fixture
async def far(server: LocalServer, tmp_path: Path, clock: ManualClock) -> AsyncIterator[World]:
    """A service whose token has rights that are asked for, and a card that waits."""
    opened = World(server, tmp_path, clock)
    opened.link = opened.link.replace(rate_limit=100)
    await opened.restart()
    await opened.settle_in()
    opened.card("Ring Ana")
    yield opened
    await opened.close()


async def test_a_token_that_is_refused_when_its_rights_are_asked_for_stops_it(far: World) -> None:
    far.wire.fail("401", "GET", "/tokens/")
    assert await far.session.pusher.push() is None
    assert far.status.read().state == "unauthorized"
    assert far.status.read().trouble == "refused"
    seen = len(far.wire.seen)
    assert await far.session.pusher.push() is None
    assert (len(far.wire.seen), far.waiting()) == (seen, 1), "nothing is asked until there is another token"
    far.session.pusher.resume()
    await far.sync()
    assert await far.there() == [(far.first, "Ring Ana")]


@pytest.mark.parametrize(("fault", "state"), [("refuse", "offline"), ("429", "rate_limited")])
async def test_a_service_that_does_not_tell_the_rights_now_is_asked_later(
    far: World, fault: str, state: str
) -> None:
    far.wire.fail(fault, "GET", "/tokens/", times=9)
    wait = await far.session.pusher.push()
    assert wait is not None
    assert wait > 0
    assert far.status.read().state == state
    assert (far.wire.count("POST"), far.waiting()) == (0, 1)
    far.wire.faults.clear()
    await far.sync()
    assert await far.there() == [(far.first, "Ring Ana")]


async def test_rights_that_cannot_be_told_hold_nothing_up(far: World) -> None:
    far.wire.fail("500", "GET", "/tokens/", times=9)
    assert await far.session.pusher.push() is None
    assert await far.there() == [(far.first, "Ring Ana")]


async def test_a_fault_of_ours_costs_one_write_and_none_behind_it(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    send = base.send

    async def fails_once(write: Write, to: Service) -> SendResult:
        if isinstance(write, CreateCard) and write.name == "Odd":
            raise TypeError("a fault of ours")
        return await send(write, to)

    monkeypatch.setattr(push, "send", fails_once)
    for name in ("Odd", "Ring Ana"):
        world.card(name)
    await world.sync()
    [row] = world.store.outbox.in_state("refused")
    assert row.reason == "It could not be sent: TypeError. The log has more."
    assert "a fault of ours" in caplog.text
    assert await world.there() == [(world.first, "Ring Ana")]


async def test_no_more_than_four_writes_are_under_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    send, under_way, most = base.send, 0, 0

    async def counted(write: Write, to: Service) -> SendResult:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            return await send(write, to)
        finally:
            under_way -= 1

    monkeypatch.setattr(push, "send", counted)
    for number in range(12):
        world.card(f"Card {number}", float(number + 1))
    assert await world.session.pusher.push() is None
    assert (most, world.waiting()) == (4, 0)


async def test_an_answer_to_a_pull_ends_a_wait_and_tells_whether_there_was_one(world: World) -> None:
    """Whoever pulled wakes the push only where it waited."""
    pusher = world.session.pusher
    assert not pusher.reachable(), "it did not wait"
    world.card("Ring Ana")
    world.wire.plugged = False
    assert await pusher.push() is not None
    world.wire.plugged = True
    assert pusher.reachable()
    assert not pusher.reachable()
    world.wire.fail("401", "POST")
    assert await pusher.push() is None
    assert pusher.reachable(), "a token that was refused may serve by now"
    assert await pusher.push() is None
    assert world.waiting() == 0


@pytest.mark.parametrize(("fault", "stops"), [("401", True), ("500", False), ("refuse", False)])
async def test_a_look_for_what_was_lost_stops_the_push_only_where_the_token_is_refused(
    hosted: World, fault: str, *, stops: bool
) -> None:
    hosted.wire.fail("drop response", "POST")
    hosted.card("Ring Ana")
    for _ in range(9):
        wait = await hosted.session.pusher.push()
        hosted.clock.advance(wait or 0.0)
        hosted.wire.faults.clear()
        hosted.wire.fail(fault, "GET", times=9)
        if wait is None:
            break
    assert hosted.waiting() == 1
    assert (await hosted.session.pusher.push() is None) == stops
    hosted.wire.faults.clear()
    hosted.session.pusher.resume()
    await hosted.sync()
    assert await hosted.there() == [(hosted.first, "Ring Ana")]
