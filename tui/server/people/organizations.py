"""Handlers of organizations (workspaces); their members are in a separate module."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, func, insert, select, true, update

from tui.server.events import workspace_log
from tui.server.people import board_lists
from tui.server.people.joins import free_short_name, insert_workspace_membership
from tui.server.pipeline.params import Params, Refused, invalid, not_found_as_invalid, pick, unauthorized
from tui.server.pipeline.route import Route, changed_field, one_field
from tui.server.rights import access, find
from tui.server.storage import db
from tui.server.wire import actions, boards, members, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_NAME = re.compile(r"[a-z0-9_]{3,100}")
_SITE = re.compile(r"https?://\S{1,2000}")
_FIELDS = ("name", "displayName", "desc", "website")
_RESTRICT = "boardVisibilityRestrict"
_RESTRICTED = ("org", "private", "public")
_WHO = ("none", "admin", "org")
_READERS: dict[str, Callable[[Params, str], Any]] = {
    "permissionLevel": lambda asked, name: asked.word(name, "private", ("private", "public")),
    "externalMembersDisabled": lambda asked, name: asked.flag(name),
    "googleAppsVersion": lambda asked, name: asked.integer(name, 1, least=1, most=2),
    "associatedDomain": lambda asked, name: asked.text(name) or None,
    "orgInviteRestrict": lambda asked, name: asked.words(name),
}


def show(call: Call) -> Json:
    """Return one workspace, by id or short name, with the nested objects that the parameters ask for."""
    row = find.organization(call)
    found = organizations.one(call, row.id, organizations.FIELDS.parse(call.params))
    for name, load in _NESTED.items():
        if word := call.params.nested_filter(name):
            found[name] = load(call, row, word)
    return found


def _nested_boards(call: Call, row: Any, word: str) -> list[Json]:
    where = and_(_boards_of(call, row.id), boards.filtered(call, [word]))
    return boards.boards(call, where, boards.FIELDS.parse(call.params, "board_fields"))


def _nested_members(call: Call, row: Any, word: str) -> list[Json]:
    where = members.membership_filter(db.organization_memberships, word)
    keys = members.OF_BOARD.parse(call.params, "member_fields")
    return members.of_organization(call, row.id, keys, where)


def _nested_memberships(call: Call, row: Any, _word: str) -> list[Json]:
    table = db.organization_memberships
    return members.memberships(call, table.c.id_organization == row.id, table)


_NESTED: dict[str, Any] = {
    "boards": _nested_boards,
    "members": _nested_members,
    "memberships": _nested_memberships,
    "actions": lambda call, row, _: actions.feed(call, workspace_log.feed(call, row.id), actions.NESTED),
}


def show_boards(call: Call) -> list[Json]:
    """Return those boards of a workspace that the caller may see."""
    row = find.organization(call)
    words = [call.path["filter"]] if "filter" in call.path else call.params.words("filter")
    where = and_(_boards_of(call, row.id), boards.filtered(call, words))
    return board_lists.shown(call, where)


def show_actions(call: Call) -> Any:
    """Return the action feed of a workspace."""
    return actions.feed(call, workspace_log.feed(call, find.organization(call).id))


def show_nothing(call: Call) -> list[Json]:
    """Return no tags, exports, power-up data or billable guests: this server has none."""
    find.organization(call)
    return []


def create(call: Call) -> Json:
    """Make a workspace with the caller as its admin."""
    display = call.params.text("displayName", shortest=1)
    extra: Json = {"idMemberCreator": call.me}
    values = _columns(call, extra)
    short = values.pop("name", None) or free_short_name(call, display)
    return _shown(
        call, insert_workspace(call, {"display_name": display, **values, "name": short, "extra": extra})
    )


def insert_workspace(call: Call, values: Json) -> str:
    """Insert a workspace with the caller as its admin, log it, and return its id."""
    ident = call.new_id()
    call.connection.execute(insert(db.organizations).values(id=ident, **values))
    insert_workspace_membership(call, ident, call.me, "admin")
    workspace_log.record(call, "createOrganization", find.organization(call, ident), {})
    return ident


def default_workspace(call: Call) -> str:
    """Return the workspace of a new board if none is named: the caller's first, created if there is none."""
    mine = db.organization_memberships.c
    query = select(mine.id_organization).where(mine.id_member == call.me, mine.deactivated.is_(False))
    first = call.connection.scalar(query.order_by(mine.id).limit(1))
    if first is not None:
        return str(first)
    row = call.connection.execute(select(db.members).where(db.members.c.id == call.me)).one()
    display = f"{row.full_name or row.username}'s workspace"
    return insert_workspace(
        call, {"display_name": display, "name": free_short_name(call, f"{row.username}_workspace")}
    )


def find_named(call: Call) -> str:
    """Return the id of the workspace in ``idOrganization`` (id or short name); the caller must be in it.

    Raises:
        Refused: 400, there is no such workspace; 401, the caller is not in it.
    """
    value = call.params.text("idOrganization", shortest=1)
    with not_found_as_invalid("idOrganization"):
        row = find.organization(call, value.lower(), need=access.Need.SEE)
    if row.member_type is None:
        raise unauthorized()
    return str(row.id)


