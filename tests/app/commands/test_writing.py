"""What is said of a verb on many cards, and which of them stay selected."""

from tests.app.fakes import fake_page
from tui.app.commands.writing import report
from tui.model.card import CardFace

CARDS = tuple(CardFace(name.lower(), "l", name, 1.0) for name in ("Ana", "Bo", "Cy", "Di"))
GONE, FULL = "That card is not there any more.", "The list is full."


def reported(cards, *left):
    picked = []
    page = fake_page(pick_failed=picked.append)
    return report(page, cards, left), picked


def test_when_all_is_done_cards_are_counted_and_the_selection_stays():
    assert reported(CARDS) == (("4 cards", ""), [])
    assert reported(CARDS[:1]) == (("“Ana”", ""), [])


def test_what_failed_is_named_by_its_reason_and_stays_selected():
    done, picked = reported(CARDS, ("bo", GONE), ("cy", FULL), ("di", GONE), ("a sibling", GONE))
    assert done.cards == "1 of 4 cards"
    assert done.left == " · not “Bo”, “Di”: that card is not there any more · not “Cy”: the list is full"
    assert picked == [("bo", "cy", "di")]
