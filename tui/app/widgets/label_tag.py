"""Label texts: a label's name in its colour, and names of colours for users who cannot see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.theme import label_style
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.model.label import Label


def tag(label: Label, *, dark: bool) -> Content:
    """Format a label as ``▪name`` in its colour; without a name, as the name of its colour."""
    name = safe_text(label.name) or color_name(label.color)
    return Content.styled(f"▪{name}", str(label_style(label.color, dark=dark)))


def swatch(color: str | None, *, dark: bool) -> Content:
    """Draw four cells of ``color``."""
    return Content.styled("■■■■" if color else "□□□□", str(label_style(color, dark=dark)))


def color_name(color: str | None) -> str:
    """Return the everyday name of a colour: dark green for ``green_dark``."""
    if color is None:
        return "no colour"
    base, _, shade = color.partition("_")
    return safe_text(f"{shade} {base}".strip())
