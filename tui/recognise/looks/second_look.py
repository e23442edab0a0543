"""The second pass over the names of a card, which uses the first pass's results about the names around each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.looks.feature import Feature, Remembered
from tui.recognise.pairs.pair import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tui.recognise.page import Mention

REACH = 2
"""Number of names on each side with which a name may be linked."""

_LINES, _LISTED = 2, 4
"""Number of lines within which a name may be linked; number of the features that only listed names have."""

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
    return sum([max(_LEAST, min(_MOST, one)) for one in points]) / len(points) if points else 0.0


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


FEATURES = (
    Feature("listed with likely people", ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Kea Freight\n- Tui Plumbing", "Vexly Dorn"), lambda m: _levels(m)[0]),
    Feature("listed with unlikely people", ("x\n\n- Vexly Dorn\n- Kea Freight\n- Tui Plumbing", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), lambda m: _levels(m)[1]),
    Feature("listed with nobody", ("x\n\n- Vexly Dorn\n- Kea Freight\n- Tui Plumbing", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), lambda m: _levels(m)[2]),
    Feature("listed with likely firms", ("x\n\n- Vexly Dorn\n- Kea Freight Pty Ltd\n- Tui Plumbing Ltd", "Vexly Dorn"), ("x\n\n- Vexly Dorn\n- Sarah Reid\n- James Parata", "Vexly Dorn"), lambda m: _levels(m)[3]),
    Feature("another likely person on the card", ("Sarah Reid saw Vexly Dorn", "Vexly Dorn"), ("Kea Freight saw Vexly Dorn", "Vexly Dorn"), lambda m: _is_beside(m, m.page.people.folded)),
    Feature("another likely firm on the card", ("Kea Freight saw Vexly Dorn", "Vexly Dorn"), ("Sarah Reid saw Vexly Dorn", "Vexly Dorn"), lambda m: _is_beside(m, m.page.firms.folded)),
    Feature("clear person elsewhere", ("Sarah Reid\n\nMs Sarah Reid, plumber, rang", "Sarah Reid"), ("Sarah Reid\n\nMs Mei Chow, plumber, rang", "Sarah Reid"), lambda m: _is_clear_elsewhere(m, m.page.people, lambda other: other.person)),
    Feature("clear firm elsewhere", ("Kea Freight Pty Ltd\n\nCompany: Kea Freight Pty Ltd", "Kea Freight Pty Ltd"), ("Kea Freight Pty Ltd\n\nCompany: Tui Plumbing", "Kea Freight Pty Ltd"), lambda m: _is_clear_elsewhere(m, m.page.firms, lambda other: other.firm)),
    Feature("title above likely people", ("Zyxa\n\nSarah Reid rang", "Zyxa"), ("see\n\nZyxa\nSarah Reid rang", "Zyxa"), lambda m: m.passage == 0 and any(one.passage for one in m.page.people)),
    Feature("first part of a title", ("Zyxa - sheds", "Zyxa"), ("see Zyxa - sheds", "Zyxa"), lambda m: m.passage == 0 and not m.before and m.behind[:1] in _PARTED),
    Feature("last part of a title", ("sheds - Zyxa", "Zyxa"), ("sheds of Zyxa", "Zyxa"), lambda m: m.passage == 0 and not m.behind and m.before[-1:] in _PARTED),
    Feature("first words of a likely firm", ("Kea Freight Pty Ltd\n\nRing Kea Freight", "Kea Freight"), ("Kea Freight Pty Ltd\n\nRing Tui Plumbing", "Tui Plumbing"), lambda m: m.whole is not None),
    Feature("begins with a likely person's family name", ("Sarah Reid of Reid Vexly", "Reid Vexly"), ("Sarah Chow of Reid Vexly", "Reid Vexly"), lambda m: len(m.words) > 1 and m.folded[0] in m.page.people.families),
)  # fmt: skip


def _near(one: Mention) -> list[Mention]:
    """Return the names close before and behind a name."""
    place, line, passage = one.place, one.line, one.passage
    beside = one.page.names[max(0, place - REACH) : place + REACH + 1]
    return [
        other
        for other in beside
        if -_LINES <= other.line - line <= _LINES and other.passage == passage and other is not one
    ]


def links(one: Mention) -> set[str]:
    """Return the features that link a name with likely people and firms nearby."""
    found = set[str]()
    for other in _near(one):
        if other.is_like_person:
            found.add(f"as the firm: {pair(other, one).link}")
        elif other.is_like_firm and len(one.words) > 1:
            found.add(f"as the person: {pair(one, other).link}")
    return {name for name in found if not name.endswith(": ")}


_OF_LISTS, _OF_CARDS = Remembered(_levels, FEATURES[:_LISTED]), FEATURES[_LISTED:]


def seen_again(one: Mention) -> list[str]:
    """Return the names of a name's features in the second pass."""
    listed = _OF_LISTS.seen(one) if one.listed else ()
    return [*listed, *[feature.name for feature in _OF_CARDS if feature.seen(one)], *sorted(links(one))]
