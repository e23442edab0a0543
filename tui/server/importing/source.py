"""Detection of the format of a file to be imported, and streaming of its rows.

The formats are CSV (any of ``, ; | tab``, or what a first line ``sep=;`` tells; UTF-8 or UTF-16,
with or without a byte-order mark, or Windows-1252), JSON lines, and the ABN bulk extract (XML, or the ZIP archives it is published in); each may be gzipped.
"""

import codecs
import csv
import gzip
import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any, Literal, Self, cast

from tui.errors import UsageError
from tui.model.values.formula import from_text
from tui.model.values.utf16 import utf16_codec
from tui.server.importing.row import Row

Format = Literal["csv", "jsonl", "abn"]

_BLOCK = 1 << 20
_SAMPLED = 200
_KIND = 4096
"""Bytes that tell a file that is no text, and the encoding of a text."""

_LONGEST_CELL = 1 << 20
_DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file whose format was detected.

    Attributes:
        digest: SHA-256 of the bytes, by which the same file is recognised.
        columns: Column names; for JSON lines, those of the first records.
        sample: The first value of each column; "" for a column without one.
    """

    path: Path
    format: Format
    digest: str
    size: int
    encoding: str
    delimiter: str
    columns: tuple[str, ...]
    sample: Mapping[str, str]

    def rows(self) -> Iterator[Row]:
        """Yield the file's records, in order."""
        if self.format == "abn":
            # Only this format needs an XML parser.
            from tui.server.importing.abn_extract import records

            yield from records(self.path)
            return
        with _text(self.path, self.encoding) as lines:
            yield from _csv_rows(lines, self.delimiter) if self.format == "csv" else _json_rows(lines)


def detect_source(path: Path, *, encoding: str | None = None) -> SourceFile:
    """Detect the format of a file, and hash it; the whole file is read once.

    Raises:
        UsageError: The file can not be read, is empty, or has a format that can not be imported.
    """
    try:
        digest, size, is_utf8 = _read_through(path)
        if encoding is None:
            _refuse_other(path)
        kind = _format(path)
        if kind == "abn":
            from tui.server.importing.abn_extract import COLUMNS

            return SourceFile(path, kind, digest, size, "utf-8", "", COLUMNS, {})
        chosen = encoding or _encoding(path, is_utf8=is_utf8)
        codecs.lookup(chosen)
        with _text(path, chosen) as lines:
            first = next(lines, "")
            head = first if first.strip() else next((line for line in lines if line.strip()), "")
        delimiter = _delimiter(head) if kind == "csv" else ""
        return _with_sample(SourceFile(path, kind, digest, size, chosen, delimiter, (), {}))
    except LookupError as error:
        raise UsageError(f"{encoding!r} is no encoding", hint="utf-8, cp1252, latin-1 or utf-16") from error
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} can not be read: {reason}") from error


def _refuse_other(path: Path) -> None:
    """Refuse a file that is no text.

    Raises:
        UsageError: It is none.
    """
    from tui.server.exports.document import other_kind

    with path.open("rb") as file:
        other = other_kind(file.read(_KIND))
    # A table may be packed; what else an archive may be is told when it is read.
    if other is not None and "archive" not in other[0]:
        raise UsageError(f"{path.name} is {other[0]}, and no table", hint=other[1])


def _with_sample(source: SourceFile) -> SourceFile:
    """Return the source with the columns of its first rows and the first value of each."""
    first = [row.cells for row in islice((row for row in source.rows() if not row.wrong), _SAMPLED)]
    columns = tuple(dict.fromkeys(name for cells in first for name in cells)) or _header(source)
    sample = {name: next(filter(None, (cells.get(name) for cells in first)), "") for name in columns}
    return replace(source, columns=columns, sample=sample)


def _read_through(path: Path) -> tuple[str, int, bool]:
    """Return SHA-256, size, and whether the text is UTF-8."""
    digest, size, decoder, is_utf8 = hashlib.sha256(), 0, codecs.getincrementaldecoder("utf-8")(), True
    with path.open("rb") as raw:
        while block := raw.read(_BLOCK):
            digest.update(block)
            size += len(block)
    with _bytes(path) as plain:
        try:
            while block := plain.read(_BLOCK):
                decoder.decode(block)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            is_utf8 = False
    return digest.hexdigest(), size, is_utf8


