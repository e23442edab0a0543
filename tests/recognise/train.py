"""Learn the weights of the recogniser from the labelled cards: ``python -m tests.recognise.train``.

Logistic models with an L2 penalty, each fitted by Newton's method with conjugate gradients: convex, so that every machine
finds the same weights, which are rounded to two decimals. ``--leave`` prints what is read of every genre by weights that
were learned without it.
"""

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import chain
from operator import mul
from pathlib import Path
from typing import Any
from zlib import crc32

from tests.recognise import conjunctions, spelling
from tests.recognise.cards import CARDS as WRITTEN
from tests.recognise.labelled import CARDS, Card, measured
from tests.recognise.renamed import renamed
from tests.recognise.short_form import TAUGHT, cards_of
from tui.recognise import model
from tui.recognise.looks import features
from tui.recognise.looks.regimes import LOOKS, person_variants, variants
from tui.recognise.looks.second_look import seen_again
from tui.recognise.looks.words_beside import BEFORE, BEHIND, LABEL, words_beside
from tui.recognise.names import POSSIBLE, is_person, look, scored, scored_pairs, weigh
from tui.recognise.notes import read_identifiers
from tui.recognise.pairs.pair import pairs
from tui.recognise.pairs.rivals import looked_at_again
from tui.recognise.pairs.stand_ins import stand_ins
from tui.recognise.reading import read_page_of
from tui.recognise.text import CardText

WEIGHTS = Path(model.__file__).with_name("weights.json")

PENALTY, PENALTIES = 1.0, {"pair at first": 6.0, "pair": 6.0, "firm at first": 2.0, "firm": 2.0}
"""Strength of the penalty, and those of models for which what is left out says that another is better."""

MOST_STEPS, SMALLEST_GAIN = 30, 0.02
"""Greatest number of steps down, and the gain of one that ends them."""

_MOST_TURNS, _ENOUGH, _MOST_HALVED, _LEAST_BEND, _STEEP = 60, 0.001, 12, 1e-6, 30.0
"""Turns of a way, the share of the slope that is left at its end, and bounds that keep numbers finite."""

OLD = 0.6
"""Weight of a card of the first collection: most of its names are in the lists, which were made with it."""

_STATED = "by hand"
_WEIGHTS = {_STATED: 3.0}
"""Weights of genres other than 1: a test states word for word how the cards written by hand are read."""

RAREST = 6
"""Fewest examples in which a feature is seen that has a weight."""

FEWEST_CARDS, FEWEST_OF_PAIRS = 4, 12
"""Fewest cards in which a word, or a feature of a pair, is seen that has a weight: the names of one card are in many pairs of it."""

LEAST_KEPT = 0.04
"""Least weight of a feature that is kept, at the second look and of pairs: the many that say next to nothing take room."""

TOGETHER = {"firm": (60, 60, 60)}
"""How many conjunctions of two features are chosen by and by: so a model of firms tells as much as trees of conditions do."""

FOLDS = 5
"""Number of parts of the cards; the points that each part is learned with are of weights learned from the others."""

RENAMED = 0.5
"""Weight of a copy of a card with other names."""

LOOKED_AT = slice(None, None, 25)
"""The cards of the first file that say, as numbers kept with the weights, what features mean."""

FAMOUS = "well-known name"
"""The feature that half of the cards are learned without, so that names no list has are told by other features."""

_SINGLE = (*(f", {look}" for look in LOOKS), *(f" {where}" for where in (*BEFORE, *BEHIND, LABEL)))
"""Endings of the names of features that are no part of a conjunction: variants, and words."""

Vector = list[float]

Row = tuple[list[str], bool, float]
"""The features seen of an example, whether the interpretation is right, and what it counts."""


