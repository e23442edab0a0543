"""Somebody else's change to a card that a write of ours went over, and who made it."""

import pytest

from tests.stories.world import World
from tui.model.card import Card
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.row import QueuedWrite
from tui.sync.sending.base import SendResult
from tui.sync.sending.overridden import Overridden, name_authors, overridden


@pytest.fixture
async def card(world: World) -> str:
    """A card that both sides know, in the first list."""
    made = await world.service.cards.create(list_id=world.first, name="Ana", pos=1.0, idempotency_key="Ana")
    await world.session.puller.keep(world.board_id, None)
    return made.id


def queued(world: World) -> QueuedWrite:
    """The write that waits."""
    (row,) = world.store.outbox.ready()
    return row


async def answered(world: World, card: str) -> list[Overridden]:
    """What is found beside the write that waits, once the service answers with the card as it is there."""
    there: Card = await world.service.cards.get(card)
    return overridden(queued(world), SendResult(arrived=Arrived(cards=(there,))), world.store)


def rename(world: World, card: str) -> None:
    """Write what the service is to be asked for."""
    world.do(UpdateCard(board_id=world.board_id, card_id=card, name="Ana Lee"))


async def test_where_nobody_did_anything_there_is_nothing_to_tell(world: World, card: str) -> None:
    rename(world, card)
    assert await answered(world, card) == []
    assert await name_authors([], queued(world), world.session.client) == []


async def test_a_card_that_somebody_archived_is_told(world: World, card: str) -> None:
    rename(world, card)
    await world.service.cards.update(card, closed=True)
    assert len(await answered(world, card)) == 1


async def test_one_that_was_archived_here_already_is_no_news(world: World, card: str) -> None:
    await world.service.cards.update(card, closed=True)
    await world.session.puller.keep(world.board_id, None)
    rename(world, card)
    assert await answered(world, card) == []


async def test_a_move_goes_over_one_to_a_third_list_only(world: World, card: str) -> None:
    world.do(MoveCard(board_id=world.board_id, card_id=card, list_id=world.third, pos=1.0))
    assert await answered(world, card) == []
    await world.service.cards.move(card, list_id=world.second, pos=1.0)
    await world.session.puller.keep(world.board_id, None)
    assert len(await answered(world, card)) == 1


@pytest.mark.parametrize(("fault", "who"), [("", "Bo Example"), ("500", ""), ("busy counter", "")])
async def test_who_it_was_is_told_where_the_feed_tells(world: World, card: str, fault: str, who: str) -> None:
    bo = await world.colleague("Bo Example")
    rename(world, card)
    await bo.cards.update(card, closed=True)
    found = await answered(world, card)
    if fault:
        world.wire.fail(fault, "GET", f"/cards/{card}/actions", times=9)
    (note,) = await name_authors(found, queued(world), world.session.client)
    world.store.write(note).result()
    (conflict,) = world.store.conflicts.all()
    assert (conflict.why, conflict.who) == ("archived", who)
