"""Modules import few others, and none in a circle, not even for types or inside a function."""

import ast
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]

MOST_ON_AVERAGE = 3.8
"""Modules of ours that a module imports when it is imported."""


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {dotted(path): path for path in sorted((ROOT / "tui").rglob("*.py"))}


def at_once(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from at_once(child)


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


def test_a_module_imports_few_others() -> None:
    numbers = {name: len(ours(at_once(ast.parse(path.read_text("utf-8"))))) for name, path in MODULES.items()}
    assert sum(numbers.values()) > len(numbers)
    most = sorted(numbers, key=lambda name: -numbers[name])[:5]
    mean = sum(numbers.values()) / len(numbers)
    assert mean <= MOST_ON_AVERAGE, (
        f"{mean:.3f} on average: join two that the same modules import; most import {most}"
    )


def test_no_module_imports_itself_through_others() -> None:
    graph = {
        name: ours(ast.walk(ast.parse(path.read_text("utf-8")))) - {name} for name, path in MODULES.items()
    }
    TopologicalSorter(graph).prepare()  # raises a CycleError that names the modules
