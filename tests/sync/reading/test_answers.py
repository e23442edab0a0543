"""How long what was read waits for the answer to the making of it."""

from datetime import timedelta

import pytest

from tests.stories.test_late import known
from tests.stories.world import World
from tui.model.writes.cards import UpdateCard
from tui.sync.reading.answers import ANSWERED, until_created_is_known


async def waited(world: World) -> list[float]:
    """How long it was waited for answers, in seconds."""
    before = len(world.clock.slept)
    await until_created_is_known(world.store, world.clock)
    return world.clock.slept[before:]


def send(world: World) -> int:
    """Let the oldest write that waits be under way."""
    (row,) = world.store.outbox.ready(1)
    world.store.outbox.mark_inflight(row.seq).result()
    return row.seq


async def test_the_answer_to_the_making_of_something_is_waited_for_but_not_for_ever(world: World) -> None:
    world.card("Flour")
    assert await waited(world) == []
    send(world)
    assert await waited(world) == [ANSWERED]
    assert await waited(world) == []


@pytest.mark.parametrize("ago", [timedelta(seconds=ANSWERED), timedelta(seconds=-ANSWERED)])
async def test_what_a_killed_process_had_sent_is_not_waited_for(world: World, ago: timedelta) -> None:
    world.card("Flour")
    world.clock.advance(-ago.total_seconds())
    send(world)
    world.clock.advance(ago.total_seconds())
    assert await waited(world) == []


async def test_what_is_sent_once_more_is_not_waited_for(world: World) -> None:
    world.card("Flour")
    world.store.outbox.requeue(send(world)).result()
    send(world)
    assert await waited(world) == []


async def test_what_makes_nothing_is_not_waited_for(world: World) -> None:
    card = await known(world)
    world.do(UpdateCard(board_id=world.board_id, card_id=card, name="Rye"))
    send(world)
    assert await waited(world) == []
