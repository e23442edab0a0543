"""Hints wake the pull once, and not too often."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tui.errors import Forbidden, NotFound, Unreachable
from tui.model.board import Board
from tui.model.values.scalars import format_instant
from tui.model.writes.boards import UpdateBoard
from tui.store.key_values import activity_of
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store
from tui.sync.early_pulls import LEAST, Glance, Hints
from tui.sync.status import StatusTracker

if TYPE_CHECKING:
    from tui.clock import ManualClock


async def taken(hints: Hints, times: int = 1) -> None:
    for _ in range(times):
        hints.take()
    assert hints.waiting is not None
    await hints.waiting


async def test_any_number_of_hints_wakes_once_a_second_after_the_last_pull(clock: ManualClock) -> None:
    wake = asyncio.Event()
    hints = Hints(clock, wake)
    hints.pulled()
    clock.advance(LEAST / 4)
    await taken(hints, times=3)
    assert (clock.slept, wake.is_set()) == ([LEAST * 3 / 4], True)


async def test_before_the_first_pull_and_long_after_one_nothing_is_waited_for(clock: ManualClock) -> None:
    wake = asyncio.Event()
    hints = Hints(clock, wake)
    await taken(hints)
    hints.pulled()
    clock.advance(LEAST * 5)
    await taken(hints)
    assert clock.slept == [0.0, 0.0]


BOARD = "b" * 24
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


class Session:
    """A session whose board was active when the test says."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.active: datetime | Exception | None = NOON
        self.events = SimpleNamespace(webhook_registration=SimpleNamespace(works=False))
        self.client = SimpleNamespace(boards=SimpleNamespace(last_activity=self._answer))

    async def _answer(self, board: str) -> datetime | None:
        self.asked.append(board)
        if isinstance(self.active, Exception):
            raise self.active
        return self.active


@pytest.fixture
def status() -> StatusTracker:
    made = StatusTracker(lambda: None)
    made.note("sync", "synced")
    return made


@pytest.fixture
def glance(store: Store, status: StatusTracker) -> Glance:
    return Glance(store, status)


@pytest.fixture
def session() -> Any:
    return Session()


async def test_a_board_with_what_no_pull_has_read_is_told_once(
    store: Store, glance: Glance, session: Any
) -> None:
    store.cursors.set(activity_of(BOARD), format_instant(NOON)).result()
    assert not await glance.is_worth_a_pull(session, BOARD)
    session.active = NOON + timedelta(seconds=1)
    assert await glance.is_worth_a_pull(session, BOARD)
    assert not await glance.is_worth_a_pull(session, BOARD), "the pull could not explain it"
    session.active = NOON + timedelta(seconds=2)
    assert await glance.is_worth_a_pull(session, BOARD)


async def test_two_boards_may_have_been_active_in_the_same_moment(glance: Glance, session: Any) -> None:
    assert [await glance.is_worth_a_pull(session, board) for board in (BOARD, "c" * 24)] == [True, True]


async def test_a_service_that_does_not_answer_is_worth_a_pull_and_one_that_knows_no_activity_is_not(
    glance: Glance, session: Any
) -> None:
    session.active = Unreachable("down")
    assert await glance.is_worth_a_pull(session, BOARD)
    session.active = None
    assert not await glance.is_worth_a_pull(session, BOARD)


@pytest.mark.parametrize("trouble", [NotFound("no such board"), Forbidden("not yours")])
async def test_a_board_that_is_gone_or_closed_is_pulled_once_and_not_each_few_seconds(
    glance: Glance, session: Any, trouble: Exception
) -> None:
    session.active = trouble
    assert [await glance.is_worth_a_pull(session, BOARD) for _ in range(3)] == [True, False, False]
    session.active = NOON
    assert await glance.is_worth_a_pull(session, BOARD), "it is there again"
    session.active = trouble
    assert await glance.is_worth_a_pull(session, BOARD)


@pytest.mark.parametrize("board", [None, "new-1", BOARD])
async def test_nobody_is_asked_of_no_board_a_new_one_or_one_that_a_webhook_tells_of(
    glance: Glance, session: Any, board: str | None
) -> None:
    session.events.webhook_registration.works = board == BOARD
    assert not await glance.is_worth_a_pull(session, board)
    assert session.asked == []


@pytest.mark.parametrize("why", ["offline", "a write waits"])
async def test_nobody_is_asked_while_the_service_is_away_or_a_write_waits(
    store: Store, status: StatusTracker, glance: Glance, session: Any, why: str
) -> None:
    if why == "offline":
        status.note("pull", "offline")
    else:
        store.arrive(Arrived(boards=(Board(id=BOARD, name="Sales"),))).result()
        store.writes.submit(UpdateBoard(board_id=BOARD, name="Leads")).result()
    assert not await glance.is_worth_a_pull(session, BOARD)
    assert session.asked == []
