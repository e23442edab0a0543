from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.stories.conftest import beginning, hosted, settled, world
from tests.sync.pulling import Pull
from tui.store.opening import open_store
from tui.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tui.clock import Clock, ManualClock

__all__ = ["beginning", "hosted", "pull", "settled", "store", "world"]


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = open_store(tmp_path / "store.db", clock)
    yield opened
    opened.close()


@pytest.fixture
def pull(tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pull]:
    made = Pull(tmp_path / "s.db", clock, monkeypatch)
    yield made
    made.store.close()
