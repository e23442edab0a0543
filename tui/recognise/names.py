"""Names on a card: people with their employers, people alone, and firms alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tui.recognise.chunk import Chunk, Kind
from tui.recognise.chunking import MARKUP, chunks
from tui.recognise.employment import FIRST_NAME, FULL_NAME, TRADE, Employment, employments, unemployed
from tui.recognise.lines import LONGEST_LINE, MOST_LINES, lines
from tui.recognise.page import CardLines, read_page
from tui.recognise.words.lexicon import LEGAL_FORMS, fold

if TYPE_CHECKING:
    from tui.recognise.mentions import Mention

TITLED, LONE, MENTION = 0.3, 0.2, 0.1
"""Confidence of a person with a title or a label, of another person, and of a firm, each named alone."""

LABELLED, FORMED = 0.6, 0.7
"""Confidence of a firm that stands alone with a label, and with a legal form."""

SURE_FIRM = 7.0
"""Minimum points of a firm for which both its label and its own words speak."""

_LONGEST_PART = 4


@dataclass(frozen=True, slots=True)
class Named:
    """A person or a firm as written on the card.

    Attributes:
        name: The person's name, or "" for a firm alone.
        company: The employer, or the firm; "" when not stated.
        line: Index of the line in its passage, from 0.
        sure: Confidence, 0 to 1.
        passage: Index of the text on the card, from 0.
    """

    name: str
    company: str
    line: int
    sure: float
    passage: int = 0


def names(texts: Sequence[str], labels: Sequence[str] = ()) -> list[Named]:
    """Find the people and firms that a card names: people with employers, other people, other firms.

    Args:
        texts: The card's title and its other texts, with links and addresses blanked.
        labels: Labels of the card's domains, ``tuiridge``, which are evidence for firms of that name.
    """
    page = read_page([lines(text) for text in texts], labels)
    employed = employments(page)
    found = [
        _make_named(page, one.person, one.person.text, one.firm.text, min(0.9, 0.35 + one.points / 40))
        for one in employed
    ]
    return _drop_duplicates([*found, *_lone_people(page, employed), *_lone_firms(page, employed)])


def _make_named(page: CardLines, one: Mention, name: str, company: str, sure: float) -> Named:
    return Named(name, company, page.lines[one.line].number, sure, page.passage(one))


def _lone_people(page: CardLines, employed: Sequence[Employment]) -> Iterator[Named]:
    """Yield the people named without a firm."""
    for one in unemployed(page, employed):
        introduced = one.titled or (one.led and len(one.words) > 1)
        if one.person >= FULL_NAME or (one.person >= FIRST_NAME and introduced):
            yield _make_named(page, one, one.text, "", TITLED if one.titled else LONE)


def _lone_firms(page: CardLines, employed: Sequence[Employment]) -> Iterator[Named]:
    """Yield the firms named without a person, without duplicates."""
    used = {id(name) for one in employed for name in (one.person, one.firm)}
    hired = {id(one.firm) for one in employed}
    known = [one for one in page.names if id(one) in hired]
    for one in page.names:
        if one.firm < TRADE or one.person >= FULL_NAME or id(one) in used:
            continue
        if not any(_is_other_name(page, one, other) for other in known):
            known.append(one)
            yield _make_named(page, one, "", one.text, _firm_sure(page, one))


def _is_other_name(page: CardLines, one: Mention, other: Mention) -> bool:
    """Whether two names belong to one firm: "X Pty Ltd trading as Y", "X & Co" and "X & Co Lawyers"."""
    size = len(one.words)
    if size > 1 and size < len(other.words) and other.words[:size] == one.words:
        return True
    if one.line != other.line:
        return False
    first, last = sorted((one.at, other.at))
    kinds = {part.kind for part in page.lines[one.line].parts[first + 1 : last]}
    return Kind.TRADING in kinds and kinds <= {Kind.TRADING, Kind.MARK}


def _firm_sure(page: CardLines, one: Mention) -> float:
    """Return the confidence of a firm alone; "limited" in small letters may be an ordinary word."""
    if fold(one.words[-1]) in LEGAL_FORMS and (
        one.words[-1][0].isupper() or fold(one.words[-1]) != "limited"
    ):
        return FORMED
    labelled = page.role(one) == "firm" and one.firm >= SURE_FIRM
    return LABELLED if labelled else MENTION


def _drop_duplicates(found: Sequence[Named]) -> list[Named]:
    """Drop duplicates: keep people with surest employer and fullest name, and firms without people."""
    people = list(_merge_short_names(_keep_surest(one for one in found if one.name)))
    taken = {fold(one.company) for one in people if one.company}
    firms: dict[str, Named] = {}
    for one in sorted(found, key=lambda one: -one.sure):
        if not one.name and fold(one.company) not in taken:
            firms.setdefault(fold(one.company), one)
    return [*people, *sorted(firms.values(), key=lambda one: (one.passage, one.line))]


def _keep_surest(people: Iterable[Named]) -> list[Named]:
    """Keep each person once, with the surest employer."""
    surest: dict[str, Named] = {}
    for one in people:
        known = surest.setdefault(fold(one.name), one)
        if (bool(one.company), one.sure) > (bool(known.company), known.sure):
            surest[fold(one.name)] = one
    return list(surest.values())


def _merge_short_names(people: Sequence[Named]) -> Iterator[Named]:
    """Merge people into those whose full name has theirs: Ivy into Ivy Rosenthal, who gets Ivy's employer."""
    short = {fold(one.name): one for one in people if " " not in one.name}
    merged: set[str] = set()
    for one in people:
        if " " in one.name:
            parts = [short[word] for word in fold(one.name).split() if word in short]
            merged |= {part.name for part in parts}
            yield _with_employer(one, parts)
    yield from (one for one in short.values() if one.name not in merged)


def _with_employer(one: Named, parts: Sequence[Named]) -> Named:
    """Return a person with the employer of those who are named by a part of the name."""
    firm = next((part for part in parts if part.company), None)
    return one if one.company or firm is None else replace(one, company=firm.company, sure=firm.sure)


def name_runs(text: str) -> Iterator[str]:
    """Yield every run of capitals, whole and in the parts that a name or a firm could be."""
    for line in text.translate(MARKUP).split("\n")[:MOST_LINES]:
        for part in chunks(line[:LONGEST_LINE]):
            if part.kind is Kind.NAME:
                yield from _parts(part)


def _parts(part: Chunk) -> Iterator[str]:
    words = part.words
    yield part.text
    for length in range(len(words) - 1, 0, -1):
        for start in range(min(len(words) - length + 1, _LONGEST_PART)):
            yield " ".join(words[start : start + length])
