"""Evidence from what was named before: the firm that a text is about where it comes to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.page import FIRM, PERSON
from tui.recognise.pairs.apart import THEIR
from tui.recognise.pairs.between import SHE
from tui.recognise.pairs.needs import BACKWARD, FORWARD, needs, vocabulary

if TYPE_CHECKING:
    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

_THERE = vocabulary(("there",))

_BEFORE, _BEHIND = 3, 4
"""Number of words before and behind a person that are read."""


@needs(BACKWARD)
def is_named_last(pair: Pair) -> bool:
    """Whether no other likely firm is named between a firm and the person behind it."""
    if pair.forward:
        return False
    last = _last_before(pair.person)
    return last is None or last.place <= pair.firm.place or last.firm_key == pair.firm.firm_key


def _last_before(person: Mention) -> Mention | None:
    """Return the likely firm that is named last before a person, if nobody left it."""
    known = person.page.named_last
    if person.place not in known:
        found = None
        for firm in person.page.firms:
            if firm.place >= person.place:
                break
            if not firm.before.endswith(Kind.LEFT):
                found = firm
        known[person.place] = found
    return known[person.place]


@needs(BACKWARD, THEIR)
def is_theirs(pair: Pair) -> bool:
    """Whether "their" stands before a person, and the firm is the last that is named before: "Kea pays. Their CFO Ana"."""
    return not THEIR.isdisjoint(pair.person.left[-_BEFORE:]) and is_named_last(pair)


@needs(BACKWARD, THEIR)
def is_of_others(pair: Pair) -> bool:
    """Whether "their" stands before a person, and another firm is named after this one."""
    return not pair.forward and not THEIR.isdisjoint(pair.person.left[-_BEFORE:]) and not is_named_last(pair)


@needs(BACKWARD, _THERE)
def is_there(pair: Pair) -> bool:
    """Whether "there" stands beside a person, and the firm is the last that is named before: "Kea pays. Ana, CFO there"."""
    near = (*pair.person.left[-_BEFORE:], *pair.person.right[:_BEHIND])
    return "there" in near and is_named_last(pair)


def has_other_in_brackets(pair: Pair) -> bool:
    """Whether another person stands in brackets right behind a firm: Hemi for Ana in "Ana Reid, Kea (Hemi Parata)"."""
    firm = pair.firm
    if firm.behind[:1] != "(":
        return False
    names, at = firm.page.names, firm.place + 1
    if at >= len(names) or names[at].row is not firm.row or names[at] is pair.person:
        return False
    inside = ")" not in firm.behind[: names[at].at - firm.at - 1]
    return inside and names[at].is_like_person and names[at].folded != pair.person.folded


def is_in_brackets_of_other(pair: Pair) -> bool:
    """Whether a person stands in brackets right behind another firm: Ana for Kea in "Kea pays Tui (Ana Reid)"."""
    person = pair.person
    if person.before[-2:] != f"{Kind.NAME}(" or not person.place:
        return False
    other = person.page.names[person.place - 1]
    return other.row is person.row and other.is_like_firm and other.firm_key != pair.firm.firm_key


@needs(FORWARD, SHE)
def is_of_her(pair: Pair) -> bool:
    """Whether "he" or "she" stands near before a firm, and nobody else is named between: "Ana rang. She is at Kea"."""
    if not pair.forward or PERSON in pair.between or FIRM in pair.between:
        return False
    return not SHE.isdisjoint(pair.firm.left)
