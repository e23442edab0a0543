"""The tree answers a newcomer: names, sizes, and who may catch what."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUI = ROOT / "tui"
MODULES = sorted(path for path in TUI.rglob("*.py") if "__pycache__" not in path.parts)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def handlers(path: Path) -> Iterator[ast.ExceptHandler]:
    tree = ast.parse(path.read_text("utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))


def caught(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"everything"}
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {ast.unparse(part).rpartition(".")[2] for part in parts}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), f"{name(path)} has no docstring"


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=name)
def test_a_package_imports_nothing(path: Path) -> None:
    body = ast.parse(path.read_text("utf-8")).body
    allowed = 2 if path.parent == TUI else 1
    assert len(body) <= allowed, f"{name(path)} re-exports: that is how import circles begin"
    assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in body)


def test_no_file_is_a_grab_bag() -> None:
    sizes = {name(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {path: size for path, size in sizes.items() if size > 420} == {}


def test_folders_can_be_taken_in_at_a_glance() -> None:
    folders = {path.parent for path in MODULES}
    crowded = {
        name(folder): len(list(folder.glob("*.py")))
        for folder in folders
        if len(list(folder.glob("*.py"))) > 21
    }
    assert crowded == {}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_only_the_engine_loops_catch_everything(path: Path) -> None:
    loops = {"tui/sync/engine.py", "tui/sync/push.py", "tui/triggers/engine.py"}
    broad = [h.lineno for h in handlers(path) if caught(h) & {"everything", "Exception", "BaseException"}]
    assert not broad or name(path) in loops, f"{name(path)}:{broad} catches everything"


@pytest.mark.parametrize("path", sorted((TUI / "app/widgets").rglob("[a-z]*.py")), ids=lambda path: path.stem)
def test_a_widget_has_its_test(path: Path) -> None:
    assert (ROOT / "tests" / path.relative_to(TUI).with_name(f"test_{path.stem}.py")).exists()


def test_a_sheet_belongs_to_a_module() -> None:
    styles = ROOT / "styles"
    sheets = [path for kind in ("screens", "widgets") for path in (styles / kind).rglob("*.tcss")]
    assert sheets
    orphans = [
        name(path)
        for path in sheets
        if not (TUI / "app" / path.relative_to(styles).with_suffix(".py")).exists()
    ]
    assert orphans == []


def test_colours_come_from_the_theme() -> None:
    literal = re.compile(r"(?<![\w$-])#[0-9a-fA-F]{3,8}\b|\brgba?\(")
    found = [
        f"{name(path)}:{number}"
        for path in (ROOT / "styles").rglob("*.tcss")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r":[^/]*" + literal.pattern, line)
    ]
    assert found == []


def test_nothing_is_left_for_later() -> None:
    # Assembled, so that this test does not find itself.
    words = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "X" * 3 + r"\b", "NotImplemented" + "Error"]))
    found = [name(path) for path in MODULES if words.search(path.read_text("utf-8"))]
    assert found == []


def test_nothing_committed_names_a_machine_or_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: only committed files are judged")
    places = re.compile(
        r"(?<![\w.~}])/(home|root|Users|work|mnt)/\w|(extra-)?index-url\s*=|--index-url|^registry\s*=",
        re.MULTILINE,
    )
    found = []
    for line in listed.stdout.splitlines():
        path = ROOT / line
        if path == Path(__file__):
            continue
        if path.suffix in {".svg", ".png"} or not path.is_file():
            continue
        if places.search(path.read_text("utf-8", errors="replace")):
            found.append(line)
    assert found == []


def test_pins_are_pins_only() -> None:
    lines = (ROOT / "tests/constraints.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+-]+", line) for line in lines)
