"""A large import reads back by a second process: whichever of the two is killed, the import stays whole."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest

from tests.bench.boards import board
from tests.cli import conftest as cli
from tests.cli.conftest import Program
from tests.forked import Forked
from tests.thinned import thinned
from tui.cli import transfer
from tui.cli.start import main
from tui.server.process import ServerProcess
from tui.server.storage import db
from tui.sync.reading import pace

pytestmark = pytest.mark.slow
program = cli.program
CARDS, PAGE = 220, 50


def begins_first(reader: ServerProcess, line: socket.socket, real: Any = ServerProcess._has_begun) -> bool:
    """Wait until the process has opened the file, where the program answers itself until then."""
    if not reader._ready:
        select.select([line], [], [])
    return bool(real(reader, line))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board(CARDS)))
    return path


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the board for a large one, of several pages."""
    monkeypatch.setattr(transfer, "_MANY", CARDS)
    monkeypatch.setattr(pace, "LARGE_PAGE", PAGE)
    monkeypatch.setattr(ServerProcess, "_has_begun", begins_first)


def names(program: Program) -> set[str]:
    return {card["name"] for card in program.json("cards", f"{CARDS} cards")}


def written(file: Path) -> set[str]:
    return {card["name"] for card in json.loads(file.read_text())["cards"]}


@pytest.mark.usefixtures("large")
def test_a_large_board_is_read_back_by_another_process(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, real = list[str](), ServerProcess.ask

    def counted(reader: ServerProcess, target: bytes) -> Any:
        asked.append(target.decode().partition("?")[0].rpartition("/")[2])
        return real(reader, target)

    monkeypatch.setattr(ServerProcess, "ask", counted)
    assert f"{CARDS} cards" in program.read("import", str(file))
    assert asked.count("cards") == CARDS // PAGE + 2, "its pages, and one for archived cards"
    assert names(program) == written(file)


def test_a_small_one_starts_no_other_process(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = list[str]()
    monkeypatch.setattr(ServerProcess, "start", lambda _, id_member: started.append(id_member))
    program.read("import", str(file))
    assert not started
    monkeypatch.setattr(transfer, "_MANY", CARDS)
    program.read("import", str(file), "--copy")
    assert len(started) == 1


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("last", thinned([0, 2], 2, first=1))
def test_where_the_other_process_is_killed_the_next_command_reads_the_board(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    pages, real = list[bytes](), ServerProcess.ask

    def mortal(reader: ServerProcess, target: bytes) -> Any:
        if b"/cards?" in target:
            pages.append(target)
            if len(pages) > last and (child := reader._process) is not None:
                child.kill()
                child.wait()
        return real(reader, target)

    monkeypatch.setattr(ServerProcess, "ask", mortal)
    result = program("import", str(file))
    assert result.exit_code == 4
    assert result.stdout.startswith(f"imported '{CARDS} cards'")
    assert "the line broke" in result.stderr
    assert "the next command reads it" in result.stderr
    assert names(program) == written(file)


def imports(home: str, file: str, signal_number: str, page: str, cores: str) -> None:
    """Import as the program, and send it the signal when it asks for that page."""
    os.environ["CARDSCOUT_HOME"] = home
    if cores == "one" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    left = [int(page)]
    _watched_to_the_end()
    # A shell that runs the tests in the background lets them ignore it, and so would this.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    transfer._MANY, pace.LARGE_PAGE = CARDS, PAGE
    real = ServerProcess.ask

    def mortal(reader: ServerProcess, target: bytes) -> Any:
        left[0] -= b"/cards?" in target
        if not left[0]:
            # Heard before the rest is read; a signal that comes just before the main thread falls asleep does not wake it.
            for _ in range(60):
                os.kill(os.getpid(), int(signal_number))
                if heard.wait(1):
                    break
        return real(reader, target)

    patched: Any = ServerProcess
    patched.ask, patched._has_begun = mortal, begins_first
    heard = _interrupts()
    sys.argv[:] = ["cardscout", "import", file]
    main()


def _interrupts() -> Event:
    """Return what is set once the main thread has been interrupted."""
    heard, runner = Event(), cast("Any", asyncio.Runner)
    interrupt = runner._on_sigint

    def hear(*args: Any, **named: Any) -> None:
        heard.set()
        interrupt(*args, **named)

    runner._on_sigint = hear
    return heard


def _watched_to_the_end() -> None:
    """Give the other process our standard output too: whoever reads that to its end waits for both."""
    real: Any = subprocess.Popen

    def popen(*args: Any, **how: Any) -> Any:
        return real(*args, **how, pass_fds=(1,))

    patched: Any = subprocess
    patched.Popen = popen


def run(program: Program, file: Path, number: int, page: int, cores: str = "all") -> tuple[int, str]:
    process = Forked(imports, str(program.home), str(file), str(number), str(page), cores, errors=True)
    with process.stdout as said:
        told = said.read()
    return process.wait(60), told


def test_nothing_is_left_of_an_import_that_is_killed(program: Program, file: Path) -> None:
    code, told = run(program, file, signal.SIGKILL, 3)
    assert code == -signal.SIGKILL, told
    assert names(program) == written(file)
    assert matches(program, file) == written(file)


def matches(program: Program, file: Path) -> set[str]:
    """Return the cards that the server's search finds by the word that all names of the file begin with."""
    words = ("query=C0", "partial=true", "modelTypes=cards", "cards_limit=1000")
    found = json.loads(program.read("api", "board", "get", "/1/search", *words))
    return {card["name"] for card in found["cards"]}


@pytest.mark.usefixtures("large")
def test_the_search_finds_what_was_imported(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, indexed, real = Event(), Event(), ServerProcess.ask

    def index(engine: Any, real: Any = db.index_texts) -> None:
        assert begun.wait(10), "the board is read meanwhile"
        real(engine)
        indexed.set()

    def ask(reader: ServerProcess, target: bytes) -> Any:
        if b"/cards?" in target:
            begun.set()
        return real(reader, target)

    monkeypatch.setattr(db, "index_texts", index)
    monkeypatch.setattr(ServerProcess, "ask", ask)
    program.read("import", str(file))
    assert indexed.is_set()
    assert matches(program, file) == written(file)


def test_nothing_is_left_of_an_import_that_is_interrupted(program: Program, file: Path) -> None:
    code, told = run(program, file, signal.SIGINT, 3)
    assert code in {1, 130}, told
    assert "Traceback" not in told
    assert names(program) == written(file)


def test_one_core_is_enough(program: Program, file: Path) -> None:
    code, told = run(program, file, signal.SIGKILL, 99, "one")
    assert code == 0, told
    assert names(program) == written(file)
