"""The cursor on the board: which card has it, where it goes, and what becomes of it when cards go elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from textual.message import Message
from textual.widget import Widget

from tui.app.widgets.card_face import Look
from tui.app.widgets.card_list import CardList
from tui.app.widgets.column import HEAD, Column
from tui.app.widgets.column_row import ColumnRow
from tui.model.card import CardFace


class CursorRow(ColumnRow):
    """A row of columns, and a cursor on one of their cards.

    Args:
        look: How cards are drawn.
        over: What lies over the columns.

    Attributes:
        acted: Cards the user is doing something to, while the cursor stays: that they go is no surprise.
    """

    @dataclass
    class Walked(Message):
        """The cursor is on another card, or on none, or in another list."""

        card: CardFace | None

    @dataclass
    class Slid(Message):
        """The card with the cursor left its list, so another one has the cursor now.

        Attributes:
            card: What it was.
        """

        card: CardFace

    def __init__(self, look: Look, over: Widget) -> None:
        super().__init__(look, over)
        self.acted: frozenset[str] = frozenset()
        self._cursors: dict[str, int] = {}
        self._face: CardFace | None = None  # the card with the cursor, as it was when it was last looked at
        self._walked: tuple[str | None, str | None] = (None, None)  # list and card that were told last

    @property
    def cards(self) -> CardList | None:
        """The cards of the list with the cursor."""
        return self._lists.get(self.list_id or "")

    @property
    def index(self) -> int:
        """Where in its list the cursor is."""
        return self._cursors.get(self.list_id or "", 0)

    @property
    def card(self) -> CardFace | None:
        """The card with the cursor."""
        return None if self.cards is None else self.cards.face(self.index)

    def point(self) -> None:
        """Show the cursor where it is, and nowhere else."""
        cards = self.cards
        if cards is not None:
            self._cursors[cards.list_id] = max(0, min(self.index, len(cards) - 1))
        for column in self.columns:
            active = column.board_list is not None and column.board_list.id == self.list_id
            if active and column.cards is not None and len(column.cards) and column.size.height:
                column.reveal(self.index)
            column.point(self.index if active else None, active=active)
        self._face = card = self.card
        if self._walked != (walked := (self.list_id, None if card is None else card.id)):
            self._walked = walked
            self.acted = frozenset()
            self.post_message(self.Walked(card))

    def go_to(self, index: int) -> None:
        """Move the cursor to a card of this list; past an end means that end."""
        if (cards := self.cards) is not None:
            self._cursors[cards.list_id] = max(0, min(index, len(cards) - 1))
            self.point()

    def go_to_list(self, at: int) -> None:
        """Move the cursor to the list at index ``at``; past an end means that end."""
        to = max(0, min(at, len(self.lists) - 1))
        if to == self.at or not self.lists:
            return
        source = self.column_of(self.list_id)
        row = source.row_of(self.index) if source is not None else HEAD
        self.at = to
        self._assign()
        target = self.column_of(self.list_id)
        if target is not None and (index := self._level(target, row)) is not None:
            self.go_to(index)

    @staticmethod
    def _level(column: Column, row: int) -> int | None:
        """The card of ``column`` at ``row`` or just above it."""
        if column.cards is None or not len(column.cards):
            return None
        index = column.cards.at(max(column.top + row - HEAD, 0))
        return len(column.cards) - 1 if index is None else index

    def page(self, screens: float) -> None:
        """Move the cursor by so many screens of cards."""
        column = self.column_of(self.list_id)
        if column is None or column.cards is None or not len(column.cards):
            return
        line = column.cards.start(self.index) + round(column.room * screens)
        index = column.cards.at(max(line, 0))
        index = len(column.cards) - 1 if index is None else index
        if index == self.index:
            index += 1 if screens > 0 else -1
        self.go_to(index)

    def reveal(self, card_id: str, list_id: str) -> bool:
        """Put the cursor on a card; whether it is there."""
        cards = self._lists.get(list_id)
        index = None if cards is None else cards.find(card_id)
        if index is None:
            return False
        self.at = next(at for at, each in enumerate(self.lists) if each.id == list_id)
        self._cursors[list_id] = index
        self._assign()
        return True

    # --- changes ------------------------------------------------------------------------

    def changed(self, list_ids: Iterable[str]) -> None:
        """Repaint what is different of these lists. The cursor stays on its card if it can."""
        self._keep_place()
        self.point()
        for list_id in list_ids:
            if (column := self.column_of(list_id)) is not None:
                column.repaint_list()

    def _keep_place(self) -> None:
        """Keep the cursor on its card; say so when that is gone from its list."""
        cards, was = self.cards, self._face
        if cards is None or was is None or self._walked[0] != cards.list_id:
            return
        index = cards.find(was.id)
        if index is not None:
            self._cursors[cards.list_id] = index
        elif was.id not in self.acted:
            self.post_message(self.Slid(was))

    def called(self, names: Mapping[str, str]) -> None:
        """Know things by their new ids: the cursor stays where it is."""
        self._cursors = {names.get(list_id, list_id): at for list_id, at in self._cursors.items()}
        if (face := self._face) is not None:
            self._face = replace(
                face, id=names.get(face.id, face.id), list_id=names.get(face.list_id, face.list_id)
            )
        list_id, card_id = self._walked
        self._walked = (names.get(list_id or "", list_id), names.get(card_id or "", card_id))
