"""A board that may only be read is drawn so, and nothing on it opens a box that would lead nowhere."""

from tests.app.screens.conftest import Play
from tui.app.commands.catalogue import BOARD, OPEN
from tui.app.commands.writing import changes
from tui.app.screens.board import BoardScreen
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.model.grant import Grant
from tui.model.op import MoveCard
from tui.sync.granted import note


async def test_verbs_are_refused_with_a_reason(play):
    async with play() as p:
        assert isinstance(p, Play)
        before = p.workspace.counts(p.board.id)
        note(p.workspace._store, Grant(("read",))).result()
        await p.sees("local · read only", TitleBar)
        for keys in (("n",), ("t",), ("L",), ("D",), ("space",), ("+",), ("g", "r"), ("u",), ("a",)):
            p.app.screen.query_one(StatusBar).settle()
            await p.press(*keys)
            await p.sees("only read", StatusBar)
            assert len(p.app.screen_stack) == 1
        # What no command stands before is refused where the write would be made.
        face, there = p.face(""), p.workspace.lists(p.board.id)[-1]
        move = MoveCard(board_id=p.board.id, card_id=face.id, list_id=there.id, pos=1.0)
        screen = p.app.screen
        assert isinstance(screen, BoardScreen)
        screen.work(p.workspace.submit(move), "move")
        await p.sees("nothing was changed", StatusBar)
        assert p.workspace.counts(p.board.id) == before
        await p.press("enter")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        await p.press("C")
        await p.sees("only read")


def test_what_only_looks_is_let_through():
    names = {deed.name(): changes(deed()) for deed in (*BOARD, *OPEN)}
    for looks in (
        "open-card",
        "enrich",
        "copy",
        "files",
        "checklists",
        "open-link",
        "filter",
        "outbox",
        "help",
    ):
        assert not names[looks]
    for writes in ("due", "labels", "edit-description", "lift", "new-list", "close-board", "redo", "watch"):
        assert names[writes]
