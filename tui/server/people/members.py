"""Handlers of members: profiles, each member's boards, cards, workspaces and actions, and the caller's own profile."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, and_, false, func, select, update

from tui.server.people import board_lists, inbox, saved_searches, stars
from tui.server.pipeline.params import Params, Refused, invalid, other_member, pick
from tui.server.pipeline.route import Route, changed_field, one_field
from tui.server.rights import access, find
from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested, organizations
from tui.server.wire.boards import BACKGROUNDS

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def show(call: Call) -> Json:
    """Return a member's profile with nested objects; the caller's own profile has more fields."""
    ident = find.member_id(call)
    member = pick(_profile(call, ident), members.FIELDS.parse(call.params))
    for name, load in {**_NESTED, **(_OWN_NESTED if _is_caller(call, ident) else {})}.items():
        if word := call.params.nested_filter(name):
            member[name] = load(call, ident, word)
    return member


def _nested_boards(call: Call, ident: str, word: str) -> list[Json]:
    where = and_(_boards_of(call, ident), boards.filtered(call, word.split(",")))
    return boards.boards(call, where, boards.MINE.parse(call.params, "board_fields"))


def _nested_organizations(call: Call, ident: str, word: str) -> list[Json]:
    keys = organizations.FIELDS.parse(call.params, "organization_fields")
    return organizations.organizations(call, _organizations_of(call, ident, word), keys)


def _nested_cards(call: Call, ident: str, word: str) -> list[Json]:
    where = and_(_cards_of(call, ident), nested.card_filter(word))
    return nested.shown_cards(call, nested.found_cards(call, where, paged=False), "card_")


def _nested_actions(call: Call, ident: str, _word: str) -> Any:
    return actions.feed(call, _actions_of(call, ident), actions.NESTED)


def _empty(_call: Call, _ident: str, _word: str) -> list[Json]:
    """Return no objects: this server has no pending invitations and no custom pictures or emoji."""
    return []


_NESTED: dict[str, Any] = {
    "boards": _nested_boards,
    "organizations": _nested_organizations,
    "cards": _nested_cards,
    "actions": _nested_actions,
}
_OWN_NESTED: dict[str, Any] = {
    "boardStars": lambda call, ident, _: stars.shown(call, ident),
    "savedSearches": lambda call, ident, _: saved_searches.shown(call, ident),
    "notifications": lambda call, _, word: inbox.in_profile(call, word),
    "boardsInvited": _empty,
    "organizationsInvited": _empty,
    "customBoardBackgrounds": _empty,
    "customEmoji": _empty,
    "customStickers": _empty,
}


def show_boards(call: Call) -> list[Json]:
    """Return a member's boards that the caller may see; all fields by default."""
    words = [call.path["filter"].lower()] if "filter" in call.path else call.params.words("filter")
    return board_lists.shown(call, and_(_boards_of(call, find.member_id(call)), boards.filtered(call, words)))


def show_cards(call: Call) -> list[Json]:
    """Return a member's cards on boards the caller may see; by default those with filter *visible*."""
    word = call.path.get("filter") or call.params.word("filter", "visible", nested.CARD_FILTERS)
    where = and_(_cards_of(call, find.member_id(call)), nested.card_filter(word.lower()))
    return nested.shown_cards(call, nested.found_cards(call, where))


def show_organizations(call: Call) -> list[Json]:
    """Return a member's workspaces; of another member, only public ones and those shared with the caller."""
    word = call.path.get("filter") or call.params.word("filter", "all")
    where = _organizations_of(call, find.member_id(call), word.lower())
    return organizations.organizations(call, where, organizations.FIELDS.parse(call.params))


def show_actions(call: Call) -> Any:
    """Return the actions of a member; another member's only on boards the caller may see."""
    return actions.feed(call, _actions_of(call, find.member_id(call)))


