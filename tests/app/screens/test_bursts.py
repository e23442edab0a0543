"""Gestures typed in one burst do what they do one by one, also when every handler of a message takes its time.

Each run draws a few gestures and two homes. On one, each gesture waits for the one before. On the other all
arrive at once, and pauses are put into the handling of messages, as a busy machine does. Both must end with
the same board, and the service must have what the board shows. `make model` runs the hundred drawn ones.
"""

import asyncio
import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.message_pump import MessagePump

from tests.app.screens.conftest import Play, running
from tests.app.screens.test_typed_in_one_read import key, settle, state
from tui.app.widgets.kanban import Kanban

GESTURES = (
    *("j", "k", "l", "h", "jj", "L", "H", "J", "K", "2J", "g g", "G"),
    *("vjv", "vjvL", "vjvJ", "vvK", "vj L", "V", "⎋"),
    *(" l⏎", " jj⏎", " lj⏎L", " ⎋", "vv l⏎"),
    *("nAsk⏎⎋", "nA⏎B⏎⎋", "tX⏎", "DAsk⏎", "D fri⏎", "#⏎", "#⇩⏎", "m⏎", "-⏎"),
    *("aj", "a", "u", "uu", "U", "au", "Lu", "/call⏎", "/⎋", "+Later⏎⎋", "CHello⌃⎋", "⏎⎋"),
)
"""What a user does in one go: walk, move, select, carry, add, rename, label, archive, undo, filter."""


async def play_all(home: Path, gestures: Sequence[str], *, at_once: bool) -> tuple[list[object], bool]:
    """Play ``gestures``; return what the board has at the end, and whether a key was refused."""
    async with running(home) as p:
        if at_once:
            for char in "".join(gestures):
                p.app.post_message(key(char))
            await settle(p)
        else:
            for gesture in gestures:
                for char in gesture:
                    p.app.post_message(key(char))
                    await settle(p)
        # What is typed behind a refused key is dropped in a burst, and a command when it is typed slowly.
        refused = p.app.ahead._void_until > 0
        await p.until(lambda: not p.workspace.outbox.numbers())
        shown = state(p)
        await pull(p)
        assert state(p)[4:] == shown[4:], "the service has another board than was shown"
        return shown, refused


async def pull(p: Play) -> None:
    """Read the boards again from the service."""
    for board in p.workspace.boards.all():
        await p.workspace.boards.pull(board.id)
    await settle(p)


def slow_handlers(monkeypatch: pytest.MonkeyPatch, chance: random.Random) -> None:
    """Put a pause before and behind every third message of every widget."""
    dispatch = MessagePump._dispatch_message

    async def paused(pump: MessagePump, message) -> None:
        for deed in (None, dispatch):
            if deed is not None:
                await deed(pump, message)
            if chance.random() < 0.3:
                await asyncio.sleep(chance.choice((0, 0, 0.001, 0.004)))

    monkeypatch.setattr(MessagePump, "_dispatch_message", paused)


@pytest.mark.model
@pytest.mark.parametrize("seed", range(100))
async def test_gestures_in_one_burst_do_what_they_do_one_by_one(seeded, tmp_path, monkeypatch, seed):
    chance = random.Random(seed)
    gestures = chance.choices(GESTURES, k=chance.randint(3, 9))
    homes = [Path(shutil.copytree(seeded, tmp_path / name)) for name in ("slow", "burst")]
    slow, refused = await play_all(homes[0], gestures, at_once=False)
    if not refused:
        slow_handlers(monkeypatch, chance)
        burst, refused = await play_all(homes[1], gestures, at_once=True)
        assert refused or burst == slow, gestures


async def test_a_key_waits_for_what_the_columns_tell_themselves(seeded, tmp_path, monkeypatch):
    """Nothing has the focus on the board: without that wait ``L`` would move the card before it was dropped."""
    homes = [Path(shutil.copytree(seeded, tmp_path / name)) for name in ("slow", "burst")]
    gestures = [" jj⏎", "L"]
    slow, _ = await play_all(homes[0], gestures, at_once=False)
    dispatch = Kanban._dispatch_message

    async def paused(columns: Kanban, message) -> None:
        await asyncio.sleep(0.02)
        await dispatch(columns, message)

    monkeypatch.setattr(Kanban, "_dispatch_message", paused)
    burst, _ = await play_all(homes[1], gestures, at_once=True)
    assert burst == slow
