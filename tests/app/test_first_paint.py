"""What the first paint imports is what a start waits for."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 189
"""Modules of ours: it may shrink, and does not grow unseen."""


def test_the_first_paint_imports_no_parser_no_network_and_few_modules() -> None:
    script = "import sys, tui.cli.screens; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = done.stdout.split()
    heavy = {
        "pydantic",
        "pydantic_core",
        "httpx",
        "anyio",
        "tenacity",
        "keyring",
        "starlette",
        "sqlalchemy",
        "click",
        "textual.widgets._text_area",
    }
    assert heavy & set(found) == set()
    ours = [name for name in found if name.split(".")[0] == "tui"]
    assert "tui.app.screens.board" in ours
    assert len(ours) <= MOST, (
        f"{len(ours)} modules of ours are imported before the first paint: import what is not on the first screen "
        "where it is first used, or what is named for a type alone under TYPE_CHECKING"
    )


def test_the_screens_do_not_import_the_command_line_of_the_http_library() -> None:
    script = (
        "import sys, types; from tui.cli import launch; launch._refuse_no_terminal = lambda: None;"
        "opened = types.ModuleType('tui.cli.screens'); opened.open_screens = lambda board, mouse: 0;"
        "sys.modules['tui.cli.screens'] = opened; launch.screens(None);"
        "import httpx; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {"click", "pygments", "rich.syntax"} & set(done.stdout.split()) == set()
