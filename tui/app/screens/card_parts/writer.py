"""CardWriter: submits changes of a card, and restores typed text if that fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tui.app.screens.screen import tell_conflict
from tui.model.writes.checklists import DeleteCheckItem, DeleteChecklist
from tui.model.writes.comments import DeleteComment

if TYPE_CHECKING:
    from tui.app.screens.card_parts.drafts import CardDrafts
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.writes.base import Write

_DELETED: Mapping[type[Write], str] = {
    DeleteCheckItem: "the item",
    DeleteChecklist: "the checklist with its items",
    DeleteComment: "the comment",
}
"""Names of deleted things, for the message after a deletion without a question."""

_GONE = (
    "nothing was written: this card is gone",
    "nothing was written: this card is gone · {conflicts} shows what you typed",
)
"""Messages when the card is gone: without a typed text, and with one."""


class CardWriter:
    """The submitter of a card's writes.

    Args:
        drafts: Decides whether a draft may be entered.
        kept: Called when a write was saved, because the next key acts on its result.
    """

    def __init__(self, page: WorkspaceScreen, drafts: CardDrafts, kept: Callable[[], None]) -> None:
        self._page, self._drafts, self._on_kept = page, drafts, kept

    def begin(
        self,
        writes: tuple[Write, ...],
        *,
        draft: str = "",
        text: str = "",
        give_back: Callable[[], None] | None = None,
        seen: Mapping[str, object] | None = None,
    ) -> None:
        """Submit ``writes`` as a job of the page.

        Args:
            writes: The writes.
            draft: Key of the draft to delete once it is saved; "" for none.
            text: The typed text, or the unchanged text of the draft.
            give_back: Called if saving failed, to restore the text.
            seen: Values by field when the user began to edit.
        """
        self._page.work(partial(self._submit, writes, (draft, text), give_back, seen), "write", asks=True)

    async def _submit(
        self,
        writes: tuple[Write, ...],
        drafted: tuple[str, str],
        give_back: Callable[[], None] | None,
        seen: Mapping[str, object] | None,
    ) -> None:
        kept = False
        draft, text = drafted
        try:
            if self._page.has_class("-gone"):
                self._page.tell(_GONE[bool(draft)].format_map(self._page.key_names))
                return
            if not await self._drafts.may_enter(draft, text):
                kept = True
                self._page.tell("another window has taken this draft: it is not entered twice")
                return
            if await self._page.workspace.writes.submit_all(writes, draft=draft, seen=seen):
                tell_conflict(self._page)
            elif len(writes) == 1 and (gone := _DELETED.get(type(writes[0]))):
                self._page.tell(f"deleted {gone}", undo=True)
            kept = True
            self._page.feed.deliver()
            self._on_kept()
        finally:
            if not kept and give_back is not None and self._page.is_attached:
                give_back()
