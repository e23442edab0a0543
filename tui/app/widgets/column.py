"""Column: one list, drawn by a single widget that paints lines, however many cards it has.

::

    0        name, count, limit
    1        rule; how many cards are above
    2 … -2   cards
    -1       how many cards are below

Only changed rows are refreshed: a step of the cursor repaints two cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

from rich.cells import cell_len
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from tui.app.guarded import Guarded
from tui.app.widgets.board import column_head, column_lines
from tui.app.widgets.card_face import GAP, CardStyle, State, draw
from tui.errors import CardscoutError
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.widgets.board.column_lines import Side
    from tui.app.widgets.card_list import CardList
    from tui.model.board import BoardList
    from tui.model.card import CardFace

HEAD = 2
"""Number of rows above the cards."""

_COUNT_CELLS = 7  # cells of the rule reserved for the number of cards above
_MAX_DRAWN = 600  # maximum number of cached cards


class Column(Guarded):
    """Widget that shows one list, and another one when the board is scrolled sideways.

    Attributes:
        cards: The cards shown, or None if the column has no list.
        cursor: Index of the card with the cursor, or None.
        lifted: Id of the lifted card, or None.
        mark: Index at which a dragged card would be dropped, or None.
        news: Names of people who have just changed cards, by card id; shown in the gap under the card.
        folded: Whether the list is collapsed: only its count and its name, written vertically, are drawn.
        may_fold: Whether collapsing the list would be visible, so that the sign for it is drawn.
    """

    ALLOW_SELECT = False
    can_focus = False

    class Unread(Message):
        """Message that a drawn card was not searched for people and companies yet."""

        def __init__(self, card_id: str) -> None:
            super().__init__()
            self.card_id = card_id

    def __init__(self, card_style: CardStyle) -> None:
        self._painted: dict[int, Strip] = {}  # filtered rows, until they are refreshed
        self._unpainted: dict[
            int, Strip
        ] = {}  # rows drawn to see whether they changed, until they are painted
        self._render_key: tuple[Size, Color, tuple[LineFilter, ...]] = (Size(), Color(0, 0, 0), ())
        super().__init__()
        self.card_style = card_style
        self.board_list: BoardList | None = None
        self.cards: CardList | None = None
        self.top = 0
        self.active = False
        self.cursor: int | None = None
        self.lifted: str | None = None
        self.picked: frozenset[str] = frozenset()
        self.mark: int | None = None
        self.news: Mapping[str, str] = {}
        self.folded, self.may_fold = False, True
        self._edge: Side = ""
        self._neighbours: tuple[str, str] = ("", "")
        self._drawn: dict[tuple[str, int], tuple[CardFace, Sequence[Strip]]] = {}
        self._blanks: dict[int, Strip] = {}  # rows without text, by width: most of a short list
        self._shown: dict[int, Strip] = {}  # each row as last painted, before the filters

    # --- what it shows ------------------------------------------------------------------

    def show(self, board_list: BoardList | None, cards: CardList | None, *, top: int = 0) -> None:
        """Show ``cards`` from the line ``top`` on."""
        self.board_list, self.cards, self.top = board_list, cards, top
        self.cursor = self.mark = None
        self.clear_reported()
        self.refresh()

    def fold(self, folded: bool, *, may_fold: bool = True) -> None:
        """Set whether the list is collapsed, and whether it can be."""
        if (folded, may_fold) != (self.folded, self.may_fold):
            self.folded, self.may_fold = folded, may_fold
            self.refresh()

    @property
    def _sign(self) -> str:
        """The sign for collapsing, only in the list with the cursor, where it does not clutter the board."""
        return column_head.FOLD_MARK if self.active and self.may_fold else " "

    def is_fold_mark(self, x: int, y: int) -> bool:
        """Return whether the sign for collapsing is at ``x`` and ``y``, or beside it."""
        return not y and x >= self.size.width - 2 and self._sign != " " and not self.folded

    def name_neighbours(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Show the names of the off-screen lists on either side, in the rule."""
        room = self.card_style.width // 2 if before and after else self.card_style.width - _COUNT_CELLS
        neighbours = (column_head.before_words(before, room), column_head.after_words(after, room))
        if neighbours != self._neighbours:
            self._neighbours = neighbours
            self.refresh(Region(0, 1, self.size.width, 1))

    @property
    def name_cut(self) -> bool:
        """Whether the list's name is too long for the head."""
        if self.board_list is None or self.cards is None or self.folded:
            return self.folded
        name = safe_line(self.board_list.name)
        count = column_head.count_words(self.board_list, self.cards)[0]
        return cell_len(name) > column_head.name_room(count, self.card_style.width)

    def restyle(self, card_style: CardStyle, *, redraw: bool = True) -> None:
        """Use another card style, and redraw everything unless ``repaint_list`` will do that."""
        self.card_style = card_style
        self._drawn.clear()
        self._blanks.clear()
        if redraw:
            self.refresh()

    def on_resize(self) -> None:
        """Keep the card with the cursor visible, and leave no rows empty that a card above could fill."""
        top = self.top
        self._fill()
        if self.top != top:
            self.refresh()  # it may have been painted in its new size already
        if self.cursor is not None:
            self.reveal(self.cursor)

    @property
    def size(self) -> Size:
        """The size; Textual would look for borders and padding for each line of a frame, and there are none."""
        return self.outer_size

    @property
    def room(self) -> int:
        """Number of rows for cards."""
        return max(self.size.height - HEAD - 1, 1)

    def set_cursor(self, cursor: int | None, *, active: bool) -> None:
        """Set the card with the cursor and whether the cursor is in this list."""
        if active != self.active:
            self.active = active
            if self.folded or (self.cards is not None and not len(self.cards)):
                self.refresh()  # also the rest of it shows where the cursor is
            else:
                self.refresh(Region(0, 0, self.size.width, HEAD))
        if cursor != self.cursor:
            before, self.cursor = self.cursor, cursor
            self.repaint(before)
            self.repaint(cursor)

    def repaint(self, index: int | None) -> None:
        """Refresh the rows of one card."""
        if index is None or self.cards is None or self.folded or index >= len(self.cards):
            return
        first = max(HEAD, HEAD + self.cards.start(index) - self.top)
        last = min(HEAD + self.room, HEAD + self.cards.end(index) - self.top)
        if last > first:
            self.refresh(Region(0, first, self.size.width, last - first))

    def repaint_list(self) -> None:
        """Refresh only the rows that a change of the list altered, and keep the scroll offset in bounds.

        Most changes are off the screen: while many cards arrive, few visible rows change.
        """
        self._fill()
        lines = [self._line(y) for y in range(self.size.height)]
        changed = {y: line for y, line in enumerate(lines) if line != self._shown.get(y)}
        self.clear_reported()
        if changed:
            self.refresh(*column_lines.regions(changed, self.size.width))
        self._unpainted = changed

    def _fill(self) -> None:
        """Keep the scroll offset in bounds: there are empty rows below the last card only if all cards fit."""
        if (
            self.cards is not None
            and not self.folded
            and self.top
            and self.cards.settled
            and not self.cards.reaches(self.top + self.room - 1)
        ):
            self.top = max(0, self.cards.lines() - self.room)

    # --- scrolling ----------------------------------------------------------------------

    def scroll_by(self, lines: int) -> bool:
        """Scroll by so many lines; return whether anything moved."""
        if self.cards is None or self.folded:
            return False
        top = max(0, self.top + lines)
        if lines > 0 and not self.cards.reaches(top + self.room - 1):
            top = max(0, self.cards.lines() - self.room)
        if top == self.top:
            return False
        self.top = top
        self.refresh()
        return True

    def reveal(self, index: int) -> None:
        """Scroll to show the whole card at ``index``, by half a screen, so that most steps scroll nothing."""
        if self.cards is None or self.folded or index >= len(self.cards):
            return
        start, end = self.cards.start(index), self.cards.end(index)
        if end > self.top + self.room:
            self.scroll_by(min(start, end - self.room // 2) - self.top)
        elif start < self.top:
            self.scroll_by(min(start, max(end - self.room, start - self.room // 2)) - self.top)

    # --- where things are ---------------------------------------------------------------

    def index_at(self, y: int) -> int | None:
        """Return the index of the card at row ``y``, or None in the head, in a gap or below the last."""
        if self.cards is None or self.folded or not HEAD <= y < HEAD + self.room:
            return None
        line = self.top + y - HEAD
        index = self.cards.at(line)
        return index if index is not None and line < self.cards.end(index) else None

    def drop_index_at(self, y: int) -> int:
        """Return the drop index for a card at row ``y``: above a card's middle is before that card.

        A collapsed list takes it at its end.
        """
        if self.cards is None or self.folded:
            return 0 if self.cards is None else len(self.cards)
        line = max(self.top + min(y, HEAD + self.room - 1) - HEAD, 0)
        if (index := self.cards.at(line)) is None:
            return len(self.cards)
        middle = (self.cards.start(index) + self.cards.end(index)) / 2
        return index if line < middle else index + 1

    def row_of(self, index: int) -> int:
        """Return the row of the first line of the card at ``index``; may be outside the widget."""
        return HEAD + (0 if self.cards is None else self.cards.start(index) - self.top)

    def span(self) -> tuple[int, int]:
        """Return the first and the last index with a row on the screen; the last is -1 if there is none."""
        if self.cards is None or self.folded or not len(self.cards):
            return 0, -1
        last = self.cards.at(self.top + self.room - 1)
        return self.cards.at(self.top) or 0, len(self.cards) - 1 if last is None else last

    def drop_mark(self, place: int | None) -> None:
        """Draw the drop mark at ``place``, or remove it."""
        if place == self.mark:
            return
        rows = {self._mark_row(self.mark), self._mark_row(place)}
        self.mark = place
        for row in rows - {None}:
            self.refresh(Region(0, row or 0, self.size.width, 1))

    def edge_mark(self, side: Side) -> None:
        """Mark the side of the column where a dragged list would be dropped; "" removes the mark."""
        if side != self._edge:
            self._edge = side
            self.refresh(Region(0, 1, self.size.width, 1))

    def _mark_row(self, place: int | None) -> int | None:
        """Return the drop mark's row: the gap above ``place``, or the rule; compact cards have no gaps."""
        if place is None or self.cards is None:
            return None
        if self.folded:
            return HEAD - 1
        row = HEAD + self.cards.start(place) - self.top - 1
        return row if HEAD - 1 <= row < self.size.height else None

    # --- painting -----------------------------------------------------------------------

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the lines of ``crop``; overridden entirely, because Textual's method takes a millisecond more."""
        how = (self.size, self.background_colors[1], column_lines.without_ansi(self.get_line_filters()))
        if how != self._render_key:
            self._render_key = how
            self._painted.clear()
            self._unpainted.clear()
        missing = [y for y in range(crop.y, crop.bottom) if y not in self._painted]
        try:
            lines = {y: self._unpainted.pop(y) if y in self._unpainted else self._line(y) for y in missing}
        except CardscoutError as error:
            self.report_once(error)
            lines = dict.fromkeys(missing, self._plain(""))
        self._shown.update(lines)
        for y, line in lines.items():
            self._painted[y] = column_lines.filtered(line, how[2], how[1])
        painted = [self._painted[y] for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != self.size.width:
            return [line.crop(crop.x, crop.right) for line in painted]
        return painted

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Repaint these rows; Textual may also request rows between and beside them."""
        if not regions:
            self._painted.clear()
            self._unpainted.clear()
        for region in regions:
            for y in range(region.y, region.bottom):
                self._painted.pop(y, None)
                self._unpainted.pop(y, None)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_line(self, y: int) -> Strip:
        """Render one line."""
        return self.render_lines(Region(0, y, self.size.width, 1))[0]

    def _line(self, y: int) -> Strip:
        if self.board_list is None or self.cards is None:
            return self._plain("")
        if self.mark is not None and y == self._mark_row(self.mark):
            return self._drop_line(y)
        if y < HEAD or self.folded:
            return self._head_line(self.board_list, self.cards, y)
        if y >= HEAD + self.room:
            return self._plain(
                column_head.below_words(self.cards, self.span()[1], self.top + self.room), right=True
            )
        return self._card_line(self.cards, self.top + y - HEAD)

    def _head_line(self, board_list: BoardList, cards: CardList, y: int) -> Strip:
        if y == HEAD - 1:
            return self._rule(cards)
        style, size = self.card_style, self.size
        if self.folded:
            return column_lines.folded(board_list, cards, y - HEAD, style, size, active=self.active)
        sign = self._sign
        return column_lines.title(board_list, cards, style, size.width, active=self.active, sign=sign)

    def _card_line(self, cards: CardList, line: int) -> Strip:
        index = cards.at(line)
        if index is None:
            return self._plain("" if len(cards) else column_head.empty_words(cards, line, active=self.active))
        strips = self._strips(index)
        row = line - cards.start(index)
        if row < len(strips):
            return strips[row]
        words = (
            column_head.news_words(self.news, cards.face(index)) if self.news and row == len(strips) else ""
        )
        if not words:
            return self._plain("")
        return column_lines.line(
            [(words, self.card_style.between("found"))], self.card_style, self.size.width
        )

    def _strips(self, index: int) -> Sequence[Strip]:
        face = self.cards.face(index) if self.cards else None
        if face is None:
            return ()
        # A plain number, because flags are compared and hashed by functions in Python; and the id, because hashing
        # a face reads all of its fields.
        key = (face.id, int(self._state(face, index)))
        drawn_of, found = self._drawn.get(key, (None, ()))
        if drawn_of is not face and drawn_of != face:
            if face.subject is None:
                # While it paints, the screen is the active sender, and a message stops bubbling at its
                # sender.
                self.post_message(self.Unread(face.id).set_sender(self))
            if len(self._drawn) > _MAX_DRAWN:
                self._drawn.clear()
            found = draw(face, self.card_style, key[1])
            self._drawn[key] = (face, found)
        return found

    def _state(self, face: CardFace, index: int) -> State:
        state = State.CURSOR if index == self.cursor and self.active else State.PLAIN
        if face.id == self.lifted:
            state |= State.LIFTED
        if face.id in self.picked:
            state |= State.PICKED
        if face.id in self.news and not GAP[self.card_style.density]:
            state |= State.NEWS  # there is no gap to show the name in
        return state

    def _rule(self, cards: CardList) -> Strip:
        if self._edge:
            return column_lines.edge(self._edge, self.card_style, self.size.width)
        before, after = ("", "") if self.folded else self._neighbours
        if not self.folded:
            after = column_head.above_words(cards, self.top) + after
        return column_lines.rule(before, after, self.card_style, self.size.width, active=self.active)

    def _drop_line(self, y: int) -> Strip:
        if y >= HEAD and not GAP[self.card_style.density] and (self.mark or 0) > 0:
            # There is no gap to draw the mark in.
            above = self._card_line(self.cards, self.top + y - HEAD) if self.cards else self._plain("")
            return column_lines.underlined(above, self.card_style)
        return column_lines.drop(self.card_style, self.size.width)

    def _plain(self, words: str, *, right: bool = False) -> Strip:
        if words:
            return column_lines.plain(words, self.card_style, self.size.width, right=right)
        if (width := self.size.width) not in self._blanks:
            self._blanks[width] = column_lines.plain("", self.card_style, width)
        return self._blanks[width]
