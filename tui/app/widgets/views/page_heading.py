"""PageHeading: the line above a page of cards, with its title, a summary, and the filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from tui.app.drawing.wrapping import fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.widgets.status_bar import Filtered


_BESIDE = 4  # cells of the dot before a filter, and one after it


class PageHeading(Static):
    """Line at the top of a page of cards; if not everything fits, the summary is shortened before the filter."""

    ALLOW_SELECT = False
    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._said: tuple[str, Sequence[str], Filtered | None] = ("", ("",), None)

    def say(self, title: str, words: str | Sequence[str], filtered: Filtered | None) -> None:
        """Show the title of the page, a summary of it, and the filter.

        Args:
            title: The title.
            words: The summary, or several of them, longest first: the first that fits is shown.
            filtered: The filter, or None.
        """
        self._said = (title, (words,) if isinstance(words, str) else words, filtered)
        self._fit()

    def on_resize(self) -> None:
        """Fit the texts to the new width."""
        self._fit()

    def _fit(self) -> None:
        title, forms, filtered = self._said
        head = f" {title}  "
        least = 0 if filtered is None else filtered.least + _BESIDE
        free = self.size.width - cell_len(head) - least
        words = next((form for form in forms if cell_len(form) <= free), forms[-1])
        if filtered is not None:
            dot = " · " if words else ""
            room = self.size.width - cell_len(head + dot) - 1
            right = filtered.within(max(room - cell_len(words), filtered.least))
            words = fit(words, max(room - cell_len(right), 1)) + dot + right
        shown = Content.assemble((head.rstrip(), "bold $cursor"), (f"  {words}", "$ink-quiet"))
        self.update(shown, layout=False)
