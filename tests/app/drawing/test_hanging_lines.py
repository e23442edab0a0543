"""Lines that do not fit go on below, right of their blanks, their sign or the name of their field."""

import pytest
from textual.content import Content

from tui.app.drawing.hanging_lines import HangingLines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("  one two three", ["  one two", "  three"]),
        ("● one two three", ["● one two", "  three"]),
        ("↶ one two three", ["↶ one two", "  three"]),
        ("1. one two three", ["1. one", "   two", "   three"]),
        ("Due  one two", ["Due  one", "     two"]),
        ("(one) two three", ["(one) two", "three"]),
        ("one\n  two three four", ["one", "  two three", "  four"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("(one) 2\u00a0d\u00a0ago", ["(one)", "2 d ago"]),
        ("(\ue000) 2\u00a0d\u00a0ago", ["(\ue000)", "2 d ago"]),
        ("", [""]),
    ],
)
def test_the_rest_of_a_line_is_below_its_words(text, lines):
    drawn = HangingLines(Content(text))
    assert drawn.at(11 if "four" in text else 9).plain.split("\n") == lines
    assert drawn.get_height({}, 11 if "four" in text else 9) == len(lines)


def test_what_fits_is_drawn_as_it_is():
    assert HangingLines(Content("one\u00a0two")).at(40).plain == "one two"
    text = Content.assemble(("● one", "bold"), " two")
    drawn = HangingLines(text)
    assert drawn.at(40) is text
    assert drawn.get_optimal_width({}, 40) == 9


def test_styles_stay_with_their_words():
    wrapped = HangingLines(Content.assemble("● one ", ("two three", "bold"))).at(9)
    assert wrapped.plain == "● one two\n  three"
    assert [wrapped.plain[span.start : span.end] for span in wrapped.spans if span.style == "bold"] == [
        "two",
        "three",
    ]
