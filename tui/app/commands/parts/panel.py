"""Commands of the enrich panel, which shows a card's people and companies and what was found of them."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand


class PanelContext(Protocol):
    """The panel, with a cursor on a subject or on a field of what was found."""

    def enter_row(self) -> None:
        """Look up the subject, choose one of several candidates, or look up the company of the line."""
        ...

    def attach_found(self) -> None:
        """Attach the result to the card."""
        ...

    def copy_here(self) -> None:
        """Copy the field under the cursor."""
        ...

    def turn_phones(self) -> None:
        """Show the numbers on a do-not-call register, or hide them."""
        ...

    def search_people(self) -> None:
        """Search the people of the company."""
        ...

    def ask_again(self) -> None:
        """Repeat a lookup that has a result already."""
        ...

    def toggle_opt_out(self) -> None:
        """Toggle whether the subject is opted out of lookups."""
        ...

    def type_in(self) -> None:
        """Open the text field for typing a subject, or close it."""
        ...

    def back(self) -> None:
        """Go back to the person, or leave the panel."""
        ...


class _InPanel(ImmediateCommand[PanelContext]):
    """A command in the panel."""

    group = "The panel"


class EnterSubject(_InPanel):
    """Look the subject up, say which of several it is, or look up the company of the line."""

    keys = ("enter",)

    def act(self, context: PanelContext) -> None:
        """Act on the line under the cursor."""
        context.enter_row()


class AttachFound(_InPanel):
    """Put what was found on the card as one comment, or bring it up to date."""

    keys = ("a",)

    def act(self, context: PanelContext) -> None:
        """Attach the result."""
        context.attach_found()


class CopyFound(_InPanel):
    """Copy the field under the cursor."""

    keys = ("y",)

    def act(self, context: PanelContext) -> None:
        """Copy the field."""
        context.copy_here()


class FoundPhones(_InPanel):
    """Show the numbers on a do-not-call register, or hide them."""

    keys = ("p",)

    def act(self, context: PanelContext) -> None:
        """Toggle the numbers."""
        context.turn_phones()


class CompanyPeople(_InPanel):
    """Search the people of the company."""

    keys = ("s",)

    def act(self, context: PanelContext) -> None:
        """Search the company's people."""
        context.search_people()


class AskAgain(_InPanel):
    """Ask anew for what was found before; the price is said first."""

    keys = ("r",)

    def act(self, context: PanelContext) -> None:
        """Show the price, or repeat the lookup."""
        context.ask_again()


class OptOut(_InPanel):
    """Never look this one up again, or take that back."""

    keys = ("X",)

    def act(self, context: PanelContext) -> None:
        """Toggle the opt-out."""
        context.toggle_opt_out()


class TypeIn(_InPanel):
    """Type an e-mail, a web address, a profile, an ABN or a name in."""

    keys = ("tab",)
    over_text = True

    def act(self, context: PanelContext) -> None:
        """Open the text field."""
        context.type_in()


class LeavePanel(_InPanel):
    """Go back to the person, or leave the panel."""

    keys = ("escape", "backspace")

    def act(self, context: PanelContext) -> None:
        """Go back to the person, or leave the panel."""
        context.back()


IN_PANEL: tuple[CommandType, ...] = (
    EnterSubject, AttachFound, CopyFound, FoundPhones, CompanyPeople, AskAgain, OptOut, TypeIn, LeavePanel,
)  # fmt: skip
