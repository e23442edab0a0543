"""The second pass over the pairs of a card: the evidence for other pairs of the same person, or of the same firm."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tui.recognise.page import Mention
    from tui.recognise.pairs.evidence import Evidence
    from tui.recognise.pairs.pair import Pair

_MARGINS = (-3.0, -1.5, -0.5, 0.5, 1.5, 3.0)
"""Points by which a pair is surer than another, told apart."""

_POINTS = (-4.0, -2.5, -1.5, -0.75, 0.0, 0.75, 1.5, 2.5, 4.0)
_CLEAR, _MOST_CLEAR = 1.0, 40
"""Fewest points of a clear pair, and most of them with which another is compared."""

_MANY = 3
"""Number of people from which on they are not counted, and of the parts of all of them that are told apart."""

_LIKELY = 0.25
"""Fewest points of a pair that says that a card is about its firm."""

_OF_ANOTHER, _ALIKE = "rival of a surer firm", "linked as a clear pair is"
_LIKE_FELLOW = "linked as a clear pair of the firm is"
_OF_ACCOUNT = "firm of the title with other people"
_OF_HERS = ("her person, of another firm", "her person, of the firm")
_OF_NOBODYS = "her person, of no firm"
SEEN = (_OF_ANOTHER, _ALIKE, _LIKE_FELLOW, _OF_ACCOUNT, *_OF_HERS, _OF_NOBODYS)
"""What is or is not seen; the rest are levels."""

_HERS, _BEFORE = frozenset(("her", "hers", "his", "whose")), 3
"""Words before somebody who is a colleague of the person named before; number of words that are read."""

Words = tuple[str, ...]


@dataclass(slots=True)
class Scored:
    """A pair with what was seen of it, and its points for that.

    Attributes:
        level: Number of the levels that its points are over.
    """

    pair: Pair
    points: float
    evidence: Evidence
    level: int = field(default=0, init=False)

    @property
    def seen(self) -> list[str]:
        """The names of what was seen, with their variants."""
        return self.evidence.names()


class Rivals:
    """The pairs of a card by their people and firms."""

    def __init__(self, scored: Iterable[Scored]) -> None:
        best: dict[tuple[Words, Words], Scored] = {}
        for one in scored:
            one.level = bisect(_POINTS, one.points)
            key = one.pair.person.folded, one.pair.firm.firm_key
            if key not in best or one.points > best[key].points:
                best[key] = one
        surest = sorted(best.values(), key=lambda one: -one.points)
        self._clear = [one for one in surest[:_MOST_CLEAR] if one.points > _CLEAR]
        self._links = {(one.pair.link, one.pair.forward) for one in self._clear}
        self._firm_of: dict[Words, Words] = {}
        self._of_person: dict[Words, list[Scored]] = {}
        self._of_firm: dict[Words, list[Scored]] = {}
        for one in surest:
            person = one.pair.person.folded
            if person not in self._of_person and one.points > 0:
                self._firm_of[person] = one.pair.firm.firm_key
            self._of_person.setdefault(person, []).append(one)
            self._of_firm.setdefault(one.pair.firm.firm_key, []).append(one)
        self._staff = Counter(self._firm_of.values())
        self._places = [one.place for one in surest[0].pair.person.page.people] if surest else []

    def _other_firm(self, one: Pair) -> Scored | None:
        """Return the surest pair of the person with another firm."""
        own = one.firm.firm_key
        for other in self._of_person[one.person.folded]:
            if other.pair.firm.firm_key != own:
                return other
        return None

    def _other_person(self, one: Pair) -> Scored | None:
        """Return the surest pair of the firm with another person."""
        own = one.person.folded
        for other in self._of_firm[one.firm.firm_key]:
            if other.pair.person.folded != own:
                return other
        return None

    def seen(self, one: Scored) -> list[str]:
        """Return the names of what is seen of a pair among the others."""
        firm, person = self._other_firm(one.pair), self._other_person(one.pair)
        found = [
            *_POINTS_OVER[: one.level],
            *_margins("firm", one, firm),
            *_margins("person", one, person),
            *self._counts(one.pair),
        ]
        if person is not None and self._is_of_another(person):
            found.append(_OF_ANOTHER)
        if one.pair.firm.passage == 0 and self._is_of_account(one.pair):
            found.append(_OF_ACCOUNT)
        linked = one.pair.link and (one.pair.link, one.pair.forward) in self._links
        if linked:
            alike = [other.pair for other in self._clear if _is_like(one.pair, other.pair)]
            same = {other.firm.firm_key == one.pair.firm.firm_key for other in alike}
            found += [name for is_same, name in ((False, _ALIKE), (True, _LIKE_FELLOW)) if is_same in same]
        if not _HERS.isdisjoint(one.pair.person.left[-_BEFORE:]):
            found += self._colleagues(one.pair)
        return [*found, *self._neighbours(one.pair)]

    def _neighbours(self, one: Pair) -> list[str]:
        """Return whose the likely people next before and next behind a person are."""
        people, place = one.person.page.people, one.person.place
        at = bisect_left(self._places, place)
        after = at + 1 if self._places[at : at + 1] == [place] else at
        return [
            *self._whose(one, people[max(0, at - 1) : at], "before"),
            *self._whose(one, people[after : after + 1], "behind"),
        ]

    def _colleagues(self, one: Pair) -> list[str]:
        """Return whether the firm is that of the person named before one of whom "her" is said: "Ana (Kea). Her boss Mei"."""
        people, place = one.person.page.people, one.person.place
        before = people[max(0, bisect_left(self._places, place) - 1) : bisect_left(self._places, place)]
        for other in before:
            firm = self._firm_of.get(other.folded)
            if firm is not None:
                return [_OF_HERS[firm == one.firm.firm_key]]
        return [_OF_NOBODYS]

    def _whose(self, one: Pair, next_person: Sequence[Mention], where: str) -> list[str]:
        """Return whether the person next to that of a pair, on their line or the next, is of its firm, another or none."""
        for other in next_person:
            apart = abs(other.line - one.person.line)
            if apart > 1 or other.passage != one.person.passage:
                break
            firm = self._firm_of.get(other.folded)
            whose = "of no firm" if firm is None else _OF_SAME[firm == one.firm.firm_key]
            return [f"person next {where} {on_line}{whose}" for on_line in ("", "on the line ")[: 2 - apart]]
        return [f"nobody next {where}"]

    def _counts(self, one: Pair) -> list[str]:
        """Return how many other people are likely of the firm, and of other firms."""
        own, mine = one.firm.firm_key, self._firm_of.get(one.person.folded)
        of_firm = self._staff[own] - (mine == own)
        elsewhere = len(self._firm_of) - (mine is not None) - of_firm
        found = [_OF_FIRM[min(of_firm, _MANY)], _OF_OTHERS[min(elsewhere, _MANY)]]
        others = len(self._of_person) - 1
        return [*found, _SHARES[_MANY * of_firm // others]] if others else found

    def _is_of_account(self, one: Pair) -> bool:
        """Whether the firm of a title is clearly another person's of the text below: the card is about the firm."""
        own = one.person.folded
        return any(
            other.points > _LIKELY and other.pair.person.passage and other.pair.person.folded != own
            for other in self._of_firm[one.firm.firm_key]
        )

    def _is_of_another(self, person: Scored) -> bool:
        """Whether the person of a pair is surer of another firm."""
        other = self._other_firm(person.pair)
        return other is not None and other.points > person.points


