"""A sequence that comes in several reads: joined again, and no letter of it pressed."""

from collections.abc import Iterable

import pytest
from textual import events
from textual.constants import ESCAPE_DELAY
from textual.message import Message

from tui.app.terminal.paste import PasteParser
from tui.app.terminal.split_sequence import LATE


class Line:
    """A slow line: what comes of each read, and of the time between them."""

    def __init__(self) -> None:
        self.time = 0.0
        self.parser = PasteParser(now=lambda: self.time)
        self.pressed: list[str] = []

    def read(self, data: str) -> None:
        self._take(self.parser.feed(data))

    def wait(self, seconds: float) -> None:
        self.time += seconds
        self._take(self.parser.tick())

    def _take(self, told: Iterable[Message]) -> None:
        for event in told:
            if isinstance(event, events.Key):
                self.pressed.append(event.key)
            elif isinstance(event, events.MouseEvent):
                self.pressed.append(f"{type(event).__name__} {event.screen_x:.0f} {event.screen_y:.0f}")
            else:
                self.pressed.append(type(event).__name__)


@pytest.mark.parametrize(
    ("reads", "pressed"),
    [
        (["\x1b[", "A"], ["up"]),
        (["\x1b[1;", "5", "C"], ["ctrl+right"]),
        (["\x1b[[", "A"], ["f1"]),
        (["\x1b[<0;", "10;", "5M"], ["MouseDown 9 4"]),
        (["\x1b[<0;10;5M\x1b[<0;10", ";5m"], ["MouseDown 9 4", "MouseUp 9 4"]),
        (["j\x1b[", "Ak"], ["j", "up", "k"]),
        (["\x1b[20", "0~Drop\x1b[201~"], ["Paste"]),
        # The escape has been told: what is left of the sequence is no command, and no click on what lies beneath.
        (["\x1b", "[A"], ["escape"]),
        (["\x1b", "[", "A"], ["escape"]),
        (["\x1b", "OA"], ["escape"]),
        (["\x1b", "[<0;10;5M"], ["escape"]),
        (["\x1b", "[<0;10;5M\x1b[<0;10;5m"], ["escape", "MouseUp 9 4"]),
        (["\x1b", "[<0;", "10;5M"], ["escape"]),
        (["\x1b", "[I"], ["escape", "AppFocus"]),
        (["\x1b", "[200~Drop\x1b[201~"], ["escape", "Paste"]),
        # What is no rest of one is what it is.
        (["\x1b", "A"], ["escape", "A"]),
        (["\x1b", "O"], ["escape", "O"]),
        (["\x1b", "nA"], ["escape", "n", "A"]),
        (["\x1b[<0;", "j"], ["j"]),
        (["\x1b", "\x1b", "[A"], ["escape", "escape"]),
    ],
)
def test_a_sequence_that_comes_late_presses_no_letters(reads, pressed):
    line = Line()
    for read in reads:
        line.read(read)
        line.wait(0.2)
    assert line.pressed == pressed


def test_escape_is_told_as_quickly_as_ever_and_once():
    line = Line()
    line.read("\x1b")
    line.wait(ESCAPE_DELAY - 0.01)
    assert line.pressed == []
    line.wait(0.01)
    assert line.pressed == ["escape"]
    line.wait(LATE)
    assert line.pressed == ["escape"]


def test_a_bracket_behind_an_escape_is_kept_until_nothing_more_can_come():
    line = Line()
    line.read("\x1b")
    line.wait(0.2)
    line.read("[")
    line.wait(LATE)
    line.read("A")
    assert line.pressed == ["escape", "left_square_bracket", "A"]


@pytest.mark.parametrize(
    ("reads", "pressed"),
    [
        (["\x1bb"], ["alt+b"]),
        (["\x1b", "b"], ["escape", "b"]),
        (["j\x1b", "fk"], ["j", "escape", "f", "k"]),
        (["\x1b", "[A"], ["up"]),
        (["\x1b", "\x7f"], ["ctrl+w"]),
    ],
)
def test_an_escape_and_a_letter_at_once_are_two_keys_where_they_come_in_two_reads(reads, pressed):
    line = Line()
    for read in reads:
        line.read(read)
    line.wait(LATE)
    assert line.pressed == pressed


@pytest.mark.parametrize(("begun", "pressed"), [("\x1b[<0;", []), ("\x1bO", ["alt+shift+o"])])
def test_a_beginning_whose_rest_never_comes_presses_nothing_but_a_key_that_is_one(begun, pressed):
    line = Line()
    line.read(begun)
    line.wait(LATE)
    line.read("k")
    assert line.pressed == [*pressed, "k"]
