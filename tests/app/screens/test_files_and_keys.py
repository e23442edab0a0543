"""Boards imported and exported, and keys set, from inside the program."""

import json
from pathlib import Path

import pytest
from textual import events

from tests.app.screens.conftest import Play
from tests.thinned import rotated
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.widgets.status_bar import StatusBar
from tui.settings.config import Config


def board_name(p: Play) -> str:
    board = p.app.board_screen
    return board.board.name if board is not None and board.board is not None else ""


def said(p: Play) -> str:
    screen = p.app.screen
    return screen.query_one(StatusBar).said if isinstance(screen, BoardScreen) else ""


async def run(p: Play, command: str) -> None:
    """Run a command from the palette."""
    await p.press("ctrl+p", *command, "enter")
    await p.until(lambda: isinstance(p.app.screen, PromptScreen | ChooseScreen))
    await p.until(lambda: p.app.ahead.is_idle)


async def enter(p: Play, text: str) -> None:
    """Type into the box that is open, over what stands there, and enter."""
    await p.press("ctrl+u", *text, "enter")


async def test_a_board_is_exported_and_imported_again_as_a_copy(home, tmp_path: Path) -> None:
    p, _ = home
    file = tmp_path / "pipeline.json"
    name = board_name(p)
    await run(p, "export the board")
    await enter(p, str(file))
    await p.until(lambda: "exported to" in said(p))
    assert json.loads(file.read_text())["name"] == name
    cards = len(json.loads(file.read_text())["cards"])
    await run(p, "import a board")
    await p.press(*str(tmp_path / "pipe"), "tab", "enter")
    await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
    await p.press(*"another board", "enter")
    await p.until(lambda: f"copied “{name}”: {cards} cards" in said(p))
    assert sum(board.name == name for board in p.workspace.boards.all()) == 2


async def test_a_file_that_exists_is_written_over_when_that_is_said(home, tmp_path: Path) -> None:
    p, _ = home
    file = tmp_path / "old.json"
    file.write_text("old")
    await run(p, "export the board")
    await enter(p, str(file))
    await p.sees("Write over old.json?")
    await p.press("escape")
    await p.sees("old.json exists")
    assert file.read_text() == "old"
    await p.press("enter")
    await p.sees("Write over old.json?")
    await p.press("y")
    await p.until(lambda: "exported to" in said(p))
    assert file.read_text() != "old"


async def test_what_is_no_board_is_told_and_the_path_stays(home, tmp_path: Path) -> None:
    p, _ = home
    (tmp_path / "no.json").write_text("[]")
    await run(p, "import a board")
    await enter(p, str(tmp_path / "none.json"))
    await p.sees("name a board export (.json)")
    await enter(p, str(tmp_path / "no.json"))
    await p.until(lambda: "working" not in p.words() and "name a board export" not in p.words())
    assert isinstance(p.app.screen, PromptScreen)


async def test_a_key_is_set_written_and_valid_at_once(home) -> None:
    p, session = home
    session.paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    session.paths.config_file.write_text('# mine\n[bindings]\nundo = "u"  # as ever\n')
    await run(p, "give a command other keys")
    await p.press(*"archive-card", "enter")
    await p.until(lambda: isinstance(p.app.screen, PromptScreen))
    await p.press("ctrl+u", *"D")
    await p.sees("taken from “Set due date”")
    await p.press("enter")
    await p.sees("It has lost D")
    await p.press("escape")
    await p.until(lambda: "archive-card: D" in said(p))
    text = session.paths.config_file.read_text()
    assert "# mine" in text
    assert "# as ever" in text
    assert Config.read(session.paths.config_file).bindings == {"undo": "u", "archive-card": "D"}
    await p.press("D")
    await p.until(lambda: "archived" in said(p))


async def test_keys_that_no_keyboard_has_are_refused(home) -> None:
    p, session = home
    await run(p, "give a command other keys")
    await p.press(*"archive-card", "enter")
    await p.until(lambda: isinstance(p.app.screen, PromptScreen))
    await enter(p, "ctrl+alt+shift")
    await p.sees("there is no key")
    assert Config.read(session.paths.config_file).bindings == {}


@pytest.mark.parametrize(
    ("typed", "command"),
    rotated(["a" * 300, "~nobody-of-that-name/x"], ["export the board", "export cards", "import a board"]),
)
async def test_a_path_that_the_system_refuses_is_told_and_can_be_mended(
    home, command: str, typed: str
) -> None:
    p, _ = home
    await run(p, command)
    await enter(p, typed)
    await p.sees("give another path")
    assert isinstance(p.app.screen, PromptScreen)


async def test_a_long_text_pasted_into_the_box_for_files_is_no_path(home) -> None:
    p, _ = home
    await p.press("f")
    await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
    p.app.post_message(events.Paste("a" * 300))
    await p.sees("aaaa", ChooseScreen)
    await p.press("enter", "escape")
    await p.until(lambda: isinstance(p.app.screen, BoardScreen))
