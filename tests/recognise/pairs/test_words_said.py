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


@pytest.mark.parametrize(
    ("name", "card", "counter"),
    [
        ("~rang p>+", "Ana Reid phoned, Kea Freight pays", "Ana Reid sleeps, Kea Freight pays"),
        ("~tradie <p-", "Kea Freight sent tiler Ana Reid", "Kea Freight sent lucky Ana Reid"),
        ("~complains <..p-", "Kea Freight is furious with this odd Ana Reid", "Kea Freight is happy with this odd Ana Reid"),
        ("~paper p..>+", "Ana Reid has no new invoice from Kea Freight", "Ana Reid has no new shed from Kea Freight"),
        ("~via <f+", "Ana Reid through Kea Freight", "Ana Reid beside Kea Freight"),
        ("~wants f>-", "Kea Freight needs Ana Reid", "Kea Freight thanks Ana Reid"),
        ("~seller <..f+", "Ana Reid is the supplier of all that Kea Freight has", "Ana Reid is the sister of all that Kea Freight has"),
        ("~case f..>-", "Kea Freight has a new dispute with Ana Reid", "Kea Freight has a new shed with Ana Reid"),
        ("~customer p:", "Tenant: Ana Reid\nCompany: Kea Freight", "Buddy: Ana Reid\nCompany: Kea Freight"),
        ("~seller f:", "Contact: Ana Reid\nSupplier: Kea Freight", "Contact: Ana Reid\nCompany: Kea Freight"),
        ("~runs pf+", "Ana Reid still owns Kea Freight", "Ana Reid still likes Kea Freight"),
        ("~sale #f", "Kea Freight renewal\n\nAna Reid", "Kea Freight sheds\n\nAna Reid"),
        ("~rang p ~wants f-", "Kea Freight needs it, phoned Ana Reid", "Kea Freight needs it, thanks Ana Reid"),
        ("~tradie p ~sale #", "Kea Freight renewal\n\nplumber Ana Reid", "Kea Freight renewal\n\nlucky Ana Reid"),
    ],
)  # fmt: skip
def test_the_sense_of_a_word_is_named_with_its_place(name: str, card: str, counter: str) -> None:
    assert name in said(card, "Ana Reid | Kea Freight")
    assert name not in said(counter, "Ana Reid | Kea Freight")
