"""Passages split into lines of chunks, with the roles that labels or table headers give to names."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from tui.recognise.chunk import Chunk, Kind
from tui.recognise.chunking import FEWEST_IN_TWO, MARKUP, chunks, split
from tui.recognise.words.lexicon import (
    COMPANY_WORDS,
    FAMILY_NAMES,
    FIRM_LABELS,
    HEADERS,
    ORDINARY,
    ORGANISATIONS,
    PERSON_LABELS,
    SMALL,
    TITLE_HEADS,
    TITLE_WORDS,
    fold,
)
from tui.recognise.words.likeness import SURE, is_given, person_likeness

LONGEST_LINE = 600
MOST_LINES = 2_000
_LONGEST_WORD, _LONGEST_RAW = 100, 300
_MOST_LABEL_WORDS = 5
_FEWEST_CELLS = 2
_WHOLE = 2
"""Number of words of a first and a family name."""

_FEWEST_STACKED = 2

_LABELS = FIRM_LABELS | PERSON_LABELS
_HEADERS = _LABELS | HEADERS
_PLAIN = ORDINARY | _HEADERS | TITLE_WORDS | SMALL
_FIRST = frozenset(("first", "first name", "firstname", "given", "given name", "given names"))
_LAST = frozenset(("last", "last name", "lastname", "surname", "family name"))
"""Headers of columns that together have a person's name."""

_ONLY_TRADES = COMPANY_WORDS - _LABELS - HEADERS - TITLE_WORDS
"""Words of trade with which no label ends."""

_OFFICES = frozenset(
    ("bank", "city", "college", "council", "department", "dept", "institute", "ministry", "office", "school", "shire", "university")
)  # fmt: skip
"""First words of the names of institutions with "of": "Ministry of Transport"."""

_AGENTS = ("er", "ers", "or", "ors", "ee", "ees", "ant", "ants", "ist", "ian", "man", "woman")
"""Endings of words for people who do something: "hirer", "lessee", "complainant"."""

_KNOWN = _LABELS | TITLE_HEADS | TITLE_WORDS

_FIELD = re.compile(
    r"(?:\W{0,3}\d[\d:.]{0,7}\W{1,3})?\W{0,6}(?P<label>[^\W\d_][\w '’/.()&-]{0,45}?)\W?(?:(?P<mark>\s?[:=]|\s[–—-]|\s\s(?=\s))\s{0,20})(?P<value>[^\s/].{0,250})"
)
_LABEL_WORD = re.compile(r"[\s/&]+")
_LABEL = re.compile(r"\W{0,6}[^\W\d_][\w /.-]{0,25}\s?[:=]")
_HANDLE = re.compile(r"(?<!\w)@(?=[a-z_])\S{1,60}")
_NICKNAME = re.compile(r"(?<=[^\W\d_]) [\"“][^\W\d_]{2,15}[\"”] (?=[A-ZĀĒĪŌŪ])")
"""A nickname in quotes: Darren "Dazza" Whitely."""

_BOLD_LABEL = re.compile(r"(?<![^\W_])\*\*([^\W\d_][^*:]{1,30})\*\*[ \t](?=\w)")
"""A word in bold type before the words it introduces."""

_QUOTED_OR_BOLD = re.compile(r" [\"“]|\*\*")
_SEPARATORS = re.compile(r"\s*;\s*|\s+[|/]\s+|(?<=[\w)])\.\s+(?=[A-Z][a-z]{1,15}(?: [a-z]{1,15})?:\s)")
_MAY_SEPARATE = re.compile(r"[;|]| / |\. [A-Z]")
_UNMARKED = re.compile(
    r"\W{0,4}(?P<label>(?i:(?:first|last|full|given|family|company|business|contact|organi[sz]ation) name|surname|company|organi[sz]ation))[ \t]+(?P<value>[^\W\d_a-z].{0,80})",
)
_MARKED = re.compile(r"\s[–—\s-]")
_NAMED = re.compile(r"(?i:name|company|organi[sz]ation)[ \t]")
"""What a line with a label has, if no colon: a mark or two blanks, or a word for names."""

_LEADER = re.compile(r"(?<=\w)[ ]?(?:\.[ ]?){4,60}")
"""Dots that lead from a label to its value."""

_LETTERED = re.compile(r"(?m)^(\s{0,8})[A-H]\. (?=\S)")
"""A letter before an item of a list: "A. Kea Freight"."""

_ARROW = re.compile(r"(?<=[\w)]) > (?=\w)")
"""What parts two names of a line: "Ana Reid > Hemi Parata"."""

_POINTER = re.compile(r"(?<=[\w)]) ?[▸►›»] (?=\w)")
"""What points from a label to its value: "Company ▸ Kea Freight"."""

