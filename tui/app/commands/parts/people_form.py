"""What is done in the form that people are searched with."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand


class FormContext(Protocol):
    """Fields that are typed or chosen, and the way to search."""

    @property
    def on_choice(self) -> bool:
        """Whether the focus is on a field whose value is chosen."""
        ...

    @property
    def on_search(self) -> bool:
        """Whether the focus is on the way to search."""
        ...

    def step(self, by: int) -> None:
        """Go to another field."""
        ...

    def search(self) -> None:
        """Search."""
        ...

    def open_choice(self) -> None:
        """Let the value of the field be chosen."""
        ...

    def clear_choice(self) -> None:
        """Empty the field."""
        ...

    def empty(self) -> None:
        """Empty all fields."""
        ...

    def leave(self) -> None:
        """Leave the form."""
        ...


class _InForm(ImmediateCommand[FormContext]):
    """Something done in the form."""

    group = "The people form"
    over_text = True


class FieldDown(_InForm):
    """Go to the next field."""

    keys = ("down", "tab")
    walks = True

    def act(self, context: FormContext) -> None:
        """Go there."""
        context.step(1)


class FieldUp(_InForm):
    """Go to the field before."""

    keys = ("up", "shift+tab")
    walks = True

    def act(self, context: FormContext) -> None:
        """Go there."""
        context.step(-1)


class ChooseValue(_InForm):
    """Choose the value of the field, or search."""

    keys = ("enter", "space")
    over_text = False

    def applies(self, context: FormContext) -> bool:
        """Only on a field that is not typed."""
        return context.on_choice or context.on_search

    def act(self, context: FormContext) -> None:
        """Do either."""
        if context.on_search:
            context.search()
        else:
            context.open_choice()


class ClearValue(_InForm):
    """Empty the field whose value is chosen."""

    keys = ("backspace", "delete")
    over_text = False

    def applies(self, context: FormContext) -> bool:
        """Only on such a field."""
        return context.on_choice

    def act(self, context: FormContext) -> None:
        """Empty it."""
        context.clear_choice()


class SearchPeople(_InForm):
    """Search the people whom the form describes."""

    keys = ("ctrl+s",)

    def act(self, context: FormContext) -> None:
        """Search them."""
        context.search()


class EmptyForm(_InForm):
    """Empty all fields."""

    keys = ("ctrl+u",)

    def act(self, context: FormContext) -> None:
        """Empty them."""
        context.empty()


class LeaveForm(_InForm):
    """Leave the form: go to who was found, else back."""

    keys = ("escape",)

    def act(self, context: FormContext) -> None:
        """Leave it."""
        context.leave()


IN_FORM: tuple[CommandType, ...] = (
    FieldDown,
    FieldUp,
    ChooseValue,
    ClearValue,
    SearchPeople,
    EmptyForm,
    LeaveForm,
)
