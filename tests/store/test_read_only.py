"""A store on a disk that is full, or that may only be read: what is there is shown, and a write says why not."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.full_disk import full_disk
from tui.clock import ManualClock
from tui.errors import StoreError, Unwritable
from tui.model.change import Change
from tui.model.writes.cards import UpdateCard
from tui.store.opening import open_store
from tui.store.store import Store

BOARD, LIST, CARD = "b" * 24, "c" * 24, "5fc7b7c40000000000000001"


def rename(name: str) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=CARD, name=name)


def is_troubled(store: Store) -> bool:
    return store.trouble is not None


def names(store: Store) -> list[str]:
    return [face.name for face in store.cards.faces(LIST)]


def test_a_full_disk_shows_what_is_there_and_takes_writes_again_when_there_is_room(
    store: Store, path: Path, clock: ManualClock
) -> None:
    store.close()
    with full_disk():
        again = open_store(path, clock)
        told: list[Change] = []
        again.feed.subscribe(told.append)
        assert again.trouble is not None
        assert names(again)[1] == "Card 1"
        with pytest.raises(Unwritable, match="disk"):
            again.writes.submit(rename("No room")).result()
        assert names(again)[1] == "Card 1"
        assert not again.changed_elsewhere()
    again.writes.submit(rename("Room again")).result()
    assert names(again)[1] == "Room again"
    assert not is_troubled(again)
    again.close()
    assert any("sync" in change.nouns for change in told)


def test_a_disk_that_fills_up_while_it_is_open_is_trouble_until_a_write_does_well(store: Store) -> None:
    with full_disk(), pytest.raises(Unwritable):
        store.writes.submit_all([rename("x" * 10_000)] * 10).result()
    assert is_troubled(store)
    assert names(store)[1] == "Card 1"
    store.writes.submit(rename("Room again")).result()
    assert not is_troubled(store)


@pytest.mark.usefixtures("unhurried")
def test_what_stands_in_the_log_of_a_killed_program_is_shown_too(
    store: Store, path: Path, tmp_path: Path, clock: ManualClock
) -> None:
    store.writes.submit(rename("In the log only")).result()
    left = tmp_path / "left" / path.name
    left.parent.mkdir()
    for end in ("", "-wal"):
        shutil.copyfile(f"{path}{end}", f"{left}{end}")
    with full_disk():
        again = open_store(left, clock)
        assert names(again)[1] == "In the log only"
        assert again.trouble is not None
        again.close()


def test_a_file_that_may_only_be_read_says_so_at_the_start(
    store: Store, path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    before = path.read_bytes()
    # Root may write to any file, so its mode cannot be what the test is of.
    monkeypatch.setattr(os, "access", lambda *_: False)
    again = open_store(path, clock)
    assert names(again)[1] == "Card 1"
    assert "may only be read" in str(again.trouble)
    with pytest.raises(Unwritable, match="may only be read"):
        again.writes.submit(rename("No")).result()
    again.close()
    assert path.read_bytes() == before


def test_where_there_is_nothing_to_show_it_is_refused(path: Path, clock: ManualClock) -> None:
    with full_disk(), pytest.raises(StoreError, match="disk"):
        open_store(path, clock)


def test_damage_on_a_full_disk_is_left_for_when_there_is_room(
    store: Store, path: Path, clock: ManualClock, reopen: Callable[[], Store]
) -> None:
    store.close()
    with path.open("r+b") as file:
        file.write(b"garbage of sixteen bytes")
    before = path.read_bytes()
    with full_disk(), pytest.raises(StoreError, match=r"damaged|disk"):
        open_store(path, clock)
    assert path.read_bytes() == before
    assert "repaired" in reopen().notice
