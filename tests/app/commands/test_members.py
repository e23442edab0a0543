"""Who is on a card, and who hears of it."""

from tests.app.screens.conftest import first


async def test_members_are_put_on_and_taken_off(play):
    async with play() as p:
        card = first(p)
        before = p.workspace.cards.get(card).id_members
        await p.press("at")
        await p.until(lambda: p.workspace.cards.get(card).id_members != before)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).id_members == before)
        await p.press("m")
        await p.sees("Members · enter")
        await p.press("enter")
        await p.until(lambda: p.workspace.cards.get(card).id_members != before)
        await p.press("escape")


async def test_a_card_is_watched(play):
    async with play() as p:
        card = first(p)
        await p.press("W")
        await p.until(lambda: p.workspace.cards.get(card).subscribed)
        await p.press("W")
        await p.until(lambda: not p.workspace.cards.get(card).subscribed)
