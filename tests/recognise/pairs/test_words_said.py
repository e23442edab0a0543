"""The words that are said of a pair: where each stands, and which way."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs.pair import pair
from tui.recognise.pairs.pair_features import seen


def said(card: str, names: str) -> set[str]:
    read = page(card)
    person, firm = (mention(read, name) for name in names.split(" | "))
    return {*seen(pair(person, firm))}


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("ask Ana Reid who runs Kea Freight soon", {"ask <p+", "who p>+", "runs p>>+", "runs <f+", "who <<f+", "soon f>+", "runs pf+"}),
        ("see Kea Freight, says Ana Reid", {"see <f-", ", f>-", "says <p-", "says pf-"}),
        ("Buyer: Ana Reid\nCompany: Kea Freight", {"buyer p:", "company f:"}),
        ("Sheds for Kea Freight\n\nAna Reid rang", {"sheds #f", "rang p>-"}),
    ],
)  # fmt: skip
def test_a_word_is_named_with_its_place(card: str, words: set[str]) -> None:
    assert words <= said(card, "Ana Reid | Kea Freight")


def test_words_between_count_once_and_not_across_texts() -> None:
    found = said("Sheds for Kea Freight\n\nAna Reid rang", "Ana Reid | Kea Freight")
    assert not any(name.partition(" ")[2][:2] == "pf" for name in found)
