"""The page of what was archived on a board."""

from tests.app.screens.conftest import at, first, screen
from tui.app.screens.archive import ArchiveScreen


async def test_what_was_archived_last_comes_first(play):
    async with play() as p:
        ring, reply = first(p), screen(p).cards_of(screen(p).lists[0].id)[1].id
        await p.press("j", "a")
        await p.until(lambda: p.workspace.cards.get(reply).closed and not p.workspace.sync.status().waiting)
        p.clock.advance(60)
        await p.press("g", "g", "a")
        await p.until(lambda: p.workspace.cards.get(ring).closed)
        await p.press("g", "a")
        await at(p, ArchiveScreen)
        await p.sees("2 cards, the last touched first")
        await p.until(lambda: p.app.screen.chosen == f"card:{ring}")
        await p.until(lambda: not p.workspace.sync.status().waiting)
        await p.press("escape", "g", "a")
        await p.until(
            lambda: isinstance(p.app.screen, ArchiveScreen) and p.app.screen.chosen == f"card:{ring}"
        )


async def test_archived_lists_are_counted_beside_the_cards(play):
    async with play() as p:
        await p.press("g", "X")
        await p.until(lambda: len(p.workspace.archive.lists(p.board.id)) == 1)
        await p.press("g", "a")
        await at(p, ArchiveScreen)
        await p.sees("1 list · 0 cards")


async def test_what_was_archived_is_found_by_its_name(play):
    async with play() as p:
        ring, reply = first(p), screen(p).cards_of(screen(p).lists[0].id)[1].id
        await p.press("a", "a")
        await p.until(lambda: p.workspace.archive.count(p.board.id) == 2)
        await p.press("g", "a")
        await at(p, ArchiveScreen)
        for card in (ring, reply):
            await p.press("slash")
            await p.sees("Find in the archive")
            await p.press(*p.workspace.cards.get(card).name[:9], "enter")
            await p.until(lambda card=card: p.app.screen.chosen == f"card:{card}")
        assert p.workspace.archive.count(p.board.id) == 2
