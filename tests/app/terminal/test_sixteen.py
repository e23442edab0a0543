"""In sixteen colours labels, dates and the selection are told apart."""

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.app.drawing.themes import RARER, SIXTEEN
from tui.app.terminal.sixteen import in_sixteen
from tui.app.theme import THEMES, label_style
from tui.model.label import BASE_COLORS, COLORS


def drawn(style: Style, text: str = "a") -> Style:
    """The style of a text that is drawn in this one."""
    [segment] = in_sixteen(Strip([Segment(text, style)]))
    assert segment.style is not None
    return segment.style


def number(style: Style, text: str = "a") -> int | None:
    """The colour of the sixteen for a text of this style."""
    color = drawn(style, text).color
    return None if color is None else color.number


@pytest.mark.parametrize("theme", [*THEMES, *RARER], ids=lambda theme: theme.name)
def test_dates_and_what_is_found_differ(theme):
    urgent = [
        number(Style(color=theme.variables[token]))
        for token in ("late", "soon", "done", "found", "ink-quiet")
    ]
    assert None not in urgent
    assert len(set(urgent)) == 5, urgent


def test_the_ten_labels_differ_on_a_dark_board():
    assert len({number(label_style(color, dark=True)) for color in BASE_COLORS}) == len(BASE_COLORS)


def test_click_actions_weight_and_dark_grounds_stay():
    style = Style(color="#6fcf8e", bgcolor="#1b2229", bold=True, meta={"a": 1})
    assert drawn(style).bgcolor == style.bgcolor
    assert (number(style), drawn(style).bold, drawn(style).meta) == (2, True, {"a": 1})


@pytest.mark.parametrize("name", ["card-cursor", "card-lifted", "card-picked", "block-cursor-background"])
def test_each_text_of_a_chosen_row_can_be_read_in_the_dark_theme(name):
    ground = Style(bgcolor=THEMES[0].variables[name])
    assert ground.bgcolor is not None
    assert ground.bgcolor.downgrade(ColorSystem.STANDARD).number == 8
    inks = [
        Style(color=THEMES[0].variables[token]) for token in ("ink", "ink-quiet", "late", "done", "found")
    ]
    inks += [label_style(color, dark=True) for color in BASE_COLORS]
    # White, bright yellow and bright cyan: the others are too near to the dark grey of some terminal.
    assert {number(ink + ground) for ink in inks} <= {11, 14, 15}
    assert number(Style(color=THEMES[0].variables["cursor"]) + ground) == 11, (
        "the bar beside it keeps its colour"
    )


def test_text_and_cards_of_a_light_board_are_greys():
    variables = THEMES[1].variables
    assert [number(Style(color=variables[token])) for token in ("ink", "ink-quiet")] == [0, 8]
    grounds = [drawn(Style(bgcolor=variables[name])).bgcolor for name in ("card", "card-cursor")]
    assert [ground and ground.number for ground in grounds] == [15, 7]


@pytest.mark.parametrize("name", ["card", "card-cursor", "card-picked"])
def test_each_text_of_a_light_board_can_be_read(name):
    ground = Style(bgcolor=THEMES[1].variables[name])
    inks = [Style(color=THEMES[1].variables[token]) for token in ("cursor", "late", "soon", "done", "found")]
    inks += [label_style(color, dark=False) for color in BASE_COLORS]
    assert {number(ink + ground) for ink in inks} <= {0, 1, 2, 4, 5, 8, 9}, "no yellow and no cyan"


@pytest.mark.parametrize("shape", ["■■■■", "━━━╸"])
@pytest.mark.parametrize("name", ["card", "card-cursor"])
def test_a_swatch_and_a_bar_keep_their_hue_on_a_light_board(name, shape):
    ground = Style(bgcolor=THEMES[1].variables[name])
    inks = {color: number(label_style(color, dark=False) + ground, shape) for color in COLORS}
    greys = {color for color, ink in inks.items() if ink in {0, 7, 8, 15}}
    assert greys == {"black", "black_dark", "black_light"}, inks


def test_what_is_faint_on_white_is_grey_not_black():
    assert number(Style(color="#c5ac86", bgcolor="#ffffff")) == 8
    assert number(Style(color="#9a9a97", bgcolor="#f5f1ea")) == 8
    assert number(Style(color="#e0e0e0", bgcolor="#ffffff")) == 8


def test_red_can_be_read_on_the_blue_of_the_card_with_the_cursor():
    [theme] = (each for each in RARER if each.name == SIXTEEN)
    ground = Style(bgcolor=theme.variables["card-cursor"])
    assert number(Style(color=theme.variables["late"]) + ground) == 15
    assert number(Style(color=theme.variables["done"]) + ground) == 2


def test_a_faint_text_is_not_gone():
    assert number(Style(color="#b0b0b0", bgcolor="#e4ddcd")) == 8
    assert number(Style(color="#e4ddcd", bgcolor="#e4ddcd")) == 7, "what is hidden on purpose stays so"


def test_what_has_no_true_colour_is_left_alone():
    assert drawn(Style(color="red")) == Style(color="red")
    assert list(in_sixteen(Strip([Segment("a")]))) == [Segment("a")]


def test_a_label_can_be_read_on_a_lifted_card_and_what_is_faint_on_purpose_stays_so():
    [theme] = (each for each in RARER if each.name == SIXTEEN)
    hot = label_style("red", dark=True)
    lifted = Style(bgcolor=theme.variables["card-lifted"])
    assert (number(hot + lifted), number(hot)) == (15, 9)
    assert number(Style(color="#ffffff") + lifted) == 15
    assert number(Style(color="#404040", bgcolor="#000000")) == 8
