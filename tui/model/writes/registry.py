"""The registry: every write there is, each named once, here."""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, get_args

from tui.model.writes import attachments, boards, cards, checklists, comments, labels, lists, members
from tui.model.writes import notifications as inbox
from tui.model.writes.base import Write

AnyWrite = (
    boards.CreateBoard
    | boards.UpdateBoard
    | boards.StarBoard
    | boards.DeleteBoard
    | members.SetBoardMember
    | members.RemoveBoardMember
    | lists.CreateList
    | lists.UpdateList
    | cards.CreateCard
    | cards.CopyCard
    | cards.UpdateCard
    | cards.MoveCard
    | cards.MoveCardToBoard
    | cards.DeleteCard
    | labels.AddCardLabel
    | labels.RemoveCardLabel
    | members.AddCardMember
    | members.RemoveCardMember
    | attachments.AddLink
    | attachments.UploadFile
    | attachments.RemoveAttachment
    | comments.AddComment
    | comments.UpdateComment
    | comments.DeleteComment
    | checklists.CreateChecklist
    | checklists.UpdateChecklist
    | checklists.DeleteChecklist
    | checklists.CreateCheckItem
    | checklists.UpdateCheckItem
    | checklists.MoveCheckItem
    | checklists.DeleteCheckItem
    | labels.CreateLabel
    | labels.UpdateLabel
    | labels.DeleteLabel
    | inbox.MarkNotification
    | inbox.ReadNotifications
)

EVERY: tuple[type[Write], ...] = get_args(AnyWrite)
"""The class of every write."""


def kind_of(write: type[Write]) -> str:
    """What a write is called where it is stored: ``move_card``."""
    return str(write.fields["kind"].default)


_KINDS = {kind_of(write): write for write in EVERY}


def parse(value: Any) -> Write:
    """A write of JSON that was read.

    Raises:
        ValueError: It is none that is known here.
    """
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"no write: {kind!r}")
    return _KINDS[kind].parse(value)


def parse_json(text: str) -> Write:
    """A write as stored.

    Raises:
        ValueError: It is none that is known here.
    """
    return parse(json.loads(text))


def parse_all(text: str) -> tuple[Write, ...]:
    """Several as stored.

    Raises:
        ValueError: It is no list of writes.
    """
    match json.loads(text):
        case list() as found:
            return tuple(map(parse, found))
        case other:
            raise ValueError(f"no list of writes: {other!r:.40}")


def readable(texts: Iterable[tuple[str]]) -> list[Write]:
    """Writes as stored, in their order, but those that cannot be read: the outbox sets them aside."""
    found: list[Write] = []
    for (text,) in texts:
        with suppress(ValueError):
            found.append(parse_json(text))
    return found
