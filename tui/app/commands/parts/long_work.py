"""Progress messages for changes that take long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from tui.app.commands.command import Context

T = TypeVar("T")

PAUSE = 1.0
"""Seconds until the first message, and between two messages."""


async def told_meanwhile(
    context: Context, words: str, work: Callable[[Callable[[int, int], None]], Awaitable[T]]
) -> T:
    """Await ``work``, and show its progress every second: ``undoing … 1,200 of 10,000``.

    Args:
        context: The page.
        words: What is being done.
        work: Does it. It gets a callback, for any thread, that takes the number of finished steps and the
            total. It is cancelled together with its caller.
    """
    done = total = 0

    def told(so_far: int, of_all: int) -> None:
        nonlocal done, total
        done, total = so_far, of_all

    task = asyncio.ensure_future(work(told))
    try:
        while not (await asyncio.wait({task}, timeout=PAUSE))[0]:
            context.tell(f"{words} … {done:,} of {total:,}" if total > 1 else f"{words} …")
        return task.result()
    finally:
        task.cancel()
