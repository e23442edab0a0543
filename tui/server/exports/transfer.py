"""Import and export of whole boards, in the shape the hosted service exports.

``parse`` turns a document into rows and ``render`` turns rows into a document; here the rows meet the tables.
What an import changes of a file, and nothing else:

- an id or short link that another board holds is exchanged, wherever the file refers to it;
- a member who already exists here stays as they are; a user name that another member has gets a number, the
  file's own name coming back in an export;
- whoever imports belongs to the board from then on;
- arrays of things without a position are in the order of their ids, actions newest first;
- what the server counts itself (badges, ``uses``, ``checkItemStates``) is counted afresh, dates are written in
  UTC with milliseconds, null text as "", and missing ids, short links, numbers and positions are filled in.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Connection, delete, or_, select

from tui.errors import NotFound
from tui.server.exports.document import TransferError
from tui.server.exports.notes import ImportNotes, Note
from tui.server.exports.parse import TABLES, DocumentRows, parse
from tui.server.exports.reader import derived_id, derived_link
from tui.server.exports.render import render
from tui.server.exports.rewrite import clean, exchange, fresh
from tui.server.exports.tables import BY_NAME, Rows, chunks, load, write
from tui.server.pipeline.ids import short_link
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.exports.fields import Row

Mode = Literal["refuse", "replace", "copy"]
"""What to do when the board is already here, and not the same."""

Outcome = Literal["imported", "unchanged", "replaced", "copied"]
"""What came of an import."""

_SHARED = frozenset({"board", "member", "card_label", "card_member"})
"""Tables whose keys are found to be taken in another way, or are meant to be shared."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        outcome: ``unchanged``: the very board was already here, and nothing was written.
        archived: Whether the board is, so that lists of open boards leave it out.
        kept: How many things are in the board, by noun.
        skipped: Things of the file that are not in the board.
        repaired: Things that are in it in another form.
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
    """Write the board of an export.

    The caller's transaction is the import's: when this raises, nothing of it may be kept.

    Args:
        connection: Holds the write lock (``db.writing``).
        document: What ``read_document`` found.
        mode: What to do when another state of the board is here: refuse, replace it, or make a copy (which
            ``copy`` does even when it is not).
        owner_id: The member who imports.

    Raises:
        TransferError: The document is no board or is damaged, or the board is here in another state.
    """
    notes = ImportNotes()
    document = clean(document, notes)
    plan = parse(document, notes)
    here = load(connection, plan.board["id"])
    if mode == "copy":
        names = fresh(plan.rows, short_link, secrets.token_hex(3))
        plan = parse(exchange(document, names), ImportNotes())
        return _report(connection, plan, notes, "copied", owner_id)
    if names := _taken(connection, plan, here):
        plan = parse(exchange(document, names), ImportNotes())
        for name in names:
            notes.repaired(name, "another board here has it; given a new one")
    return _settle(connection, plan, notes, here, mode, owner_id)


def export_board(connection: Connection, board_id: str) -> Json:
    """The document of a board, as ``import_board`` takes it.

    Raises:
        NotFound: There is no such board.
    """
    rows = load(connection, board_id)
    if not rows["board"]:
        raise NotFound(f"there is no board {board_id}", service="board", status=404)
    return render(rows)


def find_boards(connection: Connection, text: str) -> dict[str, str]:
    """Id and name of every board, archived ones too, that ``text`` names: by id, short link, URL or name."""
    link = re.search(r"/b/([0-9A-Za-z]{8})(?:[/?#]|$)", text)
    ids, names = db.boards.c.id, db.boards.c.name
    one = select(ids, names).where(or_(ids == text, db.boards.c.short_link == (link[1] if link else text)))
    found = {row.id: row.name for row in connection.execute(one)}
    if found:
        return found
    # SQLite folds the case of ASCII only, so names are compared here.
    every = connection.execute(select(ids, names))
    return {row.id: row.name for row in every if row.name.casefold() == text.casefold()}


def _settle(
    connection: Connection, plan: DocumentRows, notes: ImportNotes, here: Rows, mode: Mode, owner_id: str
) -> ImportReport:
    """Write the plan, or find that there is nothing to write."""
    board = plan.board
    if not here["board"]:
        return _report(connection, plan, notes, "imported", owner_id)
    if _substance(here) == _substance(plan.rows):
        return _report(connection, plan, notes, "unchanged", owner_id)
    if mode == "refuse":
        raise TransferError(
            f"the board {board['name']!r} is already here, in another state",
            hint="--replace puts the file in its place, --copy makes a second board",
        )
    connection.execute(delete(db.boards).where(db.boards.c.id == board["id"]))
    return _report(connection, plan, notes, "replaced", owner_id)


def _report(
    connection: Connection, plan: DocumentRows, notes: ImportNotes, outcome: Outcome, owner_id: str
) -> ImportReport:
    """Write the plan unless it is here already, and say what came of it."""
    if outcome != "unchanged":
        write(connection, plan, owner_id)
    board = plan.board
    skips, repairs = tuple(notes.skips), tuple(notes.repairs)
    return ImportReport(board["id"], board["name"], outcome, board["closed"], plan.counts(), skips, repairs)


def _substance(rows: Mapping[str, list[Row]]) -> Json:
    """What two states of a board are compared by: not who looks at it, nor how its members present themselves."""
    document = render(rows)
    for name in ("starred", "subscribed", "dateLastView", "idOrganization"):
        document.pop(name, None)
    document["members"] = [member["id"] for member in document["members"]]
    for action in document["actions"]:
        action.pop("memberCreator", None)
    return document


def _taken(connection: Connection, plan: DocumentRows, here: Rows) -> dict[str, str]:
    """Ids and short links that another board has, each with the one to take instead.

    The new ones follow from the old, so that the same file finds its own board again.
    """
    board_id = plan.board["id"]
    names: dict[str, str] = {}
    for table in TABLES:
        if table not in _SHARED:
            for taken in _held(connection, plan, here, table, "id"):
                names[taken] = derived_id(board_id, table, taken)
    for table in ("board", "card"):
        for taken in _held(connection, plan, here, table, "short_link"):
            names[taken] = derived_link(board_id, table, taken)
    # The board stays itself, even where the file gives its id to something else as well.
    names.pop(board_id, None)
    return names


def _held(connection: Connection, plan: DocumentRows, here: Rows, table: str, column: str) -> list[str]:
    """Values of ``column`` that the plan would write, and that rows outside this board have."""
    own = {row[column] for row in here[table]}
    wanted = [row[column] for row in plan.rows[table]]
    found = BY_NAME[table].c[column]
    return [
        value
        for chunk in chunks(wanted)
        for value in connection.scalars(select(found).where(found.in_(chunk)))
        if value not in own
    ]
