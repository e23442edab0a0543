"""Many rows at once: what is in the tables is what SQLAlchemy's own inserts would have put there."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Engine,
    Float,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from tui.server.storage import db, statements
from tui.server.storage.statements import insert_all, upsert

ODD = 'a "b" \x00\n資料😀'


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = db.connect(tmp_path / "server.db")
    with db.writing(engine) as connection:
        db.create(connection)
    yield engine
    engine.dispose()


def member(number: int, **more: Any) -> dict[str, Any]:
    return {"id": f"{number:024x}", "username": f"m{number}"} | more


def whole(number: int) -> dict[str, Any]:
    """A member with a value for each default, of every kind of column."""
    kinds: dict[type, Any] = {
        JSON: {"a": [1.5, None, ODD]} if number % 2 else {},
        Boolean: bool(number % 2),
        Integer: number,
        Float: number / 3,
        Text: f"{number} {ODD}",
    }
    row = {
        each.name: None if each.nullable and number % 3 == 0 else kinds[type(each.type)]
        for each in db.members.columns
    }
    return row | member(number)


def stored(engine: Engine, table: Table) -> list[dict[str, Any]]:
    with db.reading(engine) as connection:
        return [dict(row) for row in connection.execute(select(table)).mappings()]


@pytest.mark.parametrize("make", [member, whole])
def test_rows_are_stored_as_by_the_usual_inserts(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    monkeypatch.setattr(statements, "FEW", 10)
    rows = [make(number) for number in range(11)]
    other = db.connect(tmp_path / "other.db")
    with db.writing(engine) as connection:
        insert_all(connection, db.members, rows)
    with db.writing(other) as connection:
        db.create(connection)
        connection.execute(insert(db.members), rows)
    assert stored(engine, db.members) == stored(other, db.members)
    assert len(stored(engine, db.members)) == 11
    other.dispose()


def test_many_rows_that_leave_nothing_to_a_default_go_to_the_driver_at_once(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "FEW", 2)
    monkeypatch.setattr(statements, "_CHUNK", 3)
    seen: list[int] = []

    def ran(_conn: Any, _cursor: Any, sql: str, values: Any, context: Any, many: bool) -> None:
        if sql.startswith("INSERT INTO member") and context.compiled is None:
            seen.append(len(values))

    event.listen(engine, "before_cursor_execute", ran)
    with db.writing(engine) as connection:
        for first, last in ((0, 2), (2, 7)):
            insert_all(connection, db.members, [whole(number) for number in range(first, last)])
        insert_all(connection, db.members, [member(number) for number in range(7, 11)])
        assert connection.scalar(select(func.count()).select_from(db.members)) == 11
    assert seen == [3, 2], "not all of them are converted before the first are stored"


@pytest.mark.parametrize("few", [0, 10])
def test_what_is_no_column_is_left_out(engine: Engine, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(statements, "FEW", few)
    with db.writing(engine) as connection:
        insert_all(connection, db.members, [{"subscribed": True} | whole(number) for number in range(3)])
    assert len(stored(engine, db.members)) == 3


def test_one_column_is_stored_too(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "FEW", 0)
    made = Table("one_column", db.metadata.__class__(), Column("id", Text, primary_key=True))
    with db.writing(engine) as connection:
        made.create(connection)
        insert_all(connection, made, [{"id": "a"}, {"id": "b"}])
    assert stored(engine, made) == [{"id": "a"}, {"id": "b"}]


def test_a_row_that_breaks_a_constraint_is_refused(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "FEW", 1)
    with pytest.raises(IntegrityError) as caught, db.writing(engine) as connection:
        insert_all(connection, db.members, [whole(1), whole(1)])
    assert ODD not in str(caught.value), "its text is in no log"
    assert stored(engine, db.members) == []


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
