"""ConflictNotices: reports what the service has lost, and that a change which was just told is a conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.screens.screen import WorkspaceScreen

    class TellConflict(Protocol):
        """Tells that the change which was told last is a conflict."""

        def __call__(self, *, saved: bool) -> None:
            """Tell it, and whether that change is saved."""


_TOLD = "told-lost"
"""Memory key: the number of the last loss that was reported."""

_SHOWN = 60.0
"""Seconds for which the report stays."""

_READ = 20
"""Maximum new conflicts that are read."""

_QUIET = 0.5
"""Seconds without another loss before they are reported together: they come as the board is read."""


class ConflictNotices:
    """The watcher of conflicts, and of what the service has lost, as when it is put back to an older state.

    Args:
        tell_conflict: Tells, instead of the change that was told last, that it is a conflict, and whether it is saved.
    """

    def __init__(self, page: WorkspaceScreen, tell_conflict: TellConflict) -> None:
        self._page, self._tell_conflict = page, tell_conflict
        self._newest: int | None = None  # the conflicts that were there before
        self._timer: Timer | None = None

    def follow(self) -> None:
        """Report what is new: conflicts instead of the change that became one; losses once on this machine, together."""
        workspace = self._page.workspace
        before, self._newest = self._newest, 0
        if not workspace.sync.status().conflicts:
            return
        self._newest = workspace.conflicts.newest()
        if before is not None:
            found = workspace.conflicts.of_changes(before, _READ)
            open_ones = [one for one in found if not one.by_nobody and not one.chosen]
            sides = {workspace.conflicts.side_here(one) for one in open_ones} - {""}
            if sides:
                self._tell_conflict(saved="mine" not in sides)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._page.set_timer(_QUIET, self._tell)

    def _tell(self) -> None:
        workspace = self._page.workspace
        if losses := workspace.conflicts.losses(after=int(workspace.memory.get(_TOLD) or 0)):
            # Not before, because the first paint must not wait for it.
            from tui.presentation.losses import lost_words

            workspace.memory.set(_TOLD, str(losses[0].id))
            title, words = lost_words(losses, self._page.key_names["conflicts"])
            self._page.notify(words, title=title, severity="warning", timeout=_SHOWN, markup=False)
