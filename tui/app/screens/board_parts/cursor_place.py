"""CursorPlace: where the cursor was on each board, kept so that one comes back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from tui.app.screens.board_parts.shown import Shown

PLACE = "place:"
"""What the cursor's place on a board is remembered under: before the board's id."""

_FAR = 2_000  # cards of a list that are not all read to find the one with the cursor
_RESTS = 2.0  # seconds of walking that a dropped line may cost of the cursor's place


class CursorPlace:
    """Remembers the cursor's list and card.

    Args:
        shown: The board on the screen.
    """

    def __init__(self, shown: Shown) -> None:
        self._shown, self._kanban = shown, shown.kanban
        self._workspace = shown.page.workspace
        self._resting: Timer | None = None
        self._place: tuple[str, str] | None = None

    def note(self) -> None:
        """Remember where the cursor is, once it has rested: a write a key would be in the keys' way."""
        board, list_id, card = self._shown.board, self._kanban.list_id, self._kanban.card
        if board is not None and list_id is not None:
            self._place = (f"{PLACE}{board.id}", f"{list_id} {'' if card is None else card.id}")
        if self._resting is None:
            self._resting = self._shown.page.set_timer(_RESTS, self.keep)

    def keep(self) -> None:
        """Remember it now."""
        if self._resting is not None:
            self._resting.stop()
        self._resting = None
        if self._place is not None:
            self._workspace.memory.set(*self._place)
            self._place = None

    def return_to(self) -> None:
        """Put the cursor where it was when the board was left; its list, when the card is gone or far down."""
        list_id, _, card_id = (self._workspace.memory.get(f"{PLACE}{self._shown.board_id}") or "").partition(
            " "
        )
        face = self._shown.open_face(card_id) if card_id else None
        cards = self._kanban.row.card_list(face.list_id) if face is not None else None
        if face is not None and cards is not None and cards.total <= _FAR:
            _ = self._kanban.cursor.reveal(face.id, face.list_id)
        else:
            home = face.list_id if face is not None else list_id
            self._kanban.go_to_list(
                next((at for at, each in enumerate(self._kanban.lists) if each.id == home), 0)
            )
            self._kanban.go_to(0)
        self._kanban.cursor.unmoved = True

    def return_again(self) -> None:
        """Put the cursor there again as long as nobody has moved it: what comes in above would carry it down."""
        if self._kanban.cursor.unmoved:
            self.return_to()
