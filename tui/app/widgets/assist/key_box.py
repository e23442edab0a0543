"""KeyBox: the possible keys after the first one of a two-key command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from textual.content import Content
from textual.widgets import Static

from tui.presentation.safe_text import safe_text

NextKey = tuple[str, str]
"""A key as shown to the user, and its effect."""

_EDGES = 4  # cells of border and padding; also the lines left free above and below
_KEY = 4  # cells for a key
_WORDS = 32  # maximum cells for the words of a key
_GAP = 2  # cells between two columns
_ROWS = 10  # maximum rows; more keys go into a further column if it fits


class KeyBox(Static):
    """A box at the right edge, above the status bar, with keys and their effects.

    Args:
        title: The keys typed so far.
    """

    can_focus = False

    def __init__(self, keys: Sequence[NextKey], title: str, *, width: int, height: int) -> None:
        room, height_free = width - _EDGES, max(1, height - _EDGES - 1)
        widest = min(_WORDS, max(len(words) for _, words in keys))
        cells = min(_KEY + widest + _GAP, room)
        columns = max(1, min(room // cells, -(-len(keys) // min(height_free, _ROWS))))
        most = min(len(keys), height_free * columns)
        rows = -(-most // columns)
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
    room = max(1, cells - _KEY - _GAP)
    said = words if len(words) <= room else f"{words[: room - 1].rstrip()}…"
    return Content.assemble(
        (f"{key:<{_KEY}}", "bold $foreground"), (f"{safe_text(said):<{room + _GAP}}", "$ink-quiet")
    )
