"""A command that meets a card which changed under the cursor."""

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts.cursor_guard import CursorGuard


async def test_a_verb_in_the_air_is_stopped_once_after_a_surprise(play):
    async with play() as p:
        board = screen(p)
        guard, card = CursorGuard(board._view), board.card
        archive, down = board.keymap.commands["archive-card"], board.keymap.commands["card-down"]
        assert card is not None
        assert guard.refuse(archive) == ""
        guard.tell(card)
        assert guard.refuse(archive) == "", "it is where it was: no surprise"
        await p.workspace.cards.archive_all(card.list_id)
        guard.tell(card)
        assert guard.refuse(down) == ""
        assert "press again" in guard.refuse(archive)
        assert guard.refuse(archive) == ""
