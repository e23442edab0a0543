"""Changes of a board: its name, its preferences, and what it is to one member."""

from typing import Any

from sqlalchemy import select, update

from tui.model.base import Json
from tui.model.label import COLORS
from tui.server import db
from tui.server.board import find, journal
from tui.server.call import Call
from tui.server.params import Params
from tui.server.refusal import invalid, unauthorized
from tui.server.wire import boards

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
_FLAGS = ("selfJoin", "cardCovers", "hideVotes", "calendarFeedEnabled", "isTemplate")


def change(call: Call) -> Json:
    """Change what the parameters say; one action for each field that changes."""
    row = find.board(call)
    params = call.params
    columns = {name: value for name, value in _columns(call).items() if getattr(row, name) != value}
    if "closed" in columns or params.nested("prefs"):
        admin_only(row)
    new_prefs = {
        key: value for key, value in prefs(params).items() if {**boards.PREFS, **row.prefs}[key] != value
    }
    names = {
        key: value for key, value in _label_names(params).items() if row.label_names.get(key, "") != value
    }
    values = dict(columns)
    if new_prefs:
        values["prefs"] = {**row.prefs, **new_prefs}
    if names:
        values["label_names"] = {**row.label_names, **names}
    if values:
        call.connection.execute(update(db.boards).where(db.boards.c.id == row.id).values(values))
        _tell(call, row, columns, new_prefs)
    _change_own(call, row)
    return boards.boards(call, db.boards.c.id == row.id, boards.FIELDS.chosen(Params({})))[0]


def change_field(call: Call) -> Json:
    """Change one field to ``value``."""
    return change(call.with_params(call.params.as_field(call.field(_FIELDS))))


def mark_viewed(call: Call) -> Json:
    """Note that the member looked at the board."""
    row = find.board(call)
    _own(call, row.id, {"date_last_view": call.stamp})
    return boards.boards(call, db.boards.c.id == row.id, boards.FIELDS.chosen(Params({})))[0]


def admin_only(board: Any) -> None:
    """Refuse a member who is no admin of ``board``.

    Raises:
        Refused: 401.
    """
    if board.member_type != "admin":
        raise unauthorized()


def prefs(params: Params) -> Json:
    """The preferences the parameters set, each checked.

    Raises:
        Refused: 400, one is unknown or has a value it can not have.
    """
    found: Json = {}
    asked = Params(params.nested("prefs"))
    for name in asked:
        if name in _CHOICES:
            found[name] = asked.word(name, "", _CHOICES[name])
        elif name in _FLAGS:
            found[name] = asked.flag(name)
        else:
            raise invalid(f"prefs/{name}")
    if colour := boards.BACKGROUNDS.get(found.get("background", "")):
        found |= dict.fromkeys(("backgroundColor", "backgroundTopColor", "backgroundBottomColor"), colour)
    return found


def _columns(call: Call) -> Json:
    params = call.params
    values: Json = {}
    if params.given("name"):
        values["name"] = params.text("name", shortest=1)
    if params.given("desc"):
        values["desc"] = params.prose("desc")
    if params.given("closed"):
        values["closed"] = params.flag("closed")
    if params.get("idOrganization"):
        ident = params.ident("idOrganization")
        known = select(db.organizations.c.id).where(db.organizations.c.id == ident)
        if call.connection.scalar(known) is None:
            raise invalid("idOrganization")
        values["id_organization"] = ident
    return values


def _label_names(params: Params) -> dict[str, str]:
    asked = Params(params.nested("labelNames"))
    for name in asked:
        if name not in COLORS:
            raise invalid(f"labelNames/{name}")
    return {name: asked.text(name) for name in asked}


def _tell(call: Call, row: Any, columns: Json, new_prefs: Json) -> None:
    after = find.board(call, row.id)
    wire = {"id_organization": "idOrganization"}
    told = [
        ({wire.get(name, name): getattr(row, name)}, {wire.get(name, name): value})
        for name, value in columns.items()
    ]
    before = {**boards.PREFS, **row.prefs}
    asked = [name for name in new_prefs if name in _CHOICES or name in _FLAGS]
    told += [({"prefs": {name: before[name]}}, {"prefs": {name: new_prefs[name]}}) for name in asked]
    for old, new in told:
        data = {"board": {**new, **journal.board_copy(after)}, "old": old}
        journal.record(call, "updateBoard", data, id_board=row.id)


def _change_own(call: Call, row: Any) -> None:
    own = {name: call.params.flag(name) for name in ("subscribed", "starred") if call.params.given(name)}
    if own:
        _own(call, row.id, own)


def _own(call: Call, id_board: str, values: Json) -> None:
    mine = db.memberships.c
    here = update(db.memberships).where(mine.id_board == id_board, mine.id_member == call.me)
    call.connection.execute(here.values(values))
