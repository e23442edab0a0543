"""LostCardsNotice: reports, once on this machine, the cards that the service has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen

_TOLD = "told-lost"
"""Memory key: the number of the last lost card that was reported."""

_SHOWN = 60.0
"""Seconds for which the report stays."""


class LostCardsNotice:
    """The watcher of cards that the service has lost, as when it is put back to an older state."""

    def __init__(self, page: WorkspaceScreen) -> None:
        self._page = page

    def follow(self) -> None:
        """Report the lost cards that were not reported yet."""
        workspace = self._page.workspace
        if not workspace.sync.status().conflicts:
            return
        if lost := workspace.conflicts.lost(after=int(workspace.memory.get(_TOLD) or 0)):
            # Not before, because the first paint must not wait for it.
            from tui.presentation.lost_cards import lost_words

            workspace.memory.set(_TOLD, str(max(lost)))
            title, words = lost_words([*lost.values()], self._page.key_names["conflicts"])
            self._page.notify(words, title=title, severity="warning", timeout=_SHOWN, markup=False)
