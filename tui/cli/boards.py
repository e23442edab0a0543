"""``cardscout boards`` and ``cardscout board …``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.session import run, submit_and_wait, wait_for_delivery
from tui.errors import UsageError
from tui.model.writes.boards import DeleteBoard, StarBoard, UpdateBoard

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.workspace import Workspace


def find_any_board(workspace: Workspace, text: str) -> Board:
    """Find the board that ``text`` names, open or closed.

    Raises:
        UsageError: There is no such board.
    """
    found = workspace.boards.find(text)
    if found is None:
        raise UsageError(
            f"there is no board {text!r}", hint="cardscout boards lists them, --closed the closed"
        )
    return found


@click.command()
@click.option("--closed", is_flag=True, help="The closed ones instead.")
@click.option("--recent", is_flag=True, help="Those opened on this machine, the last one first.")
@output.json_option
def boards(closed: bool, recent: bool, json_: bool) -> None:
    """List the open boards: id, name, when something last happened; starred ones first."""

    async def read(workspace: Workspace) -> list[Board]:
        return workspace.boards.recent() if recent else workspace.boards.all(closed=closed)

    found = run(read)
    if json_:
        output.as_json([board.wire() for board in found])
    else:
        output.table(
            ("id", "name", "last activity"),
            [(board.id, board.name, output.format_moment(board.date_last_activity)) for board in found],
        )


@click.group()
def board() -> None:
    """Make and change boards. A BOARD is a name, an id, a short link or a URL."""


@board.command()
@click.argument("name")
@click.option("--desc", default="", help="What it is for.")
@click.option(
    "--list", "lists", multiple=True, metavar="LIST", help="A list it begins with; may be repeated."
)
@click.option(
    "--background", metavar="COLOUR", help="blue, orange, green, red, purple, pink, lime, sky, grey"
)
@output.json_option
def new(name: str, desc: str, lists: tuple[str, ...], background: str | None, json_: bool) -> None:
    """Make a board, with the lists To Do, Doing and Done unless others are given."""

    async def write(workspace: Workspace) -> Board | None:
        async with wait_for_delivery(workspace):
            more = {"lists": lists} if lists else {}
            made = await workspace.boards.create(name, desc=desc, background=background, **more)
        return workspace.boards.get(made)

    made = run(write)
    if json_ and made is not None:
        output.as_json(made.wire())


@board.command()
@click.argument("board_", metavar="BOARD")
@click.option("--name", help="Its name.")
@click.option("--desc", help="What it is for.")
@click.option("--background", metavar="COLOUR", help="The name of a colour.")
@output.json_option
def edit(board_: str, name: str | None, desc: str | None, background: str | None, json_: bool) -> None:
    """Change fields of BOARD; what is not given stays."""
    given = {"name": name, "desc": desc, "background": background}
    changes = {field: value for field, value in given.items() if value is not None}
    if not changes:
        raise UsageError("nothing to change", hint="give --name, --desc or --background")
    _update(board_, changes, json_=json_)


@board.command()
@click.argument("board_", metavar="BOARD")
@click.argument("name")
def rename(board_: str, name: str) -> None:
    """Give BOARD another name."""
    _update(board_, {"name": name})


@board.command()
@click.argument("board_", metavar="BOARD")
def close(board_: str) -> None:
    """Close BOARD; nothing on it is lost."""
    _update(board_, {"closed": True})


@board.command("open")
@click.argument("board_", metavar="BOARD")
def open_(board_: str) -> None:
    """Open a closed BOARD again."""
    _update(board_, {"closed": False})


@board.command()
@click.argument("board_", metavar="BOARD")
def star(board_: str) -> None:
    """Put BOARD among the starred ones."""
    _star(board_, starred=True)


@board.command()
@click.argument("board_", metavar="BOARD")
def unstar(board_: str) -> None:
    """Take BOARD out of the starred ones."""
    _star(board_, starred=False)


@board.command()
@click.argument("board_", metavar="BOARD")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(board_: str, yes: bool) -> None:
    """Delete BOARD and all that is on it for good."""
    if not yes:
        click.confirm("Deleting cannot be undone. Delete it?", abort=True, err=True)

    async def write(workspace: Workspace) -> None:
        await submit_and_wait(workspace, DeleteBoard(board_id=find_any_board(workspace, board_).id))

    run(write)


def _update(text: str, changes: dict[str, Any], *, json_: bool = False) -> None:
    async def write(workspace: Workspace) -> Board | None:
        found = find_any_board(workspace, text)
        await submit_and_wait(workspace, UpdateBoard(board_id=found.id, **changes))
        return workspace.boards.get(found.id)

    now = run(write)
    if json_ and now is not None:
        output.as_json(now.wire())


def _star(text: str, *, starred: bool) -> None:
    async def write(workspace: Workspace) -> None:
        await submit_and_wait(
            workspace, StarBoard(board_id=find_any_board(workspace, text).id, starred=starred)
        )

    run(write)
