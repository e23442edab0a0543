"""The loops of the sync: how a failure is told, and the wait after it, which an answer cuts short."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tui.errors import (
    CardscoutError,
    CredentialError,
    Forbidden,
    NotFound,
    RateLimited,
    Unauthorized,
    Unreachable,
    VaultClosed,
)
from tui.sync import loops
from tui.sync.backoff import FIRST, Breaker
from tui.sync.loops import Loops, Retries, wait_for
from tui.sync.status import StatusTracker, state_of

if TYPE_CHECKING:
    from tui.clock import ManualClock
    from tui.model.sync import SyncState

OFFLINE: tuple[SyncState, str] = ("offline", "down")


@pytest.mark.parametrize(
    ("failure", "away", "cut"),
    [
        (OFFLINE, True, True),
        (OFFLINE, False, True),
        (("unauthorized", ""), False, False),
        (None, False, False),
    ],
)
async def test_what_waits_for_the_service_goes_on_with_an_answer(failure, away: bool, cut: bool) -> None:
    retries, wake = Retries(), asyncio.Event()
    retries.begin("pull", wake, failure, away=away)
    retries.retry_all()
    assert wake.is_set() == cut


@pytest.mark.parametrize("away", [True, False])
async def test_who_is_answered_with_faults_is_cut_short_once_until_it_does_well(away: bool) -> None:
    retries, wake = Retries(), asyncio.Event()

    def woken() -> bool:
        wake.clear()
        retries.begin("pull", wake, OFFLINE, away=away)
        retries.retry_all()
        retries.end("pull")
        return wake.is_set()

    assert [woken(), woken()] == [True, away]
    retries.end("pull", well=True)
    assert woken()


async def test_one_that_is_at_it_is_not_asked_for_more() -> None:
    retries, wake = Retries(), asyncio.Event()
    retries.begin("pull", wake, OFFLINE, away=True)
    retries.end("pull")
    retries.retry_all()
    assert not wake.is_set()


class Sync:
    """The loops of a sync that does nothing by itself."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock, self.tracker = clock, StatusTracker(lambda: None)
        self.loops = Loops("local", clock, self.tracker)


@pytest.fixture
def sync(clock: ManualClock) -> Sync:
    return Sync(clock)


@pytest.mark.parametrize(
    ("error", "state", "seconds", "trouble"),
    [
        (RateLimited("slow down", retry_after=7.5), "rate_limited", 7.5, ""),
        (Unauthorized("no"), "unauthorized", 60.0, "refused"),
        (VaultClosed("closed"), "unauthorized", 60.0, "locked"),
        (CredentialError("none"), "unauthorized", 60.0, "missing"),
        (NotFound("gone"), "synced", FIRST, ""),
        (Forbidden("hidden"), "synced", FIRST, ""),
        (Unreachable("down"), "offline", FIRST, ""),
    ],
)
async def test_how_an_error_is_told_and_how_long_it_is_waited(
    sync: Sync, error: CardscoutError, state: SyncState, seconds: float, trouble: str
) -> None:
    assert state_of(error) == state
    sync.tracker.note("sync", "synced")
    breaker = Breaker(lambda: 1.0)
    assert sync.loops._note("pull", error, breaker) == pytest.approx(seconds)
    status = sync.tracker.read()
    assert (status.state, status.trouble) == (state, trouble)
    assert status.detail == str(error)
    at = sync.clock.now() + timedelta(seconds=7.5) if state == "rate_limited" else None
    assert status.resume_at == at


async def test_a_wait_ends_when_woken_or_when_its_time_is_over_and_leaves_nothing_behind(sync: Sync) -> None:
    wake = asyncio.Event()
    await wait_for(wake, sync.clock, 5.0)
    assert sync.clock.slept == [5.0]
    waits = asyncio.create_task(wait_for(wake, sync.clock, None))
    await asyncio.sleep(0)
    assert not waits.done()
    wake.set()
    await waits
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_loop_waits_longer_with_each_failure_and_says_once_that_it_is_over(
    sync: Sync, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float | None] = []
    outcomes: list[float | Exception] = [
        Unreachable("down"),
        Unreachable("down"),
        3.0,
        ZeroDivisionError(),
        4.0,
    ]

    async def once() -> float:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    states: list[tuple[str, str]] = []

    async def wait(_wake: asyncio.Event, _clock: ManualClock, seconds: float | None) -> None:
        waited.append(seconds)
        status = sync.tracker.read()
        states.append((status.state, status.detail))
        sync.clock.advance(seconds or 0)
        if not outcomes:
            raise asyncio.CancelledError

    monkeypatch.setattr(loops, "wait_for", wait)
    sync.tracker.note("sync", "synced")
    with suppress(asyncio.CancelledError):
        await sync.loops.run("pull", asyncio.Event(), once)
    odd = "ZeroDivisionError in the sync; the log has more."
    assert states == [
        ("offline", "down"),
        ("offline", "down"),
        ("synced", ""),
        ("offline", odd),
        ("synced", ""),
    ]
    first, second, *rest = waited
    assert rest == [3.0, 60.0, 4.0]
    assert first is not None
    assert second is not None
    assert first < second
