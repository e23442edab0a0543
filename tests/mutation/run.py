"""Takes a sample of the mutants of some modules and runs the tests that run the changed line: ``make mutants``.

The sample is the seed's: the same seed on the same tree is the same sample. A mutant is killed if a test fails, or hangs.
"""

import argparse
import ast
import importlib
import importlib.machinery
import importlib.util
import multiprocessing as mp
import multiprocessing.connection
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutation.lines import ROOT, Lines, Onlooker, digest, in_function
from tests.mutation.operators import Mutant, mutants, mutated
from tests.mutation.quick import LATER, Session

AREAS = {
    "store": ["tui/store"],
    "sync": ["tui/sync"],
    "api": ["tui/api"],
    "payments": [
        "tui/sync/enrich/payments.py",
        "tui/store/enrich/ledger.py",
        "tui/store/enrich/reservations.py",
        "tui/store/enrich/settlement.py",
    ],
}
TESTS = (
    "store", "sync", "api", "services", "stories", "contract", "rules", "test_workspace.py", "test_login.py",
)  # fmt: skip
"""Where their tests are, less those of the screens and of the command line; to log in, the client needs the server."""

EQUIVALENT = ROOT / "tests/mutation/equivalent.toml"
PATIENCE = 25.0
"""Seconds of tests a mutant is given, those first that are about its module."""

QUIET = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--hypothesis-seed=0"]
REWRITTEN = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]


@dataclass(frozen=True)
class Candidate:
    """A mutant, and the module it is of."""

    area: str
    path: str
    mutant: Mutant

    def __str__(self) -> str:
        made = self.mutant
        return f"{self.path}:{made.line}  {made.kind}\n    - {made.before}\n    + {made.after}"


def modules(area: str) -> list[Path]:
    """The files of an area; what has an area of its own is not in the larger one."""
    found = [
        path
        for place in AREAS[area]
        for path in (sorted((ROOT / place).rglob("*.py")) if (ROOT / place).is_dir() else [ROOT / place])
    ]
    apart = {ROOT / place for other, places in AREAS.items() if other != area for place in places}
    return [path for path in found if path not in apart and path.name != "__init__.py"]


