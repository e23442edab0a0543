"""Completion of a filter while it is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.model.filter.filter import KEYS, SORTS, FilterError, ParsedFilter, parse_filter
from tui.model.filter.terms import HAS, ID_LENGTH, IS, ME, NameTerm, WordTerm
from tui.model.filter.when import DUE_WORDS, PAST_WORDS
from tui.model.search import fold_text

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.label import Label
    from tui.model.member import Member

_WORDS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "created": PAST_WORDS,
        "due": DUE_WORDS,
        "edited": PAST_WORDS,
        "has": tuple(HAS),
        "is": tuple(IS),
        "sort": tuple(SORTS),
    }
)
"""The values of keys that are the same on every board."""

_NO_NAMES: Mapping[str, Sequence[str]] = MappingProxyType({})

_SHORT = MappingProxyType({"#": "label", "@": "member"})
_LEAST = 2
"""Letters from which a key is completed; fewer begin too many words."""


def complete_filter(text: str, names: Mapping[str, Sequence[str]]) -> str:
    """Return ``text`` with its last word completed; unchanged if nothing fits.

    Args:
        text: The filter so far, with the cursor at its end.
        names: Names on the board by key: ``label``, ``list`` and ``member``.
    """
    word = _last_word(text).removeprefix("-")
    if not word:
        return text
    if (key := _SHORT.get(word[0])) is not None:
        return text + _rest_of_value(key, word[1:], names.get(key, ()))
    if ":" in word:
        key, _, typed = word.partition(":")
        values = _WORDS.get(key.lower()) or names.get(key.lower(), ())
        return text + _rest_of_value(key, typed, values)
    keys = [f"{key}:" for key in KEYS] if len(word) >= _LEAST else []
    return text + _rest(word, keys)


def _rest_of_value(key: str, typed: str, values: Sequence[str]) -> str:
    """Return the missing rest of a key's value, whose beginning is ``typed``."""
    # Of several values the last is the one being typed.
    typed = typed if typed.count('"') % 2 else typed.rpartition(",")[2]
    if key == "member" and fold_text(typed) == ME:
        return ""
    quoted = typed.startswith('"')
    found = _rest(typed.removeprefix('"'), values if quoted else [_first_word(one) for one in values])
    return found + ('"' if quoted and found else "")


def what_lacks(problem: FilterError | None, text: str, completed: str) -> str:
    """Return what is wrong with a filter, for the user; "" if ``completed`` only adds the rest of a value."""
    half_typed = completed != text and not text.endswith((":", ","))
    return "" if problem is None or half_typed else f"{problem} · {problem.hint}"


def filter_names(
    labels: Iterable[Label], members: Iterable[Member], lists: Iterable[BoardList]
) -> Mapping[str, Sequence[str]]:
    """Return every name by which a filter finds a board's labels, members and lists, by key."""
    return {
        "label": [name for one in labels for name in (one.name, one.color) if name],
        "member": [name for one in members for name in (one.full_name, one.username, one.short) if name],
        "list": [one.name for one in lists],
    }


def elsewhere(parsed: ParsedFilter, names: Mapping[str, Sequence[str]] = _NO_NAMES) -> str:
    """Return what the words of a filter may have meant, for who finds nothing; "" for one without words.

    Args:
        parsed: The filter.
        names: The names there are, by key; a name of a key that is missing here is not told.
    """
    if said := misspelt(parsed) or unknown_name(parsed, names):
        return said
    if not (typed := _words(parsed)):
        return ""
    return f"no title, label or member has it · desc:{typed[0]} looks in descriptions"


def misspelt(parsed: ParsedFilter) -> str:
    """Return which word of a filter looks like a key that is none, and the one that was meant; "" for none."""
    for said in _words(parsed):
        key, colon, _ = said.partition(":")
        if colon and (meant := _meant(key)):
            return f"{key}: is no filter · {meant}: is"
    return ""


def mistake(text: str) -> str:
    """Return what is wrong with the words of a filter, or what one may have meant; "" for plain words."""
    try:
        return misspelt(parse_filter(text))
    except FilterError as error:
        return f"{error} · {error.hint}"


def unknown_name(parsed: ParsedFilter, names: Mapping[str, Sequence[str]]) -> str:
    """Return which name of a filter nothing has, and the one that was meant, if there is one like it; "" for none."""
    from difflib import get_close_matches

    for kind, value in _names(parsed):
        folded = {fold_text(name): name for name in names.get(kind, ())}
        if kind in names and not any(name.startswith(value) for name in folded):
            near = get_close_matches(value, folded, n=1)
            return f"no {kind} is called “{value}”{f' · did you mean {folded[near[0]]}?' if near else ''}"
    return ""


def _names(parsed: ParsedFilter) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of each thing that a filter names, except ids and ``me``."""
    for term in chain.from_iterable(parsed.clauses):
        if isinstance(term, NameTerm):
            yield from (
                (term.kind, name) for name in term.names if name not in {ME, "*"} and len(name) != ID_LENGTH
            )


def _words(parsed: ParsedFilter) -> list[str]:
    """Return the words of a filter that have no key, as typed."""
    terms = (term for clause in parsed.clauses for term in clause)
    words = [term for term in terms if isinstance(term, WordTerm) and not term.field]
    return [parsed.text[word.start : word.end] for word in words]


_NEAR = 0.7
"""How much a word before a colon is like the key that was meant, as in ``lable`` or ``lists``."""

_MEANT = {key: key for key in KEYS} | {
    "color": "label", "colour": "label", "tag": "label", "assignee": "member", "who": "member", "user": "member",
    "title": "name", "description": "desc", "date": "due", "deadline": "due", "status": "list", "column": "list", "order": "sort",
}  # fmt: skip
"""The keys, and what others call them."""


def _meant(key: str) -> str:
    """Return the key that was meant by a word before a colon, or ""."""
    from difflib import get_close_matches

    near = get_close_matches(key.lower(), _MEANT, n=1, cutoff=_NEAR)
    return _MEANT[near[0]] if near else ""


def _last_word(text: str) -> str:
    """Return the word at the end of ``text``, which may have blanks inside an open quotation."""
    start, quoted = 0, False
    for at, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char.isspace() and not quoted:
            start = at + 1
    return text[start:]


def _first_word(name: str) -> str:
    """Return as much of a name as needs no quotation marks; the beginning of a name is enough."""
    return name.split(maxsplit=1)[0] if name.split() else ""


def _rest(typed: str, values: Sequence[str]) -> str:
    """Return the missing rest of the first value that begins with ``typed``; "" without one."""
    folded = fold_text(typed)
    for value in values:
        if len(value) > len(typed) and fold_text(value[: len(typed)]) == folded:
            return value[len(typed) :]
    return ""
