"""What the words between and around a person and a firm say."""

from collections.abc import Callable

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs import between
from tui.recognise.pairs.pair import Pair, pair


@pytest.mark.parametrize(
    ("said", "card", "names"),
    [
        (between.is_employed, "Ana Reid still runs sheds, Kea", "Ana Reid | Kea"),
        (between.is_dealt, "Ana Reid sued, says Kea", "Ana Reid | Kea"),
        (between.is_of_work, "Kea Freight\n\nLead plumber: Ana Reid", "Ana Reid | Kea Freight"),
        (between.is_signed_by_team, "x\n\nRing Ana Reid\nEveryone at Kea Freight", "Ana Reid | Kea Freight"),
        (between.is_under_another, "Ana Reid replaces Hemi Parata at Kea", "Ana Reid | Kea"),
        (between.is_end_of_title, "Audit of (Kea Freight)\n\nsee Ana Reid", "Ana Reid | Kea Freight"),
    ],
)
def test_words_say_what_they_mean_between_a_person_and_a_firm(
    said: Callable[[Pair], bool], card: str, names: str
) -> None:
    lines = page(card)
    person, firm = (mention(lines, name) for name in names.split(" | "))
    assert said(pair(person, firm))
    assert not said(pair(*(mention(page("Ana Reid at Kea"), name) for name in ("Ana Reid", "Kea"))))


@pytest.mark.parametrize(
    ("signs", "counted"),
    [
        ("", ["people between: 0", "firms between: 0", "other names between: 0", "lines between: 0"]),
        ("xPnPx", ["chunks between over 2", "chunks between over 4", "people between: 2", "firms between: 0", "other names between: 0", "lines between: 1"]),
        ("FFFFF", ["chunks between over 2", "chunks between over 4", "people between: 0", "firms between: 3", "other names between: 0", "lines between: 0"]),
    ],
)  # fmt: skip
def test_what_stands_between_is_counted(signs: str, counted: list[str]) -> None:
    assert between.counts(signs, forward=True) == [f"{name}, forward" for name in counted]
