"""The handler of ``GET /search``, which finds cards, boards, workspaces, members and comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, case, or_, select, true

from tui.model.action import COMMENT
from tui.model.search import fold_text
from tui.server.pipeline.params import invalid, pick
from tui.server.pipeline.route import Route
from tui.server.rights import access, find
from tui.server.search.conditions import Scope, cards_matching, terms_in_name
from tui.server.search.query import Query, parse, words_of
from tui.server.search.words import comments_with
from tui.server.storage import db
from tui.server.wire import actions, boards, cards, members, nested, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


MODELS = ("actions", "boards", "cards", "members", "organizations")
"""The kinds of objects that can be searched for."""

_USUAL_PAGE = 10
_MOST = 1000
_MOST_PAGES = 100
_OF_MEMBER = members.FIELDS.with_defaults(
    ("avatarHash", "avatarUrl", "fullName", "initials", "username", "confirmed")
)
_OF_BOARD = boards.FIELDS.with_defaults(("name", "idOrganization"))


def search(call: Call) -> Json:
    """Answer a search with the matches of each requested model."""
    params = call.params
    text = params.text("query", shortest=1)
    query = parse(text, partial=params.flag("partial"))
    wanted = _models(call)
    scope = Scope(call, _scope(call))
    echo = query.as_json()
    options = {
        "terms": echo["terms"],
        "modifiers": echo["modifiers"],
        "modelTypes": wanted,
        "partial": echo["partial"],
    }
    found: Json = {"options": options}
    for name in wanted:
        found[name] = _FINDERS[name](scope, query)
    return found


def _models(call: Call) -> list[str]:
    words = call.params.words("modelTypes") or ["all"]
    if "all" in words:
        return list(MODELS)
    if not set(words) <= set(MODELS):
        raise invalid("modelTypes")
    return list(dict.fromkeys(words))


def _scope(call: Call) -> ColumnElement[bool]:
    """Return the condition on boards to search: those that the parameters name, or else all accessible ones."""
    table, params = db.boards.c, call.params
    asked = params.words("idBoards")
    where = _named(call, asked) if asked else and_(access.within_reach(call), table.closed.is_(False))
    if asked == ["mine"]:
        where = and_(table.id.in_(access.joined(call.me)), table.closed.is_(False))
    return and_(where, _in_workspaces(call))


def _in_workspaces(call: Call) -> ColumnElement[bool]:
    """Return the condition on boards that they are in the workspaces the parameters name, if they name any."""
    if call.params.get("idOrganizations") in (None, ""):
        return true()
    return db.boards.c.id_organization.in_(call.params.idents("idOrganizations"))


def _named(call: Call, asked: list[str]) -> ColumnElement[bool]:
    if asked == ["mine"]:
        return true()
    return and_(access.visible(call), db.boards.c.id.in_(call.params.idents("idBoards")))


def _limit(call: Call, name: str) -> int:
    return call.params.integer(f"{name}_limit", _USUAL_PAGE, most=_MOST)


# --- cards --------------------------------------------------------------------------


def _cards(scope: Scope, query: Query) -> list[Json]:
    call = scope.call
    limit = _limit(call, "cards")
    page = call.params.integer("cards_page", 0, most=_MOST_PAGES)
    if query.empty or limit == 0:
        return []
    where = and_(cards_matching(scope, query), _among_cards(call))
    rows = call.connection.execute(
        cards.query().where(where).order_by(*_order(scope, query)).limit(limit).offset(page * limit)
    ).all()
    found = nested.shown_cards(call, rows, "card_")
    if call.params.flag("card_board"):
        _add(
            found,
            [row.id_board for row in rows],
            "board",
            _boards_by_id(call, {row.id_board for row in rows}),
        )
    if call.params.flag("card_list"):
        where_lists = db.lists.c.id.in_({row.id_list for row in rows})
        by_id = {one["id"]: one for one in boards.lists(call, where_lists)}
        _add(found, [row.id_list for row in rows], "list", by_id)
    return found


def _among_cards(call: Call) -> ColumnElement[bool]:
    if call.params.get("idCards") in (None, ""):
        return true()
    return db.cards.c.id.in_(call.params.idents("idCards"))


def _order(scope: Scope, query: Query) -> list[Any]:
    """Return the sort order: the query's, or else matches in the name first, then the latest activity."""
    table = db.cards.c
    columns = {"created": table.id.desc(), "edited": table.date_last_activity.desc(), "due": table.due.asc()}
    opposite = {"created": table.id.asc(), "edited": table.date_last_activity.asc(), "due": table.due.desc()}
    if query.sort is not None:
        # Cards without a due date come last in either direction, and on SQLite and PostgreSQL alike.
        dateless = [case((table.due.is_(None), 1), else_=0)] if query.sort == "due" else []
        return [*dateless, (opposite if query.reverse else columns)[query.sort], table.id.desc()]
    first = [case((terms_in_name(scope, query), 0), else_=1)] if query.wanted else []
    return [*first, table.date_last_activity.desc(), table.id.desc()]


