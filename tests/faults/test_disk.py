"""Disks that fail, fill up, lose their power or go away: what was said to be kept is kept, and the file is sound."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.faults.disk import ROOT, mounted, remount, writer
from tests.faults.power import powered
from tests.faults.writer import opened, said
from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.writes.comments import AddComment
from tui.store.change_counter import END
from tui.store.migrate import SCHEMA
from tui.store.opening import open_store

fault = pytest.mark.fault
slow = pytest.mark.slow_fault


def kept(path: Path) -> list[int]:
    """The numbers of the writes in a file that must be sound."""
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    store = open_store(path, ManualClock())
    rows = store.outbox.in_state("waiting")
    store.close()
    return [int(row.write.text.split()[0]) for row in rows if isinstance(row.write, AddComment)]


def told(process: subprocess.Popen[str]) -> tuple[list[int], list[str]]:
    """What writer.py said: the numbers it kept, and why it lost the others."""
    lines = process.communicate("\n")[0].splitlines()
    numbers = [int(line.split()[1]) for line in lines if line.startswith("kept ") and line.count(" ") == 1]
    return numbers, [line.partition(": ")[2] for line in lines if line.startswith("lost: ")]


# --- power ----------------------------------------------------------------------


@fault("F60")
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=slow) for n in range(1, 6))])
def test_when_the_power_goes_nothing_that_was_kept_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unhurried: None, seed: int
) -> None:
    dice, acknowledged, photos = Random(seed), list[int](), list[tuple[Path, list[int]]]()
    path = tmp_path / "disk" / "store.db"
    path.parent.mkdir()

    def watch() -> None:
        if ready and dice.random() < 0.06:
            photos.append((tmp_path / f"photo {len(photos)}", list(acknowledged)))
            power.photo(photos[-1][0], dice)

    ready = False
    with powered(path, watch) as (power, connect):
        monkeypatch.setattr(sqlite3, "connect", connect)
        store = opened(path, ManualClock())
        assert store._db.pragma("PRAGMA journal_mode").result() == "wal"
        assert store._db.pragma("PRAGMA synchronous").result() == 2
        ready = True
        for n in range(25):
            store.writes.submit(said(n, dice.choice((1, 900)))).result()
            acknowledged.append(n)
            if n % 10 == 9:
                store._db.pragma("PRAGMA wal_checkpoint(PASSIVE)").result()
        ready = False
        store.close()
        monkeypatch.undo()
    assert len(photos) > 5
    for folder, before in photos:
        found = kept(folder / "store.db")
        assert found[: len(before)] == before
        assert len(found) <= len(before) + 1, "a write is there that nobody has made yet"


def test_the_file_layer_does_lose_what_is_not_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without syncing there is loss: the test above would see it."""
    path = tmp_path / "store.db"
    with powered(path, lambda: None) as (power, connect):
        conn = connect(path)
        conn.execute("PRAGMA journal_mode=WAL")
        conn.execute("PRAGMA synchronous=OFF")
        conn.execute("CREATE TABLE t (x)")
        losses = 0
        for n in range(20):
            conn.execute("INSERT INTO t VALUES (?)", (n,))
            power.photo(tmp_path / str(n), Random(n))
            try:
                with closing(sqlite3.connect(tmp_path / str(n) / "store.db")) as found:
                    losses += found.execute("SELECT count(*) FROM t").fetchone()[0] <= n
            except sqlite3.DatabaseError:
                losses += 1
    assert losses > 5


# --- room -----------------------------------------------------------------------


