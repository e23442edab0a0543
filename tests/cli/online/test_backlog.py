"""A command waits as long as its changes are being sent, and no longer."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

import pytest

from tui.cli import output
from tui.cli.online.backlog import MANY, Backlog
from tui.cli.online.reach import PATIENCE, settle
from tui.model.change import Change
from tui.model.sync import SyncStatus
from tui.workspace import Workspace


async def settled() -> None:
    """Let all that can happen now happen."""
    for _ in range(10):
        await asyncio.sleep(0)


@dataclass
class Sending:
    """The sync and the outbox of a workspace in whose place the test sends."""

    now: SyncStatus
    files: float = 0.0
    told: list[Callable[[Change], None]] = field(default_factory=list)

    def status(self) -> SyncStatus:
        """What the test has set last."""
        return self.now

    def seconds_to_upload(self) -> float:
        """How long the files that wait may take."""
        return self.files

    def subscribe(self, tell: Callable[[Change], None]) -> Callable[[], None]:
        """Call ``tell`` with each change."""
        self.told.append(tell)
        return self.told.clear

    def becomes(self, **values: object) -> None:
        """Set the status, and tell of it."""
        self.now = self.now.replace(**values)
        for tell in self.told:
            tell(Change())


@dataclass
class Time:
    """The time of an event loop, which passes when the test says so."""

    now: float

    async def passes(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        for _ in range(10):
            self.now += seconds / 10
            await settled()


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    loop = asyncio.get_running_loop()
    time = Time(loop.time())
    monkeypatch.setattr(loop, "time", lambda: time.now)
    return time


@pytest.fixture
def sending() -> Sending:
    return Sending(SyncStatus(state="sending", waiting=200))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on the line of progress."""
    told: list[str] = []

    @contextmanager
    def progress() -> Iterator[Callable[[str], None]]:
        yield told.append

    monkeypatch.setattr(output, "progress", progress)
    return told


async def begun(sending: Sending) -> asyncio.Task[SyncStatus]:
    """A command that waits."""
    workspace = SimpleNamespace(sync=sending, outbox=sending)
    task = asyncio.create_task(settle(cast("Workspace", workspace)))
    await settled()
    return task


async def test_a_command_waits_as_long_as_its_changes_are_sent(
    sending: Sending, time: Time, told: list[str]
) -> None:
    task = await begun(sending)
    for left in range(199, 150, -1):
        await time.passes(0.9 * PATIENCE)
        sending.becomes(waiting=left)
    assert not task.done()
    sending.becomes(state="synced", waiting=0)
    await time.passes(1)
    assert (await task).state == "synced"
    assert told[0] == "0 of 200 changes sent"
    assert told[-1] == "48 of 200 changes sent"


async def test_it_ends_where_none_is_sent_though_the_store_changes(
    sending: Sending, time: Time, told: list[str]
) -> None:
    task = await begun(sending)
    for more in range(200, 203):
        await time.passes(0.25 * PATIENCE)
        assert not task.done()
        sending.becomes(waiting=more)
    await time.passes(0.26 * PATIENCE)
    assert (await task).waiting == 202
    assert told[-1] == "0 of 202 changes sent"


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (30, ["note: 30 changes wait, and are kept: the next command sends them, or the app."]),
        (1, ["note: 1 change waits, and is kept: the next command sends it, or the app."]),
        (0, []),
    ],
)
async def test_whoever_stops_it_hears_what_becomes_of_the_rest(
    sending: Sending, monkeypatch: pytest.MonkeyPatch, left: int, words: list[str]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(output, "say", said.append)
    sending.becomes(waiting=left)
    task = await begun(sending)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert said == words
    assert not sending.told


async def test_a_file_has_its_own_time(sending: Sending, time: Time, told: list[str]) -> None:
    sending.becomes(waiting=1)
    sending.files = 5 * PATIENCE
    task = await begun(sending)
    await time.passes(5.9 * PATIENCE)
    assert not task.done()
    await time.passes(0.2 * PATIENCE)
    assert (await task).waiting == 1
    assert not told


async def test_each_of_several_boards_is_waited_for(sending: Sending, time: Time, told: list[str]) -> None:
    sending.becomes(state="loading", waiting=0)
    task = await begun(sending)
    for cards in (900, 100, 200):
        await time.passes(0.9 * PATIENCE)
        sending.becomes(loading_done=cards)
    await time.passes(0.5 * PATIENCE)
    assert not task.done()
    await time.passes(PATIENCE)
    assert (await task).loading_done == 200
    assert not told


async def test_a_board_that_comes_card_by_card_is_waited_for(
    sending: Sending, time: Time, told: list[str]
) -> None:
    sending.becomes(state="loading", waiting=0)
    task = await begun(sending)
    for cards in range(100, 1000, 100):
        await time.passes(0.9 * PATIENCE)
        sending.becomes(loading_done=cards, loading_total=1000)
    await settled()
    assert not task.done()
    await time.passes(1.1 * PATIENCE)
    assert (await task).loading_done == 900
    assert not told


def test_few_changes_are_sent_without_a_line_of_progress() -> None:
    few, many = Backlog(), Backlog()
    few.note(SyncStatus(waiting=MANY - 1))
    many.note(SyncStatus(waiting=MANY))
    assert (few.is_long, many.is_long) == (False, True)


def test_thousands_are_told_as_such() -> None:
    backlog = Backlog()
    assert [backlog.note(SyncStatus(waiting=count)) for count in (3000, 3000, 1800, 2000, 1800, 0)] == [
        True, False, True, False, False, True,
    ]  # fmt: skip
    assert backlog.words == "3,000 of 3,000 changes sent"
