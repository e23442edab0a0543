"""What stands around a name and says what it is not."""

import pytest

from tui.recognise.chunking import chunks
from tui.recognise.context import contact_role, is_greeted, is_label, is_past, is_suburb


@pytest.mark.parametrize(
    ("line", "at", "expected"),
    [
        ("5 Mica St, Carole Park", 3, True),
        ("Mica St, Carole Park", 2, False),
        ("5 Kea Pty Ltd, Carole Park", 3, False),
    ],
)
def test_a_suburb_follows_a_street_with_its_number(line: str, at: int, *, expected: bool) -> None:
    parts = chunks(line)
    assert parts[at].text == "Carole Park"
    assert is_suburb(parts, at) is expected


def test_the_name_a_letter_begins_with_is_greeted() -> None:
    assert is_greeted(chunks("Dear Ms Nakagawa, the lease"), 2)
    assert not is_greeted(chunks("Ring Ms Nakagawa"), 2)


def test_the_word_before_a_colon_is_a_label() -> None:
    assert is_label(chunks("Presenters: Ana Reid"), 0)
    assert not is_label(chunks("Zephyra: Ana Reid"), 0)


def test_years_in_brackets_are_past() -> None:
    assert is_past(chunks("(2016-2021)"))
    assert not is_past(chunks("(acting)"))


def test_contact_is_somebody_to_talk_to() -> None:
    assert contact_role(chunks("contact is")) == "person"
    assert contact_role(chunks("the shed")) == ""
