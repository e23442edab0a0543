"""``cardscout import`` and ``cardscout export``: whole boards in the hosted service's export format, and cards as tables."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.enrich.sheet import write_sheet
from tui.cli.online.work import fetch_board, reached_service, run_read, unreached
from tui.cli.session import Session
from tui.errors import NoSuchBoard, UsageError
from tui.typed_path import write_typed

if TYPE_CHECKING:
    # For types only: these import sqlalchemy, which a command that only prints its help does not need.
    from sqlalchemy import Engine

    from tui.model.change import Change
    from tui.model.values.scalars import Json
    from tui.server.exports.document import Note
    from tui.server.exports.transfer import ImportReport, Mode
    from tui.workspace import Workspace

_HEAD = 4096
"""Number of bytes that are examined to distinguish a table from a board export."""

_MANY = 5_000
"""Number of cards from which on a second process for reading them back is worth its start."""

_SHOWN = 20
"""Number of notes printed one by one; ``--json`` has them all."""


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--replace", "mode", flag_value="replace", help="Put the file in the place of the board here.")
@click.option("--copy", "mode", flag_value="copy", help="Make another board of it, with new ids.")
@click.option("--board", metavar="BOARD", help="FILE is a table (CSV): make a card of each row on BOARD.")
@click.option("--list", "list_", metavar="LIST", help="With --board: where rows go that name no list.")
@click.option(
    "--map",
    "maps",
    metavar="FIELD=COLUMN",
    multiple=True,
    help="With --board: take COLUMN for name, list, desc, labels, start, due, reminder, members, done or items (of checklists),"
    " or no column with FIELD=; a title may be of several: 'name=First + Last'.",
)
@click.option(
    "--dates",
    type=click.Choice(["day", "month"]),
    help="With --board: what is first in a date such as 3/4/2031; the day, unless another date tells.",
)
@click.option(
    "--skip-existing",
    is_flag=True,
    help="With --board: leave out rows whose e-mail address, or else title, is on BOARD or in a row above.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="With --board: only show what would be made; the cards as JSON with --json.",
)
@click.option("--yes", is_flag=True, help="With --board: do not ask.")
@output.json_option
def import_(
    file: str,
    mode: Mode | None,
    board: str | None,
    list_: str | None,
    maps: tuple[str, ...],
    dates: str | None,
    skip_existing: bool,
    dry_run: bool,
    yes: bool,
    json_: bool,
) -> None:
    """Import a board export (.json) of the hosted service, or with --board a table or vCards; - reads stdin.

    The columns of a table are guessed and shown: its name or title, list, description, labels, start and due date,
    reminder, members, and whether it is done. All others go into the description, so that whom a card names can be looked up. Lists and labels
    that the board lacks are made. A table of export --csv comes back with its checklists. Nothing is made before you agree.
    """
    from tui.cli.card.rows import RowOptions, import_rows
    from tui.cli.card.sheet import NEW_ROWS

    if board is not None:
        if mode is not None:
            raise UsageError(f"--{mode} is for a board export", hint="--board adds cards to a board")
        ways = [*([f"dates={dates}"] if dates else []), *([NEW_ROWS] if skip_existing else [])]
        import_rows(file, RowOptions(board, list_, (*maps, *ways), dry_run, yes), json_=json_)
        return
    given = {
        "--list": list_,
        "--map": maps,
        "--dates": dates,
        "--skip-existing": skip_existing,
        "--dry-run": dry_run,
        "--yes": yes,
    }
    if wrong := next((name for name, value in given.items() if value), None):
        raise UsageError(f"{wrong} goes with --board", hint="cardscout import leads.csv --board BOARD")
    asyncio.run(_import(read_file(file), mode or "refuse", json_=json_))


def read_file(file: str) -> dict[str, object]:
    """Read a board export.

    Raises:
        UsageError: It cannot be read, or is none.
    """
    from tui.cli.card.sheet import is_table
    from tui.server.exports.document import read_document

    with output.progress() as tell:
        tell("reading the file")
        data = _read(file)
        if is_table(file, data[:_HEAD]):
            raise UsageError(
                "this is a table, and no board export",
                hint="import --board BOARD makes a card of each row; directory import FILE takes the people and"
                " companies into the directory",
            )
        return read_document(data)


async def _import(document: dict[str, object], mode: Mode, *, json_: bool) -> None:
    from tui.server.exports.transfer import import_board
    from tui.server.storage.db import writing

    session = Session(local="cardscout --account local import … puts it on this machine")
    if many := _has_many_cards(document):
        session.embedded.read_elsewhere()
    # Pending writes of an earlier run are sent first, because they were made for the old state of the board.
    async with session.started_workspace() as workspace:
        server = session.server()
        # The document is needed until the end; scanning a million of its objects for garbage is useless.
        gc.freeze()
        # A second board of a name makes the rules that have it ambiguous.
        follower = session.rule_follower()
        before = await follower.before(None)
        with writing(server.engine, indexed=not many) as connection, output.progress() as tell:
            tell("writing the board")
            report = import_board(connection, document, mode=mode, owner_id=server.id_member)
        # Its hundreds of megabytes are free for what is read back.
        document.clear()
        # The import is committed by now, even if the rest fails.
        if json_:
            output.as_json(dataclasses.asdict(report))
        else:
            print_report(report)
        async with _indexing(server.engine) if many else nullcontext():
            if report.outcome != "unchanged":
                with output.progress() as tell, _show_loading(workspace, report, tell):
                    await workspace.boards.pull(report.board_id)
                    await workspace.sync.catch_up(report.board_id)
        if before is not None:
            await follower.after(before)


def _has_many_cards(document: dict[str, object]) -> bool:
    cards = document.get("cards")
    return isinstance(cards, list) and len(cards) >= _MANY


@asynccontextmanager
async def _indexing(engine: Engine) -> AsyncIterator[None]:
    """Let the search find what was imported, while the block reads it: SQLite does not need the interpreter for that."""
    from tui.server.storage.db import index_texts

    indexing = asyncio.create_task(asyncio.to_thread(index_texts, engine))
    try:
        yield
    finally:
        await indexing


@contextmanager
def _show_loading(workspace: Workspace, report: ImportReport, tell: Callable[[str], None]) -> Iterator[None]:
    """Show in the block how many of the board's cards the workspace has fetched."""
    loop, total = asyncio.get_running_loop(), report.kept.get("cards", 0)

    def on_change(_change: Change) -> None:
        if done := workspace.sync.status().loading_done:
            loop.call_soon_threadsafe(tell, f"opening the board: {done} of {max(done, total)} cards")

    unsubscribe = workspace.sync.subscribe(on_change)
    try:
        yield
    finally:
        unsubscribe()


