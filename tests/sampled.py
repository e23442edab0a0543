"""The sample data of a first start, made once a run: inventing its people takes longer than most tests."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from tests.shares import made_once
from tui.clock import Clock, SystemClock
from tui.server.demo_data import seed
from tui.server.run import LocalServer
from tui.server.storage.place import FILE


class SampledServers:
    """Copies of a server with the sample, for each new one of this process that goes by the system's clock.

    Args:
        factory: Of the folder for the server that is copied, which all workers share.
    """

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        self._factory, self._making = factory, Lock()
        self._open = LocalServer.open

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Let new servers begin as copies, and what is invented for others be invented once."""

        def open_copy(data: Path, clock: Clock, *, sample: bool = True, **more: Any) -> LocalServer:
            # With a clock that a test sets, the sample is of the time that it tells.
            if sample and isinstance(clock, SystemClock) and more.get("database") is None:
                self._copy_to(data)
            return self._open(data, clock, sample=sample, **more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(LocalServer, "open", staticmethod(open_copy))
            patch.setattr(seed, "invent_directory", cache(seed.invent_directory))
            yield

    def _copy_to(self, data: Path) -> None:
        """Put the file of a server that was just made into ``data``, unless there is one, or no place for it."""
        with self._making:
            made = made_once(self._factory, "sampled", self._make)
        if not (data / FILE).exists():
            with suppress(OSError):
                shutil.copytree(made, data, dirs_exist_ok=True)

    def _make(self, folder: Path) -> None:
        self._open(folder, SystemClock()).close()
