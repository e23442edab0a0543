"""Counting until a moment, in memory and in the database."""

import threading

import pytest

from tui.server.access.counter import MemoryCounter, StoredCounter, window_end
from tui.server.storage import db


@pytest.fixture(params=["memory", "stored"])
def counter(request, server, clock):
    return MemoryCounter(clock) if request.param == "memory" else StoredCounter(server.engine, clock)


def test_counts_go_up_until_their_end(counter, clock):
    end = window_end(clock.now(), 10)
    assert [counter.add({"a": end, "b": end}) for _ in range(2)] == [{"a": 1, "b": 1}, {"a": 2, "b": 2}]
    assert counter.add({"a": end, "c": end}, only_look=["a", "c"]) == {"a": 2, "c": 0}
    clock.advance(10)
    assert counter.add({"a": window_end(clock.now(), 10)}) == {"a": 1}


def test_a_window_ends_at_a_multiple_of_its_length(clock):
    start = int(clock.now().timestamp())
    assert start % 10 == 0
    assert window_end(clock.now(), 10) == start + 10
    clock.advance(9.9)
    assert window_end(clock.now(), 10) == start + 10
    clock.advance(0.1)
    assert window_end(clock.now(), 10) == start + 20


def test_nothing_is_missed_when_many_count_at_once(counter, clock):
    end = window_end(clock.now(), 10)

    def count():
        for _ in range(25):
            counter.add({"a": end, "b": end})

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter.add({"a": end, "b": end}, only_look=["a", "b"]) == {"a": 100, "b": 100}


def test_two_processes_count_together(server, clock):
    end = window_end(clock.now(), 10)
    first, second = StoredCounter(server.engine, clock), StoredCounter(server.engine, clock)
    assert [one.add({"a": end})["a"] for one in (first, second, first, second)] == [1, 2, 3, 4]


def test_what_is_over_is_let_go(server, clock, monkeypatch):
    monkeypatch.setattr("tui.server.access.counter._PRUNE_EVERY", 10)
    counter = StoredCounter(server.engine, clock)
    for number in range(5):
        counter.add({f"old {number}": window_end(clock.now(), 10)})
    clock.advance(60)
    for _ in range(10):
        counter.add({"new": window_end(clock.now(), 10)})
    with db.reading(server.engine) as connection:
        assert [row.name for row in connection.execute(db.tallies.select())] == ["new"]


def test_memory_is_let_go_too(clock):
    counter = MemoryCounter(clock)
    for number in range(10_000):
        counter.add({f"old {number}": window_end(clock.now(), 10)})
    clock.advance(10)
    counter.add({"new": window_end(clock.now(), 10)})
    assert len(counter._counts) == 1


def test_counts_are_not_logged_on_postgres(server):
    if db.is_file(server.engine):
        pytest.skip("a SQLite file has no unlogged tables")
    with db.reading(server.engine) as connection:
        kind = connection.exec_driver_sql("SELECT relpersistence FROM pg_class WHERE relname = 'tally'")
        assert kind.scalar() in {"u", b"u"}
