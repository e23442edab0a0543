"""Titles among the words of a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.recognise.chunking import TOKEN
from tui.recognise.words.titles import is_capital, key, titles


@pytest.mark.parametrize(
    ("line", "found"),
    [("General Manager, Supply Chain", ["General Manager, Supply Chain"]), ("the ops manager", ["ops manager"]),
     ("Dean Vlahakis", []), ("2 PM", []), ("at 2 pm", []), ("PM Ana Reid", ["PM"]), ("Ana Baker", []), ("New lead", []), ("Team Lead", ["Team Lead"]),
     ("Manager, Quality Roofing", ["Manager"]), ("Paediatrician", ["Paediatrician"]), ("(Zyxa PM)", []), ("Zyxa PM rang", ["PM"]), ("(Ridge Physio)", [])],
)  # fmt: skip
def test_titles_are_found_among_words(line: str, found: list[str]) -> None:
    tokens = TOKEN.findall(line)
    assert [" ".join(tokens[start:end]).replace(" ,", ",") for start, end in titles(tokens).items()] == found


@given(st.text())
def test_a_title_has_words(line: str) -> None:
    tokens = TOKEN.findall(line)
    assert all(start < end <= len(tokens) for start, end in titles(tokens).items())


@pytest.mark.parametrize(
    ("word", "capital"),
    [
        ("Ana", True),
        ("ana", False),
        ("al-Amin", True),
        ("ʻOkina", True),
        ("王", True),
        ("7", False),
        ("'twas", False),
    ],
)
def test_a_word_that_begins_like_a_name(word: str, *, capital: bool) -> None:
    assert is_capital(word) is capital


def test_a_word_is_looked_up_without_marks_and_full_stop() -> None:
    assert (key("Mgr."), key("Tūī"), key("CEO")) == ("mgr", "tui", "ceo")
