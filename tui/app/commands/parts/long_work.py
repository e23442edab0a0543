"""What is said while a change takes long: how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from tui.app.commands.command import Context

T = TypeVar("T")

PAUSE = 1.0
"""Seconds until it is said, and from one time to the next."""


async def told_meanwhile(
    context: Context, words: str, work: Callable[[Callable[[int, int], None]], Awaitable[T]]
) -> T:
    """Await ``work``, and show every second how far it is: ``undoing … 1,200 of 10,000``.

    Args:
        context: The page.
        words: What is being done.
        work: Does it; it is given a function to tell, from any thread, how much is done and of how much. It is
            cancelled with whoever awaits this.
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
