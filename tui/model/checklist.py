"""Checklists and their items."""

from collections.abc import Iterable

from tui.model.values.record import Value
from tui.model.values.scalars import Instant

COMPLETE = "complete"
INCOMPLETE = "incomplete"


class CheckItem(Value):
    """An item (one line) of a checklist.

    Attributes:
        state: ``complete`` or ``incomplete``.
        pos: Sort key among the checklist's items.
    """

    id: str
    id_checklist: str = ""
    name: str = ""
    state: str = INCOMPLETE
    pos: float = 0.0
    due: Instant | None = None
    id_member: str | None = None

    @property
    def done(self) -> bool:
        """Whether the item is ticked."""
        return self.state == COMPLETE


class Checklist(Value):
    """A checklist of a card; the store returns its items in position order."""

    id: str
    id_board: str = ""
    id_card: str = ""
    name: str = "Checklist"
    pos: float = 0.0
    check_items: tuple[CheckItem, ...] = ()

    @property
    def done(self) -> int:
        """Number of ticked items."""
        return sum(item.done for item in self.check_items)

    def item(self, item_id: str) -> CheckItem | None:
        """Return the item with an id, or None."""
        return next((one for one in self.check_items if one.id == item_id), None)


def sort_items(items: Iterable[CheckItem]) -> tuple[CheckItem, ...]:
    """Sort items by position, then id."""
    return tuple(sorted(items, key=lambda item: (item.pos, item.id)))