def _boards_by_id(call: Call, idents: set[str]) -> dict[str, Json]:
    keys = _OF_BOARD.parse(call.params, "board_fields")
    return {one["id"]: one for one in boards.boards(call, db.boards.c.id.in_(idents), keys)}


def _add(found: list[Json], idents: list[str], name: str, by_id: dict[str, Json]) -> None:
    for one, ident in zip(found, idents, strict=True):
        one[name] = by_id.get(ident)


# --- everything else ----------------------------------------------------------------


def _boards(scope: Scope, query: Query) -> list[Json]:
    call, table = scope.call, db.boards.c
    where = (
        or_(scope.boards, _closed_within_reach(call)) if not call.params.words("idBoards") else scope.boards
    )
    query_rows = select(table.id, table.name, table.desc).where(where, *_board_states(call, query))
    rows = call.connection.execute(query_rows.order_by(table.date_last_activity.desc(), table.id)).all()
    idents = [row.id for row in rows if _all_in(query, f"{row.name} {row.desc}")][: _limit(call, "boards")]
    by_id = _boards_by_id(call, set(idents))
    found = [by_id[ident] for ident in idents]
    if call.params.flag("board_organization"):
        homes = {row.id: row.id_organization for row in _homes(call, idents)}
        keys = organizations.OF_BOARD.parse(call.params, "organization_fields")
        known = organizations.organizations(
            call, db.organizations.c.id.in_(set(homes.values()) - {None}), keys
        )
        _add(
            found, [homes[ident] or "" for ident in idents], "organization", {one["id"]: one for one in known}
        )
    return found


def _homes(call: Call, idents: list[str]) -> Any:
    query = select(db.boards.c.id, db.boards.c.id_organization).where(db.boards.c.id.in_(idents))
    return call.connection.execute(query)


def _closed_within_reach(call: Call) -> ColumnElement[bool]:
    joined = db.boards.c.id.in_(access.joined(call.me))
    return and_(joined, db.boards.c.closed.is_(True), _in_workspaces(call))


def _board_states(call: Call, query: Query) -> list[ColumnElement[bool]]:
    """Return the conditions of the modifiers that apply to boards: open, archived and starred."""
    table, star = db.boards.c, db.board_stars.c
    own = select(star.id_board).where(star.id_member == call.me)
    meant = {
        "open": table.closed.is_(False),
        "archived": table.closed.is_(True),
        "starred": table.id.in_(own),
    }
    asked = [one for one in query.modifiers if one.name == "is" and one.value in meant]
    return [~meant[one.value] if one.negated else meant[one.value] for one in asked]


def _organizations(scope: Scope, query: Query) -> list[Json]:
    call, table = scope.call, db.organizations.c
    mine = table.id.in_(access.workspaces(call.me))
    rows = call.connection.execute(select(db.organizations).where(mine).order_by(table.id)).all()
    texts = {row.id: f"{row.display_name} {row.name} {row.desc}" for row in rows}
    idents = [ident for ident, text in texts.items() if _all_in(query, text)][: _limit(call, "organizations")]
    keys = organizations.OF_BOARD.parse(call.params, "organization_fields")
    return organizations.organizations(call, db.organizations.c.id.in_(idents), keys) if idents else []


def _members(scope: Scope, query: Query) -> list[Json]:
    """Find people on the boards that are searched, or in a workspace of the caller."""
    call, table = scope.call, db.members.c
    inside = db.organization_memberships.c
    colleagues = select(inside.id_member).where(inside.id_organization.in_(access.workspaces(call.me)))
    on = select(db.memberships.c.id_member).where(db.memberships.c.id_board.in_(scope.board_ids()))
    people = select(table.id, table.full_name, table.username).where(
        or_(table.id.in_(on), table.id.in_(colleagues))
    )
    rows = call.connection.execute(people.order_by(table.full_name, table.id)).all()
    idents = [row.id for row in rows if _all_in(query, f"{row.full_name} {row.username}")]
    idents = idents[: _limit(call, "members")]
    by_id = members.by_id(call.connection, idents, call.origin)
    keys = _OF_MEMBER.parse(call.params, "member_fields")
    return [pick(by_id[ident], keys) for ident in idents]


