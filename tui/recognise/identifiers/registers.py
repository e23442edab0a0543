"""Extraction of valid Australian and New Zealand business numbers, labelled or grouped, from text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tui.model.subject import Identifier, Kind

if TYPE_CHECKING:
    from tui.recognise.text import Passage, Span

_GAP = r"[ \u00a0\u2009\u202f.\-]{0,2}"
_LENGTHS: dict[Kind, int] = {"abn": 11, "acn": 9, "nzbn": 13}
_LABELS: dict[Kind, str] = {
    "abn": r"A\.?B\.?N(?![A-Za-z])|(?:Australian|AU) Business (?:Number|No\b)|Tax ?(?:Number|ID)\b",
    "acn": r"A\.?C\.?N(?![A-Za-z])|(?:Australian|AU) Company (?:Number|No\b)",
    "nzbn": r"N\.?Z\.?B\.?N(?![A-Za-z])|(?:New Zealand|NZ) Business (?:Number|No\b)",
}
_FILL = r"(?:[^\S\n]|[.,:#=\-–—→*_|/()\[`\"“']|\bno\b|\bnumber\b|\bis\b){0,60}(?:\n[ ]{0,4}){0,2}"
_WORDS = r"(?:[ ][a-z]{1,10}){1,4}[ ]?:?[ ]"
"""A few words between a label and its number: "ABN on quote"."""

_LABELLED: dict[Kind, re.Pattern[str]] = {
    kind: re.compile(rf"(?<![A-Za-z])(?:{label})\.?(?:{_FILL}|{_WORDS})(?=\d)", re.IGNORECASE)
    for kind, label in _LABELS.items()
}
_NAMED: dict[Kind, re.Pattern[str]] = {
    kind: re.compile(label, re.IGNORECASE) for kind, label in _LABELS.items()
}
_HEADERS: dict[Kind, re.Pattern[str]] = {
    kind: re.compile(rf"\W{{0,4}}(?:{label})\W{{0,4}}", re.IGNORECASE) for kind, label in _LABELS.items()
}
_LISTED = re.compile(rf"(\d(?:{_GAP}\d){{8,12}})(?!\d)(?:[ ]?(?:[/,;&|]|and|or|\+)[ ]?(?=\d))?")
"""A number after a label, and whether another follows: a label may have several, ``ABN/ACN: … / …``."""

_UNLABELLED: dict[Kind, re.Pattern[str]] = {
    # An ABN has no prefix of its own: not behind the label of another number, as in "invoice 51824753556".
    "abn": re.compile(rf"(?<![\w.+#$/-])(?<![^\W\d_] )\d(?:{_GAP}\d){{10}}(?![\w$%-])"),
    "nzbn": re.compile(rf"(?<![\w.+#$/-])94{_GAP}2{_GAP}9{_GAP}0(?:{_GAP}\d){{8}}(?![\w$%-])"),
}
"""Numbers without a label, each with valid check digits: read where the card speaks of their kind."""

_MOST_LISTED, _MOST_COLUMNS = 8, 30
_TRAILED: dict[Kind, re.Pattern[str]] = {
    kind: re.compile(
        rf"(?<![\d+])(\d(?:{_GAP}\d){{{_LENGTHS[kind] - 1}}})[ ]?(?:\(|[-–]|is (?:the|their|our))[ ]?(?:{label})",
        re.IGNORECASE,
    )
    for kind, label in _LABELS.items()
}
_GROUPED = re.compile(
    r"(?<![\w.+#$/-])(\d\d([ \u00a0\u2009\u202f-])\d{3}\2\d{3}\2\d{3})(?![\w$%-])(?![ ]\d{3}\b)"
)
_MENTION = re.compile(
    r"a\.?b\.?n|a\.?c\.?n|n\.?z\.?b\.?n|business n(?:umber|o)|company n(?:umber|o)|tax ?(?:number|id)",
    re.IGNORECASE,
)
_TOPICS: dict[Kind, re.Pattern[str]] = {
    kind: re.compile(rf"\b(?:{_LABELS[kind]}|{kind}s)\b", re.IGNORECASE) for kind in _UNLABELLED
}
_NO_DIGITS = re.compile("[^0-9]+")
_NINE_DIGITS = re.compile(rf"\d(?:{_GAP}\d){{8}}")
_NUMBER = re.compile(rf"(?<!\d)\d(?:{_GAP}\d){{8,12}}(?!\d)")


def is_abn(digits: str) -> bool:
    """Whether eleven digits are a possible ABN: the first two are check digits of the other nine.

    The weighted sum alone also passes prefixes 00 to 10, which are never issued.
    """
    from stdnum.au import abn

    return abn.calc_check_digits(digits[2:]) == digits[:2]


def is_acn(digits: str) -> bool:
    """Whether nine digits are a valid ACN."""
    from stdnum.au import acn

    return acn.calc_check_digit(digits[:8]) == digits[8]


def is_nzbn(digits: str) -> bool:
    """Whether thirteen digits are a valid NZBN, a location number that begins with 94."""
    from stdnum import ean

    return digits.startswith("94") and ean.calc_check_digit(digits[:12]) == digits[12]


_VALID = {"abn": is_abn, "acn": is_acn, "nzbn": is_nzbn}


def may_have_numbers(text: str) -> bool:
    """Whether a text has as many digits in a row as the shortest number, an ACN."""
    return _NINE_DIGITS.search(text) is not None


def topics(texts: Iterable[str]) -> frozenset[Kind]:
    """Return the kinds of numbers that the texts of a card speak of: "NZBN for the invoice" in its title."""
    whole = "\n".join(texts)
    if not _MENTION.search(whole):
        return frozenset()
    return frozenset(kind for kind, pattern in _TOPICS.items() if pattern.search(whole))


def register_numbers(passage: Passage, text: str, spoken_of: Collection[Kind] = ()) -> Iterator[Identifier]:
    """Yield the business numbers of a passage.

    Args:
        passage: The passage.
        text: Its text with links blanked.
        spoken_of: The kinds of numbers that need no label, since the card speaks of them.
    """
    taken: set[int] = set()
    if not may_have_numbers(text):
        return
    for kind, digits, (start, end) in chain(_candidates(text), _unlabelled(text, spoken_of)):
        if start not in taken and _VALID[kind](digits):
            taken.add(start)
            yield Identifier(kind=kind, value=digits, field=passage.field, start=start, end=end)


def _candidates(text: str) -> Iterator[tuple[Kind, str, Span]]:
    for kind in _LENGTHS if _MENTION.search(text) else ():
        if _NAMED[kind].search(text):
            yield from _named(kind, text)
    for match in _GROUPED.finditer(text):
        yield "abn", _digits(match[1]), match.span(1)


def _named(kind: Kind, text: str) -> Iterator[tuple[Kind, str, Span]]:
    """Yield the numbers of a kind behind its label, before it, and under it in a table."""
    for label in _LABELLED[kind].finditer(text):
        yield from _listed(kind, text, label.end())
    for match in _TRAILED[kind].finditer(text):
        yield kind, _digits(match[1]), match.span(1)
    for start, cell in _cells_under(text, _HEADERS[kind]):
        if (number := _NUMBER.search(cell)) and len(_digits(number[0])) == _LENGTHS[kind]:
            yield kind, _digits(number[0]), (start + number.start(), start + number.end())


def _unlabelled(text: str, spoken_of: Collection[Kind]) -> Iterator[tuple[Kind, str, Span]]:
    for kind in spoken_of:
        for match in _UNLABELLED[kind].finditer(text):
            yield kind, _digits(match[0]), match.span()


def _listed(kind: Kind, text: str, start: int) -> Iterator[tuple[Kind, str, Span]]:
    """Yield the numbers after a label that have the length of its kind."""
    for _ in range(_MOST_LISTED):
        match = _LISTED.match(text, start)
        if match is None:
            return
        if len(_digits(match[1])) == _LENGTHS[kind]:
            yield kind, _digits(match[1]), match.span(1)
        if match.end() == match.end(1):
            return
        start = match.end()


def _digits(text: str) -> str:
    return _NO_DIGITS.sub("", text)


def _cells_under(text: str, wanted: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the cells of columns whose header is ``wanted``, each with its offset in ``text``.

    Table rows have ``|`` or tabs between cells, or commas if their header has; a table ends at the first line
    without them.
    """
    header: list[bool] | None = None
    ruled = False
    offset = 0
    for line in text.split("\n"):
        mark = "|" if "|" in line else "\t" if "\t" in line else ""
        if not mark and "," in line and (ruled if header else any(map(wanted.fullmatch, line.split(",")))):
            mark = ","
        ruled = mark == ","
        if not mark:
            header = None
        elif header is None:
            header = [bool(wanted.fullmatch(cell)) for cell in line.split(mark)[:_MOST_COLUMNS]]
        else:
            yield from _cells(line, mark, header, offset)
        offset += len(line) + 1


def _cells(line: str, mark: str, header: list[bool], offset: int) -> Iterator[tuple[int, str]]:
    for cell, wanted in zip(line.split(mark), header, strict=False):
        if wanted:
            yield offset, cell
        offset += len(cell) + 1
