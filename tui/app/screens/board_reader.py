"""The store read into the kanban, and read again when it is different."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from tui.app.screens.board_view import BoardView
from tui.app.widgets.card_list import CardList
from tui.clock import Clock
from tui.model.card import CardFace
from tui.model.change import Change

if TYPE_CHECKING:
    from tui.workspace import Workspace

FEW = 40
"""Changed cards that are looked at one by one; more, and the columns are read again."""

PLACE = "place:"
"""What the cursor's place on a board is remembered under: before the board's id."""

_FAR = 2_000  # cards of a list that are not all read to find the one with the cursor
_IDLE = 0.004  # seconds between two readings ahead
_AHEAD = 120  # cards read and measured ahead at once: some two milliseconds
_PATIENCE = 8  # times a reading is put off for keys that keep coming
_BUSY = 0.25  # seconds between two readings of everything while the sync pours cards in


class BoardReader(BoardView):
    """Reads a board, and what became different of it. Its arguments are the view's."""

    def __init__(
        self,
        workspace: "Workspace",
        board_id: str | None,
        *,
        clock: Clock,
        account: str = "local",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, board_id, clock=clock, account=account, keys=keys)
        self._ahead: Timer | None = None
        self._again: Timer | None = None

    def on_mount(self) -> None:
        """Show the board. The toolkit calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.wear())
        self.open_board(self._board_id)

    # --- reading --------------------------------------------------------------------------

    def open_board(self, board_id: str | None) -> None:
        """Show another board."""
        self.kanban.put_back()
        self._board_id = board_id = None if board_id is None else self.now_called(board_id)
        self._words = ""
        self.kanban.pick(())
        self.workspace.watch(board_id)
        self._read_board(fresh=True)
        self._return()

    def _return(self) -> None:
        """Put the cursor where it was when the board was left; its list, when the card is gone or far down."""
        list_id, _, card_id = (self.workspace.remembered(f"{PLACE}{self._board_id}") or "").partition(" ")
        face = self.open_face(card_id) if card_id else None
        cards = self.kanban.card_list(face.list_id) if face is not None else None
        if face is not None and cards is not None and cards.total <= _FAR:
            _ = self.kanban.reveal(face.id, face.list_id)
            return
        home = face.list_id if face is not None else list_id
        self.kanban.go_to_list(next((at for at, each in enumerate(self.lists) if each.id == home), 0))

    def reload(self, change: Change | None = None) -> None:
        """Show what ``change`` made different."""
        super().reload(change)
        if self._board_id is not None and (ident := self.now_called(self._board_id)) != self._board_id:
            # A board made here has got the service's id: it is kept fresh, and opened again, by that.
            self._board_id = ident
            self.workspace.watch(ident)
            self.workspace.remember("board", ident)
        if change is None:
            self._read_board()
            return
        if self._board_id is None and "boards" in change.nouns:
            self.open_board(next((board.id for board in self.workspace.boards()), None))
            return
        if self.workspace.status().state == "loading":
            # How far it is, with the next reading: a title a page would be a burst of bytes a key.
            self._reread_later()
        else:
            self._show_title()
        if self._board is None:
            # Whether there are none, or none yet, is known by how the sync stands.
            self._show_empty()
        if change.nouns & {"boards", "lists", "cards", "labels", "members", "outbox"}:
            self._take(change)

    def _take(self, change: Change) -> None:
        """Show what ``change`` made different on the board."""
        if change.board_ids and self._board_id not in change.board_ids:
            return
        if change.bound:
            self.kanban.called(change.bound)
        if change.bound or change.nouns & {"boards", "lists", "labels", "members"}:
            self._read_board()
        elif change.card_ids and len(change.card_ids) <= FEW:
            self._patch(change.card_ids)
        else:
            self._reread_later()

    def _reread_later(self) -> None:
        """Read everything again soon, but not between two keys of somebody who is walking."""
        if self._again is None:
            self._wait_for_quiet(_PATIENCE)

    def _wait_for_quiet(self, patience: int) -> None:
        self._again = self.set_timer(_BUSY, partial(self._reread_when_quiet, self.pressed, patience))

    def _reread_when_quiet(self, pressed: int, patience: int) -> None:
        if self.pressed != pressed and patience:
            self._wait_for_quiet(patience - 1)
        else:
            with self.boundary():
                self._reread()

    def _read_board(self, *, fresh: bool = False) -> None:
        """Read the board and its lists; of the cards only what can be seen."""
        board = self.workspace.board(self._board_id) if self._board_id else None
        self._board = board
        lists = self.workspace.lists(board.id) if board else []
        totals = self.workspace.counts(board.id) if board else {}
        look = self._look()
        kept = {} if fresh else {each.id: self.kanban.card_list(each.id) for each in lists}
        cards: dict[str, CardList] = {}
        for each in lists:
            known = kept.get(each.id)
            cards[each.id] = known or CardList(
                each.id, partial(self._faces, each.id), totals.get(each.id, 0), look
            )
        for column in cards.values():
            column.coming = self.coming
        self.kanban.show(lists, cards)
        if look != self.kanban.look:
            self.kanban.wear(look)
        if not fresh:
            self._reread()
        self._show_title()
        self._show_empty()
        self._read_ahead()

    def _faces(self, list_id: str, offset: int, limit: int | None) -> Sequence[CardFace]:
        return self.workspace.faces(list_id, offset, limit)

    def open_face(self, card_id: str) -> CardFace | None:
        """A card as a column shows it; None when it is gone or archived."""
        face = self.workspace.face(card_id)
        return None if face is None or face.closed else face

    def _reread(self) -> None:
        """Read the cards again, as far as they had been needed."""
        self._again = None
        if self._board is None:
            return
        totals = self.workspace.counts(self._board.id)
        held, preview = self.kanban.held, self.kanban.card
        different = set()
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is None:
                continue
            was, cards.coming = cards.coming, self.coming
            if cards.reread(self._needed(each.id), totals.get(each.id, 0)) or was != cards.coming:
                different.add(each.id)
        if held is not None and preview is not None:
            self.kanban.moved_away(held.id, self.open_face(held.id))
            if self.holding:
                self.kanban.carry_on(preview)
        self.kanban.changed(different)
        self._show_title()
        self._read_ahead()

    def _needed(self, list_id: str) -> int:
        column = self.kanban.column_of(list_id)
        last = column.span()[1] if column is not None else 0
        cursor = self.kanban.index if self.kanban.list_id == list_id else 0
        return max(last, cursor) + 30

    def _patch(self, card_ids: frozenset[str]) -> None:
        """Look at these cards again."""
        if self._board is None:
            return
        totals = self.workspace.counts(self._board.id)
        different: set[str] = set()
        for card_id in card_ids:
            face = self.open_face(card_id)
            different |= self._patch_card(card_id, face)
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None and cards.total != totals.get(each.id, 0):
                cards.total = totals.get(each.id, 0)
                different.add(each.id)
        if different:
            self.kanban.changed(different)
            self._show_title()

    def _patch_card(self, card_id: str, face: CardFace | None) -> set[str]:
        """Bring one card to where it is now; the lists that changed."""
        held = self.kanban.held
        if held and face and held.id == card_id and (face.list_id, face.pos) == (held.list_id, held.pos):
            return set()
        self.kanban.moved_away(card_id, face)
        different = set()
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is None:
                continue
            here = face is not None and face.list_id == each.id
            if cards.put(face) if here and face is not None else cards.drop(card_id):
                different.add(each.id)
        return different

    def _read_ahead(self) -> None:
        """Read and measure the rest of the cards in idle slices, so that every later jump is at once."""
        if self._ahead is None:
            self._ahead = self.set_timer(_IDLE * 25, self._read_slice)

    def _read_slice(self) -> None:
        self._ahead = None
        for each in self.lists:
            cards = self.kanban.card_list(each.id)
            if cards is not None and cards.measured < len(cards):
                with self.boundary():
                    cards.start(min(cards.measured + _AHEAD, len(cards)))
                    self._ahead = self.set_timer(_IDLE, self._read_slice)
                return
