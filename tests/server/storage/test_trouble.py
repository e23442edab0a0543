"""A damaged file is known for one: said in words, and marked for whoever starts next."""

import errno
import os
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select

from tests.full_disk import full_disk
from tui.errors import StoreDamaged, StoreError
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.server.storage.trouble import damage_marker, open_error


async def test_text_that_is_none_is_damage_and_not_a_busy_database(server, http, tmp_path):
    path = tmp_path / "data" / "server.db"
    made = (await http.post("/boards", json={"name": "x"})).json()["id"]
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE board SET name = CAST(x'ff' AS TEXT)")
        conn.commit()
    assert (await http.get(f"/boards/{made}")).status_code == 500
    assert damage_marker(path).exists()
    with db.reading(server.engine) as connection:
        assert connection.scalar(select(db.meta.c.value).where(db.meta.c.name == "owner"))


def test_a_file_whose_tables_are_spoiled_is_said_to_be_damaged(tmp_path, bare, clock):
    (tmp_path / "server.db").write_bytes((bare / "server.db").read_bytes()[:4096] + b"\xff" * 90_000)
    with pytest.raises(StoreDamaged, match="damaged") as caught:
        LocalServer.open(tmp_path, clock)
    assert "cardscout restore" in caught.value.hint
    assert damage_marker(tmp_path / "server.db").exists()


def test_on_a_full_disk_it_is_not_said_to_be_missing(tmp_path, clock):
    with full_disk(), pytest.raises(StoreError, match="can not be opened"):
        LocalServer.open(tmp_path, clock)
    assert not damage_marker(tmp_path / "server.db").exists()


def test_a_read_only_disk_is_named_though_the_folder_was_never_made(tmp_path, monkeypatch):
    class ReadOnly:
        f_flag = os.ST_RDONLY

    monkeypatch.setattr(os, "statvfs", {tmp_path: ReadOnly}.__getitem__)
    error = open_error("x", tmp_path / "data" / "new", FileNotFoundError(errno.ENOENT, "No such file"))
    assert str(error) == "x can not be opened: the disk may only be read"
