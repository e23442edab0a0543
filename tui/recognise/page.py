"""A card as lines with the names on them, each name with what stands around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind, signature, text_of
from tui.recognise.fellows import set_shares
from tui.recognise.identifiers.mailboxes import is_first, spells
from tui.recognise.words.lexicon import PASTIMES, WELL_KNOWN, fold
from tui.recognise.words.likeness import NOT, firm_likeness, person_likeness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tui.recognise.lines import Line

MOST_NAMES = 400
"""Maximum number of names read from one card: a card is a note, not a mailing list."""

NO_NAME = -9.0
"""Points of a word that is no name."""

_AROUND = 12
"""Number of chunks read on each side of a name."""

_MOST_TITLED = 12

_REACHED = frozenset(("email", "phone", "profile"))

_MOST_ADDRESSES = 20
"""Number of addresses that are compared with every name."""

_BLOCK = 5
"""Number of lines of a signature."""


@dataclass(slots=True, eq=False)
class Mention:
    """A run of words that may be a name, at its place on the card.

    Attributes:
        line: Index of the line on the card, from 0.
        row: The line it stands on.
        passage: Index of its passage; 0 is the title.
        kinds: The kinds of identifiers on its line.
        role: The role that a label gives it, or "".
        at: Index of the chunk on the line.
        before: The signature of the chunks before it.
        behind: The signature of the chunks after it.
        left: The words before it, in small letters, the nearest last.
        right: The words after it, in small letters.
        like: Its likeness to a person's name.
        trade: Its likeness to a firm's name.
        famous: Whether it has a well-known name: "Earl Grey".
        person: Points for a person.
        firm: Points for a firm.
        place: Its index in the names of the card.
        fellows: For a name of a list: the share of people among its other names.
        domains: The labels of the domains at which an address has the name, or the first name.
    """

    page: CardLines
    line: int
    row: Line
    passage: int
    kinds: frozenset[str]
    role: str
    at: int
    words: tuple[str, ...]
    before: str
    behind: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    folded: tuple[str, ...]
    like: int
    trade: int
    famous: bool
    person: float = NO_NAME
    firm: float = NO_NAME
    place: int = 0
    fellows: float | None = None
    domains: Sequence[str] = ()

    @property
    def text(self) -> str:
        """The name as it is written."""
        return text_of(self.words)

    @property
    def fills_line(self) -> bool:
        """Whether nothing else stands on the line."""
        return self.row.fills and not self.before.strip("-|H") and not self.behind.strip("-|,.!")

    @property
    def again(self) -> bool:
        """Whether its first word stands alone elsewhere: "Ana" after "Ana Reid"."""
        return len(self.words) > 1 and self.words[0] in self.page.singles

    @property
    def spelt(self) -> bool:
        """Whether a mailbox on the card is made of the name."""
        return len(self.words) > 1 and any(
            spells(one, " ".join(self.words)) for one, _ in self.page.addresses
        )


@dataclass(frozen=True)
class Pair:
    """A person and a firm on one card.

    Attributes:
        between: The signature of the text between them, without names listed beside the person.
        shared: Whether other names are listed between them.
        forward: Whether the person stands first.
        lines: Number of line breaks between them.
        stacked: Whether other people stand on lines of their own between them.
        link: The name of the pattern of the text between them, or "".
    """

    person: Mention
    firm: Mention
    between: str
    shared: bool
    forward: bool
    lines: int
    stacked: bool = False
    link: str = ""

    @cached_property
    def is_block(self) -> bool:
        """Whether no blank line or list item stands between them."""
        rows = self.person.page.lines[
            min(self.person.line, self.firm.line) : max(self.person.line, self.firm.line) + 1
        ]
        apart = abs(self.person.row.number - self.firm.row.number)
        return (
            self.person.passage == self.firm.passage
            and apart < len(rows)
            and not any(row.item for row in rows)
        )


@dataclass(slots=True)
class CardLines:
    """The lines of a card and the names on them.

    Attributes:
        passages: Index of each line's passage; 0 is the first, usually the title.
        signs: The signature of each line.
        kinds: The kinds of identifiers by passage and number of the line.
        addresses: The local part of each of the card's addresses, and the label of its domain.
        people: The names that are likely people.
        firms: The names that are likely firms.
        singles: Words that stand alone as a name.
        foreign: Whether the card is in a language whose names cannot be read.
        pastime: Whether the card has words of pastimes.
        titled: Indices of the first names of the title, and of names with a label.
        employers: Number of lines labelled as those of a firm.
        reachable: Whether somebody's address or telephone number is on the card.
        capital: Whether most words begin with a capital.
    """

    lines: Sequence[Line]
    passages: Sequence[int]
    signs: Sequence[str]
    kinds: Mapping[tuple[int, int], frozenset[str]]
    addresses: Sequence[tuple[str, str]]
    foreign: bool
    names: list[Mention] = field(default_factory=list)
    people: list[Mention] = field(default_factory=list)
    firms: list[Mention] = field(default_factory=list)
    singles: frozenset[str] = frozenset()
    pastime: bool = False
    titled: Sequence[int] = ()
    employers: int = 0
    reachable: bool = False
    capital: bool = False

    def kinds_on(self, line: int) -> frozenset[str]:
        """Return the kinds of identifiers on a line."""
        return self.kinds.get((self.passages[line], self.lines[line].number), frozenset())

    def kinds_below(self, line: int) -> frozenset[str]:
        """Return the kinds of identifiers on the lines of a block below a line."""
        passage, number = self.passages[line], self.lines[line].number
        below = (self.kinds.get((passage, number + step), frozenset()) for step in range(1, _BLOCK))
        return frozenset[str]().union(*below)


def read_page(
    passages: Sequence[Sequence[Line]],
    labels: Sequence[str] = (),
    *,
    kinds: Mapping[tuple[int, int], frozenset[str]] | None = None,
    addresses: Sequence[tuple[str, str]] = (),
    foreign: bool = False,
) -> CardLines:
    """Find the possible names on the lines of a card.

    Args:
        passages: The lines of the title, and of every other text.
        labels: Labels of the card's domains: ``tuiridge``.
        kinds: The kinds of identifiers by passage and number of the line.
        addresses: The local part of each of the card's addresses, and the label of its domain.
        foreign: Whether the card is in a language whose names cannot be read.
    """
    lines = [line for passage in passages for line in passage]
    signs = [signature(line.parts) for line in lines]
    numbers = [number for number, passage in enumerate(passages) for _ in passage]
    page = CardLines(lines, numbers, signs, kinds or {}, addresses, foreign)
    page.names = list(islice(_mentions(page, labels), MOST_NAMES))
    for place, one in enumerate(page.names):
        one.place = place
        one.domains = _domains(one)
    set_shares(page.names)
    page.titled = [
        at for at, one in enumerate(page.names) if one.passage == 0 or one.role in {"firm", "either"}
    ][:_MOST_TITLED]
    page.employers = sum("firm" in line.roles.values() for line in lines)
    page.reachable = any(not _REACHED.isdisjoint(found) for found in page.kinds.values())
    others = [part.words for line in lines for part in line.parts if part.kind is not Kind.NAME]
    small = sum(words[0][0].islower() for words in others)
    page.capital = sum(len(one.words) for one in page.names) > small
    page.singles = frozenset(one.words[0] for one in page.names if len(one.words) == 1)
    page.pastime = any(any(map(_is_of_pastime, part.words)) for line in lines for part in line.parts)
    return page


def _domains(one: Mention) -> list[str]:
    """Return the labels of the domains at which an address has a name."""
    name = " ".join(one.words)
    own = (
        label
        for mailbox, label in one.page.addresses[:_MOST_ADDRESSES]
        if spells(mailbox, name) or is_first(mailbox, name)
    )
    return [label for label in own if label] if one.like > NOT and len(one.words) > 1 else []


@lru_cache(maxsize=2048)
def _is_of_pastime(word: str) -> bool:
    return fold(word).removesuffix("s") in PASTIMES


def _mentions(page: CardLines, labels: Sequence[str]) -> Iterator[Mention]:
    for number, line in enumerate(page.lines):
        signs, kinds = page.signs[number], page.kinds_on(number)
        places = [at for at, part in enumerate(line.parts) if part.kind is Kind.NAME]
        low = [[word.casefold() for word in part.words] for part in line.parts] if places else []
        for at in places:
            part = line.parts[at]
            start, folded = max(0, at - _AROUND), tuple(map(fold, part.words))
            yield Mention(
                page, number, line, page.passages[number], kinds, line.roles.get(at, ""), at, part.words, signs[start:at], signs[at + 1 : at + _AROUND],
                tuple(chain(*low[max(0, at - 4) : at])), tuple(chain(*low[at + 1 : at + 8])),
                folded, person_likeness(part.words), firm_likeness(part.words, labels), _is_famous(folded),
            )  # fmt: skip


@lru_cache(maxsize=1024)
def _is_famous(folded: Sequence[str]) -> bool:
    """Whether words are a well-known name, or have one in them."""
    pairs = pairwise(folded)
    return "".join(folded) in WELL_KNOWN or any(one + other in WELL_KNOWN for one, other in pairs)
