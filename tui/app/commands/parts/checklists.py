"""What is done in the checklists of the open card."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand


class ChecklistContext(Protocol):
    """The checklists, with a cursor on an item or on the name of a checklist."""

    def enter_row(self) -> None:
        """Tick the item; on the name of a checklist, add items."""
        ...

    def tick(self) -> None:
        """Tick the item, or take the tick off."""
        ...

    def add_item(self) -> None:
        """Open the line for new items."""
        ...

    def add_checklist(self) -> None:
        """Open the line for a new checklist."""
        ...

    def rename(self) -> None:
        """Open the line for another name."""
        ...

    def move(self, step: int) -> None:
        """Move it up (-1) or down (1)."""
        ...

    def delete(self) -> None:
        """Delete it."""
        ...


class _InChecklists(ImmediateCommand[ChecklistContext]):
    """Something done in the checklists."""

    group = "The checklists"


class TickItem(_InChecklists):
    """Tick the item, or take the tick off."""

    keys = ("x", "space")

    def act(self, context: ChecklistContext) -> None:
        """Tick it."""
        context.tick()


class AddItem(_InChecklists):
    """Add items to the checklist, one after another."""

    keys = ("n",)

    def act(self, context: ChecklistContext) -> None:
        """Open the line."""
        context.add_item()


class NewChecklist(_InChecklists):
    """Add a checklist, then its items."""

    keys = ("plus",)

    def act(self, context: ChecklistContext) -> None:
        """Open the line."""
        context.add_checklist()


class RenameItem(_InChecklists):
    """Rename the item or the checklist."""

    keys = ("r",)

    def act(self, context: ChecklistContext) -> None:
        """Open the line."""
        context.rename()


class MoveItemDown(_InChecklists):
    """Move the item or the checklist down."""

    keys = ("J",)

    def act(self, context: ChecklistContext) -> None:
        """Move it."""
        context.move(1)


class MoveItemUp(_InChecklists):
    """Move the item or the checklist up."""

    keys = ("K",)

    def act(self, context: ChecklistContext) -> None:
        """Move it."""
        context.move(-1)


class RemoveItem(_InChecklists):
    """Delete the item, or the checklist with its items."""

    keys = ("delete", "backspace")

    def act(self, context: ChecklistContext) -> None:
        """Delete it."""
        context.delete()


class EnterItem(_InChecklists):
    """Tick the item; on the name of a checklist, add items to it."""

    keys = ("enter",)

    def act(self, context: ChecklistContext) -> None:
        """Do either."""
        context.enter_row()


IN_CHECKLISTS: tuple[CommandType, ...] = (
    TickItem, AddItem, NewChecklist, RenameItem, MoveItemDown, MoveItemUp, RemoveItem, EnterItem,
)  # fmt: skip
