"""Of each update only the cells that differ are sent, and the terminal shows the same as if all were."""

import io

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
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
        return [
            [
                (cell.data, cell.bg, cell.underscore, *(() if cell.data == " " else (cell.fg, cell.bold)))
                for cell in (self.screen.buffer[y][x] for x in range(WIDTH))
            ]
            for y in range(HEIGHT)
        ]


@given(st.lists(SCREENS, min_size=2, max_size=4))
def test_what_is_shown_is_what_was_painted_last(screens):
    kept, fresh = BoardView(), BoardView()
    for rows in screens:
        kept.draw(whole(rows))
    fresh.draw(whole(screens[-1]))
    assert kept.cells() == fresh.cells()


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
    assert text.startswith("\x1b[1;6H\x1b[31mev\x1b[0m\x1b[2;6H")
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
