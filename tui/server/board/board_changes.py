"""The creation of a board, empty or as a copy of another, and changes to its fields, its preferences, and one member's star and subscription."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, insert, select, update

from tui.model.board import FIRST_LISTS
from tui.model.label import COLORS
from tui.server.board import board_copies as copies
from tui.server.board import labels, lists
from tui.server.events import journal, workspace_log
from tui.server.people import joins, stars, watches
from tui.server.people import organizations as workspaces
from tui.server.pipeline.ids import short_link
from tui.server.pipeline.params import Params, Refused, invalid
from tui.server.pipeline.route import Route
from tui.server.rights import access, find
from tui.server.rights.access import Need
from tui.server.storage import db
from tui.server.wire import boards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_FIELDS = ("name", "desc", "closed", "subscribed", "starred", "idOrganization")
_GROUPS = ("org", "private", "public")
_WHO = ("disabled", "members", "observers", "org", "public")
_CHOICES = {
    "permissionLevel": _GROUPS,
    "voting": _WHO,
    "comments": _WHO,
    "invitations": ("admins", "members"),
    "cardAging": ("regular", "pirate"),
    "background": tuple(boards.BACKGROUNDS),
}
_FLAGS = (
    "selfJoin", "cardCovers", "hideVotes", "calendarFeedEnabled", "isTemplate", "cardCounts", "showCompleteStatus",
)  # fmt: skip


def change(call: Call) -> Json:
    """Change the fields that the parameters set, and log one action per changed field."""
    row = find.board(call, need=watches.required_right(call.params, (*_FIELDS, "prefs", "labelNames")))
    params = call.params
    columns = db.different(_columns(call), row)
    if columns.keys() & {"closed", "id_organization"} or params.nested("prefs"):
        require_admin(call, row)
    new_prefs = {
        key: value
        for key, value in parse_prefs(params).items()
        if {**boards.PREFS, **row.prefs}[key] != value
    }
    names = {
        key: value for key, value in _label_names(params).items() if row.label_names.get(key, "") != value
    }
    if values := _new_values(row, columns, new_prefs, names):
        call.connection.execute(update(db.boards).where(db.boards.c.id == row.id).values(values))
        _record_changes(call, row, columns, new_prefs)
    _change_own(call, row)
    return boards.one(call, row.id, boards.FIELDS.parse(Params({})))


def _new_values(row: Any, columns: Json, new_prefs: Json, names: Mapping[str, str]) -> Json:
    """Return the values to write, by column."""
    values = dict(columns)
    if new_prefs:
        values["prefs"] = {**row.prefs, **new_prefs}
    if "id_organization" in columns:
        # An imported board keeps the workspace id of its file until it is moved to another workspace.
        values["extra"] = {key: value for key, value in row.extra.items() if key != "idOrganization"}
    if names:
        values["label_names"] = {**row.label_names, **names}
    return values


def change_field(call: Call) -> Json:
    """Change the field in the path to ``value``."""
    return change(call.with_params(call.params.as_field(call.field(_FIELDS))))


def change_pref(call: Call) -> Json:
    """Change the preference in the path to ``value``."""
    name = call.field((*_CHOICES, *_FLAGS))
    return change(call.with_params(call.params.as_field(f"prefs/{name}")))


def change_label_name(call: Call) -> Json:
    """Change the name of the label colour in the path to ``value``."""
    name = call.field(COLORS)
    return change(call.with_params(call.params.as_field(f"labelNames/{name}")))


def mark_viewed(call: Call) -> Json:
    """Record that the member has viewed the board now."""
    row = find.board(call, need=Need.SEE)
    mine = db.memberships.c
    here = update(db.memberships).where(mine.id_board == row.id, mine.id_member == call.me)
    call.connection.execute(here.values(date_last_view=call.stamp))
    return boards.one(call, row.id, boards.FIELDS.parse(Params({})))


def require_admin(call: Call, board: Any) -> None:
    """Refuse a caller who is not an admin of ``board``.

    Raises:
        Refused: 401.
    """
    access.require(call, board, Need.ADMIN)


def parse_prefs(params: Params) -> Json:
    """Return the preferences that the parameters set, each validated.

    Raises:
        Refused: 400, a preference is unknown or its value invalid.
    """
    found: Json = {}
    asked = Params(params.nested("prefs"))
    for name in asked:
        if name in _CHOICES:
            found[name] = asked.word(name, "", _CHOICES[name])
        elif name in _FLAGS:
            found[name] = asked.flag(name)
        # Some clients (ruby-trello) send read-only preferences back with the rest: ignored.
        elif name not in boards.PREFS:
            raise invalid(f"prefs/{name}")
    if colour := boards.BACKGROUNDS.get(found.get("background", "")):
        found |= dict.fromkeys(("backgroundColor", "backgroundTopColor", "backgroundBottomColor"), colour)
    return found


def _columns(call: Call) -> Json:
    params = call.params
    values: Json = params.new_name()
    if params.given("desc"):
        values["desc"] = params.unstripped_text("desc")
    if params.given("closed"):
        values["closed"] = params.flag("closed")
    if params.get("idOrganization"):
        values["id_organization"] = workspaces.find_named(call)
    return values


def _label_names(params: Params) -> dict[str, str]:
    asked = Params(params.nested("labelNames"))
    for name in asked:
        if name not in COLORS:
            raise invalid(f"labelNames/{name}")
    return {name: asked.text(name) for name in asked}


def _record_changes(call: Call, row: Any, columns: Json, new_prefs: Json) -> None:
    after = find.board(call, row.id)
    if "id_organization" in columns:
        workspace_log.record_board(call, after, row.id_organization, kind="removeFromOrganizationBoard")
        workspace_log.record_board(call, after, columns["id_organization"], kind="addToOrganizationBoard")
    wire = {"id_organization": "idOrganization"}
    changes = [
        ({wire.get(name, name): getattr(row, name)}, {wire.get(name, name): value})
        for name, value in columns.items()
    ]
    before = {**boards.PREFS, **row.prefs}
    asked = [name for name in new_prefs if name in _CHOICES or name in _FLAGS]
    changes += [({"prefs": {name: before[name]}}, {"prefs": {name: new_prefs[name]}}) for name in asked]
    for old, new in changes:
        data = {"board": {**new, **journal.board_copy(after)}, "old": old}
        journal.record(call, "updateBoard", data, id_board=row.id)


def _change_own(call: Call, row: Any) -> None:
    if call.params.given("subscribed"):
        watches.set_watched(call, "board", row.id, watched=call.params.flag("subscribed"))
    if call.params.given("starred"):
        stars.set_starred(call, row.id, starred=call.params.flag("starred"))


_OWN_FLAGS = (
    "showSidebar",
    "showSidebarMembers",
    "showSidebarBoardActions",
    "showSidebarActivity",
)
_OLD_FLAG = "showListGuide"
"""A flag of the service's first API description; shown only once it has been set."""