_QUOTED_NAME = re.compile(r"(\b[A-ZĀĒĪŌŪ][\w'’-]{1,30}) [\"“](?=[A-ZĀĒĪŌŪ])")
"""A word with a capital before one in quotes, which begins another name: Ana Reid "Cold Chains"."""

_TAB = re.compile(r"(?<=[^\s:=])[ ]*\t+[ ]*(?=\S)")
"""What parts two cells of a row that has no header, and no label from its value."""

_RULER = re.compile(r"[\s|:+-]*-[\s|:+-]*")
"""The line below the header of a table."""

_TIGHT = {mark: re.compile(rf"{mark}(?=\S|$|\s\s)") for mark in ",;"}
_LOOSE = {mark: re.compile(rf"{mark} \S") for mark in ",;"}
_LETTER = re.compile(r"[^\W\d_]")
_QUOTED = re.compile(r'"[^"]*"')
_BULLET = re.compile(
    r"\s{0,8}(?:[-*•–]\s|\d{1,3}[.)]\s|\[.\]\s|\(?(?:[a-hA-H]|[ivx]{1,4})\)\s|\(\d{1,2}\)\s)"
)
_NOTHING = re.compile(r"\W*(?:(?:n/?a|none|unknown|unassigned|not|no|tbc|tbd)\b|[?-])", re.IGNORECASE)

Role = str
"""The role that a label gives a name: ``person``, ``firm``, ``either``, ``agent``, ``other`` or ``column``; "" for none."""


@dataclass(slots=True)
class Line:
    """A line, or one labelled field of a line.

    Attributes:
        number: Index of the line in its passage, from 0.
        roles: The role of a chunk by its index.
        item: Whether it is a list item or a table row.
        label: The words of the label, in small letters, or "".
        fills: Whether the parts are all of the line.
    """

    parts: list[Chunk]
    number: int
    roles: dict[int, Role] = field(default_factory=dict)
    item: bool = False
    label: str = ""
    raw: str = ""
    fills: bool = True


def lines(text: str) -> list[Line]:
    """Return the lines of a passage that have words.

    Args:
        text: The passage, with links and addresses blanked.
    """
    found: list[Line] = []
    headers: list[Role] | None = None
    halves: list[int] = []
    written = _written(text)
    for number, line in enumerate(written):
        if not line.strip(" "):
            headers = None
            continue
        cells = _cells(line)
        if len(cells) < _FEWEST_CELLS:
            headers = None
            dotted = ".." in line or ". ." in line
            found += _fields(_LEADER.sub(": ", line, count=1) if dotted else line, number)
        elif headers is None:
            headers = _headers(cells, written[number + 1] if number + 1 < len(written) else "")
            halves = _halves(cells) if headers else []
            if not headers:
                found += _fields(line, number) if "," not in line else [_row(cells, headers, number, line)]
        elif headers:
            found.append(_row(_joined(cells, halves), headers, number, line))
        else:
            found += _fields(line, number) if "," not in line else [_row(cells, headers, number, line)]
    return _whole_names(found)


def _written(text: str) -> list[str]:
    """Split a passage into lines, without handles, with marks for the letters of a list, and labels beside their values."""
    if "@" in text:
        text = _HANDLE.sub(" ", text)
    if "A. " in text and "\nB. " in text:
        text = _LETTERED.sub(r"\1- ", text)
    return _unstacked(text.replace("\r", " ").split("\n")[:MOST_LINES])


def _cells(line: str) -> list[str]:
    """Split a line at bars or tabs, or at commas without a blank behind them; [] for other lines."""
    mark = "|" if "|" in line else "\t" if "\t" in line else ""
    if mark:
        cells = line.strip(" |").split(mark)
        return [] if mark == "\t" and cells[0].rstrip().endswith(":") else cells
    for mark in ",;":
        if mark not in line:
            continue
        if len(_TIGHT[mark].findall(line)) >= _FEWEST_CELLS - 1 and not _LOOSE[mark].search(
            _QUOTED.sub("", line)
        ):
            return next(csv.reader([line], delimiter=mark), [])
    return []


def _headers(cells: Sequence[str], below: str) -> list[Role]:
    """Return the roles that the first row of a table gives its columns; [] if it is no header."""
    roles = [label_role(cell.strip(" :-*"), sure=False) for cell in cells]
    filled = [cell for cell in cells if cell.strip()]
    known = sum(map(_is_header, cells))
    ruled = _RULER.fullmatch(below) is not None
    if not ruled and (any(map(str.isdecimal, "".join(filled))) or any(map(_is_somebody, filled))):
        return []
    if not (
        ruled or known >= max(_FEWEST_CELLS, len(filled) / 2) or (known and len(_cells(below)) == len(cells))
    ):
        return []
    return [role or "column" for role in roles]


