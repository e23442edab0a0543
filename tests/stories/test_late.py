"""A write whose answer was lost may arrive after the next one, and must not take that back."""

from datetime import timedelta
from email.utils import format_datetime

import httpx
import pytest

from tests.stories.world import World
from tests.thinned import rotated
from tui.clock import ManualClock
from tui.model.writes.base import Write
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.sync.sending.base import SETTLE


async def known(world: World, name: str = "Ana") -> str:
    """A card that both sides know."""
    card = await world.service.cards.create(list_id=world.first, name=name, pos=1.0, idempotency_key=name)
    await world.session.puller.keep(world.board_id, None)
    world.wire.seen.clear()
    return card.id


def rename(world: World, card: str, to: str) -> Write:
    return UpdateCard(board_id=world.board_id, card_id=card, name=to)


def move(world: World, card: str, list_id: str) -> Write:
    return MoveCard(board_id=world.board_id, card_id=card, list_id=list_id, pos=1.0)


async def sync_until_late(world: World, *, seconds: float) -> None:
    """Let the push work; what is on its way for so many seconds arrives then."""
    arrives = world.clock.monotonic() + seconds
    for _ in range(200):
        wait = await world.session.pusher.push()
        if wait is None and not world.wire.held:
            return
        world.clock.advance(min(wait or 1.0, 1.0))
        if world.clock.monotonic() >= arrives:
            await world.wire.let_go()


@pytest.mark.fault("F4", "F22")
@pytest.mark.parametrize(
    ("restart", "lost"), rotated([False, True], ["hold request", "gateway 502", "gateway 504"])
)
async def test_a_title_that_arrives_late_does_not_take_the_next_one_back(
    world: World, lost: str, restart: bool
) -> None:
    ana = await known(world)
    world.wire.fail(lost, "PUT")
    world.do(rename(world, ana, "a"))
    await world.session.pusher.push()
    assert len(world.wire.held) == 1
    world.clock.advance(3)
    await world.session.pusher.push()
    assert (await world.service.cards.get(ana)).name == "a"
    if restart:
        await world.restart()
    world.do(rename(world, ana, "b"))
    await sync_until_late(world, seconds=SETTLE - 5)
    assert world.waiting() == 0
    assert (await world.service.cards.get(ana)).name == "b"
    assert [method for method, _ in world.wire.seen if method == "PUT"] == ["PUT"] * 3


@pytest.mark.fault("F4")
async def test_nor_does_a_place_or_what_is_written_before_the_first_is_sent_again(world: World) -> None:
    ana = await known(world)
    world.wire.fail("hold request", "PUT")
    world.do(move(world, ana, world.second))
    await world.session.pusher.push()
    world.do(move(world, ana, world.third))
    await sync_until_late(world, seconds=SETTLE - 5)
    assert world.waiting() == 0
    assert await world.there() == [(world.third, "Ana")]


async def test_nor_what_a_killed_program_had_under_way(world: World) -> None:
    ana = await known(world)
    world.do(rename(world, ana, "a"))
    [row] = world.store.outbox.ready()
    world.store.outbox.mark_inflight(row.seq).result()
    world.crash()
    # The crash waits out the lease; what left a minute ago has arrived.
    world.do(rename(world, ana, "b"))
    before = world.clock.monotonic()
    await world.sync()
    assert (await world.service.cards.get(ana)).name == "b"
    assert world.clock.monotonic() - before < SETTLE / 10


async def test_only_what_is_written_to_the_same_card_waits_and_no_longer_than_it_must(world: World) -> None:
    ana, ben = await known(world), await known(world, "Ben")
    world.wire.fail("hold request", "PUT")
    world.do(rename(world, ana, "a"))
    await world.session.pusher.push()
    world.clock.advance(3)
    await world.session.pusher.push()
    world.do(rename(world, ana, "b"), rename(world, ben, "c"))
    left = await world.session.pusher.push()
    assert (await world.service.cards.get(ben)).name == "c"
    assert left is not None
    assert SETTLE - 5 < left <= SETTLE
    world.clock.advance(left)
    assert await world.session.pusher.push() is None
    assert (await world.service.cards.get(ana)).name == "b"


@pytest.mark.fault("F6")
async def test_where_the_first_is_seen_to_have_arrived_nothing_waits(world: World) -> None:
    ana = await known(world)
    world.wire.fail("drop response", "PUT")
    world.do(rename(world, ana, "a"))
    world.do(rename(world, ana, "b"))
    before = world.clock.monotonic()
    await world.sync()
    world.do(rename(world, ana, "c"))
    await world.sync()
    assert (await world.service.cards.get(ana)).name == "c"
    assert world.clock.monotonic() - before < SETTLE / 10


async def test_what_arrived_of_several_attempts_is_not_known(world: World) -> None:
    """The title is there, but of the first attempt or of the second?"""
    ana = await known(world)
    world.wire.fail("hold request", "PUT")
    world.wire.fail("drop response", "PUT")
    world.do(rename(world, ana, "a"))
    await world.sync()
    assert world.waiting() == 0
    world.do(rename(world, ana, "b"))
    await sync_until_late(world, seconds=SETTLE - 10)
    assert (await world.service.cards.get(ana)).name == "b"


@pytest.mark.fault("F72")
@pytest.mark.parametrize("ahead", [timedelta(minutes=5), timedelta(days=2)], ids=["minutes", "days"])
async def test_a_card_is_found_though_the_clock_was_set_right_after_it_was_sent(
    world: World, monkeypatch: pytest.MonkeyPatch, ahead: timedelta
) -> None:
    """The service knows no keys, and dates the card by its own clock."""
    there, carry = world.clock, world.wire._carry

    async def dated(request: httpx.Request) -> httpx.Response:
        answer = await carry(request)
        answer.headers["Date"] = format_datetime(there.now(), usegmt=True)
        return answer

    monkeypatch.setattr(world.wire, "_carry", dated)
    world.wire.hosted = True
    await world.close()
    world.clock = ManualClock(there.now() + ahead)
    world.open()
    await world.session.puller.keep(world.board_id, None)
    world.card("Ana")
    world.wire.fail("drop response", "POST", "cards")
    await world.session.pusher.push()
    # Killed; and when it starts again, the clock is right.
    world.store.close()
    there.advance(SETTLE)
    world.clock = ManualClock(there.now())
    world.open()
    await world.sync()
    assert (world.waiting(), await world.there()) == (0, [(world.first, "Ana")])
    world.card("Bo", 2.0)
    await world.sync()
    assert world.store.meta.get("clock behind") == "0.0", "it is forgotten once nothing depends on it"
