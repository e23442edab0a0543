"""A store is opened: its file is checked, repaired and compared with its counter."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, card_id
from tui.clock import ManualClock
from tui.errors import StoreError, StoreTooNew
from tui.model.writes.cards import UpdateCard
from tui.store.faults import mark_damaged, marker
from tui.store.opening import open_store
from tui.store.store import Store

CARD = card_id(1)


def rename(name: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=name)


def test_a_file_of_a_newer_cardscout_is_left_as_it_is(store: Store, path: Path, clock: ManualClock) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 9999")
        conn.commit()
    with pytest.raises(StoreTooNew):
        open_store(path, clock)
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("SELECT name FROM cards WHERE id = ?", (CARD,)).fetchone() == ("Card 1",)


def test_a_marked_store_is_looked_at_and_kept_where_it_is_sound(
    store: Store, path: Path, reopen: Callable[[], Store]
) -> None:
    store.close()
    mark_damaged(path)
    again = reopen()
    assert [board.name for board in again.boards.all()] == ["Sales"]
    assert not marker(path).exists()


def test_damage_that_the_first_reads_meet_is_repaired_in_the_same_start(
    store: Store, path: Path, reopen: Callable[[], Store]
) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE docs SET base = x'ff' WHERE noun = 'boards'")
        conn.execute("UPDATE boards SET payload = x'ff'")
        conn.commit()
    again = reopen()
    assert "kept as" in again.notice
    assert again.writes.submit(rename("Ana")).result().state == "waiting"


def test_writes_that_a_copied_file_does_not_have_are_told(
    store: Store, path: Path, reopen: Callable[[], Store]
) -> None:
    store.close()
    before = path.read_bytes()
    again = reopen()
    again.writes.submit(rename("Ana")).result()
    again.close()
    path.write_bytes(before)
    for beside in (f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(beside).unlink(missing_ok=True)
    assert "The last change made here is missing" in reopen().notice
    assert reopen().notice == ""


def test_a_store_where_no_folder_can_be_is_refused(tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        open_store(tmp_path / "file" / "store.db", clock)
