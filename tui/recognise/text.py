"""A card's text, field by field, and how parts of it that have been read are blanked for the next reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FIELDS = ("title", "desc", "checklist", "comment", "attachment")
"""The fields of a card, the most telling first."""

LONGEST = 100_000
"""Characters of one field that are looked at; a person's note is never longer."""


@dataclass(frozen=True, slots=True)
class CardText:
    """All that is written on a card.

    Attributes:
        attachments: Names and URLs of attachments.
        country: ISO 3166 alpha-2 that decides where the card does not say.
    """

    title: str = ""
    desc: str = ""
    checklists: Sequence[str] = ()
    comments: Sequence[str] = ()
    attachments: Sequence[str] = ()
    country: str = "AU"

    def passages(self) -> list[Passage]:
        """Every non-empty text of the card, the most telling field first."""
        groups = ((self.title,), (self.desc,), self.checklists, self.comments, self.attachments)
        return [
            Passage(field, text[:LONGEST])
            for field, texts in zip(FIELDS, groups, strict=True)
            for text in texts
            if text.strip()
        ]


@dataclass(frozen=True, slots=True)
class Passage:
    """One text of a card: a title, a description, one checklist item, one comment."""

    field: str
    text: str


Span = tuple[int, int]
"""Offsets of the first character and after the last."""


def blanked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with blanks where ``spans`` are, so that offsets stay and nobody reads them twice."""
    parts: list[str] = []
    done = 0
    for start, end in sorted(spans):
        if start >= done:
            parts += (text[done:start], " " * (end - start))
        elif end > done:
            parts.append(" " * (end - done))
        done = max(done, end)
    parts.append(text[done:])
    return "".join(parts)


def line_of(text: str, offset: int) -> Span:
    """The line ``offset`` is in, without its line break."""
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end
