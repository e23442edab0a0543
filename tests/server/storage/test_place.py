"""A server's file of an earlier Cardscout is copied before its tables change."""

import errno
import os
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import update

from tests.full_disk import full_disk
from tui.errors import StoreError, UsageError
from tui.server.storage import db
from tui.server.storage.place import Place, make_private, server_lock
from tui.snapshot import Copies


@pytest.fixture
def older(tmp_path):
    """A data directory whose file is one step behind."""
    engine = Place(tmp_path).open()
    with db.writing(engine) as connection:
        connection.execute(update(db.meta).where(db.meta.c.name == "schema").values(value=db.SCHEMA - 1))
    engine.dispose()
    return tmp_path


def schema(path):
    with closing(sqlite3.connect(path)) as conn:
        return int(conn.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()[0])


def test_the_copy_is_of_before_and_made_once(older):
    for _ in range(2):
        Place(older).open().dispose()
    (copy,) = Copies(older).of("server")
    assert (schema(copy), schema(older / "server.db")) == (db.SCHEMA - 1, db.SCHEMA)


def test_without_room_for_it_nothing_changes(older):
    with full_disk(), pytest.raises(StoreError, match="can not be opened"):
        Place(older).open()
    assert schema(older / "server.db") == db.SCHEMA - 1


def test_on_a_full_disk_the_lock_of_a_server_is_held_all_the_same(tmp_path):
    with (
        full_disk(),
        server_lock(tmp_path),
        pytest.raises(UsageError, match="already, as process unknown"),
        server_lock(tmp_path),
    ):
        pass


def test_the_lock_tells_which_process_has_it(tmp_path):
    with (
        server_lock(tmp_path),
        pytest.raises(UsageError, match=f"as process {os.getpid()}"),
        server_lock(tmp_path),
    ):
        pass


def test_a_lock_that_cannot_be_opened_is_told_in_words(tmp_path, monkeypatch):
    def read_only(path, *_args, **_options):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(os, "open", read_only)
    with (
        pytest.raises(StoreError, match=r"serve.lock can not be opened: Read-only file system$"),
        server_lock(tmp_path),
    ):
        pass


@pytest.mark.parametrize(
    ("mode", "hint"),
    [
        (0o777, "name a directory of your own, or chmod 700 {folder}"),
        (0o1777, "name a directory of your own"),
    ],
)
def test_a_shared_directory_is_not_to_be_closed_to_all_others(tmp_path, mode, hint):
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(UsageError) as refused:
        make_private(folder)
    assert refused.value.hint == hint.format(folder=folder)
