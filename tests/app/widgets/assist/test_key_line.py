"""A key stays with its words where a line is divided."""

import pytest
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from tui.app.widgets.assist.key_line import KeyLine, divide


def test_a_key_stands_on_one_line_with_its_words():
    words = "x tick · D due · m who · p make a card"
    assert divide(words, 40) == [words]
    assert divide(words, 24) == ["x tick · D due · m who", "p make a card"]
    assert divide(words, 8) == ["x tick", "D due", "m who", "p make a card"]
    assert divide("", 8) == [""]


@pytest.mark.parametrize(("width", "lines"), [(0, 4), (1, 4), (40, 1)])
def test_lines_are_counted_where_a_tiny_terminal_leaves_no_width(width, lines):
    line = KeyLine("x tick · D due · m who · p make a card")
    assert line.get_content_height(Size(width, 9), Size(width, 9), width) >= lines


def test_the_same_keys_are_not_laid_out_again(monkeypatch):
    asked = list[bool]()
    monkeypatch.setattr(Static, "update", lambda *_, layout: asked.append(layout))
    line = KeyLine("x tick · D due")
    line.update(Content("x tick · D due"))
    assert not asked
    line.update(Content("x tick"))
    assert asked == [True]
