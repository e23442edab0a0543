"""Matches events of the service with the writes that caused them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.values.record import to_camel
from tui.model.writes.base import Partial, Write, ids_of

if TYPE_CHECKING:
    from tui.model.event import Event

ACTIVITIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "create_board": ("createBoard",),
        "copy_board": ("copyBoard",),
        "update_board": ("updateBoard",),
        "set_board_member": ("addMemberToBoard", "makeNormalMemberOfBoard", "makeAdminOfBoard"),
        "remove_board_member": ("removeMemberFromBoard",),
        "create_list": ("createList",),
        "copy_list": ("createList",),
        "update_list": ("updateList",),
        "create_card": ("createCard",),
        "copy_card": ("copyCard",),
        "move_card": ("updateCard",),
        "update_card": ("updateCard",),
        "move_card_to_board": ("moveCardToBoard", "moveCardFromBoard", "updateCard"),
        "delete_card": ("deleteCard",),
        "add_card_label": ("addLabelToCard", "updateCard"),
        "remove_card_label": ("removeLabelFromCard", "updateCard"),
        "add_card_member": ("addMemberToCard",),
        "remove_card_member": ("removeMemberFromCard",),
        "add_link": ("addAttachmentToCard",),
        "upload_file": ("addAttachmentToCard",),
        "remove_attachment": ("deleteAttachmentFromCard",),
        "add_comment": ("commentCard",),
        "update_comment": ("updateComment",),
        "delete_comment": ("deleteComment",),
        "create_checklist": ("addChecklistToCard",),
        "update_checklist": ("updateChecklist",),
        "delete_checklist": ("removeChecklistFromCard",),
        "create_check_item": ("createCheckItem",),
        "update_check_item": ("updateCheckItem", "updateCheckItemStateOnCard"),
        "move_check_item": ("updateCheckItem",),
        "delete_check_item": ("deleteCheckItem",),
        "create_label": ("createLabel",),
        "update_label": ("updateLabel",),
        "delete_label": ("deleteLabel",),
    }
)
"""The types of the actions that report a write, the main one first, by the write's kind."""

_PARTS = {
    "cards": "card",
    "labels": "label",
    "members": "member",
    "checklists": "checklist",
    "items": "checkItem",
    "attachments": "attachment",
    "comments": "action",
}
"""The name of a thing in events, by the noun of its id."""

_WIRE_NAMES = {
    "list_id": "idList",
    "member_id": "idMember",
    "label_id": "idLabels",
    "to_checklist_id": "idChecklist",
    "background": "prefs",
}
"""The service's names of a write's fields, if they differ in more than spelling."""

_BY_NAME_ALONE = {"pos", "idLabels", "prefs"}
"""Fields whose value is not compared, because the service chose it or reports more than the write set."""


def main_activity(write: Write) -> str:
    """Return the type of the action that reports a write; "" for one that is not reported."""
    types = ACTIVITIES.get(write.kind, ("",))
    # That an item is ticked has an action of its own.
    ticks = write.kind == "update_check_item" and getattr(write, "state", None) is not None
    return types[-1 if ticks else 0]


def tells_of(event: Event, write: Write) -> bool:
    """Return whether ``event`` may be the service's report of ``write``.

    Of several equal writes it may report each.
    """
    return (
        event.type in ACTIVITIES.get(write.kind, ())
        and _names_the_same(event, write)
        and _sets_the_same(event, write)
    )


def _names_the_same(event: Event, write: Write) -> bool:
    """Return whether the event is about the things that the write is about."""
    if write.noun in {"lists", "boards"} and event.ident(write.noun[:-1]) != write.target_id:
        return False
    for name, mark in ids_of(type(write)).items():
        part = "" if mark.value else _PARTS.get(mark.of, "")
        told = event.ident(part) or (event.data.get("idMember") if part == "member" else "")
        # The event of an item that changed its checklist has the new checklist.
        of_item = name == "checklist_id" and hasattr(write, "item_id")
        if told and told != getattr(write, name) and not of_item:
            return False
    return True


def _sets_the_same(event: Event, write: Write) -> bool:
    """Return whether the write sets the fields in the event to the same values."""
    values = _values(write)
    if event.type == "commentCard":
        return bool(event.data.get("text") == values["text"])
    if event.type == "updateCheckItemStateOnCard":
        return bool(event.part("checkItem").get("state") == values.get("state"))
    if event.type == "moveCardToBoard":
        return bool(event.ident("list") == values.get("idList"))
    about = event.part("checkItem") or event.part(write.noun[:-1])
    return all(
        name in values and (name in _BY_NAME_ALONE or about.get(name, values[name]) == values[name])
        for name in event.changed
    )


def _values(write: Write) -> dict[str, Any]:
    """Return the values that a write sets, by the service's names."""
    sent = write.wire()
    names = write.changes if isinstance(write, Partial) else write.as_dict()
    return {_WIRE_NAMES.get(name, to_camel(name)): sent[name] for name in names}
