"""Names listed together: each is told what share of the others looks like people."""

import pytest

from tests.recognise.pages import page

LIST = "x\n\n- Sarah Reid\n- James Parata\n- Kea Freight"


def shares(card: str) -> dict[str, float | None]:
    """Return the share of every possible name of a card; None for a name of no list."""
    return {one.text: one.fellows for one in page(card).names}


def test_names_of_a_list_are_told_the_share_of_people_among_the_others() -> None:
    assert shares(LIST) == {"Sarah Reid": 0.5, "James Parata": 0.5, "Kea Freight": 1.0}


def test_names_of_an_enumeration_are_a_list() -> None:
    found = shares("Meet Sarah Reid, James Parata, David Chow and Emma Chow")
    assert found["Sarah Reid"] == found["James Parata"] == found["David Chow"] == 1.0


def test_two_names_are_no_list() -> None:
    two = shares("x\n\n- Sarah Reid\n- James Parata")
    assert two == {"Sarah Reid": None, "James Parata": None}


def test_names_in_the_middle_of_sentences_are_no_list() -> None:
    found = shares("x\n\nask Sarah Reid today\nask James Parata today\nask David Chow today")
    assert set(found.values()) == {None}


def test_columns_of_a_table_are_lists_of_their_own() -> None:
    rows = ["| Sarah Reid | Kea Freight |", "| James Parata | Tui Plumbing |", "| David Chow | Weka Sheds |"]
    found = shares("\n".join(["x\n\n| a | b |", "|---|---|", *rows]))
    assert [found[name] for name in ("Sarah Reid", "James Parata", "David Chow")] == [1.0] * 3
    assert found["Kea Freight"] == found["Tui Plumbing"] == found["Weka Sheds"] == 0.0


@pytest.mark.parametrize("word", ["Sarah", "Zyxa Vexly"])
def test_a_single_or_unknown_name_does_not_count_as_a_person(word: str) -> None:
    found = shares(f"x\n\n- {word}\n- James Parata\n- Kea Freight")
    assert found["Kea Freight"] == 0.5