def _halves(headers: Sequence[str]) -> list[int]:
    """Return the columns of first names before one of family names."""
    words = [fold(cell.strip(" :-*")) for cell in headers]
    return [at for at, (one, other) in enumerate(pairwise(words)) if one in _FIRST and other in _LAST]


def _joined(cells: list[str], halves: Sequence[int]) -> list[str]:
    """Return the cells of a row with first and family names in one cell."""
    for at in halves:
        if at + 1 < len(cells):
            cells[at], cells[at + 1] = f"{cells[at].strip()} {cells[at + 1].strip()}", ""
    return cells


def _unstacked(written: list[str]) -> list[str]:
    """Join lines of labels with the lines of their values, as web forms are copied, if there are several."""
    labels = [
        at for at, line in enumerate(written[:-1]) if line and _is_stacked(line) and written[at + 1].strip()
    ]
    values = {at + 1 for at in labels}
    labels = [at for at in labels if at not in values or at + 1 in values]
    if len(labels) < _FEWEST_STACKED:
        return written
    joined = list(written)
    for at in labels:
        if joined[at]:
            joined[at], joined[at + 1] = "", f"{written[at].strip(' :*')}: {written[at + 1]}"
    return joined


def _is_stacked(line: str) -> bool:
    """Whether a line is nothing but a label: "Applicant"."""
    words = _LABEL_WORD.split(line.strip(" :*?"), _MOST_LABEL_WORDS)
    if len(words) > _MOST_LABEL_WORDS or fold(words[-1]) not in _HEADERS:
        return False
    return all(fold(word) in _PLAIN for word in words)


def _is_header(cell: str) -> bool:
    words = [fold(word) for word in cell.split()]
    return bool(words) and all(word in _HEADERS for word in words)


def _is_somebody(cell: str) -> bool:
    """Whether a cell is a known first and family name, as in the first row of a table without headers: "Ana Reid | Owner"."""
    words = cell.strip(" :-*").split()
    known = len(words) == _WHOLE and is_given(words[0]) and person_likeness(words) == SURE
    return known and not _is_header(cell)


def _row(cells: Sequence[str], headers: Sequence[Role], number: int, raw: str) -> Line:
    """Make a line from a table row: the cells with marks between them, each with its header's role."""
    line = Line([], number, item=True, raw=raw[:_LONGEST_RAW], fills=False)
    for place, cell in enumerate(cells):
        role = headers[place] if place < len(headers) else ""
        parts = _chunked(cell.translate(MARKUP))
        if role and parts:
            line.roles[len(line.parts)] = role
        line.parts += [*parts, Chunk(Kind.MARK, ("|",))]
    return line


def _fields(text: str, number: int) -> Iterator[Line]:
    """Yield the line, or its labelled fields where it has several."""
    bullet = _BULLET.match(text)
    item = bullet is not None
    raw = text[:_LONGEST_RAW]
    if bullet:
        text = text[bullet.end() :]
    text = _without_markup(text)
    pieces = _SEPARATORS.split(text) if _MAY_SEPARATE.search(text) else [text]
    if len(pieces) > 1 and sum(_LABEL.match(piece) is not None for piece in pieces) < _FEWEST_CELLS:
        pieces = [text]
    fills = len(pieces) == 1
    for piece in pieces:
        found = _labelled(piece)
        if found is None:
            if parts := _chunked(piece):
                yield Line([*parts], number, item=item, raw=raw, fills=fills)
            continue
        role, label, value = found
        if _NOTHING.match(value):
            continue
        parts = _chunked(value)
        lead = [Chunk(Kind.TITLE, (label,)), Chunk(Kind.MARK, (":",))] if role in {"person", "agent"} else []
        start = len(lead) + next((at for at, part in enumerate(parts) if part.kind == Kind.NAME), 0)
        yield Line([*lead, *parts], number, {start: role}, item, label.casefold(), raw, fills=False)


def _without_markup(text: str) -> str:
    """Return a line without nicknames and marks of bold type, its label with a colon and its cells with bars."""
    if _QUOTED_OR_BOLD.search(text):
        text = _BOLD_LABEL.sub(r" \1: ", _NICKNAME.sub(" ", text), count=1)
        text = _QUOTED_NAME.sub(r"\1 - ", text)
    if " > " in text:
        text = _ARROW.sub(" | ", text)
    if not text.isascii():
        text = _POINTER.sub(": ", text, count=1)
    if "\t" in text:
        text = _TAB.sub(" | ", text)
    return text.translate(MARKUP)


