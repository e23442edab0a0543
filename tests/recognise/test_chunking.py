"""Lines in chunks."""

from hypothesis import given
from hypothesis import strategies as st

from tests.recognise.test_runs import shape
from tui.recognise.chunking import chunks


def test_a_line_is_cut_where_its_parts_meet() -> None:
    assert shape("Ring Ms Ana Reid (Head of Operations) at Tūī Ridge & Sons Tuesday") == [
        ("verb", "Ring"),
        ("honorific", "Ms"),
        ("name", "Ana Reid"),
        ("mark", "("),
        ("title", "Head of Operations"),
        ("mark", ")"),
        ("at", "at"),
        ("name", "Tūī Ridge & Sons"),
        ("verb", "Tuesday"),
    ]


@given(st.text())
def test_every_line_is_cut(line: str) -> None:
    assert all(part.words and all(part.words) for part in chunks(line))
