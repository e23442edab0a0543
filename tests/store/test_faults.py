"""Errors of SQLite as errors of ours, and which of them mean that the file is damaged."""

import json
import os
import sqlite3
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from tui.errors import StoreBusy, StoreDamaged, StoreError, Unwritable
from tui.store.faults import code, damaged, mark_damaged, marker, translate, translating_errors, unwritable


def error(number: int, words: str = "it failed") -> sqlite3.Error:
    found = sqlite3.OperationalError(words)
    found.sqlite_errorcode = number
    return found


def test_an_extended_code_has_its_primary_one() -> None:
    assert code(error(sqlite3.SQLITE_IOERR_FSYNC)) == sqlite3.SQLITE_IOERR
    assert code(sqlite3.ProgrammingError("closed")) == 0


@pytest.mark.parametrize(
    ("found", "is_damage"),
    [
        (error(sqlite3.SQLITE_CORRUPT), True),
        (error(sqlite3.SQLITE_NOTADB), True),
        (error(sqlite3.SQLITE_CORRUPT_INDEX), True),
        (error(sqlite3.SQLITE_FULL), False),
        (sqlite3.OperationalError("Could not decode to UTF-8 column 'name'"), True),
        (error(sqlite3.SQLITE_ERROR, "Could not decode to UTF-8"), False),
        (StoreDamaged("x"), True),
        (MemoryError(), True),
        (json.JSONDecodeError("x", "", 0), True),
        (ValueError("x"), False),
        (None, False),
    ],
)
def test_what_means_that_the_file_is_no_sound_database(
    found: BaseException | None, *, is_damage: bool
) -> None:
    assert damaged(found) is is_damage


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (sqlite3.SQLITE_BUSY, StoreBusy, "Another program holds store.db locked."),
        (sqlite3.SQLITE_LOCKED, StoreBusy, "Another program holds store.db locked."),
        (sqlite3.SQLITE_CORRUPT, StoreDamaged, "The store is damaged."),
        (sqlite3.SQLITE_FULL, Unwritable, "The disk is full: nothing can be saved."),
        (sqlite3.SQLITE_READONLY, Unwritable, "The store may only be read: nothing can be saved."),
        (sqlite3.SQLITE_PERM, StoreError, "The store may not be opened."),
        (sqlite3.SQLITE_AUTH, StoreError, "The store store.db failed: it failed."),
    ],
)
def test_an_error_says_what_can_be_done(
    tmp_path: Path, number: int, kind: type[StoreError], words: str
) -> None:
    found = translate(error(number), tmp_path / "store.db")
    assert (type(found), str(found)) == (kind, words)
    assert found.hint
    assert kind is StoreBusy or str(tmp_path) in found.hint


@pytest.mark.parametrize(
    ("flags", "free", "words"),
    [
        (0, 10**6, "could not be read or written"),
        (os.ST_RDONLY, 10**6, "may only be read"),
        (0, 1, "The disk is full"),
    ],
)
def test_a_disk_is_looked_at_where_the_code_says_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: int, free: int, words: str
) -> None:
    disk = SimpleNamespace(f_flag=flags, f_bavail=free, f_frsize=4096)
    monkeypatch.setattr("os.statvfs", lambda _folder: disk)
    assert words in str(unwritable(tmp_path / "store.db", sqlite3.SQLITE_IOERR))
    # Where it says enough, the disk is not asked.
    assert "may only be read" in str(unwritable(tmp_path / "store.db"))


def test_a_disk_that_cannot_be_asked_is_not_blamed(tmp_path: Path) -> None:
    assert "could not be opened" in str(unwritable(tmp_path / "gone" / "store.db", sqlite3.SQLITE_CANTOPEN))


def fail(path: Path, found: Exception) -> StoreError:
    def run() -> None:
        with translating_errors(path):
            raise found

    with pytest.raises(StoreError) as caught:
        run()
    assert caught.value.__cause__ is found
    return caught.value


@pytest.mark.parametrize(
    ("found", "kind", "marked"),
    [
        (error(sqlite3.SQLITE_CORRUPT), StoreDamaged, True),
        (error(sqlite3.SQLITE_CONSTRAINT_UNIQUE), StoreError, True),
        (error(sqlite3.SQLITE_ERROR, "no such column: x"), StoreError, True),
        (error(sqlite3.SQLITE_FULL), Unwritable, False),
        (error(sqlite3.SQLITE_BUSY), StoreBusy, False),
        (json.JSONDecodeError("x", "", 0), StoreDamaged, True),
        (OverflowError("too large"), StoreError, False),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), StoreError, False),
    ],
)
def test_what_may_be_damage_has_the_whole_file_checked_at_the_next_start(
    tmp_path: Path, found: Exception, kind: type[StoreError], *, marked: bool
) -> None:
    path = tmp_path / "store.db"
    assert type(fail(path, found)) is kind
    assert marker(path).exists() is marked


def test_an_error_of_ours_passes_as_it_is(tmp_path: Path) -> None:
    def run() -> None:
        with translating_errors(tmp_path / "store.db"):
            raise KeyError("x")

    with pytest.raises(KeyError):
        run()
    assert list(tmp_path.iterdir()) == []


def test_a_mark_is_private_and_may_fail(tmp_path: Path) -> None:
    mark_damaged(tmp_path / "store.db")
    assert stat.S_IMODE((tmp_path / "store.db.damaged").stat().st_mode) & 0o077 == 0
    mark_damaged(tmp_path / "gone" / "store.db")
    assert not (tmp_path / "gone").exists()
