"""Pasted text comes as one thing, whatever stands in it and however it is cut."""

import os
import selectors
from collections.abc import Iterable
from contextlib import closing

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers import linux_driver
from textual.message import Message

from tui.app.terminal.cut import LATE
from tui.app.terminal.paste import LONGEST_PASTE, KeySelector, PasteParser, install_paste_parser


def told(*reads: str) -> list[tuple[str, str]]:
    parser = PasteParser()
    found = [event for read in reads for event in parser.feed(read)]
    return [
        ("paste", event.text) if isinstance(event, events.Paste) else ("key", event.key)
        for event in found
        if isinstance(event, events.Paste | events.Key)
    ]


@pytest.mark.parametrize("cut", range(1, 22))
def test_a_paste_may_be_cut_anywhere(cut):
    typed = "a\x1b[200~one\rtwo\x1b[201~q"
    assert told(typed[:cut], typed[cut:]) == [("key", "a"), ("paste", "one\rtwo"), ("key", "q")]


def test_pasted_escapes_press_no_keys():
    # An end mark within the text ends it: that much a terminal has to see to.
    assert told("\x1b[200~a\x1b[31mD\x1bd\x00\x7f\tb\x1b[201~") == [("paste", "a[31mDd\tb")]


def test_two_pastes_are_two():
    assert told("\x1b[200~a\x1b[201~\x1b[200~b\x1b[201~") == [("paste", "a"), ("paste", "b")]


def test_what_is_too_long_is_not_kept():
    ((kind, text),) = told("\x1b[200~", *["x" * 4096] * 100, "\x1b[201~")
    assert kind == "paste"
    assert len(text) == LONGEST_PASTE + 1


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1bnring the harbour about the lease of the shed\r", ["escape", "n", "r", "i", "n", "g"]),
        ("\x1bj\x1b[A", ["escape", "j", "up"]),
        ("\x1b\x1bj\x1b[A", ["escape", "escape", "j", "up"]),
        ("a^b", ["a", "circumflex_accent", "b"]),
    ],
)
def test_an_escape_that_comes_with_other_keys_in_one_read_is_an_escape(typed, keys):
    """The toolkit would type a ^ and what follows into the box that was to be closed: two titles in one."""
    assert [key for _, key in told(typed)][: len(keys)] == keys


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


@pytest.mark.parametrize(("begun", "pressed"), [("\x1b[<0;", []), ("\x1bO", ["alt+shift+o"])])
def test_a_beginning_whose_rest_never_comes_presses_nothing_but_a_key_that_is_one(begun, pressed):
    line = Line()
    line.read(begun)
    line.wait(LATE)
    line.read("k")
    assert line.pressed == [*pressed, "k"]


def test_after_input_the_wait_is_only_as_long_as_an_escape_may_go_on(monkeypatch):
    waited = []

    def select(_, timeout):
        waited.append(timeout)
        return ready.pop(0)

    monkeypatch.setattr(selectors.SelectSelector, "select", select)
    ready = [[], ["a key"], [], []]
    with closing(KeySelector()) as selector:
        assert [bool(selector.select(0.1)) for _ in range(4)] == [False, True, False, False]
    assert waited == [0.1, 0.1, ESCAPE_DELAY, 0.1]


def test_what_is_there_to_read_is_told():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb"), closing(KeySelector()) as selector:
        selector.register(reading, selectors.EVENT_READ)
        os.write(writing, b"\x1b")
        assert [key.fd for key, _ in selector.select(0)] == [reading]
        os.close(writing)


def test_the_driver_takes_both(monkeypatch):
    monkeypatch.setattr(linux_driver, "XTermParser", XTermParser)
    monkeypatch.setattr(linux_driver, "selectors", selectors)
    install_paste_parser()
    used = linux_driver.LinuxDriver.run_input_thread.__code__.co_names
    assert {"selectors", "SelectSelector", "EVENT_READ", "XTermParser"} <= set(used)
    taken = vars(linux_driver)
    assert (taken["XTermParser"], taken["selectors"].SelectSelector) == (PasteParser, KeySelector)
