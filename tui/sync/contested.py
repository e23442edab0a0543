"""Contested: before a change of a text or a date leaves, what the service has by now is looked at.

The service knows no "only if it still says that": whoever writes last wins. So we ask first, and where somebody
else changed the same field, theirs stay and ours are kept for the user to choose.
"""

from dataclasses import dataclass, field
from typing import Any

from tui.api.board.client import BoardClient
from tui.errors import NotFound
from tui.model.base import Value
from tui.model.op import (
    Op,
    UpdateBoard,
    UpdateCard,
    UpdateCheckItem,
    UpdateChecklist,
    UpdateComment,
    UpdateLabel,
    UpdateList,
)
from tui.store.arrive import Arrived
from tui.store.ops.contest import Found, weigh
from tui.store.ops.contested import fields
from tui.store.ops.row import OpRow
from tui.store.ops.shown import item_of, values_of
from tui.sync.merge import merge


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is to be sent of a write.

    Attributes:
        op: What is left of it; None when the service has all of it already, or theirs stay.
        found: What somebody else changed too.
        arrived: What the look brought.
    """

    op: Op | None
    found: tuple[Found, ...] = ()
    arrived: Arrived = field(default_factory=Arrived)


async def look(row: OpRow, client: BoardClient) -> Weighed:
    """See what of a write can leave.

    Raises:
        RemoteError: The service did not answer, or what is changed is gone; nothing was sent.
    """
    if not row.base or not fields(row.op).keys() & row.base.keys():
        return Weighed(row.op)
    thing, arrived = await _now(row.op, client)
    held = {"text": thing} if isinstance(thing, str) else values_of(row.op, thing)
    left, found = weigh(row.op, row.base, held, merge)
    return Weighed(left, tuple(found), arrived)


async def _now(op: Op, client: BoardClient) -> tuple[Value | str | None, Arrived]:
    """What ``op`` changes, as the service has it."""
    match op:
        case UpdateCard():
            card = await client.cards.get(op.card_id)
            return card, Arrived(cards=(card,))
        case UpdateList():
            board_list = await client.lists.get(op.list_id)
            return board_list, Arrived(lists=(board_list,))
        case UpdateBoard():
            board = await client.boards.get(op.board_id)
            return board, Arrived(boards=(board,))
        case UpdateLabel():
            labels = await client.boards.labels(op.board_id)
            return next((one for one in labels if one.id == op.label_id), None), Arrived(labels=tuple(labels))
        case _:
            return await _part(op, client), Arrived()


async def _part(op: Op, client: BoardClient) -> Value | str | None:
    match op:
        case UpdateComment():
            text: Any = (await client.actions.get(op.comment_id)).data.get("text")
            return text if isinstance(text, str) else None
        case UpdateChecklist():
            return await client.checklists.get(op.checklist_id)
        case UpdateCheckItem():
            item = item_of(await client.checklists.get(op.checklist_id), op.item_id)
            if item is None:
                raise NotFound("That item is not there any more.", status=404)
            return item
        case _:
            return None
