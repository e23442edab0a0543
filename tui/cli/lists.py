"""``cardscout lists`` and ``cardscout list …``."""

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
    wait_for_delivery,
)
from tui.model.filter.finished import is_finished_list
from tui.model.position import make_room
from tui.model.values.scalars import new_local_id
from tui.model.writes.lists import CreateList, UpdateList

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.model.board import BoardList
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace


async def find_list_by_id(workspace: Workspace, text: str) -> BoardList | None:
    """Find the open list with the id ``text``, which names its board too; None for a name, or an unknown id.

    Raises:
        RemoteError: The service refuses access to it.
    """
    found = workspace.boards.get_list(text)

    async def fetch() -> None:
        nonlocal found
        found = await workspace.boards.fetch_list(text)

    if found is None:
        await reached_service(fetch)
    return None if found is None or found.closed else found


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

    found, counts = run_read(read)
    if json_:
        output.as_json(
            [x.wire() | {"cards": counts.get(x.id, 0), "done": is_finished_list(x.name)} for x in found]
        )
    else:
        output.table(
            ("id", "cards", "limit", "name"),
            [(x.id, counts.get(x.id, 0), x.soft_limit, x.name) for x in found],
        )


@click.group("list")
def list_() -> None:
    """Make and change lists. A list is named by name or id."""


@list_.command(epilog=steps.example('printf "Leads\\nWon\\n" | cardscout list new Pipeline -'))
@click.argument("board")
@click.argument("name")
@steps.pos_option("the lists of the board")
@output.json_option
def new(board: str, name: str, pos: steps.Position, json_: bool) -> None:
    """Add a list to BOARD, and print its id.

    A NAME of - reads names from stdin, and makes a list of each line.
    """
    names, many = steps.read_lines(name)

    async def write(workspace: Workspace) -> list[BoardList]:
        found = await fetch_board(workspace, board, cards=False)
        places = steps.positions(pos, [x.pos for x in workspace.boards.lists(found.id)], len(names))
        writes = [
            CreateList(board_id=found.id, list_id=new_local_id(), name=one, pos=place)
            for one, place in zip(names, places, strict=True)
        ]
        if writes:
            await submit_and_wait(workspace, *writes)
        for new_name in names:
            _tell_if_finished(new_name)
        return [one for change in writes if (one := workspace.boards.get_list(change.list_id)) is not None]

    run_write(write, json_=json_, many=many, made=True)


@list_.command()
@click.argument("board")
@click.argument("list_", metavar="LIST")
@click.argument("name")
@output.json_option
def copy(board: str, list_: str, name: str, json_: bool) -> None:
    """Copy LIST of BOARD, with its open cards, to a list NAME.

    It is put behind LIST, and its id is printed.
    """

    async def write(workspace: Workspace) -> list[BoardList]:
        found = await fetch_board(workspace, board, cards=False)
        source = workspace.names.list(found.id, list_)
        async with wait_for_delivery(workspace):
            made = await workspace.boards.copy_list(source.id, name)
        return [one for one in (workspace.boards.get_list(made),) if one is not None]

    run_write(write, json_=json_, made=True)


@list_.command()
@click.argument("board")
@click.argument("old")
@click.argument("name")
@output.json_option
def rename(board: str, old: str, name: str, json_: bool) -> None:
    """Give the list OLD of BOARD another name."""
    _change(board, old, json_=json_, name=name)


@list_.command()
@click.argument("board")
@click.argument("name")
@output.json_option
def archive(board: str, name: str, json_: bool) -> None:
    """Archive the list NAME of BOARD, its cards with it."""
    _change(board, name, json_=json_, closed=True)


@list_.command()
@click.argument("board")
@click.argument("name")
@output.json_option
def restore(board: str, name: str, json_: bool) -> None:
    """Bring the archived list NAME of BOARD back."""
    _change(board, name, json_=json_, closed=False)


