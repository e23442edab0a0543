"""A row of columns: as many lists as fit, all of them whole, the one in focus among them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from tui.app.backdrop import backdrop
from tui.app.guarded import Guarded
from tui.app.widgets.card_face import Look
from tui.app.widgets.card_list import CardList
from tui.app.widgets.column import Column
from tui.app.widgets.tabs import ListTabs
from tui.model.board import BoardList
from tui.settings.config import Density

NARROWEST = 26
WIDEST = 46
"""Cells of a column."""

ONE_COLUMN = 60
"""Below this many cells there is one column, and a strip of the lists' names."""


class ColumnRow(Guarded, Container):
    """Shows some of a board's lists side by side.

    Args:
        look: How cards are drawn; the width is the row's to choose.
        over: What lies over the columns.

    Attributes:
        lists: The board's, in order.
        at: Index of the list in focus.
        columns: The columns there are, from the left.
    """

    ALLOW_SELECT = False
    can_focus = False

    def __init__(self, look: Look, over: Widget) -> None:
        super().__init__()
        self.look = look
        self.lists: list[BoardList] = []
        self.at = 0
        self.columns: list[Column] = []
        self._lists: dict[str, CardList] = {}
        self._tops: dict[str, int] = {}
        self._first = 0
        self._fits = 1
        self._over = over
        self._tabs = ListTabs()

    def compose(self) -> ComposeResult:
        """The strip of names; columns are mounted when the width is known."""
        yield self._tabs
        yield self._over

    def render_lines(self, crop: Region) -> list[Strip]:
        """What lies under the columns."""
        return backdrop(self, crop)

    def point(self) -> None:
        """Show what is in focus; called when the columns have been handed their lists."""

    def dress(self, column: Column) -> None:
        """Make ``column`` ready before it is handed a list."""

    # --- the board ----------------------------------------------------------------------

    def show(self, lists: Sequence[BoardList], cards: Mapping[str, CardList]) -> None:
        """Show these lists. The cursor stays on its card, or as near as can be."""
        focused = self.list_id
        self.lists, self._lists = list(lists), dict(cards)
        ids = [each.id for each in self.lists]
        self.at = ids.index(focused) if focused in ids else max(0, min(self.at, len(ids) - 1))
        self._lay_out()

    def wear(self, look: Look) -> None:
        """Draw everything another way."""
        self.look = look
        self._lay_out(anew=True)

    @property
    def list_id(self) -> str | None:
        """Id of the list with the cursor."""
        return self.lists[self.at].id if 0 <= self.at < len(self.lists) else None

    def card_list(self, list_id: str) -> CardList | None:
        """The cards of a list."""
        return self._lists.get(list_id)

    # --- columns ------------------------------------------------------------------------

    def column_of(self, list_id: str | None) -> Column | None:
        """The column that shows a list, while one does."""
        return next(
            (c for c in self.columns if c.board_list is not None and c.board_list.id == list_id), None
        )

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns to the new size."""
        event.stop()
        self._lay_out(anew=True)

    def _lay_out(self, *, anew: bool = False) -> None:
        """As many columns as fit, all of them whole."""
        # Before the first layout the row is as wide as the terminal: so the first frame has columns already.
        width = self.size.width or self.app.size.width
        one = width < ONE_COLUMN
        self._fits = max(1, min(len(self.lists), 1 if one else width // NARROWEST))
        each = min(width // self._fits, width if one else WIDEST)
        self._tabs.display = one and len(self.lists) > 1
        anew = anew or each - 1 != self.look.width
        if anew:
            self.look = replace(self.look, width=max(each - 1, 4))
            self._remember_tops(forget=True)
            for cards in self._lists.values():
                cards.wear(self.look)
        columns = self.columns
        for extra in columns[self._fits :]:
            _ = extra.remove()
        missing = [Column(self.look) for _ in range(self._fits - len(columns))]
        self.columns = columns[: self._fits] + missing
        if missing:
            _ = self.mount_all(missing, before=self._over)
        for column in self.columns:
            column.styles.width = self.look.width
            if column.look is not self.look:
                column.wear(self.look)
        self._assign(anew=anew or bool(missing))

    def _remember_tops(self, *, forget: bool = False) -> None:
        for column in self.columns:
            if column.board_list is not None:
                self._tops[column.board_list.id] = 0 if forget else column.top

    def _assign(self, *, anew: bool = False) -> None:
        """Hand the visible lists to the columns, the focused one among them."""
        self._remember_tops()
        first = max(0, min(self._first, len(self.lists) - self._fits))
        first = min(self.at, max(first, self.at - self._fits + 1))
        moved, self._first = first != self._first, first
        for offset, column in enumerate(self.columns[: self._fits]):
            board_list = self.lists[first + offset] if first + offset < len(self.lists) else None
            cards = self._lists.get(board_list.id) if board_list else None
            if anew or moved or column.cards is not cards or column.board_list != board_list:
                self.dress(column)
                column.show(board_list, cards, top=self._tops.get(board_list.id, 0) if board_list else 0)
        self._name_others(first)
        self.point()

    def _name_others(self, first: int) -> None:
        """Name the lists that are off the screen: in the strip, or at the outer edges of the columns."""
        names = [each.name for each in self.lists]
        self._tabs.show(names, self.at, self.look.width)
        for offset, column in enumerate(self.columns[: self._fits]):
            left, right = offset == 0, offset == self._fits - 1
            if self._tabs.display:
                left = right = False
            column.stand_between(names[:first] if left else (), names[first + self._fits :] if right else ())

    def scroll_aside(self, by: int) -> bool:
        """Show the lists one further, the cursor coming along when its list would leave; whether it did."""
        first = max(0, min(self._first + by, len(self.lists) - self._fits))
        if first == self._first:
            return False
        self._first = first
        self.at = max(first, min(self.at, first + self._fits - 1))
        self._assign(anew=True)
        return True

    def column_at(self, pointer: Offset) -> Column | None:
        """The column under ``pointer``, a place on the screen; its margin counts as its own."""
        for column in self.columns:
            region = column.region
            if region.x <= pointer.x <= region.right and region.y <= pointer.y < region.bottom:
                return column
        return None

    def set_density(self, density: Density) -> None:
        """Show more or less on each card."""
        self.wear(replace(self.look, density=density))
