"""What is on the disk is for its owner's eyes, whatever the umask and whatever an earlier version left."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tui.private import make_private


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture(params=[0o000, 0o022, 0o002, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_a_new_file_is_private_from_its_first_byte(tmp_path: Path, umask: int) -> None:
    make_private(tmp_path / "new.db")
    assert modes(tmp_path) == {"new.db": 0o600}


def test_journals_take_its_mode(tmp_path: Path, umask: int) -> None:
    make_private(tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "new.db", isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode=WAL").close()
        conn.execute("CREATE TABLE kept (x)")
        assert modes(tmp_path) == dict.fromkeys(("new.db", "new.db-wal", "new.db-shm"), 0o600)


def test_one_left_open_to_others_is_shut_with_its_journals(tmp_path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"old.db{end}").write_bytes(b"kept")
        (tmp_path / f"old.db{end}").chmod(0o664)
    make_private(tmp_path / "old.db")
    assert modes(tmp_path) == dict.fromkeys(("old.db", "old.db-wal", "old.db-shm"), 0o600)
    assert (tmp_path / "old.db").read_bytes() == b"kept"


def test_locks_on_it_are_kept(tmp_path: Path) -> None:
    """Another process must not take itself for the last one there: it would take the journal away."""
    path = tmp_path / "shared.db"
    make_private(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode=WAL").close()
        conn.execute("CREATE TABLE kept (x)")
        make_private(path)
        leave = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM kept'); c.close()"
        subprocess.run([sys.executable, "-c", leave, str(path)], check=True)
        assert set(modes(tmp_path)) == {"shared.db", "shared.db-wal", "shared.db-shm"}


def test_what_keeps_us_from_it_is_left_for_sqlite_to_say(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir(mode=0o700)
    make_private(tmp_path / "folder" / "nowhere" / "new.db")
    assert modes(tmp_path) == {"folder": 0o700}
