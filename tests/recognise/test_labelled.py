"""The recogniser against cards written and labelled by hand, kind by kind."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tui.recognise.subject import names_anybody, recognise

CARDS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("cards.jsonl").read_text("utf-8").splitlines()
]
"""A card a line: its texts, the ``subjects`` it names, and ``neutral`` names that may be reported or not.

Where ``unions`` is set, the card was labelled by somebody who never saw the code: names, firms and identifiers count,
not which subject an identifier hangs on. Some of those are cards the recogniser is known to miss.
"""

PRECISION, RECALL = 0.97, 0.93

Fact = tuple[str, str]
"""A kind and a value: what is counted."""


def facts(subjects: list[dict[str, Any]]) -> Iterator[Fact]:
    """Everything subjects say: identifiers, names, firms, and whose each identifier is."""
    for subject in subjects:
        for kind, values in subject["identifiers"].items():
            for value in [values] if isinstance(values, str) else values:
                yield kind, value
                yield "type", f"{subject['type']} {value}"
                if subject["name"]:
                    yield "owner", f"{subject['name']}: {value}"
        if subject["type"] == "person":
            yield from (
                (kind, subject[field])
                for kind, field in (("name", "name"), ("company", "company"))
                if subject[field]
            )
            if subject["name"] and subject["company"]:
                yield "pair", f"{subject['name']} | {subject['company']}"
        elif subject["name"]:
            yield "company", subject["name"]


def read(card: dict[str, Any]) -> list[dict[str, Any]]:
    found = recognise(
        card["title"],
        card["desc"],
        checklists=card.get("checklists", ()),
        comments=card.get("comments", ()),
        attachments=card.get("attachments", ()),
    )
    return [
        {
            "type": one.type,
            "name": one.name,
            "company": one.company,
            "identifiers": {
                kind: one.values(kind) for kind in dict.fromkeys(i.kind for i in one.identifiers)
            },
        }
        for one in found
    ]


def compared(card: dict[str, Any]) -> tuple[set[Fact], set[Fact]]:
    """What the card names, and what was read; neither with the neutral facts."""
    neutral, spread = card.get("neutral", []), not card.get("unions")

    def counted(subjects: list[dict[str, Any]]) -> set[Fact]:
        return {
            fact
            for fact in facts(subjects)
            if (spread or fact[0] not in {"type", "owner"})
            and not any(one in re.split(r" \| |: |^(?:person|company) ", fact[1]) for one in neutral)
        }

    return counted(card["subjects"]), counted(read(card))


def measured(cards: list[dict[str, Any]]) -> dict[str, tuple[float, float, int]]:
    """Precision, recall and number of facts, by kind."""
    right, said, wanted = Counter[str](), Counter[str](), Counter[str]()
    for card in cards:
        expected, got = compared(card)
        right.update(kind for kind, _ in expected & got)
        said.update(kind for kind, _ in got)
        wanted.update(kind for kind, _ in expected)
    return {
        kind: (right[kind] / max(said[kind], 1), right[kind] / max(wanted[kind], 1), wanted[kind])
        for kind in sorted(said | wanted)
    }


def table(cards: list[dict[str, Any]]) -> str:
    rows = [f"{kind:13} {p:9.3f} {r:6.3f} {n:5}" for kind, (p, r, n) in measured(cards).items()]
    misses = []
    for card in cards:
        expected, got = compared(card)
        misses += [f"{card['id']} missed {' '.join(fact)}" for fact in sorted(expected - got)]
        misses += [f"{card['id']} wrong  {' '.join(fact)}" for fact in sorted(got - expected)]
    return "\n".join([f"{'kind':13} precision recall facts", *rows, "", *misses])


def test_each_kind_is_read_precisely_and_nearly_whole() -> None:
    weak = {
        kind: figures
        for kind, figures in measured(CARDS).items()
        if figures[0] < PRECISION or figures[1] < RECALL
    }
    assert not weak, "\n" + table(CARDS)


def test_the_cards_are_many_and_say_something_of_every_kind() -> None:
    assert len(CARDS) >= 980
    assert len({card["title"] + card["desc"] for card in CARDS}) == len(CARDS)
    assert sum(not card["subjects"] for card in CARDS) >= 80, "what tempts and is nobody counts as much"
    numbers = {kind: number for kind, (_, _, number) in measured(CARDS).items()}
    assert min(numbers.values()) >= 5, numbers


@pytest.mark.parametrize(
    "card", [card for card in CARDS if not card["subjects"]], ids=lambda card: card["id"]
)
def test_a_card_about_nobody_gives_nobody(card: dict[str, Any]) -> None:
    assert read(card) == []


def test_whether_a_card_names_anybody_is_what_reading_it_says() -> None:
    wrong = [
        card["id"]
        for card in CARDS
        if names_anybody(card["title"], card["desc"]) != bool(recognise(card["title"], card["desc"]))
    ]
    assert wrong == []
