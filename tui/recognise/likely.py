"""The names of a card that are likely people, or likely firms, and the words by which they are told apart."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.recognise.page import Mention

Words = tuple[str, ...]


class LikelyNames(list["Mention"]):
    """Likely names in reading order.

    Attributes:
        folded: The words of each.
        keys: The words of each as a firm's name: those of the whole name for a short form.
    """

    __slots__ = ("_before", "folded", "keys")

    def __init__(self, names: Iterable[Mention] = (), lines: int = 0) -> None:
        """Take the names of a card that has so many lines."""
        super().__init__(names)
        self.folded = frozenset([one.folded for one in self])
        counts = [0] * (lines + 1)
        for one in self:
            counts[one.line + 1] += 1
        self._before = list(accumulate(counts))
        self.find_keys()

    def find_keys(self) -> None:
        """Record the words by which firms are told apart, after a name was found to be short for another."""
        self.keys = frozenset([one.firm_key for one in self])

    def on_lines(self, first: int, end: int) -> list[Mention]:
        """Return the names on the lines from the first to before the end."""
        return self[self._before[first] : self._before[end]]
