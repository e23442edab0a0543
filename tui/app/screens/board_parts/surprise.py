"""Surprise: the card under the cursor was taken away by somebody else, so another one is under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.app.commands.cards import NewCard
from tui.app.commands.command import Command, short

if TYPE_CHECKING:
    from tui.app.screens.board_parts.shown import Shown
    from tui.model.card import CardFace

_STARTLED = 1.0
"""Seconds after the card under the cursor was taken away in which no verb falls on the next one."""

_ON_CARDS = {"Card", "Cards"}
"""Groups of the verbs that act on the card with the cursor."""


class Surprise:
    """Says where the card went, and lets no verb in the air fall on the next one.

    Args:
        shown: The board on the screen.
    """

    def __init__(self, shown: Shown) -> None:
        self._shown, self._page = shown, shown.page
        self._since = float("-inf")

    def refuse(self, command: Command[Any]) -> str:
        """Why ``command`` is not done on a card that has only just come under the cursor by itself; "" when it is."""
        hits = command.group in _ON_CARDS and not isinstance(command, NewCard)
        if not hits or self._shown.clock.monotonic() - self._since >= _STARTLED:
            return ""
        self._since = float("-inf")
        return "the card you meant has just gone: press again for this one"

    def tell(self, was: CardFace) -> None:
        """Say what became of the card ``was``."""
        workspace = self._page.workspace
        face = workspace.cards.face(was.id)
        moved = face is None or face.closed or face.list_id != was.list_id
        if not moved or self._shown.kanban.held is not None or self._page.app.screen is not self._page:
            return
        self._since = self._shown.clock.monotonic()
        if workspace.boards.get(self._shown.board_id or "") is None:
            opens = self._page.key_names["switch-board"]
            self._page.tell(f"somebody else deleted this board · {opens} opens another")
            return
        lists = self._shown.kanban.lists
        where = next((each.name for each in lists if face and each.id == face.list_id), "another board")
        done = "was deleted" if face is None else "was archived" if face.closed else f"went to {where}"
        self._page.tell(f"somebody else: {short(was.name)} {done} · the cursor is on the next card")
