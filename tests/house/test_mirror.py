"""A module's tests are found by its name: ``tui/store/feed.py`` has ``tests/store/test_feed.py``."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def with_logic() -> Iterator[Path]:
    """The modules that branch, from the root."""
    for path in sorted(TUI.rglob("*.py")):
        tree = ast.walk(ast.parse(path.read_text("utf-8")))
        if sum(isinstance(node, _BRANCH) for node in tree) >= BRANCHES:
            yield path.relative_to(ROOT)


def room(module: Path) -> Path:
    return Path("tests") / module.relative_to("tui").with_name(f"test_{module.stem}.py")


def elsewhere() -> list[str]:
    return ELSEWHERE.read_text("utf-8").splitlines()


@pytest.mark.parametrize("module", with_logic(), ids=Path.as_posix)
def test_a_module_with_logic_has_its_test_file(module: Path) -> None:
    has = (ROOT / room(module)).exists()
    listed = module.as_posix() in elsewhere()
    assert has or listed, f"{room(module)} is missing"
    assert not (has and listed), f"{ELSEWHERE.name} still names {module}"


def test_the_list_names_modules_with_logic_in_order() -> None:
    assert elsewhere() == sorted(set(elsewhere()))
    assert set(elsewhere()) <= {module.as_posix() for module in with_logic()}
