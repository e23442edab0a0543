"""People with their employers, and firms by their names, as people write them on cards."""

import re
from collections.abc import Iterator, Sequence

from tui.recognise.chunks import MARKUP, Chunk, chunks
from tui.recognise.lexicon import fold
from tui.recognise.likeness import LIKELY, WEAK
from tui.recognise.pairs import HINT, MENTION, NEWLINE, TITLED, Line, Named, pairs

LONGEST_LINE = 600
_LONGEST_WORD = 100
MOST_LINES = 2_000

_LABEL = re.compile(
    r"\W{0,6}(?:(?P<name>(?:main |primary |site |key |our |billing )?contact(?: name| person)?|(?:full |client |customer )?name|person|attn|attention|to"
    r"|decision maker|prospect|lead|owner|director|who|manager|poc|spoke (?:to|with)|requested by|from|referred by)"
    r"|(?P<company>(?:company|organi[sz]ation|org|employer|business|firm|entity|legal (?:name|entity)|trading (?:name|as)|t/a|account"
    r"|supplier|vendor|client|customer|school|practice|site)(?: name)?))"
    r"(?:\W{0,3}[:=]|\s[–-]\s)\W{0,4}(?P<value>\S.{1,100})",
    re.IGNORECASE,
)
_NAME_HEADER = re.compile(
    r"\W*(?:(?:main |key )?contact(?: name| person)?|name|full name|person|client|who|lead|attendee)\W*",
    re.IGNORECASE,
)
_FIRM_HEADER = re.compile(
    r"\W*(?:company(?: name)?|organi[sz]ation|org|employer|business(?: name)?|firm|account|supplier|customer|trading name"
    r"|legal name|subbie|vendor|entity)\W*",
    re.IGNORECASE,
)
_LISTY = frozenset({"run", "title", "mark", "filler", "and", "of", "at", "honorific"})
_MOST_LISTY = 14
_BELOW = 4
_FEWEST_CELLS = 2


def names(text: str, labels: Sequence[str] = ()) -> list[Named]:
    """Everybody a passage names, with the employer where it says one, and the firms it names.

    Args:
        text: The passage, links and addresses blanked.
        labels: What the card's domains are called, ``tuiridge``: a firm of that name is believed.
    """
    plain = text.translate(MARKUP)
    written = plain.split("\n")[:MOST_LINES]
    lines = [_line(one, labels) for one in written]
    found: list[Named] = []
    for number, line in enumerate(lines):
        if line.parts:
            found += pairs(line, number)
    found += _tabled(written, labels)
    found += _labelled(written, labels)
    found += _stacked(lines)
    return _distinct(found)


def _line(text: str, labels: Sequence[str]) -> Line:
    """A line in chunks; one without capitals is too loose to know a firm in by its domain."""
    readable = any(char.isalpha() for char in text)
    parts = [part for piece in _pieces(text) for part in chunks(piece)] if readable else []
    return Line(parts, labels if any(char.isupper() for char in text) else ())


def _pieces(line: str) -> Iterator[str]:
    """A long line in parts, each short enough to look through; a part without a blank is no sentence."""
    for start in range(0, len(line), LONGEST_LINE):
        piece = line[start : start + LONGEST_LINE]
        if len(piece) < _LONGEST_WORD or " " in piece.strip():
            yield piece


def _stacked(lines: Sequence[Line]) -> Iterator[Named]:
    """Signatures and contact blocks: a name alone on a line, with a title or a firm on the lines under it."""
    filled = [number for number, line in enumerate(lines) if any(part.kind != "mark" for part in line.parts)]
    for index, number in enumerate(filled):
        who = _only_person(lines[number])
        if who is None:
            continue
        stack = [lines[number].parts[who], *lines[number].parts[who + 1 :]]
        for below in filled[index + 1 : index + 1 + _BELOW]:
            if not _is_listy(lines[below]) or _only_person(lines[below]) is not None:
                break
            stack += [NEWLINE, *lines[below].parts]
        above = _firm_above(lines, filled, index)
        whole = Line([*above, *stack], lines[number].labels)
        yield from (one for one in pairs(whole, number) if one.name == stack[0].text and one.company)


def _firm_above(lines: Sequence[Line], filled: Sequence[int], index: int) -> list[Chunk]:
    """A firm alone on the line above, for the person under it."""
    if not index or filled[index] - filled[index - 1] > _FEWEST_CELLS:
        return []
    line = lines[filled[index - 1]]
    runs = [place for place, part in enumerate(line.parts) if part.kind == "run"]
    if len(runs) != 1 or line.firms[runs[0]] < LIKELY or not _is_listy(line):
        return []
    return [line.parts[runs[0]], NEWLINE]


