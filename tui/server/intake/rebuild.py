"""The whole directory put in another's place: in one transaction, so that it is the old one or the new one."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, Table, func, select

from tui.server import db
from tui.server.enrich.tables import companies, people
from tui.server.intake.load import Values
from tui.server.storage import directory_index
from tui.server.storage.statements import is_file

Tell = Callable[[str, int], None]
"""Is told what is being done, and how many are done."""

_BATCH = 10_000
_CACHE_KIB = 98_304
"""What SQLite may keep of the file in memory meanwhile: indexes are built without reading back what was written."""


@dataclass(frozen=True, slots=True)
class Stats:
    """How much there is.

    Attributes:
        fictional: Companies that are invented.
    """

    companies: int
    people: int
    fictional: int
    with_email: int
    with_mobile: int

    def as_json(self) -> dict[str, int]:
        """Name to number."""
        return asdict(self)


def stats(engine: Engine) -> Stats:
    """How much the directory holds."""
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
    engine: Engine, firms: Iterable[Values], staff: Iterable[Values], tell: Tell = lambda _what, _done: None
) -> None:
    """Take everything out of the directory and put these rows in.

    Readers see the old one until it is done. On a file every other writer waits meanwhile, or is refused when it
    waited too long; on PostgreSQL only who writes to the directory does.

    Args:
        engine: The storage, with its tables.
        firms: Companies, as the columns of their table, ``n`` rising.
        staff: People, likewise.
        tell: Is told how far it is.
    """
    with db.writing(engine, alone=False) as connection, _roomy(connection):
        directory_index.empty(connection)
        for table, rows in ((companies, firms), (people, staff)):
            connection.exec_driver_sql(f"DELETE FROM {table.name}")  # noqa: S608 - our own table
            _fill(connection, table, rows, tell)
        tell("indexing words", 0)
        directory_index.fill(connection)
    _settle(engine)


class _roomy:  # noqa: N801 - it is used as a word: with _roomy(…)
    """For as long as it takes: memory and time for a large transaction, and no second one of its kind."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.before: Any = None

    def __enter__(self) -> None:
        run = self.connection.exec_driver_sql
        if is_file(self.connection):
            self.before = run("PRAGMA cache_size").scalar()
            run(f"PRAGMA cache_size = -{_CACHE_KIB}")
        else:
            run("SET LOCAL statement_timeout = 0")
            run("LOCK TABLE directory_company, directory_person IN SHARE ROW EXCLUSIVE MODE")

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            self.connection.exec_driver_sql(f"PRAGMA cache_size = {int(self.before)}")


def _fill(connection: Connection, table: Table, rows: Iterable[Values], tell: Tell) -> None:
    if not is_file(connection):
        _copy(connection, table, rows, tell)
        return
    indexes = sorted(table.indexes, key=lambda index: str(index.name))
    for index in indexes:
        index.drop(connection, checkfirst=True)
    marks = ", ".join("?" * len(table.columns))
    driver: Any = connection.connection.driver_connection
    for batch in _batches(rows, table, tell):
        driver.executemany(f"INSERT INTO {table.name} VALUES ({marks})", batch)  # noqa: S608 - our own table
    for index in indexes:
        tell(f"indexing {str(index.name).rpartition('_')[2]}", 0)
        index.create(connection)


def _copy(connection: Connection, table: Table, rows: Iterable[Values], tell: Tell) -> None:
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} FROM STDIN") as copy:
        for batch in _batches(rows, table, tell):
            for row in batch:
                copy.write_row(row)


def _batches(rows: Iterable[Values], table: Table, tell: Tell) -> Iterator[list[Values]]:
    source, done = iter(rows), 0
    while batch := list(islice(source, _BATCH)):
        yield batch
        done += len(batch)
        tell("people" if table is people else "companies", done)


def _settle(engine: Engine) -> None:
    """Bring the write-ahead log into the file, and let PostgreSQL look at what there is now."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        if is_file(connection):
            # Whoever reads keeps some of it back; the next one to write brings in the rest.
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        else:
            for table in ("company", "person", "company_words", "posting", "word"):
                driver.execute(f"ANALYZE directory_{table}")
            driver.commit()
