"""Drafts of a card: kept under its id of today."""

from tui.app.screens.card_parts.drafts import CardDrafts
from tui.model.base import new_local_id
from tui.model.writes.cards import CreateCard


async def test_a_draft_goes_on_under_the_id_the_service_gives(play):
    async with play() as p:
        p.wire.plugged = False
        drafts, local = CardDrafts(p.workspace), new_local_id()
        home = p.workspace.boards.lists(p.board.id)[0]
        await p.workspace.writes.submit(
            CreateCard(board_id=p.board.id, card_id=local, list_id=home.id, name="Fresh card", pos=1.0)
        )
        drafts.keep(f"desc:{local}", "half", "what was there")
        await p.until(lambda: drafts.get(f"desc:{local}") == "half")
        p.wire.plugged = True
        p.workspace.sync.refresh()
        await p.until(lambda: p.workspace.cards.face(local).id != local, tick=5)
        now = f"desc:{p.workspace.cards.face(local).id}"
        assert drafts.get(now) == "half"
        # A key pressed before the screen has heard of it.
        drafts.keep(f"desc:{local}", "half typed", "what was there")
        await p.until(lambda: drafts.get(now) == "half typed")
        assert drafts.base(now) == "what was there"
        assert not drafts.get(f"desc:{local}")