def _may_be_labelled(text: str) -> bool:
    """Whether a line has what a line with a label has."""
    if ":" in text or "=" in text or _MARKED.search(text):
        return True
    low = text.lower()
    return ("name" in low or "company" in low or "organ" in low) and _NAMED.search(text) is not None


def _labelled(text: str) -> tuple[Role, str, str] | None:
    text = text.strip()
    if not _may_be_labelled(text):
        return None
    if match := _UNMARKED.fullmatch(text):
        return label_role(match["label"]), match["label"], match["value"]
    match = _FIELD.fullmatch(text)
    if match is None:
        return None
    sure = match["mark"].strip() in {":", "="}
    role = label_role(match["label"], sure=sure) or (_other_role(match["label"]) if sure else "")
    return (role, match["label"], match["value"]) if role else None


@lru_cache(maxsize=512)
def _other_role(label: str) -> Role:
    """Return ``agent`` for somebody who does something, "Hirer", ``other`` for another label in plain words."""
    words = [fold(word) for word in re.split(r"[\s/.()&’'-]+", label) if fold(word)]
    if (
        not words
        or len(words) > _MOST_LABEL_WORDS
        or "&" in label.split()
        or _is_name_of_firm(label, words)
        or any(is_given(word) for word in label.split()[:1])
    ):
        return ""
    if all(word in _PLAIN or len(word) == 1 for word in words):
        return "agent" if words[-1].endswith(_AGENTS) else "other"
    return "agent" if len(words) == 1 and words[0].endswith(_AGENTS) and words[0] not in FAMILY_NAMES else ""


@lru_cache(maxsize=512)
def label_role(label: str, *, sure: bool = True) -> Role:
    """Return the role that a label gives to the value after it.

    Args:
        label: The label as written: "Primary contact", "Account name".
        sure: Whether a colon follows it; before a dash, all its words must be known label words.
    """
    words = [fold(word) for word in re.split(r"[\s/.()&'’-]+", label) if len(fold(word)) > 1]
    if not words or len(words) > _MOST_LABEL_WORDS or _is_name_of_firm(label, words):
        return ""
    noun = sure and label[1:].islower() and words[-1] in _LABELS
    if not noun and any(word not in _KNOWN and (not sure or word not in ORDINARY) for word in words):
        return ""
    return _role(words)


def _is_name_of_firm(label: str, words: Sequence[str]) -> bool:
    """Whether what stands before a colon is a firm's name: "Contact Energy", "Xero", "Bold & Co"."""
    if len(words) > 1 and label.istitle() and (words[-1] in _ONLY_TRADES or words[-1] == "co"):
        return True
    if len(words) > _WHOLE and words[1] == "of" and label[:1].isupper() and words[0] in _OFFICES:
        return True
    return label[:1].isupper() and ("".join(words) in ORGANISATIONS or ("&" in label and words[-1] == "co"))


def _role(words: Sequence[str]) -> Role:
    last = words[-1]
    if last in {"name", "names"} and len(words) > 1:
        return "firm" if words[-2] in FIRM_LABELS and words[-2] not in PERSON_LABELS else "person"
    if last in FIRM_LABELS:
        return "either" if last in PERSON_LABELS else "firm"
    if last in PERSON_LABELS or last in TITLE_HEADS:
        return "person"
    return "person" if words[0] in {"contact", "attn", "first", "last"} else ""


def _chunked(text: str) -> Sequence[Chunk]:
    """Split a text into chunks, a long text piece by piece to bound the work."""
    if not _LETTER.search(text):
        return ()
    found: list[Chunk] = []
    for start in range(0, len(text), LONGEST_LINE):
        piece = text[start : start + LONGEST_LINE]
        if len(piece) < _LONGEST_WORD or " " in piece.strip():
            found += chunks(piece)
    if [1 for part in found if len(part.words) >= FEWEST_IN_TWO and part.kind == Kind.NAME]:
        return [half for part in found for half in split(part)]
    return found


def _whole_names(found: list[Line]) -> list[Line]:
    """Merge the lines ``First name: Ana`` and ``Last name: Reid``."""
    whole: list[Line] = []
    for line in found:
        before = whole[-1].parts if whole else []
        if _is_field(before, "first") and _is_field(line.parts, "last"):
            name = Chunk(Kind.NAME, (*before[2].words, *line.parts[2].words))
            whole[-1] = replace(whole[-1], parts=[*before[:2], name], roles={2: "person"})
        else:
            whole.append(line)
    return whole


def _is_field(parts: Sequence[Chunk], label: str) -> bool:
    lead = 3
    return (
        len(parts) >= lead
        and parts[0].kind == Kind.TITLE
        and parts[0].low.startswith(label)
        and parts[2].kind == Kind.NAME
    )
