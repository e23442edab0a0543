"""The screens are opened from the command line on the account and the board that are chosen."""

import asyncio
import os

import pytest

from tui.cli import screens
from tui.errors import UsageError
from tui.model.writes.boards import StarBoard


def test_the_screens_say_whose_they_are(program, monkeypatch):
    said = []

    class Kept:
        return_code, has_quit = 0, False

        def __init__(self, _workspace, **told):
            said.append(told["account"])

        def run(self, **_how):
            pass

    monkeypatch.setattr(screens, "CardscoutApp", Kept)
    program.read(
        "accounts",
        "add",
        "team",
        "--url",
        "http://127.0.0.1:9",
        "--key",
        "k",
        "--command",
        "echo x",
        "--no-check",
    )
    # The account that was just added is the one that is gone on with.
    assert screens.open_screens(None, mouse=False) == 0
    monkeypatch.setenv("CARDSCOUT_ACCOUNT", "local")
    assert screens.open_screens(None, mouse=False) == 0
    assert said == ["team", "local"]


@pytest.fixture
def shown(monkeypatch):
    """What the app is given, and how it is run."""
    seen = []

    class Seen:
        return_code, has_quit = 3, False
        rules = None

        def __init__(self, workspace, **given):
            seen.append(given | {"workspace": workspace})

        def run(self, **how):
            seen[-1] |= how

    monkeypatch.setattr(screens, "CardscoutApp", Seen)
    return seen


def test_a_board_is_opened_by_its_name_before_the_service_was_ever_asked(program, shown):
    assert screens.open_screens("Pipeline", mouse=True) == 3, "the code of the app"
    (given,) = shown
    board = next(one for one in program.json("boards") if one["name"] == "Pipeline")
    assert (given["board"], given["mouse"]) == (board["id"], True)
    with pytest.raises(UsageError, match="no board"):
        screens.open_screens("Nowhere", mouse=True)


def test_the_settings_name_the_board_the_mouse_and_the_editor(program, shown, monkeypatch):
    monkeypatch.setenv("VISUAL", "ed")
    config = program.home / "config" / "config.toml"
    program.read("boards")
    config.write_text('board = "Pipeline"\nmouse = false\neditor = "nano"\n')
    screens.open_screens(None, mouse=True)
    assert shown[0]["board"] == next(one["id"] for one in program.json("boards") if one["name"] == "Pipeline")
    assert (shown[0]["mouse"], os.environ["VISUAL"]) == (False, "nano")


def test_a_board_of_the_settings_that_is_not_there_leaves_the_last_one(program, shown):
    config = program.home / "config" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text('board = "Nowhere"\n')
    for start in ("the first", "one with boards"):
        shown.clear()
        screens.open_screens(None, mouse=True)
        assert shown[0]["board"] is None, start
        program.read("boards")


@pytest.mark.parametrize("by", ["screens", "command"])
def test_what_earlier_screens_changed_is_undone_at_once_and_what_a_command_did_is_told(
    program, monkeypatch, by
):
    board, starred = next(
        (one["id"], one["starred"]) for one in program.json("boards") if one["name"] == "Pipeline"
    )
    undone = []

    class Used:
        return_code, has_quit, rules = 0, False, None

        def __init__(self, workspace, **_given):
            self.workspace = workspace

        def run(self, **_how):
            asyncio.run(steps.pop(0)(self.workspace))

    async def star(workspace):
        await workspace.writes.submit(StarBoard(board_id=board, starred=not starred))

    async def undo(workspace):
        undone.append(await workspace.writes.undo(board, batch=0))

    steps = [star, undo]
    monkeypatch.setattr(screens, "CardscoutApp", Used)
    if by == "command":
        program.read("board", "unstar" if starred else "star", "Pipeline")
        steps.pop(0)
    while steps:
        screens.open_screens(None, mouse=True)
    assert bool(undone[0].untold) == (by == "command")
