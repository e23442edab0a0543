"""What the first paint imports is what a start waits for."""

import subprocess
import sys
from pathlib import Path

from tests.forked import Forked

ROOT = Path(__file__).parents[2]
MOST = 144
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


def test_what_the_first_paint_draws_has_its_sheet_by_then() -> None:
    script = "import sys, tui.cli.screens; from tui.app.app import FIRST_SHEETS as f; print(*f); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    first, modules = (set(line.split()) for line in done.stdout.splitlines())
    sheets = {
        path.relative_to(ROOT / "styles").with_suffix("").as_posix()
        for path in (ROOT / "styles").rglob("*.tcss")
    }
    imported = {name.removeprefix("tui.app.").replace(".", "/") for name in modules}
    assert "widgets/kanban" in sheets & imported & first
    assert imported & sheets - first == set(), (
        "a widget on the first screen is painted without its sheet: name that in FIRST_SHEETS (tui/app/app.py), "
        "or import the widget where it is first used"
    )


def test_nothing_imports_the_command_line_of_the_http_library() -> None:
    script = (
        "import sys, types; from tui.cli import start; start._open_screens = lambda board: None;"
        "commands = types.ModuleType('tui.cli.main'); commands.cli = lambda prog_name: None;"
        "sys.modules['tui.cli.main'] = commands; start.main();"
        "import httpx; print(*sys.modules)"
    )
    for argv in ((), ("boards",)):
        done = subprocess.run(
            [sys.executable, "-c", script, *argv], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert {"click", "pygments", "rich"} & set(done.stdout.split()) == set(), argv


AT_REST = """
import asyncio, sys
import tui.cli.screens
from tui.app.pages import import_ahead
from tui.cli.session import Session

async def run(session, workspace):
    news = asyncio.Event()
    loop = asyncio.get_running_loop()
    workspace.sync.subscribe(lambda change: loop.call_soon_threadsafe(news.set))
    boards = workspace.boards.all()
    workspace.sync.watch(boards[0].id if boards else None)
    await workspace.start()
    while workspace.sync.status().state != "synced":
        await news.wait()
        news.clear()
    await workspace.close()

session = Session()
asyncio.run(run(session, session.workspace(rests=True)))
import_ahead()
session.keep_up()
session.close()
print(*sys.modules)
"""
"""All that the screens do without a key, when they are started."""


def test_at_rest_neither_the_embedded_server_nor_what_reaches_it_is_in_memory() -> None:
    for _ in range(2):
        # The first makes the sample, the second reads a board of it: then everything is known.
        with (started := Forked(exec, f"exec({AT_REST!r}, {{}})")).stdout as said:
            said.read()
        assert started.wait(60) == 0
    done = subprocess.run(
        [sys.executable, "-c", AT_REST], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = set(done.stdout.split())
    heavy = {
        "pydantic",
        "httpx",
        "anyio",
        "tenacity",
        "starlette",
        "sqlalchemy",
        "pyroaring",
        "keyring",
        "click",
        "phonenumbers",
        "tui.server.run",
        "tui.sync.session",
        "tui.api.transport",
        "tui.adapters.adapter",
    }
    assert "tui.app.screens.card" in found
    assert heavy & found == set()
