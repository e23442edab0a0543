"""A card as lines with the names on them, each name with what stands around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import accumulate, chain, islice, pairwise
from operator import or_
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind, signature, text_of
from tui.recognise.fellows import set_shares
from tui.recognise.identifiers.mailboxes import is_first, letters_of, spellings
from tui.recognise.likely import LikelyNames, Words
from tui.recognise.words.lexicon import LEGAL_FORMS, PLACES, WELL_KNOWN, fold
from tui.recognise.words.likeness import LIKELY, NOT, firm_likeness, person_likeness
from tui.recognise.words.pastimes import are_of_pastime
from tui.recognise.words.word_list import lists_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tui.recognise.chunk import Chunk
    from tui.recognise.lines import Line
    from tui.recognise.model import WholeWeights

MOST_NAMES = 400
"""Maximum number of names read from one card: a card is a note, not a mailing list."""

NO_NAME = -9.0
"""Points of a word that is no name."""

PERSON, FIRM, NEITHER = "P", "F", "N"
"""Signs of the names on a line: a person, a firm, and neither, which may be a title no list has."""

_PAIR = 2
"""Number of words of a first and a family name."""

_AROUND = 12
"""Number of chunks read on each side of a name."""

_MOST_TITLED = 12

_MOST_SHORT = 2
"""Maximum words of the short form of a firm's name."""

_NO_ENDS = frozenset((Kind.HONORIFIC, Kind.TITLE))
"""Chunks whose full stop ends no sentence."""

_REACHED = frozenset(("email", "phone", "profile"))

_MOST_ADDRESSES = 20
"""Number of addresses that are compared with every name."""

_FEWEST_ITEMS, _MOST_ITEMS = 4, 0.6
"""Fewest parts of an enumeration, and the share of them that are names alone."""

_BLOCK = 5
"""Number of lines of a signature."""


@dataclass(slots=True, eq=False)
class Mention:
    """A run of words that may be a name, at its place on the card.

    Attributes:
        line: Index of the line on the card, from 0.
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
        lists: The word lists of each of its words.
        union: The word lists of any of its words.
        sentence: Number of sentences that end before it on its line.
        person: Points for a person.
        firm: Points for a firm.
        place: Its index in the names of the card.
        fellows: For a name of a list: the share of people among its other names.
        listed: The names of its list, itself too.
        seen: The names of the features of the first look.
        domains: The labels of the domains at which an address has the name, or the first name.
        whole: For the short form of a likely firm's name: that name. "Kea" of "Kea Freight".
        stands_for: For a person who is meant by the first name alone: where they are named in full.
        is_like_person: Whether more speaks for a person than against one, and than for a firm.
        is_like_firm: Whether more speaks for a firm than against one, and than for a person.
        firm_key: The words by which firms are told apart, the same for a name and its short form.
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
    lists: tuple[int, ...]
    union: int
    sentence: int
    person: float = NO_NAME
    firm: float = NO_NAME
    place: int = 0
    fellows: float | None = None
    listed: Sequence[Mention] = ()
    seen: Sequence[str] = ()
    domains: Sequence[str] = ()
    whole: Mention | None = None
    stands_for: Mention | None = None
    is_like_person: bool = False
    is_like_firm: bool = False
    firm_key: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.firm_key = self.folded

    @property
    def firm_name(self) -> str:
        """The name as a firm's: as it is written where it is whole."""
        return (self.whole or self).text

    @property
    def text(self) -> str:
        """The name as it is written."""
        return text_of(self.words)

    @property
    def fills_line(self) -> bool:
        """Whether nothing else stands on the line."""
        return self.row.fills and not self.before.strip("-|H") and not self.behind.strip("-|,.!")

    @property
    def is_enumerated(self) -> bool:
        """Whether it is one of several names that a line enumerates: "Ana Reid, Kea, Tui and Weka"."""
        return is_enumeration(self.page.signs[self.line])

    @property
    def again(self) -> bool:
        """Whether its first word stands alone elsewhere: "Ana" after "Ana Reid"."""
        return len(self.words) > 1 and self.words[0] in self.page.singles

    @property
    def spelt(self) -> bool:
        """Whether a mailbox on the card is made of the name."""
        if len(self.words) == 1 or not self.page.addresses:
            return False
        name = " ".join(self.words)
        return not self.page.mailboxes.isdisjoint(spellings(name))


@lru_cache(maxsize=1024)
def is_enumeration(signs: str) -> bool:
    """Whether most parts of a line between commas are a name each, and they are several."""
    items = [item.strip(".x") for item in signs.rpartition(":")[2].replace(";", ",").split(",")]
    return len(items) >= _FEWEST_ITEMS and items.count("R") > _MOST_ITEMS * len(items)


