"""CardDrafts: text typed on a card and not submitted yet, in this window or one that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.workspace import Workspace


class CardDrafts:
    """The drafts of cards, by keys of the form ``<kind>:<card>``."""

    def __init__(self, workspace: Workspace) -> None:
        self._drafts = workspace.drafts
        self._offered: dict[str, str] = {}  # what was left by another window, as it was offered last

    def get(self, key: str) -> str:
        """Return the draft of this window, else the one left by a window that has ended."""
        if own := self._drafts.get(key):
            return own
        if left := self._drafts.unfinished(key):
            self._offered[key] = left
        return left

    async def may_enter(self, key: str, text: str) -> bool:
        """Return whether a text may be entered: not one that was offered, and that another window has taken since."""
        if not text or text != self._offered.pop(key, None):
            return True
        return await self._drafts.claim(key, text)

    def base(self, key: str) -> str | None:
        """Return the text from which the draft was started; None if it is unknown."""
        return self._drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Save what is typed."""
        own, offered = self._drafts.get(key), self._offered.get(key)
        if (left := self._drafts.unfinished(key)) and not own:
            # The typed text continues the left draft, which becomes this window's.
            self._drafts.resume(key, left)
        elif not own and text and text == offered:
            return  # another window has taken it since it was offered
        if text != offered:
            self._offered.pop(key, None)
        self._drafts.keep(key, text, base)
