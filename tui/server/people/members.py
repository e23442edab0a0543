"""Handlers of members: profiles, and each member's boards, cards, workspaces and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, false, select

from tui.server.people import board_lists, inbox, saved_searches, stars
from tui.server.pipeline.params import invalid
from tui.server.pipeline.route import Route
from tui.server.rights import access, find
from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested, organizations
from tui.server.wire.fields import pick

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_NO = ("", "none", "false")


def show(call: Call) -> Json:
    """Return a member's profile with nested objects; the caller's own profile has more fields."""
    ident = find.member_id(call)
    member = pick(_profile(call, ident), members.FIELDS.parse(call.params))
    for name, load in {**_NESTED, **(_OWN_NESTED if _is_caller(call, ident) else {})}.items():
        word = str(call.params.get(name) or "none").lower()
        if word not in _NO:
            member[name] = load(call, ident, "all" if word == "true" else word)
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


def show_field(call: Call) -> Json:
    """Return one field of a member."""
    return call.shown_field(_profile(call, find.member_id(call)))


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
    Route("GET", "members/{member}/{field}", show_field),
)