@dataclass(slots=True)
class Seen:
    """What is seen of a name in every pair in which it stands first, or last.

    Attributes:
        beside: Names of features that weigh otherwise where the two stand apart.
        levels: Names of levels of its points.
        words: Names of the words beside it.
    """

    beside: Sequence[str]
    levels: Sequence[str]
    words: Sequence[str]
    _totals: dict[object, float] = field(default_factory=dict, repr=False)

    def total(self, whole: WholeWeights) -> float:
        """Return the sum of the weights of what is seen, which is the same in all pairs of one regime."""
        total = self._totals.get(whole.token)
        if total is None:
            total = whole.total((*self.beside, *self.levels), self.words)
            self._totals[whole.token] = total
        return total


_NO_NAMES = LikelyNames[Mention]()
"""The likely people and firms of a card whose names have no points yet."""


@dataclass(slots=True)
class CardLines:
    """The lines of a card and the names on them.

    Attributes:
        passages: Index of each line's passage; 0 is the first, usually the title.
        signs: The signature of each line.
        marked: The same with what each name likely is: a person, a firm, or neither.
        kinds: The kinds of identifiers by passage and number of the line.
        addresses: The local part of each of the card's addresses, and the label of its domain.
        mailboxes: The letters of those local parts.
        people: The names that are likely people.
        firms: The names that are likely firms.
        singles: Words that stand alone as a name.
        foreign: Whether the card is in a language whose names cannot be read.
        titled: Indices of the first names of the title, and of names with a label.
        employers: Number of lines labelled as those of a firm.
        reachable: Whether somebody's address or telephone number is on the card.
        capital: Whether most words begin with a capital.
        often: The words of the names that stand at several places, as firms' names.
        repeated: The words of the names that stand at several places.
        told: What is seen of a person or a firm, by the place of the name, and whether it stands first.
        barred: Whether a name is nobody's employer, by its place.
        named_last: The likely firm that is named last before a person, by the place of the person.
        said: What the features of its pairs need, once one was looked at.
    """

    lines: Sequence[Line]
    passages: Sequence[int]
    signs: Sequence[str]
    kinds: Mapping[tuple[int, int], frozenset[str]]
    addresses: Sequence[tuple[str, str]]
    foreign: bool
    mailboxes: frozenset[str] = frozenset()
    names: list[Mention] = field(default_factory=list)
    people: LikelyNames[Mention] = field(default_factory=lambda: _NO_NAMES)
    firms: LikelyNames[Mention] = field(default_factory=lambda: _NO_NAMES)
    singles: frozenset[str] = frozenset()
    pastime: bool = False
    titled: Sequence[int] = ()
    employers: int = 0
    marked: Sequence[str] = ()
    reachable: bool = False
    capital: bool = False
    told: dict[tuple[str, int, bool], Seen] = field(default_factory=dict)
    said: object = None
    barred: dict[int, bool] = field(default_factory=dict)
    named_last: dict[int, Mention | None] = field(default_factory=dict)
    often: frozenset[Words] = frozenset()
    repeated: frozenset[Words] = frozenset()

    def sort_names(self) -> None:
        """Find by their points the names that are likely people, and likely firms, and mark them on their lines."""
        marked = list(self.signs)
        for one in self.names:
            at, person, firm = one.at, one.person, one.firm
            signs = marked[one.line]
            if signs[at] == Kind.NAME:
                mark = NEITHER if person <= 0 >= firm else PERSON if person >= firm else FIRM
                marked[one.line] = f"{signs[:at]}{mark}{signs[at + 1 :]}"
            one.is_like_person = firm < person > 0 and len(one.words) > 1
            one.is_like_firm = person < firm > 0
        self.marked, self.told, self.barred, self.named_last = marked, {}, {}, {}
        self.people = LikelyNames([one for one in self.names if one.is_like_person])
        self.firms = LikelyNames([one for one in self.names if one.is_like_firm])

    def find_short_forms(self) -> None:
        """Record for the short forms of likely firms which firm they mean."""
        whole = [one for one in self.firms if len(one.words) > 1]
        for one in self.names:
            one.whole, one.firm_key = None, one.folded
        self.repeated = self.often = _several([one.folded for one in self.names])
        if not whole:
            return
        own = frozenset(chain.from_iterable(self.people.folded))
        for one in self.names:
            if len(one.words) <= _MOST_SHORT and own.isdisjoint(one.folded):
                found = _begin_with(one, whole)
                if len({other.folded for other in found}) == 1:
                    one.whole, one.firm_key = found[0], found[0].folded
        self.often = _several([one.firm_key for one in self.names])
        self.people.find_keys()
        self.firms.find_keys()

    def forget_names(self) -> None:
        """Let go of the names, which know the card: the two would else stay in memory until the garbage is collected."""
        for one in self.names:
            one.listed = ()
        self.names, self.named_last = [], {}
        self.people = self.firms = _NO_NAMES

    def kinds_on(self, line: int) -> frozenset[str]:
        """Return the kinds of identifiers on a line."""
        return self.kinds.get((self.passages[line], self.lines[line].number), frozenset())

    def is_above_identifier(self, line: int) -> bool:
        """Whether an identifier stands on one of the lines of a block below a line."""
        passage, number = self.passages[line], self.lines[line].number
        return any(self.kinds.get((passage, number + step)) for step in range(1, _BLOCK))


