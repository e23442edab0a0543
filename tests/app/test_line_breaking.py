"""Long addresses break behind their marks."""

import pytest
from textual.content import Content

from tui.app.line_breaking import break_addresses
from tui.app.markdown import hanging


def parts(text, width):
    return [part.plain for part in break_addresses(Content(text), width)]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("short@firm.example", 20, ["short@firm.example"]),
        ("priya.menon@ironbarkengineering.example", 30, ["priya.menon@", "ironbarkengineering.example"]),
        (
            "https://www.linkedin.com/in/ana-reid-xabcf6",
            32,
            ["https://www.linkedin.com/in/ana-", "reid-xabcf6"],
        ),
        (
            "at priya.menon@ironbarkengineering.example now",
            30,
            ["at", "priya.menon@", "ironbarkengineering.example now"],
        ),
        ("two words that are short", 10, ["two words that are short"]),
        ("x" * 40, 10, ["x" * 40]),
        ("a@" + "y" * 40, 10, ["a@", "y" * 40]),
        ("日本語@日本語.example", 12, ["日本語@", "日本語.", "example"]),
        ("...@@@...", 4, ["...@@@..."]),
        ("", 4, [""]),
    ],
)
def test_an_address_that_is_longer_than_a_line_breaks_behind_its_marks(text, width, expected):
    assert parts(text, width) == expected


def test_a_row_keeps_its_styles_and_its_indent():
    value = Content.styled("priya.menon@ironbarkengineering.example", "bold")
    drawn = hanging(Content("  e-mail  "), value).at(40)
    assert drawn.plain.split("\n") == ["  e-mail  priya.menon@", "          ironbarkengineering.example"]
    assert sum(span.end - span.start for span in drawn.spans) == len(value)
