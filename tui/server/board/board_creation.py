"""The creation of a board, empty or as a copy of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert

from tui.server.board import board_changes, labels, lists
from tui.server.board import board_copies as copies
from tui.server.events import journal, workspace_log
from tui.server.people import joins
from tui.server.people import organizations as workspaces
from tui.server.pipeline.ids import short_link
from tui.server.pipeline.params import Params
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import boards

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_FIRST_LISTS = ("To Do", "Doing", "Done")
_FIRST_LABELS = ("green", "yellow", "orange", "red", "purple", "blue")


def create(call: Call) -> Json:
    """Create a board with the caller as its admin; by default with three lists and six labels."""
    params = call.params
    original = find.source(call, "idBoardSource", find.board)
    start: Json = {} if original is None else copies.copied_columns(original)
    ident, home = call.new_id(), _target_workspace(call)
    row = {
        **start,
        "id": ident,
        "short_link": short_link(),
        "name": params.text("name", shortest=1),
        "desc": params.unstripped_text("desc") if params.given("desc") else start.get("desc", ""),
        "id_organization": home,
        "id_member_creator": call.me,
        "prefs": {**start.get("prefs", {}), **board_changes.parse_prefs(params)},
        "date_last_activity": call.stamp,
    }
    call.connection.execute(insert(db.boards).values(row))
    joins.insert_membership(call, ident, call.me, "admin")
    board = find.board(call, ident)
    source: Json = {} if original is None else {"boardSource": {"id": original.id}}
    kind = "createBoard" if original is None else "copyBoard"
    journal.record(call, kind, {"board": journal.board_copy(board), **source}, id_board=ident)
    workspace_log.record_board(call, board, home, kind="addToOrganizationBoard")
    if original is None:
        _add_defaults(call, board)
    else:
        copies.copy_contents(call, original, ident)
    whole = boards.boards(call, db.boards.c.id == ident, boards.FIELDS.parse(Params({})))[0]
    return {**whole, "limits": {}}


def _target_workspace(call: Call) -> str:
    """Return the workspace of a new board: the one ``idOrganization`` names, else the member's first."""
    return (
        workspaces.find_named(call)
        if call.params.get("idOrganization")
        else workspaces.default_workspace(call)
    )


def _add_defaults(call: Call, board: find.Found) -> None:
    """Add the default lists and labels to a new board, and log them in one batch."""
    entries: list[journal.JournalEntry] = []
    if call.params.flag("defaultLists", default=True):
        entries += lists.insert_default_lists(call, board, _FIRST_LISTS)
    if call.params.flag("defaultLabels", default=True):
        entries += labels.insert_default_labels(call, board, _FIRST_LABELS)
    if entries:
        journal.record_all(call, entries)
