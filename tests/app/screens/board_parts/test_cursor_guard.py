"""A command that meets a card which changed under the cursor."""

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts.cursor_guard import CursorGuard
from tui.model.writes.cards import UpdateCard


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


async def test_what_the_user_did_to_a_card_that_got_its_id_meanwhile_is_no_surprise(play):
    async with play() as p:
        board = screen(p)
        guard, archive = CursorGuard(board._view), board.keymap.commands["archive-card"]
        p.wire.plugged = False
        await p.press("n", *"Ask", "enter", "escape")
        new = p.face("Ask")
        guard.expect(archive, [new])
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=new.id, closed=True))
        p.wire.plugged = True
        await p.until(lambda: not p.workspace.outbox.numbers(), tick=0.5)
        guard.expect(archive, [new])
        sent = new.replace(id=p.workspace.writes.current_id(new.id))
        assert sent.id != new.id
        guard.tell(sent)
        assert guard.refuse(archive) == ""
        p.clock.advance(5)
        guard.tell(sent)
        assert "press again" in guard.refuse(archive)
