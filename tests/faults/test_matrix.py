"""Each row of the matrix has a test, and no test is of a row that is none."""

import ast
from pathlib import Path

from tests.faults.matrix import ROWS

TESTS = Path(__file__).parents[1]


def marked(path: Path) -> set[str]:
    """The rows that a file's marks name, under the names they have in ``tests/faults`` too."""
    text = path.read_text("utf-8")
    if "fault" not in text:
        return set()  # nothing there has the mark, and to parse every test takes seconds
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    named = (call for call in calls if ast.unparse(call.func) in {"pytest.mark.fault", "fault", "row"})
    words = (word.value for call in named for word in call.args if isinstance(word, ast.Constant))
    return {word for word in words if isinstance(word, str) and word.startswith("F")}


def test_each_row_has_a_test() -> None:
    rows = set().union(*(marked(path) for path in TESTS.rglob("test_*.py")))
    assert rows == set(ROWS)
    assert list(ROWS) == [f"F{n}" for n in range(1, 93)]
