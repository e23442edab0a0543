"""``cardscout boards`` and ``cardscout board …``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.online.work import (
    fetch_board,
    reached_service,
    run_read,
    run_write,
    submit_and_wait,
    unreached,
    wait_for_delivery,
)
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.model.writes.boards import DeleteBoard, StarBoard, UpdateBoard
from tui.presentation.figures import by_age, by_label, by_list, by_week, first_week

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.presentation.figures import Bar
    from tui.workspace import Workspace


@click.command()
@click.option("--closed", is_flag=True, help="The closed ones instead.")
@click.option("--recent", is_flag=True, help="Those opened on this machine, the last one first.")
@output.json_option
def boards(closed: bool, recent: bool, json_: bool) -> None:
    """List the open boards: id, name, last activity.

    Starred ones come first.
    """
    if closed and recent:
        raise UsageError("--closed and --recent cannot be given together", hint="leave one of them out")

    async def read(workspace: Workspace) -> list[Board]:
        return workspace.boards.recent() if recent else workspace.boards.all(closed=closed)

    found = run_read(read)
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


_background_option = click.option(
    "--background", metavar="COLOUR", help="blue, orange, green, red, purple, pink, lime, sky, grey"
)


@board.command(epilog=steps.example('board=$(cardscout board new "Harbour fair" --list Ideas --list Doing)'))
@click.argument("name")
@steps.desc_options
@click.option(
    "--list", "lists", multiple=True, metavar="LIST", help="A list it begins with; may be repeated."
)
@_background_option
@output.json_option
def new(
    name: str,
    desc: str | None,
    desc_file: str | None,
    lists: tuple[str, ...],
    background: str | None,
    json_: bool,
) -> None:
    """Make a board, and print its id.

    It has the lists To Do, Doing and Done unless others are given.
    """
    text = steps.given_text(desc, desc_file) or ""

    async def write(workspace: Workspace) -> list[Board]:
        async with wait_for_delivery(workspace):
            more = {"lists": lists} if lists else {}
            made = await workspace.boards.create(name, desc=text, background=background, **more)
        return _current(workspace, made)

    run_write(write, json_=json_, made=True)


@board.command()
@click.argument("board_", metavar="BOARD")
@click.option("--name", help="Its name.")
@steps.desc_options
@_background_option
@output.json_option
def edit(
    board_: str,
    name: str | None,
    desc: str | None,
    desc_file: str | None,
    background: str | None,
    json_: bool,
) -> None:
    """Change fields of BOARD; what is not given stays."""
    text = steps.given_text(desc, desc_file)
    given = {"name": name, "desc": text, "background": background}
    changes = {field: value for field, value in given.items() if value is not None}
    if not changes:
        raise UsageError("nothing to change", hint="give --name, --desc or --background")
    _submit(board_, UpdateBoard, json_=json_, **changes)


@board.command()
@click.argument("board_", metavar="BOARD")
@click.argument("name")
@output.json_option
def rename(board_: str, name: str, json_: bool) -> None:
    """Give BOARD another name."""
    _submit(board_, UpdateBoard, json_=json_, name=name)


@board.command(epilog=steps.example('cardscout board copy "Sprint 31" "Sprint 32" --no-cards'))
@click.argument("board_", metavar="BOARD")
@click.argument("name")
@click.option("--no-cards", is_flag=True, help="Only its lists, labels and custom fields.")
@output.json_option
def copy(board_: str, name: str, no_cards: bool, json_: bool) -> None:
    """Copy BOARD with its open cards to a new board NAME.

    The id of the copy is printed. The service copies it: without it nothing is made. A second copy of BOARD with the same NAME is refused while the first is open.
    """
    from tui.presentation.left_behind import members_left_out

    async def write(workspace: Workspace) -> list[Board]:
        found = workspace.names.board(board_)
        if not await reached_service(lambda: workspace.boards.fetch(found.id)):
            raise unreached("The service copies a board.")
        async with wait_for_delivery(workspace):
            made = await workspace.boards.copy(found.id, name, cards=not no_cards)
        # One that waits is made later.
        from tui.model.values.scalars import is_local

        is_there = not is_local(workspace.writes.current_id(made)) and await workspace.boards.made(made)
        if is_there and (lost := members_left_out(workspace.boards, found.id, made)):
            output.say(f"note:{lost.removeprefix(' ·')}")
        return _current(workspace, made)

    run_write(write, json_=json_, made=True)


@board.command()
@click.argument("board_", metavar="BOARD")
@output.json_option
def close(board_: str, json_: bool) -> None:
    """Close BOARD; nothing on it is lost."""
    _submit(board_, UpdateBoard, json_=json_, closed=True)


@board.command("open")
@click.argument("board_", metavar="BOARD")
@output.json_option
def open_(board_: str, json_: bool) -> None:
    """Open a closed BOARD again."""
    _submit(board_, UpdateBoard, json_=json_, closed=False)


@board.command()
@click.argument("board_", metavar="BOARD")
@output.json_option
def star(board_: str, json_: bool) -> None:
    """Put BOARD among the starred ones."""
    _submit(board_, StarBoard, json_=json_, starred=True)


@board.command()
@click.argument("board_", metavar="BOARD")
@output.json_option
def unstar(board_: str, json_: bool) -> None:
    """Take BOARD out of the starred ones."""
    _submit(board_, StarBoard, json_=json_, starred=False)


@board.command()
@click.argument("board_", metavar="BOARD")
@steps.yes_option
@output.json_option
def delete(board_: str, yes: bool, json_: bool) -> None:
    """Delete BOARD and all that is on it for good."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = workspace.names.board(board_)
        steps.confirm_deletion(
            "board", found.name, "All that is on it goes too, and that cannot be undone.", yes=yes
        )
        await submit_and_wait(workspace, DeleteBoard(board_id=found.id))
        return [steps.deleted(found.id)]

    run_write(write, json_=json_)


