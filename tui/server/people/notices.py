"""Who is told of what happens: each action becomes notifications for those it concerns, never for who did it.

On a card: its members, and whoever watches it, its list or its board. A name in a comment (``@ada``, ``@card``,
``@board``) is told that it was mentioned. Nobody is told of a board they can not see.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Select, and_, func, insert, null, or_, select, union_all

from tui.model.action import COMMENT
from tui.model.base import Json
from tui.server.people import due_soon
from tui.server.pipeline.call import Call
from tui.server.storage import db

Told = dict[str, str]
"""The type of notification each member gets, by their id."""

_MENTION = re.compile(r"(?<![\w@.])@([\w.-]{1,100})")
_CHANGES = ("idList", "closed", "due")
_RESCHEDULING = frozenset({"due", "dueComplete", "dueReminder", "closed"})


def tell(call: Call, actions: Sequence[Json]) -> None:
    """Tell whom ``actions`` concern; rows of the log, just written.

    What they are about has been changed already, so that who was just put on a card is on it.
    """
    around, rows = _Around(call, actions), list[Json]()
    for action in actions:
        find = _CONCERNED.get(action["type"])
        if find is not None:
            told = {ident: kind for ident, kind in find(call, action, around).items() if ident != call.me}
            rows += _notifications(call, action, told)
    if rows:
        call.connection.execute(insert(db.notifications), rows)
    moved = [action for action in actions if action["id_card"] is not None and _moves_deadline(action)]
    if moved:
        undated = {action["id_card"] for action in moved if "due" in action["data"].get("old", ())}
        due_soon.reschedule(call, {action["id_card"] for action in moved}, undated)


def _moves_deadline(action: Json) -> bool:
    if action["type"] == "updateCard":
        return not _RESCHEDULING.isdisjoint(action["data"].get("old", ()))
    return action["type"] in _PLACING


# A card that is being made has nobody on it yet: each who is put on it is an action of its own.
_PLACING = frozenset({"copyCard", "moveCardToBoard", "addMemberToCard", "removeMemberFromCard"})


def _notifications(call: Call, action: Json, told: Told) -> list[Json]:
    return [
        {
            "id": call.new_id(),
            "id_member": ident,
            "type": kind,
            "date": action["date"],
            "unread": True,
            "id_member_creator": action["id_member_creator"],
            "id_action": action["id"],
            "id_board": action["id_board"],
            "id_card": action["id_card"],
            "data": action["data"],
        }
        for ident, kind in sorted(told.items())
    ]


class _Around:
    """Who is on the cards of some actions, or watches them, their list or their board, and may see them.

    Looked up for all of them at once, when it is first asked.
    """

    def __init__(self, call: Call, actions: Sequence[Json]) -> None:
        self._call = call
        self._actions = [action for action in actions if action["id_card"] is not None]

    def card(self, action: Json) -> set[str]:
        """Ids of who is around the card of ``action``, without who did it."""
        near = (action["id_card"], action["id_board"], *_lists_of(action))
        found = set[str]().union(*(self._near.get(ident, ()) for ident in near)) - {self._call.me}
        return found & self._seers.get(action["id_board"], set()) if found else found

    @cached_property
    def _near(self) -> dict[str, set[str]]:
        """Who is on a card, or watches a card, a list or a board, by its id."""
        on, watch = db.card_members.c, db.watches.c
        cards = {action["id_card"] for action in self._actions}
        lists = {ident for action in self._actions for ident in _lists_of(action)}
        watching = or_(watch.id_card.in_(cards), watch.id_board.in_(self._boards), watch.id_list.in_(lists))
        both = union_all(
            select(on.id_member, on.id_card, null().label("id_board"), null().label("id_list")).where(
                on.id_card.in_(cards)
            ),
            select(watch.id_member, watch.id_card, watch.id_board, watch.id_list).where(watching),
        )
        found: dict[str, set[str]] = {}
        for ident, *things in self._call.connection.execute(both):
            for thing in filter(None, things):
                found.setdefault(thing, set()).add(ident)
        return found

    @cached_property
    def _seers(self) -> dict[str, set[str]]:
        """The members of the boards, by board."""
        mine = db.memberships.c
        query = select(mine.id_board, mine.id_member)
        query = query.where(mine.id_board.in_(self._boards), mine.deactivated.is_(False))
        found: dict[str, set[str]] = {}
        for board, ident in self._call.connection.execute(query):
            found.setdefault(board, set()).add(ident)
        return found

    @property
    def _boards(self) -> set[str]:
        return {action["id_board"] for action in self._actions}


_Concern = Callable[[Call, Json, _Around], Told]
"""Says whom an action concerns."""


def _commented(call: Call, action: Json, around: _Around) -> Told:
    told = dict.fromkeys(around.card(action), "commentCard")
    return told | dict.fromkeys(_mentioned(call, action, action["data"].get("text", "")), "mentionedOnCard")


def _comment_changed(call: Call, action: Json, _around: _Around) -> Told:
    """Only who is mentioned now and was not before."""
    data = action["data"]
    before = _mentioned(call, action, data["old"].get("text") or "")
    now = _mentioned(call, action, data["action"]["text"])
    return dict.fromkeys(now - before, "mentionedOnCard")


def _card_changed(_call: Call, action: Json, around: _Around) -> Told:
    if not any(name in action["data"].get("old", ()) for name in _CHANGES):
        return {}
    return dict.fromkeys(around.card(action), "changeCard")


def _board_changed(call: Call, action: Json, _around: _Around) -> Told:
    closed = action["data"].get("old", {}).get("closed") is False
    return dict.fromkeys(call.connection.scalars(_seers(action)), "closeBoard") if closed else {}


def _on_card(kind: str, own: str | None = None) -> _Concern:
    """Those around the card are told ``kind``; the member it is about, if any, is told ``own``."""

    def concerned(_call: Call, action: Json, around: _Around) -> Told:
        told = dict.fromkeys(around.card(action), kind)
        return told | ({action["id_member"]: own} if own and action["id_member"] else {})

    return concerned


def _of_member(kind: str, as_admin: str | None = None) -> _Concern:
    """The member it is about is told ``kind``, or ``as_admin`` when that is what they became."""

    def concerned(_call: Call, action: Json, _around: _Around) -> Told:
        admin = action["data"].get("memberType") == "admin"
        return {action["id_member"]: (admin and as_admin) or kind} if action["id_member"] else {}

    return concerned


_CONCERNED: dict[str, _Concern] = {
    COMMENT: _commented,
    "updateComment": _comment_changed,
    "updateCard": _card_changed,
    "moveCardToBoard": _on_card("changeCard"),
    "createCard": _on_card("createdCard"),
    "copyCard": _on_card("createdCard"),
    "addAttachmentToCard": _on_card("addedAttachmentToCard"),
    "updateCheckItemStateOnCard": _on_card("updateCheckItemStateOnCard"),
    "addMemberToCard": _on_card("addedMemberToCard", "addedToCard"),
    "removeMemberFromCard": _on_card("removedMemberFromCard", "removedFromCard"),
    "updateBoard": _board_changed,
    "addMemberToBoard": _of_member("addedToBoard", "addAdminToBoard"),
    "makeAdminOfBoard": _of_member("makeAdminOfBoard"),
    "removeMemberFromBoard": _of_member("removedFromBoard"),
    "unconfirmedBoardInvitation": _of_member("unconfirmedInvitedToBoard"),
    "addMemberToOrganization": _of_member("addedToOrganization", "addAdminToOrganization"),
    "makeAdminOfOrganization": _of_member("makeAdminOfOrganization"),
    "removeMemberFromOrganization": _of_member("removedFromOrganization"),
    "unconfirmedOrganizationInvitation": _of_member("unconfirmedInvitedToOrganization"),
}


def _lists_of(action: Json) -> list[str]:
    """The list the card is in; for a move, the one it left too."""
    left = action["data"].get("listBefore") or {}
    return [ident for ident in (action["id_list"], left.get("id")) if ident]


def _seers(action: Json) -> Select[Any]:
    """Ids of the members of the action's board."""
    mine = db.memberships.c
    return select(mine.id_member).where(mine.id_board == action["id_board"], mine.deactivated.is_(False))


def _mentioned(call: Call, action: Json, text: str) -> set[str]:
    """Members of the board whom ``text`` names; ``@card`` is everybody on the card, ``@board`` on the board."""
    names = set(_names(text))
    if not names:
        return set()
    on = db.card_members.c
    named: list[Any] = [func.lower(db.members.c.username).in_(names)]
    if "card" in names:
        named.append(db.members.c.id.in_(select(on.id_member).where(on.id_card == action["id_card"])))
    if "board" in names:
        named.append(db.members.c.id.is_not(None))
    query = select(db.members.c.id).where(and_(db.members.c.id.in_(_seers(action)), or_(*named)))
    return set(call.connection.scalars(query))


def _names(text: str) -> Iterable[str]:
    for match in _MENTION.finditer(text):
        name = match[1].lower()
        # A full stop may end the name or the sentence.
        yield name
        yield name.rstrip(".-")
