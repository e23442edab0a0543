"""Names on a card: people with their employers, people alone, and firms alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind, text_of
from tui.recognise.chunking import MARKUP, chunks
from tui.recognise.lines import LONGEST_LINE, MOST_LINES
from tui.recognise.looks import features
from tui.recognise.looks.regimes import look_of, person_look_of, person_weights, weights
from tui.recognise.looks.second_look import seen_again
from tui.recognise.looks.words_beside import words_beside
from tui.recognise.model import THRESHOLDS, probability
from tui.recognise.pairs.apart import are_apart
from tui.recognise.pairs.pair import Pair, pairs
from tui.recognise.pairs.pair_features import looked_at
from tui.recognise.pairs.rivals import Scored, points_again
from tui.recognise.pairs.stand_ins import stand_ins
from tui.recognise.words.lexicon import MEDIA, ORDINARY, PASTIMES, fold
from tui.recognise.words.likeness import LIKELY, SURE

if TYPE_CHECKING:
    from tui.recognise.page import CardLines, Mention

LEAST = -1.5
"""Fewest points of a possible person, who is kept if an identifier proves to be theirs."""

POSSIBLE, _LINKED = -1.5, 1.5
"""Fewest points of a name that is a person's if a firm belongs to it, and fewest points of that pair."""

_DOUBTED = 2.25
"""Fewest points of such a pair where the name is well known, or the card is one of films, wines and the like."""

_SPELT = 0.0
"""Fewest points of a name that a mailbox on the card spells, or whose first name one at a firm is."""

_SURELY, _SURER = 2.0, 3.0
"""Points of a firm that nothing else has to show, and of one of common words alone: "Release Notes"."""

_COMMON = ORDINARY | PASTIMES
"""Words of which hardly any firm's name consists alone."""

_PERSONAL = frozenset(("email", "phone", "profile"))
_OF_FIRMS = frozenset(("shared", "abn", "acn", "nzbn", "website"))
"""Kinds of identifiers that a person may have, and that a firm has."""

_WORKS = (MEDIA - {"book", "books", "play", "read", "reading", "show", "watch", "watching", "listen"}) | {
    "tickets"
}
"""Words of works and performances, whose authors and performers are nobody to deal with."""

_LONGEST_PART, _LEFT = 4, 4
"""Most words of a part of a run, and most chunks before a name that are looked at."""


@dataclass(frozen=True, slots=True)
class Named:
    """A person or a firm as written on the card.

    Attributes:
        name: The person's name, or "" for a firm alone.
        company: The employer, or the firm; "" if not stated.
        line: Index of the line in its passage, from 0.
        sure: Confidence, 0 to 1.
        passage: Index of the text on the card, from 0.
        stands: Whether it is reported without an identifier.
    """

    name: str
    company: str
    line: int
    sure: float
    passage: int = 0
    stands: bool = True


def weigh(page: CardLines) -> None:
    """Give every possible name on a card its points for a person and for a firm."""
    look(page)
    look_again(page)


def look(page: CardLines) -> None:
    """Give every possible name the points of the first look."""
    of_firms, of_people = weights("firm at first"), person_weights("person at first")
    for one in page.names:
        if not features.is_word(one):
            one.seen = features.seen(one)
            one.person = of_people[person_look_of(one)].points_of(one.seen)
            one.firm = of_firms[look_of(one)].points_of(one.seen)
    page.sort_names()
    page.find_short_forms()


def look_again(page: CardLines) -> None:
    """Give every possible name the points of the second look."""
    found = [(one, [*one.seen, *seen_again(one)]) for one in page.names if one.seen]
    of_firms, of_people = weights("firm"), person_weights("person")
    for one, seen in found:
        words = words_beside(one)
        one.person = of_people[person_look_of(one)].points_of(seen, words)
        one.firm = of_firms[look_of(one)].points_of(seen, words)
    page.sort_names()


def names(page: CardLines) -> list[Named]:
    """Return the people and firms that a card names: people with or without employers, and other firms."""
    weigh(page)
    return named(page)


def named(page: CardLines) -> list[Named]:
    """Return the people and firms of a card whose names have their points."""
    employed = list(_employed(page))
    firms = {fold(pair.firm.firm_name) for pair, _ in employed}
    of_people: dict[int, tuple[Pair, float]] = {}
    for pair, score in employed:
        of_people.setdefault(id(pair.person.stands_for or pair.person), (pair, score))
    people = _people(page, firms, of_people)
    taken = firms | {fold(one.name) for one in people if one.stands}
    return [*people, *_firms(page, taken)]


def _employed(page: CardLines) -> Iterator[tuple[Pair, float]]:
    """Yield the people with a firm, the surest first; nobody is a person here and a firm there."""
    found = []
    scored = scored_pairs(page)
    for place, group in groupby(
        zip(scored, points_again(scored), strict=True), lambda one: one[0].pair.person.place
    ):
        score, _, pair = max((again, at, one.pair) for at, (one, again) in enumerate(group))
        one = pair.person
        least = THRESHOLDS["pair"] if is_person(one) else _DOUBTED if one.famous or page.pastime else _LINKED
        if score > least:
            found.append((score, place, pair))
    people, firms = set[tuple[str, ...]](), set[tuple[str, ...]]()
    for score, _, pair in sorted(found, key=lambda one: (-one[0], one[1])):
        if pair.person.words not in firms and pair.firm.words not in people:
            people.add(pair.person.words)
            firms.add(pair.firm.words)
            yield pair, score


