"""Evidence from the words around a person: self-employed, private, on our side, or of another party."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.page import PERSON
from tui.recognise.pairs.needs import FORWARD, PERSON_BETWEEN, needs, vocabulary
from tui.recognise.words.lexicon import ACTS, fold
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

_ALONE = vocabulary(word_list("alone"))
"""Words beside somebody who works for no firm."""

_PRIVATE = vocabulary(word_list("private_labels"))
"""Words of labels of people who are no contacts of the firm on a form."""

_OURS = vocabulary(("our", "ours", "us", "we", "my", "internal"))
_THEIRS = vocabulary(("their", "theirs", "them", "client", "client's", "customer", "customer's", "its"))
"""Words before people of the writer's side, and of the other."""

_OUTSIDERS = vocabulary(word_list("outsiders"))
"""Words behind somebody who deals with a firm, and is not of it."""

_THIRD = vocabulary(word_list("third_parties"))
"""Words before a firm that is a third party of the matter."""

_NEGATIONS = vocabulary(("not", "no", "never", "isn't", "aren't", "wasn't", "doesn't", "longer", "nor", "except", "without"))  # fmt: skip

_OWN_BRACKET = re.compile(rf"\((?=[^)PFR]*{Kind.OTHER})[^)PFR]*\)")
_ANOTHERS = re.compile(rf"{PERSON}\([{Kind.TITLE}{Kind.FILLER},]*\Z")
_NEAR, _LABEL, _FAR = 5, 3, 7


@needs(_ALONE)
def is_alone(pair: Pair) -> bool:
    """Whether a word behind a person, or right before, says that they work for themselves; "Kea Contracting" does not."""
    person = pair.person
    if _ALONE.isdisjoint((*person.right[:_NEAR], *person.left[-_LABEL:])):
        return False
    parts, at = person.row.parts, person.at
    near = (*parts[max(0, at - _LABEL) : at], *parts[at + 1 : at + 1 + _NEAR])
    said = [part.lows for part in near if part.kind != Kind.NAME or len(part.words) == 1]
    return not _ALONE.isdisjoint(chain.from_iterable(said))


@needs(_PRIVATE)
def is_private(pair: Pair) -> bool:
    """Whether the label of a person is that of a private matter: "Emergency contact", "Plus one"."""
    return not _PRIVATE.isdisjoint(_label(pair.person))


@needs(_OURS)
def is_of_ours(pair: Pair) -> bool:
    """Whether a person is said to be of the writer's side: "From us: Ana", "Ana Reid (ours)"."""
    return not _OURS.isdisjoint((*_label(pair.person), *pair.person.right[:2]))


@needs(_THEIRS)
def is_of_theirs(pair: Pair) -> bool:
    """Whether a person is said to be of the other side: "Client team: Ana"."""
    return not _THEIRS.isdisjoint(_label(pair.person))


@needs(_THEIRS)
def is_theirs_behind(pair: Pair) -> bool:
    """Whether "their" stands a few words behind a person: "Ana, who runs their team"."""
    return not _THEIRS.isdisjoint(pair.person.right[2:_FAR])


def is_acting(pair: Pair) -> bool:
    """Whether a person is said to do something: "Ana wants"."""
    right = pair.person.right
    return bool(right) and right[0] in ACTS


def begins_sentence(pair: Pair) -> bool:
    """Whether a sentence begins with a person, or with their title."""
    return _is_first(pair.person)


def is_firm_first(pair: Pair) -> bool:
    """Whether a sentence begins with a firm."""
    return _is_first(pair.firm)


def has_other_firm(pair: Pair) -> bool:
    """Whether another likely firm is named in the sentence of a person."""
    person, own = pair.person, pair.firm.firm_key
    line, sentence = person.line, person.sentence
    for one in person.page.firms.on_lines(line, line + 1):
        if one.sentence == sentence and one.firm_key != own:
            return True
    return False


def _is_first(name: Mention) -> bool:
    parts, at = name.row.parts, name.at
    while at and parts[at - 1].kind in {Kind.TITLE, Kind.HONORIFIC}:
        at -= 1
    return not at or parts[at - 1].ends or parts[at - 1].words == (";",)


@needs(_OUTSIDERS)
def is_outsider(pair: Pair) -> bool:
    """Whether a word behind a person says that they deal with the firm: "Ana, a customer of theirs"."""
    return not _OUTSIDERS.isdisjoint(pair.person.right[:_NEAR])


@needs(_THIRD)
def is_third(pair: Pair) -> bool:
    """Whether a firm is a third party: "Carrier: Kea", "against Kea"."""
    return not _THIRD.isdisjoint(_label(pair.firm))


@needs(_NEGATIONS)
def is_denied(pair: Pair) -> bool:
    """Whether "not" stands between the two, or close behind the second."""
    last = pair.firm if pair.forward else pair.person
    return not _NEGATIONS.isdisjoint((*pair.words, *last.right[:_LABEL]))


def has_bracket(pair: Pair) -> bool:
    """Whether words in brackets behind a person are no firm and no title: "Ana Reid (council)"."""
    return _OWN_BRACKET.match(_marked_behind(pair.person)) is not None


@needs(FORWARD, PERSON_BETWEEN)
def is_anothers(pair: Pair) -> bool:
    """Whether a firm stands in the bracket of another person: Kea of Hemi in "Ana Reid, Hemi Parata (Kea)"."""
    return pair.forward and _ANOTHERS.search(pair.between) is not None


def _marked_behind(one: Mention) -> str:
    return one.page.marked[one.line][one.at + 1 :]


def _label(one: Mention) -> Sequence[str]:
    """Return the words of the label of a name, and those right before it."""
    near = one.left[-_LABEL:]
    return (*_folded(one.row.label), *near) if one.role and one.row.label else near


@lru_cache(maxsize=512)
def _folded(label: str) -> tuple[str, ...]:
    return tuple(map(fold, label.split()))
