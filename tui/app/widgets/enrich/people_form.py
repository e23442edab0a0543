"""PeopleForm: the fields by which people are searched; two are typed, four are chosen."""

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

from tui.app.enrich.filters import ANY, FILTERS, Name, SearchFilter, changed, shown, value
from tui.app.widgets.entry import Entry
from tui.app.widgets.part import ScreenPart
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.enrich.people import PeopleQuery


class Chosen(Static, can_focus=True):
    """A field whose value is chosen: enter or a letter opens the choice, backspace empties the field."""

    @dataclass
    class Opened(Message):
        """A value is to be chosen.

        Attributes:
            typed: What was typed of it already.
        """

        chosen: Chosen
        typed: str = ""

    def __init__(self, field: SearchFilter) -> None:
        super().__init__(id=f"field-{field.name}")
        self.field = field

    def show(self, query: PeopleQuery) -> None:
        """Show what the field of ``query`` holds."""
        held = shown(query, self.field)
        self.update(Content(f"{safe_line(held)} ▾") if held else Content.styled(f"{ANY} ▾", "$ink-quiet"))

    def on_click(self, event: events.Click) -> None:
        """Ask for the choice."""
        event.stop()
        self.post_message(self.Opened(self))

    def on_key(self, event: events.Key) -> None:
        """Ask for the choice with what is typed: a letter here is the start of a value."""
        if event.character is not None and event.character.isalnum():
            event.stop()
            event.prevent_default()
            self.post_message(self.Opened(self, event.character))


class SearchButton(Static, can_focus=True):
    """The way to search from a field that is not typed in."""

    class Pressed(Message):
        """It was pressed."""

    def on_click(self, event: events.Click) -> None:
        """Say so."""
        event.stop()
        self.post_message(self.Pressed())


class PeopleForm(ScreenPart):
    """Six fields and the way to search.

    Attributes:
        asked: What the fields hold.
    """

    part = "The people form"

    @dataclass
    class Changed(Message):
        """A field holds something else now."""

        form: PeopleForm
        query: PeopleQuery

    @dataclass
    class Submitted(Message):
        """People are to be searched."""

        form: PeopleForm
        query: PeopleQuery

    @dataclass
    class Asked(Message):
        """A value is to be chosen for a field; the answer goes to ``put``."""

        form: PeopleForm
        field: SearchFilter
        typed: str

    @dataclass
    class Left(Message):
        """The form was left."""

        form: PeopleForm

    def __init__(self, query: PeopleQuery) -> None:
        super().__init__()
        self.asked = query

    def compose(self) -> ComposeResult:
        """A line a field."""
        for field in FILTERS:
            with Horizontal(classes="field"):
                yield Static(Content(field.label), classes="label")
                if field.picks:
                    yield Chosen(field)
                else:
                    yield Entry(id=f"field-{field.name}", placeholder=field.example)
        yield SearchButton(id="people-search")

    def on_mount(self) -> None:
        """Show what the fields hold."""
        self._show()

    def say(self, price: str) -> None:
        """Say what a search costs."""
        self.query_one(SearchButton).update(
            Content.assemble(("Search", "bold $cursor"), (f"  {price}", "$ink-quiet"))
        )

    def put(self, name: Name, to: str) -> None:
        """Put a value into a field."""
        self._take(name, to)
        self._show()

    def begin(self, at: Name = "company") -> None:
        """Give the keys to a field."""
        self._to(self.query_one(f"#field-{at}"))

    def _show(self) -> None:
        for field in FILTERS:
            if field.picks:
                self.query_one(f"#field-{field.name}", Chosen).show(self.asked)
            else:
                entry = self.query_one(f"#field-{field.name}", Entry)
                with self.prevent(Input.Changed):
                    entry.value = value(self.asked, field.name)

    def _take(self, name: Name, to: str) -> None:
        query = changed(self.asked, name, to)
        if query != self.asked:
            self.asked = query
            self.post_message(self.Changed(self, query))

    # --- the verbs ----------------------------------------------------------------

    @property
    def on_choice(self) -> bool:
        """Whether the focus is on a field whose value is chosen."""
        return isinstance(self.screen.focused, Chosen)

    @property
    def on_search(self) -> bool:
        """Whether the focus is on the way to search."""
        return isinstance(self.screen.focused, SearchButton)

    def open_choice(self) -> None:
        """Let the value of the field with the focus be chosen."""
        if isinstance(chosen := self.screen.focused, Chosen):
            self.post_message(self.Asked(self, chosen.field, ""))

    def clear_choice(self) -> None:
        """Empty the field with the focus."""
        if isinstance(chosen := self.screen.focused, Chosen):
            self.put(chosen.field.name, "")

    def step(self, by: int) -> None:
        """Go to the next field or the one before, and stop at the ends."""
        fields = [*self.query("Entry, Chosen, SearchButton")]
        at = next((n for n, each in enumerate(fields) if each is self.screen.focused), 0)
        self._to(fields[max(0, min(at + by, len(fields) - 1))])

    def _to(self, field: Widget) -> None:
        """Give the keys to a field at once: with the next message, what is typed on would land in the one before."""
        self.screen.set_focus(field)

    def search(self) -> None:
        """Say that people are to be searched."""
        self.post_message(self.Submitted(self, self.asked))

    def empty(self) -> None:
        """Empty all fields."""
        for field in FILTERS:
            self._take(field.name, "")
        self._show()

    def leave(self) -> None:
        """Say that the form was left."""
        self.post_message(self.Left(self))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        field = next(field for field in FILTERS if event.input.id == f"field-{field.name}")
        self._take(field.name, event.value)

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
