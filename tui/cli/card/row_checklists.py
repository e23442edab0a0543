"""Checklists in a cell of a table, as ``cardscout export --csv`` writes them, and the writes that create them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from tui.model.checklist import COMPLETE, INCOMPLETE
from tui.model.position import STEP
from tui.model.values.list_line import ListLine, read_box
from tui.model.values.scalars import from_local, new_local_id
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMELESS = "Checklist"


_ITEM = re.compile(
    r"(?P<text>\S.*?)(?: · due (?P<due>\d{4}-\d\d-\d\d \d\d:\d\d))?(?: · @(?P<who>[^·]+))?", re.DOTALL
)
"""An item as an export writes it, with its due date and its member behind it."""


class PlannedItem(NamedTuple):
    """An item that would be created."""

    text: str
    done: bool = False
    due: datetime | None = None
    member_id: str | None = None


class PlannedChecklist(NamedTuple):
    """A checklist that would be created."""

    name: str
    items: list[PlannedItem]


def read_checklists(text: str, person: Callable[[str], str | None]) -> list[PlannedChecklist]:
    """Return the checklists in a cell: a line for each name, followed by a line with a box for each item.

    A cell without boxes has none: it is the text of another program.

    Args:
        text: The cell.
        person: Returns the member of a name; the name of another one stays in the item.
    """
    found: list[PlannedChecklist] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        item = read_box(line)
        if item.text == line:
            found.append(PlannedChecklist(line, []))
            continue
        if not found:
            found.append(PlannedChecklist(_NAMELESS, []))
        found[-1].items.append(_planned(item, person))
    return found if any(one.items for one in found) else []


def _planned(item: ListLine, person: Callable[[str], str | None]) -> PlannedItem:
    found = _ITEM.fullmatch(item.text)
    member_id = None if found is None or found["who"] is None else person(found["who"].strip())
    if found is None or (found["who"] is not None and member_id is None):
        return PlannedItem(*item)
    try:
        due = None if found["due"] is None else from_local(datetime.fromisoformat(found["due"]))
    except (ValueError, OverflowError):
        return PlannedItem(*item)
    return PlannedItem(found["text"], item.done, due, member_id)


def checklist_writes(
    board_id: str, card_id: str, checklists: Sequence[PlannedChecklist]
) -> Iterator[CreateChecklist | CreateCheckItem]:
    """Yield the writes that create the checklists on a card, in their order."""
    for place, checklist in enumerate(checklists, 1):
        where = {"board_id": board_id, "card_id": card_id, "checklist_id": new_local_id()}
        yield CreateChecklist(**where, name=checklist.name, pos=STEP * place)
        for at, item in enumerate(checklist.items, 1):
            yield CreateCheckItem(
                **where,
                item_id=new_local_id(),
                name=item.text,
                pos=STEP * at,
                state=COMPLETE if item.done else INCOMPLETE,
                due=item.due,
                member_id=item.member_id,
            )
