"""Everybody a card names, with the employer where it says one, and the firms it names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tui.recognise.chunks import MARKUP, Chunk, chunks
from tui.recognise.lines import LONGEST_LINE, MOST_LINES, lines
from tui.recognise.mentions import Mention
from tui.recognise.who import CALLED, FULL_NAME, TRADE, Read, unemployed, who_works_where
from tui.recognise.words.lexicon import LEGAL_FORMS, fold

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
    read = who_works_where([lines(text) for text in texts], labels)
    employed = [
        _named(read, pair.who, pair.who.text, pair.where.text, min(0.9, 0.35 + pair.points / 40))
        for pair in read.pairs
    ]
    return _distinct([*employed, *_alone(read)])


def _named(read: Read, one: Mention, name: str, company: str, sure: float) -> Named:
    return Named(name, company, read.lines[one.line].number, sure, read.starts[one.line])


def _alone(read: Read) -> Iterator[Named]:
    """People without a firm, and firms without a person."""
    for one in unemployed(read):
        if one.person >= FULL_NAME or (
            one.person >= CALLED and (one.titled or (one.led and len(one.words) > 1))
        ):
            yield _named(read, one, one.text, "", TITLED if one.titled else LONE)
    hired = {id(pair.where) for pair in read.pairs}
    people = {id(pair.who) for pair in read.pairs}
    known = [one for one in read.names if id(one) in hired]
    for one in read.names:
        if one.firm >= TRADE and one.person < FULL_NAME and not {id(one)} & (hired | people):
            if any(_is_other_name(read, one, other) for other in known):
                continue
            known.append(one)
            yield _named(read, one, "", one.text, _firm_sure(read, one))


def _is_other_name(read: Read, one: Mention, other: Mention) -> bool:
    """Whether two names are one firm's: "X Pty Ltd trading as Y", "X & Co" of "X & Co Lawyers"."""
    size = len(one.words)
    if size > 1 and size < len(other.words) and other.words[:size] == one.words:
        return True
    if one.line != other.line:
        return False
    first, last = sorted((one.at, other.at))
    kinds = {part.kind for part in read.lines[one.line].parts[first + 1 : last]}
    return "trading" in kinds and kinds <= {"trading", "mark"}


def _firm_sure(read: Read, one: Mention) -> float:
    """How sure a firm alone is; "Limited" before other words only describes them."""
    if fold(one.words[-1]) in LEGAL_FORMS and (
        one.words[-1][0].isupper() or fold(one.words[-1]) != "limited"
    ):
        return FORMED
    labelled = read.lines[one.line].roles.get(one.at) == "firm" and one.firm >= SURE_FIRM
    return LABELLED if labelled else MENTION


def _distinct(found: Sequence[Named]) -> list[Named]:
    """Each person once, with the surest employer and the fullest name; firms that are nobody's employer once."""
    people: dict[str, Named] = {}
    for one in found:
        known = people.get(fold(one.name))
        if one.name and (known is None or (bool(one.company), one.sure) > (bool(known.company), known.sure)):
            people[fold(one.name)] = one
    people = {fold(one.name): one for one in _full(list(people.values()))}
    taken = {fold(one.company) for one in people.values() if one.company}
    firms: dict[str, Named] = {}
    for one in sorted(found, key=lambda one: -one.sure):
        if not one.name and fold(one.company) not in taken:
            firms.setdefault(fold(one.company), one)
    return [*people.values(), *sorted(firms.values(), key=lambda one: (one.passage, one.line))]


def _full(people: Sequence[Named]) -> Iterator[Named]:
    """People without those who are called by a part of their name: Ivy is Ivy Rosenthal, and works where Ivy does."""
    full = [one for one in people if " " in one.name]
    short = {fold(one.name): one for one in people if " " not in one.name}
    meant: set[str] = set()
    for one in full:
        parts = [short[word] for word in fold(one.name).split() if word in short]
        meant |= {part.name for part in parts}
        firm = next((part for part in parts if part.company), None)
        yield one if one.company or firm is None else replace(one, company=firm.company, sure=firm.sure)
    yield from (one for one in short.values() if one.name not in meant)


def name_runs(text: str) -> Iterator[str]:
    """Every run of capitals, whole and in the parts a name or a firm could be."""
    for line in text.translate(MARKUP).split("\n")[:MOST_LINES]:
        for part in chunks(line[:LONGEST_LINE]):
            if part.kind == "run":
                yield from _parts(part)


def _parts(part: Chunk) -> Iterator[str]:
    words = part.words
    yield part.text
    for length in range(len(words) - 1, 0, -1):
        for start in range(min(len(words) - length + 1, _LONGEST_PART)):
            yield " ".join(words[start : start + length])
