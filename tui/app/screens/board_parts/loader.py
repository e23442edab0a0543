"""BoardLoader: reads the store into the kanban, and reloads what changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from textual.timer import Timer

from tui.app.widgets.card_list import CardList
from tui.model.values.scalars import is_local

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.board_parts.cursor_place import CursorPlace
    from tui.app.screens.board_parts.header import BoardHeader
    from tui.app.screens.board_parts.recent_changes import RecentChanges
    from tui.app.widgets.card_face import CardStyle
    from tui.model.board import Board, BoardList
    from tui.model.card import CardFace
    from tui.model.change import Change

FEW = 40
"""Maximum number of changed cards that are reloaded one by one; with more, the columns are reread."""

_IDLE = 0.004  # seconds between two slices
_AHEAD = 120  # cards read and measured per slice: about two milliseconds
_FAR_AHEAD = 400  # maximum cards of a list read ahead, a few screens; the rest is read on demand
_SLICE = 1_000  # cards read per slice if all are needed: about four milliseconds
_MAX_POSTPONED = 8  # maximum times that a reread is postponed because keys keep coming
_REREAD_DELAY = 0.25  # seconds between two full rereads during a large sync


class BoardLoader:
    """The reader of a board and of its changes.

    Args:
        head: Shows the title and the empty text.
        reread: Called after all cards were reread, since they may have moved.
        renew: Called after lists, labels and members were reread: what depends on them.
    """

    def __init__(
        self,
        view: BoardView,
        head: BoardHeader,
        place: CursorPlace,
        reread: Callable[[], None],
        *renew: Callable[[], None],
    ) -> None:
        self._view, self._head, self._place, self._on_reread = view, head, place, reread
        self._renew = renew
        self._page, self._kanban = view.page, view.kanban
        self._workspace = view.page.workspace
        self._ahead: Timer | None = None
        self._wants_all = False
        self._reread_timer: Timer | None = None
        self._news: RecentChanges | None = None

    def open(self, board_id: str | None, *, before: Callable[[], None]) -> None:
        """Show another board, with the cursor at its saved place; ``before`` is called before it is read.

        The filter of the previous board is cleared, but one typed before the first board was shown is kept.
        """
        self._kanban.put_back()
        ident = None if board_id is None else self._page.feed.current_id(board_id)
        if self._view.board_id is not None:
            self._view.forget_filter()
        self._view.board_id = ident
        self._kanban.pick(())
        self._workspace.sync.watch(ident)
        before()
        self.read_board(fresh=True)
        self._place.restore()

    def show(self, card_ids: Sequence[str]) -> None:
        """Show new writes, and put the cursor on the first of these cards that is on the board."""
        # The feed receives a write before the code that waits for the write continues.
        self._page.catch_up()
        _ = any(map(self._view.reveal, card_ids))

    def show_early(self, moved: Sequence[CardFace], *, follow: bool) -> bool:
        """Show cards at places that are being written, and put the cursor on the first if it is to ``follow`` it.

        Many cards, and those that were not read, or twice, wait for the change.

        Returns:
            Whether any is shown; then a write that fails must be followed by ``reread``.
        """
        if len(moved) > FEW:
            return False
        different: set[str] = set()
        held_by = self._lists_with(frozenset(face.id for face in moved))
        for face in moved:
            there, homes = self._kanban.row.card_list(face.list_id), held_by[face.id]
            if there is not None and len(homes) == 1:
                homes[0].total -= 1
                there.total += 1
                different |= {homes[0].list_id, *self._patch_card(face.id, face, homes)}
        if different:
            self._kanban.changed(different)
            if not (follow and self._kanban.cursor.reveal(moved[0].id, moved[0].list_id)):
                self._place.return_again()
        return bool(different)

    def reload(self, change: Change | None = None) -> None:
        """Show ``change``."""
        known = self._view.board_id
        if known is not None and (ident := self._page.feed.current_id(known)) != known:
            # A board that was created here now has the service's id; watch and save it under that id.
            self._view.board_id = ident
            self._workspace.sync.watch(ident)
            self._workspace.memory.set("board", ident)
        if change is None:
            self.read_board()
            return
        self._head.look()
        said = {cards.nothing for cards in self._kanban.row.card_lists}
        if self._head.status.state == "loading" or said - {self._head.nothing}:
            # Progress is shown with the next reread, as a title update per page would be too much output.
            self._reread_later()
        if not self._kanban.lists:
            # The text says "nothing" or "nothing yet", depending on the sync status.
            self._head.show_empty()
        if change.nouns & {"boards", "lists", "cards", "labels", "members", "outbox"}:
            self._apply_change(change)
        if self._reread_timer is None:
            self._head.show_title()
        if change.by:
            self._mark_news(change.by)

    def _mark_news(self, by: Mapping[str, str]) -> None:
        """Mark the cards that others have just changed."""
        if self._news is None:
            from tui.app.screens.board_parts.recent_changes import RecentChanges

            self._news = RecentChanges(self._view)
        self._news.mark(by)

    def _apply_change(self, change: Change) -> None:
        """Reload the parts of the board that ``change`` names."""
        if change.board_ids and self._view.board_id not in change.board_ids:
            return
        if change.bound:
            self._kanban.replace_ids(change.bound)
        frame = change.nouns & {"lists", "labels", "members"}
        if frame or self._shows_any(change.bound) or self._take_board_change(change):
            self.read_board()
        elif change.card_ids and len(change.card_ids) <= FEW:
            self.patch(change.card_ids)
        elif "cards" in change.nouns:
            self._reread_later()

    def _shows_any(self, idents: Collection[str]) -> bool:
        """Return whether any of these ids is of a list or of a card that was read, and not of a comment or an item."""
        row = self._kanban.row
        return bool(idents) and any(
            cards.list_id in idents or any(face.id in idents for face in cards.known_faces)
            for cards in row.card_lists
        )

    def _take_board_change(self, change: Change) -> bool:
        """Take over the changes of the board itself; return whether they may concern its lists too."""
        if "boards" not in change.nouns:
            return False
        was, ident = self._view.board, self._view.board_id
        now = self._workspace.boards.get(ident) if ident else None
        if was is None or now is None or was.closed != now.closed:
            return True
        # The board's date changes with each card; rereading all columns would cost more than the card did.
        self._view.board = now
        return False

    def catch_up(self) -> None:
        """Run a deferred reread now."""
        if self._reread_timer is not None:
            self._reread_timer.stop()
            with self._page.boundary():
                self.reread()

    def _reread_later(self) -> None:
        """Schedule a full reread, postponed while keys keep coming."""
        if self._reread_timer is None:
            self._wait_for_quiet(_MAX_POSTPONED)

    def _wait_for_quiet(self, patience: int) -> None:
        self._reread_timer = self._page.set_timer(
            _REREAD_DELAY, partial(self._reread_when_quiet, self._page.pressed, patience)
        )

    def _reread_when_quiet(self, pressed: int, patience: int) -> None:
        if self._page.pressed != pressed and patience:
            self._wait_for_quiet(patience - 1)
        else:
            with self._page.boundary():
                self.reread()

    def _card_lists(
        self, board: Board | None, lists: Sequence[BoardList], look: CardStyle, *, fresh: bool
    ) -> dict[str, CardList]:
        """Return the cards of each list: the existing objects, unless ``fresh``, and new ones."""
        stored, nothing = self._workspace.cards, self._head.nothing
        totals = stored.counts(board.id) if board else {}
        cards: dict[str, CardList] = {}
        for ident in (each.id for each in lists):
            # An empty one is kept too: its length is 0, but it may have a filter.
            known = None if fresh else self._kanban.row.card_list(ident)
            if known is None:
                source, place = partial(stored.next_faces, ident), partial(stored.index_in_list, ident)
                known = CardList(ident, source, totals.get(ident, 0), look, place)
                known.nothing = nothing
            cards[ident] = known
        return cards

    def read_board(self, *, fresh: bool = False) -> None:
        """Read the board and its lists, but only the visible cards."""
        ident = self._view.board_id
        self._view.board = board = self._workspace.boards.get(ident) if ident else None
        self._head.look()
        lists = self._workspace.boards.lists(board.id) if board else []
        look = self._head.style()
        self._kanban.show(lists, self._card_lists(board, lists, look, fresh=fresh))
        if look != self._kanban.row.card_style:
            self._kanban.row.restyle(look)
        if not fresh:
            self.reread()
        for renew in self._renew:
            renew()
        if not fresh:
            self._place.return_again()
        self._head.show_title()
        self._head.show_empty()
        self._read_ahead()

    def reread(self) -> None:
        """Reread the cards, as far down as they are needed."""
        self._reread_timer = None
        if self._view.board is None:
            return
        self._adopt_new_ids()
        self._tell_time()
        totals = self._workspace.cards.counts(self._view.board.id)
        held, preview = self._kanban.held, self._kanban.card
        different, nothing = set(), self._head.nothing
        for cards in self._kanban.row.card_lists:
            was, cards.nothing = cards.nothing, nothing
            if cards.reread(self._needed(cards.list_id), totals.get(cards.list_id, 0)) or was != nothing:
                different.add(cards.list_id)
        if held is not None and preview is not None:
            face = self._view.open_face(held.id)
            self._kanban.release_moved(held.id, face)
            if face is not None and self._kanban.held is not None:
                self._kanban.carry.update_preview(face, preview)
        self._kanban.changed(different)
        self._place.return_again()
        self._head.show_title()
        self._read_ahead()
        self._on_reread()

    def _adopt_new_ids(self) -> None:
        """Rename the carried and selected cards to the service's ids, as another window may have sent them."""
        held_on_to = {
            *self._kanban.picked,
            *(face.id for face in (self._kanban.card, self._kanban.held) if face),
        }
        faces = {ident: self._workspace.cards.face(ident) for ident in held_on_to if is_local(ident)}
        names = {ident: face.id for ident, face in faces.items() if face is not None and face.id != ident}
        if names:
            self._kanban.replace_ids(names)

    def _needed(self, list_id: str) -> int:
        column = self._kanban.row.column_of(list_id)
        last = column.span()[1] if column is not None else 0
        cursor = self._kanban.index if self._kanban.list_id == list_id else 0
        return max(last, cursor) + 30

    def patch(self, card_ids: frozenset[str]) -> None:
        """Reload these cards one by one."""
        if self._view.board is None:
            return
        self._tell_time()
        held_by = self._lists_with(card_ids)
        different: set[str] = set()
        resized: set[str] = set()
        for card_id in card_ids:
            face, homes = self._view.open_face(card_id), held_by[card_id]
            counted_in = self._counted_in(card_id, face, homes)
            resized |= self._resized(face, counted_in)
            different |= self._patch_card(card_id, face, [*homes, counted_in])
        if resized:
            different |= self._count_again(self._view.board.id, resized)
        if different:
            self._kanban.changed(different)
            self._place.return_again()

    def _counted_in(self, card_id: str, face: CardFace | None, homes: Sequence[CardList]) -> CardList | None:
        """Return the list in whose total a changed card was counted; None if that is unknown, as it was not read."""
        # A card that was carried is counted in the list that it was lifted from.
        lifted_from = [cards for cards in self._kanban.row.card_lists if cards.hidden == card_id]
        left = [cards for cards in homes if face is None or cards.list_id != face.list_id]
        return next(chain(lifted_from, left, homes), None)

    def _resized(self, face: CardFace | None, counted_in: CardList | None) -> set[str]:
        """Return the lists that may have another number of cards now that a card changed into ``face``."""
        if counted_in is None or (face in counted_in.known_faces and counted_in.read_since_counted):
            # It is unknown which list the card left, or the lists may have been counted before it came.
            return {cards.list_id for cards in self._kanban.row.card_lists}
        if face is None:
            return {counted_in.list_id}
        return {counted_in.list_id, face.list_id} if face.list_id != counted_in.list_id else set()

    def _tell_time(self) -> None:
        """Draw what changed as of now, as the rest of the board may have been drawn hours ago."""
        self._kanban.row.tell_time(self._view.as_of)

    def _lists_with(self, card_ids: frozenset[str]) -> Mapping[str, Sequence[CardList]]:
        """Return the lists that have read each of these cards: two, if one has read it since it moved there."""
        found: dict[str, list[CardList]] = {card_id: [] for card_id in card_ids}
        for cards in self._kanban.row.card_lists:
            for face in cards.known_faces:
                if face.id in found:
                    found[face.id].append(cards)
        return found

    def _patch_card(self, card_id: str, face: CardFace | None, homes: Iterable[CardList | None]) -> set[str]:
        """Move one card from the lists that had it to its current place; return the ids of the changed lists."""
        held, preview = self._kanban.held, self._kanban.card
        self._kanban.release_moved(card_id, face)
        if held and face and preview and held.id == card_id and self._kanban.held:
            return self._kanban.carry.update_preview(face, preview)
        there = None if face is None else self._kanban.row.card_list(face.list_id)
        different = set()
        for home in homes:
            if home is not None and home is not there and home.drop(card_id):
                different.add(home.list_id)
        again = self._view.asks_beyond_face
        if there is not None and face is not None and there.upsert(face, again=again):
            different.add(there.list_id)
        return different

    def _count_again(self, board_id: str, list_ids: Collection[str]) -> set[str]:
        """Count the cards of these lists; return the ids of those whose number changed."""
        totals = self._workspace.cards.counts(board_id, list_ids)
        different = set()
        for cards in self._kanban.row.card_lists:
            if cards.list_id in list_ids and cards.count(totals.get(cards.list_id, 0)):
                different.add(cards.list_id)
        return different

    def _read_ahead(self) -> None:
        """Read and measure further cards in idle time, so that the next page is shown at once."""
        if self._ahead is None:
            self._ahead = self._page.set_timer(_IDLE * 25, self._read_slice)

    def read_whole(self) -> None:
        """Read all cards in idle time, because a filter, which is about to be typed, tests each."""
        self._wants_all = True
        self._read_ahead()

    def _read_slice(self) -> None:
        self._ahead = None
        for cards in self._kanban.row.card_lists:
            if self._read_some(cards):
                self._ahead = self._page.set_timer(_IDLE, self._read_slice)
                return
        self._wants_all = False

    def _read_some(self, cards: CardList) -> bool:
        """Read or measure the next cards of a list; return whether there were any."""
        with self._page.boundary():
            if self._wants_all and not cards.fully_read:
                return cards.read(len(cards.known_faces) + _SLICE)
            if cards.measured < (end := min(len(cards), _FAR_AHEAD)):
                cards.start(min(cards.measured + _AHEAD, end))
                return True
        return False
