"""CardDrafts: text typed on a card and not submitted yet, in this window or one that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.workspace import Workspace


class CardDrafts:
    """The drafts of cards, by keys of the form ``<kind>:<card>``."""

    def __init__(self, workspace: Workspace) -> None:
        self._drafts = workspace.drafts
        self._offered: dict[str, str] = {}  # texts left by other windows, as they were offered last

    def get(self, key: str) -> str:
        """Return the draft of this window, or else the one left by a window that has ended."""
        if own := self._drafts.get(key):
            return own
        if left := self._drafts.unfinished(key):
            self._offered[key] = left
        return left

    async def may_enter(self, key: str, text: str) -> bool:
        """Return whether a text may be entered; not if it was offered and another window has taken it since."""
        if not text or text != self._offered.pop(key, None):
            return True
        return await self._drafts.claim(key, text)

    def base(self, key: str) -> str | None:
        """Return the text from which the draft was started; None if it is unknown."""
        return self._drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Save the typed text."""
        own, offered = self._drafts.get(key), self._offered.get(key)
        if (left := self._drafts.unfinished(key)) and not own:
            # The typed text continues the leftover draft, which becomes this window's.
            self._drafts.resume(key, left)
        elif not own and text and text == offered:
            return  # another window has taken it since it was offered
        if text != offered:
            self._offered.pop(key, None)
        self._drafts.keep(key, text, base)
