"""KeyBox: the keys that may follow the first one of a two-key command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from textual.content import Content
from textual.widgets import Static

from tui.presentation.safe_text import safe_text

NextKey = tuple[str, str]
"""A key as a person reads it, and what it does."""

_EDGES = 4  # cells of border and padding; also the lines left free above and below
_KEY = 5  # cells for a key
_COLUMN = 38  # cells for a key and its words


class KeyBox(Static):
    """A box at the right edge, above the status bar, with keys and what each does.

    Args:
        keys: The keys.
        title: What has been typed so far.
        width: Width of the window.
        height: Height of the window.
    """

    can_focus = False

    def __init__(self, keys: Sequence[NextKey], title: str, *, width: int, height: int) -> None:
        columns = max(1, min((width - _EDGES) // _COLUMN, -(-len(keys) // max(1, height - _EDGES - 1))))
        room = max(1, height - _EDGES - 1)
        most = min(len(keys), room * columns)
        rows = -(-most // columns)
        cells = min(_COLUMN, (width - _EDGES) // columns)
        super().__init__(_table(keys[:most], rows, columns, cells), markup=False)
        self.border_title = Content(f"{title} …")
        hidden = len(keys) - most
        self.border_subtitle = Content(f"{hidden} more: ?" if hidden else "")
        self.styles.width, self.styles.height = cells * columns + _EDGES, rows + 2
        self.styles.offset = (max(0, width - cells * columns - _EDGES), max(0, height - rows - 3))


def _table(keys: Sequence[NextKey], rows: int, columns: int, cells: int) -> Content:
    """Draw the keys in columns, from top to bottom."""
    split = [keys[at * rows : (at + 1) * rows] for at in range(columns)]
    lines = [
        Content("").join(_cell(each, cells) for each in line)
        for line in zip_longest(*split, fillvalue=("", ""))
    ]
    return Content("\n").join(lines)


def _cell(each: NextKey, cells: int) -> Content:
    key, words = each
    room = max(1, cells - _KEY - 1)
    said = words if len(words) <= room else f"{words[: room - 1].rstrip()}…"
    return Content.assemble(
        (f"{key:<{_KEY}}", "bold $foreground"), (f"{safe_text(said):<{room + 1}}", "$ink-quiet")
    )
