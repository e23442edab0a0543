"""What can be done with what a page lists: put back, deleted, sent again, given up."""

import pytest

from tests.app.screens.conftest import at, first, screen
from tests.thinned import thinned
from tui.app.screens.archive import ArchiveScreen
from tui.app.screens.board import BoardScreen
from tui.model.notification import Notification
from tui.store.outbox.arrivals import Arrived

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


async def test_a_card_of_an_archived_list_is_restored_with_it_or_not_at_all(play):
    async with play() as p:
        card, ident = first(p), screen(p).lists[0].id
        await p.press("a", "g", "X")
        await p.until(lambda: p.workspace.archive.lists(p.board.id))
        await p.press("g", "a", "down", "enter")
        await p.sees("Restore “Leads” too?")
        await p.press("n")
        await p.until(lambda: isinstance(p.app.screen, ArchiveScreen))
        assert p.workspace.cards.get(card).closed
        await p.press("enter", "y")
        await p.sees("the card is on the board again, with “Leads”")
        assert not p.workspace.cards.get(card).closed
        assert not p.workspace.boards.get_list(ident).closed
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).closed)
        assert p.workspace.boards.get_list(ident).closed
        await p.press("g", "g", "2", "enter")
        await p.sees("2 rows are on the board again")


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


@pytest.mark.parametrize("key", ["r", "enter"])
async def test_a_number_puts_that_many_back_and_they_are_undone_together(play, key):
    async with play() as p:
        await p.press("a", "a", "a")
        await p.until(lambda: p.workspace.archive.count(p.board.id) == 3)
        await p.press("g", "a")
        await at(p, ArchiveScreen)
        await p.until(lambda: p.app.screen.rows.option_count == 3)
        await p.press("2", key)
        await p.sees("2 rows are on the board again")
        assert p.workspace.archive.count(p.board.id) == 1
        await p.press("u")
        await p.until(lambda: p.workspace.archive.count(p.board.id) == 3)
        await p.press("g", "g", "9", "X")
        await p.sees("Delete 3 cards?")
        await p.press("y")
        await p.sees("deleted 3 cards")
        assert p.workspace.archive.count(p.board.id) == 0


async def test_a_number_gives_that_many_refused_changes_up_or_sends_them_again(play):
    async with play() as p:
        for _ in range(3):
            p.wire.fail("400", "PUT", "/cards/")
            await p.press("L")
        await p.until(lambda: p.workspace.sync.status().refused == 3, tick=0.1)
        await p.press("O", "2", "X")
        await p.sees("Give 2 changes up?")
        await p.press("y")
        await p.until(lambda: p.workspace.sync.status().refused == 1)
        await p.press("3", "r")
        await p.until(lambda: p.workspace.sync.status().refused == 0)


async def test_a_number_marks_that_many_notifications(play):
    async with play() as p:
        found = tuple(Notification(id=f"{n}" * 24, date=p.clock.now()) for n in range(1, 4))
        p.workspace._store.arrive(Arrived(notifications=found)).result()
        p.wire.plugged = False
        await p.press("N")
        await p.sees("3 unread")
        await p.press("2", "x")
        await p.sees("1 unread")
        await p.press("u")
        await p.sees("3 unread")
