"""The app itself: how it ends, and what it says then."""

import asyncio
from typing import Any

import pytest
from textual import events

from tests.app.hall import Hall
from tui.app.theme import LIGHT_TOKENS
from tui.model.writes.cards import UpdateCard
from tui.settings.config import Config


async def test_whoever_quits_while_changes_wait_is_to_be_told_so(hall: Hall) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    await p.press("n", *"Knead", "enter", "escape")
    await p.until(lambda: ours.sync.status().state == "unauthorized")
    await p.press("ctrl+q")
    assert hall.app.has_quit
    assert hall.app.switch.exit_message() == (
        "1 change waits to be sent for team: kept here, and sent once you have logged in again."
    )


async def test_tasks_begin_in_their_turn_on_every_python(play):
    made: list[object] = []

    def at_once(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        made.append(work)
        return asyncio.Task(work, loop=loop, **named)

    # As the toolkit does before it loads a program on Python 3.12.
    asyncio.get_running_loop().set_task_factory(at_once)
    async with play() as p:
        before = len(made)
        await p.press("question_mark")
        assert len(made) == before, "the tasks of the help's widgets began in the toolkit's way"


@pytest.mark.fault("F84")
async def test_a_click_is_noted_among_the_keys(play, monkeypatch):
    clicks = []
    async with play() as p:
        monkeypatch.setattr(p.app.ahead, "note_click", clicks.append)
        click = events.MouseDown(None, 0, 0, 0, 0, 1, shift=False, meta=False, ctrl=False)
        p.app.post_message(click)
        await p.pilot.pause()
    assert clicks == [click]


async def test_a_fatal_error_says_one_line_without_locals(play):
    async with play() as p:
        secret = "hunter2-token"  # noqa: F841 - it must not be shown
        p.app._exception = ZeroDivisionError("x")
        p.app._fatal_error()
        shown = "".join(str(each) for each in p.app._exit_renderables)
        assert "hunter2" not in shown
        assert "ZeroDivisionError" in shown
        p.app._exit_renderables.clear()
        p.app._exception = None


async def test_a_setting_that_cannot_be_is_told_and_passed_over(play):
    wrong = {"new-card": "ctrl+alt+shift", "redo": "g g g", "list-right": "n"}
    async with play(config=Config(theme="no such", bindings=wrong)) as p:
        await p.until(lambda: [*p.app._notifications])
        (notice,) = p.app._notifications
        for words in (
            "theme: there is no theme",
            "new-card: there is no key",
            "redo: 'g g g' is more than",
            "taken from new-card",
        ):
            assert words in notice.message
        await p.press("n")
        assert p.app.screen.kanban.row.focused_index == 1, "what the user chose is not done"
    async with play(config=Config(theme="solarized-light")) as p:
        assert p.app.theme_variables["ink"] == LIGHT_TOKENS["ink"], "light letters on a light board"
        assert not p.app._notifications


async def test_what_lies_under_an_opaque_page_is_drawn_when_it_is_seen_again(play):
    async with play() as p:
        board, face = p.app.screen, p.app.screen.kanban.card
        await p.press("enter")
        await p.until(lambda: p.app.screen is not board)
        assert p.app._background_screens == []
        assert not board.is_current
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=face.id, name="Renamed below")
        )
        await p.pilot.resize_terminal(100, 30)
        await p.press("escape")
        await p.sees("Renamed below")
        assert p.app.screen is board
        assert board.size == (100, 30)


async def test_what_changes_behind_a_box_is_seen_beside_it(play):
    async with play() as p:
        board, face = p.app.screen, p.app.screen.kanban.card
        await p.press("question_mark")
        await p.until(lambda: p.app.screen is not board)
        assert p.app._background_screens == [board]
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, name="Renamed"))
        await p.sees("Renamed")


@pytest.mark.parametrize("turns", [0, 2, 4, 6, 8, 16])
async def test_the_app_may_be_ended_while_a_page_opens(play, turns):
    async with play() as p:
        p.app.screen.go(f"card:{p.face('Ana Reid').id}/")
        for _ in range(turns):
            await asyncio.sleep(0)
    assert not p.app.return_code
