"""DueMarks: draws the pages again when a due date comes near or passes, as their marks would tell of an earlier time.

Each minute a filter that tests dates is asked again, as other cards may match it by then.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from logging import getLogger
from typing import TYPE_CHECKING

from tui.app.drawing.due_state import SOON, drawn_as_of
from tui.app.screens.screen import WorkspaceScreen
from tui.errors import StoreError
from tui.model.change import Change

if TYPE_CHECKING:
    from textual.app import App

    from tui.clock import Clock
    from tui.workspace import Workspace

LOOKS = 10.0
"""Seconds between two looks at the time."""

_log = getLogger(__name__)

_INSTANT = timedelta(milliseconds=1)  # the service's finest time

_REDRAWN = Change(frozenset({"cards", "labels"}))  # a change of labels draws cards again that are the same


class DueMarks:
    """The due marks of one account's pages; nothing is drawn again while they and what filters find stay as they are.

    Args:
        app: The app, whose pages are told.
        clock: Gives the time that is passing.
    """

    def __init__(self, app: App[None], clock: Clock) -> None:
        self._app, self._clock = app, clock
        self._workspace: Workspace | None = None
        self._shown = drawn_as_of(clock.now())
        app.set_interval(LOOKS, self.look)

    def follow(self, workspace: Workspace) -> None:
        """Look at the due dates of this account, instead of the previous one."""
        self._workspace = workspace

    async def look(self) -> None:
        """Draw the pages again if since the last look a date came within a day, passed, or the day turned.

        In other minutes they only test again what their filters of dates find.
        """
        now = drawn_as_of(self._clock.now())
        if self._workspace is None or now == self._shown:
            return
        try:
            changed = await asyncio.to_thread(_differ, self._workspace, self._shown, now)
        except StoreError as error:
            # The next look looks at this time, too.
            _log.warning("it was not seen which due dates passed: %s", error)
            return
        self._shown = now
        for page in self._app.screen_stack:
            if isinstance(page, WorkspaceScreen):
                if changed:
                    page.feed.receive(_REDRAWN)
                else:
                    page.call_later(page.feed.minute_passed)


def _differ(workspace: Workspace, before: datetime, now: datetime) -> bool:
    """Return whether marks of due dates as of ``before`` differ from those as of ``now``."""
    if before.astimezone().date() != now.astimezone().date():
        return True
    # A card is late after its date, and due soon at a day before it.
    after, until = before - _INSTANT, now - _INSTANT
    return workspace.cards.any_due_between(after, until) or workspace.cards.any_due_between(
        before + SOON, now + SOON
    )
