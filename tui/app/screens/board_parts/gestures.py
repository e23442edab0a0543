"""Gestures: translates mouse and cursor messages of the board into actions of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.app.widgets.kanban import Kanban
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.chips import Chips
    from tui.app.screens.board_parts.cursor_guard import CursorGuard
    from tui.app.screens.board_parts.cursor_place import CursorPlace
    from tui.app.screens.board_parts.folds import Folds
    from tui.app.screens.board_parts.mover import CardMover
    from tui.app.screens.board_parts.selection import Selection
    from tui.app.screens.enrich.side import EnrichSide
    from tui.app.widgets.card_face import CardStyle
    from tui.model.board import BoardList
    from tui.model.card import CardFace


class GesturePage(Protocol):
    """The part of the board screen that the gestures need."""

    folds: Folds
    side: EnrichSide
    selection: Selection
    cursor_guard: CursorGuard

    @property
    def board_list(self) -> BoardList | None:
        """The list with the focus."""

    @property
    def cards(self) -> Sequence[CardFace]:
        """The cards that a command acts on."""

    def tell(self, what: str) -> None:
        """Show a message in the status bar."""

    def go(self, place: str) -> None:
        """Go to another place."""

    async def action_ask(self, name: str) -> None:
        """Run a command by its name."""


class Gestures:
    """The handler of the board's messages."""

    def __init__(self, page: GesturePage, view: BoardView, mover: CardMover, place: CursorPlace) -> None:
        self._page, self._view, self._mover, self._place = page, view, mover, place
        self._chips: Chips | None = None

    async def take(self, message: Kanban.Said) -> None:
        """Dispatch a message of the board."""
        match message:
            case Kanban.Walked():
                self._cursor_moved()
            case Kanban.Slid():
                self._page.cursor_guard.tell(message.card)
            case Kanban.Placed() | Kanban.ListPlaced():
                await self._mover.take(message)
            case Kanban.Refused():
                self._page.selection.offer()
                self._page.tell(message.reason)
            case Kanban.Opened():
                self._page.go(f"card:{message.card.id}")
            case Kanban.FoldAsked() | Kanban.RenameAsked():
                await self._take_title(message)
            case Kanban.MenuAsked():
                self._ask_menu(on_card=message.on_card)
            case _:
                await self._take_chip(message)

    def toggle_chips(self) -> bool:
        """Show or hide the line of labels and members; return whether it is shown now."""
        if self._chips is None:
            from tui.app.screens.board_parts.chips import Chips

            self._chips = Chips(self._page, self._view)
        return self._chips.toggle()

    def restyle(self, card_style: CardStyle) -> None:
        """Draw in another theme what the style sheets do not colour: the cards, and the labels of the line."""
        self._view.kanban.row.restyle(card_style)
        self.show_chips()

    def show_chips(self) -> None:
        """Update the line of labels and members, if it is shown."""
        if self._chips is not None:
            self._chips.reload()

    def name_list(self) -> None:
        """Name the list with the cursor in the status bar if its head has no room for the name."""
        kanban, here = self._view.kanban, self._page.board_list
        column = kanban.row.column_of(kanban.list_id)
        cut = here is not None and column is not None and column.name_cut
        self._view.bar.place = safe_line(here.name) if cut and here is not None else ""

    async def _take_title(self, message: Kanban.FoldAsked | Kanban.RenameAsked) -> None:
        """Collapse or expand a list, or ask for its new name."""
        if isinstance(message, Kanban.FoldAsked):
            self._page.tell(self._page.folds.toggle(message.list_id))
        else:
            await self._page.action_ask("rename-list")

    async def _take_chip(self, message: Kanban.Said) -> None:
        if self._chips is not None:
            await self._chips.take(message)

    def _ask_menu(self, *, on_card: bool) -> None:
        """Open the menu of the clicked card; it is about the selection only if the card is selected."""
        card, selection = self._view.kanban.card, self._page.selection
        if on_card and card is not None and card.id not in selection.picked:
            selection.pick(())
        self._page.go("menu:card" if on_card else "menu:list")

    def _cursor_moved(self) -> None:
        """Name the list if its head is hidden, note the cursor's place, and show the people on the card."""
        self.name_list()
        if not self._view.kanban.cursor.unmoved:
            self._place.note()
        self._page.side.follow()
