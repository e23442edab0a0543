"""Commands of the labels box, which has a text field above the labels."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand, calls


class LabelsContext(Protocol):
    """The labels of a board, below a text field."""

    @property
    def numbered(self) -> bool:
        """Whether a digit chooses a label now, instead of being typed as text."""

    @property
    def picking(self) -> bool:
        """Whether the box shows labels, not colours or a name being edited."""

    def toggle_nth(self, number: int) -> None:
        """Toggle the label with that digit on the cards."""

    def step(self, by: int) -> None:
        """Move the cursor."""

    def rename(self) -> None:
        """Rename the label under the cursor."""

    def recolor(self) -> None:
        """Change the colour of the label under the cursor."""

    def delete(self) -> None:
        """Delete the label under the cursor, and remove it from every card."""


class _InLabels(ImmediateCommand[LabelsContext]):
    """A command in the labels box."""

    group = "The labels"
    over_text = True


class _Nth(_InLabels):
    """A command that toggles the label of one digit."""

    number: int

    def applies(self, context: LabelsContext) -> bool:
        """Only while nothing is typed: otherwise the digit is text."""
        return context.numbered

    def act(self, context: LabelsContext) -> None:
        """Toggle the label."""
        context.toggle_nth(self.number)


NTH: tuple[CommandType, ...] = tuple(
    type(
        f"Label{number}",
        (_Nth,),
        {
            "__doc__": f"Put label {number} on, or take it off, while nothing is typed; enter after it closes the box.",
            "number": number,
            "keys": (str(number),),
        },
    )
    for number in range(1, 10)
)
"""One command for each digit."""


class _Step(_InLabels):
    """A move of the cursor."""

    moves_cursor = True
    by: int

    def act(self, context: LabelsContext) -> None:
        """Move the cursor."""
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
    """A command on the label under the cursor."""

    def applies(self, context: LabelsContext) -> bool:
        """Only while labels are shown."""
        return context.picking


class RenameLabel(_OnLabel):
    """Rename the label."""

    keys = ("ctrl+r",)
    act = calls(LabelsContext.rename)


class RecolorLabel(_OnLabel):
    """Give the label another colour."""

    keys = ("ctrl+t",)
    act = calls(LabelsContext.recolor)


class RemoveLabel(_OnLabel):
    """Delete the label, and take it off every card."""

    keys = ("ctrl+d",)
    act = calls(LabelsContext.delete)


IN_LABELS: tuple[CommandType, ...] = (
    *NTH, LabelDown, LabelUp, LabelPageDown, LabelPageUp, RenameLabel, RecolorLabel, RemoveLabel,
)  # fmt: skip
