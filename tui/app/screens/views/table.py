"""TablePage: a board as a table, a row a card, sorted by any of its columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.content import Content
from textual.widgets import Static

from tui.app.commands.app import APP
from tui.app.commands.pages.views import CARDS_PAGE, TABLE
from tui.app.screens.views.cards_page import AccountCard, CardsPage
from tui.app.widgets.views.card_table import GAP, TableField, widths
from tui.model.card import PlacedCard
from tui.model.filter.filter import with_sort
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType
    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.change import Change
    from tui.workspace import Workspace

_FEW = 40
"""Most changed cards that are read one by one; of more, the whole board is read."""


class _SortedBy(NamedTuple):
    """A field that the table may be sorted by.

    Attributes:
        field: Its name in the table.
        sort: What ``sort:`` calls it.
    """

    field: str
    sort: str


_COLUMNS = (
    _SortedBy("title", "name"),
    _SortedBy("list", "position"),
    _SortedBy("labels", "label"),
    _SortedBy("due", "due"),
    _SortedBy("age", "created"),
)
"""The columns that sort, in their order."""


class TablePage(CardsPage):
    """The table of a board's cards.

    Args:
        workspace: The workspace of the open account.
        board: The board.
        account: Name of the open account.
        clock: The clock for dates and ages.
        at: Id of the card that has the cursor at first; "" for the first one.
        text: The filter to begin with.
        follow: Called with the card that has the cursor when the page is left.
        keys: The user's keys by command name.
    """

    place = "table"
    nothing = "There is no card on this board."
    fields = (
        TableField("title", 20, share=5),
        TableField("list", 10, share=1),
        TableField("labels", 10, share=1, rank=2),
        TableField("members", 7, rank=3),
        TableField("due", 10),
        TableField("age", 4, rank=1),
    )
    commands: ClassVar[tuple[CommandType, ...]] = (*CARDS_PAGE, *TABLE, *APP)

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
        key = f"{account} {at}"
        super().__init__(
            workspace, lambda: {account: workspace}, account=account, clock=clock, at=key, keys=keys
        )
        self._board, self._text, self._follow = board, text, follow
        self._lists: Mapping[str, str] = {}

    def on_mount(self) -> None:
        """Begin with the board's filter. Textual calls the base class's handler too."""
        if self._text:
            self.filter.narrow(self._text)
            self.table.go_to(self._at)

    @property
    def board(self) -> Board | None:
        """The board."""
        return self._board

    @property
    def sorted_by(self) -> str:
        """What the table is sorted by, as ``sort:`` has it; "" for the order of the lists."""
        sort = self.filter.parsed.sort
        return "" if sort is None else f"{'-' * sort.descending}{sort.field}"

    def sort(self, by: str) -> None:
        """Sort the table; "" for the order of the lists."""
        self.filter.narrow(with_sort(self.filter.text, by))

    def next_column(self) -> str:
        """Return what the next column is sorted by; after the last one, the order of the lists."""
        sorts = [column.sort for column in _COLUMNS]
        here = self.sorted_by.removeprefix("-")
        return (*sorts, "")[sorts.index(here) + 1] if here in sorts else sorts[0]

    # --- reading ---------------------------------------------------------------------------------

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of the board, list by list."""
        self._board = board = workspace.boards.get(self._board.id) or self._board
        lists = workspace.boards.lists(board.id)
        self._lists = {each.id: each.name for each in lists}
        return [
            PlacedCard(face, board.id, board.name, each.name)
            for each in lists
            for face in workspace.cards.faces(each.id)
        ]

    def reload(self, change: Change | None = None) -> None:
        """Read what ``change`` altered: a few cards that stay in their places one by one, else the whole board."""
        if (
            change is None
            or change.bound
            or change.nouns != {"cards"}
            or len(change.card_ids) > _FEW
            or not self._patch(change.card_ids)
        ):
            super().reload(change)

    def _patch(self, card_ids: frozenset[str]) -> bool:
        """Show a few cards anew; return False where one of them came, went, or moved."""
        rows = {row.card.face.id: at for at, row in enumerate(self.rows) if row.card.face.id in card_ids}
        for ident in card_ids:
            face, at = self.workspace.cards.face(ident), rows.get(ident)
            if face is not None and self._board.id and at is None and face.list_id not in self._lists:
                continue
            if face is None or at is None or face.closed:
                return False
            row = self.rows[at]
            if (face.list_id, face.pos) != (row.card.face.list_id, row.card.face.pos):
                return False
            self.rows[at] = AccountCard(row.account, row.card._replace(face=face))
        self.show_rows()
        return True

    # --- showing ---------------------------------------------------------------------------------

    def show_rows(self) -> None:
        """Show the cards that pass the filter, and by which column they are sorted."""
        super().show_rows()
        self._show_columns()

    def heading_words(self) -> str:
        """Return the board's name and the number of its cards."""
        count = len(self.rows)
        return f"{safe_line(self._board.name)} · {count:,} card{'s' * (count != 1)}"

    def _show_columns(self) -> None:
        by = self.sorted_by
        names = {column.sort: column.field for column in _COLUMNS}
        sorted_field, sign = names.get(by.removeprefix("-")), "▼" if by.startswith("-") else "▲"
        titles = [
            f"{name} {sign}"[:room].ljust(room) if name == sorted_field else name[:room].ljust(room)
            for name, room in widths(self.fields, self.size.width - 2).items()
        ]
        self.query_one("#cards-columns", Static).update(
            Content.styled(f"  {GAP.join(titles)}", "bold $ink-quiet")
        )

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the names of the columns. Textual calls the base class's handler too."""
        self._show_columns()

    def go(self, place: str, *, saying: str = "") -> None:
        """Go to another place; the board's cursor follows to the card that has it here."""
        if place == "back" and self.table.current is not None:
            self._follow(self.table.current.partition(" ")[2])
        super().go(place, saying=saying)