def show_nothing(call: Call) -> list[Json]:
    """Return no objects: this server has no pending invitations and no custom pictures, emoji or stickers."""
    find.me(call)
    return []


def _profile(call: Call, ident: str) -> Json:
    row = find.found_row(call, select(db.members).where(db.members.c.id == ident))
    return members.own_profile(call, row) if _is_caller(call, ident) else members.profile(row, call.origin)


def _is_caller(call: Call, ident: str) -> bool:
    return ident == call.session.id_member


def _boards_of(call: Call, ident: str) -> ColumnElement[bool]:
    on = db.boards.c.id.in_(access.joined(ident))
    return on if _is_caller(call, ident) else and_(on, access.visible(call))


def _cards_of(call: Call, ident: str) -> ColumnElement[bool]:
    on = db.card_members.c
    seen = select(db.boards.c.id).where(access.visible(call))
    return and_(
        db.cards.c.id.in_(select(on.id_card).where(on.id_member == ident)), db.cards.c.id_board.in_(seen)
    )


def _organizations_of(call: Call, ident: str, word: str) -> ColumnElement[bool]:
    """Build the condition for a member's workspaces; ``word``: all, members (private), none or public."""
    table = db.organizations.c
    level = table.extra["prefs"]["permissionLevel"].as_string()
    public = level.is_not(None) & (level == "public")
    inside: ColumnElement[bool] = table.id.in_(access.workspaces(ident))
    if ident != call.session.id_member:
        inside = and_(inside, table.id.in_(access.workspaces(call.session.id_member)) | public)
    match word:
        case "all":
            return inside
        case "public":
            return and_(inside, public)
        case "members":
            return and_(inside, level.is_(None) | (level != "public"))
        case "none":
            return false()
        case _:
            raise invalid("filter")


def _actions_of(call: Call, ident: str) -> ColumnElement[bool]:
    by = db.actions.c.id_member_creator == ident
    if ident == call.me:
        return by
    return and_(by, db.actions.c.id_board.in_(select(db.boards.c.id).where(access.visible(call))))


_USERNAME = re.compile(r"[a-z0-9_]{3,100}")
_MOST_INITIALS = 4
_AUDIENCES = ("public", "private", "collaborator")
_COLUMNS = {"fullName": "full_name", "initials": "initials", "username": "username"}
_FIELDS = (*_COLUMNS, "bio", "avatarSource")
_PREFS: dict[str, Callable[[Params, str], Any]] = {
    "colorBlind": lambda asked, name: asked.flag(name),
    "sendSummaries": lambda asked, name: asked.flag(name),
    "locale": lambda asked, name: asked.text(name, shortest=1, longest=20),
    "timezone": lambda asked, name: asked.text(name, shortest=1, longest=64),
    "minutesBetweenSummaries": lambda asked, name: _one_of(asked, name, (-1, 1, 60)),
    "minutesBeforeDeadlineToNotify": lambda asked, name: asked.integer(name, 1440, least=-1, most=525_600),
    "privacy/fullName": lambda asked, name: asked.word(name, "public", _AUDIENCES),
    "privacy/avatar": lambda asked, name: asked.word(name, "public", _AUDIENCES),
}


def change(call: Call) -> Json:
    """Change the profile fields that the parameters set."""
    row = _own(call)
    values = _columns(call, row)
    extra = _extra(call.params, row)
    if extra != row.extra:
        values["extra"] = extra
    if values:
        call.connection.execute(update(db.members).where(db.members.c.id == row.id).values(values))
    return pick(members.own_profile(call, _own(call)), members.FIELDS.parse(call.params))


def _own(call: Call) -> Row[Any]:
    if "account" not in call.session.scopes:
        raise other_member()
    return call.connection.execute(select(db.members).where(db.members.c.id == find.me(call))).one()


