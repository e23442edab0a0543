"""The registry of all write classes, by the kind under which they are stored."""

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any, get_args

from tui.model.writes import attachments, boards, cards, checklists, comments, labels, lists, members
from tui.model.writes import notifications as inbox
from tui.model.writes.base import Write

AnyWrite = (
    boards.CreateBoard
    | boards.CopyBoard
    | boards.CompleteBoardCopy
    | boards.UpdateBoard
    | boards.StarBoard
    | boards.DeleteBoard
    | members.SetBoardMember
    | members.RemoveBoardMember
    | lists.CreateList
    | lists.CopyList
    | lists.CompleteListCopy
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
"""All write classes."""


def kind_of(write: type[Write]) -> str:
    """Return the kind under which writes of a class are stored: ``move_card``."""
    return str(write.fields["kind"].default)


_KINDS = {kind_of(write): write for write in EVERY}


def parse(value: Any) -> Write:
    """Parse a write from decoded JSON.

    Raises:
        ValueError: The kind is unknown, or a field is invalid.
    """
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"no write: {kind!r}")
    return _KINDS[kind].parse(value)


@lru_cache(maxsize=64)
def parse_json(text: str) -> Write:
    """Parse a write from its stored JSON text: to undo one, its row is read some eight times in a moment.

    Raises:
        ValueError: As for ``parse``, or the text is no JSON.
    """
    return parse(json.loads(text))


@lru_cache(maxsize=64)
def parse_all(text: str) -> tuple[Write, ...]:
    """Parse a stored JSON list of writes.

    Raises:
        ValueError: The text is no list of valid writes.
    """
    match json.loads(text):
        case list() as found:
            return tuple(map(parse, found))
        case other:
            raise ValueError(f"no list of writes: {other!r:.40}")


def parse_readable(texts: Iterable[tuple[str]]) -> list[Write]:
    """Parse stored writes in order, and skip unreadable ones, which the outbox sets aside."""
    found: list[Write] = []
    for (text,) in texts:
        with suppress(ValueError):
            found.append(parse_json(text))
    return found
