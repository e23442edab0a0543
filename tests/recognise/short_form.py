"""Labelled cards in a short form: those the weights are learned from, and those they never see.

A card is a genre (``@``), a title (``#``), its text, and what it names: a person with or without a firm (``>``), a firm alone
(``+``), and what may be reported or not (``?``): a name, or a pair. Identifiers are not labelled.

``taught.txt`` is learned from. ``unseen.txt`` is not: it was written and labelled before what it judges, and
``python -m tests.recognise.short_form`` prints what is read of it, or of another file that is named.
"""

import sys
from collections import Counter
from pathlib import Path

from tests.recognise.labelled import Card, Compared, compared, table

TAUGHT, UNSEEN = (Path(__file__).with_name(f"{name}.txt") for name in ("taught", "unseen"))

KINDS = ("name", "pair", "company")
"""What is labelled."""


def cards_of(path: Path) -> list[Card]:
    """Return the cards of a file."""
    number = Counter[str]()
    cards = []
    for block in path.read_text("utf-8").strip().split("\n\n@ "):
        card = _card("@ " + block.removeprefix("@ "))
        number[card["genre"]] += 1
        cards.append({**card, "id": f"{card['genre']} {number[card['genre']]}"})
    return cards


def _card(block: str) -> Card:
    genre, title, *rest = block.split("\n")
    said = len(rest)
    while said and rest[said - 1][:2] in {"> ", "+ ", "? "}:
        said -= 1
    subjects = [_subject(line) for line in rest[said:] if line[0] != "?"]
    neutral = [line[2:] for line in rest[said:] if line[0] == "?"]
    desc = "\n".join(rest[:said]).strip()
    return {
        "genre": genre[2:], "title": title[2:], "desc": desc, "subjects": subjects, "neutral": neutral, "unions": True, "strict": True,
    }  # fmt: skip


def _subject(line: str) -> Card:
    name, _, firm = line[2:].partition(" | ")
    kind = "person" if line[0] == ">" else "company"
    return {"type": kind, "name": name, "company": firm or None, "identifiers": {}}


def results(path: Path = UNSEEN) -> dict[str, Compared]:
    """Return what every card names, and what was read, without the identifiers."""
    return {card["id"]: _labelled(compared(card)) for card in cards_of(path)}


def _labelled(both: Compared) -> Compared:
    wanted, got = ({fact for fact in facts if fact[0] in KINDS} for facts in both)
    return wanted, got


if __name__ == "__main__":
    sys.stdout.write(table(results(*map(Path, sys.argv[1:2]))) + "\n")
