"""Pasted text comes as one thing, whatever stands in it and however it is cut."""

import pytest
from textual import events

from tui.app.terminal.paste import LONGEST_PASTE, PasteParser


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
