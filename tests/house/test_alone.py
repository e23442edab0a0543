"""The repository stands alone: nothing in it reads, or tells of, what is beside it, and no test waits for a file."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURES = {".svg", ".png"}
HIDDEN = re.compile(r"/(\.(?!ci/)|__pycache__/)")
PLACES = (
    re.compile(r"/(?<![\w.~}]/)(home|root|Users|work|mnt)/\w"),
    re.compile(r"shared/(?<![\w-]shared/)\w"),
    re.compile(r"index-url\s*=|--index-url"),
    re.compile(r"^registry\s*=", re.MULTILINE),
)
"""Folders of a machine, what once lay beside the checkout, and hosts of registries."""

RELATIVE = re.compile(r"(?<![\w./])(?:\.\./)+[\w./-]*")
OF_THE_MACHINE = {
    "PostgreSQL does not run as root, and there is no other user",
    "a SQLite file has no unlogged tables",
    "dbus-daemon is not installed",
    "f'no file system can be mounted here: {done.stderr.strip()}'",
    "f'{program} is not installed'",
    "faketime is not installed: no clock of a process can be set",
    "fiu-run is not installed: no read or write can be made to fail",
    "gnome-keyring-daemon is not installed",
    "no /proc to find the workers in",
    "only root may give a file away",
    "only root may mount a file system of its own",
    "reason",
    "root may write anywhere",
    "the temporary directory's path is too long for a socket",
}
"""Why a test may be skipped: what a machine or an engine cannot do. ``reason`` is what ``postgres.why_not`` says."""


def committed() -> list[Path]:
    """All files of the repository but pictures."""
    return [path for path in entries() if path.is_file() and path.suffix not in PICTURES]


def entries() -> list[Path]:
    """All that the repository holds, links too; of an unpacked archive those that are not hidden."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [ROOT / line for line in listed.stdout.splitlines()]
    return [path for path in ROOT.rglob("*") if not HIDDEN.search(f"/{name(path)}")]


@cache
def texts() -> dict[Path, str]:
    """What each file says; not this one, which names what it looks for."""
    return {path: path.read_text("utf-8", "replace") for path in committed() if path != Path(__file__)}


def modules(*words: str) -> Iterator[tuple[Path, ast.Module]]:
    """The modules in which one of ``words`` stands."""
    code = ((path, text) for path, text in texts().items() if path.suffix == ".py")
    return ((path, ast.parse(text)) for path, text in code if any(word in text for word in words))


def placed(text: str) -> str:
    """The first of ``PLACES`` that stands in a text, or nothing."""
    return next((match[0] for pattern in PLACES if (match := pattern.search(text))), "")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def place(node: ast.AST, file: Path, known: Mapping[str, Path]) -> Path | None:
    """The path that an expression builds on the place of its own file; None when it is none, or hangs on a value."""
    steps, more, inner = 0, "", None
    match node:
        case ast.Name(id=called):
            return known.get(called)
        case ast.Call(func=ast.Name(id="Path"), args=[ast.Name(id="__file__")]):
            return file
        case ast.Call(func=ast.Attribute(value=value, attr="resolve" | "absolute")):
            inner = value
        case ast.Attribute(value=value, attr="parent"):
            inner, steps = value, 1
        case ast.Subscript(
            value=ast.Attribute(value=value, attr="parents"), slice=ast.Constant(value=int(number))
        ):
            inner, steps = value, number + 1
        case ast.BinOp(left=value, op=ast.Div(), right=ast.Constant(value=str(more))):
            inner = value
        case _:
            pass
    above = None if inner is None else place(inner, file, known)
    return None if above is None else Path(os.path.normpath(above.joinpath(*[".."] * steps, more)))


def places(tree: ast.Module, file: Path) -> Iterator[tuple[int, Path]]:
    """Each path that a module builds on its own place, and in which line."""
    known: dict[str, Path] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=called)], value=value):
                if (found := place(value, file, known)) is not None:
                    known[called] = found
            case ast.expr() if (found := place(node, file, known)) is not None:
                yield node.lineno, found


