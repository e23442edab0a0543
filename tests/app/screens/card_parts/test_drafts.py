"""Drafts of a card: kept under its id of today."""

from tui.app.screens.card_parts.drafts import CardDrafts, carry_drafts


async def test_a_draft_goes_on_under_the_id_the_service_gives(play):
    async with play() as p:
        drafts = CardDrafts(p.workspace)
        drafts.keep("desc:new-1", "half typed", "what was there")
        await p.until(lambda: drafts.get("desc:new-1") == "half typed")
        carry_drafts(p.workspace, {"new-1": "s1"})
        await p.until(lambda: drafts.get("desc:s1") == "half typed" and not drafts.get("desc:new-1"))
        assert drafts.base("desc:s1") == "what was there"
