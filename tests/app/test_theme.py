"""Every token and every label colour, in both themes."""

import pytest
from rich.color import Color

from tui.app.drawing.themes import CONTRAST, RARER
from tui.app.theme import THEMES, TOKENS, label_style
from tui.model.label import COLORS

READ = (*THEMES, *(theme for theme in RARER if theme.name == CONTRAST))
"""The themes whose text has to be read with ease; sixteen colours leave no choice."""

CARDS = ("card", "card-cursor", "card-picked", "card-lifted")


def luminance(text: str) -> float:
    parts = [part / 255 for part in Color.parse(text).triplet or (0, 0, 0)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_theme_has_every_token(theme):
    assert set(TOKENS) <= set(theme.variables)


@pytest.mark.parametrize("theme", READ, ids=lambda theme: theme.name)
def test_text_can_be_read_wherever_it_stands(theme):
    pages = {"background": theme.background, "surface": theme.surface, "panel": theme.panel}
    grounds = {**pages, **{name: theme.variables[name] for name in CARDS}}
    least = 7 if theme.name == CONTRAST else 4.5
    for name, ground in grounds.items():
        assert contrast(theme.variables["ink"], ground) > 7, name
        for token in ("ink-quiet", "late", "soon", "done", "found", "cursor"):
            assert contrast(theme.variables[token], ground) >= least, (token, name)
    for name, ground in pages.items():
        assert contrast(theme.variables["ink-faint"], ground) >= least, name


@pytest.mark.parametrize("theme", READ, ids=lambda theme: theme.name)
@pytest.mark.parametrize("color", [*COLORS, None, "teal_from_the_future"])
def test_every_label_can_be_read_on_every_card(theme, color):
    style = label_style(color, dark=theme.dark)
    assert style.color is not None
    for name in CARDS:
        least = 7 if theme.name == CONTRAST else 4.5
        assert contrast(style.color.get_truecolor().hex, theme.variables[name]) >= least, name


def test_the_thirty_colours_are_thirty():
    for dark in (True, False):
        assert len({label_style(color, dark=dark) for color in COLORS}) == 30
