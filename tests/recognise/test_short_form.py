"""Cards in a short form: how they are read, and what is read of those that no weight was learned from."""

from pathlib import Path

import pytest

from tests.recognise.labelled import tally
from tests.recognise.short_form import TAUGHT, UNSEEN, cards_of, results

LEAST = {"name": (0.985, 0.92), "pair": (0.9, 0.84), "company": (0.94, 0.825)}
"""Least precision and recall on cards never learned from."""

SILENT = 0.96


def test_a_card_is_a_genre_a_title_a_text_and_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    path.write_text("@ a\n# Ring\nx\n> quoted\n\ny\n> Ana Reid | Kea\n+ Tui\n? Weka\n\n@ a\n# Mow\n", "utf-8")
    one, other = cards_of(path)
    assert (one["id"], one["title"], one["desc"], one["neutral"]) == (
        "a 1",
        "Ring",
        "x\n> quoted\n\ny",
        ["Weka"],
    )
    assert [(who["type"], who["name"], who["company"]) for who in one["subjects"]] == [
        ("person", "Ana Reid", "Kea"), ("company", "Tui", None),
    ]  # fmt: skip
    assert (other["id"], other["subjects"]) == ("a 2", [])


def test_no_card_is_both_learned_from_and_judged_by() -> None:
    taught, unseen = ({(card["title"], card["desc"]) for card in cards_of(path)} for path in (TAUGHT, UNSEEN))
    assert len(taught) >= 5_800
    assert len(unseen) >= 640
    assert taught.isdisjoint(unseen)


@pytest.mark.parametrize("path", [TAUGHT, UNSEEN], ids=["taught", "unseen"])
def test_what_a_card_is_said_to_name_stands_in_it(path: Path) -> None:
    absent = [
        f"{card['id']}: {one['name']}"
        for card in cards_of(path)
        for one in card["subjects"]
        if one["name"].split()[-1] not in f"{card['title']}\n{card['desc']}"
    ]
    assert absent == []


def test_names_and_pairs_of_cards_never_learned_from_are_read() -> None:
    found = results()
    figures = tally(found.values())
    weak = {
        kind: figures[kind]
        for kind, least in LEAST.items()
        if figures[kind][0] < least[0] or figures[kind][1] < least[1]
    }
    assert weak == {}
    empty = [got for wanted, got in found.values() if not wanted]
    assert sum(not got for got in empty) >= SILENT * len(empty)