def equivalent() -> set[tuple[str, str, str]]:
    """The mutants that do what the program does."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(each["path"], each["before"], each["after"]) for each in listed}


def candidates(area: str, *, whole: bool = False) -> list[Candidate]:
    """All mutants of an area; the whole of them with those that are none."""
    same = set[tuple[str, str, str]]() if whole else equivalent()
    return [one for one in _all_of(area) if (one.path, one.mutant.before, one.mutant.after) not in same]


@cache
def _all_of(area: str) -> tuple[Candidate, ...]:
    """Every mutant of an area; made once, since that takes a second."""
    return tuple(
        Candidate(area, path.relative_to(ROOT).as_posix(), mutant)
        for path in modules(area)
        for mutant in mutants(path.read_text("utf-8"))
    )


def sample(seed: int, count: int, areas: Iterable[str] = AREAS) -> list[Candidate]:
    """As many of each area, and the same ones for the same seed."""
    found = []
    for area in areas:
        every = candidates(area)
        found += random.Random(f"{seed} {area}").sample(every, min(count, len(every)))
    return found


def seen() -> Lines:
    """Which lines each test runs; only what is not known yet is run for it."""
    lines, watched = Lines.kept(), [path for area in AREAS for path in modules(area)]
    sources = {path.relative_to(ROOT).as_posix(): digest(path) for path in watched}
    # What a test does can only be different where something that it ran is.
    for file in lines.files_of({path for path, said in sources.items() if lines.sources.get(path) != said}):
        lines.forget(file)
    lines.sources = sources
    places = [ROOT / "tests" / name for name in TESTS]
    found = [path for place in places for path in (place.rglob("test_*.py") if place.is_dir() else [place])]
    files = {path.relative_to(ROOT).as_posix(): digest(path) for path in sorted(found)}
    for file in [file for file, said in lines.files.items() if files.get(file) != said]:
        lines.forget(file)
    if fresh := [file for file in files if file not in lines.files]:
        print(f"looking on at the tests of {len(fresh)} files", flush=True)
        lines.files = files
        process = mp.get_context("fork").Process(target=_look_on, args=(lines, watched, fresh))
        process.start()
        process.join()
        lines = Lines.kept()
    return lines


def _look_on(lines: Lines, watched: list[Path], files: list[str]) -> None:
    _store_examples_elsewhere()
    sys.exit(pytest.main([*QUIET, "--timeout=600", *files], plugins=[Onlooker(lines, watched)]))


def chosen(lines: Lines, candidate: Candidate) -> list[str]:
    """The tests that run the line, nearest first, as many as there is patience for.

    A line outside of functions is run when the module is imported: then it is the tests that run what uses it, and
    after them those that run anything of the module.
    """
    path, line = candidate.path, candidate.mutant.line
    found = dict(lines.tests_of({path: {line}}, path))
    if _at_import(candidate):
        found |= dict(lines.tests_of(_uses(candidate), path))
    nearest = _nearest(found, path)
    if _at_import(candidate):
        rest = dict(lines.tests_of({path: None}, path))
        nearest += _nearest({test: count for test, count in rest.items() if test not in found}, path)
    tests, left = [], PATIENCE
    for test in nearest:
        seconds = lines.seconds.get(test, 1.0)
        if seconds <= left:
            tests.append(test)
            left -= seconds
    # Where each takes longer than that, one is run all the same.
    return tests or nearest[:1]


def _nearest(found: Mapping[str, int], path: str) -> list[str]:
    """Tests by how near they are: those of the module's own files, then of its floor, then of others.

    Of files that are as near one test of each comes first, and then the next of each.
    """
    nth = Counter[str]()

    floor = path.split("/")[1]

    def distance(test: str) -> tuple[bool, bool, int]:
        file = test.partition("::")[0]
        nth[file] += 1
        return not _is_own(test, path), not file.startswith(f"tests/{floor}/"), nth[file]

    return sorted(sorted(found, key=lambda test: (found[test], test)), key=distance)


def _is_own(test: str, path: str) -> bool:
    """Whether a test is in a file that is named after a module, as ``test_pull.py`` and ``test_pull_steps.py`` are."""
    return f"{Path(test.partition('::')[0]).stem}_".startswith(f"test_{Path(path).stem}_")


def _at_import(candidate: Candidate) -> bool:
    """Whether a line is outside of all functions."""
    code = compile((ROOT / candidate.path).read_text("utf-8"), candidate.path, "exec")
    return candidate.mutant.line in {line for *_, line in _outside(code)}


def _outside(code: CodeType) -> Iterator[tuple[int, int, int | None]]:
    yield from code.co_lines()
    for each in code.co_consts:
        # The body of a class runs at import; a function's does not.
        if isinstance(each, CodeType) and not in_function(each):
            yield from _outside(each)


def _uses(candidate: Candidate) -> dict[str, set[int] | None]:
    """The lines that use what a line outside of functions makes: the body of a function, or where its name is said."""
    line, names = candidate.mutant.line, set[str]()
    for node in ast.walk(ast.parse((ROOT / candidate.path).read_text("utf-8"))):
        if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or line):
            continue
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return {candidate.path: {*range(node.lineno, (node.end_lineno or line) + 1)}}
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case _:
                pass
    if not names:
        return {}
    said = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    return {
        path.relative_to(ROOT).as_posix(): {
            number for number, text in enumerate(_text_of(path), 1) if said.search(text)
        }
        for area in AREAS
        for path in modules(area)
    }


@cache
def _text_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


class Mutating(importlib.machinery.SourceFileLoader):
    """Imports one module as its mutant."""

    def __init__(self, candidate: Candidate, *, control: bool) -> None:
        name = candidate.path.removesuffix(".py").replace("/", ".")
        super().__init__(name, str(ROOT / candidate.path))
        self.number = candidate.mutant.number
        self.control = control

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The mutant, if it is its module."""
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """Compile the mutant; nothing of it is kept."""
        source = Path(self.path).read_text("utf-8")
        tree = ast.parse(source) if self.control else mutated(source, self.number)
        return compile(tree, self.path, "exec", dont_inherit=True)


class Chosen:
    """Runs some of the tests that were collected, in an order of their own."""

    def __init__(self, tests: Iterable[str]) -> None:
        self.rank = {test: rank for rank, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.rank), key=lambda item: self.rank[item.nodeid]
        )


def _store_examples_elsewhere() -> None:
    """What fails on a mutant is no example for the tests of tomorrow."""
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()


def _quick(sampled: list[Candidate], lines: Lines, jobs: int, control: bool, tell: Connection) -> None:
    """Collect the tests, and tell what becomes of each mutant that can be put into a process that has done so."""
    os.setsid()
    _store_examples_elsewhere()
    _write_to(ROOT / ".mutants" / "session.txt")
    session = Session([path for area in AREAS for path in modules(area)])

    class Tries:
        """Tries the mutants where the tests would be run."""

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self) -> bool:
            """Try them all."""

            def attempt(candidate: Candidate, tests: list[str], folder: Path) -> None:
                made = candidate.mutant
                session.attempt(candidate.path, made.line, None if control else made.number, tests, folder)

            for candidate, verdict in _in_forks(sampled, lines, jobs, attempt):
                tell.send((sampled.index(candidate), verdict))
            return True

    files = sorted({test.partition("::")[0] for each in sampled for test in chosen(lines, each)})
    pytest.main([*QUIET, "-s", "--timeout=60", *files], plugins=[session, Tries()])
    tell.close()
    os._exit(0)


def _anew(candidate: Candidate, tests: list[str], folder: Path, control: bool) -> None:
    """Collect the tests of a mutant and run them; ends the process with what pytest says."""
    _store_examples_elsewhere()
    sys.meta_path.insert(0, Mutating(candidate, control=control))
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    arguments = [*QUIET, *REWRITTEN, "-x", "--timeout=60", "--basetemp", str(folder), *files]
    code = pytest.main(arguments, plugins=[Chosen(tests)])
    sys.stdout.flush()
    os._exit(code)


