"""Pasted text comes as one thing, whatever stands in it and however it is cut."""

import os
import selectors
from codecs import getincrementaldecoder
from contextlib import closing

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers import linux_driver

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
        ("\x1b\x10", ["escape", "ctrl+p"]),
        ("\x1b\x10merge", ["escape", "ctrl+p", "m", "e"]),
        ("\x1b\x13", ["escape", "ctrl+s"]),
    ],
)
def test_an_escape_that_comes_with_other_keys_in_one_read_is_an_escape(typed, keys):
    """The toolkit would type a ^ and what follows into the box that was to be closed: two titles in one."""
    assert [key for _, key in told(typed, "")][: len(keys)] == keys


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1bj", ["alt+j"]),
        ("\x1bS", ["alt+shift+s"]),
        ("\x1b3", ["alt+3"]),
        ("\x1b/", ["alt+slash"]),
        ("\x1bf", ["alt+f"]),
        ("\x1b[1;5C", ["ctrl+right"]),
    ],
)
def test_an_escape_with_one_key_is_that_key_with_alt(typed, keys):
    """The toolkit makes a £ of the third, and loses Alt of the fourth: what they are is seen where they go."""
    assert [key for _, key in told(typed, "")] == keys


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


def test_the_driver_takes_all_three(monkeypatch):
    monkeypatch.setattr(linux_driver, "XTermParser", XTermParser)
    monkeypatch.setattr(linux_driver, "selectors", selectors)
    monkeypatch.setattr(linux_driver, "getincrementaldecoder", getincrementaldecoder)
    install_paste_parser()
    used = linux_driver.LinuxDriver.run_input_thread.__code__.co_names
    assert {"selectors", "SelectSelector", "EVENT_READ", "XTermParser", "getincrementaldecoder"} <= set(used)
    taken = vars(linux_driver)
    assert (taken["XTermParser"], taken["selectors"].SelectSelector) == (PasteParser, KeySelector)
    decoder = taken["getincrementaldecoder"]("utf-8")()
    assert [decoder.decode(piece) for piece in (b"Kia ora \xc4", b"\x81 J\xe9r\xf4", b"me\x9b\x81")] == [
        "Kia ora ",
        "\u0101 Jér",
        "ôme\u203a\ufffd",
    ]
