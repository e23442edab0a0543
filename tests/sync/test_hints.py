"""Hints wake the pull once, and not too often."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.sync.hints import LEAST, Hints

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
