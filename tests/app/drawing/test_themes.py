"""The rarer themes: every token, text that can be read, and colours of one's own."""

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color

from tests.app.screens.conftest import screen
from tests.app.test_theme import contrast
from tui.app.drawing.themes import CONTRAST, RARER, SIXTEEN, own_theme, theme_names
from tui.app.theme import DARK, LIGHT, THEMES, TOKENS, label_style
from tui.model.label import COLORS
from tui.settings.config import Config
from tui.settings.known import COLOURS, OWN

EVERY = {theme.name: theme for theme in (*THEMES, *RARER)}


@pytest.mark.parametrize("theme", RARER, ids=lambda theme: theme.name)
def test_text_can_be_read_on_every_card(theme):
    assert set(TOKENS) <= set(theme.variables)
    least = 7 if theme.name == CONTRAST else 3.4
    for under in ("card", "card-cursor", "card-picked", "card-lifted"):
        assert contrast(theme.variables["ink"], theme.variables[under]) > (7 if least == 7 else 5.9), under
    for token in ("ink-quiet", "late", "soon", "done", "found", "cursor"):
        for under in ("card", "card-cursor"):
            assert contrast(theme.variables[token], theme.variables[under]) > least, (token, under)
    for under in ("card-picked", "card-lifted"):
        assert contrast(theme.variables["ink-quiet"], theme.variables[under]) > 3, under
    assert contrast(theme.foreground, theme.panel) > 7


@pytest.mark.parametrize("theme", RARER, ids=lambda theme: theme.name)
@pytest.mark.parametrize("color", [*COLORS, None])
def test_every_label_can_be_read(theme, color):
    style = label_style(color, dark=theme.dark)
    assert style.color is not None
    assert style.color.triplet is not None
    assert contrast(style.color.triplet.hex, theme.variables["card"]) > 4


def test_the_theme_of_sixteen_colours_has_none_besides():
    [theme] = (each for each in RARER if each.name == SIXTEEN)
    palette = {STANDARD_PALETTE[number] for number in range(16)}
    used = {theme.background, theme.panel, theme.foreground, *(theme.variables[name] for name in TOKENS)}
    assert {Color.parse(each).triplet for each in used if each} <= palette


def test_every_colour_that_can_be_set_is_used_and_every_token_can_be_set():
    assert set(TOKENS) == set(COLOURS) - {"background", "surface", "panel", "foreground"}


def test_your_own_theme_is_another_one_with_some_colours():
    own = own_theme({"base": "light", "cursor": "#112233", "panel": "#445566"}, EVERY)
    light = EVERY[LIGHT]
    assert (own.name, own.dark, own.panel, own.primary) == (OWN, False, "#445566", "#112233")
    assert own.variables["cursor"] == "#112233"
    assert own.variables["ink"] == light.variables["ink"]
    assert own.background == light.background
    assert own_theme({"base": "nowhere"}, EVERY).background == EVERY[DARK].background


def test_themes_have_short_names_too():
    assert {"dark", "light", "contrast", "16", "nord"} <= set(theme_names())
    assert not {DARK, CONTRAST, SIXTEEN} & set(theme_names()), "each is listed once"


async def test_a_board_has_no_colours_that_only_the_terminal_knows(play):
    """The lines of a column are drawn without the filter for such colours."""
    async with play(config=Config(theme="ansi-dark")) as p:
        for name in ("", *theme_names(), "ansi-light"):
            if name:
                p.app.use_theme(name)
                await p.pilot.pause()
            columns = screen(p).kanban.row.columns
            lines = [column.render_line(y) for column in columns for y in range(column.size.height)]
            styles = {each.style for line in lines for each in line}
            colours = {
                colour for style in styles if style for colour in (style.color, style.bgcolor) if colour
            }
            assert len(colours) > 5
            assert all(colour.triplet is not None for colour in colours), name