def outside(text: str, file: Path) -> list[int]:
    """The lines of a module that leave the repository."""
    return sorted({line for line, path in places(ast.parse(text), file) if not path.is_relative_to(ROOT)})


def test_nothing_that_a_run_leaves_is_committed() -> None:
    """A database of a test or of a try tells nobody anything, and stays in the history."""
    left = {".db", ".db-wal", ".db-shm", ".sqlite", ".lock", ".log"}
    assert [name(path) for path in entries() if path.suffix in left] == []


def test_no_link_is_committed() -> None:
    """Where a link leads to is a place of one machine, and no file that the other tests could read."""
    assert [name(path) for path in entries() if path.is_symlink()] == [], "commit the file itself"


def test_no_module_builds_a_path_that_leaves_the_repository() -> None:
    built = {path: list(places(tree, path)) for path, tree in modules("__file__")}
    assert sum(map(len, built.values())) > 50
    left = [
        f"{name(path)}:{line}"
        for path, found in built.items()
        for line, at in found
        if not at.is_relative_to(ROOT)
    ]
    assert left == [], (
        "these paths lead out of the repository: put what they read into it, or make it in tmp_path"
    )


def test_paths_that_leave_it_are_seen() -> None:
    file = ROOT / "tests/house/test_alone.py"
    text = (
        "HERE = Path(__file__).parents[2]\nA = HERE / 'docs'\nB = HERE.parent / 'x'\nC = Path(__file__).parents[3]\n"
        "D = Path(__file__).resolve().parent.parent\nE = HERE / 'docs' / '../../x'\nF = Path(__file__).parents[99]"
    )
    assert outside(text, file) == [3, 4, 6, 7]


def test_no_text_names_a_machine_or_what_lies_beside_the_checkout() -> None:
    found = {name(path): found for path, text in texts().items() if (found := placed(text))}
    assert found == {}, "a place of one machine: write one that is made up, such as ~/boards or DIR"


def test_what_lay_beside_it_is_seen() -> None:
    assert all(
        map(
            placed,
            ("see /work/x", "/home/ana/x", "in shared/reference", "pip --index-url x", "a\nregistry = x"),
        )
    )
    assert not any(
        map(placed, ("~/work/x", "a shared folder", "unshared/x", "tests/home/x", "the registry = x"))
    )


def test_no_page_and_no_script_points_out_of_the_repository() -> None:
    # Code is judged by the paths it builds: in tests such texts are also what a hostile service sends.
    pages = {path: text for path, text in texts().items() if path.suffix not in {".py", ".json", ".jsonl"}}
    left = [
        f"{name(path)}: {step}"
        for path, text in pages.items()
        for step in RELATIVE.findall(text)
        if not Path(os.path.normpath(path.parent / step)).is_relative_to(ROOT)
    ]
    assert left == [], "these lead out of the repository: write them from its root"


def skips() -> Iterator[tuple[str, str]]:
    """Each way by which a test can be skipped: where, and the reason it gives."""
    for path, tree in modules("pytest.skip", "pytest.mark.skip", "pytest.importorskip"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (what := ast.unparse(node.func)).startswith("pytest."):
                kind = what.rpartition(".")[2]
                reasons = [word.value for word in node.keywords if word.arg == "reason"]
                if kind in {"skip", "skipif"}:
                    reasons += node.args[:1] if kind == "skip" else []
                    yield name(path), reason(reasons[0]) if reasons else ""
                elif kind == "importorskip":
                    yield name(path), "a module"


def reason(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def test_a_test_is_skipped_only_for_what_the_machine_cannot_do() -> None:
    found = sorted(skips())
    assert [pair for pair in found if pair[1] not in OF_THE_MACHINE] == [], (
        "make the test hold here too; if the machine itself cannot do it, name the reason in OF_THE_MACHINE"
    )
    assert OF_THE_MACHINE - {why for _, why in found} == set(), "no test is skipped for these: take them out"
