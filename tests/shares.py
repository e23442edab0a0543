"""What the workers of a run share: where nothing is compiled yet, each would rewrite the asserts of every file."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent


def import_share(args: Iterable[str]) -> None:
    """Import this worker's share of the tests in ``args``, which the others then find compiled."""
    worker, workers = os.environ.get("PYTEST_XDIST_WORKER"), os.environ.get("PYTEST_XDIST_WORKER_COUNT")
    if worker is None or workers is None:
        return
    for path in sorted(_tests(args))[int(worker.removeprefix("gw")) :: int(workers)]:
        # What is wrong with it is told where it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(_ROOT).with_suffix("").parts))


def _tests(args: Iterable[str]) -> Iterator[Path]:
    """The files of tests in the folders that are named."""
    for folder in {Path(arg).resolve() for arg in args}:
        if folder.is_relative_to(_ROOT):
            yield from folder.rglob("test_*.py")
