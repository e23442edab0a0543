"""The supervisor of several worker processes on the same sockets."""

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
from tui.server.service.worker import serve

if TYPE_CHECKING:
    from tui.server.service.shared import Setup

_spawn = multiprocessing.get_context("spawn")
_POLL_SECONDS = 1.0
"""Seconds between checks for a stop by a signal."""


class _Worker:
    """A worker process, and the pipe by which it reports that it is ready or why it failed to start."""

    def __init__(self, setup: Setup, sockets: Sequence[socket.socket]) -> None:
        self.pipe, theirs = _spawn.Pipe()
        self.process: SpawnProcess = _spawn.Process(target=_run, args=(setup, list(sockets), theirs))
        self.process.start()
        # This process's end closes however the process ends, which tells the worker to stop.
        theirs.close()


def _run(setup: Setup, sockets: Sequence[socket.socket], pipe: Connection) -> None:
    try:
        serve(setup, sockets, lambda: pipe.send(None), pipe)
    except CardscoutError as error:
        pipe.send(error)
        raise SystemExit(1) from error


class Supervisor:
    """Starts the configured number of workers, and replaces those that die."""

    def __init__(self, setup: Setup, sockets: Sequence[socket.socket]) -> None:
        self._setup = setup
        self._sockets = sockets
        self._workers: list[_Worker] = []
        self._stopping = False

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; a worker that dies is replaced.

        Args:
            ready: Called once all workers answer requests.

        Raises:
            CardscoutError: A worker could not start.
        """
        before = {sig: signal.signal(sig, self._stop) for sig in (signal.SIGTERM, signal.SIGINT)}
        try:
            # The first worker starts alone: it creates or migrates the tables, and errors appear only once.
            self._start_worker()
            for _ in range(self._setup.workers - 1):
                self._start_worker()
            if not self._stopping:
                ready()
            while not self._stopping:
                self._replace_dead()
        finally:
            self._stop_workers()
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def _start_worker(self) -> None:
        """Start a worker, and wait until it is ready."""
        worker = _Worker(self._setup, self._sockets)
        self._workers.append(worker)
        while not self._stopping and not worker.pipe.poll(_POLL_SECONDS):
            pass
        if self._stopping:
            return
        try:
            message = worker.pipe.recv()
        except EOFError as error:
            raise CardscoutError("a worker ended before it began", hint="what it wrote is above") from error
        if isinstance(message, CardscoutError):
            raise message

    def _replace_dead(self) -> None:
        wait([worker.process.sentinel for worker in self._workers], timeout=_POLL_SECONDS)
        for worker in [worker for worker in self._workers if not worker.process.is_alive()]:
            self._workers.remove(worker)
            if not self._stopping:
                self._start_worker()

    def _stop(self, _sig: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _stop_workers(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
