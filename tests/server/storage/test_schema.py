"""The schema as it grows: an older file keeps its data, a newer one is left alone."""

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import JSON, Boolean, Column, Index, Integer, MetaData, Table, Text, inspect, select, update

from tui.errors import StoreTooNew
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.server.storage.schema import add_column, add_index, create

SCHEMA_1 = Path(__file__).with_name("schema_1.sql")
"""A server's file as the first release left it: one board, one card with everything that hangs on one."""


@pytest.fixture
def engine(tmp_path):
    made = db.connect(tmp_path / "server.db")
    yield made
    made.dispose()


def things(*more: Column[Any]) -> Table:
    return Table("thing", MetaData(), Column("id", Text, primary_key=True), *more)


async def test_a_file_of_the_first_release_opens_and_keeps_what_is_in_it(tmp_path, clock):
    with sqlite3.connect(tmp_path / "server.db") as old:
        old.executescript(SCHEMA_1.read_text("utf-8"))
        before = old.execute("SELECT name, desc, due FROM card").fetchall()
    old.close()
    for _ in range(2):
        server = LocalServer.open(tmp_path, clock, sample=False)
        async with httpx.AsyncClient(transport=server.transport(), base_url="http://board.test/1") as http:
            credentials = {"key": server.key, "token": server.token}
            (board,) = (await http.get("/members/me/boards", params=credentials)).json()
            (card,) = (await http.get(f"/boards/{board['id']}/cards", params=credentials)).json()
            made = await http.post(
                "/cards", params=credentials | {"idList": card["idList"], "closed": "true"}
            )
            await http.delete(f"/cards/{made.json()['id']}", params=credentials)
        server.close()
        assert [(card["name"], card["desc"], card["due"])] == before
        assert (
            card["badges"]["checkItems"] == card["badges"]["comments"] == card["badges"]["attachments"] == 1
        )
        assert len(card["idLabels"]) == 1
    with sqlite3.connect(tmp_path / "server.db") as new:
        assert new.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone() == (db.SCHEMA,)
        assert new.execute("SELECT name, desc, due FROM card").fetchall() == before
    new.close()


async def test_an_older_file_ends_with_the_tables_a_new_one_has(tmp_path, clock):
    shapes = []
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        if name == "old":
            with sqlite3.connect(tmp_path / name / "server.db") as old:
                old.executescript(SCHEMA_1.read_text("utf-8"))
            old.close()
        server = LocalServer.open(tmp_path / name, clock, sample=False)
        there = inspect(server.engine)
        shapes.append(
            {
                table: (
                    {column["name"] for column in there.get_columns(table)},
                    {index["name"] for index in there.get_indexes(table)},
                )
                for table in there.get_table_names()
            }
        )
        server.close()
    assert shapes[0] == shapes[1]


def test_each_step_is_applied_once_and_in_order(engine):
    done: list[str] = []

    def first(_connection):
        done.append("first")

    def second(_connection):
        done.append("second")

    for steps in ((), (first,), (first, second), (first, second)):
        with db.writing(engine) as connection:
            create(connection, steps)
    assert done == ["first", "second"]


def test_a_new_database_needs_no_step(engine):
    def step(_connection):
        raise AssertionError

    with db.writing(engine) as connection:
        create(connection, (step,))
        create(connection, (step,))


@pytest.mark.fault("F68")
def test_a_step_that_fails_leaves_nothing(engine):
    def step(connection):
        add_column(connection, things(Column("more", Text)).c.more)
        raise KeyError

    with db.writing(engine) as connection:
        create(connection, ())
        things().create(connection)
    with pytest.raises(KeyError), db.writing(engine) as connection:
        create(connection, (step,))
    assert [column["name"] for column in inspect(engine).get_columns("thing")] == ["id"]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (Column("more", Text), None),
        (Column("more", Text, nullable=False, default="it's"), "it's"),
        (Column("more", Boolean, nullable=False, default=False), False),
        (Column("more", Integer, nullable=False, default=7), 7),
        (Column("more", JSON, nullable=False, default=dict), {}),
    ],
    ids=["null", "text", "flag", "number", "json"],
)
def test_a_column_added_has_its_default_in_the_rows_that_are_there(engine, column, value):
    with db.writing(engine) as connection:
        db.meta.create(connection)
        things().create(connection)
        connection.execute(things().insert(), [{"id": "a"}, {"id": "b"}])
        table = things(column)
        index = Index("thing_by_more", table.c.more)
        for _ in range(2):
            add_column(connection, table.c.more)
            add_index(connection, index)
        assert connection.execute(select(table.c.more)).scalars().all() == [value, value]


def test_a_column_of_a_table_that_is_not_there_yet_comes_with_the_table(engine):
    table = things(Column("more", Text))
    with db.writing(engine) as connection:
        add_column(connection, table.c.more)
        add_index(connection, Index("thing_by_more", table.c.more))
        table.create(connection)


@pytest.mark.fault("F67")
def test_a_newer_file_is_refused_and_left_alone(engine):
    with db.writing(engine) as connection:
        db.create(connection)
        connection.execute(update(db.meta).where(db.meta.c.name == "schema").values(value=db.SCHEMA + 1))
    with pytest.raises(StoreTooNew), db.writing(engine) as connection:
        db.create(connection)