def _begin_with(one: Mention, whole: Sequence[Mention]) -> list[Mention]:
    """Return the names of firms that a shorter one may stand for: they begin with it, or it is their initials, and it is no place."""
    folded, size = one.folded, len(one.folded)
    short = size == 1 and one.words[0].isupper() and len(folded[0]) >= _PAIR
    if short and (found := [other for other in whole if _initials(other.folded) == folded[0]]):
        return found
    found = [other for other in whole if other.folded[:size] == folded != other.folded]
    if not found or PLACES.has_all(folded):
        return []
    is_firm = one.trade >= LIKELY
    return [other for other in found if not is_firm or LEGAL_FORMS.has_all(other.folded[size:])]


def _initials(words: Sequence[str]) -> str:
    """Return the first letters of a firm's name without its legal form: "kf" of Kea Freight Pty Ltd."""
    return "".join([word[:1] for word in words if word not in LEGAL_FORMS])


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
    mailboxes = frozenset([letters_of(mailbox) for mailbox, _ in addresses])
    page = CardLines(lines, numbers, signs, kinds or {}, addresses, foreign, mailboxes)
    page.names = list(islice(_mentions(page, labels), MOST_NAMES))
    _place_names(page)
    _describe(page)
    return page


def _place_names(page: CardLines) -> None:
    """Set the place of every name, and the values that depend on the names beside it."""
    for place, one in enumerate(page.names):
        one.place = place
        one.domains = _domains(one)
    for fellows in set_shares(page.names):
        for one in fellows:
            one.listed = fellows
    titled = [at for at, one in enumerate(page.names) if one.passage == 0 or one.role in {"firm", "either"}]
    page.titled = titled[:_MOST_TITLED]
    page.singles = frozenset([one.words[0] for one in page.names if len(one.words) == 1])


def _describe(page: CardLines) -> None:
    """Compute the facts about the card as a whole."""
    parts = list(chain.from_iterable([line.parts for line in page.lines]))
    page.employers = len([1 for line in page.lines if line.roles and "firm" in line.roles.values()])
    page.reachable = not _REACHED.isdisjoint(chain.from_iterable(page.kinds.values()))
    page.capital = sum([len(one.words) for one in page.names]) > sum([part.is_small for part in parts])
    page.pastime = are_of_pastime({*chain.from_iterable([part.lows for part in parts])})


def _domains(one: Mention) -> list[str]:
    """Return the labels of the domains at which an address has a name."""
    if not one.page.addresses or one.like <= NOT or len(one.words) == 1:
        return []
    name = " ".join(one.words)
    spelt = spellings(name)
    return [
        label
        for mailbox, label in one.page.addresses[:_MOST_ADDRESSES]
        if label and (letters_of(mailbox) in spelt or is_first(mailbox, name))
    ]


def _mentions(page: CardLines, labels: Sequence[str]) -> Iterator[Mention]:
    for number, line in enumerate(page.lines):
        signs, kinds = page.signs[number], page.kinds_on(number)
        places = [at for at, part in enumerate(line.parts) if part.kind == Kind.NAME]
        low = [part.lows for part in line.parts] if places else []
        sentences = _sentences(line.parts) if places else []
        for at in places:
            part = line.parts[at]
            start, folded = max(0, at - _AROUND), tuple(map(fold, part.words))
            lists = lists_of(folded)
            yield Mention(
                page, number, line, page.passages[number], kinds, line.roles.get(at, ""), at, part.words, signs[start:at], signs[at + 1 : at + _AROUND],
                tuple(chain(*low[max(0, at - 4) : at])), tuple(chain(*low[at + 1 : at + 8])),
                folded, person_likeness(part.words), firm_likeness(part.words, labels), _is_famous(folded), lists, reduce(or_, lists), sentences[at],
            )  # fmt: skip


def _several(keys: Iterable[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    """Return the keys that come more than once."""
    counts = Counter(keys)
    if len(counts) == counts.total():
        return frozenset()
    return frozenset([key for key, times in counts.items() if times > 1])


def _sentences(parts: Iterable[Chunk]) -> list[int]:
    """Return the number of sentences that end before each part of a line."""
    ended = accumulate([part.ends and part.kind not in _NO_ENDS for part in parts])
    return [0, *map(int, ended)]


@lru_cache(maxsize=1024)
def _is_famous(folded: Sequence[str]) -> bool:
    """Whether words are a well-known name, or have one in them."""
    if "".join(folded) in WELL_KNOWN:
        return True
    return len(folded) > _PAIR and WELL_KNOWN.has_any([one + other for one, other in pairwise(folded)])
