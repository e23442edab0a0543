"""Targets: the boards, lists, labels and members that a rule names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import RemoteError, Unreachable, UsageError
from tui.presentation.named import find_by_name

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.workspace import Workspace


async def find_board(workspace: Workspace, text: str) -> Board:
    """Find the board that ``text`` names by id, short link, address or name, and read it if it never was.

    Raises:
        UsageError: No board matches, or several do.
        Unreachable: It was never read, and the service does not answer.
    """
    board = workspace.boards.find(text)
    if board is None:
        # Where nothing may be sent, as with a token that may only read, the boards are known all the same.
        if workspace.sync.status().state not in {"synced", "held"}:
            raise Unreachable(f"the board {text!r} is not known here yet", service="board")
        names = ", ".join(each.name for each in workspace.boards.all())
        raise UsageError(f"there is no board {text!r}", hint=f"there are {names or 'none'}")
    same = [one for one in workspace.boards.all() if one.name.casefold() == text.strip().casefold()]
    if len(same) > 1 and text.strip() not in {board.id, board.short_link}:
        listed = ", ".join(one.id for one in same)
        raise UsageError(f"{len(same)} boards are called {text!r}", hint=f"name one by its id: {listed}")
    if not workspace.boards.was_read(board.id):
        await workspace.boards.pull(board.id)
    return board


async def find_list(workspace: Workspace, board: Board, text: str) -> BoardList:
    """Find the open list of a board that ``text`` names; ask the service once more before it is missing.

    Raises:
        UsageError: No list matches, or several do.
    """
    try:
        return _list(workspace, board, text)
    except UsageError:
        await _refresh(workspace, board)
        return _list(workspace, board, text)


def _list(workspace: Workspace, board: Board, text: str) -> BoardList:
    lists = workspace.boards.lists(board.id)
    return find_by_name(
        "list",
        text,
        lists,
        lambda one: one.name,
        spelled=lambda one: repr(one.name),
        where=f" on {board.name!r}",
    )


async def find_label(workspace: Workspace, board: Board, text: str) -> Label:
    """Find the label of a board that ``text`` names by id, name or colour.

    Raises:
        UsageError: No label matches, or several do.
    """
    try:
        return _label(workspace, board, text)
    except UsageError:
        await _refresh(workspace, board)
        return _label(workspace, board, text)


def _label(workspace: Workspace, board: Board, text: str) -> Label:
    return find_by_name(
        "label",
        text,
        workspace.boards.labels(board.id),
        lambda one: one.name,
        lambda one: one.color or one.name,
        spelled=lambda one: one.name or one.color or "",
    )


def find_member(workspace: Workspace, board: Board, text: str) -> Member:
    """Find the member of a board that ``text`` names: ``me``, or by id, username or name.

    Raises:
        UsageError: No member matches, or several do.
    """
    if text == "me" and (me := workspace.access.me()) is not None:
        return me
    return find_by_name(
        "member",
        text.removeprefix("@"),
        workspace.boards.members(board.id),
        lambda one: one.username,
        lambda one: one.full_name,
        spelled=lambda one: f"@{one.username}",
    )


async def _refresh(workspace: Workspace, board: Board) -> None:
    try:
        await workspace.boards.pull(board.id)
    except RemoteError:
        return
