"""Members of a card: add one, remove one, replace the set; and their votes for it, which are stored in the card's ``extra``."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from tui.server.events import journal
from tui.server.people import joins
from tui.server.pipeline.params import Refused, invalid, other_member, pick
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import cards, members

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def on_card(call: Call, id_card: str) -> list[str]:
    """Return the ids of a card's members, in order."""
    on = db.card_members.c
    query = select(on.id_member).where(on.id_card == id_card).order_by(on.rank, on.id_member)
    return list(call.connection.scalars(query))


def shown(call: Call, id_card: str, keys: frozenset[str] | None) -> list[Json]:
    """Return a card's members, in order."""
    idents = on_card(call, id_card)
    people = members.by_id(call.connection, idents, call.origin)
    return [pick(people[ident], keys) for ident in idents]


def replace_members(call: Call, card: Any, idents: list[str]) -> None:
    """Replace a card's members by ``idents``, and log an action per added or removed member.

    Raises:
        Refused: 400, one of them is not on the board.
    """
    before = on_card(call, card.id)
    if not _of_board(call, card.id_board).issuperset(set(idents) - set(before)):
        raise invalid("idMembers")
    for ident in before:
        if ident not in idents:
            remove_member(call, card, ident)
    for ident in idents:
        if ident not in before:
            _put_on(call, card, ident)


def add(call: Call) -> list[Json]:
    """Add the member ``value`` to a card and return all its members.

    A member not yet on the board joins it, too, if the caller may invite them: the service's own clients add
    members to a card first (trello.js's live suite).
    """
    card = find.card(call)
    try:
        ident = call.params.ident("value")
    except Refused as error:
        raise invalid("idMember") from error
    if ident in on_card(call, card.id):
        raise Refused(HTTPStatus.BAD_REQUEST, "member is already on the card")
    if ident not in _of_board(call, card.id_board):
        _add_to_board(call, card.id_board, ident)
    _put_on(call, card, ident)
    return shown(call, card.id, members.OF_CARD.parse(call.params))


def remove(call: Call) -> list[Json]:
    """Remove a member from a card and return the remaining ones."""
    card = find.card(call)
    ident = find.member_id(call)
    if ident not in on_card(call, card.id):
        raise Refused(HTTPStatus.BAD_REQUEST, "member is not on the card")
    remove_member(call, card, ident)
    return shown(call, card.id, members.OF_CARD.parse(call.params))


def _of_board(call: Call, id_board: str) -> set[str]:
    query = select(db.memberships.c.id_member).where(db.memberships.c.id_board == id_board)
    return set(call.connection.scalars(query))


def _add_to_board(call: Call, id_board: str, ident: str) -> None:
    """Add a member of the service to the board of a card.

    Raises:
        Refused: 400, there is no such member, or the caller may not invite them.
    """
    board = find.board(call, id_board)
    known = select(db.members.c.id).where(db.members.c.id == ident)
    if call.connection.scalar(known) is None or not joins.may_invite(call, board, "normal"):
        raise invalid("idMember")
    joins.add_member(call, board, ident, "normal")


def _put_on(call: Call, card: Any, ident: str) -> None:
    on = db.card_members
    last = call.connection.scalar(select(func.max(on.c.rank)).where(on.c.id_card == card.id))
    row = {"id_card": card.id, "id_member": ident, "rank": 0 if last is None else last + 1}
    call.connection.execute(insert(on).values(row))
    journal.record_on_card(call, "addMemberToCard", card, _action_data(call, ident), id_member=ident)


def remove_member(call: Call, card: Any, ident: str) -> None:
    """Remove ``ident``, who is on ``card``, from it."""
    on = db.card_members
    call.connection.execute(delete(on).where(on.c.id_card == card.id, on.c.id_member == ident))
    # The member left the card, not the service.
    data = {**_action_data(call, ident), "deactivated": False}
    journal.record_on_card(call, "removeMemberFromCard", card, data, id_member=ident)


def _action_data(call: Call, ident: str) -> Json:
    name = call.connection.scalar(select(db.members.c.full_name).where(db.members.c.id == ident))
    return {"idMember": ident, "member": {"id": ident, "name": name}}


_NAME = "idMembersVoted"


def show_voters(call: Call) -> list[Json]:
    """Return the members who voted for a card."""
    return voters(call, cards.votes(find.card(call).extra), "fields")


def voters(call: Call, idents: list[str], fields: str) -> list[Json]:
    """Return members in the order they voted, with the requested fields."""
    keys = members.OF_CARD.parse(call.params, fields)
    people = members.by_id(call.connection, idents, call.origin)
    return [pick(people[ident], keys) for ident in idents if ident in people]


def add_vote(call: Call) -> Json:
    """Add the caller's own vote for a card."""
    card = find.card(call, need=find.VOTE)
    if call.params.given("value") and call.params.ident("value") != call.me:
        raise invalid("value")
    votes = cards.votes(card.extra)
    if call.me in votes:
        raise Refused(HTTPStatus.BAD_REQUEST, "member has already voted on the card")
    _set(call, card, [*votes, call.me], voted=True)
    return {"_value": None}


def remove_vote(call: Call) -> Json:
    """Remove the caller's vote for a card."""
    card = find.card(call, need=find.VOTE)
    ident = find.member_id(call)
    votes = cards.votes(card.extra)
    if ident not in votes:
        raise Refused(HTTPStatus.BAD_REQUEST, "member has not voted on the card")
    if ident != call.me:
        raise other_member()
    _set(call, card, [vote for vote in votes if vote != ident], voted=False)
    return {"_value": None}


def _set(call: Call, card: Any, votes: list[str], *, voted: bool) -> None:
    here = update(db.cards).where(db.cards.c.id == card.id)
    call.connection.execute(here.values(extra={**card.extra, _NAME: votes}))
    journal.record_on_card(call, "voteOnCard", card, {"voted": voted}, id_member=call.me)


ROUTES = (
    Route("POST", "cards/{card}/idMembers", add),
    Route("POST", "cards/{card}/members", add),
    Route("DELETE", "cards/{card}/idMembers/{member}", remove),
    Route("DELETE", "cards/{card}/members/{member}", remove),
    Route("GET", "cards/{card}/membersVoted", show_voters),
    Route("POST", "cards/{card}/membersVoted", add_vote),
    Route("DELETE", "cards/{card}/membersVoted/{member}", remove_vote),
)
