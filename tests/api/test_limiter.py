"""A hundred requests in ten seconds, whoever asks, whatever the clock does."""

import random
import sqlite3
from bisect import bisect_left
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from tui.api.limiter import MARGIN, Limiter
from tui.clock import ManualClock
from tui.errors import StoreBusy, StoreError


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def two(tmp_path, clock):
    """What two processes hold: a limiter each, on the same file."""
    both = [Limiter(tmp_path / "state" / "limits.db", "token", clock) for _ in range(2)]
    yield both
    for limiter in both:
        limiter.close()


def burst(limiter):
    count = 0
    while limiter.admit() == 0:
        count += 1
    return count


def test_both_together_take_a_hundred(two):
    assert burst(two[0]) == 100
    assert burst(two[1]) == 0
    assert two[1].admit() == pytest.approx(10 + MARGIN, abs=0.01)


async def test_no_window_of_ten_seconds_holds_more_than_a_hundred(two, clock):
    left = []
    for turn in range(450):
        await two[turn % 2].wait()
        left.append(clock.monotonic())
        clock.advance(0.013 * (turn % 7))
    assert max(sum(start <= moment < start + 10 for moment in left) for start in left) == 100
    assert left[-1] - left[0] < (10 + MARGIN) * 450 / 100 + 12


async def test_a_thousand_arrive_at_the_allowed_rate_however_long_each_is_under_way(two, clock):
    chance = random.Random(7)
    arrived = []
    for turn in range(1000):
        await two[turn % 2].wait()
        arrived.append(clock.monotonic() + chance.uniform(0.005, 0.005 + MARGIN))
        clock.advance(0.004)
    arrived.sort()
    fullest = max(bisect_left(arrived, start + 10) - at for at, start in enumerate(arrived))
    assert fullest <= 100
    # Of 1,000 the first 100 leave at once: the other 900 take nine windows.
    assert 9 * 10 / (arrived[-1] - arrived[0]) >= 0.95


async def test_a_wait_says_how_long_it_was(two, clock):
    burst(two[0])
    before = clock.monotonic()
    assert await two[1].wait() == pytest.approx(clock.monotonic() - before)


def test_tokens_do_not_disturb_each_other(tmp_path, clock, two):
    other = Limiter(tmp_path / "state" / "limits.db", "another", clock)
    burst(two[0])
    assert burst(other) == 100
    other.close()


def test_a_clock_set_back_does_not_lock_anybody_out(two, clock):
    burst(two[0])
    clock._now -= timedelta(days=2)
    assert 0 < two[1].admit() <= 10.01 + MARGIN
    clock.advance(10.01 + MARGIN)
    assert two[1].admit() == 0


def test_a_hold_is_kept_by_all_and_ends(two, clock):
    two[0].hold(40)
    two[0].hold(5)
    assert two[1].admit() == pytest.approx(40)
    clock.advance(40)
    assert two[1].admit() == 0


@pytest.mark.parametrize("days", [-2, 2])
def test_a_hold_does_not_outlive_a_clock_that_jumps(two, clock, days):
    two[0].hold(10_000)
    assert two[1].admit() <= 900
    clock._now += timedelta(days=days)
    assert two[1].admit() == 0


def test_threads_do_not_get_more(tmp_path, clock):
    def process(_):
        limiter = Limiter(tmp_path / "limits.db", "token", clock)
        try:
            return burst(limiter)
        finally:
            limiter.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(process, range(4))) == 100


def test_the_file_does_not_hold_the_token(tmp_path, clock):
    limiter = Limiter(tmp_path / "limits.db", "CANARYtoken", clock)
    limiter.admit()
    limiter.close()
    assert all(b"CANARY" not in path.read_bytes() for path in tmp_path.iterdir())


def test_a_file_that_is_no_database_is_told(tmp_path, clock):
    (tmp_path / "limits.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError):
        Limiter(tmp_path / "limits.db", "token", clock)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        Limiter(tmp_path / "file" / "limits.db", "token", clock)


def test_a_lock_that_is_never_given_back_is_told(tmp_path, clock, monkeypatch):
    monkeypatch.setattr("tui.api.limiter._BUSY_MS", 10)
    limiter = Limiter(tmp_path / "limits.db", "token", clock)
    other = sqlite3.connect(tmp_path / "limits.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        limiter.admit()
    other.execute("ROLLBACK")
    assert limiter.admit() == 0
    other.close()
    limiter.close()


def test_the_time_is_read_while_nobody_else_can_write(tmp_path):
    class Watched(ManualClock):
        locked = False

        def now(self):
            try:
                other.execute("BEGIN IMMEDIATE")
                other.execute("ROLLBACK")
            except sqlite3.OperationalError:
                self.locked = True
            return super().now()

    clock = Watched()
    limiter = Limiter(tmp_path / "limits.db", "token", clock)
    other = sqlite3.connect(tmp_path / "limits.db", isolation_level=None, timeout=0)
    limiter.admit()
    assert clock.locked
    other.close()
    limiter.close()
