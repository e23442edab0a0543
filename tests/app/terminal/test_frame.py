"""Of each update only the cells that differ are sent, and the terminal shows the same as if all were."""

import io

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyte.screens import Char
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tui.app.terminal.frame import Frame, FrameUpdate

WIDTH, HEIGHT = 24, 4
CONSOLE = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
STYLES = [
    None,
    Style(color="red"),
    Style(color="blue", bgcolor="white"),
    Style(bold=True, bgcolor="black"),
    Style(underline=True),
    Style(link="https://firm.example"),
    Style(link="https://other.example", color="blue", bgcolor="white"),
    Style(bold=True, italic=True, underline=True, color="#7fd1a0", bgcolor="red"),
    Style(bold=True, dim=True, color="#7fd1a0"),
    Style(strike=True, color="default", bgcolor="#203040"),
    Style(reverse=True, color="red"),
]
TEXTS = st.text(st.sampled_from("ab  ─●ū寿e"), min_size=1, max_size=12)


def row(pieces: list[tuple[str, Style | None]], width: int = WIDTH) -> Strip:
    return Strip([Segment(text, style) for text, style in pieces]).adjust_cell_length(width, Style())


ROWS = st.lists(st.tuples(TEXTS, st.sampled_from(STYLES)), min_size=1, max_size=5).map(row)
SCREENS = st.lists(ROWS, min_size=HEIGHT, max_size=HEIGHT)


def whole(rows: list[Strip]) -> LayoutUpdate:
    return LayoutUpdate([[each] for each in rows], Region(0, 0, WIDTH, len(rows)))


def piece(y: int, x: int, strip: Strip) -> ChopsUpdate:
    end = x + strip.cell_length
    chops = [{x: strip} if at == y else {} for at in range(HEIGHT)]
    return ChopsUpdate(chops, [(y, x, end)], [[end]] * HEIGHT)


