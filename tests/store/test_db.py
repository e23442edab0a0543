"""Faults of the disk, of other processes, and of being killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tui.clock import ManualClock
from tui.errors import StoreBusy, StoreError
from tui.model.change import Change
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.store import connection, db
from tui.store.faults import marker
from tui.store.opening import open_store
from tui.store.store import Store

BOARD, CARD = "b" * 24, "5fc7b7c40000000000000001"
ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from typing import Any
from tui.clock import SystemClock
from tui.model.writes.cards import UpdateCard
from tui.store.opening import open_store
store = open_store(Path(sys.argv[1]), SystemClock())
for n in range(int(sys.argv[3])):
    op = UpdateCard(board_id="b" * 24, card_id=sys.argv[2], desc=f"{n}")
    row = store.writes.submit(op).result()
    print(row.seq, n, flush=True)
store.close()
"""


def rename(name: str, card: str = CARD) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=card, name=name)


def writer(path: Path, card: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), card, str(count)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.fault("F59")
@pytest.mark.parametrize("lines", [1, 7, 40])
def test_killed_at_random_what_was_acknowledged_is_there(
    store: Store, reopen: Callable[[], Store], path: Path, lines: int
) -> None:
    store.close()
    process = writer(path, CARD, 100_000)
    assert process.stdout is not None
    told = [process.stdout.readline().split() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    told += [line.split() for line in process.communicate()[0].splitlines() if line.count(" ") == 1]
    again = reopen()
    last = again.outbox.in_state("waiting")[-1]
    assert last.seq >= int(told[-1][0])
    card = again.cards.get(CARD)
    face = again.cards.face(CARD)
    assert card is not None
    assert face is not None
    assert isinstance(last.write, UpdateCard)
    assert card.desc == last.write.desc, "the op and its effect are both there or neither is"
    assert again._db.first("PRAGMA integrity_check")[0] == "ok"


def test_two_processes_write_into_one_file(store: Store, path: Path) -> None:
    assert not store.changed_elsewhere()
    news: list[Change] = []
    store.feed.subscribe(news.append)
    other = writer(path, "5fc7b7c40000000000000002", 40)
    for n in range(40):
        store.writes.submit(rename(f"{n}")).result()
    assert other.wait(60) == 0
    other.communicate()
    assert store._db.first("SELECT count(*) FROM outbox")[0] == 80
    face = store.cards.face("5fc7b7c40000000000000002")
    assert face is not None
    assert face.has_desc
    assert store.changed_elsewhere()
    assert not store.changed_elsewhere()
    store.writes.submit(rename("own writes are no news from elsewhere")).result()
    assert not store.changed_elsewhere()
    assert any("boards" in change.nouns for change in news)


@pytest.mark.fault("F70")
def test_what_another_process_bound_is_told(store: Store, path: Path) -> None:
    """One sends for all: the others must know what is on their screens by its new name."""
    made = [new_local_id() for _ in range(3)]
    for ident in made:
        store.writes.submit(
            CreateCard(board_id=BOARD, card_id=ident, list_id="c" * 24, name=ident, pos=9.0)
        ).result()
    news: list[Change] = []
    store.feed.subscribe(news.append)
    other = open_store(path, ManualClock())
    for number, ident in enumerate(made):
        row = next(
            one for one in other.outbox.in_state("waiting") if getattr(one.write, "card_id", "") == ident
        )
        other.outbox.confirm(row.seq, {ident: f"{number:024x}"}).result()
        assert store.changed_elsewhere()
        store._db.pragma("SELECT 1").result()  # the news are told on the writer's thread
        assert dict(news[-1].bound).get(ident) == f"{number:024x}"
    store.writes.submit(
        CreateCard(board_id=BOARD, card_id=new_local_id(), list_id="c" * 24, name="x", pos=9.0)
    ).result()
    other.writes.submit(rename("there")).result()
    other.close()
    store.changed_elsewhere()
    assert store.changed_elsewhere() is False
    later = store._bound.newly_bound()
    assert later == {}, "what was told is told again and again"


@pytest.mark.fault("F61")
def test_a_full_disk_saves_nothing_and_says_so(store: Store) -> None:
    def limit(tx: db.Transaction) -> None:
        size = tx.one("PRAGMA page_count")[0]
        tx.rows(f"PRAGMA max_page_count={size}")

    store._db.write(limit).result()

    def fill() -> None:
        for n in range(50):
            store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, desc=f"{n}" * 4000)).result()

    with pytest.raises(StoreError, match="disk is full") as caught:
        fill()
    assert "Make room" in caught.value.hint
    waiting = store.outbox.in_state("waiting", "folded")
    card = store.cards.get(CARD)
    assert card is not None
    assert card.desc == (waiting[-1].write.as_dict()["desc"] if waiting else "")
    store._db.write(lambda tx: tx.rows("PRAGMA max_page_count=100000")).result()
    store.writes.submit(rename("room again")).result()