def _read(file: str) -> bytes:
    from tui.server.exports.document import MAX_BYTES

    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as source:
            return source.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(
            f"cannot read {file}: {error.strerror}", hint="name a board export, a .json file"
        ) from error


def print_report(report: ImportReport) -> None:
    """Print what was imported, and what was left out or changed."""
    kept = ", ".join(output.plural(number, noun) for noun, number in report.kept.items())
    name = f"{report.board_name!r} ({report.board_id})"
    if report.outcome == "unchanged":
        output.text(f"{name} is already here, the same; nothing changed")
    else:
        output.text(f"{report.outcome} {name}: {kept}")
    if report.archived:
        output.say("note: the board is archived, so it is not among the open ones")
    if report.outcome != "unchanged":
        _list("skipped", report.skipped)
        _list("changed", report.repaired)


def _list(what: str, notes: tuple[Note, ...]) -> None:
    for note in notes[:_SHOWN]:
        output.say(f"{what} {note.place}: {note.reason}")
    if len(notes) > _SHOWN:
        output.say(f"{what}: {len(notes) - _SHOWN} more; --json lists them all")


@click.command()
@click.argument("board")
@click.option(
    "-o", "--output", "file", type=click.Path(dir_okay=False, allow_dash=True), help="Write to this file."
)
@click.option("--csv", "as_csv", is_flag=True, help="Its open cards as a table for a spreadsheet.")
@click.option("--force", is_flag=True, help="Write over a file that exists.")
def export(board: str, file: str | None, as_csv: bool, force: bool) -> None:
    """Export BOARD (name, id, short link or URL) as the hosted service does, or with --csv its cards as a table.

    The table has a row for each open card: list, title, labels, members, start, due, reminder, done, description, address, how much
    of its checklists is done, and their items with their due dates and members. A cell that a spreadsheet would take for a
    formula begins with an apostrophe, and so does a line or a part behind a semicolon within it, where some begin a cell.
    """
    target = None if file in {None, "-"} else Path(str(file))
    if target is not None and target.exists() and not force:
        raise UsageError(f"{target} exists", hint="--force writes over it")
    if as_csv:
        write_sheet("-" if target is None else str(target), run_read(partial(_cards_csv, text=board)))
        if target is not None:
            output.say(f"exported to {target}")
        return
    document = asyncio.run(_export(board))
    if target is None:
        output.as_json(document)
    else:
        write_typed(
            target, json.dumps(document, ensure_ascii=False, indent=1).encode(), "name another file with -o"
        )
        output.say(f"exported to {target}")


async def _cards_csv(workspace: Workspace, text: str) -> str:
    board = await fetch_board(workspace, text)
    return await asyncio.to_thread(workspace.boards.csv, board.id)


async def _export_elsewhere(workspace: Workspace, text: str) -> Json:
    board = workspace.names.board(text)
    document: Json = {}

    async def ask() -> None:
        document.update(await workspace.boards.document(board.id))

    with output.progress() as tell:
        tell("reading the board")
        if not await reached_service(ask):
            raise unreached("A whole board is read from its service.", "--csv writes the cards that are here")
    return document


async def _export(text: str) -> Json:
    from tui.server.exports.transfer import export_board, find_boards
    from tui.server.storage.db import reading

    session = Session()
    async with session.started_workspace() as workspace:
        if session.remote is not None:
            return await _export_elsewhere(workspace, text)
        with reading(session.server().engine) as connection:
            found = find_boards(connection, text)
            if not found and (begun := workspace.boards.find(text)) is not None:
                found = find_boards(connection, begun.id)
            if len(found) != 1:
                raise _lookup_error(text, found)
            return export_board(connection, next(iter(found)))


def _lookup_error(text: str, found: dict[str, str]) -> UsageError:
    if not found:
        return NoSuchBoard(
            f"there is no board {text!r}", hint="cardscout boards lists them, --closed the closed"
        )
    return UsageError(f"{len(found)} boards are named {text!r}", hint=f"name one by id: {', '.join(found)}")
