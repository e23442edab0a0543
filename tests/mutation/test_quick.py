"""A mutant in a process that has imported its module already."""

import gc
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation import quick
from tests.mutation.operators import mutants

SOURCE = """\
BOUND = 3

class Gate:
    def __init__(self, most=2):
        self.most = most

    @property
    def wide(self):
        return self.most > BOUND

def beside(value):
    def inner():
        return value + 1
    return inner()
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    path = tmp_path / "gate.py"
    path.write_text(SOURCE, "utf-8")
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    spec = importlib.util.spec_from_file_location("gate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    gc.freeze()


def put_in(before: str, after: str) -> bool:
    found = [one.number for one in mutants(SOURCE) if (one.before, one.after) == (before, after)]
    return quick.put_in("gate.py", found[0])


def test_a_method_gets_the_code_of_its_mutant(module: ModuleType) -> None:
    gate = module.Gate(3)
    assert not gate.wide
    assert put_in("return self.most > BOUND", "return self.most >= BOUND")
    assert gate.wide, "one that was made before has it too"


def test_so_does_what_is_inside_of_a_function(module: ModuleType) -> None:
    assert module.beside(1) == 2
    assert put_in("return value + 1", "return value - 1")
    assert module.beside(1) == 0


def test_what_is_outside_of_functions_is_left_to_another_process(module: ModuleType) -> None:
    assert not put_in("BOUND = 3", "BOUND = 4")
    assert not put_in("def __init__(self, most=2):", "def __init__(self, most=3):")
    assert (module.BOUND, module.Gate().most) == (3, 2)
