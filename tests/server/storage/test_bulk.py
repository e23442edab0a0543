"""Many rows at once: what is in the tables is what SQLAlchemy's own inserts would have put there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Boolean, Column, Engine, Float, Integer, Table, Text, event, func, insert, select
from sqlalchemy.exc import IntegrityError

from tui.server.storage import bulk, db
from tui.server.storage.bulk import insert_all

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
    monkeypatch.setattr(bulk, "FEW", 10)
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
    monkeypatch.setattr(bulk, "FEW", 2)
    monkeypatch.setattr(bulk, "_CHUNK", 3)
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
    monkeypatch.setattr(bulk, "FEW", few)
    with db.writing(engine) as connection:
        insert_all(connection, db.members, [{"subscribed": True} | whole(number) for number in range(3)])
    assert len(stored(engine, db.members)) == 3


def test_one_column_is_stored_too(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FEW", 0)
    made = Table("one_column", db.metadata.__class__(), Column("id", Text, primary_key=True))
    with db.writing(engine) as connection:
        made.create(connection)
        insert_all(connection, made, [{"id": "a"}, {"id": "b"}])
    assert stored(engine, made) == [{"id": "a"}, {"id": "b"}]


def test_a_row_that_breaks_a_constraint_is_refused(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FEW", 1)
    with pytest.raises(IntegrityError) as caught, db.writing(engine) as connection:
        insert_all(connection, db.members, [whole(1), whole(1)])
    assert ODD not in str(caught.value), "its text is in no log"
    assert stored(engine, db.members) == []
