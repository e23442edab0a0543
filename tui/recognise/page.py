"""A card as lines with names on them, and what stands between two of the names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind, signature
from tui.recognise.mentions import Mention, mentions

if TYPE_CHECKING:
    from tui.recognise.lines import Line

MOST_NAMES = 400
"""Names of one card that are looked at: a card is a note, not a mailing list."""


@dataclass(frozen=True, slots=True)
class CardLines:
    """The lines of a card and the names on them.

    Attributes:
        passages: Which passage each line is of; 0 is the first, the title as a rule.
        signs: The signature of each line.
    """

    lines: Sequence[Line]
    passages: Sequence[int]
    signs: Sequence[str]
    names: Sequence[Mention]

    def between(self, one: Mention, other: Mention) -> str:
        """The signature of what stands between two names, the first of them before the other."""
        if one.line == other.line:
            return self.signs[one.line][one.at + 1 : other.at]
        whole = self.signs[one.line + 1 : other.line]
        return Kind.LINE.join(
            [self.signs[one.line][one.at + 1 :], *whole, self.signs[other.line][: other.at]]
        )

    def passage(self, name: Mention) -> int:
        """Which passage a name is in."""
        return self.passages[name.line]

    def role(self, name: Mention) -> str:
        """What a label says a name is."""
        return self.lines[name.line].roles.get(name.at, "")

    def is_parted(self, one: Mention, other: Mention) -> bool:
        """Whether a sentence ends between two names of a line."""
        parts = self.lines[one.line].parts[one.at : other.at]
        return any(part.ends and part.kind not in {Kind.HONORIFIC, Kind.TITLE} for part in parts)

    def is_listed(self, one: Mention, other: Mention) -> bool:
        """Whether an item of a list stands from one name to the other."""
        return any(line.item for line in self.lines[one.line : other.line + 1])


def read_page(passages: Sequence[Sequence[Line]], labels: Sequence[str]) -> CardLines:
    """The names on the lines of a card.

    Args:
        passages: The lines of the title, and of every other text.
        labels: What the card's domains are called.
    """
    lines = [line for passage in passages for line in passage]
    signs = [signature(line.parts) for line in lines]
    found = (
        name
        for number, line in enumerate(lines)
        if Kind.NAME in signs[number]
        for name in mentions(line, signs[number], number, labels)
    )
    numbers = [number for number, passage in enumerate(passages) for _ in passage]
    return CardLines(lines, numbers, signs, list(islice(found, MOST_NAMES)))
