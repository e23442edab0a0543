"""The quick check of the local server's file: what it says, and that it disturbs nobody who has the file open."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.stories.world import PatientClock
from tui.cli.keep.start_check import what_is_lost
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.settings.paths import Paths

OPEN_AND_CLOSE = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT count(*) FROM sqlite_master').fetchone(); c.close()"  # fmt: skip


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """A home in which the local workspace was used."""
    monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path))
    found = Paths.open()
    found.store_file("local").touch()
    return found


def test_the_locks_of_an_open_database_are_kept(paths: Paths) -> None:
    """Without them another program takes itself for the last one, and deletes the write-ahead log at its end."""
    server = LocalServer.open(paths.data, PatientClock(), sample=False)
    log = paths.data / "server.db-wal"
    with db.writing(server.engine):
        pass
    before = log.stat().st_ino
    assert what_is_lost(paths) == ""
    subprocess.run([sys.executable, "-c", OPEN_AND_CLOSE, str(paths.data / "server.db")], check=True)
    assert log.stat().st_ino == before
    server.close()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "gone"),
        (b"", "gone"),
        (b"not a database, and long enough to be one" * 200, "damaged"),
        (b"short", "damaged"),
    ],
)
def test_what_is_lost_is_said(paths: Paths, content: bytes | None, said: str) -> None:
    if content is not None:
        (paths.data / "server.db").write_bytes(content)
    assert what_is_lost(paths) == f"The local workspace's file is {said}: {paths.data / 'server.db'}."


def test_a_mark_of_damage_counts(paths: Paths) -> None:
    LocalServer.open(paths.data, PatientClock(), sample=False).close()
    assert what_is_lost(paths) == ""
    (paths.data / "server.db.damaged").touch()
    assert "is damaged" in what_is_lost(paths)
