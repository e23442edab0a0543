"""The words beside and between a person and a firm: each that many cards have has a weight of its own, and so has its sense.

A name of such a feature is the word, a sign of where it stands, and ``+`` where the person stands first: ``runs p>+``. The name
of a sense begins with ``~``: ``~tradie p>+``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.words.senses import said, senses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

BEFORE_PERSON, BEHIND_PERSON, LABEL_OF_PERSON = ("<p", "<<p"), ("p>", "p>>"), "p:"
BEFORE_FIRM, BEHIND_FIRM, LABEL_OF_FIRM = ("<f", "<<f"), ("f>",), "f:"
BETWEEN, IN_TITLE = "pf", "#"
"""Where a word stands: before or behind the person or the firm, in their label, between the two, in the firm's title."""

_WAYS = ("-", "+")

_AHEAD, _PAST = 6, 7
"""Number of words before and behind a name whose senses tell."""

_BESIDE, _NEXT = 3, 2
"""Number of words before and behind a name whose senses tell together with those of the other name."""


def of_person(one: Mention, *, forward: bool) -> list[str]:
    """Return the names of the words beside a person, who stands first or last."""
    found = _beside(one, BEFORE_PERSON, BEHIND_PERSON, "p", _WAYS[forward])
    return [*found, *_of_label(one.row.label, LABEL_OF_PERSON)]


def of_firm(one: Mention, *, forward: bool) -> list[str]:
    """Return the names of the words beside a firm, which stands last or first."""
    found = _beside(one, BEFORE_FIRM, BEHIND_FIRM, "f", _WAYS[forward])
    return [*found, *_of_label(one.row.label, LABEL_OF_FIRM)]


def of_pair(pair: Pair) -> list[str]:
    """Return the names of the words between a person and a firm of one text, or of those in the title beside the firm.

    With them those of each sense of what is said beside the person and each of what is said beside the firm.
    """
    way = _WAYS[pair.forward]
    if pair.is_of_passage:
        found, others, where = _between(tuple(pair.words), way), _senses_beside(pair.firm), f"f{way}"
    elif pair.firm.passage:
        return []
    else:
        words = _of_title(pair.firm)
        names = dict.fromkeys([name for word in words for name in said(word)])
        found, others, where = [f"{name} {IN_TITLE}f" for name in names], senses(words), IN_TITLE
    if not others:
        return found
    return [*found, *[f"{one} p {other} {where}" for one in _senses_beside(pair.person) for other in others]]


def _beside(one: Mention, before: Sequence[str], behind: Sequence[str], sign: str, way: str) -> list[str]:
    """Return the names of the words right before a name and behind it, and of the senses of those farther off."""
    near = (*zip(one.left[::-1], before, strict=False), *zip(one.right, behind, strict=False))
    return [
        *[f"{name} {where}{way}" for word, where in near for name in said(word)],
        *[f"{name} <..{sign}{way}" for name in senses(one.left[-_AHEAD : -len(before)])],
        *[f"{name} {sign}..>{way}" for name in senses(one.right[len(behind) : _PAST])],
    ]


def _senses_beside(one: Mention) -> Sequence[str]:
    return _senses_near(one.left[-_BESIDE:], one.right[:_NEXT], one.row.label)


@lru_cache(maxsize=512)
def _senses_near(before: Sequence[str], behind: Sequence[str], label: str) -> Sequence[str]:
    return senses((*before, *behind, *label.split()))


@lru_cache(maxsize=512)
def _of_label(label: str, where: str) -> Sequence[str]:
    return [f"{name} {where}" for word in label.split() for name in said(word)]


@lru_cache(maxsize=512)
def _between(words: Sequence[str], way: str) -> list[str]:
    names = dict.fromkeys([name for word in words if word.isalpha() for name in said(word)])
    return [f"{name} {BETWEEN}{way}" for name in names]


def _of_title(firm: Mention) -> list[str]:
    """Return the words of a title beside the firm, each once."""
    beside = (part.lows for part in firm.row.parts if part.words != firm.words)
    return list(dict.fromkeys([word for lows in beside for word in lows if word.isalpha()]))
