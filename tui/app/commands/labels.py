"""Commands that open the labels of a card, from the board and from the open card."""

from typing import ClassVar, Protocol

from tui.app.commands.command import CommandType, Context, ImmediateCommand, no_board


class LabelContext(Context, Protocol):
    """A screen whose cards have labels."""

    def edit_labels(self) -> None:
        """Show the labels of the board, for the cards the command acts on."""
        ...


class Labels(ImmediateCommand[LabelContext]):
    """Put labels on the card, take them off, make, rename, recolour or delete them."""

    opens = True
    # Not ``l``: on the board that goes to the next list.
    keys: ClassVar[tuple[str, ...]] = ("number_sign",)
    group = "Card"
    shown = True
    hint = "labels"

    def refuse(self, context: LabelContext) -> str | None:
        """Refuse when no card has the cursor."""
        return None if context.cards else "no card has the cursor"

    def act(self, context: LabelContext) -> None:
        """Show the labels."""
        context.edit_labels()


class OpenCardLabels(Labels):
    """Put labels on the open card, take them off, make, rename, recolour or delete them."""

    keys = ("l", "number_sign")


class ChipLine(Protocol):
    """The line of labels and members of a board."""

    def toggle_chips(self) -> bool:
        """Show the line or hide it; return whether it is shown now."""
        ...


class ChipContext(Context, Protocol):
    """The screen of a board, which can show its labels and members in a line."""

    @property
    def hands(self) -> ChipLine:
        """Receives what is done on the board with the mouse."""
        ...


class ShowChips(ImmediateCommand[ChipContext]):
    """Show the labels and members of the board in a line, to drag them onto cards with the mouse; or hide it."""

    keys = ("g l",)
    group = "View"

    def refuse(self, context: ChipContext) -> str | None:
        """Refuse when no board is open."""
        return no_board(context)

    def act(self, context: ChipContext) -> None:
        """Show the line, or hide it."""
        shown = context.hands.toggle_chips()
        context.tell("drag one onto a card, or click it for the card with the cursor" if shown else "hidden")


LABELS: tuple[CommandType, ...] = (Labels, ShowChips)
OPEN_LABELS: tuple[CommandType, ...] = (OpenCardLabels,)
