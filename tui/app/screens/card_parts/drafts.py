"""CardDrafts: text typed on a card and not submitted yet, in this window or one that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.workspace import Workspace


class CardDrafts:
    """The drafts of cards, by keys of the form ``<kind>:<card>``."""

    def __init__(self, workspace: Workspace) -> None:
        self._drafts, self._writes = workspace.drafts, workspace.writes
        self._offered: dict[str, str] = {}  # texts left by other windows, as they were offered last

    def get(self, key: str) -> str:
        """Return the draft of this window, or else the one left by a window that has ended."""
        if own := self._drafts.get(key):
            return own
        if left := self._drafts.unfinished(key):
            self._offered[self._current(key)] = left
        return left

    async def may_enter(self, key: str, text: str) -> bool:
        """Return whether a text may be entered; not if it was offered and another window has taken it since."""
        if not text or text != self._offer(key):
            return True
        self._offered.pop(self._current(key), None)
        return await self._drafts.claim(key, text)

    def base(self, key: str) -> str | None:
        """Return the text from which the draft was started; None if it is unknown."""
        return self._drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Save the typed text."""
        own, offered = self._drafts.get(key), self._offer(key)
        if (left := self._drafts.unfinished(key)) and not own:
            # The typed text continues the leftover draft, which becomes this window's.
            self._drafts.resume(key, left)
        elif not own and text and text == offered:
            return  # another window has taken it since it was offered
        if text != offered:
            self._offered.pop(self._current(key), None)
        self._drafts.keep(key, text, base)

    def _offer(self, key: str) -> str | None:
        """Return what was offered for ``key``, also where the service has named the card since."""
        self._offered = {self._current(each): text for each, text in self._offered.items()}
        return self._offered.get(self._current(key))

    def _current(self, key: str) -> str:
        kind, _, ident = key.partition(":")
        return f"{kind}:{self._writes.current_id(ident)}"
