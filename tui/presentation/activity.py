"""Descriptions of actions on a board, in sentences for the user. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.presentation.timestamps import day_time

if TYPE_CHECKING:
    from tui.model.action import Action


class ActionWords(NamedTuple):
    """An action in words.

    Attributes:
        did: What was done, with the thing it was done to.
        text: The text of a comment on one line; else "".
    """

    who: str
    did: str
    text: str = ""


_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "acceptEnterpriseJoinRequest": "accepted that a workspace joins the enterprise",
        "addAdminToBoard": "made {member} an admin of the board",
        "addAdminToOrganization": "made {member} an admin of the workspace",
        "addAttachmentToCard": "attached {attachment} to {card}",
        "addBoardsPinnedToMember": "pinned a board",
        "addChecklistToCard": "added the checklist {checklist} to {card}",
        "addLabelToCard": "put the label {label} on {card}",
        "addMemberToBoard": "put {member} on the board",
        "addMemberToCard": "put {member} on {card}",
        "addMemberToOrganization": "put {member} in the workspace",
        "addOrganizationToEnterprise": "added the workspace {organization} to the enterprise",
        "addToEnterprisePluginWhitelist": "allowed a Power-Up in the enterprise",
        "addToOrganizationBoard": "put the board in the workspace {organization}",
        "commentCard": "commented on {card}",
        "convertToCardFromCheckItem": "made {card} of an item of {cardSource}",
        "copyBoard": "made the board as a copy",
        "copyCard": "copied {cardSource} to {card}",
        "copyChecklist": "copied the checklist {checklistSource} to {checklist}",
        "copyCommentCard": "copied a comment to {card}",
        "createBoard": "made the board",
        "createBoardInvitation": "invited somebody to the board",
        "createBoardPreference": "changed a setting of the board",
        "createCard": "made {card} in {list}",
        "createCheckItem": "added the item {checkItem} to {card}",
        "createCustomField": "made the custom field {customField}",
        "createLabel": "made the label {label}",
        "createList": "made the list {list}",
        "createOrganization": "made the workspace {organization}",
        "createOrganizationInvitation": "invited somebody to the workspace",
        "deactivatedMemberInBoard": "deactivated {member} on the board",
        "deactivatedMemberInEnterprise": "deactivated {member} in the enterprise",
        "deactivatedMemberInOrganization": "deactivated {member} in the workspace",
        "deleteAttachmentFromCard": "took {attachment} off {card}",
        "deleteBoardInvitation": "took an invitation to the board back",
        "deleteCard": "deleted a card of {list}",
        "deleteCheckItem": "deleted the item {checkItem} of {card}",
        "deleteComment": "deleted a comment on {card}",
        "deleteCustomField": "deleted the custom field {customField}",
        "deleteLabel": "deleted a label",
        "deleteOrganizationInvitation": "took an invitation to the workspace back",
        "disableEnterprisePluginWhitelist": "allowed all Power-Ups in the enterprise",
        "disablePlugin": "switched the Power-Up {plugin} off",
        "disablePowerUp": "switched a Power-Up off",
        "emailCard": "sent {card} by e-mail",
        "enableEnterprisePluginWhitelist": "limited the Power-Ups of the enterprise",
        "enablePlugin": "switched the Power-Up {plugin} on",
        "enablePowerUp": "switched a Power-Up on",
        "makeAdminOfBoard": "made {member} an admin of the board",
        "makeAdminOfOrganization": "made {member} an admin of the workspace",
        "makeNormalMemberOfBoard": "made {member} a member of the board",
        "makeNormalMemberOfOrganization": "made {member} a member of the workspace",
        "makeObserverOfBoard": "made {member} an observer of the board",
        "memberJoinedTrello": "joined the service",
        "moveCardFromBoard": "moved {card} to the board {boardTarget}",
        "moveCardToBoard": "moved {card} here from the board {boardSource}",
        "moveListFromBoard": "moved the list {list} to the board {boardTarget}",
        "moveListToBoard": "moved the list {list} here from the board {boardSource}",
        "reactivatedMemberInBoard": "reactivated {member} on the board",
        "reactivatedMemberInEnterprise": "reactivated {member} in the enterprise",
        "reactivatedMemberInOrganization": "reactivated {member} in the workspace",
        "removeAdminFromBoard": "made {member} no admin of the board any more",
        "removeAdminFromOrganization": "made {member} no admin of the workspace any more",
        "removeBoardsPinnedFromMember": "unpinned a board",
        "removeChecklistFromCard": "took the checklist {checklist} off {card}",
        "removeFromEnterprisePluginWhitelist": "disallowed a Power-Up in the enterprise",
        "removeFromOrganizationBoard": "took the board out of the workspace {organization}",
        "removeLabelFromCard": "took the label {label} off {card}",
        "removeMemberFromBoard": "took {member} off the board",
        "removeMemberFromCard": "took {member} off {card}",
        "removeMemberFromOrganization": "took {member} out of the workspace",
        "removeOrganizationFromEnterprise": "took the workspace {organization} out of the enterprise",
        "unconfirmedBoardInvitation": "invited somebody to the board who has not answered yet",
        "unconfirmedOrganizationInvitation": "invited somebody to the workspace who has not answered yet",
        "updateBoard": "changed the board",
        "updateCheckItem": "changed the item {checkItem} of {card}",
        "updateChecklist": "changed the checklist {checklist} of {card}",
        "updateComment": "changed a comment on {card}",
        "updateCustomField": "changed the custom field {customField}",
        "updateCustomFieldItem": "changed the field {customField} of {card}",
        "updateLabel": "changed the label {label}",
        "updateList": "changed the list {list}",
        "updateMember": "changed their profile",
        "updateOrganization": "changed the workspace",
        "voteOnCard": "voted on {card}",
        "withdrawEnterpriseJoinRequest": "withdrew the request to join the enterprise",
    }
)
"""The sentence for each type of action; names in braces are replaced from the action's data."""

