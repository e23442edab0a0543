"""What an op is about: what it makes, deletes and needs, and the ids in it. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tui.model.base import is_local
from tui.model.op import ID_FIELDS, ID_TUPLES, Op, entity, mentions
from tui.model.ops.base import Partial

_CREATES = MappingProxyType(
    {
        "create_board": "board_id",
        "create_list": "list_id",
        "create_card": "card_id",
        "copy_card": "card_id",
        "add_link": "attachment_id",
        "upload_file": "attachment_id",
        "add_comment": "comment_id",
        "create_checklist": "checklist_id",
        "create_check_item": "item_id",
        "create_label": "label_id",
    }
)
_DELETES = MappingProxyType(
    {
        "delete_board": "board_id",
        "delete_card": "card_id",
        "remove_attachment": "attachment_id",
        "delete_comment": "comment_id",
        "delete_checklist": "checklist_id",
        "delete_check_item": "item_id",
        "delete_label": "label_id",
    }
)
_REPEATABLE = frozenset(
    {
        "move_card",
        "update_card",
        "update_list",
        "update_comment",
        "update_checklist",
        "update_check_item",
        "update_label",
        "update_board",
        "star_board",
        "set_board_member",
        "mark_notification",
    }
)


def created(op: Op) -> tuple[str, ...]:
    """The id of what ``op`` makes, if it makes something."""
    return (getattr(op, _CREATES[op.kind]),) if op.kind in _CREATES else ()


def deleted(op: Op) -> str | None:
    """The id of what ``op`` deletes, or None."""
    return getattr(op, _DELETES[op.kind]) if op.kind in _DELETES else None


def needs(op: Op) -> str:
    """Local ids that the service must have named before ``op`` can leave, joined by blanks."""
    made = created(op)
    return " ".join(sorted({ident for ident in mentions(op) if is_local(ident) and ident not in made}))


def covers(later: Op, earlier: Op) -> bool:
    """Whether ``later`` sets all that ``earlier`` set, so that sending ``later`` alone comes to the same."""
    return later.kind in _REPEATABLE and alike(later, earlier) and _fields(earlier) <= _fields(later)


def alike(one: Op, other: Op) -> bool:
    """Whether both change the same thing in the same way, whatever they set."""
    if one.kind != other.kind:
        return False
    parts = set(ID_FIELDS) - {"list_id"}
    same = all(getattr(one, part, None) == getattr(other, part, None) for part in parts)
    return same and entity(one) == entity(other)


def _fields(op: Op) -> set[str]:
    if isinstance(op, Partial):
        return set(op.changes)
    return {name for name, value in op if value is not None}


def rename(op: Op, names: Mapping[str, str]) -> Op:
    """``op`` with ids exchanged."""
    held = {name: getattr(op, name, None) for name in ID_FIELDS}
    changes: dict[str, Any] = {
        name: names[value] for name, value in held.items() if value is not None and value in names
    }
    for name in ID_TUPLES:
        if names.keys() & set(several := getattr(op, name, ())):
            changes[name] = tuple(names.get(one, one) for one in several)
    return op.model_copy(update=changes) if changes else op
