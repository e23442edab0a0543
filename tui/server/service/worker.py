"""A worker process of a shared service: answers requests on the sockets until it is stopped."""

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
"""Seconds that requests under way may take at shutdown."""

_AT_ONCE = 16
"""Maximum connections that asyncio accepts in one iteration of its loop."""


class _Server(uvicorn.Server):
    """A uvicorn server with a callback when it is ready, and with exit code 0 after a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            # asyncio creates the queue only as long as the number of connections it accepts per iteration.
            each.listen(BACKLOG)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as uvicorn calls it
        # uvicorn would raise the signal again after stopping, and the exit code would indicate a kill.
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def serve(
    setup: Setup, sockets: Sequence[socket.socket], ready: Callable[[], None], leave: Any = None
) -> None:
    """Serve until SIGTERM or SIGINT.

    Args:
        setup: The configuration of the service.
        sockets: The listening sockets.
        ready: Called once requests are answered.
        leave: The end of a pipe that becomes readable when the parent process is gone.

    Raises:
        UsageError, StoreError, StoreTooNew: As for ``SharedService.open``.
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

        def stop_without_parent() -> None:
            loop.remove_reader(leave.fileno())
            server.should_exit = True

        loop.add_reader(leave.fileno(), stop_without_parent)
    delivering = asyncio.create_task(deliverer.run())
    try:
        await server.serve(sockets)
    finally:
        deliverer.stop()
        await delivering
