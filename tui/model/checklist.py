"""Checklists and their items."""

from tui.model.base import Instant, Value

COMPLETE = "complete"
INCOMPLETE = "incomplete"


class CheckItem(Value):
    """One line of a checklist.

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
        """Whether it is ticked."""
        return self.state == COMPLETE


class Checklist(Value):
    """A checklist of a card; its items are in position order once they have been through the store."""

    id: str
    id_board: str = ""
    id_card: str = ""
    name: str = "Checklist"
    pos: float = 0.0
    check_items: tuple[CheckItem, ...] = ()

    @property
    def done(self) -> int:
        """How many items are ticked."""
        return sum(item.done for item in self.check_items)
