"""Reading: what the service has now, or what the store has of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from tui.cli.online.reach import current, reached_service
from tui.cli.session import run
from tui.errors import Unreachable
from tui.model.sync import frame_of

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.workspace import Workspace

T = TypeVar("T")


def run_read(work: Callable[[Workspace], Awaitable[T]]) -> T:
    """Run ``work``, which shows what the account has, and return its result.

    Raises:
        Unreachable: The service cannot be asked, and never was before: there is nothing to show.
    """

    async def checked(workspace: Workspace) -> T:
        if current().why and workspace.access.me() is None and not workspace.boards.all():
            raise Unreachable(
                current().why, service="board", hint="Nothing of this account was ever read here."
            )
        return await work(workspace)

    return run(checked)


async def fetch_board(workspace: Workspace, text: str, *, cards: bool = True) -> Board:
    """Find the board that ``text`` names and fetch all of it; if that is impossible, use the stored one.

    Without ``cards`` only its lists, labels and members are fetched, in one request.

    Raises:
        UsageError: There is no such board.
        RemoteError: The service cannot be asked, and the board was never fetched here.
    """
    board = workspace.names.board(text)
    fetch = workspace.boards.pull if cards else workspace.boards.fetch
    also = () if cards else (frame_of(board.id),)
    reached = await reached_service(lambda: fetch(board.id), board.id, *also)
    if not reached and not workspace.boards.was_read(board.id) and not workspace.boards.lists(board.id):
        raise never_read(f"The board {board.name!r}")
    return board


def never_read(thing: str) -> Unreachable:
    """Return the error that ``thing`` is not here and cannot be asked for: ``The board 'Leads'``."""
    return Unreachable(f"{thing} was never read here. {current().why}", service="board")
