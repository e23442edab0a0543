"""CursorGuard: protects the card that moves under the cursor when somebody else removes the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.app.commands.app import Redo, Undo
from tui.app.commands.cards import NewCard
from tui.app.commands.command import Command, quote_title

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.model.card import CardFace

_GUARD_SECONDS = 1.0
"""Seconds after the removal during which commands on the next card are refused."""

_OWN_SECONDS = 3.0
"""Seconds in which the removal of a card is taken for the effect of the user's last command on it."""

_CARD_GROUPS = {"Card", "Cards"}
"""Groups of the commands that act on the card with the cursor."""


class CursorGuard:
    """A guard that reports where the card went, and refuses commands that were meant for it."""

    def __init__(self, view: BoardView) -> None:
        self._view, self._page = view, view.page
        self._removed_at = self._acted_at = float("-inf")
        self._acted: frozenset[str] = frozenset()

    def refuse(self, command: Command[Any]) -> str:
        """Return why ``command`` is refused on a card that has just moved under the cursor; "" if allowed."""
        hits = command.group in _CARD_GROUPS and not isinstance(command, NewCard)
        if not hits or self._view.clock.monotonic() - self._removed_at >= _GUARD_SECONDS:
            return ""
        self._removed_at = float("-inf")
        return "the card you meant has just gone: press again for this one"

    def expect(self, command: Command[Any], cards: Sequence[CardFace]) -> None:
        """Note that ``command`` may remove ``cards``, so that their removal is not reported as somebody else's."""
        here = self._view.kanban.card
        # Undo and redo act on any card, also on the one with the cursor while others are selected.
        acted = [*cards, here] if isinstance(command, (Undo, Redo)) and here is not None else cards
        self._view.kanban.cursor.acted_ids = self._acted = frozenset(card.id for card in acted)
        self._acted_at = self._view.clock.monotonic()

    def tell(self, was: CardFace) -> None:
        """Report what happened to the card ``was``, if the user did not do it."""
        workspace = self._page.workspace
        if self._is_own(was):
            return
        face = workspace.cards.face(was.id)
        moved = face is None or face.closed or face.list_id != was.list_id
        if not moved or self._view.kanban.held is not None or self._page.app.screen is not self._page:
            return
        self._removed_at = self._view.clock.monotonic()
        if face is not None and face.refused:
            return  # nobody else did it: the change was refused, which is reported elsewhere
        if workspace.boards.get(self._view.board_id or "") is None:
            opens = self._page.key_names["switch-board"]
            self._page.tell(f"somebody else deleted this board · {opens} opens another")
            return
        done = self._what_was_done(face)
        self._page.tell(f"somebody else: {quote_title(was.name)} {done} · the cursor is on the next card")

    def _is_own(self, was: CardFace) -> bool:
        """Return whether the user has just acted on a card, which may have got the service's id since."""
        if self._view.clock.monotonic() - self._acted_at >= _OWN_SECONDS:
            return False
        current = self._page.workspace.writes.current_id
        return current(was.id) in map(current, self._acted)

    def _what_was_done(self, face: CardFace | None) -> str:
        """Return the words for what was done to the card that is now ``face``."""
        if face is None:
            return "was deleted"
        if face.closed:
            return "was archived"
        names = {each.id: each.name for each in self._view.kanban.lists}
        return f"went to {names.get(face.list_id, 'another board')}"
