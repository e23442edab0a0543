"""The names of a card that are likely people, or likely firms, and the words by which they are told apart."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

Words = tuple[str, ...]


class PlacedName(Protocol):
    """A name at its place on a card."""

    @property
    def folded(self) -> Words:
        """Its words without case and marks."""

    @property
    def line(self) -> int:
        """The index of its line on the card, from 0."""

    @property
    def firm_key(self) -> Words:
        """The words by which firms are told apart."""


Name = TypeVar("Name", bound=PlacedName)


class LikelyNames(list[Name]):
    """Likely names in reading order.

    Attributes:
        folded: The words of each.
        keys: The words of each as a firm's name: those of the whole name for a short form.
        families: The last word of each.
    """

    __slots__ = ("_lines", "families", "folded", "keys")

    def __init__(self, names: Iterable[Name] = ()) -> None:
        super().__init__(names)
        self._lines = [one.line for one in self]
        self.folded = frozenset([one.folded for one in self])
        self.families = frozenset([one[-1] for one in self.folded])
        self.find_keys()

    def find_keys(self) -> None:
        """Record the words by which firms are told apart, after a name was found to be short for another."""
        self.keys = frozenset([one.firm_key for one in self])

    def on_lines(self, first: int, end: int) -> list[Name]:
        """Return the names on the lines from the first to before the end."""
        return self[bisect_left(self._lines, first) : bisect_left(self._lines, end)]
