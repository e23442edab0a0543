"""Everybody a card names, with the employer where it says one, and the firms it names."""

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
"""A person with a title or a label, a person, a firm: each named alone, to go with what else the card says."""

LABELLED, FORMED = 0.6, 0.7
"""A firm alone that a label or a legal form says to be one."""

SURE_FIRM = 7.0
"""Points of a firm that both its label and its own words say to be one."""

_LONGEST_PART = 4


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or some firm, as written.

    Attributes:
        name: The person, or "" for a firm alone.
        company: The employer, or the firm; "" when it is not said.
        line: Which line of the passage it is on, from 0.
        sure: 0 to 1.
        passage: Which of the texts it is in, from 0.
    """

    name: str
    company: str
    line: int
    sure: float
    passage: int = 0


def names(texts: Sequence[str], labels: Sequence[str] = ()) -> list[Named]:
    """Everybody the texts of a card name: who works where first, then people, then firms alone.

    Args:
        texts: The card's title and its other texts, links and addresses blanked.
        labels: What the card's domains are called, ``tuiridge``: a firm of that name is believed.
    """
    page = read_page([lines(text) for text in texts], labels)
    employed = employments(page)
    found = [
        _named(page, one.person, one.person.text, one.firm.text, min(0.9, 0.35 + one.points / 40))
        for one in employed
    ]
    return _distinct([*found, *_lone_people(page, employed), *_lone_firms(page, employed)])


def _named(page: CardLines, one: Mention, name: str, company: str, sure: float) -> Named:
    return Named(name, company, page.lines[one.line].number, sure, page.passage(one))


def _lone_people(page: CardLines, employed: Sequence[Employment]) -> Iterator[Named]:
    """People without a firm."""
    for one in unemployed(page, employed):
        introduced = one.titled or (one.led and len(one.words) > 1)
        if one.person >= FULL_NAME or (one.person >= FIRST_NAME and introduced):
            yield _named(page, one, one.text, "", TITLED if one.titled else LONE)


def _lone_firms(page: CardLines, employed: Sequence[Employment]) -> Iterator[Named]:
    """Firms without a person, each once."""
    used = {id(name) for one in employed for name in (one.person, one.firm)}
    hired = {id(one.firm) for one in employed}
    known = [one for one in page.names if id(one) in hired]
    for one in page.names:
        if one.firm < TRADE or one.person >= FULL_NAME or id(one) in used:
            continue
        if not any(_is_other_name(page, one, other) for other in known):
            known.append(one)
            yield _named(page, one, "", one.text, _firm_sure(page, one))


def _is_other_name(page: CardLines, one: Mention, other: Mention) -> bool:
    """Whether two names are one firm's: "X Pty Ltd trading as Y", "X & Co" of "X & Co Lawyers"."""
    size = len(one.words)
    if size > 1 and size < len(other.words) and other.words[:size] == one.words:
        return True
    if one.line != other.line:
        return False
    first, last = sorted((one.at, other.at))
    kinds = {part.kind for part in page.lines[one.line].parts[first + 1 : last]}
    return Kind.TRADING in kinds and kinds <= {Kind.TRADING, Kind.MARK}


def _firm_sure(page: CardLines, one: Mention) -> float:
    """How sure a firm alone is; "Limited" before other words only describes them."""
    if fold(one.words[-1]) in LEGAL_FORMS and (
        one.words[-1][0].isupper() or fold(one.words[-1]) != "limited"
    ):
        return FORMED
    labelled = page.role(one) == "firm" and one.firm >= SURE_FIRM
    return LABELLED if labelled else MENTION


def _distinct(found: Sequence[Named]) -> list[Named]:
    """Each person once, with the surest employer and the fullest name; firms that are nobody's employer once."""
    people = list(_full(_surest(one for one in found if one.name)))
    taken = {fold(one.company) for one in people if one.company}
    firms: dict[str, Named] = {}
    for one in sorted(found, key=lambda one: -one.sure):
        if not one.name and fold(one.company) not in taken:
            firms.setdefault(fold(one.company), one)
    return [*people, *sorted(firms.values(), key=lambda one: (one.passage, one.line))]


def _surest(people: Iterable[Named]) -> list[Named]:
    """Each person once, with the surest employer."""
    surest: dict[str, Named] = {}
    for one in people:
        known = surest.setdefault(fold(one.name), one)
        if (bool(one.company), one.sure) > (bool(known.company), known.sure):
            surest[fold(one.name)] = one
    return list(surest.values())


def _full(people: Sequence[Named]) -> Iterator[Named]:
    """People without those who are called by a part of their name: Ivy is Ivy Rosenthal, and works where Ivy does."""
    short = {fold(one.name): one for one in people if " " not in one.name}
    meant: set[str] = set()
    for one in people:
        if " " in one.name:
            parts = [short[word] for word in fold(one.name).split() if word in short]
            meant |= {part.name for part in parts}
            yield _employed(one, parts)
    yield from (one for one in short.values() if one.name not in meant)


def _employed(one: Named, parts: Sequence[Named]) -> Named:
    """Somebody with the firm of those who are called by a part of the name."""
    firm = next((part for part in parts if part.company), None)
    return one if one.company or firm is None else replace(one, company=firm.company, sure=firm.sure)


def name_runs(text: str) -> Iterator[str]:
    """Every run of capitals, whole and in the parts a name or a firm could be."""
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
