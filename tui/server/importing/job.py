"""Import of a file into the directory, in small transactions that each record the progress.

After a kill at any moment, the next run with the same file and columns resumes after the last recorded row.
An import run again from the start finds the records it created, so that nothing is duplicated.
"""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, select

from tui.model.values.scalars import format_instant
from tui.server.enrich.tables import imports
from tui.server.importing.drafts import NewCompany, NewPerson, company_draft, person_draft
from tui.server.importing.merge import BatchMerge, CompanyNameCache
from tui.server.importing.values import BadCell
from tui.server.storage import db
from tui.server.storage.directory_promote import promote
from tui.server.storage.statements import upsert

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.importing.columns import Kind
    from tui.server.importing.row import Row
    from tui.server.importing.source import SourceFile

BATCH = 1_000
"""Rows per transaction, during which other writers wait: about a tenth of a second."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """A problem with a row, which was refused or imported without one of its cells.

    Attributes:
        field: The cell's column or field; "" for the row as a whole.
        fix: What is wrong, and what would be right.
    """

    line: int
    field: str
    fix: str
    refused: bool


@dataclass(slots=True)
class Progress:
    """The progress of an import; its counts include earlier runs on the same file."""

    done: int = 0
    resumed: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, int]:
        """Return the numbers by name."""
        names = ("new", "changed", "same", "refused", "incomplete")
        return {"rows": self.done, "resumed_at": self.resumed, **{name: self.counts[name] for name in names}}


@dataclass(frozen=True, slots=True)
class Job:
    """An import of one file.

    Attributes:
        mapping: Column by field; see columns.py.
    """

    engine: Engine
    clock: Clock
    source: SourceFile
    kind: Kind
    mapping: Mapping[str, str]

    def run(
        self,
        tell: Callable[[Progress], None] = lambda _progress: None,
        complain: Callable[[RowProblem], None] = lambda _trouble: None,
    ) -> Progress:
        """Import the rows that are not imported yet.

        Args:
            tell: Called with the progress after each transaction.
            complain: Called with each problem of a row, after the row's transaction.
        """
        with _few_collections():
            return self._import(tell, complain)

    def _import(self, tell: Callable[[Progress], None], complain: Callable[[RowProblem], None]) -> Progress:
        progress, known = self._resume(), CompanyNameCache()
        rows = islice(self.source.rows(), progress.done, None)
        while batch := list(islice(rows, BATCH)):
            troubles: list[RowProblem] = []
            drafts = list(self._drafts(batch, troubles))
            counts = Counter({"refused": sum(one.refused for one in troubles)})
            with db.writing(self.engine, alone=False) as connection:
                db.enlarge_cache(connection)
                _lock_tables(connection)
                counts += _merge(connection, known, drafts, troubles)
                progress.done += len(batch)
                progress.counts += counts
                self._store_progress(connection, progress)
            for trouble in sorted(troubles, key=lambda one: one.line):
                complain(trouble)
            gc.collect(1)
            tell(progress)
        promote(self.engine)
        with db.writing(self.engine, alone=False) as connection:
            self._store_progress(connection, progress, ended=True)
        return progress

    def _drafts(
        self, batch: list[Row], troubles: list[RowProblem]
    ) -> Iterator[tuple[int, NewCompany | NewPerson]]:
        make = person_draft if self.kind == "people" else company_draft
        mapping = self.mapping.items()
        for row in batch:
            if row.wrong:
                troubles.append(RowProblem(row.line, "", row.wrong, refused=True))
                continue
            given = {name: cell for name, column in mapping if (cell := row.cells.get(column))}
            try:
                draft = make(given)
            except BadCell as error:
                troubles.append(RowProblem(row.line, self._column(error.field), error.fix, refused=True))
            else:
                yield row.line, draft

    def _column(self, name: str) -> str:
        """Return the file's column name of a field."""
        return self.mapping.get(name, name)

    # --- how far it is --------------------------------------------------------------

    def _resume(self) -> Progress:
        where = (imports.c.digest == self.source.digest, imports.c.kind == self.kind)
        with db.reading(self.engine) as connection:
            row = connection.execute(select(imports).where(*where)).one_or_none()
        if row is None or row.ended or row.mapping != self._mapping():
            return Progress()
        return Progress(row.done, row.done, Counter(json.loads(row.counts)))

    def _mapping(self) -> str:
        return json.dumps([dict(self.mapping), self.source.encoding, self.source.delimiter], sort_keys=True)

    def _store_progress(self, connection: Connection, progress: Progress, *, ended: bool = False) -> None:
        now = format_instant(self.clock.now())
        note: dict[str, Any] = {
            "name": self.source.path.name, "mapping": self._mapping(), "done": progress.done,
            "counts": json.dumps(progress.counts), "ended": now if ended else "",
        }  # fmt: skip
        key = {"digest": self.source.digest, "kind": self.kind}
        insert = upsert(connection, imports)
        connection.execute(
            insert.values(**key, **note, began=now).on_conflict_do_update(index_elements=list(key), set_=note)
        )


@contextmanager
def _few_collections() -> Iterator[None]:
    """Collect cyclic garbage only once a batch: rows have none, and collections took a seventh of an import."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _lock_tables(connection: Connection) -> None:
    """Lock the directory's tables against other writers, unless the database is a file with one writer."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(
            "LOCK TABLE directory_company, directory_person IN SHARE ROW EXCLUSIVE MODE"
        )


def _merge(
    connection: Connection,
    known: CompanyNameCache,
    drafts: list[tuple[int, NewCompany | NewPerson]],
    troubles: list[RowProblem],
) -> Counter[str]:
    counts: Counter[str] = Counter()
    merge = BatchMerge(connection, known)
    merge.prefetch(draft for _, draft in drafts)
    for line, draft in drafts:
        try:
            counts[merge.merge(draft)] += 1
        except BadCell as error:
            counts["refused"] += 1
            troubles.append(RowProblem(line, error.field, error.fix, refused=True))
            continue
        counts["incomplete"] += bool(draft.skipped)
        troubles.extend(RowProblem(line, name, fix, refused=False) for name, fix in draft.skipped)
    merge.write()
    return counts