_OF_SAME = ("of another firm", "of the firm")
_OF_FIRM = [f"other people of the firm: {number}" for number in range(_MANY + 1)]
_OF_OTHERS = [f"people of other firms: {number}" for number in range(_MANY + 1)]
_SHARES = [f"thirds of the other people who are of the firm: {number}" for number in range(_MANY + 1)]
_POINTS_OVER = [f"points over {border:g}" for border in _POINTS]
_MARGINS_OVER = {of: [f"margin of {of} over {border:g}" for border in _MARGINS] for of in ("firm", "person")}
_OTHERS_OVER = {of: [f"other {of} over {border:g}" for border in _POINTS] for of in ("firm", "person")}
"""Levels: what speaks for a pair with fewer points speaks for one with more too."""


def _margins(of: str, one: Scored, other: Scored | None) -> list[str]:
    """Return the names of the levels that another pair's points are over, and a pair's margin over it."""
    if other is None:
        return [f"margin of {of} none"]
    margins = _MARGINS_OVER[of][: bisect(_MARGINS, one.points - other.points)]
    return [*margins, *_OTHERS_OVER[of][: other.level]]


def _is_like(one: Pair, other: Pair) -> bool:
    """Whether two pairs of other people are linked in the same way."""
    same = (one.link, one.forward) == (other.link, other.forward)
    return same and one.person.folded != other.person.folded


def points_again(scored: Sequence[Scored]) -> list[float]:
    """Return the points of each pair of a card for what is seen of it, and among the others."""
    rivals = Rivals(scored)
    return [one.evidence.points("pair", rivals.seen(one)) for one in scored]


def looked_at_again(scored: Sequence[Scored]) -> list[list[str]]:
    """Return what is seen of each pair of a card, with what is seen among the others."""
    rivals = Rivals(scored)
    return [[*one.seen, *rivals.seen(one)] for one in scored]
