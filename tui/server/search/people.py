"""``GET /search/members``: who to put on a board or a card, found while a name is being typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select, true

from tui.model.search import folded
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.search.query import words_of
from tui.server.storage import db
from tui.server.wire import members
from tui.server.wire.fields import pick

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_USUAL = 8
_MOST = 20
_FIELDS = members.FIELDS.with_usual(
    ("activityBlocked", "avatarHash", "avatarUrl", "confirmed", "fullName", "idMemberReferrer", "initials",
     "memberType", "nonPublic", "nonPublicAvailable", "username")
)  # fmt: skip


def search(call: Call) -> list[Json]:
    """Members whose name or user name begins with the query, or whose address it is; the nearest first."""
    params = call.params
    text = params.text("query", shortest=1)
    limit = params.whole("limit", _USUAL, least=1, most=_MOST)
    near = _near(call)
    rows = call.connection.execute(select(db.members).where(near).order_by(db.members.c.id))
    ranked = sorted(_ranked(call, text, rows), key=lambda pair: (-pair[0], pair[1].full_name.lower()))[:limit]
    people = {row.id: members.profile(row, call.origin) for _, row in ranked}
    keys = _FIELDS.chosen(params)
    return [pick(people[row.id], keys) | {"similarity": score} for score, row in ranked]


def _near(call: Call) -> ColumnElement[bool]:
    """Everybody the service knows, or only those of the workspace or the board that the parameters name."""
    table, params = db.members.c, call.params
    if params.get("idOrganization") and params.flag("onlyOrgMembers"):
        inside = db.organization_memberships.c
        home = find.organization(call, params.ident("idOrganization"), need=find.SEE).id
        return table.id.in_(select(inside.id_member).where(inside.id_organization == home))
    if params.get("idOrganization"):
        find.organization(call, params.ident("idOrganization"), need=find.SEE)
    return true()


def _ranked(call: Call, text: str, rows: Any) -> Iterator[tuple[int, Any]]:
    """Those of ``rows`` that ``text`` means, with how well: 4 the user name, 3 its beginning, 2 the name, 1 a part.

    Who is on the board that is named comes before who is not.
    """
    wanted, said = words_of(text), folded(text.lstrip("@"))
    on_board = _on_board(call)
    for row in rows:
        score = _score(row, wanted, said)
        if score:
            yield score * 2 + (row.id in on_board), row


def _score(row: Any, wanted: tuple[str, ...], said: str) -> int:
    username = row.username.lower()
    words = words_of(row.full_name)
    if said in {username, (row.email or "").lower()}:
        return 4
    if username.startswith(said):
        return 3
    if wanted and words[: len(wanted) - 1] == wanted[:-1] and folded(row.full_name).startswith(said):
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


ROUTES = (Route("GET", "search/members", search),)
