"""Tries mutants in forks of a process that has read the tests: a function gets the code of its mutant, and no more is read.

What is run when a module is imported cannot be changed afterwards: such a mutant is left to be tried in a new process.
"""

import ast
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutation.lines import ROOT, Lines, Onlooker, in_function
from tests.mutation.operators import mutated

LATER = 44
"""What a process ends with that could not try its mutant."""


class Session:
    """Lets others try mutants once the tests are collected, in place of running them."""

    def __init__(self, modules: list[Path]) -> None:
        self._onlooker = Onlooker(Lines(), modules)
        self._items: dict[str, pytest.Item] = {}
        self._tries = False

    def pytest_collection(self) -> None:
        """Look on at what is run while modules are imported."""
        sys.settrace(self._onlooker.look)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Know the tests by their names."""
        sys.settrace(None)
        self._items = {item.nodeid: item for item in session.items}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End the process of a mutant that a test found."""
        if self._tries and report.failed:
            print(report.nodeid, report.longreprtext, flush=True)
            os._exit(pytest.ExitCode.TESTS_FAILED)

    def attempt(self, path: str, line: int, number: int | None, tests: list[str], folder: Path) -> None:
        """Run tests on a mutant, in a process of its own, which ends; without a number on the program as it is."""
        seen = self._onlooker.seen[str(ROOT / path)]
        items = [self._items[test] for test in tests if test in self._items]
        if line in seen or not items or (number is not None and not put_in(path, number)):
            os._exit(LATER)
        self._tries = True
        session, config = items[0].session, items[0].config
        session.items = items
        factory = config._tmp_path_factory  # type: ignore[attr-defined]  # pytest tells nobody else where its folder is
        factory._given_basetemp = folder
        for at, item in enumerate(items):
            following = items[at + 1] if at + 1 < len(items) else None
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        os._exit(pytest.ExitCode.OK)


def put_in(path: str, number: int) -> bool:
    """Give a function the code of its mutant; whether there is such a function."""
    file = str(ROOT / path)
    source = Path(file).read_text("utf-8")
    was, new = (
        compile(tree, file, "exec", dont_inherit=True)
        for tree in (ast.parse(source), mutated(source, number))
    )
    changed = {
        (one.co_qualname, one.co_firstlineno): other
        for one, other in zip(_functions(was), _functions(new), strict=True)
        if one != other
    }
    found = False
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == file:
            code = changed.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            # A change that leaves out what is of an outer function cannot be put in.
            with suppress(ValueError):
                if code is not None:
                    each.__code__ = code
                    found = True
    return found


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, not those within functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if in_function(each):
                yield each
            else:
                yield from _functions(each)
