"""Labels of a board: each with a name, a colour, or both."""

from tui.model.values.record import Value

BASE_COLORS = ("green", "yellow", "orange", "red", "purple", "blue", "sky", "lime", "pink", "black")
"""The ten colours of the first palette, in the service's own order."""

COLORS = tuple(f"{color}{shade}" for color in BASE_COLORS for shade in ("", "_dark", "_light"))
"""All thirty label colours; None means no colour."""


class Label(Value):
    """A label of a board.

    Attributes:
        color: One of COLORS, or None. An unknown colour of a newer service is kept and drawn plain.
        uses: Number of cards with the label; 0 if an older service does not send it.
    """

    id: str
    id_board: str = ""
    name: str = ""
    color: str | None = None
    uses: int = 0
