"""Whose somebody is by the firm that was named last before them."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.names import weigh
from tui.recognise.pairs import discourse
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of


def pair(text: str, names: str = "Ana Reid | Kea Freight Ltd") -> Pair:
    read = page(text)
    weigh(read)
    person, firm = (mention(read, name) for name in names.split(" | "))
    return pair_of(person, firm)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Kea Freight Ltd pays. Ring Ana Reid", True),
        ("Kea Freight Ltd\n\nRing Ana Reid", True),
        ("Kea Freight Ltd pays. Kea Freight is late. Ring Ana Reid", True),
        ("Kea Freight Ltd pays Tui Plumbing Ltd. Ring Ana Reid", False),
        ("Kea Freight Ltd pays, ex Tui Plumbing Ltd. Ring Ana Reid", True),
        ("Ring Ana Reid. Kea Freight Ltd pays", False),
    ],
)
def test_a_firm_is_the_last_that_is_named_before_a_person(text: str, last: bool) -> None:
    assert discourse.is_named_last(pair(text)) is last


def test_theirs_is_who_is_of_the_firm_named_last() -> None:
    text = "Kea Freight Ltd pays Tui Plumbing Ltd. Ask their lawyer Ana Reid"
    own, other = pair(text, "Ana Reid | Tui Plumbing Ltd"), pair(text)
    assert [discourse.is_theirs(one) for one in (own, other)] == [True, False]
    assert [discourse.is_of_others(one) for one in (own, other)] == [False, True]


@pytest.mark.parametrize("text", ["Our contact there is Ana Reid", "Ana Reid is the CFO there"])
def test_who_is_there_is_at_the_firm_named_last(text: str) -> None:
    assert discourse.is_there(pair(f"Kea Freight Ltd pays. {text}"))
    assert not discourse.is_there(pair(f"Kea Freight Ltd pays. {text.replace('there', 'here')}"))


def test_who_stands_in_brackets_behind_a_firm_is_of_it() -> None:
    assert discourse.has_other_in_brackets(pair("Ana Reid, Kea Freight Ltd (ask Hemi Parata)"))
    assert not discourse.has_other_in_brackets(pair("Kea Freight Ltd (Ana Reid)"))
    assert not discourse.has_other_in_brackets(pair("Ana Reid, Kea Freight Ltd (soon) Hemi Parata"))
    assert discourse.is_in_brackets_of_other(pair("Kea Freight Ltd pays Tui Plumbing Ltd (Ana Reid)"))
    assert not discourse.is_in_brackets_of_other(pair("Tui Plumbing Ltd pays Kea Freight Ltd (Ana Reid)"))
