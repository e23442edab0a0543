"""What is read by a local id is found while that id is being bound."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.store.conftest import BOARD, NEW, RED
from tui.errors import StoreDamaged, StoreError
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.boards import CreateBoard
from tui.model.writes.cards import CreateCard
from tui.model.writes.checklists import CreateChecklist
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.store.db import Transaction
from tui.store.faults import marker
from tui.store.outbox.arrivals import Arrived, take_in
from tui.store.store import Store
from tui.store.tables import rows
from tui.store.tables.rows import ROWS, insert_rows

SERVER = "e" * 24

READS = {
    "card": [
        lambda store, ident: store.cards.face(ident),
        lambda store, ident: store.cards.get(ident),
        lambda store, ident: store.cards.name(ident),
        lambda store, ident: store.cards.unread([ident]),
        lambda store, ident: store.checklists.of_card(ident),
        lambda store, ident: store.actions.comments(ident),
        lambda store, ident: store.enrichment.findings.attached_comment(ident, "email:a@b.example"),
    ],
    "board": [
        lambda store, ident: store.boards.get(ident),
        lambda store, ident: store.boards.name(ident),
        lambda store, ident: store.lists.of_board(ident),
        lambda store, ident: store.labels.of_board(ident),
        lambda store, ident: store.cards.counts(ident),
    ],
    "list": [
        lambda store, ident: store.lists.get(ident),
        lambda store, ident: store.lists.name(ident),
        lambda store, ident: store.cards.faces(ident),
    ],
    "label": [
        lambda store, ident: store.labels.get(ident),
        lambda store, ident: store.labels.name(ident),
    ],
}


def write(store: Store, kind: str) -> tuple[int, str]:
    """Make a thing with all that may be read of it; return the seq of the write, and its local id."""
    ident = new_local_id()
    made: list[Write]
    if kind == "card":
        made = [CreateCard(board_id=BOARD, card_id=ident, list_id=NEW, name="a card", pos=7)]
        part = {"board_id": BOARD, "card_id": ident}
        made.append(CreateChecklist(**part, checklist_id=new_local_id(), name="Steps", pos=1))
        made.append(
            AddComment(**part, comment_id=new_local_id(), text="hello", finding_key="email:a@b.example")
        )
    elif kind == "board":
        listed = new_local_id()
        made = [CreateBoard(board_id=ident, name="a board")]
        made.append(CreateList(board_id=ident, list_id=listed, name="first", pos=1))
        made.append(CreateLabel(board_id=ident, label_id=new_local_id(), name="hot", color="red"))
        made.append(CreateCard(board_id=ident, card_id=new_local_id(), list_id=listed, name="a card", pos=7))
    elif kind == "list":
        made = [CreateList(board_id=BOARD, list_id=ident, name="a list", pos=9)]
        made.append(CreateCard(board_id=BOARD, card_id=new_local_id(), list_id=ident, name="a card", pos=7))
    else:
        made = [CreateLabel(board_id=BOARD, label_id=ident, name="cold", color="blue")]
    return store.writes.submit_all(made).result()[0].seq, ident


@pytest.mark.parametrize(
    ("kind", "which"), [(kind, n) for kind, reads in READS.items() for n in range(len(reads))]
)
def test_what_is_being_bound_is_found(store: Store, monkeypatch, kind: str, which: int):
    """The service's answer arrives between the two queries of a read."""
    seq, ident = write(store, kind)
    resolve, bound = rows.resolve, threading.Event()

    def resolved(db, asked):
        found = resolve(db, asked)
        if asked == ident and not bound.is_set():
            bound.set()
            store.outbox.confirm(seq, {ident: SERVER}).result()
        return found

    monkeypatch.setattr(rows, "resolve", resolved)
    assert READS[kind][which](store, ident)
    assert bound.is_set()
    assert READS[kind][which](store, ident), "the same by the old id, now that it is bound"


def test_a_snapshot_within_a_snapshot_is_the_same(store: Store):
    with store._db.snapshot():
        before = store.labels.name(RED)
        with store._db.snapshot():
            assert store.labels.name(RED) == before
        assert store.boards.get(BOARD) is not None


def test_what_cannot_be_read_is_damage_and_marks_the_store(store: Store):
    with pytest.raises(StoreDamaged, match="A stored card cannot be read"):
        rows.read(Card, "{", store._db)
    assert marker(store._db.path).exists()


def test_what_no_file_can_hold_is_not_stored():
    with pytest.raises(StoreError, match="That card cannot be stored"):
        rows.text_of(Card(id="c", name="\ud800"))


def test_what_is_read_by_an_id_of_the_service_takes_one_statement(store: Store) -> None:
    executed = list[str]()
    card_id, local = store.cards.faces(NEW)[0].id, new_local_id()
    with store._db._readers.own() as conn:
        conn.set_trace_callback(executed.append)
    store.cards.face(card_id)
    store.cards.index_in_list(NEW, card_id)
    store.lists.of_board(BOARD)
    assert len(executed) == 3
    executed.clear()
    store.cards.face(local)
    assert [statement.split()[0] for statement in executed] == ["BEGIN", "SELECT", "SELECT", "ROLLBACK"]


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
