"""Notifications in words: who did what to which thing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.notification import Notification

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "mentionedOnCard": "mentioned you on {card}",
        "addedToCard": "put you on {card}",
        "removedFromCard": "took you off {card}",
        "addedMemberToCard": "put {member} on {card}",
        "removedMemberFromCard": "took {member} off {card}",
        "commentCard": "commented on {card}",
        "changeCard": "changed {card}",
        "createdCard": "made {card}",
        "addAttachmentToCard": "attached a file to {card}",
        "addedAttachmentToCard": "attached {attachment} to {card}",
        "updateCheckItemStateOnCard": "ticked an item of {card}",
        "addedToBoard": "put you on the board {board}",
        "addAdminToBoard": "put you on the board {board}, as an admin",
        "removedFromBoard": "took you off the board {board}",
        "invitedToBoard": "invited you to the board {board}",
        "unconfirmedInvitedToBoard": "invited you to the board {board}",
        "makeAdminOfBoard": "made you an admin of {board}",
        "closeBoard": "closed the board {board}",
        "addedToOrganization": "put you in the workspace {organization}",
        "addAdminToOrganization": "put you in the workspace {organization}, as an admin",
        "removedFromOrganization": "took you out of the workspace {organization}",
        "invitedToOrganization": "invited you to the workspace {organization}",
        "unconfirmedInvitedToOrganization": "invited you to the workspace {organization}",
        "makeAdminOfOrganization": "made you an admin of the workspace {organization}",
    }
)
"""The sentence for each notification type; names in braces are replaced from its data."""

_UNNAMED: Mapping[str, str] = MappingProxyType({"member": "somebody", "attachment": "a file"})
"""Words for things whose name the service did not send."""


def notification_words(one: Notification) -> str:
    """Return what happened, in a sentence without a full stop: ``Ana moved Offer to Won``."""
    if one.type == "cardDueSoon":
        return f"{_name(one, 'card')} is due{'' if _came_when_due(one) else ' soon'}"
    sentence = _change(one) or _membership(one) or _WORDS.get(one.type) or "did something on {thing}"
    nouns = ("card", "board", "attachment", "member", "organization", "listAfter")
    names = {noun: _name(one, noun) for noun in nouns}
    said = sentence.format_map(names | {"thing": names["card"] or names["board"]})
    return f"{safe_line(one.author or 'somebody')} {said}".rstrip()


def _change(one: Notification) -> str:
    """Return the sentence for a change of a card that is known more exactly; else ""."""
    old, card = one.part("old"), one.part("card")
    if one.type != "changeCard" or not card:
        return ""
    if "idList" in old and _name(one, "listAfter"):
        return "moved {card} to {listAfter}"
    if "closed" in old:
        return "archived {card}" if card.get("closed") else "took {card} out of the archive"
    if "due" in old:
        return "changed the due date of {card}" if card.get("due") else "took the due date off {card}"
    return ""


def _membership(one: Notification) -> str:
    """Return the sentence for somebody who put themselves on a card, or took themselves off; else ""."""
    own = one.data.get("idMember") is not None and one.data.get("idMember") == one.id_member_creator
    alone = {"addedMemberToCard": "joined {card}", "removedMemberFromCard": "left {card}"}
    return alone.get(one.type, "") if own else ""


def _name(one: Notification, noun: str) -> str:
    name = one.part(noun).get("name")
    return safe_line(name) if isinstance(name, str) and name else _UNNAMED.get(noun, "")


def _came_when_due(one: Notification) -> bool:
    """Return whether a reminder came at the due date, or later, and not before it."""
    try:
        return one.date >= datetime.fromisoformat(one.card_due)
    except (ValueError, TypeError):
        return False  # the service did not say when it is due
