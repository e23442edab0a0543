"""The copies of the day, made without the screens."""

import subprocess
from datetime import timedelta

import pytest

from tui.cli.keep import copies
from tui.clock import SystemClock
from tui.snapshot import Copies

START = copies.start_copying


@pytest.fixture
def started(monkeypatch):
    """The processes that were started to copy, and are waited for here."""
    made: list[subprocess.Popen[bytes]] = []
    real = START

    def start(data):
        made.append(real(data))
        assert made[-1].wait(60) == 0
        return made[-1]

    monkeypatch.setattr(copies, "start_copying", start)
    return made


def test_a_command_has_the_days_copies_made_once(program, started):
    program.read("board", "new", "Bakery")
    data = program.home / "data"
    assert len(started) == 1
    assert [len(Copies(data).of(stem)) for stem in ("server", "store-local")] == [1, 1]
    program.read("board", "new", "Another")
    program.read("boards")
    assert len(started) == 1
    tomorrow = SystemClock().now() + timedelta(days=1)
    copies.copy_beside(data, tomorrow)
    copies.copy_beside(data, tomorrow)
    assert len(started) == 2


def test_a_command_that_fails_has_them_made_too(program, started):
    assert program("cards", "no such board").exit_code != 0
    assert len(started) == 1


def test_where_nothing_is_nothing_is_started_or_made(tmp_path, started):
    copies.copy_beside(tmp_path, SystemClock().now())
    assert started == []
    assert [*tmp_path.iterdir()] == []
