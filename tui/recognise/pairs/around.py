"""Evidence from the words around a person: self-employed, private, on our side, or of another party."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.page import PERSON
from tui.recognise.words.lexicon import fold
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

_ALONE = word_list("alone")
"""Words beside somebody who works for no firm."""

_PRIVATE = word_list("private_labels")
"""Words of labels of people who are no contacts of the firm on a form."""

_OURS = frozenset(("our", "ours", "us", "we", "my", "internal"))
_THEIRS = frozenset(("their", "theirs", "them", "client", "client's", "customer", "customer's", "its"))
"""Words before people of the writer's side, and of the other."""

_OUTSIDERS = word_list("outsiders")
"""Words behind somebody who deals with a firm, and is not of it."""

_THIRD = word_list("third_parties")
"""Words before a firm that is a third party of the matter."""

_NEGATIONS = frozenset(("not", "no", "never", "isn't", "aren't", "wasn't", "doesn't", "longer", "nor", "except", "without"))  # fmt: skip

_OWN_BRACKET = re.compile(rf"\((?=[^)PFR]*{Kind.OTHER})[^)PFR]*\)")
_ANOTHERS = re.compile(rf"{PERSON}\([{Kind.TITLE}{Kind.FILLER},]*\Z")
_NEAR, _LABEL = 5, 3


def is_alone(pair: Pair) -> bool:
    """Whether a word behind a person, or right before, says that they work for themselves."""
    near = (*pair.person.right[:_NEAR], *pair.person.left[-_LABEL:])
    return not _ALONE.isdisjoint(near)


def is_private(pair: Pair) -> bool:
    """Whether the label of a person is that of a private matter: "Emergency contact", "Plus one"."""
    return not _PRIVATE.isdisjoint(_label(pair.person))


def is_of_ours(pair: Pair) -> bool:
    """Whether a person is said to be of the writer's side: "From us: Ana", "Ana Reid (ours)"."""
    return not _OURS.isdisjoint((*_label(pair.person), *pair.person.right[:2]))


def is_of_theirs(pair: Pair) -> bool:
    """Whether a person is said to be of the other side: "Client team: Ana"."""
    return not _THEIRS.isdisjoint(_label(pair.person))


def is_outsider(pair: Pair) -> bool:
    """Whether a word behind a person says that they deal with the firm: "Ana, a customer of theirs"."""
    return not _OUTSIDERS.isdisjoint(pair.person.right[:_NEAR])


def is_third(pair: Pair) -> bool:
    """Whether a firm is a third party: "Carrier: Kea", "against Kea"."""
    return not _THIRD.isdisjoint(_label(pair.firm))


def is_denied(pair: Pair) -> bool:
    """Whether "not" stands between the two, or close behind the second."""
    last = pair.firm if pair.forward else pair.person
    return not _NEGATIONS.isdisjoint((*pair.words, *last.right[:_LABEL]))


def has_bracket(pair: Pair) -> bool:
    """Whether words in brackets behind a person are no firm and no title: "Ana Reid (council)"."""
    return _OWN_BRACKET.match(_marked_behind(pair.person)) is not None


def is_anothers(pair: Pair) -> bool:
    """Whether a firm stands in the bracket of another person: Kea of Hemi in "Ana Reid, Hemi Parata (Kea)"."""
    return pair.forward and _ANOTHERS.search(pair.between) is not None


def _marked_behind(one: Mention) -> str:
    return one.page.marked[one.line][one.at + 1 :]


def _label(one: Mention) -> Iterable[str]:
    """Return the words of the label of a name, and those right before it."""
    labels = map(fold, one.row.label.split()) if one.role else ()
    return (*labels, *one.left[-_LABEL:])
