"""Commands of the form for searching people."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand, calls


class FormContext(Protocol):
    """The search form: text fields, choice fields, and a search button."""

    @property
    def on_choice(self) -> bool:
        """Whether the focus is on a choice field."""

    @property
    def on_search(self) -> bool:
        """Whether the focus is on the search button."""

    def step(self, by: int) -> None:
        """Move the focus by ``by`` fields."""

    def search(self) -> None:
        """Start the search."""

    def open_choice(self) -> None:
        """Open the choices for the field's value."""

    def clear_choice(self) -> None:
        """Empty the field."""

    def empty(self) -> None:
        """Empty all fields."""

    def leave(self) -> None:
        """Leave the form."""


class _InForm(ImmediateCommand[FormContext]):
    """A command in the form."""

    group = "The people form"
    over_text = True


class FieldDown(_InForm):
    """Go to the next field."""

    keys = ("down", "tab")
    moves_cursor = True
    act = calls(FormContext.step, 1)


class FieldUp(_InForm):
    """Go to the field before."""

    keys = ("up", "shift+tab")
    moves_cursor = True
    act = calls(FormContext.step, -1)


class ChooseValue(_InForm):
    """Choose the value of the field, or search."""

    keys = ("enter", "space")
    over_text = False

    def applies(self, context: FormContext) -> bool:
        """Only on a choice field, and on the search button."""
        return context.on_choice or context.on_search

    def act(self, context: FormContext) -> None:
        """Search, or open the choices of the field."""
        if context.on_search:
            context.search()
        else:
            context.open_choice()


class ClearValue(_InForm):
    """Empty the field whose value is chosen."""

    keys = ("backspace", "delete")
    over_text = False

    def applies(self, context: FormContext) -> bool:
        """Only on a choice field."""
        return context.on_choice

    act = calls(FormContext.clear_choice)


class SearchPeople(_InForm):
    """Search the people whom the form describes."""

    keys = ("ctrl+s",)
    act = calls(FormContext.search)


class EmptyForm(_InForm):
    """Empty all fields."""

    keys = ("ctrl+u",)
    act = calls(FormContext.empty)


class LeaveForm(_InForm):
    """Leave the form: go to who was found, else back."""

    keys = ("escape",)
    act = calls(FormContext.leave)


IN_FORM: tuple[CommandType, ...] = (
    FieldDown,
    FieldUp,
    ChooseValue,
    ClearValue,
    SearchPeople,
    EmptyForm,
    LeaveForm,
)