def _actions(scope: Scope, query: Query) -> list[Json]:
    """Find comments with every wanted text of the query, on cards that match its modifiers."""
    call, table = scope.call, db.actions.c
    limit = _limit(call, "actions")
    if not query.wanted or limit == 0:
        return []
    where = [
        comments_with(call.connection, term.words, prefix=query.is_prefix(term)) for term in query.wanted
    ]
    where.append(table.id_board.in_(scope.board_ids()))
    if query.modifiers or call.params.given("idCards"):
        chosen = and_(cards_matching(scope, Query(modifiers=query.modifiers)), _among_cards(call))
        where.append(table.id_card.in_(select(db.cards.c.id).where(chosen)))
    rows = select(db.actions).where(table.type == COMMENT, *where).order_by(table.id.desc()).limit(limit)
    keys = actions.FIELDS.parse(call.params, "action_fields")
    return [pick(one, keys) for one in actions.actions(call, call.connection.execute(rows).all())]


def _all_in(query: Query, text: str) -> bool:
    """Return whether ``text`` has every wanted term of the query and no negated one."""
    if not query.wanted:
        return False
    words = words_of(text)
    return all(
        _contains(words, term.words, prefix=query.is_prefix(term)) != term.negated for term in query.terms
    )


def _contains(words: tuple[str, ...], wanted: tuple[str, ...], *, prefix: bool) -> bool:
    """Return whether ``wanted`` is a contiguous part of ``words``; with ``prefix`` the last word may be longer."""
    count = len(wanted)
    for start in range(len(words) - count + 1):
        part = words[start : start + count]
        last = part[-1].startswith(wanted[-1]) if prefix else part[-1] == wanted[-1]
        if part[:-1] == wanted[:-1] and last:
            return True
    return False


_FINDERS: dict[str, Callable[[Scope, Query], list[Json]]] = {
    "actions": _actions,
    "boards": _boards,
    "cards": _cards,
    "members": _members,
    "organizations": _organizations,
}


_USUAL = 8
_MOST_MEMBERS = 20
_FIELDS = members.FIELDS.with_defaults(
    ("activityBlocked", "avatarHash", "avatarUrl", "confirmed", "fullName", "idMemberReferrer", "initials",
     "memberType", "nonPublic", "nonPublicAvailable", "username")
)  # fmt: skip


def search_members(call: Call) -> list[Json]:
    """Find members whose name or user name begins with the query or whose address it is, best first."""
    params = call.params
    text = params.text("query", shortest=1)
    limit = params.integer("limit", _USUAL, least=1, most=_MOST_MEMBERS)
    near = _candidates(call)
    rows = call.connection.execute(select(db.members).where(near).order_by(db.members.c.id))
    ranked = sorted(_ranked(call, text, rows), key=lambda pair: (-pair[0], pair[1].full_name.lower()))[:limit]
    people = {row.id: members.profile(row, call.origin) for _, row in ranked}
    keys = _FIELDS.parse(params)
    return [pick(people[row.id], keys) | {"similarity": score} for score, row in ranked]


def _candidates(call: Call) -> ColumnElement[bool]:
    """Return the condition on members: all, or with ``onlyOrgMembers`` those of the named workspace."""
    table, params = db.members.c, call.params
    if params.get("idOrganization") and params.flag("onlyOrgMembers"):
        inside = db.organization_memberships.c
        home = find.organization(call, params.ident("idOrganization"), need=find.SEE).id
        return table.id.in_(select(inside.id_member).where(inside.id_organization == home))
    if params.get("idOrganization"):
        find.organization(call, params.ident("idOrganization"), need=find.SEE)
    return true()


def _ranked(call: Call, text: str, rows: Any) -> Iterator[tuple[int, Any]]:
    """Yield the rows that match ``text``, each with twice its score, plus 1 if on the named board.

    A score is 4 for user name or address, 3 for the user name's beginning, 2 for the name's, 1 for its parts.
    """
    wanted, needle = words_of(text), fold_text(text.lstrip("@"))
    on_board = _on_board(call)
    for row in rows:
        score = _score(row, wanted, needle)
        if score:
            yield score * 2 + (row.id in on_board), row


def _score(row: Any, wanted: tuple[str, ...], needle: str) -> int:
    username = row.username.lower()
    words = words_of(row.full_name)
    if needle in {username, (row.email or "").lower()}:
        return 4
    if username.startswith(needle):
        return 3
    if wanted and words[: len(wanted) - 1] == wanted[:-1] and fold_text(row.full_name).startswith(needle):
        return 2
    return int(bool(wanted) and all(any(word.startswith(one) for word in words) for one in wanted))


def _on_board(call: Call) -> set[str]:
    if not call.params.get("idBoard"):
        return set()
    board = find.board(call, call.params.ident("idBoard"), need=find.SEE)
    return set(
        call.connection.scalars(
            select(db.memberships.c.id_member).where(db.memberships.c.id_board == board.id)
        )
    )


ROUTES = (
    Route("GET", "search", search),
    Route("GET", "search/members", search_members),
)
