"""The texts of a card by field, and the blanking of parts that have been read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

FIELDS = ("title", "desc", "checklist", "attachment", "comment")
"""The fields of a card, the most significant first: what others say of it comes last."""

LONGEST = 100_000
"""Maximum number of characters read from one field; hand-written notes are shorter."""

_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}$")
"""The end of a file's name that tells its format: ``.pdf``; not the end of ``quote 1.5``."""

_BRACKETS = str.maketrans("()[]", "    ")

_DOCUMENT = re.compile(
    r"""\b(?:
        cv | r[eé]sum[eé] | curriculum\ vitae | (?:cover|offer)\ letter | references? | quot(?:e|ation) | proposal
        | contract | agreement | invoice | brochure | nda | scan(?:ned)? | photo | final | signed | draft | copy
        | v\d+ | \d+
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words that say which document a file is, or which version of it, and not of whom."""


@dataclass(frozen=True, slots=True)
class CardText:
    """All texts of a card.

    Attributes:
        attachments: Names and URLs of links, and what files are called after.
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

    def readings(self, files: Iterable[str]) -> Iterator[CardText]:
        """Yield the card without its files, and then with what these are called after, if they say anything."""
        yield self
        if named := [text for name in files if (text := text_of_file(name))]:
            yield replace(self, attachments=(*self.attachments, *named))


@dataclass(frozen=True, slots=True)
class Passage:
    """One text of a card: a title, a description, a checklist item, a comment or an attachment."""

    field: str
    text: str


Span = tuple[int, int]
"""Start and end offset; the end is exclusive."""


def blanked(text: str, spans: Iterable[Span]) -> str:
    """Replace ``spans`` of ``text`` by blanks, so that offsets stay valid and nothing is read twice."""
    taken = sorted(spans)
    if not taken:
        return text
    parts: list[str] = []
    done = 0
    for start, end in taken:
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


def text_of_file(name: str) -> str:
    """Return whom or what a file is called after: ``CV - Ana_Reid (final) v2.pdf`` after ``Ana Reid``; "" for nobody.

    Of a name with an address only the extension is taken off.
    """
    bare = _EXTENSION.sub("", name.strip())
    if "@" in bare:
        return bare
    return " ".join(_DOCUMENT.sub(" ", bare.replace("_", " ")).translate(_BRACKETS).split()).strip(" -–—,.")
