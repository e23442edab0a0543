"""Bell: rings the terminal's bell for new notifications and cards that become due, if the user wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from textual.app import App

    from tui.clock import Clock
    from tui.model.change import Change
    from tui.workspace import Workspace

LOOKS = 20.0
"""Seconds between two checks for cards that became due."""

_log = getLogger(__name__)

_SHOWN = 10.0  # seconds for which the message about a due card is shown


class Bell:
    """The bell of one account at a time.

    Args:
        app: The app, which rings and shows the messages.
    """

    def __init__(self, app: App[None], clock: Clock) -> None:
        self._app, self._clock = app, clock
        self._workspace: Workspace | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._unread = 0
        self._looked_at = clock.now()
        app.set_interval(LOOKS, self.look)

    def listen(self, workspace: Workspace) -> None:
        """Ring for this account, instead of the previous one."""
        self._unsubscribe()
        self._workspace, self._unread = workspace, workspace.inbox.unread()

        def hear(change: Change) -> None:
            # Called on the store's thread.
            if "notifications" in change.nouns:
                self._app.call_later(self._count)

        self._unsubscribe = workspace.sync.subscribe(hear)

    def _count(self) -> None:
        """Ring if more notifications are unread than before."""
        if self._workspace is None:
            return
        before = self._unread
        try:
            self._unread = self._workspace.inbox.unread()
        except StoreError as error:
            # The open page reports it; an account that is being closed has no store any more.
            _log.warning("the notifications were not counted: %s", error)
        if self._unread > before:
            self._ring()

    async def look(self) -> None:
        """Ring for the cards and items that became due since the last check, and list them."""
        if (workspace := self._workspace) is None:
            return
        since, self._looked_at = self._looked_at, self._clock.now()
        try:
            due = await asyncio.to_thread(workspace.cards.due_between, since, self._looked_at)
        except StoreError as error:
            # The next look looks at this time, too.
            _log.warning("it was not seen what is due: %s", error)
            self._looked_at = since
            return
        if due:
            self._ring()
        for title in due[:3]:
            self._app.notify(safe_line(title), title="Due now", timeout=_SHOWN, markup=False)

    def _ring(self) -> None:
        # Nothing is written to the terminal while the user's editor has it.
        if not self._app._batch_count:  # noqa: SLF001 - as Textual asks before it draws
            self._app.bell()
