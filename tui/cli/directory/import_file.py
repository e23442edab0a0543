"""``cardscout directory import``: inspect a file, show its columns, and import its rows."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.access import storage
from tui.cli.serve import place_of
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.settings.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Collection

    from tui.server.importing.columns import Kind
    from tui.server.importing.job import Job, Progress, RowProblem
    from tui.server.importing.source import SourceFile
    from tui.server.storage.place import Place

_MOST_REPORTED = 20
"""Number of problem rows that are printed one by one."""

_ROWS_PER_REPORT = 50_000
_WIDEST = 40


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import, from the command line.

    Attributes:
        kind: The type of a row; None to guess it from the columns.
        maps: ``field=column`` each; a field with nothing after the ``=`` is left out.
        encoding: The text's encoding; None to detect it.
        errors: The file for all problem rows, one JSON object per line.
        confirm: Asks whether the columns are right, and raises if the answer is no; None not to ask.
    """

    kind: Kind | None
    maps: tuple[str, ...]
    encoding: str | None
    errors: Path | None
    confirm: Callable[[str], None] | None


def import_file(
    path: Path, data: Path | None, database: str | None, asked: ImportOptions
) -> dict[str, int | float | str]:
    """Import CSV, JSON lines or the ABN bulk extract into the directory at ``data`` or ``database``.

    Returns:
        The type, the counts and the seconds of the import.

    Raises:
        UsageError: The file cannot be read, or the columns do not form a record.
    """
    from tui.server.importing.columns import guess_columns, guess_kind
    from tui.server.importing.job import Job
    from tui.server.importing.source import detect_source

    source = detect_source(path, encoding=asked.encoding)
    kind = asked.kind or ("companies" if source.format == "abn" else guess_kind(source.columns))
    mapping = _merge(guess_columns(source.columns, kind, source.sample), asked.maps, source, kind)
    _show(source, kind, mapping)
    if asked.confirm is not None:
        asked.confirm(f"Import {path.name} as {kind} with these columns?")
    began = time.perf_counter()
    _begin_workspace(place_of(click.get_current_context(), data, database))
    with storage(data, database) as engine, _report_troubles(asked.errors) as complain:
        progress = _run(Job(engine, SystemClock(), source, kind, mapping), complain)
    return {"type": kind, **progress.as_json(), "seconds": round(time.perf_counter() - began, 2)}


def _begin_workspace(place: Place) -> None:
    """Create the local workspace before its first import: only an empty directory gets the sample."""
    from tui.server.run import LocalServer
    from tui.server.storage.place import FILE

    if place.database is None and place.data == Paths.open().data and not (place.data / FILE).exists():
        LocalServer.open(place.data, SystemClock()).close()


def _read_map(pair: str, fields: Collection[str], source: SourceFile, kind: Kind) -> tuple[str, str]:
    """Return the field and the column that a ``--map`` names; "" for no column."""
    field, _, column = pair.partition("=")
    if field not in fields:
        raise UsageError(
            f"--map {pair}: {kind} have no field {field!r}", hint=f"known are {', '.join(fields)}"
        )
    if column and column not in source.columns:
        raise UsageError(
            f"--map {pair}: there is no column {column!r}", hint=f"there are {', '.join(source.columns)}"
        )
    return field, column


def _merge(guessed: dict[str, str], maps: tuple[str, ...], source: SourceFile, kind: Kind) -> dict[str, str]:
    """Merge the guessed columns with the user's ``maps``."""
    from tui.server.importing.columns import FIELDS

    for pair in maps:
        field, column = _read_map(pair, FIELDS[kind], source, kind)
        guessed = {name: taken for name, taken in guessed.items() if name != field and taken != column}
        if column:
            guessed[field] = column
    named = {"name", "first_name", "last_name"} if kind == "people" else {"name", "legal_name", "domain"}
    if not named & guessed.keys():
        raise UsageError(
            f"no column is taken for the name: {', '.join(source.columns) or 'there are none'}",
            hint=f"--map name=COLUMN, or --type {'companies' if kind == 'people' else 'people'}",
        )
    return guessed


def _show(source: SourceFile, kind: str, mapping: Mapping[str, str]) -> None:
    """Print on stderr the file's format and which column is used for which field."""
    from tui.server.importing.columns import unused_columns

    output.say(f"{source.path.name}: {kind}, {source.format}, {source.encoding}")
    for field, column in mapping.items():
        example = source.sample.get(column, "")
        shown = f'   such as "{example[:_WIDEST]}"' if example else ""
        output.say(f"  {field:<16} <- {column}{shown}")
    if left := unused_columns(source.columns, mapping):
        output.say(f"  left out: {', '.join(left)}")


def _run(job: Job, complain: Callable[[RowProblem], None]) -> Progress:
    shown = _ProgressLine(job.source.size)
    progress = job.run(shown, complain)
    shown.end()
    return progress


class _ProgressLine:
    """The progress display: one rewritten line on a terminal, else a new line every 50,000 rows."""

    def __init__(self, size: int) -> None:
        self.live = sys.stderr.isatty()
        self.size = size
        self.said = 0
        self.resumed = False

    def __call__(self, progress: Progress) -> None:
        if progress.resumed and not self.resumed:
            self.resumed = True
            output.say(f"goes on after row {progress.resumed:,}, where it was broken off")
        words = (
            f"{progress.done:,} rows, {progress.counts['new']:,} new, {progress.counts['refused']:,} refused"
        )
        if self.live:
            sys.stderr.write(f"\r\x1b[K{words}")
            sys.stderr.flush()
        elif progress.done - self.said >= _ROWS_PER_REPORT:
            self.said = progress.done
            output.say(words)

    def end(self) -> None:
        """Clear the progress line."""
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def _report_troubles(errors: Path | None) -> Iterator[Callable[[RowProblem], None]]:
    """Yield a callback for problem rows that prints the first ones and writes all of them to ``errors``."""
    with _open_errors(errors) as written:
        reported = 0

        def complain(trouble: RowProblem) -> None:
            nonlocal reported
            reported += 1
            if reported <= _MOST_REPORTED:
                what = "refused" if trouble.refused else "left out"
                field = f"{trouble.field}: " if trouble.field else ""
                output.say(f"line {trouble.line}: {field}{trouble.fix} ({what})")
            if written is not None:
                row = {
                    "line": trouble.line,
                    "field": trouble.field,
                    "fix": trouble.fix,
                    "refused": trouble.refused,
                }
                written.write(json.dumps(row, ensure_ascii=True) + "\n")

        yield complain
    if reported > _MOST_REPORTED:
        output.say(f"and {reported - _MOST_REPORTED:,} more; --errors FILE writes them all")


@contextmanager
def _open_errors(errors: Path | None) -> Iterator[IO[str] | None]:
    if errors is None:
        yield None
        return
    try:
        written = errors.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--errors {errors}: {error.strerror}") from error
    with written:
        yield written
