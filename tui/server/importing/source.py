"""A file to be imported: what it is, and its rows one after another, however large it is.

CSV (any of ``, ; | tab``, UTF-8 with or without a mark, UTF-16, Windows-1252), JSON lines, and the ABN bulk
extract (XML, or the ZIP archives it is handed out in). Any of them may be packed with gzip.
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
from typing import IO, Any, Literal, cast

from tui.errors import UsageError
from tui.server.importing.row import Row

Format = Literal["csv", "jsonl", "abn"]

_BLOCK = 1 << 20
_SAMPLED = 200
_LONGEST_CELL = 1 << 20
_DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was looked at.

    Attributes:
        digest: SHA-256 of its bytes: the same file is known again by it.
        columns: As they are called in it; of JSON lines, what the first records have.
        encoding: Of its text.
        sample: The first values of each column that has any.
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
        """Its records, in order."""
        if self.format == "abn":
            # Only this format needs an XML parser.
            from tui.server.importing.abn_extract import records

            yield from records(self.path)
            return
        with _text(self.path, self.encoding) as lines:
            yield from _csv_rows(lines, self.delimiter) if self.format == "csv" else _json_rows(lines)


def look_at(path: Path, *, encoding: str | None = None) -> SourceFile:
    """Find out what a file is; all of it is read once.

    Raises:
        UsageError: It can not be read, is empty, or is nothing that can be imported.
    """
    try:
        digest, size, fits = _read_through(path)
        kind = _format(path)
        if kind == "abn":
            from tui.server.importing.abn_extract import COLUMNS

            return SourceFile(path, kind, digest, size, "utf-8", "", COLUMNS, {})
        chosen = encoding or _encoding(path, fits=fits)
        codecs.lookup(chosen)
        with _text(path, chosen) as lines:
            head = next((line for line in lines if line.strip()), "")
        delimiter = _delimiter(head) if kind == "csv" else ""
        return _sampled(SourceFile(path, kind, digest, size, chosen, delimiter, (), {}))
    except LookupError as error:
        raise UsageError(f"{encoding!r} is no encoding", hint="utf-8, cp1252, latin-1 or utf-16") from error
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} can not be read: {reason}") from error


def _sampled(source: SourceFile) -> SourceFile:
    """With the columns of its first rows, and the first value of each."""
    first = [row.cells for row in islice((row for row in source.rows() if not row.wrong), _SAMPLED)]
    columns = tuple(dict.fromkeys(name for cells in first for name in cells)) or _header(source)
    sample = {name: next(filter(None, (cells.get(name) for cells in first)), "") for name in columns}
    return replace(source, columns=columns, sample=sample)


def _read_through(path: Path) -> tuple[str, int, bool]:
    """SHA-256, size, and whether the text is UTF-8."""
    digest, size, decoder, fits = hashlib.sha256(), 0, codecs.getincrementaldecoder("utf-8")(), True
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
            fits = False
    return digest.hexdigest(), size, fits


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
        raise UsageError(f"{path} is empty")
    if begins == b"[":
        raise UsageError(f"{path} is a JSON array", hint="one object a line: jq -c '.[]' FILE")
    return "abn" if begins == b"<" else "jsonl" if begins == b"{" else "csv"


def _encoding(path: Path, *, fits: bool) -> str:
    with _bytes(path) as plain:
        head = plain.read(4)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "utf-8-sig" if fits else "cp1252"


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


def _delimiter(head: str) -> str:
    bare = "".join(part for place, part in enumerate(head.split('"')) if place % 2 == 0)
    return max(_DELIMITERS, key=lambda each: (bare.count(each), -_DELIMITERS.index(each)))


def _names(cells: Sequence[str]) -> list[str]:
    """A name for each column: one without is called by its place, the second of a name gets a number."""
    names: list[str] = []
    for place, cell in enumerate(cells, start=1):
        name = " ".join(cell.split()) or f"column {place}"
        names.append(name if name not in names else f"{name} ({place})")
    return names


def _header(source: SourceFile) -> tuple[str, ...]:
    if source.format != "csv":
        return ()
    with _text(source.path, source.encoding) as lines:
        return tuple(_names(next(_cells(lines, source.delimiter))[1]))


def _cells(lines: IO[str], delimiter: str) -> Iterator[tuple[int, list[str], str]]:
    """Line, cells, and what is wrong with them."""
    csv.field_size_limit(_LONGEST_CELL)
    plain = (line.replace("\0", "") for line in lines)
    reader = csv.reader(_ended(plain), delimiter=delimiter)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
            if cells and cells[-1].endswith(_END):
                if cells != [_END]:
                    yield line, [], _never_closed(cells[-1], reader.line_num)
                return
            yield line, cells, ""
        except StopIteration:
            return
        except csv.Error as error:
            yield line, [], f"{error}: a quotation mark is opened here and not closed"


_END = "\0"
"""The last line of all, ours: no file has it, because a NUL is taken out of its lines."""


def _ended(lines: Iterator[str]) -> Iterator[str]:
    """``lines`` with ours behind them, on a line of its own: an open quotation mark swallows that too."""
    for line in lines:
        yield line if line.endswith(("\n", "\r")) else f"{line}\n"
    yield _END


def _never_closed(cell: str, end: int) -> str:
    """What to say of a cell that goes on to the end of the file, ``end`` lines and ours."""
    begins = end - len(re.findall(r"\r\n|\r|\n", cell))
    return (
        f"a quotation mark is opened on line {begins} and never closed: the rest of the file is one cell;"
        " close it, or take it away"
    )


def _csv_rows(lines: IO[str], delimiter: str) -> Iterator[Row]:
    header: list[str] = []
    for line, cells, wrong in _cells(lines, delimiter):
        if wrong or not any(cells):
            if wrong:
                yield Row(line, {}, wrong)
            continue
        if not header:
            header = _names(cells)
        elif len(cells) > len(header) and any(cells[len(header) :]):
            many = f"has {len(cells)} cells and the head has {len(header)}"
            yield Row(line, {}, f"{many}: put text that holds a {delimiter!r} between quotation marks")
        else:
            yield Row(line, dict(zip(header, cells, strict=False)))


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
    """Values by the path to them: ``{"company": {"name": "Tui"}}`` has ``company name``."""
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
