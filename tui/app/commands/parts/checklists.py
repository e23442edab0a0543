"""Commands of the checklists on the open card."""

from typing import Literal, Protocol

from tui.app.commands.command import CommandType, ImmediateCommand


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

    def act(self, context: ChecklistContext) -> None:
        """Toggle the tick of the item."""
        context.tick()


class AddItem(_InChecklists):
    """Add items to the checklist, one after another."""

    keys = ("n",)

    def act(self, context: ChecklistContext) -> None:
        """Open the text field for new items."""
        context.add_item()


class NewChecklist(_InChecklists):
    """Add a checklist, then its items."""

    keys = ("plus",)

    def act(self, context: ChecklistContext) -> None:
        """Open the text field for a new checklist."""
        context.add_checklist()


class RenameItem(_InChecklists):
    """Rename the item or the checklist."""

    keys = ("r",)

    def act(self, context: ChecklistContext) -> None:
        """Open the text field for another name."""
        context.rename()


class MoveItemDown(_InChecklists):
    """Move the item or the checklist down."""

    keys = ("J",)

    def act(self, context: ChecklistContext) -> None:
        """Move the item or the checklist down."""
        context.move(1)


class MoveItemUp(_InChecklists):
    """Move the item or the checklist up."""

    keys = ("K",)

    def act(self, context: ChecklistContext) -> None:
        """Move the item or the checklist up."""
        context.move(-1)


class RemoveItem(_InChecklists):
    """Delete the item, or the checklist with its items."""

    keys = ("delete", "backspace")

    def act(self, context: ChecklistContext) -> None:
        """Delete the item or the checklist."""
        context.delete()


class EnterItem(_InChecklists):
    """Tick the item; on the name of a checklist, add items to it."""

    keys = ("enter",)

    def act(self, context: ChecklistContext) -> None:
        """Tick the item, or open the line for new items."""
        context.enter_row()


class DateItem(_InChecklists):
    """Set when the item is due."""

    keys = ("D",)

    def act(self, context: ChecklistContext) -> None:
        """Ask for the date."""
        context.ask("due")


class AssignItem(_InChecklists):
    """Say who does the item."""

    keys = ("m",)

    def act(self, context: ChecklistContext) -> None:
        """Ask for the member."""
        context.ask("member")


class ItemToCard(_InChecklists):
    """Make a card of the item, linked to this one."""

    keys = ("p",)

    def act(self, context: ChecklistContext) -> None:
        """Make the card."""
        context.ask("card")


IN_CHECKLISTS: tuple[CommandType, ...] = (
    TickItem, AddItem, NewChecklist, RenameItem, MoveItemDown, MoveItemUp, RemoveItem, EnterItem, DateItem, AssignItem,
    ItemToCard,
)  # fmt: skip
