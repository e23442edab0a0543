"""Colours: our two themes, and the styles of the thirty label colours.

Style sheets name tokens, never colours. Textual's tokens (``$foreground``, ``$surface``, ``$primary`` …)
come from the themes; ours, for what only a board has, come from ``TOKENS`` through
``App.get_theme_variable_defaults``. Variables do not cross style sheets, so a token must be defined here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from tui.model.label import BASE_COLORS

if TYPE_CHECKING:
    from tui.workspace import Workspace

DARK = "cardscout-dark"
LIGHT = "cardscout-light"

CONFIGURED = "configured-theme"
"""Memory key of the theme that ``config.toml`` had when it was last applied."""

_DARK_TOKENS = {
    "ink": "#e8e6e1",  # card titles
    "ink-quiet": "#98a4ae",  # badges, hints, counts
    "ink-faint": "#8a96a1",  # marks of low importance
    "card": "#1b2229",  # a card
    "card-cursor": "#2d3843",  # the card with the cursor
    "card-lifted": "#3d3520",  # a card that is being moved
    "card-picked": "#1f3336",  # a selected card
    "cursor": "#f2bd5c",  # the bar beside it, drop marks, the name of the focused list
    "rule": "#303a44",  # lines
    "late": "#ff8b7e",  # overdue
    "soon": "#f2bd5c",  # due soon
    "done": "#7fd1a0",  # done, ticked
    "found": "#74cfc0",  # links, code, and recognised people or companies
}
_LIGHT_TOKENS = {
    "ink": "#1b222b",
    "ink-quiet": "#55616c",
    "ink-faint": "#58616a",
    "card": "#fffdf9",
    "card-cursor": "#e6dfcc",
    "card-lifted": "#ffe6ad",
    "card-picked": "#d3ebe6",
    "cursor": "#875000",
    "rule": "#d3ccbd",
    "late": "#b3261e",
    "soon": "#875000",
    "done": "#1b6b41",
    "found": "#0b6e63",
}

SCROLLBARS: Mapping[str, str] = MappingProxyType({"scrollbar-background": "transparent"})
"""What all our themes have in common: the track of a scrollbar is the box that it is in."""

THEMES = (
    Theme(
        name=DARK,
        primary="#f2bd5c",
        secondary="#74cfc0",
        accent="#74cfc0",
        foreground="#e8e6e1",
        background="#11161b",
        surface="#161c22",
        panel="#202830",
        success="#7fd1a0",
        warning="#f2bd5c",
        error="#ff8b7e",
        dark=True,
        variables={
            **_DARK_TOKENS,
            "footer-key-foreground": "#f2bd5c",
            "input-cursor-background": "#f2bd5c",
            "input-cursor-foreground": "#11161b",
            "input-selection-background": "#74cfc0 30%",
            "block-cursor-background": "#3d3520",
            "block-cursor-foreground": "#ffffff",
            "block-cursor-text-style": "bold",
            "border": "#f2bd5c",
            "border-blurred": "#303a44",
            **SCROLLBARS,
        },
    ),
    Theme(
        name=LIGHT,
        primary="#875000",
        secondary="#0b6e63",
        accent="#0b6e63",
        foreground="#1b222b",
        background="#efeae0",
        surface="#f7f3ea",
        panel="#e4ddcd",
        success="#1b6b41",
        warning="#875000",
        error="#b3261e",
        dark=False,
        variables={
            **_LIGHT_TOKENS,
            "footer-key-foreground": "#875000",
            "input-cursor-background": "#875000",
            "input-cursor-foreground": "#fffdf9",
            "input-selection-background": "#0b6e63 25%",
            "block-cursor-background": "#ffe6ad",
            "block-cursor-foreground": "#1b222b",
            "block-cursor-text-style": "bold",
            "border": "#875000",
            "border-blurred": "#d3ccbd",
            **SCROLLBARS,
        },
    ),
)
"""Our themes; the first is the default."""

TOKENS: Mapping[str, str] = MappingProxyType(_DARK_TOKENS)
"""Values of our tokens under a dark theme that does not define them."""

LIGHT_TOKENS: Mapping[str, str] = MappingProxyType(_LIGHT_TOKENS)
"""Values of our tokens under a light theme that does not define them."""

# Hue of each base colour (foreground on a dark board, on a light board). The hues have a contrast of 4.5:1 or
# more on a card, and fall on different entries of the sixteen-colour palette where possible.
_HUES = {
    "green": ("#6fcf8e", "#1d7044"),
    "yellow": ("#f0d264", "#7a5d00"),
    "orange": ("#f5a65b", "#a04a00"),
    "red": ("#ff8b7e", "#b3261e"),
    "purple": ("#c79bf2", "#6d3bb0"),
    "blue": ("#82aaff", "#1f55b5"),
    "sky": ("#7fdbf0", "#0b6780"),
    "lime": ("#b6e06a", "#4b6b00"),
    "pink": ("#f79bd0", "#a82a74"),
    "black": ("#b4bec8", "#2b333b"),
}
_NO_HUE = ("#a6b1bb", "#55616c")
# Share of white in a label's colour on a dark board, and of black on a light one, for the light and dark
# variants.
_SHADES = {"dark": (0.0, 0.42), "": (0.12, 0.24), "light": (0.34, 0.06)}


def label_style(color: str | None, *, dark: bool) -> Style:
    """Return the style of a label's text; its background is the card's.

    Only the text is coloured, so a label stays readable in sixteen colours and in none.

    Args:
        color: One of ``model.label.COLORS``, or None; an unknown colour is drawn plain.
        dark: Whether the theme is dark.
    """
    base, _, shade = (color or "").partition("_")
    if base not in BASE_COLORS:
        return Style(color=_NO_HUE[not dark], italic=True)
    amount, target = _SHADES.get(shade, _SHADES[""])[not dark], 255 if dark else 0
    hue = Color.parse(_HUES[base][not dark]).get_truecolor()
    red, green, blue = (round(part + (target - part) * amount) for part in hue)
    return Style(color=f"#{red:02x}{green:02x}{blue:02x}", bold=shade == "dark")


def last_theme(workspace: Workspace, configured: str | None) -> str:
    """Return the name of the theme at the start: that of ``config.toml``, or else the one chosen last by a key.

    Args:
        workspace: The workspace, whose memory has both.
        configured: The theme of ``config.toml``, or None.
    """
    if (configured or "") != (workspace.memory.get(CONFIGURED) or ""):
        keep_configured(workspace, configured or "")
    return configured or workspace.memory.get("theme") or DARK


def keep_configured(workspace: Workspace, name: str) -> None:
    """Store ``name`` as the theme of ``config.toml``; it replaces a theme that was chosen by a key."""
    workspace.memory.set(CONFIGURED, name)
    workspace.memory.set("theme", name)
