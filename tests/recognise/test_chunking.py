"""Lines in chunks, and the titles among their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.recognise.chunking import TOKEN, chunks
from tui.recognise.words.titles import titles


def shape(line: str) -> list[tuple[str, str]]:
    return [(part.kind.name.lower(), part.text) for part in chunks(line)]


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


@pytest.mark.parametrize(
    ("line", "run"),
    [("Reid, Ana (Tūī Ridge)", "Ana Reid"), ("Margaret (Meg) Dunstan – Yabby Creek", "Margaret Dunstan"),
     ("Margaret (Meg) Dunstan", "Margaret Dunstan"), ("Ring Margaret (Meg) Dunstan", "Margaret Dunstan"),
     ("Kea Shipping (NZ) Limited", "Kea Shipping (NZ) Limited"), ("Bank of Tūī", "Bank of Tūī"),
     ("sione tuipulotu @ pasifika freight", "sione tuipulotu"), ("Bob's Burgers", "Bob's Burgers"),
     ("Lucky Star P/L abn", "Lucky Star P/L"), ("Tūī Ridge's Ana Reid", "Tūī Ridge")],
)  # fmt: skip
def test_a_run_is_a_whole_name(line: str, run: str) -> None:
    assert run in [text for kind, text in shape(line) if kind == "name"]


def test_two_people_are_two_runs() -> None:
    assert [text for kind, text in shape("Ana Reid & Hemi Parata at Kea") if kind == "name"][:2] == [
        "Ana Reid",
        "Hemi Parata",
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [("General Manager, Supply Chain", ["General Manager, Supply Chain"]), ("the ops manager", ["ops manager"]),
     ("Dean Vlahakis", []), ("Ana Baker", []), ("New lead", []), ("Team Lead", ["Team Lead"]),
     ("Manager, Quality Roofing", ["Manager"]), ("Paediatrician", ["Paediatrician"])],
)  # fmt: skip
def test_titles_are_found_among_words(line: str, found: list[str]) -> None:
    tokens = TOKEN.findall(line)
    assert [" ".join(tokens[start:end]).replace(" ,", ",") for start, end in titles(tokens).items()] == found


@given(st.text())
def test_every_line_is_cut(line: str) -> None:
    assert all(part.words and all(part.words) for part in chunks(line))


@given(st.text())
def test_a_title_has_words(line: str) -> None:
    tokens = TOKEN.findall(line)
    assert all(start < end <= len(tokens) for start, end in titles(tokens).items())
