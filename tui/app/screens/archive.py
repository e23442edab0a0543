"""ArchiveScreen: shows the archived lists and cards of a board, and restores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content

from tui.app.commands.command import Choice
from tui.app.commands.list_pages import ARCHIVE
from tui.app.screens.list_page import ListPage
from tui.errors import RemoteError
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.widgets.rows import Row
    from tui.model.board import Board
    from tui.workspace import Workspace

_MOST = 2000
"""Maximum number of cards shown; searching finds the others."""


class ArchiveScreen(ListPage):
    """The page of the archived lists and cards of a board."""

    heading = "Archive"
    nothing = (
        "Nothing is archived on this board.\n\n{archive-card} on a card archives it, {archive-list} a list."
    )
    about = frozenset({"cards", "lists", "boards"})
    commands = ARCHIVE

    def __init__(self, workspace: Workspace, board: Board, *, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(workspace, keys=keys)
        self._board = board
        self._whole = False

    def on_mount(self) -> None:
        """Show the stored archive, and fetch the rest. Textual calls the base class's handlers too."""
        self._fetch()

    @work(group="fetch", exclusive=True, exit_on_error=False)
    async def _fetch(self) -> None:
        """Fetch all archived cards; being offline is not reported, because the stored cards are shown anyway."""
        before: str | None = None
        while True:
            try:
                before = await self.workspace.archive.fetch(self._board.id, before)
            except RemoteError:
                return
            if before is None:
                self._whole = True
                self.reload()
                return

    @property
    def board(self) -> Board:
        """The board, as it is now."""
        return self.workspace.boards.get(self._board.id) or self._board

    def title_words(self) -> str:
        """Return the board's name and the numbers of archived lists and cards; cards of such a list are not counted."""
        count = self.workspace.archive.count(self._board.id)
        lists = len(self.workspace.archive.lists(self._board.id))
        more = "" if self._whole else " here so far"
        order = ", the last touched first" if count > 1 else ""
        listed = f"{lists:,} list{'s' * (lists != 1)} · " if lists else ""
        return f"{safe_line(self.board.name)} · {listed}{count:,} card{'s' * (count != 1)}{more}{order}"

    def entries(self) -> list[Row]:
        """Return the rows of the lists, then those of the cards."""
        return [(each.value, _line(each.text, each.note)) for each in self.choices()]

    def go_to(self, chosen: str) -> None:
        """Put the cursor on a row."""
        self.rows.move_cursor_to(chosen)

    def choices(self) -> list[Choice]:
        """Return the archived lists, then the cards."""
        lists = self.workspace.archive.lists(self._board.id)
        names = {each.id: each.name for each in (*self.workspace.boards.lists(self._board.id), *lists)}
        found = [Choice(f"list:{each.id}", each.name, "list") for each in lists]
        placed = (
            (one, names.get(one.list_id, "")) for one in self.workspace.archive.latest(self._board.id, _MOST)
        )
        return found + [Choice(f"card:{one.id}", one.name, where, also=where) for one, where in placed]


def _line(name: str, where: str) -> Content:
    return Content.assemble(safe_line(name), (f"  {safe_line(where)}" if where else "", "$ink-quiet"))
