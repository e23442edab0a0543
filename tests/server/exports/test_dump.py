"""Every row of a storage in a backup file, and back."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select, update

from tests.server.exports.documents import OWNER, give, small, take
from tui.errors import StoreError, UsageError
from tui.server.exports.dump import dump, load, require_empty
from tui.server.storage import db
from tui.server.storage.place import Place


@pytest.fixture
def kept(tmp_path, engine):
    """A storage with a board; ``engine`` is connected to it."""
    take(engine, small(name="half \x00 done"))
    return Place(tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request, tmp_path):
    """Another storage, still without tables."""
    url = request.getfixturevalue("postgres_database") if request.param == "postgres" else None
    return Place(tmp_path / "other", url)


def rows(engine):
    with db.reading(engine) as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in db.metadata.sorted_tables
        }


def test_every_row_goes_into_a_file_and_out_of_it(kept, empty, engine, tmp_path):
    backup = tmp_path / "backup.db"
    dump(kept, backup)
    require_empty(empty)
    load(backup, empty)
    other = empty.connect()
    try:
        board = give(engine, small()["id"])
        # PostgreSQL holds no NUL in a text.
        name = board["name"] if other.dialect.name == "sqlite" else board["name"].replace("\x00", "")
        assert give(other, board["id"]) == board | {"name": name}
        with db.reading(other) as connection:
            assert connection.scalar(select(db.members.c.username).where(db.members.c.id == OWNER)) == "local"
        if other.dialect.name == "sqlite":
            assert rows(other) == rows(engine)
    finally:
        other.dispose()


def test_what_an_older_program_made_without_the_newest_tables_goes_out_and_in(kept, empty, engine, tmp_path):
    whole = rows(engine)
    assert whole.pop("enrich_key_use") == []
    backup = tmp_path / "backup.db"

    def forget(file):
        with closing(sqlite3.connect(file)) as conn:
            conn.execute("DROP TABLE enrich_key_use")

    forget(tmp_path / "server.db")
    dump(kept, backup)
    forget(backup)
    load(backup, empty)
    other = empty.connect()
    try:
        copied = rows(other)
        assert (copied.keys() - whole.keys(), len(copied["card"])) == ({"enrich_key_use"}, len(whole["card"]))
    finally:
        other.dispose()


def test_a_backup_is_one_file(kept, tmp_path):
    dump(kept, tmp_path / "backup.db")
    assert [path.name for path in tmp_path.glob("backup.db*")] == ["backup.db"]
    with closing(sqlite3.connect(tmp_path / "backup.db")) as conn:
        assert conn.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_storage_with_members_is_not_loaded_into(kept, engine, tmp_path):
    backup, before = tmp_path / "backup.db", rows(engine)
    dump(kept, backup)
    for attempt in (lambda: require_empty(kept), lambda: load(backup, kept)):
        with pytest.raises(UsageError, match="holds boards already"):
            attempt()
    assert rows(engine) == before


def test_another_versions_storage_is_not_copied(kept, engine, tmp_path):
    with db.writing(engine) as connection:
        connection.execute(update(db.meta).where(db.meta.c.name == "schema").values(value=db.SCHEMA + 1))
    with pytest.raises(UsageError, match=f"has schema {db.SCHEMA + 1}, this Cardscout knows {db.SCHEMA}"):
        dump(kept, tmp_path / "backup.db")


def test_a_storage_without_tables_holds_no_boards(tmp_path):
    with pytest.raises(StoreError, match="holds no boards"):
        dump(Place(tmp_path / "nothing"), tmp_path / "backup.db")


def test_what_is_no_database_is_said_to_be_none(kept, tmp_path):
    (tmp_path / "backup.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="can not be opened"):
        load(tmp_path / "backup.db", Place(tmp_path / "other"))
