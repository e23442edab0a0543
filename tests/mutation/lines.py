"""Which lines each test runs: a plugin of pytest that looks on, and the file it keeps that in."""

import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from inspect import CO_NEWLOCALS
from pathlib import Path
from types import CodeType, FrameType
from typing import Self

import pytest

Tracer = Callable[[FrameType, str, object], "Tracer | None"]
"""What Python tells of each line that runs."""

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutants" / "lines.json"


def in_function(code: CodeType) -> bool:
    """Whether code is a function's: the body of a module or of a class has no fast locals, and runs at import."""
    return bool(code.co_flags & CO_NEWLOCALS)


def digest(path: Path) -> str:
    """What a file says, in short."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


@dataclass
class Lines:
    """Lines that tests run; a bit of a number is a line of a module."""

    sources: dict[str, str] = field(default_factory=dict)
    """The modules, with what they said then."""
    files: dict[str, str] = field(default_factory=dict)
    """The files of tests, with what they said then."""
    seconds: dict[str, float] = field(default_factory=dict)
    """The processor's time of each test, looked on: what else the machine does is not counted."""
    ran: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of each test the lines of each module, as a hexadecimal number."""
    libraries: list[str] = field(default_factory=list)
    """What else the tests import."""

    @classmethod
    def kept(cls) -> Self:
        """What was seen last time."""
        return cls(**json.loads(KEPT.read_text("utf-8"))) if KEPT.exists() else cls()

    def keep(self) -> None:
        """Write it down for the next time."""
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(asdict(self)), "utf-8")

    def forget(self, file: str) -> None:
        """Take out the tests of a file."""
        self.files.pop(file, None)
        for test in [test for test in self.ran if test.startswith(f"{file}::")]:
            del self.ran[test], self.seconds[test]

    def files_of(self, modules: set[str]) -> set[str]:
        """The files of those tests that run anything of some modules."""
        return {test.partition("::")[0] for test, ran in self.ran.items() if modules & ran.keys()}

    def tests_of(self, wanted: Mapping[str, set[int] | None], module: str) -> Iterator[tuple[str, int]]:
        """The tests that run one of some lines, by module, or any line, and how many lines each runs of one module."""
        masks = {
            path: None if lines is None else sum(1 << line for line in lines)
            for path, lines in wanted.items()
        }
        for test, modules in self.ran.items():
            ran = {path: int(bits, 16) for path, bits in modules.items() if path in masks}
            if any(masks[path] is None or bits & (masks[path] or 0) for path, bits in ran.items()):
                yield test, int(modules.get(module, "0"), 16).bit_count()


class Onlooker:
    """Notes what each test runs of some modules."""

    def __init__(self, lines: Lines, modules: list[Path]) -> None:
        self.lines = lines
        self.names = {str(path): path.relative_to(ROOT).as_posix() for path in modules}
        self.seen: dict[str, set[int]] = {path: set() for path in self.names}

    def look(self, frame: FrameType, event: str, arg: object) -> Tracer | None:
        """Look into a function if it is of those modules.

        Only the first test that imports a module runs what is outside of its functions: that says nothing of the others.
        """
        seen = self.seen.get(frame.f_code.co_filename)
        if seen is None or not in_function(frame.f_code):
            return None

        def step(frame: FrameType, event: str, arg: object) -> Tracer:
            if event == "line":
                seen.add(frame.f_lineno)
            return step

        return step

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Look on while a test runs, with what it needs."""
        for seen in self.seen.values():
            seen.clear()
        began = time.process_time()
        threading.settrace(self.look)
        sys.settrace(self.look)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self.lines.seconds[item.nodeid] = round(time.process_time() - began, 3)
            self.lines.ran[item.nodeid] = {
                self.names[path]: f"{sum(1 << line for line in set(seen)):x}"
                for path, seen in self.seen.items()
                if seen
            }

    def pytest_sessionfinish(self) -> None:
        """Keep it."""
        ours = ("tui", "tests", "_pytest", "pytest", "conftest", "__main__")
        found = {name for name in sys.modules if name.partition(".")[0] not in ours}
        self.lines.libraries = sorted(found | set(self.lines.libraries))
        self.lines.keep()
