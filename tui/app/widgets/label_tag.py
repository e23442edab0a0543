"""A label in a line of text: its name in its colour, and the colour's name for who cannot see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.theme import label_style
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.model.label import Label


def tag(label: Label, *, dark: bool) -> Content:
    """``▪name`` in the label's colour; a label without a name is called by its colour."""
    said = safe_text(label.name) or color_name(label.color)
    return Content.styled(f"▪{said}", str(label_style(label.color, dark=dark)))


def swatch(color: str | None, *, dark: bool) -> Content:
    """Four cells of ``color``."""
    return Content.styled("■■■■" if color else "□□□□", str(label_style(color, dark=dark)))


def color_name(color: str | None) -> str:
    """``green_dark`` as people say it: dark green."""
    if color is None:
        return "no colour"
    base, _, shade = color.partition("_")
    return safe_text(f"{shade} {base}".strip())
