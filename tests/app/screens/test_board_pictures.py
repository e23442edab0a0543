"""Pictures of the board screen and its boxes, wide and narrow."""

import pytest
from textual.widgets import Input

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts import recent_changes
from tui.app.widgets.status_bar import StatusBar
from tui.model.change import Change

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])

SCENES = {
    "walked": ("j", "j", "l"),
    "carried": ("space", "j", "l"),
    "put back and narrowed": ("escape", "slash", *"hot", "enter"),
    "selected, compact": ("escape", "V", "minus", "minus"),
    "adding": ("escape", "minus", "n", *"Ring"),
    "help": ("escape", "question_mark"),
    "boards": ("escape", "b"),
    "delete": ("escape", "X"),
    "light": ("escape", "f2"),
}
"""Keys that lead from each picture to the next."""


@SIZES
async def test_the_board(play, size, picture, monkeypatch):
    # What was said stands until something else is: how long a picture takes is not to be seen on it.
    monkeypatch.setattr(StatusBar, "STANDS", 600.0)
    monkeypatch.setattr(Input, "cursor_blink", False)
    async with play(size) as p:
        faces = [
            face for each in p.workspace.boards.lists(p.board.id) for face in p.workspace.cards.faces(each.id)
        ]
        ids = [face.id for face in faces]
        p.workspace.sync.mark(ids)
        await p.until(lambda: all(p.workspace.cards.face(ident).subject is not None for ident in ids))
        await p.sees("local · synced")
        for name, keys in SCENES.items():
            await p.press(*keys)
            await p.stands()  # the board is read again a quarter of a second after a flood of news
            assert picture(p, name), name


@SIZES
async def test_collapsed_lists_and_what_others_just_changed(play, size, picture, monkeypatch):
    monkeypatch.setattr(recent_changes, "MARKED", 600.0)
    async with play(size) as p:
        await p.sees("local · synced")
        await p.press("Z", "l", "l", "Z", "l")
        card = p.face("Second call")
        by = {card.id: "Ana Reid"}
        screen(p).reload(Change(frozenset({"cards"}), frozenset({p.board.id}), frozenset(by), by=by))
        await p.stands()
        assert picture(p, "collapsed")
