"""The push: what it does when it may not send, and when a write cannot be sent at all."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.app.fakes import fake
from tests.stories.conftest import begun
from tests.stories.world import World
from tui.clock import ManualClock
from tui.model.writes.base import Write
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.server.run import LocalServer
from tui.sync import push
from tui.sync.lease import Lease
from tui.sync.sending import base
from tui.sync.sending.base import SendResult, Service


@pytest.fixture
async def far(server: LocalServer, tmp_path: Path, clock: ManualClock, settled: Path) -> AsyncIterator[World]:
    """A service whose token has rights that are asked for, and a card that waits."""
    opened = begun(server, tmp_path, clock, settled)
    opened.link = opened.link.replace(rate_limit=100)
    await opened.restart()
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


class Leases(Lease):
    """A lease that is ours or not, and keeps how often it was given up."""

    ours = True
    given_up = 0

    async def take(self) -> bool:
        """Take it, unless another process has it."""
        return self.ours and await super().take()

    def invalidate(self) -> None:
        """Count."""
        self.given_up += 1
        super().invalidate()


@pytest.fixture
def lease(world: World) -> Leases:
    """The lease of the push of ``world``."""
    world.session.pusher._lease = found = Leases(world.store, world.clock)
    return found


async def test_what_another_process_sends_is_told_and_looked_at_after_a_third_of_its_lease(
    world: World, lease: Leases
) -> None:
    world.card("Ring Ana")
    for part in ("sync", "pull"):
        world.status.note(part, "synced")
    lease.ours = False
    assert await world.session.pusher.push() == 10.0
    found = world.status.read()
    assert (found.state, found.detail) == ("sending", "Another Cardscout of yours is sending.")
    assert (world.wire.count("POST"), world.waiting()) == (0, 1)
    lease.ours = True
    assert await world.session.pusher.push() is None
    assert world.status.read().detail == ""
    assert (world.waiting(), lease.given_up) == (0, 0)


async def test_a_push_that_was_broken_off_recovers_what_it_had_under_way(
    world: World, lease: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(write: Write, to: Service) -> SendResult:
        sent.set()
        return await asyncio.Future[SendResult]()

    sent = asyncio.Event()
    world.card("Ring Ana")
    with monkeypatch.context() as patch:
        patch.setattr(push, "send", never)
        pushing = asyncio.create_task(world.session.pusher.push())
        await sent.wait()
        pushing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await pushing
    assert lease.given_up == 1
    await world.sync()
    assert await world.there() == [(world.first, "Ring Ana")]


async def test_a_write_that_fails_is_tried_after_twice_as_long_each_time_and_others_are_sent_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    pusher, waits = world.session.pusher, []
    world.card("Ring Ana")
    await world.sync()
    monkeypatch.setattr(pusher, "_breaker", fake(wait=lambda _: 0.0, failed=lambda _: 0.0, answered=bool))
    world.do(UpdateCard(board_id=world.board_id, card_id=world.named("Ring Ana"), name="Ring Bo"))
    world.wire.fail("500", "PUT", times=99)
    for _ in range(9):
        wait = await pusher.push()
        assert wait is not None
        waits.append(wait)
        assert world.status.read().state == "offline"
        world.clock.advance(wait - 0.01)
        assert await pusher.push() == 0.05, "not before its time, nor in a circle"
        world.clock.advance(0.01)
    assert waits == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]
    world.card("Ring Cy")
    assert await pusher.push() == 60.0
    assert world.waiting() == 1
    world.wire.faults.clear()
    world.clock.advance(60)
    assert await pusher.push() is None
    assert world.waiting() == 0


async def test_a_lost_answer_is_looked_for_although_another_write_was_answered_after_it(
    hosted: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, note, loop, lost = (
        base.send,
        hosted.store.outbox.uncertain,
        asyncio.get_running_loop(),
        asyncio.Event(),
    )

    def uncertain(seq: int) -> Future[None]:
        noted = note(seq)
        noted.add_done_callback(lambda _: loop.call_soon_threadsafe(lost.set))
        return noted

    async def bo_last(write: Write, to: Service) -> SendResult:
        if isinstance(write, CreateCard) and write.name == "Bo":
            await lost.wait()
        return await send(write, to)

    monkeypatch.setattr(hosted.store.outbox, "uncertain", uncertain)
    monkeypatch.setattr(push, "send", bo_last)
    hosted.wire.fail("drop response", "POST", "/cards")
    hosted.card("Ana", 1.0)
    hosted.card("Bo", 2.0)
    assert await hosted.session.pusher.push() == 0.05, "nothing else would wake it"
    assert await hosted.session.pusher.push() is None
    assert hosted.waiting() == 0
    assert await hosted.there() == [(hosted.first, "Ana"), (hosted.first, "Bo")]


async def test_a_lost_answer_that_another_process_found_is_waited_for_no_more(hosted: World) -> None:
    hosted.wire.fail("hold request", "POST", "/cards")
    hosted.card("Ana")
    pusher = hosted.session.pusher
    for _ in range(2):
        hosted.clock.advance(await pusher.push() or 0.0)
    [row] = hosted.store.outbox.in_state("uncertain")
    await hosted.wire.let_go()
    (made,) = await hosted.service.boards.cards(hosted.board_id)
    hosted.store.outbox.confirm(row.seq, {str(row.write.created_id): made.id}).result()
    hosted.clock.advance(base.SETTLE)
    hosted.do(UpdateCard(board_id=hosted.board_id, card_id=made.id, name="Bo"))
    hosted.wire.fail("500", "PUT", times=99)
    await pusher.push()
    hosted.session.pusher.resume()
    assert await pusher.push() == 1.0, "not in a circle"
