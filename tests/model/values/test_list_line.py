"""Lines of a written list: without the marks of a text editor, and done if their box is ticked."""

import pytest

from tui.model.values.list_line import ListLine, read_box, read_list


@pytest.mark.parametrize(
    ("line", "text", "done"),
    [
        ("- [ ] milk", "milk", False),
        ("- [x] eggs", "eggs", True),
        ("  * [X] two words", "two words", True),
        ("[] bread", "bread", False),
        ("☑ flour", "flour", True),
        ("☐ salt", "salt", False),
        ("* item", "item", False),
        ("• item", "item", False),
        ("1. item", "item", False),
        ("1) [x] item", "item", True),
        ("plain", "plain", False),
        ("-5 degrees", "-5 degrees", False),
        ("[x]", "[x]", False),
        ("- ", "-", False),
        ("[link](https://a.example)", "[link](https://a.example)", False),
        ("24. December", "24. December", False),
    ],
)
def test_a_line_loses_its_marks_and_keeps_its_words(line, text, done):
    assert read_list([line]) == [ListLine(text, done)]


@pytest.mark.parametrize(
    ("lines", "texts"),
    [
        (["1. a", "2. b", "3. c"], ["a", "b", "c"]),
        (["Buy", "1. a", "2. b"], ["Buy", "a", "b"]),
        (["4) a", "5) b"], ["a", "b"]),
        (["1. a", "1. b"], ["a", "b"]),
        (["3. December", "24. December"], ["3. December", "24. December"]),
    ],
)
def test_numbers_are_marks_only_if_they_count_up(lines, texts):
    assert [one.text for one in read_list(lines)] == texts


def test_a_line_alone_loses_a_box_and_no_other_mark():
    assert read_box("- [x] eggs") == ListLine("eggs", done=True)
    for line in ("- eggs", "1. eggs", "1. [x] eggs", "eggs", ""):
        assert read_box(line) == ListLine(line)
