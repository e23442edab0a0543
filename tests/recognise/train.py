"""Learn the weights of the recogniser from the labelled cards: ``python -m tests.recognise.train``.

Three logistic models with an L2 penalty, each fitted by cyclic coordinate descent: convex, so that every machine finds the
same weights, which are rounded to two decimals. ``--leave`` prints what is read of every genre by weights that
were learned without it.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

from tests.recognise import spelling
from tests.recognise.cards import CARDS as WRITTEN
from tests.recognise.labelled import CARDS, Card, measured
from tui.recognise import features, model, pairs
from tui.recognise.names import weigh
from tui.recognise.notes import read_identifiers
from tui.recognise.reading import read_page_of
from tui.recognise.text import CardText

WEIGHTS = Path(model.__file__).with_name("weights.json")

PENALTY, SWEEPS, LONGEST_STEP = 1.0, 60, 1.5
"""Strength of the penalty, greatest number of sweeps over the features, and greatest change of a weight in one."""

OLD = 0.3
"""Weight of a card of the first collection: most of its names are in the lists, which were made with it."""

FAMOUS = "well-known name"
"""The feature that half of the cards are learned without, so that names no list has are told by other features."""

Row = tuple[list[str], bool, float]
"""The features seen of an example, whether the interpretation is right, and what it counts."""


def fit(
    rows: Sequence[Row], penalty: float = PENALTY, start: dict[str, float] | None = None
) -> dict[str, float]:
    """Return the weights of a logistic model."""
    columns: dict[str, list[int]] = {model.BIAS: list(range(len(rows)))}
    for at, (seen, _, _) in enumerate(rows):
        for name in seen:
            columns.setdefault(name, []).append(at)
    weights = {name: (start or {}).get(name, 0.0) for name in sorted(columns)}
    right = [float(one) for _, one, _ in rows]
    counts = [count for _, _, count in rows]
    margins = [weights[model.BIAS] + sum(weights[name] for name in seen) for seen, _, _ in rows]
    for _ in range(SWEEPS if start is None else 8):
        moved = 0.0
        for name, weight in weights.items():
            slope, bend = penalty * weight if name != model.BIAS else 0.0, penalty
            for at in columns[name]:
                chance = 1 / (1 + math.exp(-margins[at]))
                slope += counts[at] * (chance - right[at])
                bend += counts[at] * chance * (1 - chance)
            step = max(-LONGEST_STEP, min(LONGEST_STEP, slope / bend))
            weights[name] = weight - step
            moved = max(moved, abs(step))
            for at in columns[name]:
                margins[at] -= step
        if moved < 0.005:
            break
    return {name: round(weight, 2) for name, weight in weights.items()}


class Sheet:
    """A labelled card as it is learned from."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.count = 1.0 if "genre" in card else OLD
        text = CardText(card["title"], card["desc"], card.get("checklists", ()), card.get("comments", ()))
        self.page = read_page_of(read_identifiers(text))
        self.seen = [features.seen(one) for one in self.page.names]
        self.people = {
            plain(one["name"]): plain(one["company"]) for one in card["subjects"] if one["type"] == "person"
        }
        self.firms = {plain(one["name"]) for one in card["subjects"] if one["type"] == "company"} | {
            *self.people.values()
        }
        self.neutral = [plain(one) for one in card.get("neutral", [])]

    def _is_neutral(self, text: str) -> bool:
        return any(text in one or one in text for one in self.neutral)

    def rows(self, kind: str) -> Iterator[Row]:
        """Yield the examples for a model of names."""
        if self.page.foreign:
            return
        wanted = self.people.keys() if kind == "person" else self.firms
        hidden = FAMOUS if len(self.card["desc"]) % 2 else ""
        for one, found in zip(self.page.names, self.seen, strict=True):
            text = plain(one.text)
            seen = [name for name in found if name != hidden]
            if (
                not features.is_word(one)
                and not self._is_neutral(text)
                and (kind == "firm" or len(one.words) > 1)
            ):
                yield seen, text in wanted, self.count

    def pair_rows(self) -> Iterator[Row]:
        """Yield the examples of pairs."""
        if self.page.foreign:
            return
        nearest: dict[str, int] = {}
        found = []
        for place, one in enumerate(self.page.names):
            who = plain(one.text)
            for pair in pairs.pairs(self.page, place) if who in self.people else ():
                text = plain(pair.firm.text)
                right = text == self.people[who]
                apart = abs(pair.firm.place - one.place) + 20 * pair.lines
                if right:
                    nearest[who] = min(nearest.get(who, apart), apart)
                if not self._is_neutral(text):
                    found.append((pair, who, apart, right))
        # Of several places where both stand, only the nearest says why one belongs to the other.
        yield from (
            (pairs.seen(pair), right, self.count)
            for pair, who, apart, right in found
            if not right or apart == nearest[who]
        )


