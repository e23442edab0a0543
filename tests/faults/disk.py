"""Disks that are full, small, read-only or removed, where this machine lets a test have one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@contextmanager
def mounted(folder: Path, size: str = "3m") -> Iterator[Path]:
    """A file system of its own at ``folder``; the test is skipped where none may be mounted."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a file system of its own")
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def remount(folder: Path, how: str) -> None:
    """Let ``folder``'s file system be written (``rw``) or not (``ro``) from now on."""
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


def writer(path: Path, count: int, size: int = 1, before: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """writer.py as a process, under ``before``."""
    return subprocess.Popen(
        [*before, sys.executable, str(ROOT / "tests/faults/writer.py"), str(path), str(count), str(size)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
