"""The second pass over the names of a card, which uses the first pass's results about the names around each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.looks.feature import Feature, Remembered
from tui.recognise.pairs.pair import link_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tui.recognise.page import Mention

REACH = 2
"""Number of names on each side with which a name may be linked."""

_LINES = 2
"""Number of lines within which a name may be linked."""

_AS_FIRM, _AS_PERSON = "as the firm: ", "as the person: "
_UNLINKED = {_AS_FIRM, _AS_PERSON}
"""How the names of links begin, which are nothing but that where no pattern fits."""

_CLEAR, _UNEVEN, _NOBODY, _TRADED = 1.5, 1.0, -2.5, 0.5
"""Points of a clear name; mean points of listed names that are likely or unlikely, that are nobody, and that are firms."""

_PARTED = frozenset(("-", "|", ":", "/", "(", ","))
"""Signs between the parts of a title."""

_MOST_LISTED = 40
"""Maximum names of a list that are examined."""

_MOST, _LEAST = 4.0, -4.0
"""Points beyond which a listed name counts no more."""


def _mean(points: Sequence[float]) -> float:
    """Return the mean of points, none of which counts too much."""
    if not points:
        return 0.0
    return sum([_MOST if one > _MOST else max(one, _LEAST) for one in points]) / len(points)


def _people(one: Mention) -> float:
    """Return the mean points for people of the names that are listed beside a name."""
    return _mean([other.person for other in one.listed[:_MOST_LISTED] if other is not one])


def _firms(one: Mention) -> float:
    """Return the mean points for firms of the names that are listed beside a name."""
    return _mean([other.firm for other in one.listed[:_MOST_LISTED] if other is not one])


def _levels(one: Mention) -> tuple[bool, ...]:
    """Return the facts on which the features of a listed name depend."""
    people = _people(one)
    return people > _UNEVEN, people < -_UNEVEN, people < _NOBODY, _firms(one) > _TRADED


def _is_beside(one: Mention, likely: frozenset[tuple[str, ...]]) -> bool:
    """Whether one of the likely names of the card is another name."""
    return not likely <= {one.folded}


def _is_clear_elsewhere(one: Mention, likely: Sequence[Mention], points: Callable[[Mention], float]) -> bool:
    """Whether the same name is clear at another place of the card."""
    if one.folded not in one.page.repeated:
        return False
    same = [other for other in likely if other.folded == one.folded and other is not one]
    return any(points(other) > _CLEAR for other in same)


_FEATURES_OF_LISTS = (
    Feature("listed with likely people", ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Kea Freight\n- Tui Plumbing", "Vexly Dorn"), lambda m: _levels(m)[0]),
    Feature("listed with unlikely people", ("x\n\n- Vexly Dorn\n- Kea Freight\n- Tui Plumbing", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), lambda m: _levels(m)[1]),
    Feature("listed with nobody", ("x\n\n- Vexly Dorn\n- Kea Freight\n- Tui Plumbing", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), lambda m: _levels(m)[2]),
    Feature("listed with likely firms", ("x\n\n- Vexly Dorn\n- Kea Freight Pty Ltd\n- Tui Plumbing Ltd", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), lambda m: _levels(m)[3]),
)  # fmt: skip
"""Features of the names that are listed beside a name."""

_FEATURES_OF_CARD = (
    Feature("another likely person on the card", ("Sarah Reid saw Vexly Dorn", "Vexly Dorn"), ("Kea Freight saw Vexly Dorn", "Vexly Dorn"), lambda m: _is_beside(m, m.page.people.folded)),
    Feature("another likely firm on the card", ("Kea Freight saw Vexly Dorn", "Vexly Dorn"), ("Sarah Reid saw Vexly Dorn", "Vexly Dorn"), lambda m: _is_beside(m, m.page.firms.folded)),
    Feature("first words of a likely firm", ("Kea Freight Pty Ltd\n\nRing Kea Freight", "Kea Freight"), ("Kea Freight Pty Ltd\n\nRing Tui Plumbing", "Tui Plumbing"), lambda m: m.whole is not None),
    Feature("begins with a likely person's family name", ("Sarah Reid of Reid Vexly", "Reid Vexly"), ("Sarah Chow of Reid Vexly", "Reid Vexly"), lambda m: len(m.words) > 1 and m.folded[0] in m.page.people.families),
)  # fmt: skip
"""Features of the likely names of its card."""

_FEATURES_OF_REPEATED = (
    Feature("clear person elsewhere", ("Sarah Reid\n\nMs Sarah Reid, plumber, rang", "Sarah Reid"), ("Sarah Reid\n\nMs Mei Chow, plumber, rang", "Sarah Reid"), lambda m: _is_clear_elsewhere(m, m.page.people, lambda other: other.person)),
    Feature("clear firm elsewhere", ("Kea Freight Pty Ltd\n\nCompany: Kea Freight Pty Ltd", "Kea Freight Pty Ltd"), ("Kea Freight Pty Ltd\n\nCompany: Tui Plumbing", "Kea Freight Pty Ltd"), lambda m: _is_clear_elsewhere(m, m.page.firms, lambda other: other.firm)),
)  # fmt: skip
"""Features of a name that stands at several places."""

_FEATURES_OF_TITLE = (
    Feature("title above likely people", ("Zyxa\n\nSarah Reid rang", "Zyxa"), ("see\n\nZyxa\nSarah Reid rang", "Zyxa"), lambda m: m.passage == 0 and any(one.passage for one in m.page.people)),
    Feature("first part of a title", ("Zyxa - sheds", "Zyxa"), ("see Zyxa - sheds", "Zyxa"), lambda m: m.passage == 0 and not m.before and m.behind[:1] in _PARTED),
    Feature("last part of a title", ("sheds - Zyxa", "Zyxa"), ("sheds of Zyxa", "Zyxa"), lambda m: m.passage == 0 and not m.behind and m.before[-1:] in _PARTED),
)  # fmt: skip
"""Features of a name in the title."""

FEATURES = (*_FEATURES_OF_LISTS, *_FEATURES_OF_CARD, *_FEATURES_OF_REPEATED, *_FEATURES_OF_TITLE)


def links(one: Mention) -> set[str]:
    """Return the features that link a name with likely people and firms nearby."""
    found = set[str]()
    if not (one.page.people or one.page.firms):
        return found
    place, line, passage = one.place, one.line, one.passage
    for other in one.page.names[max(0, place - REACH) : place + REACH + 1]:
        if other is one or not -_LINES <= other.line - line <= _LINES or other.passage != passage:
            continue
        if other.is_like_person:
            found.add(_AS_FIRM + link_of(other, one))
        elif other.is_like_firm and len(one.words) > 1:
            found.add(_AS_PERSON + link_of(one, other))
    return found - _UNLINKED


_OF_LISTS = Remembered(_levels, _FEATURES_OF_LISTS)


def seen_again(one: Mention) -> list[str]:
    """Return the names of a name's features in the second pass."""
    features: tuple[Feature, ...] = _FEATURES_OF_CARD
    if one.folded in one.page.repeated:
        features += _FEATURES_OF_REPEATED
    if one.passage == 0:
        features += _FEATURES_OF_TITLE
    listed = _OF_LISTS.seen(one) if one.listed else ()
    return [*listed, *[feature.name for feature in features if feature.seen(one)], *sorted(links(one))]