def change(call: Call) -> Json:
    """Change the fields and preferences that the parameters set; only an admin may."""
    row = find.organization(call)
    extra = dict(row.extra)
    values = _columns(call, extra, row.id)
    if new_prefs := _prefs(call.params, now := organizations.prefs(row)):
        extra["prefs"] = {**now, **new_prefs}
    wire = {"display_name": "displayName"}
    changed = db.different(values, row)
    old = {wire.get(name, name): getattr(row, name) for name in changed}
    old |= {
        name: row.extra.get(name) for name in ("website", "prefs") if extra.get(name) != row.extra.get(name)
    }
    if old:
        here = update(db.organizations).where(db.organizations.c.id == row.id)
        call.connection.execute(here.values(**changed, extra=extra))
        workspace_log.record(call, "updateOrganization", find.organization(call, row.id), {"old": old})
    return _shown(call, row.id)


def reset_pref(call: Call) -> Json:
    """Reset a preference to its default."""
    row = find.organization(call)
    name = call.one_of("pref", organizations.PREFS)
    prefs = {key: value for key, value in organizations.prefs(row).items() if key != name}
    here = update(db.organizations).where(db.organizations.c.id == row.id)
    call.connection.execute(here.values(extra={**row.extra, "prefs": prefs}))
    return _shown(call, row.id)


def remove(call: Call) -> Json:
    """Delete a workspace; its boards move to another of the caller's, as clients expect boards to have one.

    Boards visible to the old workspace become private: members of the new one must not see them.
    """
    row = find.organization(call)
    inside = select(db.boards.c.id).where(db.boards.c.id_organization == row.id)
    board_ids = list(call.connection.scalars(inside))
    log = select(db.organization_actions.c.id_action).where(
        db.organization_actions.c.id_organization == row.id
    )
    without_board = and_(db.actions.c.id.in_(log), db.actions.c.id_board.is_(None))
    call.connection.execute(delete(db.actions).where(without_board))
    call.connection.execute(delete(db.organizations).where(db.organizations.c.id == row.id))
    if board_ids:
        here = update(db.boards).where(db.boards.c.id.in_(board_ids))
        call.connection.execute(here.values(id_organization=default_workspace(call)))
        _make_private(call, board_ids)
    return {"_value": None}


def _make_private(call: Call, idents: list[str]) -> None:
    """Make private those boards that were visible to their workspace."""
    table = db.boards
    rows = call.connection.execute(select(table.c.id, table.c.prefs).where(table.c.id.in_(idents))).all()
    for row in rows:
        if row.prefs.get("permissionLevel") in access.OF_WORKSPACE:
            prefs = {**row.prefs, "permissionLevel": "private"}
            call.connection.execute(update(table).where(table.c.id == row.id).values(prefs=prefs))


def _boards_of(call: Call, ident: str) -> Any:
    return and_(db.boards.c.id_organization == ident, access.visible(call))


def _columns(call: Call, extra: Json, ident: str | None = None) -> Json:
    """Return the columns that the parameters set; ``website``, which has no column, is set in ``extra``."""
    params = call.params
    values: Json = {}
    if params.given("displayName"):
        values["display_name"] = params.text("displayName", shortest=1)
    if params.given("desc"):
        values["desc"] = params.unstripped_text("desc")
    if params.given("name") and (ident is None or params.get("name")):
        values["name"] = _short_name(call, ident)
    if params.given("website"):
        extra["website"] = _website(params)
    return values


def _short_name(call: Call, ident: str | None) -> str:
    name = call.params.text("name")
    if _NAME.fullmatch(name) is None:
        raise invalid("name")
    table = db.organizations.c
    others = true() if ident is None else table.id != ident
    if call.connection.scalar(select(func.count()).where(table.name == name, others)):
        raise Refused(HTTPStatus.BAD_REQUEST, "Organization short name is taken")
    return name


def _website(params: Params) -> str | None:
    site = params.text("website")
    if site in ("", "null"):
        return None
    if "://" not in site:
        site = f"http://{site}"
    if _SITE.fullmatch(site) is None:
        raise invalid("website")
    return site


def _prefs(params: Params, now: Json) -> Json:
    """Return the preferences that the parameters set, each validated; ``now`` has those inside one that stay.

    Raises:
        Refused: 400, a preference is unknown or its value invalid.
    """
    asked = Params(params.nested("prefs"))
    found: Json = {}
    for name in asked:
        outer, _, inner = name.partition("/")
        if inner in _RESTRICTED and outer == _RESTRICT:
            whole = now[outer] if isinstance(now[outer], dict) else organizations.PREFS[outer]
            found.setdefault(outer, dict(whole))[inner] = asked.word(name, "org", _WHO)
        elif name in _READERS:
            found[name] = _READERS[name](asked, name)
        else:
            raise invalid(f"prefs/{name}")
    return found


def _shown(call: Call, ident: str) -> Json:
    found = organizations.one(call, ident, None)
    return pick(found, organizations.FIELDS.parse(call.params))


ROUTES = (
    Route("POST", "organizations", create),
    Route("GET", "organizations/{organization}", show),
    Route("PUT", "organizations/{organization}", change),
    Route("DELETE", "organizations/{organization}", remove),
    Route("GET", "organizations/{organization}/actions", show_actions),
    Route("GET", "organizations/{organization}/boards", show_boards),
    Route("GET", "organizations/{organization}/boards/{filter}", show_boards),
    Route("GET", "organizations/{organization}/exports", show_nothing),
    Route("GET", "organizations/{organization}/pluginData", show_nothing),
    Route("GET", "organizations/{organization}/tags", show_nothing),
    Route("GET", "organizations/{organization}/membersInvited", show_nothing),
    Route("GET", "organizations/{organization}/newBillableGuests/{board}", show_nothing),
    Route("DELETE", "organizations/{organization}/prefs/{pref}", reset_pref),
    Route("GET", "organizations/{organization}/{field}", one_field(show)),
    Route("PUT", "organizations/{organization}/{field}", changed_field(change, _FIELDS)),
)