class _Fit:
    """A logistic model that is being fitted: its examples by feature, its weights and what they make of each example."""

    def __init__(
        self, rows: Sequence[Row], penalty: float, start: Mapping[str, float], rarest: int = 1
    ) -> None:
        columns: dict[str, list[int]] = {model.BIAS: list(range(len(rows)))}
        for at, (seen, _, _) in enumerate(rows):
            for name in seen:
                columns.setdefault(name, []).append(at)
        self.names = sorted(name for name, at in columns.items() if len(at) >= rarest)
        self.weights = [start.get(name, 0.0) for name in self.names]
        self._columns = [columns[name] for name in self.names]
        number = {name: place for place, name in enumerate(self.names)}
        self._rows = [
            [number[model.BIAS], *[number[name] for name in seen if name in number]] for seen, _, _ in rows
        ]
        self._penalties = [0.0 if name == model.BIAS else penalty for name in self.names]
        self._right = [float(one) for _, one, _ in rows]
        self._counts = [count for _, _, count in rows]

    def _of_rows(self, weights: Vector) -> Vector:
        """Return the sum of the weights of each example's features."""
        return [sum(map(weights.__getitem__, row)) for row in self._rows]

    def _of_columns(self, values: Vector) -> Vector:
        """Return the sum of the values of each feature's examples."""
        return [sum(map(values.__getitem__, column)) for column in self._columns]

    def _loss(self, weights: Vector) -> float:
        margins = [
            margin if right else -margin
            for margin, right in zip(self._of_rows(weights), self._right, strict=True)
        ]
        missed = (math.log1p(math.exp(-margin)) if margin > -_STEEP else -margin for margin in margins)
        return _dot(self._counts, missed) + sum(
            penalty * weight * weight / 2 for penalty, weight in zip(self._penalties, weights, strict=True)
        )

    def slopes(self) -> tuple[Vector, Vector]:
        """Return how the loss changes with each weight, and how much each example bends it."""
        chances = [model.probability(margin) for margin in self._of_rows(self.weights)]
        off = [
            count * (chance - right)
            for count, chance, right in zip(self._counts, chances, self._right, strict=True)
        ]
        bends = [count * chance * (1 - chance) for count, chance in zip(self._counts, chances, strict=True)]
        shrunk = zip(self._of_columns(off), self._penalties, self.weights, strict=True)
        return [slope + penalty * weight for slope, penalty, weight in shrunk], bends

    def steps(self, bends: Vector) -> Vector:
        """Return how much each weight alone bends the loss."""
        own = zip(self._of_columns(bends), self._penalties, strict=True)
        return [bend + penalty + _LEAST_BEND for bend, penalty in own]

    def _way(self, slopes: Vector, bends: Vector) -> Vector:
        """Return a way down, by conjugate gradients."""
        alone = self.steps(bends)
        way = [0.0] * len(slopes)
        rest = [*slopes]
        scaled = [one / bend for one, bend in zip(rest, alone, strict=True)]
        along = scaled
        left = enough = _dot(rest, scaled)
        for _ in range(_MOST_TURNS):
            if left <= _ENOUGH * enough:
                break
            bent = self._of_columns(
                [bend * one for bend, one in zip(bends, self._of_rows(along), strict=True)]
            )
            turned = [
                one + (penalty + _LEAST_BEND) * two
                for one, penalty, two in zip(bent, self._penalties, along, strict=True)
            ]
            far = left / _dot(along, turned)
            way = [one + far * two for one, two in zip(way, along, strict=True)]
            rest = [one - far * two for one, two in zip(rest, turned, strict=True)]
            scaled = [one / bend for one, bend in zip(rest, alone, strict=True)]
            before, left = left, _dot(rest, scaled)
            along = [one + left / before * two for one, two in zip(scaled, along, strict=True)]
        return way

    def descend(self) -> float:
        """Change the weights, and return how much less the loss is."""
        loss = self._loss(self.weights)
        way = self._way(*self.slopes())
        for halved in range(_MOST_HALVED):
            there = [weight - one / 2**halved for weight, one in zip(self.weights, way, strict=True)]
            gained = loss - self._loss(there)
            if gained > 0:
                self.weights = there
                return gained
        return 0.0


