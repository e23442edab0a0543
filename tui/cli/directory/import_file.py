"""``cardscout directory import``: the file looked at, its columns shown, and its rows brought in."""

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
    from tui.server.importing.columns import Kind
    from tui.server.importing.job import Job, Progress, Trouble
    from tui.server.importing.source import SourceFile
    from tui.server.storage.place import Place

_TOLD = 20
"""Rows in trouble that are told one by one."""

_EVERY = 50_000
_WIDEST = 40


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a file is to be read, as it was asked.

    Attributes:
        kind: What its rows are; None to go by the columns.
        maps: ``field=column`` each; a field with nothing behind the ``=`` is left out.
        encoding: Of its text; None to find out.
        errors: Where all rows in trouble are written, one JSON object a line.
        confirm: Asks, and raises when the answer is no; None when the columns are right, whatever they are.
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
        What came of it: counts, and seconds.

    Raises:
        UsageError: The file can not be read, or the columns make no record.
    """
    from tui.server.importing.columns import guess_columns, guess_kind
    from tui.server.importing.job import Job
    from tui.server.importing.source import look_at

    source = look_at(path, encoding=asked.encoding)
    kind = asked.kind or ("companies" if source.format == "abn" else guess_kind(source.columns))
    mapping = _mapped(guess_columns(source.columns, kind, source.sample), asked.maps, source, kind)
    _show(source, kind, mapping)
    if asked.confirm is not None:
        asked.confirm(f"Import {path.name} as {kind} with these columns?")
    began = time.perf_counter()
    _begin_workspace(place_of(click.get_current_context(), data, database))
    with storage(data, database) as engine, _troubles(asked.errors) as complain:
        progress = _run(Job(engine, SystemClock(), source, kind, mapping), complain)
    return {"type": kind, **progress.as_json(), "seconds": round(time.perf_counter() - began, 2)}


def _begin_workspace(place: Place) -> None:
    """See that the local workspace has its sample before the first import: an empty directory alone gets it."""
    from tui.server.run import LocalServer
    from tui.server.storage.place import FILE

    if place.database is None and place.data == Paths.open().data and not (place.data / FILE).exists():
        LocalServer.open(place.data, SystemClock()).close()


def _mapped(guessed: dict[str, str], maps: tuple[str, ...], source: SourceFile, kind: Kind) -> dict[str, str]:
    """The columns as guessed and as told.

    Raises:
        UsageError: One of them is not there, or too little is mapped to make a record.
    """
    from tui.server.importing.columns import FIELDS

    for told in maps:
        field, _, column = told.partition("=")
        if field not in FIELDS[kind]:
            raise UsageError(
                f"--map {told}: {kind} have no field {field!r}", hint=f"known are {', '.join(FIELDS[kind])}"
            )
        if column and column not in source.columns:
            raise UsageError(
                f"--map {told}: there is no column {column!r}", hint=f"there are {', '.join(source.columns)}"
            )
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
    """Say on stderr what the file is and which column is taken for what."""
    from tui.server.importing.columns import unused

    output.say(f"{source.path.name}: {kind}, {source.format}, {source.encoding}")
    for field, column in mapping.items():
        example = source.sample.get(column, "")
        shown = f'   such as "{example[:_WIDEST]}"' if example else ""
        output.say(f"  {field:<16} <- {column}{shown}")
    if left := unused(source.columns, mapping):
        output.say(f"  left out: {', '.join(left)}")


def _run(job: Job, complain: Callable[[Trouble], None]) -> Progress:
    shown = _Shown(job.source.size)
    progress = job.run(shown, complain)
    shown.end()
    return progress


class _Shown:
    """Says how far it is: on one line of a terminal, or now and then on a line of its own."""

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
        elif progress.done - self.said >= _EVERY:
            self.said = progress.done
            output.say(words)

    def end(self) -> None:
        """Leave the line."""
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def _troubles(errors: Path | None) -> Iterator[Callable[[Trouble], None]]:
    """Takes rows in trouble: the first are told, and all of them go to ``errors``."""
    with _opened(errors) as written:
        told = 0

        def complain(trouble: Trouble) -> None:
            nonlocal told
            told += 1
            if told <= _TOLD:
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
    if told > _TOLD:
        output.say(f"and {told - _TOLD:,} more; --errors FILE writes them all")


@contextmanager
def _opened(errors: Path | None) -> Iterator[IO[str] | None]:
    if errors is None:
        yield None
        return
    try:
        written = errors.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--errors {errors}: {error.strerror}") from error
    with written:
        yield written
