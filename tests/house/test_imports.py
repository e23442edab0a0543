"""Modules import few others, and none in a circle, not even for types or inside a function."""

import ast
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.house.test_tree import parsed

ROOT = Path(__file__).parents[2]

MOST_ON_AVERAGE = 3.8
"""Modules of ours that a module imports when it is imported."""


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {dotted(path): path for path in sorted((ROOT / "tui").rglob("*.py"))}


def statements(nodes: Iterable[ast.AST], *, at_once: bool) -> Iterator[ast.AST]:
    """Yield statements and those within them, or only those that are run when the module is imported."""
    for node in nodes:
        yield node
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if at_once and (inside or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))):
            continue
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            if isinstance(found := getattr(node, part, ()), list):
                yield from statements(found, at_once=at_once)


def ours(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the modules of ours that statements import."""
    names = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{each.name}" for each in node.names}
            names |= {each if each in MODULES else node.module for each in whole}
    return names & MODULES.keys()


@pytest.fixture(name="bodies", scope="module")
def _bodies() -> dict[str, list[ast.stmt]]:
    """The statements of every module, by its name."""
    return {name: parsed(path).body for name, path in MODULES.items()}


def test_a_module_imports_few_others(bodies: dict[str, list[ast.stmt]]) -> None:
    numbers = {name: len(ours(statements(body, at_once=True))) for name, body in bodies.items()}
    assert sum(numbers.values()) > len(numbers)
    most = sorted(numbers, key=lambda name: -numbers[name])[:5]
    mean = sum(numbers.values()) / len(numbers)
    assert mean <= MOST_ON_AVERAGE, (
        f"{mean:.3f} on average: join two that the same modules import; most import {most}"
    )


def test_no_module_imports_itself_through_others(bodies: dict[str, list[ast.stmt]]) -> None:
    graph = {name: ours(statements(body, at_once=False)) - {name} for name, body in bodies.items()}
    TopologicalSorter(graph).prepare()  # raises a CycleError that names the modules
