"""Cards labelled by hand, and what is counted of them."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

from tui.recognise.subject import recognise

Card = dict[str, Any]

CARDS: list[Card] = [
    json.loads(line) for line in Path(__file__).with_name("cards.jsonl").read_text("utf-8").splitlines()
]
"""A card a line: its texts, the ``subjects`` it names, and ``neutral`` names that may be reported or not.

Rules of the labels, which hold for every card:

- A person belongs to the firm that the card says they work for, own or speak for: in words, by a signature, by a label of
  theirs ("Company", "Employer"), or by an address at the domain of a firm that the card names.
- Two parties of one matter (applicant and respondent, guarantor and lessee, driver and insured) do not belong to each other.
- A nickname in quotes or brackets is no part of a name: Margaret (Meg) Dunstan is Margaret Dunstan.
- A first name and a family name in two columns of a table are one name.
- A firm that a card names by its legal and by its trading name is one: ``same`` gives, for the second name, the first.

Where ``strict`` is set, a neutral firm may be reported, but is nobody's, unless the pair is neutral too: "Ana Reid | Kea".

``genre`` says where a card comes from; the cards of the first collection have none.

Where ``unions`` is set, the card was labelled by somebody who never saw the code: names, firms and identifiers count,
not which subject an identifier hangs on. Some of those are cards the recogniser is known to miss.
"""

Fact = tuple[str, str]
"""A kind and a value: what is counted."""

Compared = tuple[set[Fact], set[Fact]]
"""What a card names, and what was read."""


def facts(subjects: list[Card]) -> Iterator[Fact]:
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


def parts(card: Card) -> dict[str, Any]:
    """The texts of a card, as the recogniser takes them."""
    lists = {name: card.get(name, ()) for name in ("checklists", "comments", "attachments")}
    return {"title": card["title"], "desc": card["desc"], **lists}


def read(card: Card) -> list[Card]:
    """The subjects that are read of a card."""
    found = recognise(**parts(card))
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


def compared(card: Card, found: list[Card] | None = None) -> Compared:
    """What the card names, and what was read, now or before; neither with the neutral facts."""
    return named(card), _counted(card, read(card) if found is None else found)


def named(card: dict[str, Any]) -> set[Fact]:
    """What the card names, without the neutral facts."""
    return _counted(card, card["subjects"])


def _counted(card: dict[str, Any], subjects: list[Card]) -> set[Fact]:
    """The facts of ``subjects`` that count in ``card``."""
    neutral, spread = [*map(unescape, card.get("neutral", []))], not card.get("unions")

    # Cards of a genre state neither pages nor the last part of a profile's address.
    unstated = {"website", "network_slug"} if "genre" in card else set[str]()
    unstated |= set[str]() if spread else {"type", "owner"}

    def is_neutral(said: str) -> bool:
        parts = () if card.get("strict") else re.split(r" \| |: |^(?:person|company) ", said)
        return any(one in {said, *parts} for one in neutral)

    return {
        (fact[0], unescape(fact[1]))
        for fact in facts([_renamed(one, card.get("same", {})) for one in subjects])
        if fact[0] not in unstated and not is_neutral(unescape(fact[1]))
    }


def _renamed(subject: Card, same: dict[str, str]) -> Card:
    """Return a subject with the first name of a firm that has two."""
    return {**subject, "company": same.get(subject["company"], subject["company"])}


def measured(cards: list[Card]) -> dict[str, tuple[float, float, int]]:
    """Precision, recall and number of facts of cards, by kind."""
    return tally(map(compared, cards))


def tally(results: Iterable[Compared]) -> dict[str, tuple[float, float, int]]:
    """Precision, recall and number of facts, by kind."""
    right, said, wanted = Counter[str](), Counter[str](), Counter[str]()
    for expected, got in results:
        right.update(kind for kind, _ in expected & got)
        said.update(kind for kind, _ in got)
        wanted.update(kind for kind, _ in expected)
    return {
        kind: (right[kind] / max(said[kind], 1), right[kind] / max(wanted[kind], 1), wanted[kind])
        for kind in sorted(said | wanted)
    }


def table(results: dict[str, Compared]) -> str:
    """The figures, and every fact that was missed or is wrong, by card."""
    rows = [f"{kind:13} {p:9.3f} {r:6.3f} {n:5}" for kind, (p, r, n) in tally(results.values()).items()]
    misses = []
    for card, (expected, got) in results.items():
        misses += [f"{card} missed {' '.join(fact)}" for fact in sorted(expected - got)]
        misses += [f"{card} wrong  {' '.join(fact)}" for fact in sorted(got - expected)]
    return "\n".join([f"{'kind':13} precision recall facts", *rows, "", *misses])
