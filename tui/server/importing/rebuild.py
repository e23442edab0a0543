"""The whole directory put in another's place, so that it is the old one or the new one, whatever happens.

On PostgreSQL in one transaction, beside which others write; a file has one writer at a time, so there the new one is
built aside.
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
    engine: Engine,
    firms: Iterable[Values],
    staff: Iterable[Values],
    tell: Tell = lambda _what, _done: None,
    pause: Pause = lambda _seconds: None,
) -> None:
    """Take everything out of the directory and put these rows in.

    Readers see the old one until it is done, and whoever writes something else goes on.

    Args:
        engine: The storage, with its tables.
        firms: Companies, as the columns of their table, ``n`` rising.
        staff: People, likewise.
        tell: Is told how far it is.
        pause: Lets some time pass in which others may write.

    Raises:
        UsageError: Another process is at it.
    """
    if db.is_file(engine):
        replace_aside(engine, firms, staff, tell, pause)
        return
    with db.writing(engine, alone=False) as connection:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql(
            "LOCK TABLE directory_company, directory_person IN SHARE ROW EXCLUSIVE MODE"
        )
        directory_index.empty(connection)
        for table, rows in ((companies, firms), (people, staff)):
            connection.exec_driver_sql(f"DELETE FROM {table.name}")
            _copy(connection, table, rows, tell)
        tell("indexing words", 0)
        directory_index.fill(connection)
    _look_again(engine)


def _copy(connection: Connection, table: Table, rows: Iterable[Values], tell: Tell) -> None:
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} FROM STDIN") as copy:
        for batch in batches(rows, table, tell):
            for row in batch:
                copy.write_row(row)


def _look_again(engine: Engine) -> None:
    """Let PostgreSQL look at what there is now."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        for table in ("company", "person", "company_words", "posting", "word"):
            driver.execute(f"ANALYZE directory_{table}")
        driver.commit()
