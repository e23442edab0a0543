"""Targets: the boards, lists, labels and members that a rule names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tui.errors import Forbidden, NotFound, RemoteError, Unreachable, UsageError

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.workspace import Workspace

T = TypeVar("T")


async def find_board(workspace: Workspace, text: str) -> Board:
    """Find the board that ``text`` names by id, short link, address or name, and read it if it never was.

    Raises:
        UsageError: No board matches, or several do.
        Unreachable: It was never read, and the service does not answer.
    """
    # A sync that holds writes back, for example because of a read-only token, still knows the boards.
    known = workspace.sync.status().state in {"synced", "held"}
    if not known and workspace.boards.find(text) is None:
        raise Unreachable(f"the board {text!r} is not known here yet", service="board")
    board = workspace.names.board(text)
    if not workspace.boards.was_read(board.id):
        await workspace.boards.pull(board.id)
    return board


async def find_on(workspace: Workspace, board: Board, find: Callable[[str, str], T], text: str) -> T:
    """Find what ``text`` names on a board; the board is read again before it counts as missing.

    Args:
        workspace: The account.
        board: The board.
        find: A method of ``workspace.names``.
        text: A word of the rule.

    Raises:
        UsageError: Nothing matches, or several do.
        RemoteError: Nothing that is known here matches, and the service does not answer.
    """
    away: RemoteError | None = None
    try:
        return find(board.id, text)
    except UsageError:
        try:
            await workspace.boards.pull(board.id)
        except (NotFound, Forbidden):
            pass
        except RemoteError as error:
            away = error
    try:
        return find(board.id, text)
    except UsageError:
        if away is not None:
            # It may be new at the service, so it cannot count as missing.
            raise away from None
        raise
