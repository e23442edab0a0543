"""Boards that left the account leave the screen, after two looks; one that is made meanwhile does not."""

import pytest

from tests.stories.world import World


def names(world: World) -> list[str]:
    return [board.name for board in world.store.boards.all()]


async def test_a_board_that_is_gone_goes_after_two_looks(world: World) -> None:
    other = await world.service.boards.create(name="Second", idempotency_key="second")
    await world.session.puller.account()
    assert sorted(names(world)) == ["Leads", "Second"]
    await world.service.boards.delete(other.id)
    await world.session.puller.account()
    assert sorted(names(world)) == ["Leads", "Second"]
    await world.session.puller.account()
    assert names(world) == ["Leads"]


@pytest.mark.fault("F41")
async def test_an_empty_answer_once_takes_nothing_away(world: World) -> None:
    world.wire.fail("empty", "GET", "/members/me/boards")
    await world.session.puller.account()
    await world.session.puller.account()
    assert names(world) == ["Leads"]
