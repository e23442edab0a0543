"""CursorPlace: saves and restores the cursor's place on each board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView

PLACE = "place:"
"""Prefix of the memory key of a board's cursor place; the board's id follows."""

_LONGEST_READ = 2_000  # maximum length of a list in which the card is searched, because all is read
_SAVE_DELAY = 2.0  # seconds until a place is saved: a crash loses only the moves of that time


class CursorPlace:
    """The saved place of the cursor: its list and card."""

    def __init__(self, view: BoardView) -> None:
        self._view, self._kanban = view, view.kanban
        self._workspace = view.page.workspace
        self._save_timer: Timer | None = None
        self._place: tuple[str, str] | None = None
        self._begun_at = ""  # place saved when the board was opened, as another window may save its own since

    def note(self) -> None:
        """Note the cursor's place, and save it after a delay, because a write per key would slow down the keys."""
        board, list_id, card = self._view.board, self._kanban.list_id, self._kanban.card
        if board is not None and list_id is not None:
            self._place = (f"{PLACE}{board.id}", f"{list_id} {'' if card is None else card.id}")
        if self._save_timer is None:
            self._save_timer = self._view.page.set_timer(_SAVE_DELAY, self.keep)

    def keep(self) -> None:
        """Save the noted place now."""
        if self._save_timer is not None:
            self._save_timer.stop()
        self._save_timer = None
        if self._place is not None:
            self._workspace.memory.set(*self._place)
            self._place = None

    def restore(self) -> None:
        """Restore the cursor to its saved card, or to the top of the list if the card is gone or far down."""
        self._begun_at = self._workspace.memory.get(f"{PLACE}{self._view.board_id}") or ""
        self._go_to_first_place()

    def _go_to_first_place(self) -> None:
        list_id, _, card_id = self._begun_at.partition(" ")
        face = self._view.open_face(card_id) if card_id else None
        cards = self._kanban.row.card_list(face.list_id) if face is not None else None
        if face is not None and cards is not None and cards.total <= _LONGEST_READ:
            _ = self._kanban.cursor.reveal(face.id, face.list_id)
        else:
            home = face.list_id if face is not None else list_id
            self._kanban.go_to_list(
                next((at for at, each in enumerate(self._kanban.lists) if each.id == home), 0)
            )
            self._kanban.go_to(0)
        self._kanban.cursor.unmoved = True

    def return_again(self) -> None:
        """Restore the cursor again if the user has not moved it, since cards loaded above it shift it down."""
        if self._kanban.cursor.unmoved:
            self._go_to_first_place()
