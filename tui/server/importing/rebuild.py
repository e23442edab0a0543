"""Atomic replacement of the whole directory.

On PostgreSQL it is one transaction, during which others can write. A SQLite file has one writer at a time, so
there the new directory is built in separate tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Table, func, select

from tui.server.enrich.tables import companies, people
from tui.server.importing.shadow_tables import Pause, Tell, batches, replace_aside
from tui.server.storage import db, directory_index

if TYPE_CHECKING:
    from tui.server.importing.load import Values


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of records in the directory.

    Attributes:
        fictional: Number of invented companies.
    """

    companies: int
    people: int
    fictional: int
    with_email: int
    with_mobile: int

    def as_json(self) -> dict[str, int]:
        """Return the numbers by name."""
        return asdict(self)


def is_empty(engine: Engine) -> bool:
    """Return whether the directory knows nobody, so that every lookup is a miss."""
    with db.reading(engine) as connection:
        return not any(connection.execute(select(table).limit(1)).first() for table in (companies, people))


def stats(engine: Engine) -> Stats:
    """Count the records in the directory."""
    with db.reading(engine) as connection:

        def count(table: Table, *where: Any) -> int:
            return connection.scalar(select(func.count()).select_from(table).where(*where)) or 0

        return Stats(
            count(companies),
            count(people),
            count(companies, companies.c.fictional.is_(True)),
            count(people, people.c.email != ""),
            count(people, people.c.mobile != ""),
        )


def replace_directory(
    engine: Engine,
    firms: Iterable[Values],
    staff: Iterable[Values],
    tell: Tell = lambda _what, _done: None,
    pause: Pause = lambda _seconds: None,
) -> None:
    """Replace all rows of the directory.

    Readers see the old rows until the end, and writes to other tables continue meanwhile.

    Args:
        engine: The storage, with its tables.
        firms: Companies, as values of their table's columns, in the order of ``n``.
        staff: People, likewise.
        tell: Called with the progress.
        pause: Waits some seconds, so that others can write.

    Raises:
        UsageError: Another process is replacing the directory.
    """
    if db.is_file(engine):
        replace_aside(engine, firms, staff, tell, pause)
        return
    with db.writing(engine, alone=False) as connection:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql(
            "LOCK TABLE directory_company, directory_person IN SHARE ROW EXCLUSIVE MODE"
        )
        directory_index.clear_indexes(connection)
        for table, rows in ((companies, firms), (people, staff)):
            connection.exec_driver_sql(f"DELETE FROM {table.name}")
            _copy(connection, table, rows, tell)
        tell("indexing words", 0)
        directory_index.fill(connection)
    _analyze(engine)


def _copy(connection: Connection, table: Table, rows: Iterable[Values], tell: Tell) -> None:
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} FROM STDIN") as copy:
        for batch in batches(rows, table, tell):
            for row in batch:
                copy.write_row(row)


def _analyze(engine: Engine) -> None:
    """Update PostgreSQL's planner statistics of the new tables."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        for table in ("company", "person", "company_words", "posting", "word"):
            driver.execute(f"ANALYZE directory_{table}")
        driver.commit()
