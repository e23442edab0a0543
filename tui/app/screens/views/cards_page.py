"""CardsPage: the base of the pages that show cards as rows, to filter and open them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from tui.app.commands.writing import read_only_reason, visible_hints
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.card_cells import due_cells
from tui.app.screens.views.page_cards import PageCards
from tui.app.screens.views.page_filter import PageFilter
from tui.app.screens.views.rereader import Rereader
from tui.app.screens.views.sections import CardSection, SectionLines
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar
from tui.app.widgets.views.card_table import CardTable, TableField
from tui.app.widgets.views.page_heading import PageHeading
from tui.model.filter.filter import in_order

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from tui.app.commands.key_reader import Layer
    from tui.app.screens.views.page_cards import AccountCard, FoundCards
    from tui.clock import Clock
    from tui.model.card import CardFace, PlacedCard
    from tui.model.change import Change
    from tui.workspace import Workspace


READING = "reading …"
"""Text while many cards are being read."""

WIDE = 100
"""Least width of a terminal in which times of day stand in the field of the date; few cards have one."""


class CardsPage(WorkspaceScreen):
    """A page of cards; subclasses define the cards, the sections and the fields.

    Args:
        at: Id of the row with the cursor at first; "" for the first one.

    Attributes:
        origin: The account that was open when the page opened a card of another one; "" for this one.
        place: The page's name, by which it is opened.
    """

    ALLOW_SELECT = False
    AUTO_FOCUS = "CardTable"
    origin: str = ""
    about = frozenset({"boards", "lists", "cards", "labels", "members", "checklists", "outbox"})
    place: ClassVar[str] = ""
    heading: ClassVar[str] = ""
    nothing: ClassVar[str] = ""
    fields: ClassVar[Sequence[TableField]] = ()
    follows_card = True  # whether the cursor goes where its card goes

    def __init__(
        self,
        workspace: Workspace,
        accounts: Callable[[], Mapping[str, Workspace]],
        *,
        account: str,
        clock: Clock,
        at: str = "",
        text: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self.account, self.clock, self.now, self._at, self._text = account, clock, clock.now, at, text
        self.found = PageCards(self, accounts, self.cards_in, clock)
        self.table, self._heading, self._bar = CardTable(self.fields), PageHeading(), StatusBar()
        self.body: Widget = self.table
        self.columns = Static(id="cards-columns")
        names, table = self.found.names, self.table
        self.filter = self.line = PageFilter(self, self._bar, self.show_rows, names, table, clock)
        self.rereader = Rereader(self, clock, self.read)
        self._covered, self._timed = False, True

    def compose(self) -> ComposeResult:
        """Yield the headings, the table, the text for no cards, the status bar and the line for the filter."""
        yield self._heading
        yield self.columns
        yield self.body
        yield Static(Content(self.nothing.format_map(self.key_names)), id="cards-nothing")
        yield self._bar
        yield self.filter.editor

    def on_mount(self) -> None:
        """Read the cards. Textual calls the base class's handler too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.read())
        self._open_accounts()
        if self._text:
            self.filter.narrow(self._text)

    def on_unmount(self) -> None:
        """Unsubscribe from the accounts. Textual calls the base class's handler too."""
        self.found.close()

    def on_screen_suspend(self) -> None:
        """Note that another page is above this one."""
        self._covered = True

    def on_screen_resume(self) -> None:
        """Reread the accounts when the page is on top again, because one may have been removed meanwhile."""
        if self._covered:
            self._covered = False
            self._open_accounts()

    def _open_accounts(self) -> None:
        self.found.open()
        self.read()

    def on_resize(self, _event: events.Resize) -> None:
        """Move the times of day to the dates or to the titles. Textual also calls a subclass's handler."""
        if (self.app.size.width >= WIDE) != self._timed:
            self.show_rows()

    # --- what subclasses say -------------------------------------------------------------------

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of an account."""
        raise TypeError(f"{type(self).__name__} shows no cards of {workspace!r}")

    def read_totals(self) -> None:
        """Compute the other numbers of the page, each time that the cards were read."""

    def sections(self, rows: Sequence[AccountCard]) -> Iterable[CardSection]:
        """Group the matching cards into sections."""
        return [CardSection("", rows)]

    def places(self, row: AccountCard) -> Mapping[str, str]:
        """Return the texts for a card's place, by field."""
        return {"list": row.card.list_name}

    # --- reading -------------------------------------------------------------------------------

    def reload(self, change: Change | None = None) -> None:
        """Reread the cards after a change of them, now or a little later."""
        if change is not None:
            self.rereader.soon()

    def read(self) -> None:
        """Read the cards, and show the matching ones."""
        with self.rereader.timed(), self.boundary():
            # Beneath another page nothing is read until this one is on top again; an account may be closed
            # meanwhile.
            if not self._covered:
                self.found.read(self.rereader, self._take)

    def _take(self, found: FoundCards) -> None:
        """Show these cards; those that are read first bring the cursor to where it begins."""
        if not self._covered:
            first = not self.found.rows
            self.found.take(found)
            self.read_totals()
            self.show_rows()
            if first:
                self.table.go_to(self._at)

    # --- showing -------------------------------------------------------------------------------

    def show_rows(self) -> None:
        """Show the matching cards, in the filter's order."""
        parsed, found = self.filter.parsed, self.found
        rows = found.passing(parsed)
        sections: Iterable[CardSection] = self.sections(rows)
        if parsed.sort is not None:
            sections = [CardSection("", in_order(rows, found.facts, parsed.sort))]
        self._timed = timed = self.app.size.width >= WIDE
        narrowed = bool(parsed.clauses)
        lines = SectionLines(sections, self.places, narrowed=narrowed, timed=timed)
        new_ids = self.feed.bound.items()
        dates = (row.card.face.due for row in rows)
        due = due_cells(dates, self.now(), items=(row.item_due for row in rows), timed=timed)
        self.table.set_bounds(found.cells | {"due": (due, due)})
        moved = {f"{name} {old}": f"{name} {new}" for name in found.accounts for old, new in new_ids}
        self.table.show(lines.keys, lines.cells, found.style, moved=moved, follow=self.follows_card)
        self.set_class(not rows, "-nothing")
        words = self.filter.nothing_words if self.found.rows else self.nothing.format_map(self.key_names)
        words = READING if self.rereader.reading_first else words
        self.query_one("#cards-nothing", Static).update(Content(words))
        self.show_heading(len(rows))

    def show_heading(self, shown: int) -> None:
        """Show the heading, the number of matching cards, and the key hints."""
        self._heading.say(self.heading, self.heading_words(), self.filter.shown(shown, len(self.found.rows)))
        empty = self if self.has_class("-nothing") else None
        self._bar.hint(visible_hints(self.keymap, read_only_reason(self), empty=empty))

    def heading_words(self) -> str | Sequence[str]:
        """Return the text after the heading, or several for windows of different widths, longest first."""
        return ""

    # --- keys ----------------------------------------------------------------------------------

    @property
    def chosen(self) -> str | None:
        """Id of the row with the cursor."""
        return self.table.current

    @property
    def cards(self) -> Sequence[CardFace]:
        """The cards of the typed number of rows, starting at the cursor, without those of other accounts."""
        return self.found.faces(self.account, self.table.below(self.count or 1))

    def open_chosen(self) -> None:
        """Open the card with the cursor, in its account."""
        if self.table.current is None:
            return
        account, _, place = self.table.current.partition(" ")
        if account == self.account:
            self.go(f"card:{place}")
            return
        row = next(row for row in self.found.rows if row.key == self.table.current)
        origin = self.origin or self.account
        self.go(f"view:card {self.place} {origin} {account} {row.card.board_id} {place}")

    def key_layers(self, key: str) -> Sequence[Layer]:
        """Return the key layers; none while the line is open, when no key is a command."""
        return () if self.filter.editor.purpose else super().key_layers(key)

    @on(LineEditor.Said)
    def _typed(self, message: LineEditor.Said) -> None:
        message.stop()
        self.filter.take(message)
        if not self.filter.editor.purpose:
            self.body.focus()

    @on(CardTable.Entered)
    def _entered(self, message: CardTable.Entered) -> None:
        message.stop()
        self.open_chosen()
