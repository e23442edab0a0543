"""What the workers of a run share: compiled tests, and folders that take long to make."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker in need of it makes, for all of them to copy.

    Args:
        factory: Of the worker; all have one folder above.
        name: The folder's, the same in each worker.
        make: Called with a new folder; what it leaves behind if it fails is made anew by the next.
    """
    base = factory.getbasetemp()
    root = base if "PYTEST_XDIST_WORKER" not in os.environ else base.parent
    folder, begun = root / name, root / f"{name}.begun"
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(begun, ignore_errors=True)
            begun.mkdir(mode=0o700)
            make(begun)
            begun.rename(folder)
    return folder


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