@list_.command()
@click.argument("board")
@click.argument("name")
@click.argument("place", type=click.IntRange(min=1))
@output.json_option
def move(board: str, name: str, place: int, json_: bool) -> None:
    """Move the list NAME of BOARD to PLACE, counted from 1."""

    async def write(workspace: Workspace) -> list[BoardList]:
        found = await fetch_board(workspace, board, cards=False)
        moved = workspace.names.list(found.id, name)
        others = [x for x in workspace.boards.lists(found.id) if x.id != moved.id]
        own, spread = make_room([x.pos for x in others], place - 1)
        writes = [UpdateList(board_id=found.id, list_id=others[at].id, pos=pos) for at, pos in spread.items()]
        await submit_and_wait(workspace, UpdateList(board_id=found.id, list_id=moved.id, pos=own), *writes)
        return _current(workspace, moved)

    run_write(write, json_=json_)


@list_.command()
@click.argument("board")
@click.argument("name")
@click.argument("cards")
@output.json_option
def limit(board: str, name: str, cards: str, json_: bool) -> None:
    """Limit the CARDS of the list NAME of BOARD.

    That is how many it should have at most; none for no limit.
    """
    from tui.presentation.typed_number import read_most

    _change(board, name, json_=json_, soft_limit=read_most(cards, "cards", example=5) or None)


@list_.command("archive-cards")
@click.argument("board")
@click.argument("name")
@output.json_option
def archive_cards(board: str, name: str, json_: bool) -> None:
    """Archive every card of the list NAME of BOARD."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await fetch_board(workspace, board)
        source = workspace.names.list(found.id, name)
        async with wait_for_delivery(workspace):
            count = await workspace.cards.archive_all(source.id)
        return [{"id": source.id, "archived": count}]

    _say_count("archived", run_write(write, json_=json_))


@list_.command("move-cards")
@click.argument("board")
@click.argument("name")
@click.argument("to")
@click.option("--to-board", metavar="BOARD", help="TO is a list of this board.")
@output.json_option
def move_cards(board: str, name: str, to: str, to_board: str | None, json_: bool) -> None:
    """Move all cards of the list NAME behind those of TO."""

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await fetch_board(workspace, board)
        other = found if to_board is None else await fetch_board(workspace, to_board)
        source, target = workspace.names.list(found.id, name), workspace.names.list(other.id, to)
        async with wait_for_delivery(workspace):
            faces = workspace.cards.faces(source.id)
            count = await workspace.cards.move_all(source.id, target.id)
        held = [(found.id, [*face.label_ids, *face.member_ids]) for face in faces]
        tell_left_behind(workspace, held, other.id)
        return [{"id": target.id, "moved": count}]

    _say_count("moved", run_write(write, json_=json_))


def tell_left_behind(workspace: Workspace, held: Iterable[tuple[str, list[str]]], to_board: str) -> None:
    """Tell which labels and members another board does not have.

    Args:
        workspace: The workspace.
        held: Of each card that goes there, its board, and the ids of its labels and members.
        to_board: The id of that board.
    """
    from tui.presentation.left_behind import left_behind

    used = dict[str, list[str]]()
    for from_board, idents in held:
        used.setdefault(from_board, []).extend(idents)
    for from_board, idents in used.items():
        if from_board != to_board and (lost := left_behind(workspace.boards, idents, from_board, to_board)):
            output.say(f"note:{lost.removeprefix(' ·')}")


def _say_count(done: str, things: list[Json]) -> None:
    """Print how many cards of a list were archived, or moved to it, unless they are only queued."""
    for one in things:
        if "queued" not in one:
            output.say(f"{output.plural(one[done], 'cards')} {done}")


def _change(board: str, text: str, *, json_: bool, **changes: Any) -> None:
    async def write(workspace: Workspace) -> list[BoardList]:
        found = await fetch_board(workspace, board, cards=False)
        changed = workspace.names.list(found.id, text, archived=changes.get("closed") is False)
        await submit_and_wait(workspace, UpdateList(board_id=found.id, list_id=changed.id, **changes))
        if "name" in changes:
            _tell_if_finished(changes["name"], was=changed.name)
        return _current(workspace, changed)

    run_write(write, json_=json_)


def _tell_if_finished(name: str, was: str = "") -> None:
    """Tell if the cards of a new or renamed list count as done, or no longer do."""
    from tui.model.filter.finished import list_words

    if (words := list_words(name, was)) != name:
        output.say(f"note: {words}")


def _current(workspace: Workspace, one: BoardList) -> list[BoardList]:
    """Return the current state of a list; nothing if it is gone."""
    now = workspace.boards.get_list(one.id)
    return [] if now is None else [now]
