"""``cardscout lists`` and ``cardscout list …``."""

import click

from tui.cli import output
from tui.cli.session import carry_out, run, whole_board
from tui.errors import UsageError
from tui.model.base import new_local_id
from tui.model.board import BoardList
from tui.model.op import CreateList, UpdateList
from tui.model.position import between
from tui.workspace import Workspace


def named_list(workspace: Workspace, board_id: str, text: str) -> BoardList:
    """The open list of a board that ``text`` names, by id or name in any case.

    Raises:
        UsageError: None is named so, or several are.
    """
    lists = workspace.lists(board_id)
    found = [x for x in lists if x.id == text] or [x for x in lists if x.name.casefold() == text.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"{len(found)} lists are named {text!r}", hint=f"name one by id: {', '.join(x.id for x in found)}"
        )
    raise UsageError(
        f"there is no list {text!r}", hint=f"there are {', '.join(repr(x.name) for x in lists) or 'none'}"
    )


@click.command()
@click.argument("board")
@output.json_option
def lists(board: str, json_: bool) -> None:
    """List the lists of BOARD: id, cards, name."""

    async def read(workspace: Workspace) -> tuple[list[BoardList], dict[str, int]]:
        found = await whole_board(workspace, board)
        return workspace.lists(found.id), workspace.counts(found.id)

    found, counts = run(read)
    if json_:
        output.as_json([x.wire() | {"cards": counts.get(x.id, 0)} for x in found])
    else:
        output.table(("id", "cards", "name"), [(x.id, counts.get(x.id, 0), x.name) for x in found])


@click.group("list")
def list_() -> None:
    """Make, rename and archive lists."""


@list_.command()
@click.argument("board")
@click.argument("name")
def new(board: str, name: str) -> None:
    """Add a list to BOARD, after the last one."""

    async def write(workspace: Workspace) -> None:
        found = await whole_board(workspace, board)
        last = max((x.pos for x in workspace.lists(found.id)), default=None)
        await carry_out(
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


def _change(board: str, text: str, *, name: str | None = None, closed: bool | None = None) -> None:
    async def write(workspace: Workspace) -> None:
        found = await whole_board(workspace, board)
        changed = named_list(workspace, found.id, text)
        await carry_out(
            workspace, UpdateList(board_id=found.id, list_id=changed.id, name=name, closed=closed)
        )

    run(write)
