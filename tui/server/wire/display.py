"""The ``display`` of an action: a translation key, and the entities that the translated sentence names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.action import COMMENT
from tui.model.values.scalars import part_of
from tui.server.pipeline.params import as_number

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

_TRANSLATION_KEYS = {
    "createCard": "action_create_card",
    "emailCard": "action_email_card",
    "copyCard": "action_copy_card",
    "convertToCardFromCheckItem": "action_convert_to_card_from_checkitem",
    "moveCardToBoard": "action_move_card_to_board",
    "moveCardFromBoard": "action_move_card_from_board",
    "deleteCard": "action_delete_card",
    "commentCard": "action_comment_on_card",
    "addAttachmentToCard": "action_add_attachment_to_card",
    "deleteAttachmentFromCard": "action_delete_attachment_from_card",
    "addChecklistToCard": "action_add_checklist_to_card",
    "removeChecklistFromCard": "action_remove_checklist_from_card",
    "addLabelToCard": "action_add_label_to_card",
    "removeLabelFromCard": "action_remove_label_from_card",
    "createBoard": "action_create_board",
    "copyBoard": "action_copy_board",
    "createList": "action_added_list_to_board",
    "moveListFromBoard": "action_move_list_from_board",
    "moveListToBoard": "action_move_list_to_board",
    "createCustomField": "action_create_custom_field",
    "updateCustomField": "action_update_custom_field",
    "deleteCustomField": "action_delete_custom_field",
    "updateCustomFieldItem": "action_update_custom_field_item",
    "voteOnCard": "action_vote_on_card",
}
_CARD_FIELDS = {
    "idList": "action_move_card_from_list_to_list",
    "name": "action_renamed_card",
    "desc": "action_changed_description_of_card",
}
_LIST_FIELDS = {"name": "action_renamed_list"}
_BOARD_FIELDS = {"name": "action_update_board_name", "desc": "action_update_board_desc"}
_UNKNOWN = "unknown"
_KINDS = (
    "card", "cardSource", "list", "listBefore", "listAfter", "checklist", "checkItem", "label", "attachment",
    "customField",
)  # fmt: skip
_TYPES = {"listBefore": "list", "listAfter": "list", "cardSource": "card"}
_ENTITY_KEYS = {
    "card": ("id", "shortLink"),
    "cardSource": ("id", "shortLink"),
    "board": ("id", "shortLink"),
    "checkItem": ("id", "state"),
    "label": ("color",),
    "attachment": ("id", "url", "previewUrl", "previewUrl2x"),
}


def display(action: Json) -> Json:
    """Return the ``display`` of an action."""
    return {"translationKey": _translation_key(action), "entities": _named(action)}


def entities(action: Json) -> list[Json]:
    """Return the entities of an action, each with its type and text."""
    return [thing for name, thing in _named(action).items() if name != "contextOn"]


def comment_entities(action: Json) -> list[Json]:
    """Return the entities of a comment in sentence order: author, the word *on*, card, text."""
    named = _named(action)
    who = [named[name] for name in ("memberCreator",) if name in named]
    on = {"type": "text", "text": "on", "hideIfContext": True, "idContext": _card_of(action).get("id")}
    return [*who, on, *[named[name] for name in ("card", "comment") if name in named]]


def _named(action: Json) -> dict[str, Json]:
    """Map each name in the sentence about an action to its entity."""
    data = action["data"]
    found: dict[str, Json] = {}
    if action["type"] == COMMENT:
        kinds: tuple[str, ...] = ("card",)
        found["contextOn"] = {
            "type": "translatable",
            "translationKey": "action_on",
            "hideIfContext": True,
            "idContext": _card_of(action).get("id"),
        }
    else:
        kinds = _KINDS if _card_of(action) else (*_KINDS, "board")
    for kind in kinds:
        if part := part_of(data, kind):
            keys = _ENTITY_KEYS.get(kind, ("id",))
            found[kind] = {"type": _TYPES.get(kind, kind), **{key: part[key] for key in keys if key in part}}
            found[kind]["text"] = part.get("name", "")
    if action["type"] == COMMENT:
        found.get("card", {})["hideIfContext"] = True
        found["comment"] = {"type": "comment", "text": data.get("text", "")}
    return found | _people(action)


def _people(action: Json) -> dict[str, Json]:
    people = {key: part_of(action, key) for key in ("member", "memberCreator")}
    return {
        key: {
            "type": "member",
            "id": who.get("id"),
            "username": who.get("username"),
            "text": who.get("fullName"),
        }
        for key, who in people.items()
        if who
    }


def _translation_key(action: Json) -> str:
    data, kind = action["data"], action["type"]
    old = part_of(data, "old")
    match kind:
        case "updateCard":
            return _card_key(old, _card_of(action))
        case "updateList":
            return _place_key(old, part_of(data, "list"), "list", "right", "left", _LIST_FIELDS)
        case "updateBoard":
            return _board_key(old, part_of(data, "board"))
        case "updateCheckItemStateOnCard":
            done = part_of(data, "checkItem").get("state") == "complete"
            return "action_completed_checkitem" if done else "action_marked_checkitem_incomplete"
        case "addMemberToCard" | "removeMemberFromCard":
            return _member_key(action)
        case _:
            return str(_TRANSLATION_KEYS.get(kind, _UNKNOWN))


def _card_of(action: Json) -> Json:
    return part_of(action["data"], "card")


def _card_key(old: Json, card: Json) -> str:
    if "due" in old:
        word = "added_a" if old["due"] is None else "removed_a" if card.get("due") is None else "changed_a"
        return f"action_{word}_due_date"
    if "dueComplete" in old:
        return f"action_marked_the_due_date_{'complete' if card.get('dueComplete') else 'incomplete'}"
    if "start" in old:
        word = "added" if old["start"] is None else "removed" if card.get("start") is None else "changed"
        return f"action_{word}_a_start_date"
    return _place_key(old, card, "card", "lower", "higher", _CARD_FIELDS)


def _board_key(old: Json, board: Json) -> str:
    if "closed" in old:
        return "action_closed_board" if board.get("closed") else "action_reopened_board"
    return next((_BOARD_FIELDS[name] for name in old if name in _BOARD_FIELDS), _UNKNOWN)


def _place_key(old: Json, new: Json, noun: str, after: str, before: str, plain: dict[str, str]) -> str:
    if "closed" in old:
        return f"action_archived_{noun}" if new.get("closed") else f"action_sent_{noun}_to_board"
    if "pos" in old:
        was, now = as_number(old["pos"]), as_number(new.get("pos"))
        return f"action_moved_{noun}_{after if (now or 0.0) > (was or 0.0) else before}"
    return next((plain[name] for name in old if name in plain), _UNKNOWN)


def _member_key(action: Json) -> str:
    own = action["data"].get("idMember") == action["idMemberCreator"]
    if action["type"] == "addMemberToCard":
        return "action_member_joined_card" if own else "action_added_member_to_card"
    return "action_member_left_card" if own else "action_removed_member_from_card"
