"""ColumnRow: a row of columns, which shows as many whole lists as fit, including the focused one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.containers import Container
from textual.geometry import Offset
from textual.widget import Widget

from tui.app.widgets.column import Column
from tui.app.widgets.tabs import ListTabs

if TYPE_CHECKING:
    from datetime import datetime

    from tui.app.widgets.card_face import CardStyle
    from tui.app.widgets.card_list import CardList
    from tui.model.board import BoardList
    from tui.model.card import CardFace
    from tui.settings.known import Density

NARROWEST = 26
WIDEST = 46
"""Minimum and maximum width of a column, in cells."""

FOLDED = 5
"""Width in cells of a collapsed list, with the gap beside it."""

ONE_COLUMN = 60
"""Width in cells below which there is one column and a strip of list names."""


class ColumnRow:
    """Layout of some of a board's lists side by side.

    Args:
        card_style: Style of the cards; the row sets its width.
        prepare: Called with a column before it gets a list.
        point: Shows the cursor; called when the columns have their lists.

    Attributes:
        lists: The board's lists, in order.
        columns: The columns, from the left.
        has_mouse: Whether there is a mouse, for which signs are drawn.
        folded: Ids of the collapsed lists, which are shown as narrow columns. If there is room for one column
            only, they are shown expanded.
    """

    def __init__(
        self,
        board: Container,
        card_style: CardStyle,
        over: Widget,
        prepare: Callable[[Column], None],
        point: Callable[[], None],
    ) -> None:
        self._board, self._over, self._prepare, self._point = board, over, prepare, point
        self.card_style = card_style
        self.has_mouse = True
        self.lists: list[BoardList] = []
        self.focused_index = 0
        self.columns: list[Column] = []
        self.tabs = ListTabs()
        self.folded: frozenset[str] = frozenset()
        self._cards: dict[str, CardList] = {}
        self._tops: dict[str, int] = {}
        self._new_ids: dict[str, str] = {}
        self._first = 0
        self._count = 1

    # --- the board ----------------------------------------------------------------------

    def show(self, lists: Sequence[BoardList], cards: Mapping[str, CardList]) -> None:
        """Show these lists; the focused one stays focused, or else one near it."""
        focused = self._new_ids.get(self.list_id or "", self.list_id)
        self._new_ids = {}
        self.lists, self._cards = list(lists), dict(cards)
        ids = [each.id for each in self.lists]
        self.focused_index = (
            ids.index(focused) if focused in ids else max(0, min(self.focused_index, len(ids) - 1))
        )
        self.lay_out()

    def restyle(self, card_style: CardStyle) -> None:
        """Redraw everything in another card style."""
        self.card_style = card_style
        self.lay_out(anew=True)

    def mark(self, words: tuple[str, ...], item_due: Callable[[CardFace], str] | None) -> None:
        """Highlight these folded words in the titles, and dates of items; ``repaint`` then draws the changed rows."""
        before = self.card_style
        if (words, item_due) != (before.marked, before.item_due):
            # A date may take another row.
            measured = item_due == before.item_due
            self._wear(replace(before, marked=words, item_due=item_due), measured=measured)

    def tell_time(self, now: datetime) -> None:
        """Draw due marks as of ``now``, those that turned at once; others are the same and stay as they are."""
        if now != self.card_style.now:
            self._wear(replace(self.card_style, now=now), measured=False)
            self.repaint()

    def _wear(self, card_style: CardStyle, *, measured: bool) -> None:
        """Use a style of the same width in what is drawn next; ``measured`` if cards are as high as before."""
        self.card_style = card_style
        for cards in () if measured else self._cards.values():
            cards.restyle(card_style)
        for column in self.columns:
            column.restyle(card_style, redraw=False)

    def set_density(self, density: Density) -> None:
        """Show more or less on each card."""
        self.restyle(replace(self.card_style, density=density))

    @property
    def list_id(self) -> str | None:
        """Id of the focused list."""
        return self.lists[self.focused_index].id if 0 <= self.focused_index < len(self.lists) else None

    def card_list(self, list_id: str | None) -> CardList | None:
        """Return the cards of a list."""
        return self._cards.get(list_id or "")

    @property
    def card_lists(self) -> Sequence[CardList]:
        """The cards of each list, in the board's order."""
        return [cards for each in self.lists if (cards := self._cards.get(each.id)) is not None]

    def index_of(self, list_id: str) -> int:
        """Return the index of a list."""
        return next(at for at, each in enumerate(self.lists) if each.id == list_id)

    def is_folded(self, list_id: str | None) -> bool:
        """Return whether a list is drawn collapsed."""
        return list_id in self.folded and not self._is_narrow

    def fold(self, list_ids: Iterable[str]) -> None:
        """Collapse exactly these lists."""
        self.folded = frozenset(list_ids)
        if self.lists:
            self.lay_out()

    # --- columns ------------------------------------------------------------------------

    def column_of(self, list_id: str | None) -> Column | None:
        """Return the column that shows a list, if any."""
        return next(
            (c for c in self.columns if c.board_list is not None and c.board_list.id == list_id), None
        )

    def column_at(self, pointer: Offset) -> Column | None:
        """Return the column under ``pointer``, a position on the screen; its right margin counts."""
        for column in self.columns:
            region = column.region
            if region.x <= pointer.x <= region.right and region.y <= pointer.y < region.bottom:
                return column
        return None

    def repaint(self) -> None:
        """Repaint the changed rows of each column."""
        for column in self.columns:
            column.repaint_list()

    @property
    def _width(self) -> int:
        """Width of the board; before the first layout that of the terminal, so that the first frame has columns."""
        return self._board.size.width or self._board.app.size.width

    @property
    def _is_narrow(self) -> bool:
        """Whether there is room for one column only."""
        return self._width < ONE_COLUMN

    def lay_out(self, *, anew: bool = False) -> None:
        """Create as many whole columns as fit, and assign the lists to them."""
        width, one = self._width, self._is_narrow
        folded = 0 if one else sum(each.id in self.folded for each in self.lists)
        # Many collapsed lists must leave room for the others; the board scrolls over them.
        room = width - min(folded * FOLDED, width // 3)
        whole = max(1, min(len(self.lists) - folded, 1 if one else room // NARROWEST))
        each = min(room // whole, width if one else WIDEST)
        self.tabs.display = one and len(self.lists) > 1
        anew = anew or each - 1 != self.card_style.width
        if anew:
            self.card_style = replace(self.card_style, width=max(each - 1, 4))
            self._save_tops(forget=True)
            for cards in self._cards.values():
                cards.restyle(self.card_style)
        # Without collapsed lists the number of columns is fixed; with them it is the maximum that any part of
        # the board needs.
        most = max((self._count_from(first) for first in range(len(self.lists))), default=1)
        self._make_columns(most, anew=anew)

    def _make_columns(self, count: int, *, anew: bool) -> None:
        """Create or remove columns until there are ``count``, and assign the lists to them."""
        columns = self.columns
        for extra in columns[count:]:
            _ = extra.remove()
        missing = [Column(self.card_style) for _ in range(count - len(columns))]
        self.columns = columns[:count] + missing
        if missing:
            _ = self._board.mount_all(missing, before=self._over)
        for column in self.columns:
            if column.card_style is not self.card_style:
                column.restyle(self.card_style)
        self.assign(anew=anew or bool(missing))

    def _cells(self, at: int) -> int:
        """Return the width of the list at an index, with the gap beside it."""
        return FOLDED if self.is_folded(self.lists[at].id) else self.card_style.width + 1

    def _count_from(self, first: int) -> int:
        """Return how many lists fit from the index ``first`` on; at least one."""
        used = count = 0
        for at in range(first, len(self.lists)):
            used += self._cells(at)
            if count and used > self._width:
                break
            count += 1
        return max(count, 1)

    def _save_tops(self, *, forget: bool = False) -> None:
        for column in self.columns:
            if column.board_list is not None:
                self._tops[column.board_list.id] = 0 if forget else column.top

    def replace_ids(self, names: Mapping[str, str]) -> None:
        """Replace ids of lists by their new ones, before these lists are shown; focus and scroll offsets stay as they are."""
        self._save_tops()
        self._new_ids |= {each.id: names[each.id] for each in self.lists if each.id in names}
        self._tops = {names.get(list_id, list_id): top for list_id, top in self._tops.items()}

    def assign(self, *, anew: bool = False) -> None:
        """Assign the visible lists to the columns, including the focused one."""
        self._save_tops()
        first = self._first_with_focus(max(0, min(self._first, self._last_first())))
        moved, self._first = first != self._first, first
        self._count = self._count_from(first)
        for offset, column in enumerate(self.columns):
            at = first + offset
            board_list = self.lists[at] if offset < self._count and at < len(self.lists) else None
            self._size(column, board_list, offset)
            cards = self._cards.get(board_list.id) if board_list else None
            if anew or moved or column.cards is not cards or column.board_list != board_list:
                self._prepare(column)
                column.show(board_list, cards, top=self._tops.get(board_list.id, 0) if board_list else 0)
        self._name_others(first)
        self._point()

    def _size(self, column: Column, board_list: BoardList | None, offset: int) -> None:
        """Set the width of a column; an unused column beside others gets none."""
        column.display = board_list is not None or not offset
        folded = board_list is not None and self.is_folded(board_list.id)
        column.fold(folded, may_fold=self.has_mouse and not self._is_narrow)
        width = FOLDED - 1 if folded else self.card_style.width
        if column.styles.width is None or column.styles.width.value != width:
            column.styles.width = width

    def _last_first(self) -> int:
        """Return the index of the first visible list when the board is scrolled to its right end."""
        first, used = len(self.lists), 0
        while first > 0 and (used := used + self._cells(first - 1)) <= self._width:
            first -= 1
        return min(first, max(len(self.lists) - 1, 0))

    def _first_with_focus(self, first: int) -> int:
        """Return the index nearest to ``first`` from which the focused list is fully visible."""
        if self.focused_index < first:
            return max(self.focused_index, 0)
        while first < self.focused_index and self.focused_index >= first + self._count_from(first):
            first += 1
        return first

    def _name_others(self, first: int) -> None:
        """Show the names of off-screen lists: in the strip, or at the outer edges of the columns."""
        names = [each.name for each in self.lists]
        self.tabs.show(names, self.focused_index, self.card_style.width)
        whole = [column for column in self.columns if column.board_list is not None and not column.folded]
        for column in whole:
            left, right = column is whole[0], column is whole[-1]
            if self.tabs.display:
                left = right = False
            column.name_neighbours(
                names[:first] if left else (), names[first + self._count :] if right else ()
            )

    def scroll_sideways(self, by: int) -> bool:
        """Scroll by so many lists, keeping the focus on a visible one; return whether it scrolled."""
        first = max(0, min(self._first + by, self._last_first()))
        if first == self._first:
            return False
        self._first = first
        self.focused_index = max(first, min(self.focused_index, first + self._count_from(first) - 1))
        self.assign(anew=True)
        return True
