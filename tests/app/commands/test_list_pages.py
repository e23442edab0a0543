"""What can be done with what a page lists: put back, deleted, sent again, given up."""

import pytest

from tests.app.screens.conftest import at, first, screen
from tests.thinned import thinned
from tui.app.screens.archive import ArchiveScreen
from tui.app.screens.board import BoardScreen

SIZES = [(120, 40), (80, 24), (40, 12)]


@pytest.mark.parametrize("size", thinned(list(SIZES), 3, first=2, whole=True))
async def test_an_archived_card_is_found_and_put_back(play, size):
    async with play(size) as p:
        card = first(p)
        await p.press("a", "g", "a")
        await at(p, ArchiveScreen)
        await p.sees("Ring Ana Reid")
        await p.press("enter")
        await p.until(lambda: not p.workspace.cards.get(card).closed)
        await p.sees("Nothing is archived")
        await p.press("escape")
        await at(p, BoardScreen)
        await p.until(
            lambda: card in {face.id for each in screen(p).lists for face in screen(p).cards_of(each.id)}
        )


async def test_an_archived_card_is_deleted_after_asking(play):
    async with play() as p:
        card = first(p)
        await p.press("a", "g", "a")
        await p.sees("Ring Ana Reid")
        await p.press("X")
        await p.sees("Delete “Ring Ana Reid")
        await p.press("y")
        await p.until(lambda: p.workspace.cards.get(card) is None)


async def test_what_was_refused_can_be_sent_again_copied_or_given_up(play):
    async with play() as p:
        card = first(p)
        p.wire.fail("400", "POST", "/actions/comments")
        await p.press("C", *"for the record", "ctrl+s")
        await p.until(lambda: p.workspace.sync.status().refused == 1)
        await p.press("escape", "O")
        for words in ("1 refused", "made up", "“for the record”"):
            await p.sees(words)
        await p.press("y")
        assert p.app.clipboard == "for the record"
        await p.press("r")
        await p.until(lambda: p.workspace.sync.status().refused == 0)
        await p.until(lambda: [c.text for c in p.workspace.cards.comments(card)][:1] == ["for the record"])
        await p.sees("Everything is with the service")


async def test_after_a_restore_the_board_does_not_say_that_the_card_is_archived(play):
    async with play() as p:
        await p.press("a")
        await p.sees("u undoes")
        await p.press("g", "a", "enter")
        await p.sees("Nothing is archived")
        await p.press("escape")
        await at(p, BoardScreen)
        assert "u undoes" not in p.text()
        await p.press("u")
        await p.sees("Undone: Restored “Ring Ana Reid")
