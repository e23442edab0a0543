"""An account without boards says so, and every key that is pressed there leads on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.app.screens.conftest import Play, served
from tests.stories.world import PatientClock
from tui.app.app import CardscoutApp
from tui.app.empty_board import no_board_text
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.model.sync import SyncStatus
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.lists import UpdateList


@asynccontextmanager
async def running(
    home: Path, account: str = "local", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Play]:
    clock = PatientClock()
    async with served(home, clock, sample=False) as (workspace, wire):
        app = CardscoutApp(workspace, clock=clock, account=account)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Play(app, pilot, workspace, wire, clock)


@pytest.fixture
def empty(tmp_path: Path):
    return partial(running, tmp_path)


async def test_it_is_said_once_it_is_known_and_boards_that_come_are_shown(empty):
    async with empty() as p:
        await p.sees("local has no boards yet", tick=0.1)
        assert "opening" not in p.text()
        for words in (
            "g n make the first one",
            "g i import an exported one, or a table of cards",
            "A other accounts: sign in to a service",
            "ctrl+p then “sample” makes the sample boards",
            "cardscout import FILE.json",
        ):
            assert words in p.words()
        # The key that is named makes what is missing.
        await p.press("enter")
        await p.sees("no board is open: n makes one")
        # From a shell, or another window.
        await p.workspace.boards.create("Imported")
        await p.sees("Imported ▾")
        assert "no boards" not in p.text()


async def test_boards_that_come_between_the_screen_and_its_first_picture_are_shown(empty):
    class Slow(BoardScreen):
        """Notes what it reads."""

        def compose(self):
            read.append(self.workspace.boards.all())
            yield from super().compose()

    read: list[object] = []
    async with empty() as p:
        await p.sees("local has no boards yet", tick=0.1)
        screen = Slow(p.workspace, None, clock=p.clock)
        await p.workspace.boards.create("Imported")
        listen = p.workspace.sync.subscribe

        def listened(listener):
            assert read == []  # what comes after the reading is heard of
            return listen(listener)

        p.workspace.sync.subscribe = listened
        _ = p.app.push_screen(screen)
        await p.sees("Imported ▾")
        assert len(read) == 1


@pytest.mark.parametrize("keys", [("g", "n"), ("n",), ("b", "enter"), ("b", *"mak", "enter")])
async def test_the_keys_lead_to_a_new_board(empty, keys):
    async with empty("firm") as p:
        await p.sees("firm has no boards yet", tick=0.1)
        assert "FILE.json" not in p.text()  # exports are imported on this machine only
        await p.press(*keys)
        await p.until(lambda: isinstance(p.app.screen, PromptScreen))
        await p.press(*"Winter", "enter", "n", *"First", "enter")
        await p.sees("Winter ▾")
        await p.sees("First")


async def test_a_new_card_on_a_board_without_lists_asks_for_the_first(empty):
    async with empty() as p:
        await p.sees("no boards yet", tick=0.1)
        ident = await p.workspace.boards.create("Bare")
        await p.sees("Bare ▾")
        assert isinstance(p.app.screen, BoardScreen)
        for each in p.workspace.boards.lists(ident):
            await p.workspace.writes.submit(UpdateList(board_id=ident, list_id=each.id, closed=True))
        await p.until(lambda: not p.app.screen.lists)
        # In one breath: none of these letters is a command.
        for key in ("n", *"Albg", "enter"):
            p.app.simulate_key(key)
        await p.sees("added the list Albg")
        await p.press("escape")
        board = p.app.board_screen
        assert board is not None
        assert [each.name for each in board.lists] == ["Albg"]
        assert p.app.screen_stack == [board]
        await p.press("n", *"First", "enter")
        await p.sees("First")


async def test_closed_boards_can_be_opened_again_from_there(empty):
    async with empty() as p:
        await p.sees("no boards yet", tick=0.1)
        ident = await p.workspace.boards.create("Old")
        await p.until(lambda: p.workspace.sync.status().waiting == 0, tick=0.1)
        await p.workspace.writes.submit(UpdateBoard(board_id=ident, closed=True))
        await p.until(lambda: p.workspace.sync.status().waiting == 0, tick=0.1)
    async with empty() as p:
        await p.sees("g o open a closed one again", tick=0.1)
        assert "local has no open boards" in p.words()
        assert "g n make a board" in p.words()
        await p.press("g", "o", "enter", "enter")
        await p.sees("Old ▾")
        screen = p.app.screen
        assert isinstance(screen, BoardScreen)
        assert screen.board is not None


def test_what_is_said_of_an_account_that_cannot_be_asked():
    say = partial(no_board_text, "firm", key=lambda name: name[0], others=False, closed=False)
    assert say(SyncStatus("starting")) == "opening …"
    assert say(SyncStatus("offline")).startswith("firm is out of reach")
    assert say(SyncStatus("unauthorized", trouble="missing")).startswith("firm is not logged in")
    assert say(SyncStatus("unauthorized", trouble="locked")).startswith("the vault of firm is closed")
    # A key that the user has taken away is not offered.
    assert (
        no_board_text("firm", SyncStatus("synced"), lambda _: "", others=True, closed=True)
        == "no board is open\n"
    )
