"""Tables of a text: aligned by cells, wrapped where they are wider than the room, and lists of fields in little room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from tui.app.drawing.text_table import Side, TextTable
from tui.app.markdown import prose

PEOPLE = """
| Who | Role | Mail | Note |
|---|:-:|---|--:|
| Ana Reid | CTO | [ana](https://tui.example/a) | 12 |
| 王伟 | Head of Procurement 🎉 | wei.wang@kowhaipoint.example | 4,000 |
| Zoë | | x | 👩‍👩‍👧 |
"""


def drawn(text: str, width: int) -> list[str]:
    return prose(text).at(width).plain.split("\n")


def test_columns_are_aligned_by_cells() -> None:
    assert drawn(PEOPLE, 76) == [
        "Who      │          Role          │ Mail                         │  Note",
        "─────────┼────────────────────────┼──────────────────────────────┼──────",
        "Ana Reid │          CTO           │ ana ‹tui.example›            │    12",
        "王伟     │ Head of Procurement 🎉 │ wei.wang@kowhaipoint.example │ 4,000",
        "Zoë      │                        │ x                            │    👩‍👩‍👧",
    ]


def test_a_wide_table_has_its_cells_wrapped_and_its_rows_told_apart() -> None:
    assert drawn(PEOPLE, 60)[3:8] == [
        "─────────┼─────────────────────┼─────────────────────┼──────",
        "王伟     │ Head of Procurement │ wei.wang@           │ 4,000",
        "         │         🎉          │ kowhaipoint.example │",
        "─────────┼─────────────────────┼─────────────────────┼──────",
        "Zoë      │                     │ x                   │    👩‍👩‍👧",
    ]


def test_in_little_room_a_row_is_a_list_of_its_fields() -> None:
    assert drawn(PEOPLE, 34) == [
        "Who: Ana Reid", "Role: CTO", "Mail: ana ‹tui.example›", "Note: 12", "",
        "Who: 王伟", "Role: Head of Procurement 🎉", "Mail: wei.wang@kowhaipoint.example", "Note: 4,000", "",
        "Who: Zoë", "Mail: x", "Note: 👩‍👩‍👧",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [76, 60, 34])
def test_a_link_in_a_table_is_opened(width: int) -> None:
    shown = prose(PEOPLE).at(width)
    linked = {
        shown.plain[span.start : span.end]: span.style.meta["@click"]
        for span in shown.spans
        if not isinstance(span.style, str) and "@click" in span.style.meta
    }
    assert linked == {"ana": ("screen.open_link", ("https://tui.example/a",))}


def test_a_table_stands_inside_a_quote_or_an_item() -> None:
    assert drawn("> | a | b |\n> |---|---|\n> | cc | d |", 30) == ["▎ a  │ b", "▎ ───┼──", "▎ cc │ d"]
    assert drawn("- x\n\n  |a|b|\n  |-|-|\n\n  after", 30) == ["• x", "  a │ b", "  after"]


def test_a_table_without_rows_or_names_is_drawn() -> None:
    assert drawn("|a very long name|b|\n|-|-|", 8) == ["a very", "long", "name", "b"]
    assert drawn("| | |\n|-|-|\n|a very long text|b|", 8) == ["a very", "long", "text", "b"]


@given(
    st.lists(st.lists(st.text("ab 王🎉.@/_", max_size=30), min_size=3, max_size=3), min_size=1, max_size=4),
    st.lists(st.sampled_from(["left", "center", "right"]), min_size=3, max_size=3),
    st.integers(8, 60),
)
def test_no_line_is_wider_than_the_room(rows: list[list[str]], sides: list[Side], width: int) -> None:
    lines = list(TextTable([[Content(cell) for cell in row] for row in rows], sides).at(width))
    assert max((line.cell_length for line in lines), default=0) <= width
    shown = "".join(line.plain for line in lines)
    for sign in "ab王🎉":
        assert shown.count(sign) >= sum(cell.count(sign) for row in rows[1:] for cell in row)
