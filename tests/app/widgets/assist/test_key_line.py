"""A key stays with its words where a line is divided."""

from tui.app.widgets.assist.key_line import divide


def test_a_key_stands_on_one_line_with_its_words():
    words = "x tick · D due · m who · p make a card"
    assert divide(words, 40) == [words]
    assert divide(words, 24) == ["x tick · D due · m who", "p make a card"]
    assert divide(words, 8) == ["x tick", "D due", "m who", "p make a card"]
    assert divide("", 8) == [""]