def _dot(one: Iterable[float], other: Iterable[float]) -> float:
    products: Iterable[float] = map(mul, one, other)
    return sum(products)


def fit(
    rows: Sequence[Row],
    penalty: float = PENALTY,
    start: Mapping[str, float] | None = None,
    rarest: int = 1,
) -> dict[str, float]:
    """Return the weights of a logistic model, of the features that are seen in ``rarest`` examples at least."""
    fitted = _Fit(rows, penalty, start or {}, rarest)
    for _ in range(MOST_STEPS):
        if fitted.descend() < SMALLEST_GAIN:
            break
    return {name: round(weight, 2) for name, weight in zip(fitted.names, fitted.weights, strict=True)}


def misfit(rows: Sequence[Row], weights: Mapping[str, float], penalty: float) -> dict[str, float]:
    """Return how far each weight is from the best one, beside the others: as the model is convex, 0 is only there."""
    fitted = _Fit(rows, penalty, weights, RAREST)
    slopes, bends = fitted.slopes()
    far = zip(fitted.names, slopes, fitted.steps(bends), strict=True)
    return {name: slope / bend for name, slope, bend in far}


class Sheet:
    """A labelled card as it is learned from."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.count = (_WEIGHTS.get(card["genre"], 1.0) if "genre" in card else OLD) * (
            RENAMED if card.get("renamed") else 1.0
        )
        text = CardText(card["title"], card["desc"], card.get("checklists", ()), card.get("comments", ()))
        self.page = read_page_of(read_identifiers(text))
        self.again: list[list[str]] = []
        self.fold = crc32(card["id"].removesuffix(" renamed").encode()) % FOLDS
        self.people = {
            plain(one["name"]): plain(one["company"]) for one in card["subjects"] if one["type"] == "person"
        }
        self.firms = {plain(one["name"]) for one in card["subjects"] if one["type"] == "company"} | {
            *self.people.values()
        }
        self.neutral = [plain(one) for one in card.get("neutral", [])]
        self._see()

    def _see(self) -> None:
        """See the features of the names; which are people and firms is known by the labels, not by weights of before."""
        for one in self.page.names:
            one.seen = [] if features.is_word(one) else features.seen(one)
            text = plain(one.text)
            one.person, one.firm = float(text in self.people), float(text in self.firms)
        self.page.sort_names()
        self.page.find_short_forms()

    def _is_neutral(self, text: str) -> bool:
        return any(text in one or one in text for one in self.neutral)

    def _is_neutral_pair(self, who: str, firm: str) -> bool:
        """Whether a pair may be reported or not: on a strict card only if it says so."""
        if self.card.get("strict"):
            return f"{who} | {firm}" in self.neutral
        return self._is_neutral(firm)

    def rows(self, kind: str, *, again: bool = False) -> Iterator[Row]:
        """Yield the examples for a model of names: what is seen at first, or at the second look too."""
        if self.page.foreign:
            return
        wanted = self.people.keys() if kind == "person" else self.firms
        hidden = FAMOUS if len(self.card["desc"]) % 2 else ""
        for at, one in enumerate(self.page.names):
            text = plain(one.text)
            seen = [name for name in (*one.seen, *(self.again[at] if again else ())) if name != hidden]
            if features.is_word(one) or (text not in wanted and self._is_neutral(text)):
                continue
            words = words_beside(one) if again else []
            if kind == "firm":
                varied = chain.from_iterable(variants(one, name) for name in seen)
                yield [*varied, *words], text in wanted or plain(one.firm_name) in wanted, self.count
            elif len(one.words) > 1:
                varied = chain.from_iterable(person_variants(one, name) for name in seen)
                yield [*varied, *words], text in wanted, self.count

    def look_again(self) -> None:
        """See with the weights of the first look what the second sees."""
        look(self.page)
        self.again = [seen_again(one) if one.seen else [] for one in self.page.names]

    def score(self) -> None:
        """Find the pairs of likely and of stated people, with the points that their names have."""
        weigh(self.page)
        people = [
            one
            for one in (*self.page.names, *stand_ins(self.page))
            if not self.page.foreign and (plain(one.text) in self.people or is_person(one, POSSIBLE))
        ]
        self.scored = [one for person in people for pair in pairs(person) if (one := scored(pair))]

    def score_again(self) -> None:
        """Give the pairs their points of the first look."""
        for one in self.scored:
            one.points = model.points("pair at first", one.seen)

    def pair_rows(self, *, again: bool = False) -> Iterator[Row]:
        """Yield the examples of pairs: what is seen of each at first, or among the others too."""
        nearest: dict[str, int] = {}
        found = []
        for one, seen in zip(self.scored, looked_at_again(self.scored), strict=True):
            who, text = plain(one.pair.person.text), plain(one.pair.firm.firm_name)
            if who in self.neutral if self.card.get("strict") else self._is_neutral(who):
                continue
            right = text == self.people.get(who)
            apart = abs(one.pair.firm.place - one.pair.person.place) + 20 * one.pair.lines
            if right:
                nearest[who] = min(nearest.get(who, apart), apart)
            if not self._is_neutral_pair(who, text):
                found.append((seen if again else one.seen, who, apart, right))
        # Of several places where both stand, only the nearest says why one belongs to the other.
        yield from (
            (seen, right, self.count)
            for seen, who, apart, right in found
            if not right or apart == nearest[who]
        )


def plain(name: str | None) -> str:
    """Return a name without markup."""
    return unescape(name or "")


def common(
    found: Sequence[Sequence[Row]], sheets: Sequence[Sheet], fewest: int = FEWEST_CARDS
) -> list[list[Row]]:
    """Return the examples of every card without the features that few cards have."""
    cards = Counter(
        chain.from_iterable(
            {name for seen, _, _ in rows for name in seen}
            for rows, sheet in zip(found, sheets, strict=True)
            if not sheet.card.get("renamed")
        )
    )
    often = {name for name, number in cards.items() if number >= fewest}
    return [
        [([name for name in seen if name in often], right, count) for seen, right, count in rows]
        for rows in found
    ]


def _common_of_pairs(found: Sequence[Sequence[Row]], sheets: Sequence[Sheet]) -> list[list[Row]]:
    return common(found, sheets, FEWEST_OF_PAIRS)


def _whole(found: Sequence[Sequence[Row]], _sheets: Sequence[Sheet]) -> list[list[Row]]:
    return [[*rows] for rows in found]


def _fit_together(
    kind: str, found: list[list[Row]], penalty: float, start: Mapping[str, float] | None
) -> tuple[dict[str, float], list[list[Row]]]:
    """Return the weights of a model with its conjunctions, and the examples of every card with these."""
    weights = fit(list(chain(*found)), penalty, start, RAREST)
    for most in TOGETHER.get(kind, ()):
        both = conjunctions.chosen(list(chain(*found)), weights, most, _SINGLE)
        found = [conjunctions.joined(rows, both) for rows in found]
        weights = fit(list(chain(*found)), penalty, weights, RAREST)
    return weights, found


def learn(
    sheets: Sequence[Sheet], start: Mapping[str, Mapping[str, float]] | None = None
) -> dict[str, dict[str, float]]:
    """Return the weights of all models.

    What a later model sees of an earlier one's points is of one that never saw the card, as it will be with new cards.
    """
    start = start or {}
    learned: dict[str, dict[str, float]] = {}
    others = [dict[str, dict[str, float]]() for _ in range(FOLDS)]
    picked = {"pair at first": _common_of_pairs, "person": common, "firm": common}

    def fit_all(
        *models: str, rows: Callable[[Sheet, str], Iterator[Row]], then: Callable[[Sheet], None]
    ) -> None:
        for one in models:
            found = picked.get(one, _whole)([list(rows(sheet, one)) for sheet in sheets], sheets)
            penalty = PENALTIES.get(one, PENALTY)
            learned[one], found = _fit_together(one, found, penalty, start.get(one))
            for fold, weights in enumerate(others):
                kept = (some for some, sheet in zip(found, sheets, strict=True) if sheet.fold != fold)
                weights[one] = fit(list(chain(*kept)), penalty, learned[one], RAREST)
        for fold, weights in enumerate(others):
            apply(weights)
            for sheet in sheets:
                if sheet.fold == fold:
                    then(sheet)

    fit_all(
        "person at first",
        "firm at first",
        rows=lambda sheet, one: sheet.rows(one.partition(" ")[0]),
        then=Sheet.look_again,
    )
    fit_all("person", "firm", rows=lambda sheet, one: sheet.rows(one, again=True), then=Sheet.score)
    fit_all("pair at first", rows=lambda sheet, _: sheet.pair_rows(), then=Sheet.score_again)
    found = _common_of_pairs([list(sheet.pair_rows(again=True)) for sheet in sheets], sheets)
    learned["pair"] = fit(list(chain(*found)), PENALTIES["pair"], start.get("pair"), RAREST)
    for one in ("person", "firm", "pair at first", "pair"):
        learned[one] = {name: weight for name, weight in learned[one].items() if abs(weight) >= LEAST_KEPT}
    apply(learned)
    return learned


def apply(learned: dict[str, dict[str, float]]) -> None:
    """Let the recogniser use weights."""
    for kind, weights in learned.items():
        model.WEIGHTS[kind] = dict(weights)


def left_out(
    sheets: Sequence[Sheet], whole: dict[str, dict[str, float]]
) -> Iterator[tuple[str, list[Card], dict[str, Any]]]:
    """Yield every genre, its cards, and what weights read of it that were learned without it."""
    for genre in sorted({genre_of(sheet.card) for sheet in sheets}):
        learn([sheet for sheet in sheets if genre_of(sheet.card) != genre], whole)
        cards = [
            sheet.card for sheet in sheets if genre_of(sheet.card) == genre and not sheet.card.get("renamed")
        ]
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
        found.append({"id": name, "genre": _STATED, "title": title, "desc": desc, "subjects": subjects})
    return found


def every_sheet() -> list[Sheet]:
    """Return every labelled card as it is learned from."""
    taught = [*CARDS, *cards_of(TAUGHT)]
    return [Sheet(card) for card in (*taught, *by_hand(), *filter(None, map(renamed, taught)))]


def digests() -> dict[str, int]:
    """Return a number for each thing that the weights depend on: another one if it is not what they were learned from.

    The features of the names and pairs of some cards, and all that is labelled.
    """
    numbers = dict.fromkeys(("cards", "firm", "pair", "person"), 0)
    for card in (*CARDS, *cards_of(TAUGHT), *by_hand()):
        numbers["cards"] = crc32(json.dumps(card, sort_keys=True).encode(), numbers["cards"])
    for card in CARDS[LOOKED_AT]:
        sheet = Sheet(card)
        for kind in ("firm", "person"):
            for seen, right, _ in sheet.rows(kind):
                numbers[kind] = crc32("\n".join((*sorted(seen), str(right))).encode(), numbers[kind])
        weigh(sheet.page)
        for seen in looked_at_again(scored_pairs(sheet.page)):
            numbers["pair"] = crc32("\n".join(sorted(seen)).encode(), numbers["pair"])
    return numbers


def genre_of(card: Card) -> str:
    """Return the genre of a card; the cards of the first collection are one."""
    return str(card.get("genre", "first"))


def stored() -> dict[str, dict[str, float]]:
    """Return the weights of the file."""
    weights: dict[str, dict[str, float]] = json.loads(WEIGHTS.read_text("utf-8"))
    return {kind: weights[kind] for kind in weights if kind not in {"points", "digest"}}


def write(learned: dict[str, dict[str, float]]) -> None:
    """Write the weights beside the modules that use them."""
    kept = {**learned, "points": model.THRESHOLDS, "digest": digests()}
    WEIGHTS.write_text(json.dumps(kept, indent=0, separators=(",", ":"), sort_keys=True) + "\n", "utf-8")


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
