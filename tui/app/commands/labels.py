"""Labels: on a card and off it, from the board and from the open card."""

from typing import Protocol

from tui.app.commands.command import Context, Deed, Instant


class LabelContext(Context, Protocol):
    """A screen whose cards have labels."""

    def edit_labels(self) -> None:
        """Show the labels of the board, for the cards a verb acts on."""
        ...


class Labels(Instant[LabelContext]):
    """Put labels on the card, take them off, make, rename, recolour or delete them."""

    keys = ("l",)
    group = "Card"
    shown = True
    hint = "labels"

    def refuse(self, context: LabelContext) -> str | None:
        """There must be a card."""
        return None if context.cards else "no card has the cursor"

    def act(self, context: LabelContext) -> None:
        """Show them."""
        context.edit_labels()


LABELS: tuple[Deed, ...] = (Labels,)
