"""The texts of a card, and what is blanked in them."""

import pytest

from tui.recognise.text import CardText, blanked, line_of, text_of_file


@pytest.mark.parametrize(
    ("spans", "left"),
    [
        ([], "ring Ana now"),
        ([(5, 8)], "ring     now"),
        ([(9, 12), (0, 4)], "     Ana    "),
        ([(0, 6), (4, 8)], "         now"),
        ([(0, 8), (5, 6)], "         now"),
    ],
)
def test_spans_are_blanked_in_any_order_and_once(spans: list[tuple[int, int]], left: str) -> None:
    assert blanked("ring Ana now", spans) == left


def test_texts_are_read_by_field_without_empty_ones() -> None:
    card = CardText("Ana", " ", checklists=["ring"], comments=["said no"])
    assert [(one.field, one.text) for one in card.passages()] == [
        ("title", "Ana"),
        ("checklist", "ring"),
        ("comment", "said no"),
    ]


def test_files_are_read_only_if_their_names_say_something() -> None:
    assert len([*CardText("x").readings(["scan.pdf"])]) == 1
    card, named = CardText("x").readings(["CV - Ana_Reid.pdf"])
    assert (card.attachments, named.attachments) == ((), ("Ana Reid",))


def test_a_line_is_found_by_an_offset_in_it() -> None:
    assert line_of("one\ntwo\nsix", 5) == (4, 7)
    assert line_of("one", 1) == (0, 3)


def test_a_file_with_an_address_keeps_all_but_its_format() -> None:
    assert text_of_file("ana_reid@kea.example.pdf") == "ana_reid@kea.example"
