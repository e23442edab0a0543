"""The settings of a connection, and the journal of its file."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tui.errors import StoreError
from tui.store import connection
from tui.store.connection import Reader, Readers


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("read_only", [False, True])
def test_a_connection_trusts_no_schema_checks_cells_and_is_on_the_disk_before_it_says_so(
    tmp_path: Path, read_only: bool
) -> None:
    path = tmp_path / "s.db"
    with closing(connection.connect(path, read_only=read_only)) as conn:
        settings = {
            name: conn.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("trusted_schema", "cell_size_check", "synchronous", "temp_store", "query_only")
        }
        waits = conn.execute("PRAGMA busy_timeout").fetchone()[0]
    assert settings == {
        "trusted_schema": 0,
        "cell_size_check": 1,
        "synchronous": 2,
        "temp_store": 2,
        "query_only": int(read_only),
    }
    assert waits == 5000, "milliseconds for another process's lock"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_journal_mode_is_told_also_where_it_is_set_already(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with closing(sqlite3.connect(path)) as conn:
        assert [connection.journal(conn, path), connection.journal(conn, path)] == ["wal", "wal"]
    assert connection._wal_works(path)
    assert not connection._wal_works(tmp_path / "nowhere" / "s.db")


def test_another_process_that_is_opening_the_file_decides_its_journal(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE x (y)")
        other.execute("BEGIN IMMEDIATE")
        with closing(sqlite3.connect(path, timeout=0)) as conn:
            assert connection.journal(conn, path) == "delete"


def test_a_journal_that_cannot_be_set_for_another_reason_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE x (y)")
    only_read = closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True))
    with only_read as conn, pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.journal(conn, path)


def test_a_file_system_that_fails_at_the_first_write_is_not_one_for_write_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network file systems answer "wal", and fail then."""
    opened: list[sqlite3.Connection] = []

    class Network(sqlite3.Connection):
        def __init__(self, path: Path, **settings: Any) -> None:
            super().__init__(path, **settings)
            opened.append(self)

        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            if "CREATE" in sql:
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(sql, *args)

    monkeypatch.setattr(sqlite3, "connect", Network)
    assert not connection._wal_works(tmp_path / "s.db")
    assert not [*tmp_path.iterdir()]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")


ENDLESS = "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

Connect = Callable[[], sqlite3.Connection]


@pytest.fixture
def connect(tmp_path: Path) -> Connect:
    file = tmp_path / "store.sqlite3"
    conn = sqlite3.connect(file)
    conn.execute("CREATE TABLE card (name)")
    conn.executemany("INSERT INTO card VALUES (?)", [(f"card {n}",) for n in range(2000)])
    conn.commit()
    conn.close()
    return lambda: sqlite3.connect(file, check_same_thread=False)


def test_each_thread_has_its_own_until_another_way_to_connect_is_given(connect: Connect) -> None:
    readers = Readers()
    readers.connect_by(connect)
    mine = readers.own()
    assert readers.own() is mine
    with ThreadPoolExecutor(1) as other:
        assert other.submit(readers.own).result() is not mine
    readers.connect_by(connect)
    assert readers.own() is not mine
    readers.close()


def test_a_statement_is_interrupted_when_the_store_is_closed(connect: Connect) -> None:
    readers = Readers()
    readers.connect_by(connect)
    began = threading.Event()

    def count() -> None:
        with readers.own() as conn:
            conn.set_progress_handler(began.set, 1000)
            conn.execute(ENDLESS).fetchone()

    with ThreadPoolExecutor(1) as other:
        counted = other.submit(count)
        assert began.wait(30)
        readers.close()
        with pytest.raises(StoreError, match=r"The store is closed\."):
            counted.result(30)
        with pytest.raises(StoreError, match=r"The store is closed\."):
            other.submit(readers.own).result(30)


def test_readers_in_many_threads_see_whole_answers_or_that_it_is_closed(connect: Connect) -> None:
    for _ in range(20):
        readers = Readers()
        readers.connect_by(connect)
        ready = threading.Barrier(5)

        def read(readers: Readers = readers, ready: threading.Barrier = ready) -> int:
            ready.wait(30)
            answers = 0
            while True:
                try:
                    with readers.own() as conn:
                        assert len(conn.execute("SELECT name FROM card").fetchall()) == 2000
                except StoreError:
                    return answers
                answers += 1

        with ThreadPoolExecutor(4) as others:
            reading = [others.submit(read) for _ in range(4)]
            ready.wait(30)
            readers.close()
            for each in reading:
                each.result(30)


def test_a_thread_that_connects_while_the_store_is_closed_leaves_no_connection(connect: Connect) -> None:
    readers = Readers()
    opened: list[sqlite3.Connection] = []

    def closing_meanwhile() -> sqlite3.Connection:
        opened.append(connect())
        readers.close()
        return opened[-1]

    readers.connect_by(closing_meanwhile)
    with pytest.raises(StoreError, match=r"The store is closed\."):
        readers.own()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[-1].execute("SELECT 1")


def test_an_error_of_a_statement_stays_what_it_is_while_the_store_is_open(connect: Connect) -> None:
    reader = Reader(connect(), 1)
    with pytest.raises(sqlite3.OperationalError, match="no such table"), reader as conn:
        conn.execute("SELECT * FROM missing")
    with reader as conn:
        assert conn.execute("SELECT count(*) FROM card").fetchone() == (2000,)
    reader.close()
    with pytest.raises(StoreError), reader:
        raise AssertionError("it is closed")


def test_a_kept_connection_is_closed_with_the_others(connect: Connect) -> None:
    readers, kept = Readers(), connect()
    readers.keep(kept)
    readers.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        kept.execute("SELECT 1")
