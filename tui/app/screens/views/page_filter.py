"""PageFilter: the filter of a page of cards, in the filter language of ``tui.model.filter``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import Filtered
from tui.model.filter.complete import complete_filter, elsewhere, what_lacks
from tui.model.filter.filter import ParsedFilter, parse_typed, to_continue

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen
    from tui.app.widgets.status_bar import StatusBar
    from tui.app.widgets.views.card_table import CardTable
    from tui.clock import Clock


class PageFilter:
    """The filter of a page, and the line it is typed into.

    Args:
        bar: The status bar, above which the line opens.
        changed: Shows the matching cards.
        names: Returns the names of labels, lists and members.
        table: The rows; the cursor comes back to its row as soon as the filter that is typed shows it.

    Attributes:
        text: The filter as it was typed; "" shows all cards.
    """

    def __init__(
        self,
        page: WorkspaceScreen,
        bar: StatusBar,
        changed: Callable[[], None],
        names: Callable[[], Mapping[str, Sequence[str]]],
        table: CardTable,
        clock: Clock,
    ) -> None:
        self._page, self._bar, self._changed, self._names = page, bar, changed, names
        self._table, self._clock, self._typed_from = table, clock, ""
        page.feed.minute_passed = self.minute_passed
        self.editor = LineEditor()
        self.text, self.parsed = "", ParsedFilter()
        self._told = ""

    @property
    def sorts(self) -> bool:
        """Whether the filter sorts."""
        return self.parsed.sort is not None

    def minute_passed(self) -> None:
        """Show what matches now, if dates are tested, which pass or fail with the time, and how old cards are by now."""
        if self.parsed.asks_when:
            self._changed()
        self._table.tell_time(self._clock.now())

    @property
    def nothing_words(self) -> str:
        """The text shown if no card matches."""
        return "\n\n".join(filter(None, (f"nothing matches /{self.text}", elsewhere(self.parsed))))

    def shown(self, passing: int, among: int) -> Filtered | None:
        """Return the filter and its number of matches, or the order, for the heading; None without a filter."""
        if not self.text:
            return None
        few = f"{passing:,} of {among:,}"
        order = self.parsed.sort_words
        return Filtered(order) if order else Filtered(f"/{self.text}", (f"{few} shown", few))

    def narrow(self, text: str, *, typing: bool = False) -> None:
        """Show only the cards that match the filter ``text``; "" shows all.

        Unknown words are reported, but while ``typing`` not a last value that can be completed.
        """
        self.text = text.strip()
        self.parsed, problem = parse_typed(self.text)
        words = what_lacks(problem, text, self._complete(text) if typing else text)
        if words != self._told:
            self._told = words
            self._page.tell(words)
        self._changed()

    def clear(self) -> bool:
        """Show all cards; return whether there was a filter."""
        had = bool(self.text)
        if had:
            self.narrow("")
        return had

    def _complete(self, text: str) -> str:
        return complete_filter(text, self._names())

    def ask_filter(self) -> None:
        """Open the line."""
        self._typed_from = self._table.current or ""
        self.editor.open(
            "filter",
            None,
            complete=self._complete,
            value=to_continue(self.text),
            placeholder="words  #label  @me  list:name  due:week  has:comment  sort:due  -not  or",
        )
        self._bar.mode((("enter", "keep"), ("tab", "complete"), ("esc", "show all")))
        self._bar.in_field = True

    def take(self, message: LineEditor.Said) -> None:
        """Filter by the typed text; enter keeps the filter, esc shows all cards again."""
        if isinstance(message, LineEditor.Typed):
            self.narrow(message.text, typing=True)
            # A half typed word may have hidden the row.
            self._table.go_to(self._typed_from)
            return
        if isinstance(message, LineEditor.Lines):
            self.editor.line.insert_text_at_cursor(" ".join(message.lines))
            return
        if isinstance(message, LineEditor.Entered):
            self.editor.close()
            self.narrow(message.text)
        else:
            self.narrow("")
            self._table.go_to(self._typed_from)
        self._bar.in_field = False
        self._bar.mode()