_KEYS = ("emailKey", "calendarKey")
_USUAL: Json = {**dict.fromkeys(_OWN_FLAGS, True), "emailPosition": "bottom", "idEmailList": None}


def my_prefs(call: Call, id_board: str) -> Json:
    """Return the member's own preferences for a board, without the keys."""
    return {**_USUAL, **{name: value for name, value in _load(call, id_board).items() if name not in _KEYS}}


def show_my_prefs(call: Call) -> Json:
    """Return the member's own preferences for a board."""
    return my_prefs(call, find.board(call).id)


def change_my_prefs(call: Call) -> Json:
    """Set one preference to ``value`` and return all of them, without the board."""
    board = find.board(call, need=find.SEE)
    name = call.field((*_USUAL, _OLD_FLAG))
    params = Params({name: call.params.as_field(name)[name]})
    match name:
        case "emailPosition":
            value: Any = params.word(name, "bottom", ("top", "bottom"))
        case "idEmailList":
            value = params.maybe_ident(name)
        case _:
            value = params.flag(name)
    _save(call, board.id, {name: value})
    return my_prefs(call, board.id)


def make_calendar_key(call: Call) -> Json:
    """Create a new key to the board's calendar; refused unless the board has its calendar feed enabled."""
    board = find.board(call, need=find.SEE)
    if board.prefs.get("calendarFeedEnabled") is not True:
        raise Refused(HTTPStatus.FORBIDDEN, "Can't generate calendarKey")
    made = {"calendarKey": secrets.token_hex(16)}
    _save(call, board.id, made)
    return {"id": board.id, "myPrefs": my_prefs(call, board.id) | made}


def make_email_key(call: Call) -> Json:
    """Create a new key to the board's email address; as at the hosted service, the answer omits it."""
    board = find.board(call)
    _save(call, board.id, {"emailKey": secrets.token_hex(16)})
    return {"id": board.id, "myPrefs": my_prefs(call, board.id)}


def _save(call: Call, id_board: str, values: Json) -> None:
    table = db.my_prefs
    own = {**_load(call, id_board), **values}
    mine = {"id_board": id_board, "id_member": call.me}
    here = and_(table.c.id_board == id_board, table.c.id_member == call.me)
    call.connection.execute(delete(table).where(here))
    call.connection.execute(insert(table).values(**mine, value=own))


def _load(call: Call, id_board: str) -> Json:
    table = db.my_prefs.c
    mine = select(table.value).where(table.id_board == id_board, table.id_member == call.session.id_member)
    return dict(call.connection.scalar(mine) or {})


ROUTES = (
    Route("GET", "boards/{board}/myPrefs", show_my_prefs),
    Route("PUT", "boards/{board}/myPrefs/{field}", change_my_prefs),
    Route("POST", "boards/{board}/calendarKey/generate", make_calendar_key),
    Route("POST", "boards/{board}/emailKey/generate", make_email_key),
)


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
        "prefs": {**start.get("prefs", {}), **parse_prefs(params)},
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
    whole = boards.one(call, ident, boards.FIELDS.parse(Params({})))
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
        entries += lists.insert_default_lists(call, board, FIRST_LISTS)
    if call.params.flag("defaultLabels", default=True):
        entries += labels.insert_default_labels(call, board, _FIRST_LABELS)
    if entries:
        journal.record_all(call, entries)
