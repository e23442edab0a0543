"""CONTRIBUTING shows code that is there."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n# (tui/\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_there_is_an_example() -> None:
    assert len(BLOCKS) == TEXT.count("```python") > 0


@pytest.mark.parametrize(("path", "code"), BLOCKS)
def test_an_example_is_the_code_itself(path: str, code: str) -> None:
    assert code in (ROOT / path).read_text("utf-8"), (
        f"{path} has changed: copy the code into CONTRIBUTING again"
    )


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`((?:tui|tests|docs|app|api|cli|model|server|services|store|sync)/[\w./-]+)`", TEXT)
    missing = [one for one in named if not ((ROOT / one).exists() or (ROOT / "tui" / one).exists())]
    assert named
    assert missing == [], "CONTRIBUTING names files that moved: correct the page"


def test_the_floors_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(one["layers"] for one in contracts if one["name"] == "floors")
    held = [{name.strip().removeprefix("tui.") for name in layer.split("|")} for layer in layers]
    lines = re.findall(r"^\d+  (.+)$", TEXT, re.MULTILINE)
    shown = [set(re.split(r" {4,}", line)[0].split()) for line in lines]
    assert shown == held, "CONTRIBUTING's table of floors and pyproject.toml's contract differ: correct one"
