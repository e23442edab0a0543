"""Parser of search queries into terms to be found and modifiers (docs/reference/board.md, 2.5).

It uses no database.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.model.search import fold_text

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

MOST_PARTS = 60
"""Maximum terms and modifiers of a query, and words of each; the rest of a pasted page is ignored."""

KINDS = {
    "name": ("name",),
    "description": ("description",),
    "comment": ("comment",),
    "checklist": ("checklist", "item"),
    "attachment": ("attachment",),
}
"""Modifiers that name the place of a text, and the kinds of text each stands for."""

_HAS = ("attachments", "checklists", "comments", "cover", "description", "due", "members", "stickers")
_STATES = ("open", "archived", "starred", "overdue", "template")
_SPANS = {"day": 1, "week": 7, "month": 28, "year": 365}
_SORTS = ("created", "edited", "due")
_NAMING = ("board", "list", "label", "member")
_PART = re.compile(r'(?P<no>-?)(?:(?P<name>[A-Za-z]+):)?(?P<value>"[^"]*"|[^\s"]\S*)')
_WORD = re.compile(r"[^\W_]+")
_LONGEST_SPAN = 36_500
_SIGNS = {"@": "member", "#": "label"}


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or a phrase in quotation marks, to be found.

    Attributes:
        words: The folded words, which must follow each other.
        negated: Whether it must not be found.
    """

    text: str
    words: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """A search operator with its value, such as ``due:week``.

    Attributes:
        name: ``board``, ``label``, ``due``, ``is`` …; ``@x`` is ``member``, ``#x`` is ``label``.
        value: The value, without quotation marks.
        negated: Whether the modifier must not match.
        days: The days of a time span; None for other values.
    """

    name: str
    value: str
    text: str
    negated: bool = False
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed search query.

    Attributes:
        terms: Terms, all of which must be found, or not found if negated.
        modifiers: Modifiers, all of which must match.
        sort: ``created``, ``edited``, ``due``, or None for the best match first.
        partial: Whether the last word may be the beginning of a longer one.
    """

    terms: tuple[Term, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    sort: str | None = None
    reverse: bool = False
    sort_text: str = ""
    partial: bool = False

    @property
    def wanted(self) -> tuple[Term, ...]:
        """The terms that must be found."""
        return tuple(term for term in self.terms if not term.negated)

    @property
    def empty(self) -> bool:
        """Whether the query has neither terms nor modifiers."""
        return not self.terms and not self.modifiers

    def is_prefix(self, term: Term) -> bool:
        """Return whether ``term`` is the last term of a partial query, and so may be the beginning of a word."""
        return self.partial and bool(self.terms) and term is self.terms[-1]

    def as_json(self) -> Json:
        """Return the query as JSON, as answers repeat it."""
        modifiers = [_as_json(one.text, negated=one.negated) for one in self.modifiers]
        if self.sort_text:
            modifiers.append(_as_json(self.sort_text, negated=False))
        return {
            "terms": [_as_json(term.text, negated=term.negated) for term in self.terms],
            "modifiers": modifiers,
            "partial": self.partial,
        }


def _as_json(text: str, *, negated: bool) -> Json:
    return {"text": text, "negated": True} if negated else {"text": text}


def parse(text: str, *, partial: bool = False) -> Query:
    """Parse a query; an unknown operator, or one with an invalid value, is used as a term."""
    terms: list[Term] = []
    modifiers: list[Modifier] = []
    sort, reverse, sort_text = None, False, ""
    for match in _PART.finditer(text):
        if len(terms) + len(modifiers) == MOST_PARTS:
            break
        if found := _sort(match):
            sort, reverse = found
            sort_text = match[0]
        elif modifier := _modifier(match):
            modifiers.append(modifier)
        elif words := words_of(match[0])[:MOST_PARTS]:
            written = match[0].removeprefix("-") if match["no"] else match[0]
            terms.append(Term(written.strip('"'), words, bool(match["no"])))
    return Query(tuple(terms), tuple(modifiers), sort, reverse, sort_text, partial)


def words_of(text: str) -> tuple[str, ...]:
    """Split ``text`` into folded words of letters and digits, as the index does."""
    return tuple(_WORD.findall(fold_text(text)))


def _sort(match: re.Match[str]) -> tuple[str, bool] | None:
    if (match["name"] or "").lower() != "sort":
        return None
    word = match["value"].strip('"').lower()
    field = word.removeprefix("-")
    return (field, bool(match["no"]) != word.startswith("-")) if field in _SORTS else None


def _modifier(match: re.Match[str]) -> Modifier | None:
    """Parse a match as a modifier; None if the operator is unknown or its value invalid."""
    name, value = (match["name"] or "").lower(), match["value"].strip('"')
    if not name and len(value) > 1 and value[0] in _SIGNS:
        name, value = _SIGNS[value[0]], value[1:].strip('"')
    if not value:
        return None
    days: int | None = None
    value = _plural(value.lower()) if name == "has" else value.lower() if name in _KEYWORD_VALUES else value
    if name in {"due", "created", "edited"}:
        days = _days(value.lower())
    if not _is_valid(name, value, days):
        return None
    return Modifier(name, value, match[0].removeprefix(match["no"]), bool(match["no"]), days)


_KEYWORD_VALUES = ("is", "has", "due", "created", "edited")


def _is_valid(name: str, value: str, days: int | None) -> bool:
    match name:
        case "is":
            return value in _STATES
        case "has":
            return value in _HAS
        case "due":
            return days is not None or value in {"overdue", "complete", "incomplete"}
        case "created" | "edited":
            return days is not None
        case _:
            return name in _NAMING or (name in KINDS and bool(words_of(value)))


def _plural(value: str) -> str:
    """Return the plural of a value of ``has``: ``has:member`` means ``has:members``."""
    return f"{value}s" if f"{value}s" in _HAS else value


def _days(value: str) -> int | None:
    if value in _SPANS:
        return _SPANS[value]
    number = (
        int(value) if value.isascii() and value.isdigit() and len(value) <= len(str(_LONGEST_SPAN)) else 0
    )
    return number if 0 < number <= _LONGEST_SPAN else None