def scored_pairs(page: CardLines) -> list[Scored]:
    """Return the pairs of the people of a card that nothing keeps apart, with the points of the first look."""
    people = [one for one in (*page.names, *stand_ins(page)) if is_person(one, POSSIBLE)]
    return [one for person in people for pair in pairs(person) if (one := scored(pair))]


def scored(pair: Pair) -> Scored | None:
    """Return a pair with its points, or None if something keeps the two apart."""
    if are_apart(pair):
        return None
    evidence = looked_at(pair)
    return Scored(pair, evidence.points("pair at first"), evidence)


def is_person(one: Mention, least: float | None = None) -> bool:
    """Whether a name is surely a person's: in a language that cannot be read, only beside an identifier.

    Args:
        one: A possible name.
        least: Fewest points, if not those that a name needs on its own.
    """
    if len(one.words) == 1 or (one.page.foreign and not _is_beside_identifier(one)):
        return False
    if least is None:
        least = _SPELT if one.spelt or one.domains else THRESHOLDS["person"]
    return one.person > max(least, one.firm) and not _performs(one)


def _performs(one: Mention) -> bool:
    """Whether a word of works stands before a name, and in no firm's name: "film by Ana", not "Kea Tickets - Ana"."""
    if _WORKS.isdisjoint(one.left) or one.kinds:
        return False
    near = one.row.parts[max(0, one.at - _LEFT) : one.at]
    said = [part.lows for part in near if part.kind != Kind.NAME or len(part.words) == 1]
    return not _WORKS.isdisjoint(chain.from_iterable(said))


def may_be_person(one: Mention) -> bool:
    """Whether a name is a person's if an identifier proves to be theirs."""
    if one.page.foreign and not _is_beside_identifier(one):
        return False
    return one.person > max(LEAST, one.firm)


def _is_beside_identifier(one: Mention) -> bool:
    """Whether a known name, written with capitals, stands on a line with an identifier of a person."""
    known = one.spelt or one.like == SURE
    written = one.words[0][0].isupper() and one.words[-1][0].isupper()
    return known and written and not _PERSONAL.isdisjoint(one.kinds)


def _people(page: CardLines, firms: set[str], employed: dict[int, tuple[Pair, float]]) -> list[Named]:
    """Return the people, each once: with the surest employer, or alone."""
    found: dict[str, Named] = {}
    for one in page.names:
        pair, score = employed.get(id(one), (None, 0.0))
        if len(one.words) == 1 or (pair is None and (not may_be_person(one) or fold(one.text) in firms)):
            continue
        stands = pair is not None or is_person(one)
        sure = probability(score) if pair else probability(one.person)
        company = pair.firm.firm_name if pair else ""
        named = Named(one.text, company, one.row.number, sure, one.passage, stands)
        known = found.get(fold(one.text))
        if known is None or (bool(company), stands, sure) > (bool(known.company), known.stands, known.sure):
            found[fold(one.text)] = named
    begun = set(chain.from_iterable(map(_beginnings, found)))
    # "Wei Jie" is Wei Jie Tan, who may have the firm that is said of the short name.
    return [one for name, one in found.items() if name not in begun or one.company]


def _firms(page: CardLines, taken: set[str]) -> Iterator[Named]:
    """Yield the firms without a person, each once: they stand with a legal form, a label or an identifier."""
    known, begun = set(taken), set(chain.from_iterable(map(_beginnings, taken)))
    for one in sorted(page.names, key=lambda one: -one.firm):
        if one.firm < LEAST:
            break
        name = fold(one.text)
        if name in known or one.person > one.firm or one.whole or _is_part(one, begun):
            continue
        known.add(name)
        begun.update(_beginnings(name))
        stands = one.firm > THRESHOLDS["firm"] and _is_evident(one) and not page.foreign
        yield Named("", one.text, one.row.number, probability(one.firm), one.passage, stands)


def _is_evident(one: Mention) -> bool:
    """Whether a legal form, a domain, a label, a number of a firm, or all else together shows that a name is a firm's."""
    common = one.trade < LIKELY and _COMMON.has_all(filter(None, one.folded))
    return (
        one.firm > (_SURER if common else _SURELY)
        or one.trade == SURE
        or one.role == "firm"
        or not _OF_FIRMS.isdisjoint(one.kinds)
    )


def _beginnings(name: str) -> list[str]:
    """Return the first words of a name, the first two, and so on."""
    found: list[str] = []
    end = name.find(" ")
    while end >= 0:
        found.append(name[:end])
        end = name.find(" ", end + 1)
    return found


def _is_part(one: Mention, begun: set[str]) -> bool:
    """Whether a name begins another firm's name, or is the other name of a firm: "X Pty Ltd trading as Y"."""
    if Kind.TRADING in {one.before[-1:], one.behind[:1]} and one.trade < SURE:
        return True
    return len(one.words) > 1 and fold(one.text) in begun


def name_runs(text: str) -> Iterator[str]:
    """Yield every run of capitals, whole and in the parts that a name or a firm could be."""
    for line in text.translate(MARKUP).split("\n")[:MOST_LINES]:
        for part in chunks(line[:LONGEST_LINE]):
            if part.kind == Kind.NAME:
                yield from _parts(part.words)


def page_runs(page: CardLines) -> Iterator[str]:
    """Yield the runs of capitals on the lines of a card, as ``name_runs`` does."""
    for one in page.names:
        yield from _parts(one.words)


@lru_cache(maxsize=512)
def _parts(words: tuple[str, ...]) -> Sequence[str]:
    size = len(words)
    lengths = ((length, min(size - length + 1, _LONGEST_PART)) for length in range(size - 1, 0, -1))
    parts = [" ".join(words[start : start + length]) for length, starts in lengths for start in range(starts)]
    return [text_of(words), *parts]
