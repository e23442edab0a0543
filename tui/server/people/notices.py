"""Notifications of actions: each action notifies the members it concerns, but never its author.

An action on a card concerns its members and those who watch the card, its list or its board. A comment also
concerns members it mentions (``@ada``, ``@card``, ``@board``). Nobody is notified of a board they cannot see.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Select, and_, func, insert, null, or_, select, union_all

from tui.model.action import COMMENT
from tui.model.values.scalars import Json
from tui.server.people import due_soon
from tui.server.pipeline.call import Call
from tui.server.storage import db

Recipients = dict[str, str]
"""Recipients of an action: member id to notification type."""

_MENTION = re.compile(r"(?<![\w@.])@([\w.-]{1,100})")
_CHANGES = ("idList", "closed", "due")
_RESCHEDULING_FIELDS = frozenset({"due", "dueComplete", "dueReminder", "closed", "isTemplate"})


def notify(call: Call, actions: Sequence[Json]) -> None:
    """Write notifications for ``actions``, which are log rows just written.

    The changes must be stored already, so that a member just added to a card is found on it.
    """
    audience, rows = _Audience(call, actions), list[Json]()
    for action in actions:
        find = _RECIPIENT_FINDERS.get(action["type"])
        if find is not None:
            found = find(call, action, audience).items()
            rows += _notifications(call, action, {ident: kind for ident, kind in found if ident != call.me})
    if rows:
        call.connection.execute(insert(db.notifications), rows)
    _reschedule(call, actions)


def _reschedule(call: Call, actions: Sequence[Json]) -> None:
    """Reschedule the reminders of the cards whose due dates ``actions`` changed."""
    moved = [action for action in actions if action["id_card"] is not None and _moves_deadline(action)]
    if moved:
        undated = {action["id_card"] for action in moved if "due" in action["data"].get("old", ())}
        due_soon.reschedule(call, {action["id_card"] for action in moved}, undated)


def _moves_deadline(action: Json) -> bool:
    if action["type"] == "updateCard":
        return not _RESCHEDULING_FIELDS.isdisjoint(action["data"].get("old", ()))
    return action["type"] in _RESCHEDULING_TYPES


# createCard is left out: a new card has no members, and adding each one is a separate action.
_RESCHEDULING_TYPES = frozenset({"copyCard", "moveCardToBoard", "addMemberToCard", "removeMemberFromCard"})


def _notifications(call: Call, action: Json, recipients: Recipients) -> list[Json]:
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
        for ident, kind in sorted(recipients.items())
    ]


class _Audience:
    """Members and watchers of the cards of some actions, of their lists and of their boards.

    The first lookup loads them for all actions at once.
    """

    def __init__(self, call: Call, actions: Sequence[Json]) -> None:
        self._call = call
        self._actions = [action for action in actions if action["id_card"] is not None]

    def card(self, action: Json) -> set[str]:
        """Return the ids of those concerned by ``action`` on a card, without the caller."""
        near = (action["id_card"], action["id_board"], *_lists_of(action))
        found = set[str]().union(*(self._people_by_object.get(ident, ()) for ident in near)) - {self._call.me}
        return found & self._board_member_ids.get(action["id_board"], set()) if found else found

    @cached_property
    def _people_by_object(self) -> dict[str, set[str]]:
        """Member ids by id of the card they are on, or of the card, list or board they watch."""
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
    def _board_member_ids(self) -> dict[str, set[str]]:
        """Ids of the active members of the boards, by board id."""
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


_RecipientFinder = Callable[[Call, Json, _Audience], Recipients]
"""Finds the recipients of an action."""


def _for_comment(call: Call, action: Json, audience: _Audience) -> Recipients:
    mentioned = _mentioned(call, action, action["data"].get("text", ""))
    return dict.fromkeys(audience.card(action), "commentCard") | dict.fromkeys(mentioned, "mentionedOnCard")


def _for_comment_edit(call: Call, action: Json, _audience: _Audience) -> Recipients:
    """Find the members whom the new text mentions and the old one did not."""
    data = action["data"]
    before = _mentioned(call, action, data["old"].get("text") or "")
    now = _mentioned(call, action, data["action"]["text"])
    return dict.fromkeys(now - before, "mentionedOnCard")


def _for_card_change(_call: Call, action: Json, audience: _Audience) -> Recipients:
    if not any(name in action["data"].get("old", ()) for name in _CHANGES):
        return {}
    return dict.fromkeys(audience.card(action), "changeCard")


def _for_board_change(call: Call, action: Json, _audience: _Audience) -> Recipients:
    closed = action["data"].get("old", {}).get("closed") is False
    return dict.fromkeys(call.connection.scalars(_board_member_ids(action)), "closeBoard") if closed else {}


def _for_card(kind: str, own: str | None = None) -> _RecipientFinder:
    """Create a finder that returns the audience of the card ``kind``, and the action's member ``own`` if set."""

    def find_recipients(_call: Call, action: Json, audience: _Audience) -> Recipients:
        recipients = dict.fromkeys(audience.card(action), kind)
        return recipients | ({action["id_member"]: own} if own and action["id_member"] else {})

    return find_recipients


