"""The texts of a card by field, and the blanking of parts that have been read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FIELDS = ("title", "desc", "checklist", "attachment", "comment")
"""The fields of a card, the most significant first: what others say of it comes last."""

LONGEST = 100_000
"""Maximum number of characters read from one field; hand-written notes are shorter."""


@dataclass(frozen=True, slots=True)
class CardText:
    """All texts of a card.

    Attributes:
        attachments: Names and URLs of attachments.
        country: ISO 3166 alpha-2 of the country assumed where the card does not tell.
    """

    title: str = ""
    desc: str = ""
    checklists: Sequence[str] = ()
    comments: Sequence[str] = ()
    attachments: Sequence[str] = ()
    country: str = "AU"

    def passages(self) -> list[Passage]:
        """Return every non-empty text of the card, the most significant field first."""
        groups = ((self.title,), (self.desc,), self.checklists, self.attachments, self.comments)
        return [
            Passage(field, text[:LONGEST])
            for field, texts in zip(FIELDS, groups, strict=True)
            for text in texts
            if text.strip()
        ]


@dataclass(frozen=True, slots=True)
class Passage:
    """One text of a card: a title, a description, a checklist item, a comment or an attachment."""

    field: str
    text: str


Span = tuple[int, int]
"""Start and end offset; the end is exclusive."""


def blanked(text: str, spans: Iterable[Span]) -> str:
    """Replace ``spans`` of ``text`` by blanks, so that offsets stay valid and nothing is read twice."""
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
    """Return the span of the line that contains ``offset``, without its line break."""
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end
