"""Handlers of the caller's own notifications, newest first, with the objects each is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, select, true, update

from tui.server.pipeline.params import Params, invalid, not_found, other_member, pick, unauthorized
from tui.server.pipeline.route import Route, one_field
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested, notifications, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_MOST = 1000
_USUAL_PAGE = 50


def show_all(call: Call) -> list[Json]:
    """Return the caller's notifications, filtered and paged as the parameters ask."""
    find.me(call)
    params = call.params
    words = [call.path["filter"]] if "filter" in call.path else params.words("filter")
    limit = params.integer("limit", _USUAL_PAGE, most=_MOST)
    page = params.integer("page", 0, most=_MOST)
    if page and page * limit >= _MOST:
        raise invalid("page")
    where = and_(
        _of_types(words),
        _read(params.word("read_filter", "all", ("all", "read", "unread"))),
        actions.cursor(call, "since", db.notifications, older=False),
        actions.cursor(call, "before", db.notifications, older=True),
    )
    return _fetch(call, where, limit, page * limit, "fields")


def in_profile(call: Call, word: str) -> list[Json]:
    """Return notifications to nest in the caller's profile; ``word`` has their types, or all."""
    where = _of_types(word.split(","))
    limit = call.params.integer("notifications_limit", _USUAL_PAGE, most=_MOST)
    return _fetch(call, where, limit, 0, "notification_fields")


def _fetch(call: Call, where: ColumnElement[bool], limit: int, skipped: int, fields: str) -> list[Json]:
    keys = notifications.FIELDS.parse(call.params, fields)
    query = select(db.notifications).where(_mine(call), where).order_by(db.notifications.c.id.desc())
    rows = call.connection.execute(query.limit(limit).offset(skipped)).all()
    return notifications.notifications(call, rows, keys)


def show(call: Call) -> Json:
    """Return one notification with the nested objects that the parameters ask for."""
    row = _own(call)
    found = notifications.notifications(call, [row], notifications.FIELDS.parse(call.params))[0]
    for name, load in _NESTED.items():
        if call.params.nested_filter(name):
            found[name] = load(call, row, f"{name}_fields")
    return found


def change(call: Call) -> Json:
    """Mark a notification as read or unread, as ``unread`` says."""
    row = _own(call, writes=True)
    if call.params.given("unread"):
        _mark(call, db.notifications.c.id == row.id, unread=call.params.flag("unread"))
    return notifications.notifications(call, [_own(call)], None)[0]


def change_unread(call: Call) -> Json:
    """Mark a notification as read or unread, as ``value`` says."""
    return change(call.with_params(call.params.as_field("unread")))


def mark_all(call: Call) -> Json:
    """Mark all the caller's notifications, or those of ``ids``, as read; with ``read=false`` as unread."""
    _check_scope(call)
    where: ColumnElement[bool] = true()
    if call.params.given("ids"):
        where = db.notifications.c.id.in_(call.params.idents("ids"))
    _mark(call, where, unread=not call.params.flag("read", default=True))
    return {}


def mark_card_read(call: Call) -> Json:
    """Mark the caller's notifications about a card as read."""
    _check_scope(call)
    card = find.card(call, need=find.SEE)
    _mark(call, db.notifications.c.id_card == card.id, unread=False)
    return {"_value": None}


def _mark(call: Call, where: ColumnElement[bool], *, unread: bool) -> None:
    """Set ``unread`` on those of the caller's notifications matching ``where`` that differ."""
    table = db.notifications.c
    here = update(db.notifications).where(_mine(call), where, table.unread.is_not(unread))
    call.connection.execute(here.values(unread=unread, date_read=None if unread else call.stamp))


def _check_scope(call: Call) -> None:
    """Refuse a token without the account scope."""
    if "account" not in call.session.scopes:
        raise other_member()


def _mine(call: Call) -> ColumnElement[bool]:
    """Build the condition for the caller's own notifications whose date has come."""
    table = db.notifications.c
    return and_(table.id_member == call.me, table.date <= call.stamp)


