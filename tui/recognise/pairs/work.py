"""Evidence from a person's work: some work is done within a firm, some by self-employed people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.pairs.needs import needs, vocabulary
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import SURE
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

_IN_HOUSE = vocabulary(word_list("in_house"))
"""Words of work that is done within a firm: "buyer"."""

_PROFESSIONS = vocabulary(word_list("professions"))
"""Words of work that is done for many: "lawyer", "photographer"."""

_THINGS = word_list("things")
"""Last words of the names of papers, departments, times and the like: "Leave Policy"."""

_BEFORE, _BEHIND = 3, 4


@needs(_IN_HOUSE)
def is_in_house(pair: Pair) -> bool:
    """Whether a word beside a person, or their label, is one of work within a firm: "buyer Ana"."""
    return not _IN_HOUSE.isdisjoint(_beside(pair.person))


@needs(_PROFESSIONS)
def is_professional(pair: Pair) -> bool:
    """Whether a word beside a person, or their label, is one of work for many: "mediator Ana"."""
    return not _PROFESSIONS.isdisjoint(_beside(pair.person))


def is_thing(pair: Pair) -> bool:
    """Whether a firm is a paper, a department, a time or an estate by its name: "Leave Policy"."""
    folded = pair.firm.folded
    return pair.firm.trade < SURE and (folded[-1] in _THINGS or folded[:2] == ("estate", "of"))


def _beside(one: Mention) -> Iterator[str]:
    """Yield the words beside a name, and those of its label."""
    yield from one.left[-_BEFORE:]
    yield from one.right[:_BEHIND]
    if one.role:
        yield from map(fold, one.row.label.split())
