"""Commands of the checklists on the open card."""

from typing import Literal, Protocol

from tui.app.commands.command import CommandType, ImmediateCommand, calls


class ChecklistContext(Protocol):
    """The checklists, with a cursor on an item or on the name of a checklist."""

    def enter_row(self) -> None:
        """Tick the item; on the name of a checklist, add items."""

    def tick(self) -> None:
        """Tick the item, or take the tick off."""

    def add_item(self) -> None:
        """Open the text field for new items."""

    def add_checklist(self) -> None:
        """Open the text field for a new checklist."""

    def rename(self) -> None:
        """Open the text field for another name."""

    def move(self, step: int) -> None:
        """Move the item or checklist up (-1) or down (1)."""

    def delete(self) -> None:
        """Delete the item or checklist."""

    def ask(self, kind: Literal["card", "due", "member"]) -> None:
        """Ask when the item is due or who does it, or make a card of it."""


class _InChecklists(ImmediateCommand[ChecklistContext]):
    """A command in the checklists."""

    group = "The checklists"


class TickItem(_InChecklists):
    """Tick the item, or take the tick off."""

    keys = ("x", "space")
    act = calls(ChecklistContext.tick)


class AddItem(_InChecklists):
    """Add items to the checklist, one after another."""

    keys = ("n",)
    act = calls(ChecklistContext.add_item)


class NewChecklist(_InChecklists):
    """Add a checklist, then its items."""

    keys = ("plus",)
    act = calls(ChecklistContext.add_checklist)


class RenameItem(_InChecklists):
    """Rename the item or the checklist."""

    keys = ("r",)
    act = calls(ChecklistContext.rename)


class MoveItemDown(_InChecklists):
    """Move the item or the checklist down."""

    keys = ("J",)
    act = calls(ChecklistContext.move, 1)


class MoveItemUp(_InChecklists):
    """Move the item or the checklist up."""

    keys = ("K",)
    act = calls(ChecklistContext.move, -1)


class RemoveItem(_InChecklists):
    """Delete the item, or the checklist with its items."""

    keys = ("delete", "backspace")
    act = calls(ChecklistContext.delete)


class EnterItem(_InChecklists):
    """Tick the item; on the name of a checklist, add items to it."""

    keys = ("enter",)
    act = calls(ChecklistContext.enter_row)


class DateItem(_InChecklists):
    """Set when the item is due."""

    keys = ("D",)
    act = calls(ChecklistContext.ask, "due")


class AssignItem(_InChecklists):
    """Say who does the item."""

    keys = ("m",)
    act = calls(ChecklistContext.ask, "member")


class ItemToCard(_InChecklists):
    """Make a card of the item, linked to this one."""

    keys = ("p",)
    act = calls(ChecklistContext.ask, "card")


IN_CHECKLISTS: tuple[CommandType, ...] = (
    TickItem, AddItem, NewChecklist, RenameItem, MoveItemDown, MoveItemUp, RemoveItem, EnterItem, DateItem, AssignItem,
    ItemToCard,
)  # fmt: skip
