"""ListPage: the base of pages that list things of one kind, with a cursor and their own keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.writing import read_only_reason, visible_hints
from tui.app.drawing.hanging_lines import hang_rows
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.rows import Row, RowList
from tui.app.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tui.clock import Clock
    from tui.model.change import Change
    from tui.workspace import Workspace


class ListPage(WorkspaceScreen):
    """A page of rows. Subclasses define the rows, the nouns that these show, and the commands."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]
    heading: ClassVar[str] = ""
    nothing: ClassVar[str] = ""

    def compose(self) -> ComposeResult:
        """Yield the heading, the rows, and the status bar."""
        yield Static(id="list-heading")
        yield RowList(id="list-rows")
        yield Static(Content(self.nothing.format_map(self.key_names)), id="list-nothing")
        yield StatusBar()

    def on_mount(self) -> None:
        """Show the rows. Textual calls the base class's handler too."""
        self.reload()
        self.rows.focus()

    @property
    def rows(self) -> RowList:
        """The list widget."""
        return self.query_one("#list-rows", RowList)

    @property
    def chosen(self) -> str | None:
        """Id of the row under the cursor."""
        return self.rows.current

    @property
    def chosen_rows(self) -> Sequence[str]:
        """Ids of the row under the cursor and of those below it, as many as the number typed before the key."""
        at = self.rows.highlighted or 0
        return [row.id for row in self.rows.options[at : at + (self.count or 1)] if row.id]

    def entries(self) -> list[Row]:
        """Return the rows of the page."""
        raise TypeError(f"{type(self).__name__} lists nothing")

    def title_words(self) -> str:
        """Return the text after the heading, such as a count."""
        return ""

    def _show_change(self, change: Change) -> None:
        super()._show_change(change)
        if not change.nouns & self.about:
            with self.boundary():
                self.show_keys()  # any change may alter what the user is allowed to do

    def reload(self, _change: Change | None = None) -> None:
        """Reload the rows, and keep the cursor's place."""
        entries = hang_rows(self.entries())
        self.rows.show(entries, gaps=False, bound=self.feed.bound)
        self.set_class(not entries, "-nothing")
        self.show_keys()
        words = self.title_words()
        self.query_one("#list-heading", Static).update(
            Content.assemble((f" {self.heading}", "bold $cursor"), (f"  {words}", "$ink-quiet"))
        )

    @on(OptionList.OptionSelected)
    async def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.press("enter")

    def on_resize(self, _event: events.Resize) -> None:
        """Update the key hints."""
        self.show_keys()

    def show_keys(self) -> None:
        """Show the key hints."""
        empty = self if self.has_class("-nothing") else None
        self.query_one(StatusBar).hint(visible_hints(self.keymap, read_only_reason(self), empty=empty))


class DatedListPage(ListPage):
    """A page of rows that tell how long ago something was, which each minute changes.

    Args:
        clock: The clock, which knows what time it is.
    """

    def __init__(self, workspace: Workspace, *, clock: Clock, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(workspace, keys=keys)
        self.clock = clock
        self.feed.minute_passed = self.reload
