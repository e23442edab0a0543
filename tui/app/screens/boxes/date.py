"""DateScreen: a question for a date, answered in words or on a calendar."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Unpack

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.widgets.assist.calendar import Calendar
from tui.app.widgets.assist.key_line import KeyLine
from tui.app.widgets.line_editor import FittingInput
from tui.presentation.due import read_due
from tui.presentation.timestamps import END_OF_DAY

if TYPE_CHECKING:
    from tui.app.commands.command import PromptOptions


class DateScreen(PromptScreen):
    """A box that asks for a date; its result is the line, as with any other line.

    Args:
        title: The title, which tells what is asked for.
        now: The current time, with a time zone.
        how: Options of ``PromptScreen``.
    """

    default_action: ClassVar[str] = "set it"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (14, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "complete", show=False)]

    def __init__(self, title: str, *, now: datetime, **how: Unpack[PromptOptions]) -> None:
        super().__init__(title, **how)
        self._now = now
        self._offer_tab("calendar")

    def compose(self) -> ComposeResult:
        """Yield the question, the line and the calendar."""
        with Vertical(classes="box"):
            yield Static(Content(self._title), classes="title")
            with Horizontal(classes="date"):
                with Vertical(classes="words"):
                    yield FittingInput(
                        self._value, placeholder=self._placeholder, select_on_focus=self._offered
                    )
                    yield KeyLine(Content(self._keys), classes="hint")
                yield Calendar(self._now.astimezone().date())

    def on_mount(self) -> None:
        """Show the current date on the calendar."""
        self._follow(self._value)

    def action_complete(self) -> None:
        """Go from the line to the calendar, or back."""
        calendar, line = self.query_one(Calendar), self.query_one(Input)
        (calendar if line.has_focus and calendar.display else line).focus()

    @on(Input.Changed)
    def _date_typed(self, event: Input.Changed) -> None:
        if not self.query_one(Calendar).has_focus:
            self._follow(event.value)

    def _follow(self, text: str) -> None:
        if (moment := self._read(text)) is not None:
            self.query_one(Calendar).show(moment.date())

    def _read(self, text: str) -> datetime | None:
        """Return the local moment that ``text`` means, or None."""
        from tui.model.values.scalars import local_time

        try:
            moment = read_due(text, self._now)
        except ValueError:
            return None
        return None if moment is None else local_time(moment)

    @on(Calendar.Walked)
    def _walked(self, message: Calendar.Walked) -> None:
        """Put the day into the line, and keep the time of day there."""
        message.stop()
        line = self.query_one(Input)
        moment = self._read(line.value)
        time = END_OF_DAY if moment is None else moment.time()
        line.value = f"{message.day:%a} {message.day.day} {message.day:%b %Y} {time:%H:%M}"

    @on(Calendar.Chosen)
    async def _chosen(self, message: Calendar.Chosen) -> None:
        """Accept the line, which has the day under the cursor."""
        message.stop()
        line = self.query_one(Input)
        if not line.value.strip():
            self._walked(Calendar.Walked(message.day))
        await line.action_submit()
