"""Shelf: a page that lists things of one kind, with a cursor over them and its own keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.writing import offered
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.rows import Row, RowList
from tui.app.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from tui.model.change import Change, Noun


class Shelf(WorkspaceScreen):
    """A page of rows. Subclasses say what is on it and what is done there.

    Attributes:
        heading: What the page is called.
        nothing: What stands there when there is nothing.
        about: What a change must be about for the page to be read again.
    """

    heading: ClassVar[str] = ""
    nothing: ClassVar[str] = ""
    about: ClassVar[frozenset[Noun]] = frozenset()

    def compose(self) -> ComposeResult:
        """The name of the page, the rows, and the keys."""
        yield Static(id="shelf-heading")
        yield RowList(id="shelf-rows")
        yield Static(Content(self.nothing), id="shelf-nothing")
        yield StatusBar()

    def on_mount(self) -> None:
        """Show what there is. The toolkit calls the base class's handler too."""
        self.reload()
        self.rows.focus()

    @property
    def rows(self) -> RowList:
        """The list itself."""
        return self.query_one("#shelf-rows", RowList)

    @property
    def chosen(self) -> str | None:
        """Id of the row under the cursor."""
        return self.rows.current

    def entries(self) -> list[Row]:
        """What is on the page."""
        raise TypeError(f"{type(self).__name__} lists nothing")

    def title_words(self) -> str:
        """What stands behind the heading, such as a count."""
        return ""

    def reload(self, change: Change | None = None) -> None:
        """Read the page again when ``change`` is about it; the cursor stays where it is."""
        self.show_keys()
        if change is not None and not change.nouns & self.about:
            return
        entries = self.entries()
        self.rows.show(entries, gaps=False, bound=self.feed.bound)
        self.set_class(not entries, "-nothing")
        words = self.title_words()
        self.query_one("#shelf-heading", Static).update(
            Content.assemble((f" {self.heading}", "bold $cursor"), (f"  {words}", "$ink-quiet"))
        )

    @on(OptionList.OptionSelected)
    async def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.press("enter")

    def on_resize(self, _event: events.Resize) -> None:
        """Offer the keys that fit."""
        self.show_keys()

    def show_keys(self) -> None:
        """Offer the keys."""
        self.query_one(StatusBar).hint(offered(self.keymap, self))