def _for_member(kind: str, as_admin: str | None = None) -> _RecipientFinder:
    """Create a finder that returns the action's member ``kind``, or ``as_admin`` if they became an admin."""

    def find_recipients(_call: Call, action: Json, _audience: _Audience) -> Recipients:
        admin = action["data"].get("memberType") == "admin"
        return {action["id_member"]: (admin and as_admin) or kind} if action["id_member"] else {}

    return find_recipients


_RECIPIENT_FINDERS: dict[str, _RecipientFinder] = {
    COMMENT: _for_comment,
    "updateComment": _for_comment_edit,
    "updateCard": _for_card_change,
    "moveCardToBoard": _for_card("changeCard"),
    "createCard": _for_card("createdCard"),
    "copyCard": _for_card("createdCard"),
    "addAttachmentToCard": _for_card("addedAttachmentToCard"),
    "updateCheckItemStateOnCard": _for_card("updateCheckItemStateOnCard"),
    "addMemberToCard": _for_card("addedMemberToCard", "addedToCard"),
    "removeMemberFromCard": _for_card("removedMemberFromCard", "removedFromCard"),
    "updateBoard": _for_board_change,
    "addMemberToBoard": _for_member("addedToBoard", "addAdminToBoard"),
    "makeAdminOfBoard": _for_member("makeAdminOfBoard"),
    "removeMemberFromBoard": _for_member("removedFromBoard"),
    "unconfirmedBoardInvitation": _for_member("unconfirmedInvitedToBoard"),
    "addMemberToOrganization": _for_member("addedToOrganization", "addAdminToOrganization"),
    "makeAdminOfOrganization": _for_member("makeAdminOfOrganization"),
    "removeMemberFromOrganization": _for_member("removedFromOrganization"),
    "unconfirmedOrganizationInvitation": _for_member("unconfirmedInvitedToOrganization"),
}


def _lists_of(action: Json) -> list[str]:
    """Return the ids of the card's list and, for a move, of the previous list."""
    left = action["data"].get("listBefore") or {}
    return [ident for ident in (action["id_list"], left.get("id")) if ident]


def _board_member_ids(action: Json) -> Select[Any]:
    """Select the ids of the active members of the action's board."""
    mine = db.memberships.c
    return select(mine.id_member).where(mine.id_board == action["id_board"], mine.deactivated.is_(False))


def _mentioned(call: Call, action: Json, text: str) -> set[str]:
    """Find the board's members that ``text`` mentions, all on the card or board for ``@card``, ``@board``."""
    names = set(_names(text))
    if not names:
        return set()
    on = db.card_members.c
    named: list[Any] = [func.lower(db.members.c.username).in_(names)]
    if "card" in names:
        named.append(db.members.c.id.in_(select(on.id_member).where(on.id_card == action["id_card"])))
    if "board" in names:
        named.append(db.members.c.id.is_not(None))
    query = select(db.members.c.id).where(and_(db.members.c.id.in_(_board_member_ids(action)), or_(*named)))
    return set(call.connection.scalars(query))


def _names(text: str) -> Iterable[str]:
    for match in _MENTION.finditer(text):
        name = match[1].lower()
        # A trailing full stop may belong to the name or to the sentence.
        yield name
        yield name.rstrip(".-")
