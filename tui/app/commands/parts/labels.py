"""What is done in the box of labels, beside the line that is typed in."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand


class LabelsContext(Protocol):
    """The labels of a board, below a line to type in."""

    @property
    def numbered(self) -> bool:
        """Whether a digit stands for a label now, and is not text."""
        ...

    @property
    def picking(self) -> bool:
        """Whether labels are shown, and not colours or a name that is changed."""
        ...

    def turn_nth(self, number: int) -> None:
        """Put the label with that digit on the cards, or take it off."""
        ...

    def step(self, by: int) -> None:
        """Move the cursor."""
        ...

    def rename(self) -> None:
        """Rename the label under the cursor."""
        ...

    def recolor(self) -> None:
        """Give it another colour."""
        ...

    def delete(self) -> None:
        """Delete it, on every card too."""
        ...


class _InLabels(ImmediateCommand[LabelsContext]):
    """Something done in the box of labels."""

    group = "The labels"
    over_text = True


class _Nth(_InLabels):
    """Puts a label on, or takes it off, by its digit."""

    number: int

    def applies(self, context: LabelsContext) -> bool:
        """A digit is text where something was typed."""
        return context.numbered

    def act(self, context: LabelsContext) -> None:
        """Turn it."""
        context.turn_nth(self.number)


NTH: tuple[CommandType, ...] = tuple(
    type(
        f"Label{number}",
        (_Nth,),
        {
            "__doc__": f"Put label {number} on, or take it off, while nothing is typed.",
            "number": number,
            "keys": (str(number),),
        },
    )
    for number in range(1, 10)
)
"""One for each digit."""


class _Step(_InLabels):
    """A move of the cursor."""

    walks = True
    by: int

    def act(self, context: LabelsContext) -> None:
        """Move it."""
        context.step(self.by)


class LabelDown(_Step):
    """Go to the next label."""

    keys = ("down", "ctrl+n")
    by = 1


class LabelUp(_Step):
    """Go to the label before."""

    keys = ("up", "ctrl+p")
    by = -1


class LabelPageDown(_Step):
    """Go ten labels down."""

    keys = ("pagedown",)
    by = 10


class LabelPageUp(_Step):
    """Go ten labels up."""

    keys = ("pageup",)
    by = -10


class _OnLabel(_InLabels):
    """Something done with the label under the cursor."""

    def applies(self, context: LabelsContext) -> bool:
        """Only while labels are shown."""
        return context.picking


class RenameLabel(_OnLabel):
    """Rename the label."""

    keys = ("ctrl+r",)

    def act(self, context: LabelsContext) -> None:
        """Open the line."""
        context.rename()


class RecolorLabel(_OnLabel):
    """Give the label another colour."""

    keys = ("ctrl+t",)

    def act(self, context: LabelsContext) -> None:
        """Show the colours."""
        context.recolor()


class RemoveLabel(_OnLabel):
    """Delete the label, and take it off every card."""

    keys = ("ctrl+d",)

    def act(self, context: LabelsContext) -> None:
        """Delete it."""
        context.delete()


IN_LABELS: tuple[CommandType, ...] = (
    *NTH, LabelDown, LabelUp, LabelPageDown, LabelPageUp, RenameLabel, RecolorLabel, RemoveLabel,
)  # fmt: skip
