"""A wire that fails at random for as long as it likes: in the end both sides agree, and nothing is doubled."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.stories.world import World
from tui.errors import StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Key
from tui.model.writes.cards import DeleteCard, MoveCard, UpdateCard
from tui.model.writes.comments import AddComment

KINDS = ("refuse", "drop request", "drop response", "500", "500 after", "429")


@pytest.mark.fault("F44")
@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        *((n, 60) for n in range(2)),
        *(pytest.param(n, 60, marks=pytest.mark.slow_fault) for n in range(2, 8)),
        *(pytest.param(n, 200, marks=pytest.mark.slow_fault) for n in range(8, 38)),
    ],
)
async def test_both_sides_agree_once_the_wire_holds(world: World, seed: int, steps: int) -> None:
    dice, names, comments = Random(seed), list[str](), 0
    for step in range(steps):
        if dice.random() < 0.4:
            world.wire.fail(
                dice.choice(KINDS), dice.choice(("POST", "PUT", "DELETE", "")), times=dice.randint(1, 6)
            )
        comments += do_something(world, dice, names, step)
        if dice.random() < 0.3:
            wait = await world.session.pusher.push()
            world.clock.advance(wait or 0.0)
        if dice.random() < 0.05:
            world.crash()
    world.wire.faults.clear()
    await world.sync(rounds=100)
    assert world.store.outbox.counts() == (0, 0)
    await world.session.puller.pull_board(world.board_id)
    assert sorted(world.here()) == sorted(await world.there())
    assert sorted(name for _, name in world.here()) == sorted(names)
    said = await world.service.boards.actions(world.board_id, filter="commentCard")
    assert len({action.data["text"] for action in said}) == len(said) <= comments


def do_something(world: World, dice: Random, names: list[str], step: int) -> int:
    """One deed of a user. Returns how many comments it wrote."""
    board = world.board_id
    if not names or dice.random() < 0.3:
        names.append(f"card {step}")
        world.card(names[-1], float(step + 1))
        return 0
    name = dice.choice(names)
    card = world.named(name)
    deed = dice.randint(0, 9)
    if deed < 5:
        place = dice.choice((world.first, world.second, world.third))
        world.do(MoveCard(board_id=board, card_id=card, list_id=place, pos=dice.uniform(1, 99)))
    elif deed < 7:
        names[names.index(name)] = f"{name}+"
        world.do(UpdateCard(board_id=board, card_id=card, name=f"{name}+"))
    elif deed < 9:
        world.do(AddComment(board_id=board, card_id=card, comment_id=new_local_id(), text=f"said {step}"))
        return 1
    else:
        names.remove(name)
        world.do(DeleteCard(board_id=board, card_id=card))
    return 0


@pytest.mark.fault("F61")
async def test_a_full_disk_when_the_answer_comes_loses_and_doubles_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service has the cards and the store cannot note it: they are asked for again under their names."""
    outbox, faults = world.store.outbox, [StoreError("The disk is full: nothing was saved.")] * 2
    confirm = outbox.confirm

    def full(*args: Any) -> Future[frozenset[Key]]:
        if not faults:
            return confirm(*args)
        failed: Future[frozenset[Key]] = Future()
        failed.set_exception(faults.pop())
        return failed

    monkeypatch.setattr(outbox, "confirm", full)
    world.card("Ana Lee", 1.0)
    world.card("Ben Ray", 2.0)
    with pytest.raises(StoreError, match="full"):
        await world.session.pusher.push()
    while faults:
        world.clock.advance(5)
        with suppress(StoreError):
            await world.session.pusher.push()
    await world.sync()
    assert await world.there() == [(world.first, "Ana Lee"), (world.first, "Ben Ray")]
    assert world.here() == await world.there()
    assert world.waiting() == 0
