"""Handlers of votes for cards, which are stored in the card's ``extra`` under their wire name."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from tui.server.events import journal
from tui.server.pipeline.params import Refused, invalid
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import cards, members
from tui.server.wire.fields import pick

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_NAME = "idMembersVoted"


def show(call: Call) -> list[Json]:
    """Return the members who voted for a card."""
    return voters(call, cards.votes(find.card(call).extra), "fields")


def voters(call: Call, idents: list[str], fields: str) -> list[Json]:
    """Return members in the order they voted, with the fields that parameter ``fields`` asks for."""
    keys = members.OF_CARD.parse(call.params, fields)
    people = members.by_id(call.connection, idents, call.origin)
    return [pick(people[ident], keys) for ident in idents if ident in people]


def add(call: Call) -> Json:
    """Add the caller's own vote for a card."""
    card = find.card(call, need=find.VOTE)
    if call.params.given("value") and call.params.ident("value") != call.me:
        raise invalid("value")
    votes = cards.votes(card.extra)
    if call.me in votes:
        raise Refused(HTTPStatus.BAD_REQUEST, "member has already voted on the card")
    _set(call, card, [*votes, call.me], voted=True)
    return {"_value": None}


def remove(call: Call) -> Json:
    """Remove the caller's vote for a card."""
    card = find.card(call, need=find.VOTE)
    ident = find.member_id(call)
    votes = cards.votes(card.extra)
    if ident not in votes:
        raise Refused(HTTPStatus.BAD_REQUEST, "member has not voted on the card")
    if ident != call.me:
        raise Refused(HTTPStatus.UNAUTHORIZED, "unauthorized member permission requested")
    _set(call, card, [vote for vote in votes if vote != ident], voted=False)
    return {"_value": None}


def _set(call: Call, card: Any, votes: list[str], *, voted: bool) -> None:
    here = update(db.cards).where(db.cards.c.id == card.id)
    call.connection.execute(here.values(extra={**card.extra, _NAME: votes}))
    journal.record_on_card(call, "voteOnCard", card, {"voted": voted}, id_member=call.me)


ROUTES = (
    Route("GET", "cards/{card}/membersVoted", show),
    Route("POST", "cards/{card}/membersVoted", add),
    Route("DELETE", "cards/{card}/membersVoted/{member}", remove),
)
