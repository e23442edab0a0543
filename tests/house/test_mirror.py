"""A module's tests are found by its name: ``tui/store/feed.py`` has ``tests/store/test_feed.py``."""

import ast
from functools import cache
from pathlib import Path

from tests.house.test_tree import parsed

ROOT = Path(__file__).parents[2]
TUI = ROOT / "tui"
BRANCHES = 10
"""From so many on a module has logic; fewer are declarations, or what is passed on."""

ELSEWHERE = Path(__file__).with_name("tested_elsewhere.txt")
"""Modules whose tests are under other names. The list only gets shorter."""

_BRANCH = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.Try,
    ast.IfExp,
    ast.BoolOp,
    ast.comprehension,
    ast.match_case,
)


@cache
def has_logic(module: str) -> bool:
    return sum(isinstance(node, _BRANCH) for node in ast.walk(parsed(ROOT / module))) >= BRANCHES


def mirrored(module: str) -> str:
    path = Path(module)
    return (Path("tests") / path.relative_to("tui").with_name(f"test_{path.stem}.py")).as_posix()


def elsewhere() -> list[str]:
    return ELSEWHERE.read_text("utf-8").splitlines()


def test_a_module_with_logic_has_its_test_file() -> None:
    modules = [path.relative_to(ROOT).as_posix() for path in sorted(TUI.rglob("*.py"))]
    untested = [module for module in modules if not (ROOT / mirrored(module)).exists()]
    assert 0 < len(untested) < len(modules)
    listed = set(elsewhere())
    missing = [mirrored(module) for module in untested if module not in listed and has_logic(module)]
    assert missing == [], (
        f"a module of tui with {BRANCHES} branches or more (if, for, try, or …) needs a test file of its name:"
        " write the one named here, even if other files test the module too, or simplify the module"
    )
    assert listed <= {*untested}, f"these have their test file now: remove them from {ELSEWHERE.name}"


def test_the_list_names_modules_with_logic_in_order() -> None:
    assert elsewhere() == sorted(set(elsewhere())), f"sort {ELSEWHERE.name}, each line once"
    assert [module for module in elsewhere() if not has_logic(module)] == [], (
        f"these have fewer than {BRANCHES} branches now: remove them from {ELSEWHERE.name}"
    )
