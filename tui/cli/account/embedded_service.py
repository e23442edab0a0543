"""EmbeddedService: the service of the local account, which runs inside this program.

Its server is opened at its first use, by the sync thread or by a command, so that the first paint of the
screens imports neither a web framework nor a database toolkit.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tui import __version__
from tui.errors import StoreError
from tui.model.values.scalars import format_instant
from tui.secret import Secret

if TYPE_CHECKING:
    # For types only: the server's modules import starlette and sqlalchemy.
    from tui.clock import Clock
    from tui.server.process import ServerProcess
    from tui.server.run import LocalServer
    from tui.server.watch import FileWatch
    from tui.settings.paths import Paths
    from tui.workspace import Link

DIRECTORY = "local directory"
"""The name of the service inside this program, on receipts and answers."""

_URL = "http://cardscout.localhost"


class EmbeddedService:
    """The server inside this program, the process that reads for it, and the watch on its file."""

    def __init__(self, paths: Paths, clock: Clock) -> None:
        self._paths, self._clock = paths, clock
        self._server: LocalServer | None = None
        self._file_watch: FileWatch | None = None
        self._reader: ServerProcess | None = None
        self._opening = threading.Lock()

    def server(self) -> LocalServer:
        """Return the server, opening it at the first call.

        Raises:
            StoreError: The server's file cannot be opened.
        """
        from tui.cli.keep.recovery import find_loss
        from tui.server.run import LocalServer

        with self._opening:
            if self._server is None:
                if (found := find_loss(self._paths)) is not None:
                    raise found.error()
                self._server = LocalServer.open(self._paths.data, self._clock)
                if self._reader is not None:
                    self._reader.start(self._server.id_member)
            return self._server

    def read_elsewhere(self) -> None:
        """Start a second process that reads for the workspace; the server is opened after this call.

        Starting it takes a third of a second, so it is only useful for reading many cards at once.
        """
        from tui.server.process import ServerProcess

        self._reader = ServerProcess(self._paths.data)

    def link(self) -> Link:
        """Return the connection to the server, which is opened for it."""
        from tui.workspace import Link

        server = self.server()
        here = server.transport()
        return Link(
            board_url=_URL,
            key=server.key,
            token=Secret(server.token),
            http=here if self._reader is None else self._reader.transport(here),
            enrich_url=_URL,
            enrich_key=Secret(server.enrich_key),
            provider=DIRECTORY,
            changes=self._watch(),
        )

    def _watch(self) -> FileWatch:
        """Return the watch that detects writes of other programs to the server's file, opening it at the first call."""
        from tui.server.watch import FileWatch

        if self._file_watch is None:
            self._file_watch = FileWatch(self._paths.data / "server.db")
        return self._file_watch

    def revision(self) -> str:
        """Return the revision of the server's file; "" if it is missing or unreadable, which opening it will report."""
        try:
            known = self._file_watch is not None or (self._paths.data / "server.db").exists()
            text = self._watch().revision(format_instant(self._clock.now())) if known else ""
        except StoreError:
            return ""
        # Another version of the program may read more of the data.
        return f"{text} {__version__}" if text else ""

    def close(self) -> None:
        """Close what was opened."""
        if self._file_watch is not None:
            self._file_watch.close()
        if self._reader is not None:
            # Before the server, because the last one to close the file writes the rest of its log into it.
            self._reader.close()
        if self._server is not None:
            self._server.close()
