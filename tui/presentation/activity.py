"""What an action of a board did, in a sentence for the user. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.presentation.when import day_time

if TYPE_CHECKING:
    from tui.model.action import Action


class ActionWords(NamedTuple):
    """An action in words.

    Attributes:
        who: Who did it, or "somebody".
        did: What was done, with the thing it was done to.
        text: What was written, of a comment, on one line; else "".
    """

    who: str
    did: str
    text: str = ""


_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "addAttachmentToCard": "attached {attachment} to {card}",
        "addChecklistToCard": "added the checklist {checklist} to {card}",
        "addLabelToCard": "put the label {label} on {card}",
        "addMemberToBoard": "put {member} on the board",
        "addMemberToCard": "put {member} on {card}",
        "commentCard": "commented on {card}",
        "convertToCardFromCheckItem": "made {card} of an item of {cardSource}",
        "copyBoard": "made the board as a copy",
        "copyCard": "copied {cardSource} to {card}",
        "copyCommentCard": "copied a comment to {card}",
        "createBoard": "made the board",
        "createCard": "made {card} in {list}",
        "createCheckItem": "added the item {checkItem} to {card}",
        "createList": "made the list {list}",
        "deleteAttachmentFromCard": "took {attachment} off {card}",
        "deleteCard": "deleted a card of {list}",
        "deleteCheckItem": "deleted the item {checkItem} of {card}",
        "deleteComment": "deleted a comment on {card}",
        "emailCard": "sent {card} by e-mail",
        "makeAdminOfBoard": "made {member} an admin of the board",
        "makeNormalMemberOfBoard": "made {member} a member of the board",
        "makeObserverOfBoard": "made {member} an observer of the board",
        "moveCardFromBoard": "moved {card} to the board {boardTarget}",
        "moveCardToBoard": "moved {card} here from the board {boardSource}",
        "moveListFromBoard": "moved the list {list} to the board {boardTarget}",
        "moveListToBoard": "moved the list {list} here from the board {boardSource}",
        "removeChecklistFromCard": "took the checklist {checklist} off {card}",
        "removeLabelFromCard": "took the label {label} off {card}",
        "removeMemberFromBoard": "took {member} off the board",
        "removeMemberFromCard": "took {member} off {card}",
        "updateBoard": "changed the board",
        "updateCheckItem": "changed the item {checkItem} of {card}",
        "updateChecklist": "changed the checklist {checklist} of {card}",
        "updateComment": "changed a comment on {card}",
        "updateList": "changed the list {list}",
        "voteOnCard": "voted on {card}",
    }
)
"""What is said of an action, by its type; names in braces stand for what its data names so."""

_OWN: Mapping[str, str] = MappingProxyType(
    {
        "addMemberToBoard": "joined the board",
        "addMemberToCard": "joined {card}",
        "makeAdminOfBoard": "became an admin of the board",
        "makeNormalMemberOfBoard": "became a member of the board",
        "makeObserverOfBoard": "became an observer of the board",
        "removeMemberFromBoard": "left the board",
        "removeMemberFromCard": "left {card}",
    }
)
"""What is said of an action on a member, where that member did it."""

_CHANGES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "updateCard": {
            "idList": "moved {card} from {listBefore} to {listAfter}",
            "closed": "archived {card}|restored {card}",
            "dueComplete": "marked {card} done|marked {card} not done",
            "due": "set the due date of {card} to {due}|took the due date off {card}",
            "start": "set the start date of {card} to {start}|took the start date off {card}",
            "name": "renamed {old} to {card}",
            "desc": "changed the description of {card}",
            "cover": "changed the cover of {card}",
            "pos": "moved {card} within {list}",
        },
        "updateList": {
            "closed": "archived the list {list}|restored the list {list}",
            "name": "renamed the list {old} to {list}",
            "pos": "moved the list {list}",
        },
        "updateBoard": {
            "closed": "closed the board|opened the board again",
            "name": "renamed the board from {old}",
            "desc": "changed the description of the board",
        },
    }
)
"""What is said of a change, by type and the field that changed; after a bar, of its end."""

_KIND = {"card": "card", "list": "list", "board": "board"}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def action_words(action: Action, now: datetime, *, of_card: bool = False) -> ActionWords:
    """Describe an action; of a type that is not known, its type is said in words.

    Args:
        action: The action.
        now: The current time, for dates.
        of_card: Whether the page is about its card, which is then called "it".
    """
    creator = action.member_creator
    who = (creator.full_name or creator.username) if creator is not None else ""
    names = _Names(action, now, of_card=of_card)
    text = action.data.get("text") if action.type in {COMMENT, COPIED_COMMENT} else ""
    return ActionWords(
        who or "somebody", _words(action).format_map(names), _line(text) if isinstance(text, str) else ""
    )


def _words(action: Action) -> str:
    old = action.data.get("old")
    for field, words in _CHANGES.get(action.type, {}).items():
        if isinstance(old, dict) and field in old:
            begun, bar, ended = words.partition("|")
            kind = _KIND[action.type.removeprefix("update").lower()]
            now = action.data.get(kind)
            return ended if bar and not (isinstance(now, dict) and now.get(field)) else begun
    if action.type == "updateCheckItemStateOnCard":
        item = action.data.get("checkItem")
        done = isinstance(item, dict) and item.get("state") == "complete"
        return "ticked {checkItem} of {card}" if done else "unticked {checkItem} of {card}"
    if action.type == "updateCard":
        return "changed {card}"
    ident, _ = _member(action)
    own = _OWN.get(action.type) if ident and ident == action.id_member_creator else None
    known = own or _WORDS.get(action.type)
    return known or _HUMP.sub(" ", action.type).lower().replace("{", "").replace("}", "")


class _Names(dict[str, str]):
    """The names of what an action is about, quoted."""

    def __init__(self, action: Action, now: datetime, *, of_card: bool) -> None:
        super().__init__()
        self._action, self._now, self._of_card = action, now, of_card

    def __missing__(self, name: str) -> str:
        data = self._action.data
        if name == "card" and self._of_card:
            return "it"
        if name == "member":
            return _member(self._action)[1]
        if name in {"due", "start"}:
            return self._date(_part(data, "card").get(name))
        if name == "old":
            return _quoted(_part(data, "old").get("name"))
        part = _part(data, name)
        return _quoted(part.get("name") or (part.get("color") if name == "label" else ""))

    def _date(self, value: Any) -> str:
        try:
            return day_time(datetime.fromisoformat(value), self._now)
        except (TypeError, ValueError):
            return "another day"


def _member(action: Action) -> tuple[str, str]:
    """Return the id and the name of the member that an action was done to."""
    member = action.unknown_fields.get("member")
    found = member if isinstance(member, dict) else _part(action.data, "member")
    ident = found.get("id") or action.data.get("idMember") or action.data.get("idMemberAdded")
    name = found.get("fullName") or found.get("name") or found.get("username")
    return (
        ident if isinstance(ident, str) else "",
        name if isinstance(name, str) and name else "somebody",
    )


def _part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = data.get(name)
    return part if isinstance(part, dict) else {}


def _quoted(name: Any) -> str:
    return f"“{_line(name)}”" if isinstance(name, str) and name else "something"


def _line(text: str) -> str:
    """Return ``text`` on one line."""
    return " ".join(text.split())