def plain(name: str | None) -> str:
    """Return a name without markup."""
    return unescape(name or "")


def learn(
    sheets: Sequence[Sheet], start: dict[str, dict[str, float]] | None = None
) -> dict[str, dict[str, float]]:
    """Return the weights of all models."""
    start = start or {}
    learned = {
        kind: fit([row for sheet in sheets for row in sheet.rows(kind)], start=start.get(kind))
        for kind in ("person", "firm")
    }
    apply(learned)
    for sheet in sheets:
        weigh(sheet.page)
    learned["pair"] = fit([row for sheet in sheets for row in sheet.pair_rows()], start=start.get("pair"))
    apply(learned)
    return learned


def apply(learned: dict[str, dict[str, float]]) -> None:
    """Let the recogniser use weights."""
    for kind, weights in learned.items():
        model.WEIGHTS[kind].clear()
        model.WEIGHTS[kind].update(weights)


def left_out(
    sheets: Sequence[Sheet], whole: dict[str, dict[str, float]]
) -> Iterator[tuple[str, list[Card], dict[str, Any]]]:
    """Yield every genre, its cards, and what weights read of it that were learned without it."""
    for genre in sorted({genre_of(sheet.card) for sheet in sheets}):
        learn([sheet for sheet in sheets if genre_of(sheet.card) != genre], whole)
        cards = [sheet.card for sheet in sheets if genre_of(sheet.card) == genre]
        yield genre, cards, measured(cards)


def by_hand() -> list[Card]:
    """Return the cards of ``cards.py``, which state the people and their firms."""
    found = []
    for name, (text, expected) in WRITTEN.items():
        title, _, desc = text.partition("\n\n")
        who = (
            line.removeprefix("who ").partition(" |")
            for line in expected.split("\n")
            if line.startswith("who ")
        )
        subjects = [
            {"type": "person", "name": one, "company": firm.strip(), "identifiers": {}}
            for one, _, firm in who
        ]
        found.append({"id": name, "genre": "by hand", "title": title, "desc": desc, "subjects": subjects})
    return found


def every_sheet() -> list[Sheet]:
    """Return every labelled card as it is learned from."""
    return [Sheet(card) for card in (*CARDS, *by_hand())]


def genre_of(card: Card) -> str:
    """Return the genre of a card; the cards of the first collection are one."""
    return str(card.get("genre", "first"))


def stored() -> dict[str, dict[str, float]]:
    """Return the weights of the file."""
    weights: dict[str, dict[str, float]] = json.loads(WEIGHTS.read_text("utf-8"))
    return {kind: weights[kind] for kind in ("person", "firm", "pair")}


def write(learned: dict[str, dict[str, float]]) -> None:
    """Write the weights beside the modules that use them."""
    WEIGHTS.write_text(
        json.dumps({**learned, "points": model.THRESHOLDS}, indent=1, sort_keys=True) + "\n", "utf-8"
    )


def main(arguments: Iterable[str] | None = None) -> None:
    """Learn the weights, and write them or print the figures of every genre left out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--leave", action="store_true", help="leave every genre out once, and print what is read of it"
    )
    options = parser.parse_args(arguments)
    sheets = every_sheet()
    learned = learn(sheets)
    if not options.leave:
        write(learned)
        spelling.write()
        return
    for genre, _, found in left_out(sheets, learned):
        figures = (
            f"{kind} {found[kind][0]:.2f}/{found[kind][1]:.2f}"
            for kind in ("name", "pair", "company")
            if kind in found
        )
        sys.stdout.write(f"{genre:12} {'  '.join(figures)}\n")


if __name__ == "__main__":
    main()