_OWN: Mapping[str, str] = MappingProxyType(
    {
        "addMemberToBoard": "joined the board",
        "addMemberToCard": "joined {the_card}",
        "makeAdminOfBoard": "became an admin of the board",
        "makeNormalMemberOfBoard": "became a member of the board",
        "makeObserverOfBoard": "became an observer of the board",
        "removeMemberFromBoard": "left the board",
        "removeMemberFromCard": "left {the_card}",
    }
)
"""The sentence for an action of members on themselves."""

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
            "dueReminder": "changed the reminder of {card}",
            "isTemplate": "made {card} a template|made {card} an ordinary card again",
            "idAttachmentCover": "changed the cover of {card}",
        },
        "updateList": {
            "closed": "archived the list {list}|restored the list {list}",
            "name": "renamed the list {old} to {list}",
            "pos": "moved the list {list}",
            "softLimit": "limited the list {list} to {softLimit} cards|took the limit off the list {list}",
        },
        "updateBoard": {
            "closed": "closed the board|opened the board again",
            "name": "renamed the board from {old}",
            "desc": "changed the description of the board",
            "prefs": "changed a setting of the board",
            "labelNames": "renamed a label of the board",
            "idOrganization": "moved the board to another workspace",
        },
        "updateLabel": {
            "name": "renamed the label {old} to {label}",
            "color": "recoloured the label {label}",
        },
    }
)
"""The sentence for a change, by type and changed field; after a bar, for its removal."""

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def action_words(action: Action, now: datetime, *, of_card: bool = False) -> ActionWords:
    """Describe an action; an unknown type is named as such.

    Args:
        action: The action.
        now: The current time, for dates.
        of_card: Whether the page is about its card, which is then called "it".
    """
    names = _Names(action, now, of_card=of_card)
    text = action.data.get("text") if action.type in {COMMENT, COPIED_COMMENT} else ""
    return ActionWords(
        action.author or "somebody",
        _words(action).format_map(names),
        _line(text) if isinstance(text, str) else "",
    )


def _words(action: Action) -> str:
    if changed := _change_words(action):
        return changed
    if action.type == "updateCheckItemStateOnCard":
        done = action.part("checkItem").get("state") == "complete"
        return "ticked {checkItem} of {card}" if done else "unticked {checkItem} of {card}"
    if action.type == "updateCard":
        return "changed {card}"
    ident, _ = _member(action)
    own = _OWN.get(action.type) if ident and ident == action.id_member_creator else None
    return (
        own or _WORDS.get(action.type) or f"did something that is not known here: {_type_words(action.type)}"
    )


def _change_words(action: Action) -> str:
    """Return the sentence for the first changed field of an action; "" if there is none."""
    old = action.part("old")
    for field, words in _CHANGES.get(action.type, {}).items():
        if field in old:
            begun, bar, ended = words.partition("|")
            now = action.part(action.type.removeprefix("update").lower())
            return ended if bar and not now.get(field) else begun
    return ""


def shown_actions(actions: Iterable[Action]) -> list[Action]:
    """Return the actions to show: a change of position is left out if the same move took the card to another list."""
    found = list(actions)
    moves = {(one.card_id, one.date) for one in found if "listAfter" in one.data}
    return [one for one in found if (one.card_id, one.date) not in moves or {*one.part("old")} != {"pos"}]


def _type_words(kind: str) -> str:
    return _HUMP.sub(" ", kind).lower().replace("{", "").replace("}", "")


class _Names(dict[str, str]):
    """The names of the action's things, quoted."""

    def __init__(self, action: Action, now: datetime, *, of_card: bool) -> None:
        super().__init__()
        self._action, self._now, self._of_card = action, now, of_card

    def __missing__(self, name: str) -> str:
        part_of = self._action.part
        if name == "card" and self._of_card:
            return "it"
        if name == "the_card":
            # “The card” is added because a card may have the name of a person.
            return "it" if self._of_card else f"the card {_quoted(part_of('card').get('name'))}"
        if name in {"member", "softLimit"}:
            return _member(self._action)[1] if name == "member" else str(part_of("list").get(name))
        if name in {"due", "start"}:
            return self._date(part_of("card").get(name))
        if name == "old":
            return _quoted(part_of("old").get("name"))
        part = part_of(name)
        return _quoted(part.get("name") or (part.get("color") if name == "label" else ""))

    def _date(self, value: Any) -> str:
        try:
            return day_time(datetime.fromisoformat(value), self._now)
        except (TypeError, ValueError):
            return "another day"


def _member(action: Action) -> tuple[str, str]:
    """Return the id and the name of the member that an action was done to."""
    member = action.unknown_fields.get("member")
    found = member if isinstance(member, dict) else action.part("member")
    ident = found.get("id") or action.data.get("idMember") or action.data.get("idMemberAdded")
    name = found.get("fullName") or found.get("name") or found.get("username")
    return (
        ident if isinstance(ident, str) else "",
        name if isinstance(name, str) and name else "somebody",
    )


def _quoted(name: Any) -> str:
    return f"“{_line(name)}”" if isinstance(name, str) and name else "something"


def _line(text: str) -> str:
    """Return ``text`` on one line."""
    return " ".join(text.split())
