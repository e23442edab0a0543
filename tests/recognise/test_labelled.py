"""The recogniser against cards written and labelled by hand, kind by kind."""

from collections import Counter

import pytest

from tests.recognise.labelled import (
    CARDS,
    Card,
    Compared,
    compared,
    measured,
    named,
    parts,
    read,
    table,
    tally,
)
from tests.thinned import exhaustive
from tui.recognise.subject import names_anybody

PRECISION, RECALL = 0.97, 0.93
"""Least figures of identifiers."""

NAMES = {"name": (0.98, 0.96), "pair": (0.96, 0.95), "company": (0.95, 0.97)}
"""Least precision and recall of names, by kind."""

SILENT = 0.98
"""Least share of cards about nobody, written to tempt, that name nobody."""


@pytest.fixture(
    name="cards", scope="module", params=[CARDS[::2], *exhaustive([CARDS[1::2]])], ids=["even", "odd"]
)
def _cards(request: pytest.FixtureRequest) -> list[Card]:
    """Half of the cards."""
    half: list[Card] = request.param
    return half


@pytest.fixture(scope="module")
def found(cards: list[Card]) -> dict[str, list[Card]]:
    """What is read of each card, once for all tests."""
    return {card["id"]: read(card) for card in cards}


@pytest.fixture(name="results", scope="module")
def _results(cards: list[Card], found: dict[str, list[Card]]) -> dict[str, Compared]:
    return {card["id"]: compared(card, found[card["id"]]) for card in cards}


def test_each_kind_is_read_precisely_and_nearly_whole(results: dict[str, Compared]) -> None:
    weak = {
        kind: figures
        for kind, figures in tally(results.values()).items()
        for precision, recall in [NAMES.get(kind, (PRECISION, RECALL))]
        if kind not in {"type", "owner"} and (figures[0] < precision or figures[1] < recall)
    }
    assert not weak, "\n" + table(results)


def test_the_cards_are_many_and_say_something_of_every_kind() -> None:
    assert len(CARDS) >= 2_000
    assert (
        len({card["title"] + card["desc"] for card in CARDS})
        == len({card["id"] for card in CARDS})
        == len(CARDS)
    )
    assert sum(not card["subjects"] for card in CARDS) >= 700, "what tempts and is nobody counts as much"
    numbers = Counter(kind for card in CARDS for kind, _ in named(card))
    assert min(numbers.values()) >= 5, numbers


def test_most_cards_about_nobody_name_nobody(cards: list[Card], results: dict[str, Compared]) -> None:
    read = [results[card["id"]][1] for card in cards if not card["subjects"]]
    assert sum(not got for got in read) >= SILENT * len(read)


def test_whether_a_card_names_anybody_is_what_reading_it_says(
    cards: list[Card], found: dict[str, list[Card]]
) -> None:
    assert [card["id"] for card in cards if names_anybody(**parts(card)) != bool(found[card["id"]])] == []


def test_a_card_that_is_read_right_counts_as_right() -> None:
    ana = {"type": "person", "name": "Ana Reid", "company": None, "identifiers": {}}
    card = {"id": "x", "title": "Ring Ana Reid", "desc": "", "subjects": [ana]}
    assert measured([card])["name"] == (1.0, 1.0, 1)
    assert measured([{**card, "subjects": []}])["name"] == (0.0, 0.0, 0)


def test_either_name_of_a_firm_with_two_counts_as_right() -> None:
    ana = {"type": "person", "name": "Ana Reid", "company": "Kea Freight", "identifiers": {}}
    card = {"id": "x", "title": "Ana Reid at Tui Plumbing", "desc": "", "subjects": [ana]}
    assert measured([card])["pair"][0] == 0.0
    assert measured([{**card, "same": {"Tui Plumbing": "Kea Freight"}}])["pair"] == (1.0, 1.0, 1)
