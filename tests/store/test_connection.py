"""The settings of a connection, and the journal of its file."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tui.store import connection


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
