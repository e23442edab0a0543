"""CardDrafts: text typed on a card and not submitted yet, in this window or one that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.workspace import Workspace


class CardDrafts:
    """The drafts of cards, by keys of the form ``<kind>:<card>``.

    Args:
        workspace: The workspace of the open account.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._drafts = workspace.drafts

    def get(self, key: str) -> str:
        """Return the draft of this window, else the one left by a window that has ended."""
        return self._drafts.get(key) or self._drafts.unfinished(key)

    def base(self, key: str) -> str | None:
        """Return the text from which the draft was started; None if it is unknown."""
        return self._drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Save what is typed."""
        if (left := self._drafts.unfinished(key)) and not self._drafts.get(key):
            # The typed text continues the left draft, which becomes this window's.
            self._drafts.resume(key, left)
        self._drafts.keep(key, text, base)
