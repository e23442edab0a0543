"""Hands: what the user does on the board itself, with the mouse or by walking, turned into what the screen does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.widgets.kanban import Kanban
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.screens.board import BoardScreen
    from tui.app.screens.board_parts.cursor_place import CursorPlace
    from tui.app.screens.board_parts.mover import CardMover
    from tui.app.screens.board_parts.shown import Shown


class Hands:
    """The receiver of the board's messages.

    Args:
        page: The screen of the board.
        shown: The board on the screen.
        mover: Moves what was dropped.
        place: The saved place of the cursor.
    """

    def __init__(self, page: BoardScreen, shown: Shown, mover: CardMover, place: CursorPlace) -> None:
        self._page, self._shown, self._mover, self._place = page, shown, mover, place

    async def take(self, message: Kanban.Said) -> None:
        """Dispatch a message of the board."""
        match message:
            case Kanban.Walked():
                self._walked()
            case Kanban.Slid():
                self._page.surprise.tell(message.card)
            case Kanban.Placed() | Kanban.ListPlaced():
                await self._mover.take(message)
            case Kanban.Refused():
                self._page.selection.offer()
                self._page.tell(message.reason)
            case Kanban.Opened():
                self._page.go(f"card:{message.card.id}")
            case Kanban.TitleClicked():
                self._page.tell(self._page.folds.toggle(message.list_id))
            case Kanban.MenuAsked():
                self._page.go("menu:card" if message.on_card else "menu:list")
            case _:
                pass

    def _walked(self) -> None:
        """Name the list where its head cannot, note the place, and show what the card names."""
        kanban, here = self._shown.kanban, self._page.board_list
        column = kanban.row.column_of(kanban.list_id)
        cut = here is not None and column is not None and column.name_cut
        self._shown.bar.place = safe_line(here.name) if cut and here is not None else ""
        if not kanban.cursor.unmoved:
            self._place.note()
        self._page.side.follow()