class BoardView:
    """A terminal, and the frame that stands for it."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)
        self.frame = Frame()

    def draw(self, update: LayoutUpdate | ChopsUpdate) -> str:
        text = FrameUpdate(update, WIDTH, self.frame).render_segments(CONSOLE)
        self.stream.feed(text)
        return text

    def cells(self) -> list[list[tuple[object, ...]]]:
        """What is seen: a blank has no colour of its own."""
        return [[seen(self.screen.buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


def seen(cell: Char) -> tuple[object, ...]:
    lines = cell.underscore, cell.strikethrough, cell.reverse
    own = () if cell.data == " " and not any(lines) else (cell.fg, cell.bold, cell.italics)
    return cell.data, cell.bg, lines, own


@given(st.lists(SCREENS, min_size=2, max_size=4))
def test_what_is_shown_is_what_was_painted_last(screens):
    kept, fresh = BoardView(), BoardView()
    for rows in screens:
        kept.draw(whole(rows))
    fresh.draw(whole(screens[-1]))
    assert kept.cells() == fresh.cells()


@given(st.lists(SCREENS, min_size=1, max_size=3))
def test_what_is_shown_is_what_the_toolkit_would_show(screens):
    """It sends every look whole, and ends it."""
    kept, whole_looks = BoardView(), BoardView()
    for rows in screens:
        kept.draw(whole(rows))
    for y, strip in enumerate(screens[-1]):
        whole_looks.stream.feed(f"\x1b[{y + 1};1H{strip.render(CONSOLE)}")
    assert kept.cells() == whole_looks.cells()
    assert kept.screen.cursor.attrs == whole_looks.screen.cursor.attrs, "the look ends with the frame"


def test_of_a_look_only_what_differs_is_sent():
    accent, words = Style(color="#f2bd5c", bgcolor="#1b2229"), Style(color="#e8e6e1", bgcolor="#1b2229")
    strong = Style(color="#e8e6e1", bgcolor="#1b2229", bold=True)
    text = BoardView().draw(
        whole([row([("a b", accent), ("  ", words), ("c", words), ("d", strong), ("e", words)])])
    )
    assert text == (
        "\x1b[1;1H\x1b[38;2;242;189;92;48;2;27;34;41ma b  \x1b[38;2;232;230;225mc\x1b[1md\x1b[22me"
        f"\x1b[49m{' ' * (WIDTH - 8)}\x1b[0m"
    )


def test_an_attribute_that_ends_with_another_is_sent_again():
    both, one = Style(bold=True, dim=True), Style(bold=True)
    text = BoardView().draw(whole([row([("a", both), ("b", one)])]))
    assert text.startswith(("\x1b[1;1H\x1b[1;2ma\x1b[22;1mb", "\x1b[1;1H\x1b[1;2ma\x1b[0;1mb"))


def test_an_address_is_opened_once_and_closed():
    text = BoardView().draw(whole([row([("see ", None), ("firm", STYLES[5]), (" now", None)])]))
    before, _, after = text.partition("\x1b]8;id=")
    linked, end, rest = after.partition("\x1b]8;;\x1b\\")
    assert (before[-4:], linked.partition(";")[2], bool(end)) == (
        "see ",
        "https://firm.example\x1b\\firm",
        True,
    )
    assert "\x1b]8" not in rest


def test_unchanged_cells_are_skipped_unless_they_are_shorter():
    def titles(first: str, last: str, between: Style | None) -> LayoutUpdate:
        return whole([row([(first, STYLES[1]), ("| ", between), (last, STYLES[1])])])

    for between, sent in ((STYLES[1], "cd| ef"), (STYLES[2], "cd\x1b[2Cef")):
        shown = BoardView()
        shown.draw(titles("ab", "cd", between))
        assert shown.draw(titles("cd", "ef", between)) == f"\x1b[1;1H\x1b[31m{sent}\x1b[0m"


def test_behind_what_some_terminals_draw_wider_the_cursor_is_placed_anew():
    """In some settings for East Asia a circle takes two cells: the move right would begin one too far."""
    shown = BoardView()
    shown.draw(whole([row([("● ring anna a", STYLES[1])])]))
    text = shown.draw(whole([row([("○ ring anna b", STYLES[1])])]))
    assert text == "\x1b[1;1H\x1b[31m○\x1b[1;13Hb\x1b[0m"


def test_many_unchanged_cells_are_skipped():
    shown = BoardView()
    shown.draw(whole([row([("a ring b", STYLES[1])])]))
    assert shown.draw(whole([row([("c ring d", STYLES[1])])])) == "\x1b[1;1H\x1b[31mc\x1b[6Cd\x1b[0m"


@given(SCREENS, st.integers(0, HEIGHT - 1), st.sampled_from("abc"))
def test_a_piece_is_drawn_where_it_is(rows, y, letter):
    rows = [row([("x" * WIDTH, STYLES[1])]) for _ in rows]
    shown = BoardView()
    shown.draw(whole(rows))
    shown.draw(piece(y, 3, Strip([Segment(letter * 4, STYLES[2])])))
    assert shown.screen.display[y] == "xxx" + letter * 4 + "x" * (WIDTH - 7)


@given(SCREENS)
def test_a_frame_that_is_painted_again_costs_nothing(rows):
    shown = BoardView()
    assert shown.draw(whole(rows))
    assert shown.draw(whole(rows)) == ""
    assert shown.draw(piece(1, 0, rows[1])) == ""


def test_only_the_cells_that_differ_are_sent():
    shown = BoardView()
    shown.draw(whole([row([("ring ana", STYLES[1])])] * HEIGHT))
    text = shown.draw(whole([row([("ring eva", STYLES[1])])] * HEIGHT))
    assert text.startswith("\x1b[1;6H\x1b[31mev\x1b[2;6Hev")
    assert "ring" not in text


def test_blanks_do_not_differ_by_the_colour_of_text():
    shown = BoardView()
    shown.draw(whole([row([("a     b", STYLES[1])])] * HEIGHT))
    assert " " not in shown.draw(
        whole([row([("c", STYLES[1]), ("     ", Style(color="blue")), ("b", STYLES[1])])])
    )


@pytest.mark.parametrize("wide", ["寿", "👩‍🚀", "e\u0301"])
def test_a_row_with_characters_that_terminals_measure_differently_is_sent_whole(wide):
    shown = BoardView()
    shown.draw(whole([row([(f"{wide} ring ana", None)])] * HEIGHT))
    text = shown.draw(whole([row([("to ring eva", None)])] * HEIGHT))
    assert "to ring eva" in text
    assert "ring ana" in shown.draw(whole([row([(f"{wide} ring ana", None)])] * HEIGHT))


def test_everything_is_sent_after_the_terminal_was_used_by_another_program_or_resized():
    shown = BoardView()
    rows = [row([("ring", None)])] * HEIGHT
    text = shown.draw(whole(rows))
    shown.frame.forget()
    assert shown.draw(whole(rows)) == text
    narrow = LayoutUpdate([[row([("ring", None)], 10)]] * HEIGHT, Region(0, 0, 10, HEIGHT))
    assert "ring" in FrameUpdate(narrow, 10, shown.frame).render_segments(CONSOLE)


def test_a_screen_of_the_size_that_the_terminal_has_costs_only_what_differs():
    shown, rows = BoardView(), [row([("a", None)])] * HEIGHT
    shown.frame.fit(WIDTH, HEIGHT)
    text = shown.draw(whole(rows))
    shown.frame.fit(WIDTH, HEIGHT)
    assert not shown.draw(whole(rows))
    shown.frame.fit(WIDTH, HEIGHT - 1)
    assert shown.draw(whole(rows)) == text


def test_a_terminal_of_sixteen_colours_is_sent_no_others():
    few = Console(file=io.StringIO(), force_terminal=True, color_system="standard")
    sent = Frame().sequences(whole([row([("done", Style(color="#7fd1a0"))])]), WIDTH, few)
    assert "\x1b[32mdone" in sent


@pytest.mark.parametrize(
    ("color", "number"),
    [
        ("#efeae0", 255),
        ("#1b2229", 235),
        ("#2d3843", 237),
        ("#202830", 235),
        ("#7fd1a0", 115),
        ("#fffdf9", 231),
    ],
)
def test_a_terminal_of_256_colours_is_sent_the_nearest_also_of_the_greys(color, number):
    """The toolkit makes cream pink, and the dark cards black, teal and navy."""
    few = Console(file=io.StringIO(), force_terminal=True, color_system="256")
    sent = Frame().sequences(whole([row([("done", Style(color=color, bgcolor=color))])]), WIDTH, few)
    assert f"38;5;{number};48;5;{number}m" in sent