def _write_to(file: Path) -> None:
    """Write into a file what would be written to the terminal."""
    out = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)


def verdicts(
    sampled: list[Candidate], lines: Lines, jobs: int, *, control: bool
) -> Iterator[tuple[Candidate, str]]:
    """What becomes of each mutant, as it is known."""
    hear, tell = mp.Pipe(duplex=False)
    process = mp.get_context("fork").Process(target=_quick, args=(sampled, lines, jobs, control, tell))
    process.start()
    tell.close()
    left = list(sampled)
    with suppress(EOFError):
        while True:
            at, verdict = hear.recv()
            if verdict != "later":
                left.remove(sampled[at])
                yield sampled[at], verdict
    process.join()
    # What every mutant would import again. A private part first, before its package, leaves both half made.
    for library in lines.libraries:
        if not library.startswith("_"):
            with suppress(Exception):
                importlib.import_module(library)

    def anew(candidate: Candidate, tests: list[str], folder: Path) -> None:
        _anew(candidate, tests, folder, control)

    yield from _in_forks(left, lines, jobs, anew)


def _in_forks(
    sampled: list[Candidate],
    lines: Lines,
    jobs: int,
    attempt: Callable[[Candidate, list[str], Path], None],
) -> Iterator[tuple[Candidate, str]]:
    """Try each mutant in a process of its own, some at a time."""
    context = mp.get_context("fork")
    waiting = iter(sampled)
    running: dict[int, tuple[BaseProcess, Candidate, float, Path]] = {}
    while True:
        for candidate in islice(waiting, jobs - len(running)):
            if not (tests := chosen(lines, candidate)):
                yield candidate, "no test"
                continue
            folder = Path(tempfile.mkdtemp())
            process: BaseProcess = context.Process(target=_alone, args=(attempt, candidate, tests, folder))
            process.start()
            limit = time.monotonic() + 60 + 4 * sum(lines.seconds.get(test, 1.0) for test in tests)
            running[process.sentinel] = process, candidate, limit, folder
        if not running:
            return
        multiprocessing.connection.wait(list(running), 1.0)
        for sentinel, (process, candidate, limit, folder) in list(running.items()):
            if process.is_alive() and time.monotonic() < limit:
                continue
            hung = process.is_alive()
            # What its tests started goes with it.
            with suppress(ProcessLookupError):
                os.killpg(process.pid or 0, signal.SIGKILL)
            process.join()
            shutil.rmtree(folder, ignore_errors=True)
            del running[sentinel]
            yield candidate, "timeout" if hung else _verdict(process.exitcode)


def _alone(
    attempt: Callable[[Candidate, list[str], Path], None],
    candidate: Candidate,
    tests: list[str],
    folder: Path,
) -> None:
    """Try a mutant in this process, which is killed with all that it starts."""
    os.setsid()
    _write_to(ROOT / ".mutants" / f"{candidate.area}-{candidate.mutant.number}.txt")
    attempt(candidate, tests, folder)


def _verdict(code: int | None) -> str:
    if code == pytest.ExitCode.OK:
        return "survived"
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        return "no test"
    if code == LATER:
        return "later"
    # A conftest that cannot be imported any more is told as a wrong use of pytest.
    return "killed"


def report(results: list[tuple[Candidate, str]]) -> str:
    """A line for each area, and what was not killed."""
    kinds = ("killed", "timeout", "survived", "no test")
    rows = []
    for area in (*AREAS, "all"):
        count = Counter(verdict for each, verdict in results if area in {each.area, "all"})
        if total := count.total():
            rate = (count["killed"] + count["timeout"]) / total
            rows.append(
                f"{area:9} {rate:6.1%} of {total:3}  " + "  ".join(f"{kind} {count[kind]}" for kind in kinds)
            )
    alive = [f"{verdict}: {each}" for each, verdict in results if verdict in {"survived", "no test"}]
    return "\n".join([*alive, "", *rows])


def main() -> None:
    """Take the sample, and say what became of it; fails below the least rate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=60, help="mutants of each area")
    parser.add_argument("--areas", nargs="+", choices=AREAS, default=[*AREAS], help="only these")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=0.9, help="which share must be killed")
    parser.add_argument(
        "--control", action="store_true", help="run the tests on the program as it is: none may be killed"
    )
    parser.add_argument("--only", default="", help="only those whose path and line begin so, all of them")
    given = parser.parse_args()
    lines = seen()
    if given.only:
        every = [each for area in AREAS for each in candidates(area)]
        sampled = [each for each in every if f"{each.path}:{each.mutant.line}".startswith(given.only)]
    else:
        sampled = sample(given.seed, given.each, given.areas)
    results = []
    for candidate, verdict in verdicts(sampled, lines, given.jobs, control=given.control):
        results.append((candidate, verdict))
        print(
            f"{len(results):4}/{len(sampled)} {verdict:8} {candidate.path}:{candidate.mutant.line}",
            flush=True,
        )
    print(report(results))
    killed = sum(verdict in {"killed", "timeout"} for _, verdict in results)
    sys.exit(killed > 0 if given.control else killed < given.least * len(results))


if __name__ == "__main__":
    main()
