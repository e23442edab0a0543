"""Import and export of whole boards, in the hosted service's export format.

``parse`` turns a document into rows and ``render`` turns rows into a document; this module reads and writes
the rows. An import changes the following in a file, and nothing else:

- an id or short link that another board has is replaced, wherever the file refers to it;
- a member who already exists here stays unchanged; a user name that another member has gets a number, and an
  export restores the file's name;
- the importer becomes a member of the board, and who is a member of the one that is replaced stays one;
- arrays of things without a position are in the order of their ids, actions newest first;
- values the server computes (badges, ``uses``, ``checkItemStates``) are computed afresh, dates are written in
  UTC with milliseconds, null text as "", and missing ids, short links, numbers and positions are filled in.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Column, Connection, delete, insert, or_, select

from tui.errors import NotFound
from tui.server.exports.contents import contents_kept, copy_files, count_missing
from tui.server.exports.document import ImportNotes, Note, TransferError, derived_id, derived_link
from tui.server.exports.parse import TABLES, DocumentRows, parse
from tui.server.exports.people import ADOPTED, membership
from tui.server.exports.render import render
from tui.server.exports.rewrite import clean, exchange, new_names
from tui.server.exports.tables import BY_NAME, Rows, chunks, load, write
from tui.server.pipeline.ids import short_link
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.fields import Row

Mode = Literal["refuse", "replace", "copy"]
"""What an import does when the board already exists here with other content."""

Outcome = Literal["imported", "unchanged", "replaced", "copied"]
"""The outcome of an import."""

_MANY = 1000
"""Number of values from which on the whole table is read first."""

_SHARED = frozenset({"board", "member", "card_label", "card_member"})
"""Tables whose ids are not checked for conflicts: the board's, shared members, and links without ids."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The report of an import.

    Attributes:
        outcome: ``unchanged`` means that the same board existed already and nothing was written.
        archived: Whether the board is archived, so that lists of open boards leave it out.
        skipped: Parts of the file that are not in the board.
        repaired: Parts of the file that are in the board in another form.
    """

    board_id: str
    board_name: str
    outcome: Outcome
    archived: bool
    kept: dict[str, int]
    skipped: tuple[Note, ...]
    repaired: tuple[Note, ...]


def import_board(
    connection: Connection, document: Json, *, mode: Mode = "refuse", owner_id: str
) -> ImportReport:
    """Import a board from an export's document.

    The import runs in the caller's transaction, which must be rolled back when this raises.

    Args:
        connection: Holds the write lock (``db.writing``).
        document: The result of ``read_document``.
        mode: What to do when the board exists here with other content: refuse, replace it, or make a copy
            (which ``copy`` does in any case).
        owner_id: The member who imports.

    Raises:
        TransferError: The document is no board or is damaged, or the board exists here with other content.
    """
    notes = ImportNotes()
    document = clean(document, notes)
    plan = parse(document, notes)
    old = load(connection, plan.board["id"])
    if mode == "copy":
        original, names = plan.board["id"], new_names(plan.rows, short_link, secrets.token_hex(3))
        plan = parse(exchange(document, names), ImportNotes())
        write(connection, plan, owner_id)
        copy_files(connection, original, names)
        return _report(connection, plan, notes, "copied")
    if names := _replacements(connection, plan, old):
        plan = parse(exchange(document, names), ImportNotes())
        for name in names:
            notes.repaired(name, "another board here has this id or short link; given a new one")
    return _write_by_mode(connection, plan, notes, old, mode, owner_id)


def export_board(connection: Connection, board_id: str) -> Json:
    """Return a board as a document, as ``import_board`` accepts it.

    Raises:
        NotFound: There is no such board.
    """
    rows = load(connection, board_id)
    if not rows["board"]:
        raise NotFound(f"there is no board {board_id}", service="board", status=404)
    return render(rows)


def find_boards(connection: Connection, text: str) -> dict[str, str]:
    """Return id and name of each board, archived ones too, whose id, short link, URL or name is ``text``."""
    link = re.search(r"/b/([0-9A-Za-z]{8})(?:[/?#]|$)", text)
    ids, names = db.boards.c.id, db.boards.c.name
    one = select(ids, names).where(or_(ids == text, db.boards.c.short_link == (link[1] if link else text)))
    found = {row.id: row.name for row in connection.execute(one)}
    if found:
        return found
    # SQLite folds the case of ASCII only, so names are compared in Python.
    every = connection.execute(select(ids, names))
    return {row.id: row.name for row in every if row.name.casefold() == text.casefold()}


def _write_by_mode(
    connection: Connection, plan: DocumentRows, notes: ImportNotes, old: Rows, mode: Mode, owner_id: str
) -> ImportReport:
    """Write the plan according to ``mode``, unless the board exists here with the same content."""
    board = plan.board
    if not old["board"]:
        write(connection, plan, owner_id)
        return _report(connection, plan, notes, "imported")
    if _comparable(old) == _comparable(plan.rows):
        _keep_members(connection, board["id"], [membership(board["id"], owner_id, "admin")])
        return _report(connection, plan, notes, "unchanged")
    if mode == "refuse":
        raise TransferError(
            f"the board {board['name']!r} is already here, in another state",
            hint="--replace puts the file in its place, --copy makes a second board",
        )
    with contents_kept(connection, board["id"]):
        connection.execute(delete(db.boards).where(db.boards.c.id == board["id"]))
        write(connection, plan, owner_id)
        _keep_members(connection, board["id"], old["membership"])
    return _report(connection, plan, notes, "replaced")


def _keep_members(connection: Connection, board_id: str, memberships: Iterable[Row]) -> None:
    """Insert those of the ``memberships`` whose member is not on the board, as colleagues who are in no file are."""
    mine = db.memberships.c
    here = set(connection.scalars(select(mine.id_member).where(mine.id_board == board_id)))
    kept = [
        row | {"extra": row["extra"] | {ADOPTED: True}} for row in memberships if row["id_member"] not in here
    ]
    if kept:
        connection.execute(insert(db.memberships), kept)


def _report(connection: Connection, plan: DocumentRows, notes: ImportNotes, outcome: Outcome) -> ImportReport:
    """Return the report of an import that is done."""
    board = plan.board
    if outcome != "unchanged" and (files := count_missing(connection, board["id"])):
        what = "what is in a file" if files == 1 else f"what is in {files:,} files"
        notes.skipped("attachments", f"{what}: an export has names and addresses only")
    skips, repairs = tuple(notes.skips), tuple(notes.repairs)
    return ImportReport(board["id"], board["name"], outcome, board["closed"], plan.counts(), skips, repairs)


def _comparable(rows: Rows) -> Json:
    """Return the document to compare two states of a board by, without viewer-specific and profile data."""
    document = render(rows)
    for name in ("starred", "subscribed", "dateLastView", "idOrganization"):
        document.pop(name, None)
    document["members"] = [member["id"] for member in document["members"]]
    for action in document["actions"]:
        action.pop("memberCreator", None)
    return document


def _replacements(connection: Connection, plan: DocumentRows, old: Rows) -> dict[str, str]:
    """Return the plan's ids and short links that another board has, each with its replacement.

    The replacements are derived from the old ones, so that a second import finds the first one's board.
    """
    board_id = plan.board["id"]
    names: dict[str, str] = {}
    for table in TABLES:
        if table not in _SHARED:
            for taken in _conflicts(connection, plan, old, table, "id"):
                names[taken] = derived_id(board_id, table, taken)
    for table in ("board", "card"):
        for taken in _conflicts(connection, plan, old, table, "short_link"):
            names[taken] = derived_link(board_id, table, taken)
    # The board keeps its id, even where the file gives the id to another object too.
    names.pop(board_id, None)
    return names


def _conflicts(connection: Connection, plan: DocumentRows, old: Rows, table: str, column: str) -> list[str]:
    """Return the values of ``column`` that the plan would write and that rows outside this board have."""
    own = {row[column] for row in old[table]}
    wanted = [row[column] for row in plan.rows[table]]
    return [value for value in _taken(connection, BY_NAME[table].c[column], wanted) if value not in own]


def _taken(connection: Connection, column: Column[str], wanted: Sequence[str]) -> Iterable[str]:
    """Return those of the ``wanted`` values that exist in a column."""
    if len(wanted) > _MANY:
        # For a hundred thousand values, reading a smaller table is faster.
        here = connection.scalars(select(column).limit(len(wanted))).all()
        if len(here) < len(wanted):
            return set(here).intersection(wanted)
    return (
        value
        for chunk in chunks(wanted)
        for value in connection.scalars(select(column).where(column.in_(chunk)))
    )
