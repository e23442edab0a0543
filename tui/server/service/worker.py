"""One process of a shared service: takes requests off the sockets until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn

from tui.clock import SystemClock
from tui.server.service.connections import Connections, Timeouts, protocol
from tui.server.service.shared import Setup, SharedService
from tui.server.service.sockets import BACKLOG

if TYPE_CHECKING:
    from tui.server.webhooks.deliver import Deliverer

_GRACE = 10
"""Seconds that requests under way are given to end."""

_AT_ONCE = 16
"""Connections accepted in one go: asyncio accepts this many before it does anything else."""


class _Server(uvicorn.Server):
    """A server that says when it is ready, and that a signal ends like any other stop: with exit code 0."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            # asyncio made the queue of those who wait to be accepted as short as what is accepted in one go.
            each.listen(BACKLOG)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as uvicorn calls it
        # uvicorn would raise the signal anew once it has stopped, and the exit code would tell of a kill.
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def work(
    setup: Setup, sockets: Sequence[socket.socket], ready: Callable[[], None], leave: Any = None
) -> None:
    """Serve until SIGTERM or SIGINT.

    Args:
        setup: What to serve.
        sockets: Where, listening already.
        ready: Called once requests are answered.
        leave: A pipe's end that becomes readable when the process that started this one is gone.

    Raises:
        UsageError, StoreError, StoreTooNew: As ``SharedService.open``.
    """
    service = SharedService.open(setup, SystemClock())
    config = uvicorn.Config(
        service.app,
        http=protocol(Connections(setup.connections), Timeouts()),
        backlog=_AT_ONCE,
        log_config=None,
        access_log=False,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE,
    )
    try:
        asyncio.run(_serve(_Server(config, ready), service.deliverer, list(sockets), leave))
    finally:
        service.close()


async def _serve(server: _Server, deliverer: Deliverer, sockets: list[socket.socket], leave: Any) -> None:
    if leave is not None:
        loop = asyncio.get_running_loop()

        def alone() -> None:
            loop.remove_reader(leave.fileno())
            server.should_exit = True

        loop.add_reader(leave.fileno(), alone)
    delivering = asyncio.create_task(deliverer.run())
    try:
        await server.serve(sockets)
    finally:
        deliverer.stop()
        await delivering
