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


def branches(path: Path) -> int:
    return sum(isinstance(node, _BRANCH) for node in ast.walk(parsed(path)))


@cache
def with_logic() -> list[Path]:
    """The modules that branch, from the root."""
    return [path.relative_to(ROOT) for path in sorted(TUI.rglob("*.py")) if branches(path) >= BRANCHES]


def room(module: Path) -> Path:
    return Path("tests") / module.relative_to("tui").with_name(f"test_{module.stem}.py")


def elsewhere() -> list[str]:
    return ELSEWHERE.read_text("utf-8").splitlines()


def test_a_module_with_logic_has_its_test_file() -> None:
    listed = set(elsewhere())
    tested = {module.as_posix() for module in with_logic() if (ROOT / room(module)).exists()}
    assert tested
    missing = [room(module).as_posix() for module in with_logic() if module.as_posix() not in tested | listed]
    assert missing == [], f"a module with {BRANCHES} branches has logic: make its test file, or have fewer"
    assert tested & listed == set(), f"{ELSEWHERE.name} still names them"


def test_the_list_names_modules_with_logic_in_order() -> None:
    assert elsewhere() == sorted(set(elsewhere()))
    assert set(elsewhere()) <= {module.as_posix() for module in with_logic()}
