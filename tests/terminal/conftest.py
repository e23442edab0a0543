"""Homes with a board in them, for the real program."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bench.boards import board
from tests.forked import program
from tests.terminal.terminal import Terminal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty CARDSCOUT_HOME."""
    return tmp_path / "home"


@pytest.fixture
def cardscout(home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command of the program in ``home`` and return what it said, on both ways out."""

    def run(*argv: str) -> subprocess.CompletedProcess[str]:
        done = program(*argv, env=os.environ | {"CARDSCOUT_HOME": str(home), "HOME": str(home)}, errors=True)
        with done.stdout as stdout:
            said = stdout.read()
        return subprocess.CompletedProcess(argv, done.wait(60), said)

    return run


@pytest.fixture
def imported(
    cardscout: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> Callable[[dict[str, Any]], str]:
    """Import a board document and return its name."""

    def take(document: dict[str, Any]) -> str:
        path = tmp_path / "board.json"
        path.write_text(json.dumps(document), "utf-8")
        done = cardscout("import", str(path))
        assert done.returncode == 0, done.stdout
        return str(document["name"])

    return take


@pytest.fixture(scope="session")
def small_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the home with the small board is kept once it is made, to be copied: importing it takes a second."""
    return tmp_path_factory.mktemp("small") / "home"


@pytest.fixture
def small(imported: Callable[[dict[str, Any]], str], home: Path, small_home: Path) -> str:
    """A board of 24 cards in 4 lists, in ``home``."""
    document = board(24, lists=4)
    if small_home.exists():
        shutil.copytree(small_home, home, symlinks=True)
    else:
        imported(document)
        shutil.copytree(home, small_home, symlinks=True)
    return str(document["name"])


@pytest.fixture
def start(home: Path) -> Iterator[Callable[..., Terminal]]:
    """Start the program in ``home``; whatever is still running at the end is killed."""
    running: list[Terminal] = []

    def run(*argv: str, **options: Any) -> Terminal:
        terminal = Terminal(argv, home, **options)
        running.append(terminal)
        return terminal

    yield run
    for terminal in running:
        terminal.__exit__(None, None, None)