def _format(path: Path) -> Format:
    with path.open("rb") as raw:
        if raw.read(4) == b"PK\x03\x04":
            return "abn"
    with _bytes(path) as plain:
        head = plain.read(4096)
    for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        head = head.removeprefix(mark)
    begins = head.replace(b"\0", b"").lstrip()[:1]
    if not begins:
        raise UsageError(f"{path} is empty", hint="see that it was saved whole")
    if begins == b"[":
        raise UsageError(f"{path} is a JSON array", hint="one object a line: jq -c '.[]' FILE")
    return "abn" if begins == b"<" else "jsonl" if begins == b"{" else "csv"


def _encoding(path: Path, *, is_utf8: bool) -> str:
    with _bytes(path) as plain:
        head = plain.read(_KIND)
    return utf16_codec(head) or ("utf-8-sig" if is_utf8 else "cp1252")


@contextmanager
def _bytes(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        if not packed:
            yield raw
            return
        with gzip.GzipFile(fileobj=raw) as plain:
            yield cast("IO[bytes]", plain)


@contextmanager
def _text(path: Path, encoding: str) -> Iterator[IO[str]]:
    with _bytes(path) as plain:
        yield io.TextIOWrapper(plain, encoding=encoding, errors="replace", newline="")


# --- CSV ----------------------------------------------------------------------------


_TOLD = re.compile(r'"?sep=([^"\r\n])"?\s*', re.IGNORECASE)
"""The first line by which a spreadsheet tells its delimiter; it is no row."""


def _delimiter(head: str) -> str:
    if (told := _TOLD.fullmatch(head)) is not None:
        return told[1]
    bare = "".join(part for place, part in enumerate(head.split('"')) if place % 2 == 0)
    return max(_DELIMITERS, key=lambda each: (bare.count(each), -_DELIMITERS.index(each)))


def column_names(cells: Sequence[str]) -> list[str]:
    """Return the column names: an empty one becomes ``column 3``, a repeated one ``name (3)``."""
    names: list[str] = []
    for place, cell in enumerate(cells, start=1):
        name = " ".join(cell.split()) or f"column {place}"
        names.append(name if name not in names else f"{name} ({place})")
    return names


def _header(source: SourceFile) -> tuple[str, ...]:
    if source.format != "csv":
        return ()
    with _text(source.path, source.encoding) as lines:
        return tuple(
            column_names(next((cells for _, cells, _ in _cells(lines, source.delimiter) if cells), []))
        )


def _cells(lines: IO[str], delimiter: str) -> Iterator[tuple[int, list[str], str]]:
    """Yield line number, cells, and what is wrong with them, or ""."""
    csv.field_size_limit(_LONGEST_CELL)
    read = _Lines(lines)
    reader = csv.reader(read, delimiter=delimiter)
    while True:
        line = read.number + 1
        read.held.clear()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if len(read.held) == 1 and read.held[0].count('"') % 2 == 0:
                yield line, [], f"has a cell of more than {_LONGEST_CELL:,} characters: shorten it"
                continue
            # The rows that it took for a part of the cell are read again as rows.
            yield line, [], _describe_stray(read.again_after_quote(delimiter), f"not closed ({error})")
            continue
        if cells and cells[-1].endswith(_SENTINEL):
            if cells != [_SENTINEL]:
                begins = read.number - _breaks(cells[-1])
                yield line, [], _describe_stray(begins, "never closed: the rest of the file is one cell")
            return
        if len(read.held) > 1 and _is_torn(read.held, delimiter):
            end = read.number
            begins = read.again_after_quote(delimiter)
            yield line, [], _describe_stray(begins, f"closed within a cell on line {end}")
            continue
        yield line, _with_marks(cells, read.held, delimiter), ""


_SENTINEL = "\0"
"""A sentinel appended as the last line; no file contains it, because NULs are removed from its lines."""


class _Lines:
    """The lines of a file, and then the sentinel, which an unclosed quotation mark makes part of the last cell.

    Attributes:
        number: How many were read.
        held: Those of the row that is being read.
    """

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._again = lines, list[str]()
        self.number, self.held = 0, list[str]()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        if self._again:
            line = self._again.pop()
        elif (read := next(self._lines, None)) is not None:
            # The line that tells the delimiter is an empty one.
            line = "" if not self.number and _TOLD.fullmatch(read) else read.replace("\0", "")
            line = line if line.endswith(("\n", "\r")) else f"{line}\n"
        elif self.held[-1:] != [_SENTINEL]:
            line = _SENTINEL
        else:
            raise StopIteration
        self.number += 1
        self.held.append(line)
        return line

    def again_after_quote(self, delimiter: str) -> int:
        """Have the lines read again after the one that opens the quotation mark that is closed on the last; return its number."""
        before = self.held[:-1]
        cells = next(csv.reader(before, delimiter=delimiter), [""])
        swallowed = self.held[len(before) - _breaks(cells[-1]) + 1 :] if before else []
        self._again += reversed(swallowed)
        self.number -= len(swallowed)
        return self.number


def _is_torn(lines: Sequence[str], delimiter: str) -> bool:
    """Return whether a quotation mark in a row of several lines is closed where a cell goes on."""
    try:
        _ = next(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return True
    return False


def _with_marks(cells: list[str], lines: Sequence[str], delimiter: str) -> list[str]:
    """Return the cells of a row; if a quotation mark within one is not doubled, all marks but those around cells stay."""
    if len(lines) > 1 or '"' not in lines[0] or not _is_torn(lines, delimiter):
        return cells
    written = next(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE))
    # A delimiter between marks parts a cell here: which marks belong together is not known then.
    return [_bare(cell) for cell in written] if len(written) == len(cells) else cells


def _bare(cell: str) -> str:
    """Return a cell without the marks around it; doubled ones within are one."""
    is_quoted = len(cell) > 1 and cell.startswith('"') and cell.endswith('"')
    return cell[1:-1].replace('""', '"') if is_quoted else cell


def _breaks(cell: str) -> int:
    """Return in how many lines a cell ends before its last."""
    return len(re.findall(r"\r\n|\r|\n", cell))


def _describe_stray(begins: int, fault: str) -> str:
    return f"a quotation mark is opened on line {begins} and {fault}; close it, or take it away"


def _csv_rows(lines: IO[str], delimiter: str) -> Iterator[Row]:
    header: list[str] = []
    for line, cells, wrong in _cells(lines, delimiter):
        if wrong or not any(cells):
            if wrong:
                yield Row(line, {}, wrong)
            continue
        if not header:
            header = column_names(cells)
        elif len(cells) > len(header) and any(cells[len(header) :]):
            many = f"has {len(cells)} cells and the head has {len(header)}"
            yield Row(line, {}, f"{many}: put text that holds a {delimiter!r} between quotation marks")
        else:
            yield Row(line, dict(zip(header, map(from_text, cells), strict=False)))


# --- JSON lines ---------------------------------------------------------------------


def _json_rows(lines: IO[str]) -> Iterator[Row]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            yield Row(number, {}, "is not JSON: write one object a line")
            continue
        if isinstance(found, dict):
            yield Row(number, dict(_flat(found)))
        else:
            yield Row(number, {}, "is not a JSON object: write one a line, {…}")


def _flat(found: Mapping[str, Any], above: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield each value with the path to it: ``{"company": {"name": "Tui"}}`` gives ``company name``."""
    for key, value in found.items():
        name = f"{above} {key}".strip()[:200]
        listed = value if isinstance(value, list) else [value]
        scalars = [_scalar(one) for one in listed if not isinstance(one, dict | list | None)]
        if scalars:
            yield name, "; ".join(scalars)
        inside = next((one for one in listed if isinstance(one, dict)), None)
        if inside is not None and depth < _DEEPEST:
            yield from _flat(inside, name, depth + 1)


_DEEPEST = 6


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
