"""Waits until nothing is left to do, where the toolkit's own tests sleep until the process takes no CPU."""

import asyncio
import concurrent.futures.thread
import gc
import queue
import selectors
import sys
import threading
from asyncio import AbstractEventLoop
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

import pytest
from textual import app as textual_app
from textual import pilot as textual_pilot

SOON = 0.06
"""Seconds: a timer that is due sooner belongs to what is waited for, as debounced work does; the toolkit waited as long at a key."""

_RUNNERS = set[int]()
"""The threads that were there before the first test: the runner's, which ``threading`` knows nothing of."""


@contextmanager
def exact_pauses() -> Iterator[None]:
    """Let the pauses of the toolkit's pilot end as soon as nothing is left to do.

    Its own sleep twice at each key, for 20 ms and more: that was most of what a test of the whole app took. And
    they took a process that waits for a processor for one that is idle.
    """
    _RUNNERS.update(_frames())
    with pytest.MonkeyPatch.context() as patch:
        for module in (textual_app, textual_pilot):
            patch.setattr(module, "wait_for_idle", until_settled)
        yield


async def until_settled(_least: float = 0, most: float = 1) -> None:
    """Wait until no loop and no thread of the process has anything to do; ``most`` seconds at most."""
    here, start = asyncio.get_running_loop(), monotonic()
    still = 0
    while still < 2 and monotonic() - start < most:
        await asyncio.sleep(0)
        parked = [_parked_loop(frame) for frame in _others()]
        loops = [here, *(loop for loop in parked if isinstance(loop, AbstractEventLoop))]
        if not all(parked):
            # A thread that computes: it gets the interpreter meanwhile.
            await asyncio.sleep(0.0005)
            still = 0
        elif any(loop._ready for loop in loops):  # type: ignore[attr-defined]  # no loop tells
            if not here._ready:  # type: ignore[attr-defined]  # the same
                # What is ready is another thread's: to look without a pause would take the interpreter from it.
                await asyncio.sleep(0.0005)
            still = 0
        elif (due := min(map(_next_timer, loops))) < start + SOON:
            await asyncio.sleep(max(due - monotonic(), 0.0))
            still = 0
        else:
            still += 1


def _next_timer(loop: AbstractEventLoop) -> float:
    """When the next timer of ``loop`` is due, as ``monotonic`` counts, which is the clock of loops too."""
    timers = list(loop._scheduled)  # type: ignore[attr-defined]
    return min((timer.when() for timer in timers if not timer.cancelled()), default=float("inf"))


def _others() -> list[FrameType]:
    """Where each thread is, but this one and those of the test runner."""
    known = {threading.get_ident(), *_RUNNERS}
    return [frame for ident, frame in _frames().items() if ident not in known]


def _frames() -> dict[int, FrameType]:
    """The innermost frame of each thread.

    Python 3.11 holds a lock of its own meanwhile, for which it would wait forever if garbage were collected that needs it.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return sys._current_frames()
    finally:
        if collects:
            gc.enable()


def _parked_loop(frame: FrameType) -> AbstractEventLoop | bool:
    """Whether a thread waits for work at ``frame``, its innermost; the loop that it runs, if it waits in one."""
    module, outer = frame.f_globals.get("__name__"), frame.f_back
    if module == selectors.__name__ and outer is not None:
        loop = outer.f_locals.get("self")
        return loop if isinstance(loop, AbstractEventLoop) else True
    if module == concurrent.futures.thread.__name__:
        waiting = frame.f_locals.get("work_queue")
        return waiting is not None and waiting.empty()
    if module == threading.__name__:
        waiting = outer.f_locals.get("self") if outer is not None else None
        return not isinstance(waiting, queue.Queue) or waiting.empty()
    return False
