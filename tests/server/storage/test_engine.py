"""The server's engine: what the file promises whatever happens to the process."""

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete, insert, select, text
from sqlalchemy.exc import IntegrityError

from tui.server.run import LocalServer
from tui.server.storage import db


@pytest.fixture
def engine(tmp_path):
    made = db.connect(tmp_path / "server.db")
    with db.writing(made) as connection:
        db.create(connection)
    yield made
    made.dispose()


def test_an_error_does_not_quote_what_was_to_be_kept(engine):
    row = {"id": "a" * 24, "username": "ada", "full_name": "secret-canary"}
    with pytest.raises(IntegrityError) as caught, db.writing(engine) as connection:
        connection.execute(insert(db.members), [row, row])
    assert "secret-canary" not in str(caught.value)


def test_a_connection_in_use_is_closed_when_it_is_given_back(engine):
    with db.reading(engine) as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        db.close(engine)
        assert connection.scalar(select(1)) == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        raw.execute("SELECT 1")


@pytest.mark.usefixtures("unhurried")
def test_pragmas_hold_on_every_connection(engine):
    with db.reading(engine) as first, db.reading(engine) as second:
        for connection in (first, second):
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA trusted_schema").scalar() == 0


def write_and_fail(engine):
    with pytest.raises(KeyError), db.writing(engine) as connection:  # noqa: PT012 - the write must be in the block that fails
        connection.execute(insert(db.members).values(id="a" * 24, username="ada"))
        raise KeyError


def test_a_block_that_raises_leaves_nothing(engine):
    write_and_fail(engine)
    with db.reading(engine) as connection:
        assert connection.execute(select(db.members)).all() == []


def test_a_list_needs_its_board(engine):
    with pytest.raises(IntegrityError), db.writing(engine) as connection:
        connection.execute(insert(db.lists).values(id="b" * 24, id_board="c" * 24, name="x", pos=1.0))


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_the_file_and_its_journals_are_the_owners_alone(tmp_path, umask):
    before = os.umask(umask)
    try:
        made = db.connect(tmp_path / "server.db")
        with db.writing(made) as connection:
            db.create(connection)
            kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        made.dispose()
    finally:
        os.umask(before)
    assert kept == dict.fromkeys(("server.db", "server.db-wal", "server.db-shm"), 0o600)


def test_threads_write_one_after_another_and_none_is_turned_away(engine):
    def write(name):
        with db.writing(engine) as connection:
            count = connection.scalar(select(db.meta.c.value).where(db.meta.c.name == "count")) or 0
            connection.execute(delete(db.meta).where(db.meta.c.name == "count"))
            connection.execute(insert(db.meta).values(name="count", value=count + 1))
        return name

    with ThreadPoolExecutor(16) as threads:
        assert sorted(threads.map(write, range(100))) == list(range(100))
    with db.reading(engine) as connection:
        assert connection.scalar(select(db.meta.c.value).where(db.meta.c.name == "count")) == 100


def revision(engine):
    with db.reading(engine) as connection:
        return connection.scalar(select(db.meta.c.value).where(db.meta.c.name == "revision"))


@pytest.mark.parametrize(
    ("how", "row", "counts"),
    [
        ({}, {"id": "a" * 24, "username": "ada"}, True),
        ({}, None, False),
        ({"shown": False}, {"id": "a" * 24, "username": "ada"}, False),
        ({"alone": False}, {"id": "a" * 24, "username": "ada"}, False),
    ],
)
def test_only_what_clients_may_be_shown_makes_a_new_revision(engine, how, row, counts):
    before = revision(engine)
    with db.writing(engine, **how) as connection:
        if row:
            connection.execute(insert(db.members).values(row))
        else:
            connection.execute(delete(db.members))
    assert (revision(engine) != before) is counts


def test_what_is_rolled_back_makes_no_new_revision(engine):
    before = revision(engine)

    write_and_fail(engine)
    assert revision(engine) == before


@pytest.mark.parametrize(
    "value", [{}, {"a": []}, {"資料": "\ud800"}, [1.5, None, True], "NaN", {"n": 10**30}, [[]] * 2]
)
def test_json_comes_back_as_it_was_written(engine, value):
    with db.writing(engine) as connection:
        connection.execute(insert(db.members).values(id="a" * 24, username="ada", extra=value))
    with db.reading(engine) as connection:
        assert connection.scalar(select(db.members.c.extra)) == value


def test_the_servers_of_tests_share_their_connections(postgres_database, tmp_path, clock):
    # A new connection costs PostgreSQL more than what a test then asks of it, and nothing would tell.
    def asked(words):
        server = LocalServer.open(tmp_path, clock, sample=False, database=postgres_database)
        with db.reading(server.engine) as connection:
            found = set(connection.scalars(text(words)))
        server.close()
        return found

    before = asked("SELECT pid FROM pg_stat_activity")
    assert asked("SELECT pg_backend_pid()") <= before


def test_postgresql_compiles_no_query(postgres_database):
    engine = db.connect(postgres_database)
    with db.reading(engine) as connection:
        assert connection.scalar(text("SHOW jit")) == "off"
    db.close(engine)
