"""A card as lines with the names on them, and the text between two names."""

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
"""Maximum number of names read from one card: a card is a note, not a mailing list."""


@dataclass(frozen=True, slots=True)
class CardLines:
    """The lines of a card and the names on them.

    Attributes:
        passages: Index of each line's passage; 0 is the first, usually the title.
        signs: The signature of each line.
    """

    lines: Sequence[Line]
    passages: Sequence[int]
    signs: Sequence[str]
    names: Sequence[Mention]

    def between(self, one: Mention, other: Mention) -> str:
        """Return the signature of the text between two names, ``one`` being the earlier."""
        if one.line == other.line:
            return self.signs[one.line][one.at + 1 : other.at]
        whole = self.signs[one.line + 1 : other.line]
        return Kind.LINE.join(
            [self.signs[one.line][one.at + 1 :], *whole, self.signs[other.line][: other.at]]
        )

    def passage(self, name: Mention) -> int:
        """Return the index of a name's passage."""
        return self.passages[name.line]

    def role(self, name: Mention) -> str:
        """Return the role that a label gives a name, or ""."""
        return self.lines[name.line].roles.get(name.at, "")

    def is_parted(self, one: Mention, other: Mention) -> bool:
        """Whether a sentence ends between two names of a line."""
        parts = self.lines[one.line].parts[one.at : other.at]
        return any(part.ends and part.kind not in {Kind.HONORIFIC, Kind.TITLE} for part in parts)

    def is_listed(self, one: Mention, other: Mention) -> bool:
        """Whether any line from one name to the other is a list item."""
        return any(line.item for line in self.lines[one.line : other.line + 1])


def read_page(passages: Sequence[Sequence[Line]], labels: Sequence[str]) -> CardLines:
    """Find the names on the lines of a card.

    Args:
        passages: The lines of the title, and of every other text.
        labels: Labels of the card's domains: ``tuiridge``.
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
