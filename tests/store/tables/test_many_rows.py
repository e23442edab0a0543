"""Inserts of many rows: as one by one, in fewer statements."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tui.model.card import Card
from tui.store.db import Transaction
from tui.store.outbox.arrivals import Arrived, take_in
from tui.store.store import Store
from tui.store.tables.many_rows import ROWS, insert_rows

INSERT = (
    "INSERT INTO things (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name || '!'"
)


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        yield made


@pytest.mark.parametrize("many", [0, 1, ROWS - 1, ROWS, ROWS + 1, 3 * ROWS])
def test_all_rows_are_there_in_order(conn: sqlite3.Connection, many: int) -> None:
    insert_rows(conn, INSERT, [(number, f"n{number}") for number in range(many)])
    found = conn.execute("SELECT id, name FROM things ORDER BY rowid").fetchall()
    assert found == [(number, f"n{number}") for number in range(many)]


def test_a_row_that_is_there_is_changed_and_a_wrong_one_is_refused(conn: sqlite3.Connection) -> None:
    rows: list[tuple[int, Any]] = [(number, "new") for number in range(ROWS)]
    conn.execute("INSERT INTO things VALUES (7, 'old')")
    insert_rows(conn, INSERT, rows)
    assert conn.execute("SELECT id FROM things WHERE name = 'new!'").fetchall() == [(7,)]
    rows[3] = (3, None)
    with pytest.raises(sqlite3.IntegrityError):
        insert_rows(conn, INSERT, rows)


def test_a_thousand_new_cards_take_few_statements(store: Store) -> None:
    cards = tuple(
        Card(id=f"5fd{number:021x}", id_board="b" * 24, id_list="c" * 24, name=f"Card {number}", pos=number)
        for number in range(1000)
    )
    ran: list[str] = []

    def work(tx: Transaction) -> None:
        tx.conn.set_trace_callback(ran.append)
        take_in(tx, Arrived(cards=cards))
        tx.conn.set_trace_callback(None)

    store.write(work).result()
    assert len(ran) < 60
    assert len(store.cards.faces("c" * 24)) == 1004
