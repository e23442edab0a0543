"""PeopleForm: the form for searching people, with two text fields and four choice fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from tui.app.enrich.filters import ANY, FILTERS, Name, SearchFilter, shown, value, with_value
from tui.app.widgets.entry import Entry
from tui.app.widgets.part import ScreenPart
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.enrich.people import PeopleQuery


class Chosen(Static, can_focus=True):
    """A choice field: enter or a letter opens the choices, backspace empties the field."""

    @dataclass
    class Opened(Message):
        """Message that the choices of the field were opened.

        Attributes:
            typed: The first typed letter of the value.
        """

        chosen: Chosen
        typed: str = ""

    def __init__(self, field: SearchFilter) -> None:
        super().__init__(id=f"field-{field.name}")
        self.field = field

    def show(self, query: PeopleQuery) -> None:
        """Show the field's value in ``query``."""
        held = shown(query, self.field)
        self.update(Content(f"{safe_line(held)} ▾") if held else Content.styled(f"{ANY} ▾", "$ink-quiet"))

    def on_click(self, event: events.Click) -> None:
        """Open the choices."""
        event.stop()
        self.post_message(self.Opened(self))

    def on_key(self, event: events.Key) -> None:
        """Open the choices with a typed letter or digit as the start of a value."""
        if event.character is not None and event.character.isalnum():
            event.stop()
            event.prevent_default()
            self.post_message(self.Opened(self, event.character))


class SearchButton(Static, can_focus=True):
    """Button that starts the search."""

    class Pressed(Message):
        """Message that the button was clicked."""

    def on_click(self, event: events.Click) -> None:
        """Post that the button was clicked."""
        event.stop()
        self.post_message(self.Pressed())


class PeopleForm(ScreenPart):
    """Form with six fields and a search button."""

    part = "The people form"

    @dataclass
    class Changed(Message):
        """Message that the value of a field changed."""

        form: PeopleForm
        query: PeopleQuery

    @dataclass
    class Submitted(Message):
        """Message that the user wants to search."""

        form: PeopleForm
        query: PeopleQuery

    @dataclass
    class Asked(Message):
        """Message that a field's value is to be chosen; the answer goes to ``put``."""

        form: PeopleForm
        field: SearchFilter
        typed: str

    @dataclass
    class Left(Message):
        """Message that the user left the form."""

        form: PeopleForm

    def __init__(self, query: PeopleQuery) -> None:
        super().__init__()
        self.asked = query

    def compose(self) -> ComposeResult:
        """Yield a row for each field, and the button."""
        for field in FILTERS:
            with Horizontal(classes="field"):
                yield Static(Content(field.label), classes="label")
                if field.picks:
                    yield Chosen(field)
                else:
                    yield Entry(id=f"field-{field.name}", placeholder=field.example)
        yield SearchButton(id="people-search")

    def on_mount(self) -> None:
        """Show the values of the fields."""
        self._show()

    def say(self, price: str) -> None:
        """Show the price of a search."""
        self.query_one(SearchButton).update(
            Content.assemble(("Search", "bold $cursor"), (f"  {price}", "$ink-quiet"))
        )

    def put(self, name: Name, to: str) -> None:
        """Set the value of a field."""
        self._set_value(name, to)
        self._show()

    def begin(self, at: Name = "company") -> None:
        """Focus a field; what it still has from before is selected, so that a new word takes its place."""
        self._focus_field(field := self.query_one(f"#field-{at}"))
        if isinstance(field, Entry):
            field.select_all()

    def _show(self) -> None:
        for field in FILTERS:
            if field.picks:
                self.query_one(f"#field-{field.name}", Chosen).show(self.asked)
            else:
                entry = self.query_one(f"#field-{field.name}", Entry)
                with self.prevent(Input.Changed):
                    entry.value = value(self.asked, field.name)

    def _set_value(self, name: Name, to: str) -> None:
        query = with_value(self.asked, name, to)
        if query != self.asked:
            self.asked = query
            self.post_message(self.Changed(self, query))

    # --- the verbs ----------------------------------------------------------------

    @property
    def on_choice(self) -> bool:
        """Whether the focus is on a choice field."""
        return isinstance(self.screen.focused, Chosen)

    @property
    def on_search(self) -> bool:
        """Whether the focus is on the search button."""
        return isinstance(self.screen.focused, SearchButton)

    def open_choice(self) -> None:
        """Request the choices for the focused field."""
        if isinstance(chosen := self.screen.focused, Chosen):
            self.post_message(self.Asked(self, chosen.field, ""))

    def clear_choice(self) -> None:
        """Empty the focused field, if it is a choice field."""
        if isinstance(chosen := self.screen.focused, Chosen):
            self.put(chosen.field.name, "")

    def step(self, by: int) -> None:
        """Focus the field ``by`` places further, at most the first or the last."""
        fields = [*self.query("Entry, Chosen, SearchButton")]
        at = next((n for n, each in enumerate(fields) if each is self.screen.focused), 0)
        self._focus_field(fields[max(0, min(at + by, len(fields) - 1))])

    def _focus_field(self, field: Widget) -> None:
        """Focus a field at once; with a message, the next typed keys would go into the old field."""
        self.screen.set_focus(field)

    def search(self) -> None:
        """Post that the user wants to search."""
        self.post_message(self.Submitted(self, self.asked))

    def empty(self) -> None:
        """Empty all fields."""
        for field in FILTERS:
            self._set_value(field.name, "")
        self._show()

    def leave(self) -> None:
        """Post that the user left the form."""
        self.post_message(self.Left(self))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        field = next(field for field in FILTERS if event.input.id == f"field-{field.name}")
        self._set_value(field.name, event.value)

    @on(Input.Submitted)
    @on(SearchButton.Pressed)
    def _submitted(self, event: Message) -> None:
        event.stop()
        self.search()

    @on(Entry.Lines)
    def _pasted(self, event: Entry.Lines) -> None:
        event.stop()
        event.entry.value = " ".join(event.lines)

    @on(Chosen.Opened)
    def _opened(self, event: Chosen.Opened) -> None:
        event.stop()
        self.post_message(self.Asked(self, event.chosen.field, event.typed))

    @on(Entry.Left)
    def _left(self, event: Entry.Left) -> None:
        event.stop()
        self.leave()
