"""What is typed on a card and not submitted yet, also by a window that is no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.workspace import Workspace


class CardDrafts:
    """Keeps drafts under ``<kind>:<card>``.

    Args:
        workspace: The one door.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._drafts = workspace.drafts

    def get(self, key: str) -> str:
        """What was typed here and not submitted, else what was left behind by a window that is no more."""
        return self._drafts.get(key) or self._drafts.left(key)

    def base(self, key: str) -> str | None:
        """What stood there when the draft was begun; None when nobody knows."""
        return self._drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Keep what is typed."""
        if (left := self._drafts.left(key)) and not self._drafts.get(key):
            # What is typed goes on with it: it is this window's from here on.
            self._drafts.take(key, left)
        self._drafts.keep(key, text, base)
