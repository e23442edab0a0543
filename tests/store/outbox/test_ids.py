"""Which ids a row of the outbox names is known without reading it."""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from tests.model.writes.samples import sample
from tests.store.outbox.made_writes import BOARD, CARD, NEW, OLD, SERVER, made, move
from tui.clock import ManualClock
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.cards import UpdateCard
from tui.model.writes.registry import EVERY
from tui.store.db import Transaction
from tui.store.migrate import SCHEMA, migrate
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.ids import NAMES, current, keep_ids
from tui.store.outbox.queue import append
from tui.store.store import Store


def named(store: Store) -> dict[int, set[str]]:
    """The ids of each row."""
    found: dict[int, set[str]] = {}
    for ident, seq in store._db.query("SELECT ident, seq FROM outbox_ids"):
        found.setdefault(seq, set()).add(ident)
    return found


def expected(store: Store) -> dict[int, set[str]]:
    """The ids of each row, read from its writes."""
    return {
        row.seq: {ident for write in (row.write, *row.inverse) for ident in write.referenced_ids}
        for row in store.outbox.in_state("waiting", "done", "folded", "inflight")
    }


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_the_ids_of_every_kind_of_write_are_found(store: Store, kind: type[Write]) -> None:
    write = sample(kind)
    seq = store.write(
        lambda tx: append(tx, write, key="k", batch=None, role="do", renames={"before": "after"})
    ).result()
    assert named(store)[seq] == {*write.referenced_ids, "before", "after"}


def test_they_follow_what_the_service_calls_a_thing(store: Store) -> None:
    card = new_local_id()
    create = store.writes.submit(made(card)).result()
    later = store.writes.submit(UpdateCard(board_id=BOARD, card_id=card, desc=f"about {card}")).result()
    assert card in named(store)[later.seq]
    store.outbox.confirm(create.seq, {card: SERVER}).result()
    ids = named(store)
    assert ids == expected(store)
    assert card not in ids[later.seq]
    assert SERVER in ids[later.seq] & ids[create.seq]


def test_an_inverse_and_what_it_restores_are_found(store: Store) -> None:
    row = store.writes.submit(move()).result()
    assert NEW in named(store)[row.seq], "the list that undo brings it back to"
    store.write(lambda tx: keep_ids(tx, row.seq, (), {"old": "new"})).result()
    assert named(store)[row.seq] == {"old", "new"}


def test_those_of_a_row_that_is_gone_go_with_it(store: Store) -> None:
    rows = [store.writes.submit(move(list_id=to)).result() for to in (OLD, NEW)]

    def forget(tx: Transaction) -> None:
        tx.run("DELETE FROM outbox WHERE seq = ?", rows[0].seq)
        tx.changed("outbox")

    store.write(forget).result()
    assert set(named(store)) == {rows[1].seq}


def test_no_row_is_read_that_does_not_name_it(store: Store) -> None:
    plan = store._db.query(f"EXPLAIN QUERY PLAN SELECT op FROM outbox WHERE {NAMES}", "x")
    steps = [row[3] for row in plan]
    assert any("outbox USING INTEGER PRIMARY KEY" in step for step in steps), steps
    assert any("outbox_ids USING PRIMARY KEY" in step for step in steps), steps
    assert not [step for step in steps if step.startswith("SCAN")]


def steps(store: Store, work: Callable[[], object]) -> int:
    """How many dozens of steps SQLite takes for ``work``, whatever the machine does besides."""
    taken = [0]

    def tick() -> None:
        taken[0] += 1

    store.write(lambda tx: tx.conn.set_progress_handler(tick, 12)).result()
    work()
    store.write(lambda tx: tx.conn.set_progress_handler(None, 0)).result()
    return taken[0]


def test_a_new_card_and_its_answer_cost_the_same_however_many_wait(store: Store) -> None:
    def one(number: int) -> None:
        card = new_local_id()
        row = store.writes.submit(made(card)).result()
        store.outbox.mark_inflight(row.seq).result()
        there = Card(id=f"{number:024x}", id_board=BOARD, id_list=NEW, name="New")
        store.outbox.confirm(row.seq, {card: there.id}, Arrived(cards=(there,))).result()

    one(1)
    few = steps(store, lambda: one(2))
    waiting = [store.writes.submit(made(new_local_id())) for _ in range(400)]
    waiting[-1].result()
    assert steps(store, lambda: one(3)) < few * 1.3


def older(path: Path, folder: Path, rows: Iterable[tuple[str, str, str]]) -> None:
    """A store of the schema before, with these writes, inverses and renames in its outbox."""
    folder.mkdir()
    for file in sorted(SCHEMA.glob("*.sql"))[:23]:
        (folder / file.name).write_text(file.read_text())
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        migrate(conn, folder)
        for number, row in enumerate(rows):
            conn.execute(
                "INSERT INTO outbox (key, batch, role, entity, kind, op, inverse, renames, state, made_at)"
                " VALUES (?, 1, 'do', 'c', 'update_card', ?, ?, ?, 'waiting', 0)",
                (f"k{number}", *row),
            )


def test_what_waits_in_an_older_store_is_found_too(path: Path, tmp_path: Path, clock: ManualClock) -> None:
    edit, was = move(), move(list_id=NEW)
    rows = [(edit.to_stored(), f"[{was.to_stored()}]", '{"before": "after"}'), ("{half", "[", "{")]
    older(path, tmp_path / "older", rows)
    store = open_store(path, clock)
    ids = named(store)
    assert {*edit.referenced_ids, *was.referenced_ids, CARD, "before", "after"} <= ids[1]
    assert 2 not in ids
    store.close()


def test_a_write_that_names_nothing_new_is_not_made_again(store: Store) -> None:
    local = new_local_id()
    writes = [move(CARD), UpdateCard(board_id=BOARD, card_id=local, name="Ana")]
    same = store.write(lambda tx: [current(tx, write) is write for write in writes]).result()
    assert same == [True, True]
