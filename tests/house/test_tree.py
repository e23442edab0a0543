"""The tree answers a newcomer: names, sizes, and who may catch what."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TUI = ROOT / "tui"
MOST_MODULES = 21
"""In a folder."""

MOST_LINES = 420
"""In a module."""

MOST_CLASS_LINES, MOST_METHODS = 600, 70
"""In a class with its bases."""

MODULES = sorted(path for path in TUI.rglob("*.py") if "__pycache__" not in path.parts)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    text = path.read_text("utf-8")
    try:
        return ast.parse(text)
    except SystemError:
        # CPython counts the depth of all threads together: it fails if another one parses meanwhile, as for the
        # carets of a traceback.
        return ast.parse(text)


def handlers(path: Path) -> Iterator[ast.ExceptHandler]:
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ExceptHandler))


def caught(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"everything"}
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {ast.unparse(part).rpartition(".")[2] for part in parts}


def test_a_module_says_what_it_is() -> None:
    silent = [name(path) for path in MODULES if not ast.get_docstring(parsed(path))]
    assert silent == [], "no docstring: begin the module with a sentence that says what it has"


def re_exports(package: Path) -> bool:
    body = parsed(package).body
    allowed = 2 if package.parent == TUI else 1
    return len(body) > allowed or any(isinstance(node, ast.Import | ast.ImportFrom) for node in body)


def test_a_package_imports_nothing() -> None:
    packages = [path for path in MODULES if path.name == "__init__.py"]
    assert packages
    found = [name(path) for path in packages if re_exports(path)]
    assert found == [], "a package re-exports: that is how import circles begin"


def test_no_file_is_a_grab_bag() -> None:
    sizes = {name(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    long = {path: size for path, size in sizes.items() if size > MOST_LINES}
    assert long == {}, f"more than {MOST_LINES} lines: it has a part that is a module of its own"


class Sizes(ast.NodeVisitor):
    """Lines and method names of every class, and what of ours it inherits."""

    def __init__(self) -> None:
        self.own: dict[str, tuple[int, frozenset[str], list[str]]] = {}

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        methods = (each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
        bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        self.own[node.name] = (lines, frozenset(method.name for method in methods), bases)
        self.generic_visit(node)

    def with_bases(self, name: str) -> set[str]:
        """The class and all its bases that are ours, each once."""
        bases = (base for base in self.own[name][2] if base in self.own and base != name)
        return {name}.union(*(self.with_bases(base) for base in bases))

    def whole(self, name: str) -> tuple[int, frozenset[str]]:
        """Lines and methods of a class with its bases."""
        parts = [self.own[each] for each in self.with_bases(name)]
        return sum(lines for lines, _, _ in parts), frozenset().union(*(names for _, names, _ in parts))


def test_a_class_is_not_cut_into_slices_that_inherit_from_each_other() -> None:
    sizes = Sizes()
    for path in MODULES:
        sizes.visit(parsed(path))
    whole = {each: sizes.whole(each) for each in sizes.own}
    big = {
        each: (lines, len(methods))
        for each, (lines, methods) in whole.items()
        if lines > MOST_CLASS_LINES or len(methods) > MOST_METHODS
    }
    assert big == {}, (
        f"more than {MOST_CLASS_LINES} lines or {MOST_METHODS} methods, those of its bases too: give it a part, "
        "as a screen has them in its folder of parts, and do not inherit it"
    )


GRID = ("tui/api/board/", "tui/app/commands/", "tui/services/", "tui/store/", "tui/sync/")
"""Folders in which a noun has its class on each floor, by the noun's own name."""


def test_one_name_means_one_thing() -> None:
    where: dict[str, list[str]] = {}
    for path in MODULES:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(name(path))
    twice = {
        each: paths
        for each, paths in where.items()
        if len(paths) > 1 and not all(path.startswith(GRID) for path in paths)
    }
    assert twice == {}, "a class of that name is there already, and is another thing: choose another name"


def test_folders_can_be_taken_in_at_a_glance() -> None:
    folders = {path.parent for path in MODULES}
    crowded = {
        name(folder): len(list(folder.glob("*.py")))
        for folder in folders
        if len(list(folder.glob("*.py"))) > MOST_MODULES
    }
    assert crowded == {}, (
        f"more than {MOST_MODULES} modules: put it into a neighbour's, or some into a folder of their own"
    )


def test_only_what_calls_others_catches_everything() -> None:
    loops = {
        "tui/sync/loops.py",
        "tui/sync/push.py",
        "tui/rules/engine.py",
        "tui/rules/runner.py",
        "tui/store/feed.py",
    }
    broad = [
        f"{name(path)}:{handler.lineno}"
        for path in MODULES
        if name(path) not in loops and re.search(r"Exception\b|\bexcept\s*:", path.read_text("utf-8"))
        for handler in handlers(path)
        if caught(handler) & {"everything", "Exception", "BaseException"}
    ]
    assert broad == [], (
        "name the errors that are expected, or handle them in the loop that calls this (decision 0003)"
    )


def test_a_widget_has_its_test() -> None:
    widgets = sorted((TUI / "app/widgets").rglob("[a-z]*.py"))
    tests = {
        path: ROOT / "tests" / path.relative_to(TUI).with_name(f"test_{path.stem}.py") for path in widgets
    }
    assert widgets
    assert [name(test) for test in tests.values() if not test.exists()] == [], (
        "a widget has no such test yet: show it alone there, as CONTRIBUTING says"
    )


def test_a_sheet_belongs_to_a_module() -> None:
    styles = ROOT / "styles"
    sheets = [path for kind in ("screens", "widgets") for path in (styles / kind).rglob("*.tcss")]
    assert sheets
    orphans = [
        name(path)
        for path in sheets
        if not (TUI / "app" / path.relative_to(styles).with_suffix(".py")).exists()
    ]
    assert orphans == [], "a sheet has the path of its widget or screen in tui/app: give both the same"


def test_colours_come_from_the_theme() -> None:
    literal = re.compile(r"(?<![\w$-])#[0-9a-fA-F]{3,8}\b|\brgba?\(")
    found = [
        f"{name(path)}:{number}"
        for path in (ROOT / "styles").rglob("*.tcss")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r":[^/]*" + literal.pattern, line)
    ]
    assert found == [], "write a token such as $ink-quiet; tui/app/theme.py has them"


def test_nothing_is_left_for_later() -> None:
    # Assembled, so that this test does not find itself.
    words = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "X" * 3 + r"\b", "NotImplemented" + "Error"]))
    found = [name(path) for path in MODULES if words.search(path.read_text("utf-8"))]
    assert found == [], "do it now, or say what is so in a plain sentence"


def test_placeholders_of_queries_have_no_numbers() -> None:
    # Python 3.12.0 to 3.12.3 take ``?1`` for a name and warn of it at each query.
    numbered = re.compile(r"\b(?:SELECT|FROM|SET|WHERE|AND|VALUES|LIMIT)\b[^\n]*\?\d")
    found = [name(path) for path in MODULES if numbered.search(path.read_text("utf-8"))]
    assert found == [], "write ? without a number, and give the value for each"


def test_pins_are_pins_only() -> None:
    lines = (ROOT / "tests/constraints.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+-]+", line) for line in lines)
