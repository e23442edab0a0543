"""Lookup of the board that a word on the command line names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli.session import reached_service
from tui.errors import Unreachable, UsageError
from tui.presentation.named import find_by_name

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.workspace import Workspace


def find_board(workspace: Workspace, text: str) -> Board:
    """Find the board that ``text`` names in the store, open or closed.

    Raises:
        UsageError: There is no such board, or several open ones have that name.
    """
    board = workspace.boards.find(text)
    if board is None:
        names = ", ".join(repr(board.name) for board in workspace.boards.all()[:8])
        hint = f"there are {names}" if names else "import one: cardscout import FILE.json"
        raise UsageError(f"there is no board {text!r}", hint=hint)
    same = [one for one in workspace.boards.all() if one.name.casefold() == text.strip().casefold()]
    if len(same) < 2 or text.strip() in {board.id, board.short_link}:  # a name that only one board has
        return board
    return find_by_name("board", text.strip(), same, lambda one: one.name, spelled=lambda one: repr(one.name))


async def fetch_board(workspace: Workspace, text: str, *, cards: bool = True) -> Board:
    """Find the board that ``text`` names and fetch all of it; if that is impossible, use the stored one.

    Without ``cards`` only its lists, labels and members are fetched, in one request.

    Raises:
        UsageError: There is no such board.
        RemoteError: The service cannot be asked, and the board was never fetched here.
    """
    board = find_board(workspace, text)
    if workspace.trouble is None:
        fetch = workspace.boards.pull if cards else workspace.boards.fetch
        read = await reached_service(workspace, lambda: fetch(board.id))
        if not read and not workspace.boards.lists(board.id):
            raise Unreachable(
                f"The board {board.name!r} was never read here, and the service cannot be asked now.",
                service="board",
            )
    return board
