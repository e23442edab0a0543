"""Rows of a damaged file: all that can be reached, and what is beyond the damage."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tui.store.repair import raw_rows as raw
from tui.store.repair.raw_rows import connect_raw, raw_rows

PAGE = 1024


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a table that has row numbers, with gaps, and one that has none."""
    found = tmp_path / "store.db"
    with closing(sqlite3.connect(found)) as conn:
        conn.execute(f"PRAGMA page_size={PAGE}")
        conn.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)")
        conn.execute("CREATE TABLE pairs (a TEXT, b INTEGER, c TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID")
        numbers = [*range(1, 60), *range(100, 160)]
        conn.executemany("INSERT INTO things VALUES (?, ?)", [(n, f"thing {n} {'x' * 80}") for n in numbers])
        conn.executemany(
            "INSERT INTO pairs VALUES ('k', ?, ?)", [(n, f"pair {n} {'x' * 80}") for n in range(100)]
        )
        conn.commit()
    return found


@pytest.fixture
def conn(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect_raw(path)) as found:
        yield found


def spoil(path: Path, text: bytes) -> None:
    """Overwrite the page that holds a text."""
    data = bytearray(path.read_bytes())
    begin = data.index(text) // PAGE * PAGE
    data[begin : begin + PAGE] = b"\xff" * PAGE
    path.write_bytes(data)


def names(conn: sqlite3.Connection, table: str, column: str) -> list[str]:
    return [bytes(row[0]).split(b" x")[0].decode() for row in raw_rows(conn, table, (column,))]


def test_every_row_of_a_sound_file_in_its_order(conn: sqlite3.Connection) -> None:
    assert names(conn, "things", "name") == [f"thing {n}" for n in (*range(1, 60), *range(100, 160))]
    assert names(conn, "pairs", "c") == [f"pair {n}" for n in range(100)]


def test_a_column_the_file_does_not_have_is_none_and_a_table_has_no_rows(conn: sqlite3.Connection) -> None:
    assert next(raw_rows(conn, "things", ("more", "id"))) == (None, 1)
    assert list(raw_rows(conn, "things", ("more",))) == []
    assert list(raw_rows(conn, "nothing", ("id",))) == []


def test_text_that_is_none_is_read_as_bytes_and_nothing_is_written(
    path: Path, conn: sqlite3.Connection
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE things SET name = CAST(x'ff41' AS TEXT) WHERE id = 1")
        other.commit()
    assert next(raw_rows(conn, "things", ("name",))) == (b"\xffA",)
    with pytest.raises(sqlite3.OperationalError):
        conn.execute("DELETE FROM things")


@pytest.mark.parametrize("text", [b"thing 30 ", b"thing 58 ", b"thing 101 ", b"thing 159 "])
def test_only_a_damaged_page_is_lost(path: Path, text: bytes) -> None:
    spoil(path, text)
    with closing(connect_raw(path)) as conn:
        found = names(conn, "things", "name")
    assert text.decode().strip() not in found
    assert 119 - PAGE // 80 <= len(found) < 119
    assert len(found) == len(set(found))


def test_what_lies_further_than_is_probed_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw, "_MOST_PROBES", 0)
    spoil(path, b"thing 30 ")
    with closing(connect_raw(path)) as conn:
        assert names(conn, "things", "name") == []


def test_a_table_without_numbers_is_read_from_both_ends(path: Path) -> None:
    spoil(path, b"pair 53 ")
    with closing(connect_raw(path)) as conn:
        found = names(conn, "pairs", "c")
    assert {"pair 0", "pair 99"} <= set(found)
    assert "pair 53" not in found
    assert len(found) == len(set(found)) > 40


def test_a_file_that_is_none_has_no_rows(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_bytes(b"no database" * 500)
    with closing(connect_raw(tmp_path / "no.db")) as conn:
        assert list(raw_rows(conn, "things", ("id",))) == []
