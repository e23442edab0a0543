"""Copies of files wait safely, and those that nobody needs go."""

import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from tui.clock import ManualClock
from tui.errors import StoreError, UsageError
from tui.store.spool import Spool


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    return Spool(tmp_path / "files")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "brief.txt"
    path.write_bytes(b"the brief")
    return path


def test_a_copy_is_private_and_outlives_its_original(spool: Spool, file: Path, tmp_path: Path) -> None:
    name, size = spool.take(file)
    file.unlink()
    with spool.open(name, size) as copy:
        assert copy.read() == b"the brief"
    assert stat.S_IMODE((tmp_path / "files").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "files" / name).stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "files").iterdir()] == [name]


def test_the_same_file_twice_is_two_copies(spool: Spool, file: Path) -> None:
    first, size = spool.take(file)
    second, _ = spool.take(file)
    spool.forget(first)
    spool.forget(first)
    with spool.open(second, size) as copy:
        assert copy.read() == b"the brief"


def test_a_copy_that_is_gone_or_cut_is_told(spool: Spool, file: Path) -> None:
    name, size = spool.take(file)
    with pytest.raises(UsageError, match="not there"):
        spool.open(name, size + 1)
    spool.forget(name)
    with pytest.raises(UsageError, match="not there"):
        spool.open(name, size)


def test_a_name_that_is_of_no_copy_leads_nowhere(spool: Spool, file: Path, tmp_path: Path) -> None:
    """A store that came with a backup from elsewhere may name any file of the user's."""
    spool.take(file)
    (tmp_path / "files" / "id_rsa").write_bytes(b"the brief")
    for name in ("../brief.txt", str(file), "id_rsa", ""):
        with pytest.raises(UsageError, match="not there any more"):
            spool.open(name, len(b"the brief"))
        spool.forget(name)
    assert file.exists()
    assert (tmp_path / "files" / "id_rsa").exists()


def test_a_file_too_large_is_told_and_leaves_nothing(
    spool: Spool, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.store.spool.LARGEST", 4)
    with pytest.raises(UsageError, match="larger"):
        spool.take(file)
    assert list((tmp_path / "files").iterdir()) == []


def test_only_old_ones_that_nobody_needs_go(spool: Spool, file: Path, tmp_path: Path) -> None:
    clock = ManualClock()
    needed, old, young = (spool.take(file)[0] for _ in range(3))
    now = clock.now()
    for name, days in ((needed, 3), (old, 3), (young, 0)):
        at = (now - timedelta(days=days)).timestamp()
        os.utime(tmp_path / "files" / name, (at, at))
    spool.sweep({needed}, now - timedelta(days=1))
    assert {path.name for path in (tmp_path / "files").iterdir()} == {needed, young}
    Spool(tmp_path / "none").sweep((), now)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="is no file"):
        Spool(tmp_path / "spool").take(tmp_path / "pipe")


def test_a_copy_that_cannot_be_kept_is_told_with_what_to_do(tmp_path: Path, file: Path) -> None:
    (tmp_path / "full").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match=r"brief.txt could not be kept for sending: .+\.") as failed:
        Spool(tmp_path / "full").take(file)
    assert "Make room" in failed.value.hint
    assert file.exists()
