"""Evidence from a person's work: some work is done within a firm, some by self-employed people."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.pairs.needs import needs, vocabulary
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import SURE
from tui.recognise.words.word_list import groups, word_list

if TYPE_CHECKING:
    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

Words = tuple[str, ...]

_IN_HOUSE = vocabulary(word_list("in_house"))
"""Words of work that is done within a firm: "buyer"."""

_PROFESSIONS = vocabulary(word_list("professions"))
"""Words of work that is done for many: "lawyer", "photographer"."""

_THINGS = word_list("things")
"""Last words of the names of papers, departments, times and the like: "Leave Policy"."""

_WORK, _TRADES = dict[str, int](), dict[str, int]()
for _at, _sides in enumerate(groups("fitting")):
    for _of_words, _side in zip((_WORK, _TRADES), _sides, strict=True):
        _of_words |= {word: _of_words.get(word, 0) | 1 << _at for word in _side}
"""Words of work, and of the trades in which it is done, "principal" of a "school": a bit for every trade."""

_FITTING = vocabulary(_WORK)

_BEFORE, _BEHIND = 3, 4


@needs(_IN_HOUSE)
def is_in_house(pair: Pair) -> bool:
    """Whether a word beside a person, or their label, is one of work within a firm: "buyer Ana"."""
    return not _IN_HOUSE.isdisjoint(_beside(pair.person))


@needs(_PROFESSIONS)
def is_professional(pair: Pair) -> bool:
    """Whether a word beside a person, or their label, is one of work for many: "mediator Ana"."""
    return not _PROFESSIONS.isdisjoint(_beside(pair.person))


@needs(_FITTING)
def is_of_trade(pair: Pair) -> bool:
    """Whether a person's work is one of the firm's trade: "principal Ana" of "Kea School"."""
    return bool(_trades_of_work(*_said_of(pair.person)) & _trades_of_firm(pair.firm.folded))


@needs(_FITTING)
def is_of_other_trade(pair: Pair) -> bool:
    """Whether a person's work is not of the firm's trade, but of that of another firm on the card."""
    own = _trades_of_work(*_said_of(pair.person))
    if not own or own & _trades_of_firm(pair.firm.folded):
        return False
    return any(own & _trades_of_firm(one.folded) for one in pair.firm.page.firms)


def _said_of(one: Mention) -> tuple[Words, Words, str]:
    """Return the words beside a name, and its label."""
    return one.left[-_BEFORE:], one.right[:_BEHIND], one.row.label if one.role else ""


@lru_cache(maxsize=1024)
def _trades_of_work(before: Words, behind: Words, label: str) -> int:
    """Return a number with a bit for every trade that has the work said beside a name."""
    return _bits_of((*before, *behind, *map(fold, label.split())), _WORK)


@lru_cache(maxsize=1024)
def _trades_of_firm(words: Words) -> int:
    """Return a number with a bit for every trade that a firm's name tells of."""
    return _bits_of(words, _TRADES)


def _bits_of(words: Words, of_words: dict[str, int]) -> int:
    found = 0
    for word in words:
        if word in of_words:
            found |= of_words[word]
    return found


def is_thing(pair: Pair) -> bool:
    """Whether a firm is a paper, a department, a time or an estate by its name: "Leave Policy"."""
    folded = pair.firm.folded
    return pair.firm.trade < SURE and (folded[-1] in _THINGS or folded[:2] == ("estate", "of"))


def _beside(one: Mention) -> Words:
    """Return the words beside a name, and those of its label."""
    before, behind, label = _said_of(one)
    return (*before, *behind, *map(fold, label.split()))
