"""A store is sound if every row of it can be read; which cannot is seen without reading on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, card_id
from tui.model.writes.cards import UpdateCard
from tui.store.repair.integrity import Columns, is_sound
from tui.store.store import Store


@pytest.fixture
def conn(store: Store, path: Path):
    """The file of a store with cards and a write, which nobody has open."""
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(0), name="Ring Ana")).result()
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        yield opened


def test_what_the_program_wrote_is_sound(conn: sqlite3.Connection) -> None:
    assert is_sound(conn)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE docs SET base = '{' WHERE noun = 'cards'",
        "UPDATE docs SET shown = '[]' WHERE noun = 'cards'",
        "UPDATE docs SET noun = 'things' WHERE noun = 'cards'",
        "UPDATE meta SET value = '{' WHERE key = 'me'",
        "UPDATE cards SET pos = 'here'",
        "UPDATE cards SET name = x'00'",
        "UPDATE cards SET due = 'yesterday'",
        "UPDATE members SET payload = '{}'",
        "DROP INDEX the_index",
        "CREATE TABLE more (x)",
    ],
)
def test_what_it_cannot_have_written_is_not(conn: sqlite3.Connection, damage: str) -> None:
    [index] = conn.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL LIMIT 1"
    ).fetchone()
    conn.execute(damage.replace("the_index", index))
    assert not is_sound(conn)


def test_a_value_that_is_needed_is_there() -> None:
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size REAL)")
        columns = Columns(conn, "things")
    assert columns.names == ("id", "name", "size")
    assert columns.fits((1, "x", 1.5))
    assert columns.fits((1, "x", None))
    assert not columns.fits((1, None, 1.5))
    assert not columns.fits((1, "x", "large"))
    assert not columns.fits((1, 7, 1.5))
