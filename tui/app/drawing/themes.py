"""The rarer themes: high contrast, sixteen colours, and the user's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.theme import BUILTIN_THEMES, Theme

from tui.app.theme import DARK, LIGHT, LIGHT_TOKENS, SCROLLBARS, THEMES, TOKENS
from tui.settings.known import BASE, COLOURS, OWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import App

CONTRAST, SIXTEEN = "cardscout-contrast", "cardscout-16"

SHORT: Mapping[str, str] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST, "16": SIXTEEN}
"""Our themes by the short names that a setting may have."""

_CONTRAST_TOKENS = {
    "ink": "#ffffff",
    "ink-quiet": "#e0e0e0",
    "ink-faint": "#b8b8b8",
    "card": "#000000",
    "card-cursor": "#001f40",
    "card-lifted": "#2a1c00",
    "card-picked": "#002518",
    "cursor": "#ffe600",
    "rule": "#b8b8b8",
    "late": "#ff9d94",
    "soon": "#ffe600",
    "done": "#7dffb0",
    "found": "#6ff5ff",
}
# Each is one of the sixteen colours of a terminal, so that none is replaced by another.
_SIXTEEN_TOKENS = {
    "ink": "#ffffff",
    "ink-quiet": "#aaaaaa",
    "ink-faint": "#aaaaaa",
    "card": "#000000",
    "card-cursor": "#0000aa",
    "card-lifted": "#aa0000",
    "card-picked": "#555555",
    "cursor": "#ffff55",
    "rule": "#555555",
    "late": "#ff5555",
    "soon": "#ffff55",
    "done": "#55ff55",
    "found": "#55ffff",
}


def _theme(name: str, tokens: Mapping[str, str], panel: str, chosen: str, marked: str) -> Theme:
    """Create a dark theme whose Textual variables have colours of our tokens.

    Args:
        name: Its full name.
        tokens: Our tokens.
        panel: Background of boxes.
        chosen: Background of the row with the cursor in a box.
        marked: Background of selected text in a field.
    """
    return Theme(
        name=name,
        primary=tokens["cursor"],
        secondary=tokens["found"],
        accent=tokens["found"],
        foreground=tokens["ink"],
        background="#000000",
        surface="#000000",
        panel=panel,
        success=tokens["done"],
        warning=tokens["soon"],
        error=tokens["late"],
        dark=True,
        variables={
            **tokens,
            **SCROLLBARS,
            "scrollbar": tokens["ink-faint"],
            "footer-key-foreground": tokens["cursor"],
            "input-cursor-background": tokens["cursor"],
            "input-cursor-foreground": "#000000",
            "input-selection-background": marked,
            "block-cursor-background": chosen,
            "block-cursor-foreground": "#ffffff",
            "block-cursor-text-style": "bold",
            # Of lists on a page, whose row with the cursor has a background that is nearly black.
            "block-cursor-blurred-text-style": "bold underline",
            "border": tokens["cursor"],
            "border-blurred": tokens["rule"],
        },
    )


RARER = (
    _theme(CONTRAST, _CONTRAST_TOKENS, "#1a1a1a", "#003060", "#004a99"),
    _theme(SIXTEEN, _SIXTEEN_TOKENS, "#0000aa", "#000000", "#aa00aa"),
)
"""High contrast, and sixteen colours."""


def theme_names() -> Sequence[str]:
    """Return the names of the themes: ours by their short names, and Textual's; a setting may also have full names.

    Textual's themes of the terminal's own colours are left out: a card is drawn in mixed and compared colours.
    """
    return (*SHORT, *sorted(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi))


def own_theme(colours: Mapping[str, str], others: Mapping[str, Theme]) -> Theme:
    """Create the theme of the table [theme].

    Args:
        colours: Its colours by name, and its ``base``.
        others: The themes that ``base`` may name.
    """
    wanted = colours.get(BASE, DARK)
    base = others.get(SHORT.get(wanted, wanted)) or THEMES[0]
    tokens = {name: colour for name, colour in colours.items() if name in TOKENS}
    toolkit = {name: colour for name, colour in colours.items() if name in COLOURS and name not in TOKENS}
    if cursor := tokens.get("cursor"):
        toolkit |= {"primary": cursor}
    defaults = TOKENS if base.dark else LIGHT_TOKENS
    variables = {**defaults, **base.variables, **tokens}
    parts: dict[str, Any] = {**toolkit, "name": OWN, "variables": variables}
    return replace(base, **parts)


def register_rarer(app: App[Any], name: str, colours: Mapping[str, str]) -> str:
    """Register the rarer themes and the user's own; return the full name of the theme ``name``.

    Textual's themes of the terminal's own colours are removed, so that no setting can select one.
    """
    for theme in app.available_themes.values():
        if theme.ansi:
            app.unregister_theme(theme.name)
    for theme in RARER:
        app.register_theme(theme)
    app.register_theme(own_theme(colours, app.available_themes))
    return SHORT.get(name, name)
