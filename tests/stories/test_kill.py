"""kill -9 in the middle of sending: every write reaches the service once."""

import signal
from pathlib import Path

import pytest

from tests.forked import Forked
from tests.stories import mortal
from tests.stories.world import World
from tui.model.writes.cards import MoveCard


def send_until_killed(home: Path, lives: int, when: str) -> int:
    process = Forked(mortal.run, str(home), str(lives), when)
    with process.stdout:
        return process.wait(60)


@pytest.mark.fault("F59")
@pytest.mark.slow
async def test_fifty_writes_and_a_kill_at_every_turn(world: World) -> None:
    for i in range(25):
        world.card(f"card {i:02}", float(i + 1))
    for i in range(25):
        world.do(
            MoveCard(
                board_id=world.board_id,
                card_id=world.named(f"card {i:02}"),
                list_id=world.third,
                pos=float(i + 1),
            )
        )
    await world.close()
    kills = [(9, "before"), (1, "after"), (12, "after"), (1, "before"), (7, "after")]
    for lives, when in kills:
        assert send_until_killed(world.home, lives, when) == -signal.SIGKILL
    assert send_until_killed(world.home, 10_000, "before") == 0

    world.open()
    assert world.store.outbox.counts() == (0, 0)
    assert await world.there() == [(world.third, f"card {i:02}") for i in range(25)]
    assert world.here() == await world.there()
    made = await world.service.boards.actions(world.board_id, filter="createCard")
    assert len(made) == 25
