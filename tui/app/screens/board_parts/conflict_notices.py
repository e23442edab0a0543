"""ConflictNotices: reports the cards that the service has lost, and that a change which was just told is a conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.screens.screen import tell_conflict

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen

_TOLD = "told-lost"
"""Memory key: the number of the last lost card that was reported."""

_SHOWN = 60.0
"""Seconds for which the report stays."""

_READ = 20
"""New conflicts that are read: a restored service may have lost thousands of cards."""


class ConflictNotices:
    """The watcher of conflicts, and of cards that the service has lost, as when it is put back to an older state."""

    def __init__(self, page: WorkspaceScreen) -> None:
        self._page = page
        self._newest: int | None = None  # the conflicts that were there before

    def follow(self) -> None:
        """Report what is new; the lost cards once on this machine, the conflicts instead of the change that became one."""
        workspace = self._page.workspace
        before, self._newest = self._newest, 0
        if not workspace.sync.status().conflicts:
            return
        self._newest = workspace.conflicts.newest()
        if before is not None:
            found = workspace.conflicts.all(_READ, after=before)
            if any(not one.is_loss and not one.chosen for one in found):
                tell_conflict(self._page, instead=True)
        if lost := workspace.conflicts.lost(after=int(workspace.memory.get(_TOLD) or 0)):
            # Not before, because the first paint must not wait for it.
            from tui.presentation.lost_cards import lost_words

            workspace.memory.set(_TOLD, str(max(lost)))
            title, words = lost_words([*lost.values()], self._page.key_names["conflicts"])
            self._page.notify(words, title=title, severity="warning", timeout=_SHOWN, markup=False)