def test_a_lock_held_too_long_is_busy(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store._db.pragma("PRAGMA busy_timeout=50").result()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="locked"):
        store.writes.submit(rename("no")).result()
    assert [face.name for face in store.cards.faces("c" * 24)][1] == "Card 1"
    other.execute("ROLLBACK")
    other.close()
    store.writes.submit(rename("yes")).result()


@pytest.mark.parametrize("text", ["\ud800", "a\udcffb", "\x00", "😀\ud83d", "e\u0301"])
def test_hostile_text_is_kept_as_far_as_a_file_can(store: Store, text: str) -> None:
    store.drafts.set("k", text).result()
    kept = store.drafts.get("k")
    assert kept is not None
    assert kept == text or "\ufffd" in kept
    kept.encode()


def test_a_text_is_none_for_no_row_and_for_no_value(store: Store) -> None:
    for read in (store._db.text, lambda sql: store._db.write(lambda tx: tx.text(sql)).result()):
        assert (read("SELECT 7"), read("SELECT 1 WHERE 0"), read("SELECT NULL")) == ("7", None, None)


def test_each_thread_reads_by_its_own_connection_that_cannot_write(store: Store) -> None:
    found: list[object] = []

    def read() -> None:
        found.append(len(store.cards.faces("c" * 24)))
        try:
            store._db.query("DELETE FROM cards")
        except StoreError as error:
            found.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert found[0] == 4
    assert isinstance(found[1], StoreError)


