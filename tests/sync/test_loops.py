"""Waits after failures, which an answer cuts short."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tui.sync.loops import Retries

if TYPE_CHECKING:
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
    retries.cut()
    assert wake.is_set() == cut


@pytest.mark.parametrize("away", [True, False])
async def test_who_is_answered_with_faults_is_cut_short_once_until_it_does_well(away: bool) -> None:
    retries, wake = Retries(), asyncio.Event()

    def woken() -> bool:
        wake.clear()
        retries.begin("pull", wake, OFFLINE, away=away)
        retries.cut()
        retries.end("pull")
        return wake.is_set()

    assert [woken(), woken()] == [True, away]
    retries.end("pull", well=True)
    assert woken()


async def test_one_that_is_at_it_is_not_asked_for_more() -> None:
    retries, wake = Retries(), asyncio.Event()
    retries.begin("pull", wake, OFFLINE, away=True)
    retries.end("pull")
    retries.cut()
    assert not wake.is_set()
