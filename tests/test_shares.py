from pathlib import Path
from typing import cast

import pytest

from tests.shares import dealt


class Item:
    """A test, as far as it is dealt out."""

    def __init__(self, path: Path, number: int) -> None:
        self.path, self.number = path, number


def test_each_quarter_of_a_run_has_whole_files_of_each_folder_and_none_is_lost():
    files = [
        Path(folder, f"test_{number}.py") for folder in ("app", "cli", "server") for number in range(200)
    ]
    tests = [cast("pytest.Item", Item(path, number)) for path in files for number in range(3)]
    run = dealt(tests)
    assert sorted(map(id, run)) == sorted(map(id, tests))
    assert [run[at].path for at in range(0, len(run), 3)] == [run[at].path for at in range(2, len(run), 3)]
    for quarter in range(0, len(run), len(run) // 4):
        piece = [item.path.parent.name for item in run[quarter : quarter + len(run) // 4]]
        assert all(130 <= piece.count(folder) <= 170 for folder in ("app", "cli", "server"))
