"""What must be there for a feature of a pair to be seen: features that lack it are not looked for.

A need is a bit: a fact of the pair, such as that the person stands first, or that a word of some list is said beside the two
or between them. It is necessary, not sufficient: the feature itself says whether it is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from itertools import count
from operator import or_
from typing import TYPE_CHECKING, TypeVar

from tui.recognise.chunk import Kind
from tui.recognise.page import FIRM, PERSON
from tui.recognise.words.lexicon import fold

if TYPE_CHECKING:
    from tui.recognise.page import CardLines, Mention
    from tui.recognise.pairs.pair import Pair

_BITS = (1 << at for at in count())

FORWARD, BACKWARD = next(_BITS), next(_BITS)
"""The person stands first, or the firm."""

PERSON_LABELLED, FIRM_LABELLED, FIRM_UNDER_LABEL = next(_BITS), next(_BITS), next(_BITS)
"""A label gives the person, or the firm, a role; the line of the firm has a label."""

IN_TITLE = next(_BITS)
"""The firm stands in the title."""

BLOCK, ITEM, TWO_SENTENCES, DOMAINS, NAMESAKES = (next(_BITS) for _ in range(5))
"""The two stand in one block, one is a list item, a sentence ends between, an address has the person's name, they share a word."""

PERSON_BETWEEN, FIRM_BETWEEN, TITLE_BETWEEN, WORDS_BETWEEN, BAR_BETWEEN = (next(_BITS) for _ in range(5))
"""What stands between the two: a person, a firm, a job title, several small words, a bar."""

_BEFORE, _BEHIND, _MOST_READ = 4, 8, 16
"""Number of chunks whose words may be read before a name, behind it, and between two."""

_OF_WORDS: dict[str, int] = {}
"""The bits of the lists that a word stands in."""

_Seen = TypeVar("_Seen", bound=Callable[["Pair"], bool])

_NEEDS: dict[Callable[[Pair], bool], int] = {}


class Vocabulary(frozenset[str]):
    """A list of words that has a bit."""

    bit: int


def vocabulary(words: Iterable[str]) -> Vocabulary:
    """Give a list of words a bit."""
    made = Vocabulary(words)
    made.bit = next(_BITS)
    for word in made:
        _OF_WORDS[word] = _OF_WORDS.get(word, 0) | made.bit
    return made


def needs(*what: int | Vocabulary) -> Callable[[_Seen], _Seen]:
    """Record that a feature is only seen where there are some facts, and a word of some lists."""
    bits = reduce(or_, [one.bit if isinstance(one, Vocabulary) else one for one in what])

    def noted(seen: _Seen) -> _Seen:
        _NEEDS[seen] = bits
        return seen

    return noted


def needed(seen: Callable[[Pair], bool]) -> int:
    """Return the bits that a feature needs."""
    return _NEEDS.get(seen, 0)


@lru_cache(maxsize=4096)
def _bits_of(words: tuple[str, ...]) -> int:
    return reduce(or_, [_OF_WORDS.get(word, 0) for word in words], 0)


@lru_cache(maxsize=512)
def _bits_of_label(label: str) -> int:
    words = label.split()
    return _bits_of((*words, *map(fold, words)))


@lru_cache(maxsize=1024)
def _bits_of_signs(between: str) -> int:
    return (
        PERSON_BETWEEN * (PERSON in between)
        | FIRM_BETWEEN * (FIRM in between)
        | TITLE_BETWEEN * (Kind.TITLE in between)
        | WORDS_BETWEEN * (between.count(Kind.OTHER) > 1)
        | BAR_BETWEEN * ("|" in between)
    )


class Said:
    """The bits of the words on a card, and of its names and pairs."""

    def __init__(self, page: CardLines) -> None:
        self._starts = [0]
        self._bits: list[int] = []
        for line in page.lines:
            self._bits += [_bits_of(part.lows) for part in line.parts]
            self._starts.append(len(self._bits))
        self._known: dict[int, int] = {}

    def beside(self, one: Mention) -> int:
        """Return the bits of the words beside a name, and of its label."""
        found = self._known.get(one.place)
        if found is None:
            start, end = self._starts[one.line], self._starts[one.line + 1]
            at = start + one.at
            found = _bits_of_label(one.row.label) if one.row.label else 0
            for bits in self._bits[max(start, at - _BEFORE) : min(end, at + _BEHIND)]:
                found |= bits
            self._known[one.place] = found
        return found

    def of_person(self, one: Mention, *, forward: bool) -> int:
        """Return the bits of a person who stands first, or last."""
        way = FORWARD if forward else BACKWARD
        return self.beside(one) | way | (PERSON_LABELLED if one.role else 0)

    def of_firm(self, one: Mention, *, forward: bool) -> int:
        """Return the bits of a firm that stands last, or first."""
        found = self.beside(one) | (FORWARD if forward else BACKWARD)
        if one.role:
            found |= FIRM_LABELLED
        if one.row.label:
            found |= FIRM_UNDER_LABEL
        return found if one.passage else found | IN_TITLE

    def of_pair(self, one: Pair) -> int:
        """Return the bits of a pair."""
        person, firm, forward = one.person, one.firm, one.forward
        found = self.of_person(person, forward=forward) | self.of_firm(firm, forward=forward)
        found |= _bits_of_signs(one.between)
        first, last = (person, firm) if forward else (firm, person)
        if first.passage == last.passage:
            end = self._starts[last.line] + last.at
            for bits in self._bits[max(self._starts[first.line] + first.at + 1, end - _MOST_READ) : end]:
                found |= bits
        if one.lines:
            if person.row.item or firm.row.item:
                found |= ITEM
            elif one.is_block:
                found |= BLOCK
        elif person.sentence != firm.sentence:
            found |= TWO_SENTENCES
        if person.domains:
            found |= DOMAINS
        return found if {*person.folded}.isdisjoint(firm.folded) else found | NAMESAKES
