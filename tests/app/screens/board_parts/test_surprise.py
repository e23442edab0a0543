"""A command that meets a card which changed under the cursor."""

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts.surprise import Surprise


async def test_a_verb_in_the_air_is_stopped_once_after_a_surprise(play):
    async with play() as p:
        board = screen(p)
        surprise, card = Surprise(board._shown), board.card
        archive, down = board.keymap.commands["archive-card"], board.keymap.commands["card-down"]
        assert card is not None
        assert surprise.refuse(archive) == ""
        surprise.tell(card)
        assert surprise.refuse(archive) == "", "it is where it was: no surprise"
        await p.workspace.cards.archive_all(card.list_id)
        surprise.tell(card)
        assert surprise.refuse(down) == ""
        assert "press again" in surprise.refuse(archive)
        assert surprise.refuse(archive) == ""
