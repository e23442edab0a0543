"""Cursor: the cursor on the board, its movements, and the card carried with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tui.app.widgets.column import HEAD, Column
from tui.model import position

if TYPE_CHECKING:
    from tui.app.widgets.card_list import CardList
    from tui.app.widgets.column_row import ColumnRow
    from tui.model.card import CardFace


class Cursor:
    """The cursor on one of the cards of a row of columns.

    Args:
        walked: Called when the cursor moved to another card, to none, or to another list.
        slid: Called when the card with the cursor left its list, so that the cursor is on another card.

    Attributes:
        acted_ids: Ids of cards that the user acts on; it is not reported when they leave the list.
        unmoved: Whether the user has not moved the cursor yet, so that it need not stay on its card.
    """

    def __init__(
        self,
        row: ColumnRow,
        walked: Callable[[CardFace | None], object],
        slid: Callable[[CardFace], object],
    ) -> None:
        self._row, self._on_walked, self._on_slid = row, walked, slid
        self.acted_ids: frozenset[str] = frozenset()
        self.unmoved = False
        self._indices: dict[str, int] = {}
        self._last_seen: CardFace | None = None  # the card with the cursor when last shown
        self._last_reported: tuple[str | None, str | None] = (None, None)  # ids of list and card

    @property
    def cards(self) -> CardList | None:
        """The cards of the list with the cursor."""
        return self._row.card_list(self._row.list_id)

    @property
    def index(self) -> int:
        """Index of the cursor in its list."""
        return self._indices.get(self._row.list_id or "", 0)

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor; None in a collapsed list, whose cards are hidden."""
        return None if self._row.is_folded(self._row.list_id) else self.card_here

    @property
    def card_here(self) -> CardFace | None:
        """The card at the cursor's place in its list, collapsed or not."""
        return None if self.cards is None else self.cards.face(self.index)

    def set_index(self, list_id: str, index: int) -> None:
        """Set the cursor's index in a list for its next focus, without drawing."""
        self._indices[list_id] = index

    def point(self) -> None:
        """Show the cursor in its column and hide it in all others; report it if it changed."""
        cards, list_id = self.cards, self._row.list_id
        if cards is not None:
            cards.reach(self.index + 1)
            self._indices[cards.list_id] = max(0, min(self.index, len(cards) - 1))
        for column in self._row.columns:
            active = column.board_list is not None and column.board_list.id == list_id
            if active and column.cards is not None and len(column.cards) and column.size.height:
                column.reveal(self.index)
            column.set_cursor(self.index if active else None, active=active)
        self._last_seen = card = self.card
        if self._last_reported != (walked := (list_id, None if card is None else card.id)):
            self._last_reported = walked
            self.acted_ids = frozenset()
            self._on_walked(card)

    # --- walking ------------------------------------------------------------------------

    def go_to(self, index: int) -> None:
        """Move the cursor to the card at ``index`` of this list; out-of-range values mean an end."""
        self.unmoved = False
        if (cards := self.cards) is not None:
            cards.reach(index + 1)
            self._indices[cards.list_id] = max(0, min(index, len(cards) - 1))
            self.point()

    def go_to_list(self, at: int) -> None:
        """Move the cursor to another list, to the card at about the same height; out-of-range values mean an end."""
        self.unmoved = False
        row = self._row
        to = max(0, min(at, len(row.lists) - 1))
        if to == row.focused_index or not row.lists:
            return
        source = row.column_of(row.list_id)
        line = source.row_of(self.index) if source is not None else HEAD
        row.focused_index = to
        row.assign()
        target = row.column_of(row.list_id)
        if target is not None and (index := _level(target, line)) is not None:
            self.go_to(index)

    def level_of(self, at: int) -> int:
        """Return the index of the card in the list at index ``at`` that is at the cursor's height.

        In a collapsed list it is the end.
        """
        beside = self._row.card_list(self._row.lists[at].id)
        if beside is not None and self._row.is_folded(beside.list_id):
            return len(beside)
        source, target = self._row.column_of(self._row.list_id), self._row.column_of(self._row.lists[at].id)
        if source is None or target is None:
            return 0
        return _level(target, source.row_of(self.index)) or 0

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens of cards."""
        column = self._row.column_of(self._row.list_id)
        if column is None or column.cards is None or not len(column.cards):
            return
        line = column.cards.start(self.index) + round(column.room * screens)
        index = column.cards.at(max(line, 0))
        index = len(column.cards) - 1 if index is None else index
        if index == self.index:
            index += 1 if screens > 0 else -1
        self.go_to(index)

    def reveal(self, card_id: str, list_id: str) -> bool:
        """Put the cursor on a card; return False if it is not in that list."""
        cards = self._row.card_list(list_id)
        index = None if cards is None else cards.find(card_id)
        if index is None:
            return False
        self.unmoved = False
        self._row.focused_index = self._row.index_of(list_id)
        self._indices[list_id] = index
        self._row.assign()
        return True

    # --- changes ------------------------------------------------------------------------

    def keep_place(self) -> None:
        """Keep the cursor on its card; report it if the card has left its list."""
        cards, was = self.cards, self._last_seen
        if cards is not None and was is not None and self._last_reported[0] == cards.list_id:
            index = cards.find(was.id)
            if index is not None:
                self._indices[cards.list_id] = index
            elif was.id not in self.acted_ids:
                self._on_slid(was)
        self.point()

    def replace_ids(self, names: Mapping[str, str]) -> None:
        """Replace ids of lists and cards by their new ones; the cursor stays where it is."""
        self._indices = {names.get(list_id, list_id): at for list_id, at in self._indices.items()}
        self.acted_ids = frozenset(names.get(each, each) for each in self.acted_ids)
        if (face := self._last_seen) is not None:
            self._last_seen = face.replace(
                id=names.get(face.id, face.id), list_id=names.get(face.list_id, face.list_id)
            )
        list_id, card_id = self._last_reported
        self._last_reported = (names.get(list_id or "", list_id), names.get(card_id or "", card_id))


class Carry:
    """The lifted card, shown at its possible new place; nothing is written until it is dropped.

    Args:
        cursor: The cursor, which is on the card.
        changed: Repaints the lists with these ids.

    Attributes:
        held: The lifted card and the state to restore, or None.
    """

    def __init__(self, row: ColumnRow, cursor: Cursor, changed: Callable[[set[str]], None]) -> None:
        self._row, self._cursor, self._changed = row, cursor, changed
        self.held: CardFace | None = None

    def lift(self) -> None:
        """Lift the card with the cursor."""
        self.held = self._cursor.card

    def move(self, lists: int, places: int) -> None:
        """Move the card's preview by so many lists and places."""
        row, cursor = self._row, self._cursor
        held, cards = cursor.card_here, cursor.cards
        at = max(0, min(row.focused_index + lists, len(row.lists) - 1))
        target = row.card_list(row.lists[at].id) if row.lists else None
        if held is None or cards is None or target is None:
            return
        index = max(0, cursor.index + places if at == row.focused_index else cursor.level_of(at))
        siblings, place = target.siblings_near(index, {held.id})
        pos = position.at([face.pos for face in siblings], place)
        before = cards.list_id
        if at != row.focused_index:
            self._take_from(cards, held.id)
        target.upsert(held.replace(list_id=target.list_id, pos=pos))
        row.focused_index = at
        cursor.set_index(target.list_id, max(0, min(index, len(target) - 1)))
        row.assign()
        self._changed({before, target.list_id})

    def update_preview(self, now: CardFace, preview: CardFace) -> set[str]:
        """Show the card, whose state is ``now``, at its previewed place; return the ids of changed lists."""
        self.held = now
        shown, different = now.replace(list_id=preview.list_id, pos=preview.pos), set()
        for cards in self._row.card_lists:
            here = cards.list_id == shown.list_id
            if cards.upsert(shown) if here else self._take_from(cards, shown.id):
                different.add(cards.list_id)
        return different

    def _take_from(self, cards: CardList, card_id: str) -> bool:
        """Show the lifted card no longer in this list, which has it still if it is its own; return whether it was."""
        own = self.held is not None and cards.list_id == self.held.list_id
        return cards.hide(card_id) if own else cards.drop(card_id)

    def put_down(self) -> CardFace | None:
        """Drop the card; return it at its new place, or None if it has not moved."""
        held, card = self.held, self._cursor.card_here
        self.held = None
        if held is None or card is None or (card.list_id, card.pos) == (held.list_id, held.pos):
            return None
        return card

    def put_back(self) -> bool:
        """Restore the card's place; return False if its list is gone."""
        held, card, cards = self.held, self._cursor.card_here, self._cursor.cards
        self.held = None
        if held is None or card is None or cards is None:
            return True
        self._cursor.acted_ids |= {card.id}
        cards.drop(card.id)
        if (home := self._row.card_list(held.list_id)) is not None:
            home.upsert(held)
        self._changed({cards.list_id, held.list_id})
        return self._cursor.reveal(held.id, held.list_id)

    def replace_ids(self, names: Mapping[str, str]) -> None:
        """Replace the lifted card's id by its new one."""
        if self.held is not None and self.held.id in names:
            self.held = self.held.replace(id=names[self.held.id])


def _level(column: Column, row: int) -> int | None:
    """Return the index of the card of ``column`` at ``row`` or just above, or None without cards."""
    if column.cards is None or not len(column.cards):
        return None
    index = column.cards.at(max(column.top + row - HEAD, 0))
    return len(column.cards) - 1 if index is None else index
