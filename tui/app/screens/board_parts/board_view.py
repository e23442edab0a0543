"""BoardView: the state that the parts of the board screen share: the open board and its widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.drawing.due_state import drawn_as_of
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar, TitleBar

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tui.app.screens.screen import WorkspaceScreen
    from tui.app.widgets.kanban import Kanban
    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.card import CardFace


class BoardView:
    """The board on the screen.

    Attributes:
        board_id: Id of the board, or None if there is none.
        board: The board as it was read last.
        words: The filter; "" shows all cards.
        sort_words: The order in words, if the filter only sorts.
        marked: Words of the filter that are highlighted in titles, folded.
        item_due: Returns the due date of the checklist item that made a card match, or ""; None if the filter
            has no date.
        asks_beyond_face: Whether the filter tests or sorts by what no card on the board shows.
        pressed_at: When the last key was pressed.
    """

    def __init__(self, page: WorkspaceScreen, clock: Clock, kanban: Kanban, board_id: str | None) -> None:
        self.page, self.clock, self.kanban, self.board_id = page, clock, kanban, board_id
        self.title, self.bar, self.editor = TitleBar(), StatusBar(), LineEditor()
        self.board: Board | None = None
        self.words = self.sort_words = ""
        self.marked: tuple[str, ...] = ()
        self.item_due: Callable[[CardFace], str] | None = None
        self.asks_beyond_face = False
        self.pressed_at = float("-inf")

    @property
    def as_of(self) -> datetime:
        """The time as of which cards are drawn and dates in filters are tested again: a whole minute."""
        return drawn_as_of(self.clock.now())

    def forget_filter(self) -> None:
        """Forget the filter, and what it marks on the cards."""
        self.words = self.sort_words = ""
        self.marked, self.item_due, self.asks_beyond_face = (), None, False
        self.kanban.row.mark(self.marked, self.item_due)

    def open_face(self, card_id: str) -> CardFace | None:
        """Return a card as a list shows it; None if it is gone or archived."""
        face = self.page.workspace.cards.face(card_id)
        return None if face is None or face.closed else face

    def reveal(self, card_id: str) -> bool:
        """Put the cursor on a card, wherever it is on the board by now; return False if it is not shown there."""
        face, reveal = self.open_face(card_id), self.kanban.cursor.reveal
        # A card is known by its current id, or by its id when it was listed, as the service may have replaced it since.
        return face is not None and (reveal(face.id, face.list_id) or reveal(card_id, face.list_id))

    @property
    def is_loading(self) -> bool:
        """Whether the board was never read in full, so that more may be loading."""
        return self.board is not None and not self.page.workspace.boards.was_read(self.board.id)

    @property
    def more_may_arrive(self) -> bool:
        """Whether more may arrive: the service answers, and allows access to the board."""
        workspace = self.page.workspace
        if self.board is not None and workspace.access.is_lost(self.board.id):
            return False
        return workspace.sync.status().state in {"starting", "loading", "synced", "sending", "rate_limited"}
