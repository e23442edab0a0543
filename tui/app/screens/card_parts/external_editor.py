"""ExternalEditor: edits the description of a card in the user's own editor."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from tui.app.terminal.editor import Edited, edit, suspended
from tui.app.widgets.description import Description

if TYPE_CHECKING:
    from tui.app.screens.card_parts.drafts import CardDrafts
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.card import Card


class ExternalEditor:
    """Runs the user's editor on a card's description, and saves the result.

    Args:
        drafts: The drafts, which store the text until the editor ends.
    """

    def __init__(self, page: WorkspaceScreen, drafts: CardDrafts) -> None:
        self._page, self._drafts = page, drafts

    async def edit(self, card: Card) -> None:
        """Edit the text in the user's editor; the current text stays a draft until then."""
        description = self._page.query_one(Description)
        drafted = description.typed or self._drafts.get(f"desc:{card.id}")
        text, since = (drafted, description.draft_base) if drafted else (card.desc, card.desc)
        try:
            edited = await edit(text, os.environ, partial(suspended, self._page.app))
        except SuspendNotSupported:
            self._page.tell(
                f"This terminal cannot be lent to an editor: {self._page.key_names['edit-description']} edits here"
            )
            return
        self._use_edited(card, text, edited, since)

    def _use_edited(self, card: Card, given: str, edited: Edited, since: str) -> None:
        card_id = self._page.feed.current_id(card.id)
        if edited.problem:
            self._page.tell(edited.problem)
        if edited.text is None or edited.text == given == card.desc:
            return
        self._drafts.keep(f"desc:{card_id}", edited.text, since)
        self._page.reload()
        description = self._page.query_one(Description)
        description.edit(edited.text, since=since)
        if edited.exited_cleanly:
            description.ensure_area().save()