def _own(call: Call, *, writes: bool = False) -> Any:
    """Find the notification in the path, which must be the caller's own.

    Raises:
        Refused: 404, it does not exist; 401, it is another member's, or the token may not mark it.
    """
    if writes:
        _check_scope(call)
    table = db.notifications.c
    query = select(db.notifications).where(table.id == call.path["notification"], table.date <= call.stamp)
    row = find.found_row(call, query)
    if row.id_member != call.me:
        raise unauthorized()
    return row


def _of_types(words: list[str]) -> ColumnElement[bool]:
    wanted = [word for word in words if word]
    if not wanted or "all" in wanted:
        return true()
    return db.notifications.c.type.in_(wanted)


def _read(word: str) -> ColumnElement[bool]:
    return true() if word == "all" else db.notifications.c.unread.is_(word == "unread")


# --- what a notification is about ---------------------------------------------------


def show_board(call: Call) -> Json:
    """Return the board a notification is about."""
    return _board(call, _own(call), "fields")


def show_card(call: Call) -> Json:
    """Return the card a notification is about."""
    return _card(call, _own(call), "fields")


def show_list(call: Call) -> Json:
    """Return the list with the card that a notification is about."""
    return _list(call, _own(call), "fields")


def show_member(call: Call) -> Json:
    """Return the member a notification is about, who may differ from its creator."""
    return _member(call, _own(call), "fields")


def show_creator(call: Call) -> Json:
    """Return the member whose action caused a notification."""
    return members.one(call, _own(call).id_member_creator, "fields")


def show_organization(call: Call) -> Json:
    """Return the workspace a notification is about, or else the workspace of its board."""
    return _organization(call, _own(call), "fields")


def _board(call: Call, row: Any, fields: str) -> Json:
    board = find.board(call, row.id_board or _raise_not_found(), need=find.SEE)
    return boards.one(call, board.id, boards.FIELDS.parse(call.params, fields))


def _card(call: Call, row: Any, fields: str) -> Json:
    card = find.card(call, row.id_card or _raise_not_found(), need=find.SEE)
    asked = {"fields": call.params[fields]} if call.params.given(fields) else {}
    return nested.shown_card(call.with_params(Params(asked)), card.id)


def _list(call: Call, row: Any, fields: str) -> Json:
    card = find.card(call, row.id_card or _raise_not_found(), need=find.SEE)
    found = boards.lists(call, db.lists.c.id == card.id_list)[0]
    return pick(found, boards.LIST_FIELDS.parse(call.params, fields))


def _member(call: Call, row: Any, fields: str) -> Json:
    return members.one(call, row.data.get("idMember") or row.data.get("idMemberAdded"), fields)


def _organization(call: Call, row: Any, fields: str) -> Json:
    about = row.data.get("organization")
    ident = about.get("id") if isinstance(about, dict) else None
    if ident is None:
        ident = find.board(call, row.id_board or _raise_not_found(), need=find.SEE).id_organization
    found = find.organization(call, ident or _raise_not_found(), need=find.SEE)
    keys = organizations.FIELDS.parse(call.params, fields)
    return organizations.one(call, found.id, keys)


def _raise_not_found() -> str:
    raise not_found()


_NESTED: dict[str, Any] = {"board": _board, "card": _card, "list": _list, "organization": _organization}

ROUTES = (
    Route("GET", "members/{member}/notifications", show_all),
    Route("GET", "members/{member}/notifications/{filter}", show_all),
    Route("POST", "notifications/all/read", mark_all),
    Route("GET", "notifications/{notification}", show),
    Route("PUT", "notifications/{notification}", change),
    Route("PUT", "notifications/{notification}/unread", change_unread),
    Route("GET", "notifications/{notification}/board", show_board),
    Route("GET", "notifications/{notification}/card", show_card),
    Route("GET", "notifications/{notification}/list", show_list),
    Route("GET", "notifications/{notification}/member", show_member),
    Route("GET", "notifications/{notification}/memberCreator", show_creator),
    Route("GET", "notifications/{notification}/organization", show_organization),
    Route("GET", "notifications/{notification}/{field}", one_field(show)),
    Route("POST", "cards/{card}/markAssociatedNotificationsRead", mark_card_read),
)