@pytest.mark.fault("F69")
@pytest.mark.usefixtures("unhurried")
def test_without_wal_it_works_with_a_rollback_journal(
    path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_wal_works", lambda _: False)
    store = open_store(path, clock)
    assert store._db.pragma("PRAGMA journal_mode").result() == "delete"
    assert store._db.pragma("PRAGMA synchronous").result() == 2
    store.drafts.set("k", "v").result()
    assert store.drafts.get("k") == "v"
    store.close()


@pytest.mark.usefixtures("unhurried")
def test_where_it_can_it_writes_ahead_and_leaves_no_probe(store: Store, path: Path) -> None:
    assert store._db.pragma("PRAGMA journal_mode").result() == "wal"
    assert store._db.pragma("PRAGMA synchronous").result() == 2
    assert not list(path.parent.glob("*probe*"))


def test_a_listener_that_fails_spoils_neither_the_write_nor_the_others(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def bad(_: object) -> None:
        raise RuntimeError("listener")

    stop = store.feed.subscribe(bad)
    assert store.writes.submit(rename("kept")).result().seq == 1
    stop()
    store.writes.submit(rename("kept too")).result()
    assert "A listener of the feed failed." in caplog.text


def test_the_news_of_a_write_is_told_before_anybody_is_told_that_it_is_done(store: Store) -> None:
    """Whoever waits for a write and then looks at the news finds it there: the next key falls on what is there now."""
    order, held = list[str](), threading.Event()
    store.feed.subscribe(lambda _: order.append("news"))
    queued = store._db.write(lambda _: held.wait(10))
    write = store.writes.submit(rename("told"))
    write.add_done_callback(lambda _: order.append("done"))
    held.set()
    assert queued.result()
    store.close()
    assert order == ["news", "done"]


def test_closed_means_closed(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.writes.submit(rename("late"))
    with pytest.raises(StoreError, match="closed"):
        store.boards.all()
    with ThreadPoolExecutor(1) as other, pytest.raises(StoreError, match="closed"):
        other.submit(store.boards.all).result()
    store.close()


def test_a_thread_that_reads_while_it_is_closed_gets_an_error(store: Store, path: Path) -> None:
    """As when the program is left while a card is read: SQLite's module crashed the process."""
    endless = "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    began = threading.Event()

    def read() -> None:
        with store._db.snapshot():
            began.set()
            store._db.query(endless)

    with ThreadPoolExecutor(1) as other:
        reading = other.submit(read)
        assert began.wait(30)
        store.close()
        with pytest.raises(StoreError, match="closed"):
            reading.result(30)
    assert not marker(path).exists()


def test_no_folder_is_said_with_a_hint(tmp_path: Path, clock: ManualClock) -> None:
    with pytest.raises(StoreError, match="could not be opened") as caught:
        open_store(tmp_path / "nowhere" / "s.db", clock)
    assert "folder" in caught.value.hint


def test_a_change_names_what_was_changed_and_no_more_than_two_hundred_cards(clock: ManualClock) -> None:
    with closing(sqlite3.connect(":memory:")) as conn:
        tx = db.Transaction(conn, clock.now())
        assert tx.change == Change(frozenset())
        tx.changed("labels", board_id=BOARD)
        assert tx.change == Change(frozenset({"labels"}), frozenset({BOARD}))
        for number in range(200):
            tx.changed("cards", card_id=f"{number}")
        assert tx.change.card_ids == {f"{number}" for number in range(200)}
        tx.changed("cards", card_id="one more")
        tx.bound({"new-1": "a" * 24})
        assert tx.change == Change(
            frozenset({"cards", "labels"}), frozenset({BOARD}), frozenset(), {"new-1": "a" * 24}
        )


def test_a_write_that_is_no_change_of_the_users_leaves_the_counter_alone(store: Store, path: Path) -> None:
    store._db.change_counter.note(7)
    store._db.write(lambda tx: tx.run("DELETE FROM drafts")).result()
    assert store._db.change_counter.last() == 7


def test_a_write_that_fails_leaves_nothing_behind_and_the_next_one_goes_through(store: Store) -> None:
    def half(tx: db.Transaction) -> None:
        tx.run("INSERT INTO cursors (key, value) VALUES ('half', '1')")
        raise ValueError("half done")

    with pytest.raises(ValueError, match="half done"):
        store._db.write(half).result()
    store._db.write(lambda tx: tx.run("INSERT INTO cursors (key, value) VALUES ('whole', '1')")).result()
    assert [store.cursors.get(key) for key in ("half", "whole")] == [None, "1"]


def test_a_file_that_was_replaced_is_neither_written_nor_read_anew(store: Store, path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))
    path.touch()
    with pytest.raises(StoreError, match="removed or replaced") as caught:
        store.writes.submit(rename("lost")).result()
    assert str(path) in caught.value.hint
    with ThreadPoolExecutor(1) as other, pytest.raises(StoreError, match="removed or replaced"):
        other.submit(store.boards.all).result()
    path.with_name("elsewhere.db").replace(path)
    assert store.writes.submit(rename("put back")).result().seq == 1


def test_queries_of_a_snapshot_see_one_state_and_those_after_it_the_newest(store: Store) -> None:
    def name() -> str:
        face = store.cards.face(CARD)
        assert face is not None
        return face.name

    with store._db.snapshot():
        assert name() == "Card 1"
        store.writes.submit(rename("Meanwhile")).result()
        with store._db.snapshot():
            assert name() == "Card 1", "one within another is the same one"
        assert name() == "Card 1"
    assert name() == "Meanwhile"
    with store._db.snapshot():
        assert name() == "Meanwhile"


def test_a_store_that_cannot_be_opened_leaves_no_thread(tmp_path: Path, clock: ManualClock) -> None:
    before = {*threading.enumerate()}
    with pytest.raises(StoreError):
        open_store(tmp_path / "nowhere" / "s.db", clock)
    assert {*threading.enumerate()} <= before
