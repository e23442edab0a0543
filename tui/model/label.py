"""Labels: a name, a colour, or both."""

from tui.model.base import Value

BASE_COLORS = ("green", "yellow", "orange", "red", "purple", "blue", "sky", "lime", "pink", "black")
"""The ten colours of the first palette, in the service's own order."""

COLORS = tuple(f"{color}{shade}" for color in BASE_COLORS for shade in ("", "_dark", "_light"))
"""All thirty colours a label may have; None is the thirty-first, and shows no colour."""


class Label(Value):
    """A label of a board.

    Attributes:
        color: One of COLORS, or None. A newer service may send another: it is kept and drawn plain.
        uses: Cards that wear it; absent from older answers.
    """

    id: str
    id_board: str = ""
    name: str = ""
    color: str | None = None
    uses: int = 0
