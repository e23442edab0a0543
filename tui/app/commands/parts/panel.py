"""Commands of the enrich panel, which shows a card's people and companies and the results about them."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand, calls


class PanelContext(Protocol):
    """The panel, with a cursor on a subject or on a field of a result."""

    def go_to_first(self) -> None:
        """Put the cursor on the first subject."""

    def enter_row(self) -> None:
        """Look up the subject, choose one of several candidates, or look up the company of the line."""

    def attach_found(self) -> None:
        """Attach the result to the card."""

    def copy_here(self) -> None:
        """Copy the field under the cursor."""

    def toggle_phones(self) -> None:
        """Show the numbers on a do-not-call register, or hide them."""

    def search_people(self) -> None:
        """List the people of the company, or show all of them on a page."""

    def make_card(self) -> None:
        """Make a card of the person under the cursor."""

    def widen(self) -> None:
        """Make the panel wider, or as narrow as before."""

    def ask_again(self) -> None:
        """Repeat a lookup that has a result already."""

    def choose_service(self) -> None:
        """Choose the service to ask."""

    def toggle_opt_out(self) -> None:
        """Toggle whether the subject is opted out of lookups."""

    def show_held(self) -> None:
        """List all that is held of the person."""

    def type_in(self) -> None:
        """Open the text field for typing a subject, or close it."""

    def back(self) -> None:
        """Go back to the person, or leave the panel."""


class _InPanel(ImmediateCommand[PanelContext]):
    """A command in the panel."""

    group = "The panel"


class FirstSubject(_InPanel):
    """Go to the first subject, as G does to the last line."""

    keys = ("g g",)
    act = calls(PanelContext.go_to_first)


class EnterSubject(_InPanel):
    """Look the subject up, say which of several it is, look up the company or person of the line, or open its card."""

    keys = ("enter",)
    act = calls(PanelContext.enter_row)


class AttachFound(_InPanel):
    """Put what was found on the card as one comment, or bring it up to date."""

    keys = ("a",)
    act = calls(PanelContext.attach_found)


class CopyFound(_InPanel):
    """Copy the field under the cursor."""

    keys = ("y",)
    act = calls(PanelContext.copy_here)


class FoundPhones(_InPanel):
    """Show the numbers on a do-not-call register, or hide them."""

    keys = ("p",)
    act = calls(PanelContext.toggle_phones)


class CompanyPeople(_InPanel):
    """List the people of the company; a second time, all of them on a page."""

    keys = ("s",)
    act = calls(PanelContext.search_people)


class MakeCard(_InPanel):
    """Make a card of the person, in the list of this card."""

    keys = ("c",)
    act = calls(PanelContext.make_card)


class WidenPanel(_InPanel):
    """Make the panel wider, or as narrow as before; it stays so."""

    keys = ("w",)
    act = calls(PanelContext.widen)


class AskAgain(_InPanel):
    """Ask anew for what was found before; the price is said first."""

    keys = ("r",)
    act = calls(PanelContext.ask_again)


class ChooseService(_InPanel):
    """Choose the service to ask, also for a second opinion."""

    keys = ("S",)
    act = calls(PanelContext.choose_service)


class OptOut(_InPanel):
    """Never look this one up again, or take that back."""

    keys = ("X",)
    act = calls(PanelContext.toggle_opt_out)


class HeldOfPerson(_InPanel):
    """List all that is held of the person, in every account; it can be written to a file."""

    keys = ("I",)
    act = calls(PanelContext.show_held)


class TypeIn(_InPanel):
    """Type an e-mail, a web address, a profile, an ABN or a name in."""

    keys = ("tab",)
    over_text = True
    act = calls(PanelContext.type_in)


class LeavePanel(_InPanel):
    """Go back to the person, or leave the panel."""

    keys = ("escape", "backspace")
    act = calls(PanelContext.back)


IN_PANEL: tuple[CommandType, ...] = (
    EnterSubject, AttachFound, CopyFound, FoundPhones, CompanyPeople, MakeCard, AskAgain, ChooseService, OptOut, HeldOfPerson,
    TypeIn, WidenPanel, FirstSubject, LeavePanel,
)  # fmt: skip
