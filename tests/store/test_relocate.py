"""The files of an account are moved and deleted together, or not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.conftest import BOARD, seed
from tui.clock import ManualClock
from tui.errors import StoreBusy, StoreError
from tui.snapshot import Copies
from tui.store import relocate
from tui.store.opening import open_store
from tui.store.relocate import HalfMoved
from tui.store.store import Store

Opener = Callable[[], Store]


@pytest.fixture
def closed(path: Path, reopen: Opener) -> Path:
    """A store that nobody has open, with a spooled file, and a damaged one that was set aside."""
    store = reopen()
    store.arrive(seed()).result()
    store.close()
    spooled = path.with_name(f"{path.stem}-files")
    spooled.mkdir(exist_ok=True)
    (spooled / "brief.txt").write_text("the brief")
    path.with_name(f"{path.name}.damaged-1").write_text("set aside")
    return path


def there(path: Path) -> set[str]:
    found = {each.relative_to(path.parent).as_posix() for each in path.parent.rglob("*")}
    return found - {"in-use.lock"}


@pytest.fixture
def target(closed: Path) -> Path:
    return closed.with_name("other.db")


def test_a_store_moves_with_all_that_is_its(closed: Path, target: Path, clock: ManualClock) -> None:
    relocate.move(closed, target)
    assert there(target) == {"other.db", "other-files", "other-files/brief.txt", "other.db.damaged-1"}
    store = open_store(target, clock)
    try:
        assert store.boards.get(BOARD) is not None
    finally:
        store.close()


def test_where_no_store_is_nothing_is_moved_or_deleted(tmp_path: Path) -> None:
    relocate.move(tmp_path / "none.db", tmp_path / "other.db")
    relocate.delete(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_no_store_is_moved_onto_another(closed: Path, target: Path) -> None:
    target.write_text("another")
    with pytest.raises(StoreError, match="There is a store at"):
        relocate.move(closed, target)
    assert target.read_text() == "another"
    assert closed.exists()


def test_a_store_that_is_open_is_neither_moved_nor_deleted(
    closed: Path, target: Path, reopen: Opener
) -> None:
    reopen()
    before = there(closed)
    with pytest.raises(StoreBusy, match="open"):
        relocate.move(closed, target)
    with pytest.raises(StoreBusy, match="open"):
        relocate.delete(closed)
    assert there(closed) == before


def test_a_damaged_store_is_not_moved_but_deleted(closed: Path, target: Path) -> None:
    closed.write_bytes(b"no database at all, and long enough to be looked at" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        relocate.move(closed, target)
    relocate.delete(closed)
    assert there(closed) == set()


@pytest.mark.parametrize("failing", ["store-files", "store.db", "store.db.damaged-1"])
def test_a_move_that_fails_is_taken_back(
    closed: Path, target: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rename = there(closed), Path.rename

    def fails(self: Path, to: Path) -> Path:
        if self.name == failing:
            raise OSError(28, "No space left on device")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(StoreError, match="cannot be moved: No space left on device") as caught:
        relocate.move(closed, target)
    assert not isinstance(caught.value, HalfMoved)
    assert there(closed) == before


def test_a_move_that_cannot_be_taken_back_is_completed_by_another(
    closed: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def fails(self: Path, to: Path) -> Path:
        if self == closed or self.name == "other-files":
            raise OSError(5, "Input/output error")
        return rename(self, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", fails)
        with pytest.raises(HalfMoved, match="Input/output error"):
            relocate.move(closed, target)
    assert closed.exists()
    assert target.with_name("other-files").exists()
    relocate.move(closed, target)
    assert there(target) == {"other.db", "other-files", "other-files/brief.txt", "other.db.damaged-1"}


def test_copies_go_with_their_store(closed: Path, target: Path, clock: ManualClock) -> None:
    copies = Copies(closed.parent)
    copies.daily([closed], clock.now())
    assert len(copies.of("store")) == 1
    relocate.move(closed, target)
    assert (len(copies.of("store")), len(copies.of("other"))) == (0, 1)
    relocate.delete(target)
    assert copies.of("other") == []


def test_a_file_that_cannot_be_deleted_is_told(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Path, *, missing_ok: bool = False) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", fails)
    with pytest.raises(StoreError, match="cannot be taken away: Read-only file system"):
        relocate.delete(closed)
