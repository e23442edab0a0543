"""The handler of ``GET /search/members``, which suggests members for a board or card as a name is typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select, true

from tui.model.search import fold_text
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
_FIELDS = members.FIELDS.with_defaults(
    ("activityBlocked", "avatarHash", "avatarUrl", "confirmed", "fullName", "idMemberReferrer", "initials",
     "memberType", "nonPublic", "nonPublicAvailable", "username")
)  # fmt: skip


def search(call: Call) -> list[Json]:
    """Find members whose name or user name begins with the query or whose address it is, best first."""
    params = call.params
    text = params.text("query", shortest=1)
    limit = params.integer("limit", _USUAL, least=1, most=_MOST)
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


ROUTES = (Route("GET", "search/members", search),)
