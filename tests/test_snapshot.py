"""Copies of databases: consistent, whole or not there, and no more of them than wanted."""

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from tests.full_disk import full_disk
from tests.killed import killed
from tui import snapshot
from tui.snapshot import KEPT, Copies, copy_database, databases

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "server.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode=WAL")
        conn.execute("CREATE TABLE pair (a, b)")
        conn.executemany("INSERT INTO pair VALUES (?, ?)", [(n, n) for n in range(1000)])
    return path


def pairs(path):
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        return conn.execute("SELECT count(*), sum(a - b) FROM pair").fetchone()


def test_a_copy_is_of_one_moment_and_private_while_another_writes(source, tmp_path):
    with closing(sqlite3.connect(source, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE pair SET a = a + 1")
        copy_database(source, tmp_path / "copy.db")
        writer.execute("ROLLBACK")
    assert pairs(tmp_path / "copy.db") == (1000, 0)
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert not list(tmp_path.glob("copy.db-*"))


_DIES = """
from pathlib import Path
from datetime import datetime, UTC
import tui.snapshot
at("tui.whole_file", sys.argv[2], int(sys.argv[3]))
folder = Path(sys.argv[1])
tui.snapshot.copy_database(folder / "server.db", folder / "copy.db")
"""


@pytest.mark.parametrize(("where", "number"), [("sync", 1), ("sync", 2)])
def test_killed_while_it_copies_there_is_the_old_copy_or_the_new_one(source, tmp_path, where, number):
    copy_database(source, tmp_path / "copy.db")
    with closing(sqlite3.connect(source, isolation_level=None)) as conn:
        conn.execute("INSERT INTO pair VALUES (1, 1)")
    assert killed(_DIES, tmp_path, where, str(number))
    assert pairs(tmp_path / "copy.db") in {(1000, 0), (1001, 0)}
    copy_database(source, tmp_path / "copy.db")
    assert pairs(tmp_path / "copy.db") == (1001, 0)


def test_one_copy_a_day_and_seven_in_all(source, tmp_path):
    copies = Copies(tmp_path)
    for hours in range(0, 24 * 10, 6):
        copies.daily(databases(tmp_path), NOW + timedelta(hours=hours))
    assert len(copies.of("server")) == KEPT
    assert {path.name for path in copies.of("server")} >= {"server-20310515-010809.db"}
    assert copies.of("store-local") == []


def test_what_a_kill_left_is_taken_away_and_two_do_not_copy_at_once(source, tmp_path):
    copies = Copies(tmp_path)
    copies.folder.mkdir()
    (copies.folder / ".server-20310101-000000.db.part").touch()
    with copies._alone():
        Copies(tmp_path).daily([source], NOW)
        assert copies.of("server") == []
    copies.daily([source], NOW)
    assert [path.name for path in copies.of("server")] == ["server-20310506-070809.db"]
    assert not list(copies.folder.glob(".*.part"))


def test_a_full_disk_costs_a_copy_and_nothing_else(source, tmp_path, caplog):
    with full_disk():
        Copies(tmp_path).daily([source], NOW)
    assert Copies(tmp_path).of("server") == []
    assert "no daily copy" in caplog.text
    assert pairs(source) == (1000, 0)


def test_a_damaged_file_takes_no_good_copys_place_and_is_marked(source, tmp_path, caplog):
    copies = Copies(tmp_path)
    copies.daily([source], NOW)
    with closing(sqlite3.connect(source, isolation_level=None)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with source.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    copies.daily([source], NOW + timedelta(days=1))
    assert [path.name for path in copies.of("server")] == ["server-20310506-070809.db"]
    assert source.with_name("server.db.damaged").exists()
    assert "damaged" in caplog.text


def test_a_lock_is_not_read_past(source, tmp_path, monkeypatch):
    monkeypatch.setattr(snapshot, "_WAIT", 0.01)
    with closing(sqlite3.connect(source, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=DELETE")
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("UPDATE pair SET a = a + 1")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            copy_database(source, tmp_path / "copy.db")
    assert not list(tmp_path.glob("*copy.db*"))


@pytest.fixture
def with_hits(tmp_path):
    """An account's store with hits of a search, and with a row whose hits were deleted and not overwritten."""
    path = tmp_path / "store-local.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode=WAL")
        conn.execute("PRAGMA secure_delete=OFF")
        conn.execute("PRAGMA user_version=20")
        conn.execute("CREATE TABLE pages (key TEXT PRIMARY KEY, payload TEXT) WITHOUT ROWID")
        conn.execute("CREATE TABLE pair (a, b)")
        conn.executemany("INSERT INTO pair VALUES (?, ?)", [(n, n) for n in range(1000)])
        for name in ("Ana Expired", "Bo Present"):
            conn.execute("INSERT INTO pages VALUES (?, ?)", (name, name * 1000))
        conn.execute("DELETE FROM pages WHERE key = 'Ana Expired'")
    return path


@pytest.mark.parametrize("how", ["daily", "before_schema", "backup"])
def test_no_copy_has_the_hits_of_a_search(with_hits, tmp_path, how):
    with closing(sqlite3.connect(with_hits)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Ana Expired" in with_hits.read_bytes()
    copies = Copies(tmp_path)
    if how == "daily":
        copies.daily([with_hits], NOW)
    elif how == "before_schema":
        copies.before_schema(with_hits, 20)
    else:
        copies.folder.mkdir()
        copy_database(with_hits, copies.folder / "store-local-schema-20.db")
    [copy] = copies.of("store-local")
    assert pairs(copy) == (1000, 0)
    held = copy.read_bytes()
    assert b"Ana Expired" not in held
    assert b"Bo Present" not in held
    with closing(sqlite3.connect(copy)) as conn:
        assert conn.execute("SELECT count(*) FROM pages").fetchone()[0] == 0
        assert conn.execute("PRAGMA user_version").fetchone()[0] == 20
    assert [path.name for path in copies.folder.iterdir() if ".part" in path.name] == []


def test_a_damaged_store_with_hits_is_marked_too(with_hits, tmp_path, caplog):
    with closing(sqlite3.connect(with_hits)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [page] = conn.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'pair'").fetchone()
    with with_hits.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    Copies(tmp_path).daily([with_hits], NOW)
    assert Copies(tmp_path).of("store-local") == []
    assert with_hits.with_name("store-local.db.damaged").exists()
    assert "store-local.db is damaged" in caplog.text
