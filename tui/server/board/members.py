"""Members and their workspaces, served."""

from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select

from tui.model.base import Json
from tui.server import db
from tui.server.board import find
from tui.server.call import Call
from tui.server.refusal import Refused, invalid
from tui.server.route import Route
from tui.server.wire import actions, boards, members, nested, organizations
from tui.server.wire.fields import pick

_BOARD_FILTERS = ("all", "open", "closed", "members", "organization", "public", "starred")


def show(call: Call) -> Json:
    """A member; one's own profile tells more, and may hold boards, workspaces and cards."""
    ident = find.member_id(call)
    row = find.found_row(call, select(db.members).where(db.members.c.id == ident))
    own = ident == call.session.id_member
    whole = members.own_profile(call, row) if own else members.profile(row, call.origin)
    member = pick(whole, members.FIELDS.chosen(call.params))
    if own:
        for name, load in _NESTED.items():
            word = call.params.word(name, "none")
            if word not in {"none", "false"}:
                member[name] = load(call, "all" if word == "true" else word)
    return member


def _nested_boards(call: Call, word: str) -> list[Json]:
    return boards.boards(call, _mine(call, [word]), boards.MINE.chosen(call.params, "board_fields"))


def _nested_organizations(call: Call, _word: str) -> list[Json]:
    return organizations.organizations(
        call, _my_organizations(call), organizations.FIELDS.chosen(call.params, "organization_fields")
    )


def _nested_cards(call: Call, word: str) -> list[Json]:
    rows = nested.found_cards(call, and_(_my_cards(call), nested.card_filter(word)), paged=False)
    return nested.shown_cards(call, rows, "card_")


_NESTED: dict[str, Any] = {
    "boards": _nested_boards,
    "organizations": _nested_organizations,
    "cards": _nested_cards,
}


def show_boards(call: Call) -> list[Json]:
    """The boards of a member that the asking member is on too; all fields unless asked."""
    words = call.params.words("filter") or ["all"]
    where = and_(_mine(call, words), _also_on(find.member_id(call)))
    found = boards.boards(call, where, boards.MINE.chosen(call.params))
    word = call.params.word("lists", "none")
    if word != "none":
        for board in found:
            board["lists"] = nested.shown_lists(call, board["id"], word, "list_")
    return found


def _mine(call: Call, words: list[str]) -> ColumnElement[bool]:
    """Boards the asking member is on, by filter words of which one must hold.

    Raises:
        Refused: 400, there is no such word.
    """
    mine = db.memberships.c
    on = select(mine.id_board).where(mine.id_member == call.me)
    table = db.boards.c
    meant = {
        "open": table.closed.is_(False),
        "closed": table.closed.is_(True),
        "starred": table.id.in_(on.where(mine.starred.is_(True))),
        "organization": table.prefs["permissionLevel"].as_string() == "org",
        "public": table.prefs["permissionLevel"].as_string() == "public",
    }
    if not set(words) <= set(_BOARD_FILTERS):
        raise invalid("filter")
    everything = table.id.is_not(None)
    return and_(table.id.in_(on), or_(*[meant.get(word, everything) for word in words]))


def _also_on(id_member: str) -> ColumnElement[bool]:
    mine = db.memberships.c
    return db.boards.c.id.in_(select(mine.id_board).where(mine.id_member == id_member))


def _my_cards(call: Call) -> ColumnElement[bool]:
    on, mine = db.card_members.c, db.memberships.c
    return and_(
        db.cards.c.id.in_(select(on.id_card).where(on.id_member == call.me)),
        db.cards.c.id_board.in_(select(mine.id_board).where(mine.id_member == call.me)),
    )


def _my_organizations(call: Call) -> ColumnElement[bool]:
    """Workspaces of the member's boards; on a server without any board, all there are."""
    mine = db.memberships.c
    own = select(db.boards.c.id_organization).join(db.memberships).where(mine.id_member == call.me)
    nobody = (
        select(func.count()).select_from(db.memberships).where(mine.id_member == call.me).scalar_subquery()
    )
    return or_(db.organizations.c.id.in_(own), nobody == 0)


def show_cards(call: Call) -> list[Json]:
    """The cards one is on: visible ones unless asked."""
    _only_me(call)
    word = call.params.word("filter", "visible", nested.CARD_FILTERS)
    rows = nested.found_cards(call, and_(_my_cards(call), nested.card_filter(word)))
    return nested.shown_cards(call, rows)


def show_organizations(call: Call) -> list[Json]:
    """One's workspaces."""
    _only_me(call)
    return organizations.organizations(
        call, _my_organizations(call), organizations.FIELDS.chosen(call.params)
    )


def show_actions(call: Call) -> Any:
    """What one did, on all boards."""
    _only_me(call)
    return actions.feed(call, db.actions.c.id_member_creator == call.me)


def show_field(call: Call) -> Json:
    """One field of a member."""
    return call.shown_field(show(call))


def _only_me(call: Call) -> None:
    """Refuse to show another member's own things.

    Raises:
        Refused: 401.
    """
    if find.member_id(call) != call.me:
        raise Refused(401, "unauthorized member permission requested")


ROUTES = (
    Route("GET", "members/{member}", show),
    Route("GET", "members/{member}/boards", show_boards),
    Route("GET", "members/{member}/cards", show_cards),
    Route("GET", "members/{member}/organizations", show_organizations),
    Route("GET", "members/{member}/actions", show_actions),
    Route("GET", "members/{member}/{field}", show_field),
)
