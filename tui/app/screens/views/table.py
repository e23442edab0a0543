"""TablePage: a board as a table, a row a card, sorted by any of its columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual import events

from tui.app.commands.pages.views import TABLE
from tui.app.screens.views.cards_page import CardsPage
from tui.app.screens.views.sorting import TableSorting
from tui.app.widgets.views.card_table import TableField
from tui.model.card import PlacedCard
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.change import Change
    from tui.workspace import Workspace

_FEW = 40
"""Maximum changed cards that are read one by one; with more, the whole board is read."""


class TablePage(CardsPage):
    """The table of a board's cards.

    Args:
        at: Id of the card with the cursor at first; "" for the first one.
        follow: Called with the card with the cursor when the page is left.
    """

    heading = "Table"
    nothing = "There is no card on this board."
    fields = (
        TableField("title", 20, share=5, wish=28),
        TableField("list", 6, share=1, rank=2),
        TableField("labels", 8, share=1, rank=3),
        TableField("who", 3, rank=4),
        TableField("due", 10, rank=1),
        TableField("age", 5, rank=5),
    )
    commands = TABLE

    def __init__(
        self,
        workspace: Workspace,
        board: Board,
        *,
        account: str,
        clock: Clock,
        at: str,
        text: str,
        follow: Callable[[str], object],
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(
            workspace,
            lambda: {account: workspace},
            account=account,
            clock=clock,
            at=f"{account} {at}",
            text=text,
            keys=keys,
        )
        self._board, self._follow, self.found.board_id = board, follow, board.id
        self.sorting = TableSorting(self.filter, self.tell)
        self.columns = self.sorting.columns

    @property
    def board(self) -> Board | None:
        """The board."""
        return self._board

    # --- reading ---------------------------------------------------------------------------------

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of the board, list by list."""
        self._board = board = workspace.boards.get(self._board.id) or self._board
        return [
            PlacedCard(face, board.id, board.name, each.name)
            for each in workspace.boards.lists(board.id)
            for face in workspace.cards.faces(each.id)
        ]

    def reload(self, change: Change | None = None) -> None:
        """Read what ``change`` altered: a few cards that keep their places one by one, else the whole board."""
        if change is None or (change.board_ids and self._board.id not in change.board_ids):
            return
        few = change.nouns == {"cards"} and not change.bound and len(change.card_ids) <= _FEW
        if few and self.found.patch(change.card_ids):
            self.show_rows()
        else:
            super().reload(change)

    # --- showing ---------------------------------------------------------------------------------

    def show_rows(self) -> None:
        """Show the matching cards, and the sorted column."""
        super().show_rows()
        self._show_columns()

    def heading_words(self) -> str:
        """Return the board's name and the number of its cards."""
        count = len(self.found.rows)
        return f"{safe_line(self._board.name)} · {count:,} card{'s' * (count != 1)}"

    def _show_columns(self) -> None:
        self.sorting.show(self.table.rooms(self.size.width))

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the names of the columns to the width."""
        self._show_columns()

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place, and put the board's cursor on the current card."""
        if place == "back" and self.table.current is not None:
            self._follow(self.table.current.partition(" ")[2])
        super().go(place, saying=saying)