@board.command()
@click.argument("board_", metavar="BOARD")
@output.json_option
def stats(board_: str, json_: bool) -> None:
    """Count the cards of BOARD, and what was finished by week.

    They are counted by list, by label and by age. A card is finished when it is moved into the last list or made there, or its due date is marked done. Of what was finished the
    service is asked: without it that is left out.
    """

    async def read(workspace: Workspace) -> dict[str, list[Bar]]:
        found, now = await fetch_board(workspace, board_), SystemClock().now()
        lists = workspace.boards.lists(found.id)
        faces = [face for each in lists for face in workspace.cards.faces(each.id)]
        figures = {
            "list": by_list(lists, faces),
            "label": by_label(workspace.boards.labels(found.id), faces),
            "age": by_age(faces, now),
        }

        async def ask() -> None:
            finished = await workspace.activity.finished(found.id, first_week(now))
            figures["week"] = by_week(finished, now)

        await reached_service(ask, found.id)
        return figures

    figures = run_read(read)
    if json_:
        output.as_json(
            {by: [{"name": bar.name, "cards": bar.number} for bar in bars] for by, bars in figures.items()}
        )
    else:
        rows = [(by, bar.name, bar.number) for by, bars in figures.items() for bar in bars]
        output.table(("by", "name", "cards"), rows)


def _submit(text: str, kind: type[UpdateBoard | StarBoard], *, json_: bool, **changes: Any) -> None:
    """Submit a write on the board that ``text`` names, and print the board."""

    async def write(workspace: Workspace) -> list[Board]:
        found = workspace.names.board(text)
        await submit_and_wait(workspace, kind(board_id=found.id, **changes))
        return _current(workspace, found.id)

    run_write(write, json_=json_)


def _current(workspace: Workspace, board_id: str) -> list[Board]:
    """Return the current state of a board; nothing if it is gone."""
    found = workspace.boards.get(board_id)
    return [] if found is None else [found]
