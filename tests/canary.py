"""Looks, over a whole run of the tests, for tokens where none may be: ``pytest -p tests.canary`` (``make canary``).

Every token and key of the run has a shape nothing else has, so one pattern finds whichever leaked: in a file that a
test left behind, in what was logged, in the arguments of a process, in the environment of a child of the program.
"""

import os
import re
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

SECRET = re.compile(rb"ATTA[0-9a-f]{72}|cse_[\w-]{43}|CANARY[\w+/=]{4,}")
"""A token of the board service, a key of the directory, and what tests of secrets plant."""

MAY_HOLD = {
    "token": "what a test gives the program to read",
}
"""Files that hold a secret on purpose, and why."""

_PAUSE = 0.1
_PIECE = 1 << 20
_LONGEST = 128
"""Bytes that two pieces of a file share, so that nothing hides in the seam."""


class Processes(threading.Thread):
    """Watches the processes this run starts, ten times a second."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ended = threading.Event()
        self.leaks: set[str] = set()

    def run(self) -> None:
        """Watch until ``ended``."""
        while not self.ended.wait(_PAUSE):
            self.leaks.update(leaks_of(os.getpid()))


def leaks_of(root: int) -> Iterator[str]:
    """What the processes below ``root`` show of a secret."""
    parents = {pid: parent for pid, parent in _processes() if pid != os.getpid()}
    for pid in parents:
        above = list(_above(pid, parents))
        if root not in above:
            continue
        if found := SECRET.search(_read(pid, "cmdline")):
            yield f"arguments of a process: {_told(found)}"
        # The program itself may be given a secret that way; whatever it starts may not have it.
        ours = any(b"tui" in _read(each, "cmdline").split(b"\0") for each in above)
        if ours and (found := SECRET.search(_read(pid, "environ"))):
            yield f"environment of a child of the program: {_told(found)}"


def _processes() -> Iterator[tuple[int, int]]:
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            stat = _read(int(place.name), "stat").rpartition(b")")[2].split()
            if stat:
                yield int(place.name), int(stat[1])


def _above(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while (pid := parents.get(pid, 0)) > 1:
        yield pid


def _read(pid: int, what: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{what}").read_bytes()
    except OSError:
        return b""


def _told(found: re.Match[bytes]) -> str:
    """What was found, so that it can be looked for and is not told once more."""
    return f"{found[0][:8].decode('ascii', 'replace')}… at {found.start()}"


def leaks_in(root: Path) -> Iterator[str]:
    """Files below ``root`` that hold a secret."""
    for above, _, names in os.walk(root):
        for name in names:
            path = Path(above, name)
            if not any(path.match(pattern) for pattern in MAY_HOLD) and (found := _first(path)):
                yield f"{path}: {found}"


def _first(path: Path) -> str:
    if path.is_symlink() or not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            rest = b""
            while piece := file.read(_PIECE):
                if found := SECRET.search(rest + piece):
                    return _told(found)
                rest = piece[-_LONGEST:]
    except OSError:
        # A socket's or a process's file that went meanwhile, or one that the test closed to everybody.
        return ""
    return ""


class Canary:
    """Watches one process of the run; with xdist each has its own."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._processes = Processes()
        self.leaks: list[str] = []

    def pytest_sessionstart(self) -> None:
        self._processes.start()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for what, text in (("log", report.caplog), ("stderr", report.capstderr)):
            if found := SECRET.search(text.encode("utf-8", "replace")):
                self.leaks.append(f"{what} of {report.nodeid}: {_told(found)}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._processes.ended.set()
        self._processes.join()
        self.leaks += sorted(self._processes.leaks)
        if not hasattr(self._config, "workerinput"):
            factory = self._config._tmp_path_factory  # type: ignore[attr-defined]  # pytest shows it to fixtures only
            self.leaks += leaks_in(factory.getbasetemp())
        if self.leaks:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            if (output := getattr(self._config, "workeroutput", None)) is not None:
                output["leaks"] = self.leaks

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take over what a process of xdist found."""
        self.leaks += getattr(node, "workeroutput", {}).get("leaks", [])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("secrets where none may be")
        _tell(terminalreporter, self.leaks)


def _tell(reporter: pytest.TerminalReporter, leaks: Iterable[str]) -> None:
    for leak in (told := list(dict.fromkeys(leaks))):
        reporter.write_line(leak, red=True)
    reporter.write_line(f"{len(told)} found", green=not told)


def pytest_configure(config: pytest.Config) -> None:
    """Take part in the run."""
    config.pluginmanager.register(Canary(config), "canary-of-secrets")
