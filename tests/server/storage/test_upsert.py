"""Upserts, and what a server on a file does not load for them."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Column, Engine, Integer, MetaData, Table, create_engine, select

from tui.server.storage.upsert import upsert

COUNTS = Table("count", MetaData(), Column("of", Integer, primary_key=True), Column("is", Integer))


def put(engine: Engine) -> list[tuple[int, int]]:
    with engine.begin() as connection:
        COUNTS.create(connection)
        for number in (1, 2):
            insert = upsert(connection, COUNTS).values({"of": 7, "is": number})
            connection.execute(insert.on_conflict_do_update(index_elements=["of"], set_={"is": number * 10}))
        connection.execute(upsert(connection, COUNTS).values({"of": 7, "is": 5}).on_conflict_do_nothing())
        return [(row[0], row[1]) for row in connection.execute(select(COUNTS))]


def test_a_row_that_is_there_is_changed_or_left() -> None:
    engine = create_engine("sqlite://")
    try:
        assert put(engine) == [(7, 20)]
    finally:
        engine.dispose()


def test_the_other_dialect_is_spoken_to_its_own_server() -> None:
    class Speaks:
        class dialect:  # noqa: N801 - as the connection has it
            name = "postgresql"

    from sqlalchemy.dialects import postgresql

    insert = upsert(Speaks(), COUNTS).values({"of": 7, "is": 1}).on_conflict_do_nothing()  # type: ignore[arg-type]
    assert "ON CONFLICT DO NOTHING" in str(insert.compile(dialect=postgresql.dialect()))


@pytest.mark.slow
def test_a_server_on_a_file_does_not_load_the_other_dialect() -> None:
    script = "import sys, tui.server.run, tui.server.app; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "sqlalchemy.dialects.sqlite" in done.stdout.split()
    assert "sqlalchemy.dialects.postgresql" not in done.stdout.split()
