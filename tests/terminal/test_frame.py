"""The terminal shows after any keys what drawing everything anew shows."""

import random

import pytest

from tests.terminal.terminal import KEYS, Terminal
from tests.thinned import thinned

pytestmark = pytest.mark.terminal

WALK = [
    "j",
    "k",
    "l",
    "h",
    "L",
    "J",
    "-",
    "e",
    "esc",
    "enter",
    "tab",
    "pgdn",
    "esc",
    "?",
    "esc",
    "ctrl+p",
    "due",
    "esc",
]
TYPED = [
    "/",
    "ana",
    "esc",
    "n",
    "Ring 寿司 and Tūī 👩‍🚀",
    "enter",
    "esc",
    "#",
    "esc",
    "m",
    "esc",
    "x",
    "u",
    "V",
    "esc",
    "b",
    "esc",
]


def cells(terminal: Terminal) -> list[list[tuple[object, ...]]]:
    """What is seen of each cell: a blank has no colour of its own."""
    return [
        [
            (cell.data, cell.bg, *(() if cell.data == " " else (cell.fg, cell.bold)))
            for cell in (terminal.screen.buffer[y][x] for x in range(terminal.screen.columns))
        ]
        for y in range(terminal.screen.lines)
    ]


@pytest.mark.parametrize("size", thinned([(120, 40), (80, 24)], 2, first=1, whole=True))
def test_what_is_shown_is_what_drawing_anew_shows(home, size):
    pick = random.Random(f"{size}")
    cols, rows = size
    with Terminal([], home, cols=cols, rows=rows, forked=True) as terminal:
        terminal.until("synced")
        for _ in range(2):
            for key in pick.sample(WALK + TYPED, 12):
                terminal.write(KEYS.get(key, key))
                terminal.settle(0.1)
            terminal.press("esc", "esc", "esc")
            terminal.settle(0.5)
            seen = cells(terminal)
            sent = len(terminal.raw)
            terminal.write("\x0c")
            terminal.settle(0.5)
            assert len(terminal.raw) - sent > cols * rows / 2
            assert cells(terminal) == seen
