"""The words beside and between a person and a firm: each that many cards have has a weight of its own.

A name of such a feature is the word, a sign of where it stands, and ``+`` where the person stands first: ``runs p>+``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

BEFORE_PERSON, BEHIND_PERSON, LABEL_OF_PERSON = ("<p", "<<p"), ("p>", "p>>"), "p:"
BEFORE_FIRM, BEHIND_FIRM, LABEL_OF_FIRM = ("<f", "<<f"), "f>", "f:"
BETWEEN, IN_TITLE = "pf", "#f"
"""Where a word stands: before or behind the person or the firm, in their label, between the two, in the firm's title."""

_WAYS = ("-", "+")


def of_person(one: Mention, *, forward: bool) -> list[str]:
    """Return the names of the words beside a person, who stands first or last."""
    way = _WAYS[forward]
    before = zip(one.left[:-3:-1], BEFORE_PERSON, strict=False)
    behind = zip(one.right, BEHIND_PERSON, strict=False)
    found = [f"{word} {where}{way}" for word, where in (*before, *behind)]
    return [*found, *_of_label(one.row.label, LABEL_OF_PERSON)]


def of_firm(one: Mention, *, forward: bool) -> list[str]:
    """Return the names of the words beside a firm, which stands last or first."""
    way = _WAYS[forward]
    found = [f"{word} {where}{way}" for word, where in zip(one.left[:-3:-1], BEFORE_FIRM, strict=False)]
    if one.right:
        found.append(f"{one.right[0]} {BEHIND_FIRM}{way}")
    return [*found, *_of_label(one.row.label, LABEL_OF_FIRM)]


def of_pair(pair: Pair) -> list[str]:
    """Return the names of the words between a person and a firm of one text, or of those in the title beside the firm."""
    if pair.is_of_passage:
        return _between(tuple(pair.words), _WAYS[pair.forward])
    return [] if pair.firm.passage else _of_title(pair.firm)


@lru_cache(maxsize=512)
def _of_label(label: str, where: str) -> Sequence[str]:
    return [f"{word} {where}" for word in label.split()]


@lru_cache(maxsize=512)
def _between(words: Sequence[str], way: str) -> list[str]:
    return [f"{word} {BETWEEN}{way}" for word in dict.fromkeys(words) if word.isalpha()]


def _of_title(firm: Mention) -> list[str]:
    beside = (part.lows for part in firm.row.parts if part.words != firm.words)
    words = dict.fromkeys(word for lows in beside for word in lows if word.isalpha())
    return [f"{word} {IN_TITLE}" for word in words]
