"""What a column draws beside its cards: each line fills the column, and says by its colour what is active or late."""

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.terminal_theme import DIMMED_MONOKAI
from textual.color import Color
from textual.filter import ANSIToTruecolor
from textual.geometry import Region, Size
from textual.strip import Strip

from tests.app.widgets.test_column import card_list, look
from tui.app.terminal.line_filters import Colourless, ControlFilter
from tui.app.widgets.board import column_lines
from tui.app.widgets.card_list import CardList
from tui.model.board import BoardList

STYLE = look()
WIDTH = STYLE.width
LEADS = BoardList(id="l", id_board="b", name="Leads", soft_limit=1)


def inks(strip: Strip) -> list[tuple[str, object]]:
    return [(segment.text.strip(), segment.style) for segment in strip if segment.text.strip()]


def cards(total: int) -> CardList:
    return card_list(["a card"] * total, STYLE)


@pytest.mark.parametrize("active", [True, False])
def test_the_name_is_in_the_colour_of_the_cursor_where_it_is(active: bool) -> None:
    drawn = column_lines.title(LEADS, cards(2), STYLE, WIDTH, active=active, sign="«")
    assert inks(drawn) == [
        ("Leads", STYLE.between("cursor" if active else "ink", bold=True)),
        ("▲ 2/1", STYLE.between("late")),
        ("«", STYLE.between("ink-quiet")),
    ]
    assert drawn.cell_length == WIDTH


def test_the_rule_goes_between_the_words_at_its_ends() -> None:
    assert column_lines.rule("‹ New ", " ↑ 2 ", STYLE, WIDTH, active=True).text == f"‹ New {'━' * 13} ↑ 2 "
    assert column_lines.rule("", "", STYLE, WIDTH, active=False).text == "─" * WIDTH
    narrow = column_lines.rule("‹ New ", " Won ›", STYLE, 8, active=False)
    assert narrow.cell_length == 8


def test_a_list_is_dropped_at_a_side_and_a_card_on_a_line() -> None:
    assert column_lines.edge("left", STYLE, 5).text == "◀━━━━"
    assert column_lines.edge("right", STYLE, 5).text == "━━━━▶"
    assert column_lines.drop(STYLE, 5).text == "▸━━━━"


def test_the_card_above_a_drop_is_underlined_and_says_what_it_said() -> None:
    above = column_lines.plain("Ana Ray", STYLE, WIDTH)
    drawn = column_lines.underlined(above, STYLE)
    assert drawn.text == above.text
    assert all(segment.style is not None and segment.style.underline for segment in drawn)


def test_words_stand_at_the_left_or_up_to_the_right_end() -> None:
    assert column_lines.plain("3 more", STYLE, 10).text == " 3 more   "
    assert column_lines.plain("3 more", STYLE, 10, right=True).text == "   3 more "
    assert cell_len(column_lines.plain("a longer word", STYLE, 6).text) == 6


def test_a_collapsed_list_is_its_name_upright() -> None:
    rows = [
        column_lines.folded(LEADS, cards(2), row, STYLE, Size(3, 20), active=False).text.strip()
        for row in range(-1, 5)
    ]
    assert rows == ["▲2", *"Leads"]


def test_the_count_of_a_collapsed_list_over_its_limit_has_the_colour_of_that() -> None:
    late, quiet = (
        next(iter(column_lines.folded(here, cards(2), -1, STYLE, Size(3, 20), active=False))).style
        for here in (LEADS, LEADS.replace(soft_limit=2))
    )
    assert late == STYLE.between("late")
    assert quiet != late


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], []),
        ([3], [Region(0, 3, 9, 1)]),
        ([0, 1, 2, 5, 7, 8], [Region(0, 0, 9, 3), Region(0, 5, 9, 1), Region(0, 7, 9, 2)]),
    ],
)
def test_rows_that_follow_each_other_are_one_region(rows: list[int], expected: list[Region]) -> None:
    assert list(column_lines.regions(rows, 9)) == expected


def test_a_line_passes_each_filter_and_stays_the_same_if_none_changes_it() -> None:
    drawn = column_lines.plain("kept", STYLE, WIDTH)
    black = Color(0, 0, 0)
    assert column_lines.filtered(drawn, [ControlFilter()], black) is drawn
    hostile = Strip([Segment("a\x1bb", drawn._segments[0].style)], 3)
    plain = column_lines.filtered(hostile, [ControlFilter(), Colourless()], black)
    assert (plain.text, plain.cell_length) == ("a\ufffdb", 3)
    assert [segment.style and segment.style.color for segment in plain] == [None]
    assert column_lines.without_ansi([ANSIToTruecolor(DIMMED_MONOKAI), *(kept := [ControlFilter()])]) == (
        *kept,
    )
