"""Several worker processes on the same sockets, and the one that looks after them."""

from __future__ import annotations

import multiprocessing
import signal
import socket
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import TYPE_CHECKING

from tui.errors import CardscoutError
from tui.server.service.worker import work

if TYPE_CHECKING:
    from tui.server.service.shared import Setup

_spawn = multiprocessing.get_context("spawn")
_LOOK = 1.0
"""Seconds between two looks at what a signal may have asked."""


class _Worker:
    """One process, and the pipe that says it is ready, or why it never will be."""

    def __init__(self, setup: Setup, sockets: Sequence[socket.socket]) -> None:
        self.pipe, theirs = _spawn.Pipe()
        self.process: SpawnProcess = _spawn.Process(target=_run, args=(setup, list(sockets), theirs))
        self.process.start()
        # Ours is closed when this process ends, however it ends: that is how the worker knows.
        theirs.close()


def _run(setup: Setup, sockets: Sequence[socket.socket], pipe: Connection) -> None:
    try:
        work(setup, sockets, lambda: pipe.send(None), pipe)
    except CardscoutError as error:
        pipe.send(error)
        raise SystemExit(1) from error


class Supervisor:
    """Keeps as many workers as were asked for.

    Args:
        setup: What they serve.
        sockets: Where.
    """

    def __init__(self, setup: Setup, sockets: Sequence[socket.socket]) -> None:
        self._setup = setup
        self._sockets = sockets
        self._workers: list[_Worker] = []
        self._stopping = False

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; a worker that dies is replaced.

        Args:
            ready: Called once all of them answer.

        Raises:
            CardscoutError: A worker could not begin.
        """
        before = {sig: signal.signal(sig, self._stop) for sig in (signal.SIGTERM, signal.SIGINT)}
        try:
            # The first one alone: it makes or mends the tables, and says what is wrong once.
            self._begin()
            for _ in range(self._setup.workers - 1):
                self._begin()
            if not self._stopping:
                ready()
            while not self._stopping:
                self._replace_the_dead()
        finally:
            self._end()
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def _begin(self) -> None:
        """Start a worker, and wait until it answers."""
        worker = _Worker(self._setup, self._sockets)
        self._workers.append(worker)
        while not self._stopping and not worker.pipe.poll(_LOOK):
            pass
        if self._stopping:
            return
        try:
            told = worker.pipe.recv()
        except EOFError as error:
            raise CardscoutError("a worker ended before it began", hint="what it wrote is above") from error
        if isinstance(told, CardscoutError):
            raise told

    def _replace_the_dead(self) -> None:
        wait([worker.process.sentinel for worker in self._workers], timeout=_LOOK)
        for worker in [worker for worker in self._workers if not worker.process.is_alive()]:
            self._workers.remove(worker)
            if not self._stopping:
                self._begin()

    def _stop(self, _sig: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
