"""Access to the log of firings, which shows what the rules did."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tui.store.firing_records import RuleFiring
from tui.store.firings import DATABASE, FiringLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tui.clock import Clock

__all__ = ["DATABASE", "FiringLog", "RuleFiring", "firings"]


@contextmanager
def firings(folder: Path, clock: Clock) -> Iterator[FiringLog]:
    """Open the log of firings in a data directory for the block.

    Raises:
        StoreError: It cannot be opened.
    """
    log = FiringLog(folder / DATABASE, clock)
    try:
        yield log
    finally:
        log.close()
