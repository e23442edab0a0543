"""Moves of checklists and their items: pure functions from values to writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from tui.model.checklist import COMPLETE, INCOMPLETE, CheckItem, Checklist
from tui.model.position import at, make_room
from tui.model.values.scalars import new_local_id
from tui.model.writes.checklists import CreateCheckItem, DeleteCheckItem, UpdateCheckItem, UpdateChecklist

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.presentation.quick_card import QuickCard


class _Positioned(Protocol):
    """Anything with an id and a position among its siblings."""

    @property
    def id(self) -> str: ...
    @property
    def pos(self) -> float: ...


P = TypeVar("P", bound=_Positioned)


def positions_to_write(siblings: Sequence[P], moved: P, index: int) -> list[tuple[P, float]]:
    """Compute the positions to write so that ``moved`` stands at ``index`` among ``siblings``.

    Usually that is one position; siblings are moved too when no gap is left between them.

    Args:
        siblings: The siblings in order, without ``moved``.
        moved: The checklist or item to place.
        index: Its new index, from 0.
    """
    pos, others = make_room([sibling.pos for sibling in siblings], index)
    return [(moved, pos), *((siblings[at], new) for at, new in others.items())]


def create_item_writes(
    board_id: str, checklist: Checklist, card_id: str, items: Sequence[QuickCard]
) -> tuple[CreateCheckItem, ...]:
    """Return the writes that add ``items`` at the end of ``checklist``, in their order."""
    positions = [item.pos for item in checklist.check_items]
    writes: list[CreateCheckItem] = []
    for item in items:
        positions.append(at(positions, len(positions)))
        writes.append(
            CreateCheckItem(
                board_id=board_id,
                card_id=card_id,
                checklist_id=checklist.id,
                item_id=new_local_id(),
                name=item.title,
                pos=positions[-1],
                state=COMPLETE if item.done else INCOMPLETE,
                due=item.due,
                member_id=next(iter(item.member_ids), None),
            )
        )
    return tuple(writes)


def move_item_writes(
    board_id: str, card_id: str, checklists: Sequence[Checklist], item: CheckItem, step: int
) -> tuple[Write, ...]:
    """Return the writes that move ``item`` up (-1) or down (1), past the end into the next checklist."""
    index = next(i for i, c in enumerate(checklists) if item.id in {x.id for x in c.check_items})
    home = checklists[index]
    place = [x.id for x in home.check_items].index(item.id) + step
    if 0 <= place < len(home.check_items):
        others = [x for x in home.check_items if x.id != item.id]
        return tuple(
            UpdateCheckItem(
                board_id=board_id, card_id=card_id, checklist_id=home.id, item_id=moved.id, pos=pos
            )
            for moved, pos in positions_to_write(others, item, place)
        )
    if not 0 <= index + step < len(checklists):
        return ()
    return _move_across(board_id, card_id, home, checklists[index + step], item, top=step > 0)


def _move_across(
    board_id: str, card_id: str, home: Checklist, away: Checklist, item: CheckItem, *, top: bool
) -> tuple[Write, ...]:
    """Return the writes that re-create ``item`` in another checklist, because the service cannot move it there."""
    fresh = item.replace(id=new_local_id())
    writes: list[Write] = []
    for moved, pos in positions_to_write(away.check_items, fresh, 0 if top else len(away.check_items)):
        place = {"board_id": board_id, "card_id": card_id, "checklist_id": away.id, "item_id": moved.id}
        if moved is fresh:
            writes.append(CreateCheckItem(**place, name=item.name, pos=pos, state=item.state))
        else:
            writes.append(UpdateCheckItem(**place, pos=pos))
    gone = DeleteCheckItem(board_id=board_id, card_id=card_id, checklist_id=home.id, item_id=item.id)
    return (*writes, gone)


def apply_writes(checklists: Sequence[Checklist], writes: Sequence[Write]) -> tuple[Checklist, ...]:
    """Apply the writes of a move to ``checklists``, so that the next key need not wait for the store."""
    items = {item.id: (each.id, item) for each in checklists for item in each.check_items}
    places: dict[str, float | None] = {}
    for write in writes:
        match write:
            case CreateCheckItem():
                made = CheckItem(id=write.item_id, name=write.name, pos=write.pos, state=write.state)
                items[write.item_id] = (write.checklist_id, made)
            case UpdateCheckItem(pos=float(pos)):
                items[write.item_id] = (write.checklist_id, items[write.item_id][1].replace(pos=pos))
            case DeleteCheckItem():
                del items[write.item_id]
            case UpdateChecklist(pos=float(pos)):
                places[write.checklist_id] = pos
            case _:
                pass
    moved = [
        each.replace(pos=places.get(each.id, each.pos), check_items=_items_of(each, items.values()))
        for each in checklists
    ]
    return tuple(sorted(moved, key=lambda each: each.pos))


def _items_of(checklist: Checklist, items: Iterable[tuple[str, CheckItem]]) -> tuple[CheckItem, ...]:
    """Return the items of ``checklist``, in order."""
    return tuple(sorted((item for home, item in items if home == checklist.id), key=lambda item: item.pos))


def why_not_movable(checklists: Sequence[Checklist], item: CheckItem, step: int) -> str | None:
    """Return why ``item`` cannot move by ``step``, or None if it can."""
    home = next(c for c in checklists if item.id in {x.id for x in c.check_items})
    if item.id != home.check_items[-1 if step > 0 else 0].id:
        return None
    if item.due is not None or item.id_member:
        return "It has a due date or a member, which another checklist would not get"
    return "It is at the end already" if len(checklists) == 1 else None


def move_checklist_writes(
    board_id: str, card_id: str, checklists: Sequence[Checklist], moved: Checklist, step: int
) -> tuple[Write, ...]:
    """Return the writes that move a checklist up (-1) or down (1) on its card."""
    others = [c for c in checklists if c.id != moved.id]
    index = [c.id for c in checklists].index(moved.id) + step
    if not 0 <= index < len(checklists):
        return ()
    return tuple(
        UpdateChecklist(board_id=board_id, card_id=card_id, checklist_id=c.id, pos=pos)
        for c, pos in positions_to_write(others, moved, index)
    )