@fault("F61")
def test_a_disk_without_room_keeps_nothing_more_and_goes_on_when_there_is_some(tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as folder:
        ballast = folder / "ballast"
        ballast.write_bytes(bytes(1_500_000))
        store, numbers = opened(folder / "store.db", ManualClock()), list[int]()

        def fill() -> None:
            for n in count():
                store.writes.submit(said(n, 2000)).result()
                numbers.append(n)

        with pytest.raises(StoreError, match="disk is full") as caught:
            fill()
        assert "Make room" in caught.value.hint
        assert len(store.outbox.in_state("waiting")) == len(numbers)
        ballast.unlink()
        store.writes.submit(said(len(numbers), 2000)).result()
        store.close()
        assert kept(folder / "store.db") == [*numbers, len(numbers)]


@fault("F62")
def test_a_file_that_may_not_grow_keeps_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    opened(path, ManualClock()).close()
    process = writer(path, 60, 1000)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    most = path.stat().st_size + 60_000
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
    numbers, reasons = told(process)
    assert process.returncode == 0
    assert numbers
    assert len(reasons) == 60 - len(numbers)
    assert all(reason.startswith("The disk") for reason in reasons)
    assert kept(path) == numbers


@fault("F63")
def test_reads_and_writes_that_fail_now_and_then_spoil_nothing(tmp_path: Path) -> None:
    if shutil.which("fiu-run") is None:
        pytest.skip("fiu-run is not installed: no read or write can be made to fail")
    path, control = tmp_path / "store.db", tmp_path / "fiu"
    opened(path, ManualClock()).close()
    process = writer(path, 400, 20, ("fiu-run", "-x", "-f", str(control)))
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    command = "enable_random name=posix/io/rw/*,probability=0.05"
    subprocess.run(["fiu-ctrl", "-f", str(control), "-c", command, str(process.pid)], check=True)
    numbers, reasons = told(process)
    assert reasons, "nothing failed"
    assert set(numbers) <= set(kept(path))


@fault("F64")
def test_where_nothing_may_be_written_it_is_said_and_nothing_is_queued(tmp_path: Path) -> None:
    with mounted(tmp_path / "still") as folder:
        path = folder / "store.db"
        store = opened(path, ManualClock())
        store.writes.submit(said(1)).result()
        store.close()
        remount(folder, "ro")
        with closing(opened(path, ManualClock())) as again, pytest.raises(StoreError) as caught:
            again.writes.submit(said(2)).result()
        assert str(path) in caught.value.hint
        remount(folder, "rw")
        assert kept(path) == [1]


@fault("F75")
@pytest.mark.parametrize("instead", [False, True])
def test_to_a_file_that_was_removed_nothing_is_written(tmp_path: Path, instead: bool) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    path, away = folder / "store.db", tmp_path / "away"
    store = opened(path, ManualClock())
    store.writes.submit(said(0)).result()
    folder.rename(away)
    if instead:
        folder.mkdir()
        path.touch()
    with pytest.raises(StoreError, match="was removed or replaced"):
        store.writes.submit(said(1)).result()
    with ThreadPoolExecutor(1) as thread, pytest.raises(StoreError, match="was removed or replaced"):
        thread.submit(store.boards.all).result()
    assert path.exists() == instead
    if instead:
        shutil.rmtree(folder)
    away.rename(folder)
    store.writes.submit(said(2)).result()
    store.close()
    assert kept(path) == [0, 2]


# --- kills ----------------------------------------------------------------------


@fault("F59")
@slow
@pytest.mark.timeout(900)  # twenty-five starts, which take a minute where nothing else is done
def test_killed_twenty_five_times(tmp_path: Path) -> None:
    path, dice, before = tmp_path / "store.db", Random(7), 0
    for _ in range(25):
        process = writer(path, 100_000)
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "open\n"
        process.stdin.write("\n")
        process.stdin.flush()
        for _ in range(dice.randint(1, 60)):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        rest = process.communicate()[0]
        said_last = [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        found = kept(path)
        assert len(found) > before
        if said_last:
            assert int(said_last[-1].split()[1]) in found[before:]
        before = len(found)


MIGRATIONS = """
import os, signal, sqlite3, shutil, sys
from pathlib import Path
from tui.store.migrate import migrate
old, path = Path(sys.argv[1]), Path(sys.argv[2])
for n in range(1, 10_000):
    for end in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    shutil.copy(old, path)
    child = os.fork()
    if child == 0:
        left = n
        def count(_):
            global left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        conn = sqlite3.connect(path, isolation_level=None)
        conn.execute("PRAGMA journal_mode=WAL")
        conn.set_trace_callback(count)
        migrate(conn)
        os._exit(0)
    done = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    conn = sqlite3.connect(path)
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    shape = sorted(row[0] for row in conn.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    conn.close()
    print(n, done, version, hash("".join(shape)), flush=True)
    if done == 0:
        break
"""


@fault("F68")
@slow
def test_killed_at_any_statement_of_a_migration_a_file_has_one_schema_or_the_next(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    sqlite3.connect(old).close()
    done = subprocess.run(
        [sys.executable, "-c", MIGRATIONS, str(old), str(tmp_path / "m.db")],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    newest = len(list(SCHEMA.glob("[0-9]*_*.sql")))
    assert len(rows) > 50
    assert {version for _, _, version, _ in rows} == set(range(newest + 1))
    assert [status for _, status, _, _ in rows] == [-signal.SIGKILL] * (len(rows) - 1) + [0]
    shapes = {(version, shape) for _, _, version, shape in rows}
    assert len(shapes) == newest + 1, "a schema between two was found"


def with_a_log(tmp_path: Path, without: tuple[str, ...] = ()) -> Path:
    """A copy of a store, five writes in the file itself and four in its log, but its files that end like these."""
    path = tmp_path / "store.db"
    store = opened(path, ManualClock())
    for n in range(5):
        store.writes.submit(said(n)).result()
    store._db.pragma("PRAGMA wal_checkpoint(FULL)").result()
    for n in range(5, 9):
        store.writes.submit(said(n)).result()
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal", "-shm", END):
        if end not in without:
            shutil.copy(f"{path}{end}", copy / f"store.db{end}")
    store.close()
    return copy / "store.db"


@fault("F66")
@pytest.mark.parametrize("journals", [("-wal",), ("-wal", "-shm")])
def test_without_its_log_a_file_opens_with_what_it_had_before_and_says_what_is_missing(
    tmp_path: Path, journals: tuple[str, ...]
) -> None:
    copy = with_a_log(tmp_path, journals)
    store = open_store(copy, ManualClock())
    assert "The last 4 changes made here are missing" in store.notice
    assert "store.db-wal" in store.notice
    store.close()
    assert kept(copy) == [0, 1, 2, 3, 4]
    again = open_store(copy, ManualClock())
    assert not again.notice, "it is told once"
    again.writes.submit(said(9)).result()
    again.close()
    assert kept(copy) == [0, 1, 2, 3, 4, 9]


@fault("F66")
@pytest.mark.parametrize("without", [(), (END,), ("-wal", END)])
def test_with_its_log_or_with_nothing_to_tell_by_nothing_is_said_to_be_missing(
    tmp_path: Path, without: tuple[str, ...]
) -> None:
    store = open_store(with_a_log(tmp_path, without), ManualClock())
    assert not store.notice
    store.close()


def test_a_store_that_is_made_anew_misses_nothing(tmp_path: Path) -> None:
    path = with_a_log(tmp_path)
    for end in ("", "-wal", "-shm"):
        path.with_name(f"store.db{end}").unlink()
    for _ in range(2):
        store = open_store(path, ManualClock())
        assert not store.notice
        store.close()


@pytest.mark.parametrize("broken", [b"", b"\xff", b"none"])
def test_a_tally_that_cannot_be_read_tells_of_no_loss(tmp_path: Path, broken: bytes) -> None:
    path = with_a_log(tmp_path, ("-wal",))
    path.with_name(f"store.db{END}").write_bytes(broken)
    store = open_store(path, ManualClock())
    assert not store.notice
    store.close()


@fault("F73")
def test_without_descriptors_a_write_is_refused_and_the_next_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    process = writer(path, 3)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    held = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (held, held))
    numbers, _ = told(process)
    assert process.returncode in {0, 1}
    assert set(numbers) <= set(kept(path))
