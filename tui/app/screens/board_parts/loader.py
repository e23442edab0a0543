"""BoardLoader: reads the store into the kanban, and reads again what is different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from tui.app.widgets.card_list import CardList
from tui.model.base import is_local

if TYPE_CHECKING:
    from tui.app.screens.board_parts.cursor_place import CursorPlace
    from tui.app.screens.board_parts.head import BoardHead
    from tui.app.screens.board_parts.shown import Shown
    from tui.model.card import CardFace
    from tui.model.change import Change

FEW = 40
"""Changed cards that are looked at one by one; more, and the columns are read again."""

_IDLE = 0.004  # seconds between two readings ahead
_AHEAD = 120  # cards read and measured ahead at once: some two milliseconds
_FAR_AHEAD = 400  # cards of a list read ahead at most: some screens; the rest when somebody goes there
_PATIENCE = 8  # times a reading is put off for keys that keep coming
_BUSY = 0.25  # seconds between two readings of everything while the sync pours cards in


class BoardLoader:
    """Reads a board, and what became different of it.

    Args:
        shown: The board on the screen.
        head: Shows its title, and what stands where it is empty.
        place: Knows where the cursor was.
        reread: Told when all cards were read again: they may be elsewhere now.
    """

    def __init__(self, shown: Shown, head: BoardHead, place: CursorPlace, reread: Callable[[], None]) -> None:
        self._shown, self._head, self._place, self._told = shown, head, place, reread
        self._page, self._kanban = shown.page, shown.kanban
        self._workspace = shown.page.workspace
        self._ahead: Timer | None = None
        self._again: Timer | None = None

    def open(self, board_id: str | None) -> None:
        """Show another board, from where the cursor was on it."""
        self._kanban.put_back()
        ident = None if board_id is None else self._page.feed.now_called(board_id)
        self._shown.board_id, self._shown.words = ident, ""
        self._kanban.pick(())
        self._workspace.sync.watch(ident)
        self.read_board(fresh=True)
        self._place.return_to()

    def show(self, card_ids: Sequence[str], *, also: Sequence[str] = ()) -> None:
        """Show these cards as they are now, and put the cursor on the first that is on the board."""
        looked = frozenset([*card_ids, *also])
        if len(looked) <= FEW:
            self.patch(looked)
        else:
            self.reread()
        for card_id in card_ids:
            face, reveal = self._shown.open_face(card_id), self._kanban.cursor.reveal
            # By the id it has now, or still had when it was listed a moment ago: the service may have taken it in.
            if face is not None and (reveal(face.id, face.list_id) or reveal(card_id, face.list_id)):
                return

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` made different."""
        known = self._shown.board_id
        if known is not None and (ident := self._page.feed.now_called(known)) != known:
            # A board made here has got the service's id: it is kept fresh, and opened again, by that.
            self._shown.board_id = ident
            self._workspace.sync.watch(ident)
            self._workspace.memory.set("board", ident)
        if change is None:
            self.read_board()
            return
        said = {cards.nothing for cards in self._kanban.row.card_lists}
        if self._workspace.sync.status().state == "loading" or said - {self._head.nothing}:
            # How far it is, with the next reading: a title a page would be a burst of bytes a key.
            self._reread_later()
        else:
            self._head.show_title()
        if not self._kanban.lists:
            # Whether there is nothing, or nothing yet, is known by how the sync stands.
            self._head.show_empty()
        if change.nouns & {"boards", "lists", "cards", "labels", "members", "outbox"}:
            self._take(change)

    def _take(self, change: Change) -> None:
        """Show what ``change`` made different on the board."""
        if change.board_ids and self._shown.board_id not in change.board_ids:
            return
        if change.bound:
            self._kanban.called(change.bound)
        if change.bound or change.nouns & {"boards", "lists", "labels", "members"}:
            self.read_board()
        elif change.card_ids and len(change.card_ids) <= FEW:
            self.patch(change.card_ids)
        else:
            self._reread_later()

    def catch_up(self) -> None:
        """Read now what is put off while the sync pours cards in."""
        if self._again is not None:
            self._again.stop()
            with self._page.boundary():
                self.reread()

    def _reread_later(self) -> None:
        """Read everything again soon, but not between two keys of somebody who is walking."""
        if self._again is None:
            self._wait_for_quiet(_PATIENCE)

    def _wait_for_quiet(self, patience: int) -> None:
        self._again = self._page.set_timer(
            _BUSY, partial(self._reread_when_quiet, self._page.pressed, patience)
        )

    def _reread_when_quiet(self, pressed: int, patience: int) -> None:
        if self._page.pressed != pressed and patience:
            self._wait_for_quiet(patience - 1)
        else:
            with self._page.boundary():
                self.reread()

    def read_board(self, *, fresh: bool = False) -> None:
        """Read the board and its lists; of the cards only what can be seen."""
        ident = self._shown.board_id
        self._shown.board = board = self._workspace.boards.get(ident) if ident else None
        lists = self._workspace.boards.lists(board.id) if board else []
        totals = self._workspace.cards.counts(board.id) if board else {}
        look = self._head.style()
        kept = {} if fresh else {each.id: self._kanban.row.card_list(each.id) for each in lists}
        cards = {
            ident: kept.get(ident)
            or CardList(ident, partial(self._workspace.cards.faces, ident), totals.get(ident, 0), look)
            for ident in (each.id for each in lists)
        }
        nothing = self._head.nothing
        for column in cards.values():
            column.nothing = nothing
        self._kanban.show(lists, cards)
        if look != self._kanban.row.card_style:
            self._kanban.row.restyle(look)
        if not fresh:
            self.reread()
            self._place.return_again()
        self._head.show_title()
        self._head.show_empty()
        self._read_ahead()

    def reread(self) -> None:
        """Read the cards again, as far as they had been needed."""
        self._again = None
        if self._shown.board is None:
            return
        self._know_by_new_ids()
        totals = self._workspace.cards.counts(self._shown.board.id)
        held, preview = self._kanban.held, self._kanban.card
        different, nothing = set(), self._head.nothing
        for cards in self._kanban.row.card_lists:
            was, cards.nothing = cards.nothing, nothing
            if cards.reread(self._needed(cards.list_id), totals.get(cards.list_id, 0)) or was != nothing:
                different.add(cards.list_id)
        if held is not None and preview is not None:
            face = self._shown.open_face(held.id)
            self._kanban.moved_away(held.id, face)
            if face is not None and self._kanban.held is not None:
                self._kanban.carry.show_again(face, preview)
        self._kanban.changed(different)
        self._place.return_again()
        self._head.show_title()
        self._read_ahead()
        self._told()

    def _know_by_new_ids(self) -> None:
        """Know the cards that are held on to by the service's ids: the news that another window sent them may be late."""
        held_on_to = {
            *self._kanban.picked,
            *(face.id for face in (self._kanban.card, self._kanban.held) if face),
        }
        faces = {ident: self._workspace.cards.face(ident) for ident in held_on_to if is_local(ident)}
        names = {ident: face.id for ident, face in faces.items() if face is not None and face.id != ident}
        if names:
            self._kanban.called(names)

    def _needed(self, list_id: str) -> int:
        column = self._kanban.row.column_of(list_id)
        last = column.span()[1] if column is not None else 0
        cursor = self._kanban.index if self._kanban.list_id == list_id else 0
        return max(last, cursor) + 30

    def patch(self, card_ids: frozenset[str]) -> None:
        """Look at these cards again."""
        if self._shown.board is None:
            return
        totals = self._workspace.cards.counts(self._shown.board.id)
        different: set[str] = set()
        for card_id in card_ids:
            face = self._shown.open_face(card_id)
            different |= self._patch_card(card_id, face)
        for cards in self._kanban.row.card_lists:
            if cards.total != (total := totals.get(cards.list_id, 0)):
                cards.total = total
                different.add(cards.list_id)
        if different:
            self._kanban.changed(different)
            self._place.return_again()
            self._head.show_title()

    def _patch_card(self, card_id: str, face: CardFace | None) -> set[str]:
        """Bring one card to where it is now; the lists that changed."""
        held, preview = self._kanban.held, self._kanban.card
        self._kanban.moved_away(card_id, face)
        if held and face and preview and held.id == card_id and self._kanban.held:
            return self._kanban.carry.show_again(face, preview)
        different = set()
        for cards in self._kanban.row.card_lists:
            here = face is not None and face.list_id == cards.list_id
            if cards.put(face) if here and face is not None else cards.drop(card_id):
                different.add(cards.list_id)
        return different

    def _read_ahead(self) -> None:
        """Read and measure cards further down in idle slices, so that a page on is there at once."""
        if self._ahead is None:
            self._ahead = self._page.set_timer(_IDLE * 25, self._read_slice)

    def _read_slice(self) -> None:
        self._ahead = None
        for cards in self._kanban.row.card_lists:
            if cards.measured < (end := min(len(cards), _FAR_AHEAD)):
                with self._page.boundary():
                    cards.start(min(cards.measured + _AHEAD, end))
                    self._ahead = self._page.set_timer(_IDLE, self._read_slice)
                return
