"""``cardscout lists`` and ``cardscout list …``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.named import find_by_name
from tui.cli.session import fetch_board, run, submit_and_wait, wait_for_delivery
from tui.errors import UsageError
from tui.model.base import new_local_id
from tui.model.position import between, make_room
from tui.model.writes.lists import CreateList, UpdateList

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.workspace import Workspace

_DIGITS = 6


def find_list(workspace: Workspace, board_id: str, text: str, *, archived: bool = False) -> BoardList:
    """Find the open (or ``archived``) list of a board that ``text`` names by id, or by name in any case.

    Raises:
        UsageError: No list matches, or several do.
    """
    lists = workspace.archive.lists(board_id) if archived else workspace.boards.lists(board_id)
    board = workspace.boards.get(board_id)
    where = f" on the board {board.name!r}" if board is not None else ""
    return find_by_name(
        "list", text, lists, lambda one: one.name, spelled=lambda one: repr(one.name), where=where
    )


@click.command()
@click.argument("board")
@click.option("--archived", is_flag=True, help="The archived ones instead.")
@output.json_option
def lists(board: str, archived: bool, json_: bool) -> None:
    """List the lists of BOARD: id, cards, limit, name."""

    async def read(workspace: Workspace) -> tuple[list[BoardList], dict[str, int]]:
        found = await fetch_board(workspace, board)
        held = workspace.archive.lists(found.id) if archived else workspace.boards.lists(found.id)
        return held, workspace.cards.counts(found.id)

    found, counts = run(read)
    if json_:
        output.as_json([x.wire() | {"cards": counts.get(x.id, 0)} for x in found])
    else:
        output.table(
            ("id", "cards", "limit", "name"),
            [(x.id, counts.get(x.id, 0), x.soft_limit, x.name) for x in found],
        )


@click.group("list")
def list_() -> None:
    """Make, rename, move, limit and archive lists."""


@list_.command()
@click.argument("board")
@click.argument("name")
def new(board: str, name: str) -> None:
    """Add a list to BOARD, after the last one."""

    async def write(workspace: Workspace) -> None:
        found = await fetch_board(workspace, board)
        last = max((x.pos for x in workspace.boards.lists(found.id)), default=None)
        await submit_and_wait(
            workspace,
            CreateList(board_id=found.id, list_id=new_local_id(), name=name, pos=between(last, None)),
        )

    run(write)


@list_.command()
@click.argument("board")
@click.argument("old")
@click.argument("name")
def rename(board: str, old: str, name: str) -> None:
    """Give the list OLD of BOARD another name."""
    _change(board, old, name=name)


@list_.command()
@click.argument("board")
@click.argument("name")
def archive(board: str, name: str) -> None:
    """Archive the list NAME of BOARD, its cards with it."""
    _change(board, name, closed=True)


@list_.command()
@click.argument("board")
@click.argument("name")
def restore(board: str, name: str) -> None:
    """Bring the archived list NAME of BOARD back."""
    _change(board, name, closed=False)


@list_.command()
@click.argument("board")
@click.argument("name")
@click.argument("place", type=click.IntRange(min=1))
def move(board: str, name: str, place: int) -> None:
    """Move the list NAME of BOARD to PLACE, counted from 1."""

    async def write(workspace: Workspace) -> None:
        found = await fetch_board(workspace, board)
        moved = find_list(workspace, found.id, name)
        others = [x for x in workspace.boards.lists(found.id) if x.id != moved.id]
        own, spread = make_room([x.pos for x in others], place - 1)
        ops = [UpdateList(board_id=found.id, list_id=others[at].id, pos=pos) for at, pos in spread.items()]
        await submit_and_wait(workspace, *ops, UpdateList(board_id=found.id, list_id=moved.id, pos=own))

    run(write)


@list_.command()
@click.argument("board")
@click.argument("name")
@click.argument("cards")
def limit(board: str, name: str, cards: str) -> None:
    """Say how many CARDS the list NAME of BOARD should have at most; - for no limit."""
    if cards != "-" and not (cards.isdecimal() and cards.isascii() and len(cards) <= _DIGITS):
        raise UsageError(f"{cards!r} is no number of cards", hint="write a whole number, or - for no limit")
    _change(board, name, soft_limit=None if cards == "-" else int(cards))


@list_.command("archive-cards")
@click.argument("board")
@click.argument("name")
def archive_cards(board: str, name: str) -> None:
    """Archive every card of the list NAME of BOARD."""

    async def write(workspace: Workspace) -> int:
        found = await fetch_board(workspace, board)
        async with wait_for_delivery(workspace):
            return await workspace.cards.archive_all(find_list(workspace, found.id, name).id)

    output.say(f"{output.plural(run(write), 'cards')} archived")


@list_.command("move-cards")
@click.argument("board")
@click.argument("name")
@click.argument("to")
@click.option("--to-board", metavar="BOARD", help="TO is a list of this board.")
def move_cards(board: str, name: str, to: str, to_board: str | None) -> None:
    """Move every card of the list NAME of BOARD behind those of the list TO."""

    async def write(workspace: Workspace) -> int:
        found = await fetch_board(workspace, board)
        other = found if to_board is None else await fetch_board(workspace, to_board)
        source, target = find_list(workspace, found.id, name), find_list(workspace, other.id, to)
        async with wait_for_delivery(workspace):
            return await workspace.cards.move_all(source.id, target.id)

    output.say(f"{output.plural(run(write), 'cards')} moved")


def _change(board: str, text: str, **changes: Any) -> None:
    async def write(workspace: Workspace) -> None:
        found = await fetch_board(workspace, board)
        changed = find_list(workspace, found.id, text, archived=changes.get("closed") is False)
        await submit_and_wait(workspace, UpdateList(board_id=found.id, list_id=changed.id, **changes))

    run(write)
