"""Markup, and columns that are aligned by blanks, in place of which something as long stands."""

import pytest

from tui.recognise.markup import replace_markup


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("<b>Ana</b> Reid", " Ana  Reid"),
        ("Fern &amp; Fable", "Fern & Fable"),
        ("<td>Ana Reid</td><td>Kea</td>", " Ana Reid| Kea|"),
        ("Lifts     Kea Freight      Ana Reid", "Lifts | Kea Freight | Ana Reid"),
        ('<img src="a.png" alt="Kea &amp; Tui">', "Kea & Tui"),
        ("0491   570   006", "0491 570 006"),
        ("Ana  Reid", "Ana Reid"),
        ("Company: Kea Freight, Pty Ltd\nPhone: 1", "Company: Kea Freight Pty Ltd Phone: 1"),
        ("Tui, Inc., Kea, Ltd.\nand Moa, Limited", "Tui Inc., Kea Ltd. and Moa Limited"),
        ("At Kea, Limited stock left", "At Kea, Limited stock left"),
    ],
    ids=[
        "inline",
        "entity",
        "cells",
        "picture",
        "columns",
        "number",
        "two blanks",
        "form",
        "forms",
        "no form",
    ],
)
def test_what_is_marked_up_means_something_as_long(text: str, meaning: str) -> None:
    replaced = replace_markup(text)
    assert " ".join(replaced.split()) == " ".join(meaning.split())
    assert len(replaced) == len(text)


def test_paragraphs_are_lines_below_each_other() -> None:
    replaced = replace_markup("<p>Ana Reid</p>\n<p>Kea Freight</p>")
    assert [line.strip() for line in replaced.strip().split("\n")] == ["Ana Reid", "Kea Freight"]
    assert len(replaced) == len("<p>Ana Reid</p>\n<p>Kea Freight</p>")