def _only_person(line: Line) -> int | None:
    """Where the person is on a line of nothing but a name, its greeting and its title."""
    runs = [place for place, part in enumerate(line.parts) if part.kind == "run"]
    if len(runs) != 1 or line.people[runs[0]] < LIKELY or len(line.parts) > _MOST_LISTY:
        return None
    rest = {part.kind for part in line.parts[: runs[0]]}
    behind = {part.kind for part in line.parts[runs[0] + 1 :]}
    return (
        runs[0]
        if rest <= {"verb", "honorific", "mark"} and behind <= {"title", "mark", "filler", "other"}
        else None
    )


def _is_listy(line: Line) -> bool:
    return len(line.parts) <= _MOST_LISTY and all(part.kind in _LISTY for part in line.parts)


def _labelled(lines: Sequence[str], labels: Sequence[str]) -> Iterator[Named]:
    """``Contact: Ana Reid`` and ``Company: Tūī Ridge`` on lines of their own, near each other."""
    person, company, seen = "", "", 0
    pieces = ((number, piece) for number, line in enumerate(lines) for piece in line.split(";"))
    for number, piece in pieces:
        match = _LABEL.fullmatch(piece.rstrip()) if any(mark in piece for mark in ":=-–") else None
        if match is None:
            continue
        value = Line(chunks(match["value"]), labels)
        if match["company"]:
            company = company or _first(value, value.firms, WEAK)
        elif found := _first(value, value.people, WEAK):
            person = found
        seen = seen or number
        if person and company:
            yield Named(person, company, number, 0.7)
            person, company = "", ""
    if person:
        yield Named(person, "", seen, TITLED)
    if company:
        yield Named("", company, seen, 0.6 if " " in company else MENTION)


def _first(line: Line, likes: Sequence[int], least: int) -> str:
    """The run that begins a value, when it is what the label says."""
    place = next(
        (place for place, part in enumerate(line.parts) if part.kind not in {"honorific", "mark"}), None
    )
    if place is None or line.parts[place].kind != "run" or likes[place] < least:
        return ""
    return line.parts[place].text


def _tabled(lines: Sequence[str], labels: Sequence[str]) -> Iterator[Named]:
    """Rows under the headers ``Name`` and ``Company``."""
    columns: tuple[int | None, int | None] | None = None
    for number, line in enumerate(lines):
        cells = line.split("|") if "|" in line else line.split("\t")
        if len(cells) < _FEWEST_CELLS:
            columns = None
        elif columns is None:
            columns = _column(cells, _NAME_HEADER), _column(cells, _FIRM_HEADER)
        else:
            yield from _row(cells, columns, number, labels)


def _row(
    cells: Sequence[str], columns: tuple[int | None, int | None], number: int, labels: Sequence[str]
) -> Iterator[Named]:
    person = _cell(cells, columns[0], labels, people=True)
    company = _cell(cells, columns[1], labels, people=False)
    if person or company:
        yield Named(person, company, number, 0.7 if company else TITLED)


def _cell(cells: Sequence[str], column: int | None, labels: Sequence[str], *, people: bool) -> str:
    if column is None or column >= len(cells):
        return ""
    line = Line(chunks(cells[column].strip()), labels)
    return _first(line, line.people if people else line.firms, LIKELY if people else WEAK)


def _column(cells: Sequence[str], header: re.Pattern[str]) -> int | None:
    return next((place for place, cell in enumerate(cells) if cell.strip() and header.fullmatch(cell)), None)


def name_runs(text: str) -> Iterator[str]:
    """Every run of capitals, whole and in the parts a name or a firm could be."""
    for line in text.translate(MARKUP).split("\n")[:MOST_LINES]:
        for part in chunks(line[:LONGEST_LINE]):
            if part.kind == "run":
                yield from _parts(part)


def _parts(part: Chunk) -> Iterator[str]:
    words = part.words
    yield part.text
    for length in range(len(words) - 1, 0, -1):
        for start in range(min(len(words) - length + 1, _BELOW)):
            yield " ".join(words[start : start + length])


def _distinct(found: Sequence[Named]) -> list[Named]:
    """Each person once, with the surest employer; firms that are nobody's employer once."""
    people: dict[str, Named] = {}
    for one in found:
        known = people.get(one.name)
        if one.name and (known is None or (bool(one.company), one.sure) > (bool(known.company), known.sure)):
            people[one.name] = one
    taken = {fold(one.company) for one in people.values() if one.sure > HINT}
    firms: dict[str, Named] = {}
    for one in sorted(found, key=lambda one: -one.sure):
        if not one.name and fold(one.company) not in taken:
            firms.setdefault(fold(one.company), one)
    return [*people.values(), *sorted(firms.values(), key=lambda one: one.line)]
