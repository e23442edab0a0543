"""Names listed together: the items of a list, the cells of a column, the names of an enumeration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from tui.recognise.words.likeness import SURE, is_given

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tui.recognise.lines import Line

_FEWEST = 3
"""Fewest names of a list."""

_BAR, _COMMAS = ("|",), frozenset(",;&")


class ListedName(Protocol):
    """A run of words that may be a name, and may be one of a list; see ``Mention``."""

    line: int
    at: int
    words: tuple[str, ...]
    before: str
    behind: str
    like: int
    fellows: float | None

    @property
    def row(self) -> Line:
        """The line it stands on."""

    @property
    def passage(self) -> int:
        """The passage it stands in."""

    @property
    def famous(self) -> bool:
        """Whether it is the name of somebody famous."""


_Name = TypeVar("_Name", bound=ListedName)

Place = tuple[str, int, int]
"""Where like names stand: the kind of list, its passage or line, and the column."""


def set_shares(names: Iterable[_Name]) -> Iterator[list[_Name]]:
    """Yield the lists of names, each told what share of the others looks like people; at least three make a list."""
    groups: dict[Place, list[_Name]] = {}
    for one in names:
        if place := _place(one):
            groups.setdefault(place, []).append(one)
    for fellows in groups.values():
        if len(fellows) >= _FEWEST:
            people = sum(map(_is_known, fellows))
            for one in fellows:
                one.fellows = (people - _is_known(one)) / (len(fellows) - 1)
            yield fellows


def _is_known(one: ListedName) -> bool:
    return len(one.words) > 1 and one.like == SURE and is_given(one.words[0]) and not one.famous


def _place(one: ListedName) -> Place | None:
    """Return where a name is listed, or None."""
    if one.row.item and not one.row.fills:
        return "column", one.passage, [part.words for part in one.row.parts[: one.at]].count(_BAR)
    if not one.before.strip("-|x/~"):
        return "line", one.passage, 0
    if one.before[-1:] in _COMMAS or one.behind[:1] in _COMMAS:
        return "words", one.line, 0
    return None
