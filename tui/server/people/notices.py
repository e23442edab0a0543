"""Who is told of what happens: each action becomes notifications for those it concerns, never for who did it.

On a card: its members, and whoever watches it, its list or its board. A name in a comment (``@ada``, ``@card``,
``@board``) is told that it was mentioned. Nobody is told of a board they can not see.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Select, and_, func, insert, or_, select, union

from tui.model.action import COMMENT
from tui.model.base import Json
from tui.server import db
from tui.server.call import Call
from tui.server.people import due_soon

Told = dict[str, str]
"""The type of notification each member gets, by their id."""

_MENTION = re.compile(r"(?<![\w@.])@([\w.-]{1,100})")
_CHANGES = ("idList", "closed", "due")
_RESCHEDULING = frozenset({"due", "dueComplete", "dueReminder", "closed"})


def tell(call: Call, action: Json) -> None:
    """Tell whom ``action`` concerns; a row of the log, just written.

    What it is about has been changed already, so that who was just put on a card is on it.
    """
    find = _CONCERNED.get(action["type"])
    if find is not None:
        told = {ident: kind for ident, kind in find(call, action).items() if ident != call.me}
        if told:
            _write(call, action, told)
    if action["id_card"] is not None and _moves_deadline(action):
        due_soon.reschedule(call, action["id_card"])


def _moves_deadline(action: Json) -> bool:
    if action["type"] == "updateCard":
        return not _RESCHEDULING.isdisjoint(action["data"].get("old", ()))
    return action["type"] in _PLACING


# A card that is being made has nobody on it yet: each who is put on it is an action of its own.
_PLACING = frozenset({"copyCard", "moveCardToBoard", "addMemberToCard", "removeMemberFromCard"})


def _write(call: Call, action: Json, told: Told) -> None:
    rows = [
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
    call.connection.execute(insert(db.notifications), rows)


def _commented(call: Call, action: Json) -> Told:
    told = dict.fromkeys(_around_card(call, action), "commentCard")
    return told | dict.fromkeys(_mentioned(call, action, action["data"].get("text", "")), "mentionedOnCard")


def _comment_changed(call: Call, action: Json) -> Told:
    """Only who is mentioned now and was not before."""
    data = action["data"]
    before = _mentioned(call, action, data["old"].get("text") or "")
    now = _mentioned(call, action, data["action"]["text"])
    return dict.fromkeys(now - before, "mentionedOnCard")


def _card_changed(call: Call, action: Json) -> Told:
    if not any(name in action["data"].get("old", ()) for name in _CHANGES):
        return {}
    return dict.fromkeys(_around_card(call, action), "changeCard")


def _board_changed(call: Call, action: Json) -> Told:
    closed = action["data"].get("old", {}).get("closed") is False
    return dict.fromkeys(call.connection.scalars(_seers(action)), "closeBoard") if closed else {}


def _on_card(kind: str, own: str | None = None) -> Callable[[Call, Json], Told]:
    """Those around the card are told ``kind``; the member it is about, if any, is told ``own``."""

    def concerned(call: Call, action: Json) -> Told:
        told = dict.fromkeys(_around_card(call, action), kind)
        return told | ({action["id_member"]: own} if own and action["id_member"] else {})

    return concerned


def _of_member(kind: str, as_admin: str | None = None) -> Callable[[Call, Json], Told]:
    """The member it is about is told ``kind``, or ``as_admin`` when that is what they became."""

    def concerned(_call: Call, action: Json) -> Told:
        admin = action["data"].get("memberType") == "admin"
        return {action["id_member"]: (admin and as_admin) or kind} if action["id_member"] else {}

    return concerned


_CONCERNED: dict[str, Callable[[Call, Json], Told]] = {
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


def _around_card(call: Call, action: Json) -> set[str]:
    """Who is on the card, or watches it, its list or its board, and may see it."""
    on, watch = db.card_members.c, db.watches.c
    watching = or_(
        watch.id_card == action["id_card"],
        watch.id_board == action["id_board"],
        watch.id_list.in_(_lists_of(action)),
    )
    both = union(
        select(on.id_member).where(on.id_card == action["id_card"]), select(watch.id_member).where(watching)
    )
    found = set(call.connection.scalars(both)) - {call.me}
    return found & set(call.connection.scalars(_seers(action))) if found else found


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