def dismiss(call: Call) -> Json:
    """Record that the caller does not want to see a one-time message of the service again."""
    row = _own(call)
    name = call.params.text("value", shortest=1, longest=100)
    seen = row.extra.get("oneTimeMessagesDismissed")
    seen = [one for one in seen if one != name] if isinstance(seen, list) else []
    extra = {**row.extra, "oneTimeMessagesDismissed": [*seen, name]}
    call.connection.execute(update(db.members).where(db.members.c.id == row.id).values(extra=extra))
    return {"_value": [*seen, name]}


def show_backgrounds(call: Call) -> list[Json]:
    """Return the board backgrounds: the named colours; this server has no custom pictures."""
    find.me(call)
    word = call.params.word("filter", "all", ("all", "custom", "default", "none", "premium"))
    return [_background(name) for name in BACKGROUNDS] if word in {"all", "default"} else []


def _background(name: str) -> Json:
    colour = BACKGROUNDS[name]
    return {
        "id": name, "type": "default", "color": colour, "topColor": colour, "bottomColor": colour,
        "brightness": "dark", "fullSizeUrl": None, "scaled": [], "tile": False,
    }  # fmt: skip


def _columns(call: Call, row: Any) -> Json:
    params = call.params
    values: Json = {}
    if params.given("fullName"):
        values["full_name"] = params.text("fullName", shortest=1)
    if params.given("initials"):
        values["initials"] = params.text("initials", shortest=1, longest=_MOST_INITIALS)
    if params.given("username"):
        values["username"] = _username(call, row.id)
    return db.different(values, row)


def _username(call: Call, ident: str) -> str:
    name = call.params.text("username").lower()
    if _USERNAME.fullmatch(name) is None:
        raise invalid("username")
    others = select(func.count()).where(db.members.c.username == name, db.members.c.id != ident)
    if call.connection.scalar(others):
        raise Refused(HTTPStatus.BAD_REQUEST, "Username is taken")
    return name


def _extra(params: Params, row: Any) -> Json:
    extra = dict(row.extra)
    if params.given("bio"):
        extra["bio"] = params.unstripped_text("bio")
    if params.given("avatarSource"):
        extra["avatarSource"] = params.word("avatarSource", "none", ("none", "gravatar", "upload"))
    asked = Params(params.nested("prefs"))
    prefs = dict(members.prefs(row)) if len(asked) else {}
    for name in asked:
        if name not in _PREFS:
            raise invalid(f"prefs/{name}")
        outer, _, inner = name.partition("/")
        value = _PREFS[name](asked, name)
        prefs[outer] = {**prefs[outer], inner: value} if inner else value
    return extra | ({"prefs": prefs} if prefs else {})


def _one_of(asked: Params, name: str, allowed: tuple[int, ...]) -> int:
    value = asked.integer(name, allowed[0], least=min(allowed), most=max(allowed))
    if value not in allowed:
        raise invalid(name)
    return value


ROUTES = (
    Route("GET", "members/{member}", show),
    Route("GET", "members/{member}/boards", show_boards),
    Route("GET", "members/{member}/boards/{filter}", show_boards),
    Route("GET", "members/{member}/cards", show_cards),
    Route("GET", "members/{member}/cards/{filter}", show_cards),
    Route("GET", "members/{member}/organizations", show_organizations),
    Route("GET", "members/{member}/organizations/{filter}", show_organizations),
    Route("GET", "members/{member}/actions", show_actions),
    *(
        Route("GET", f"members/{{member}}/{name}", show_nothing)
        for name in (
            "boardsInvited",
            "organizationsInvited",
            "customBoardBackgrounds",
            "customEmoji",
            "customStickers",
        )
    ),
    Route("GET", "members/{member}/{field}", one_field(show)),
    Route("PUT", "members/{member}", change),
    Route("POST", "members/{member}/oneTimeMessagesDismissed", dismiss),
    Route("GET", "members/{member}/boardBackgrounds", show_backgrounds),
    Route("PUT", "members/{member}/{field}", changed_field(change, _FIELDS)),
)
