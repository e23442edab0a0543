"""A board that may only be read is drawn so, and nothing on it opens a box that would lead nowhere."""

from functools import partial

import pytest

from tests.app.screens.conftest import Play
from tui.app.commands.catalogue import BOARD, OPEN
from tui.app.commands.keymap import show_key
from tui.app.commands.writing import is_write_command
from tui.app.screens.board import BoardScreen
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.errors import ReadOnly
from tui.model.account.grant import Grant
from tui.model.member import Membership
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.store.outbox.arrivals import Arrived
from tui.sync.token_rights import note


async def test_verbs_are_refused_with_a_reason(play):
    async with play() as p:
        assert isinstance(p, Play)
        before = p.workspace.cards.counts(p.board.id)
        assert "n new" in p.words(StatusBar)
        note(p.workspace._store, Grant(("read",))).result()
        await p.sees("local · read only", TitleBar)
        await p.until(lambda: "n new" not in p.words(StatusBar))
        assert "/ filter" in p.words(StatusBar)
        for keys in (("n",), ("t",), ("L",), ("D",), ("space",), ("+",), ("g", "r"), ("u",), ("a",)):
            p.app.screen.query_one(StatusBar).clear_message()
            await p.press(*keys)
            await p.sees("only read · A then l logs in anew", StatusBar)
            assert len(p.app.screen_stack) == 1
        # What no command stands before is refused where the write would be made.
        face, there = p.face(""), p.workspace.boards.lists(p.board.id)[-1]
        move = MoveCard(board_id=p.board.id, card_id=face.id, list_id=there.id, pos=1.0)
        screen = p.app.screen
        assert isinstance(screen, BoardScreen)
        screen.work(partial(p.workspace.writes.submit, move), "move")
        await p.sees("nothing was changed", StatusBar)
        assert p.workspace.cards.counts(p.board.id) == before
        await p.press("enter")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        await p.press("C")
        await p.sees("only read")


async def test_no_writing_key_is_offered_where_one_may_only_read(play):
    async with play((160, 40)) as p:
        archived = UpdateCard(board_id=p.board.id, card_id=p.face("Ana Reid").id, closed=True)
        await p.workspace.writes.submit(archived)
        note(p.workspace._store, Grant(("read",))).result()
        await p.sees("read only", TitleBar)
        for place in ("enter", "P", "O", "g a", "g c", "v"):
            await p.press(*place.split())
            await p.until(lambda: p.app.ahead.is_idle)
            page = p.app.screen
            bar = page.query_one(StatusBar)
            offered = {key for key, _ in bar._offered}
            writing = {
                key
                for name, command in page.keymap.commands.items()
                if is_write_command(command)
                for key in page.keymap.keys_of(name)
            }
            assert offered
            assert not {key for key in writing if show_key(key) in offered}, place
            if len(p.app.screen_stack) > 1:
                await p.press("escape")
                await p.until(lambda: len(p.app.screen_stack) == 1)


def test_what_only_looks_is_let_through():
    names = {command.name(): is_write_command(command()) for command in (*BOARD, *OPEN)}
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


async def test_a_board_we_were_taken_off_is_read_only_and_its_cards_are_not_deleted(play):
    async with play() as p:
        p.wire.fail("not ours", "GET", f"/boards/{p.board.id}", times=99)
        await p.until(lambda: p.workspace.boards.was_read(p.board.id))
        p.workspace.sync.refresh()
        await p.sees("local · read only", TitleBar, tick=0.1)
        await p.press("L")
        await p.sees("you are not on this board any more: it may only be read, as it was", StatusBar)
        assert "logs in anew" not in p.words(StatusBar)
        await p.press("g", "n")
        await p.sees("New board")
        await p.press("escape")
        assert "was deleted" not in p.text()
        assert p.face("Ana Reid")


async def test_an_observer_reads_unless_observers_may_comment(play):
    async with play() as p:
        me = p.workspace.access.me()
        board = p.workspace._store.boards.get(p.board.id)
        assert me is not None
        role = Membership(id_member=me.id, member_type="observer")
        p.workspace._store.arrive(Arrived(members_of=board.id, members=(me,), memberships=(role,))).result()
        assert "observer" in p.workspace.access.read_only_reason(board.id)
        with pytest.raises(ReadOnly) as told:
            p.workspace.access.check([board.id])
        assert told.value.hint == "", "no login changes that"
        open_to = board.replace(prefs={"comments": "observers"})
        p.workspace._store.arrive(Arrived(boards=(open_to,))).result()
        assert p.workspace.access.read_only_reason(board.id) == ""


async def test_an_observer_stars_watches_and_has_the_menu_but_invites_nobody(play):
    async with play() as p:
        me, board = p.workspace.access.me(), p.board.id
        role = Membership(id_member=me.id, member_type="observer")
        p.workspace._store.arrive(Arrived(members_of=board, members=(me,), memberships=(role,))).result()
        await p.sees("local · read only", TitleBar)
        await p.press("W")
        card = p.app.screen.card
        await p.until(lambda: p.workspace.cards.get(card.id).subscribed)
        await p.press("u")
        await p.until(lambda: not p.workspace.cards.get(card.id).subscribed)
        starred = p.workspace.boards.get(board).starred
        await p.press("g", "s")
        await p.until(lambda: p.workspace.boards.get(board).starred != starred)
        await p.press("g", "m")
        await p.sees("as an observer you may only read this board", StatusBar)
        await p.press("semicolon")
        await p.sees("Watch card")
        await p.press("escape")
        writes = p.workspace.writes
        watch = UpdateCard(board_id=board, card_id=card.id, subscribed=True)
        with pytest.raises(ReadOnly) as told:
            await writes.submit(watch.replace(name="Other"))
        assert told.value.exit_code == 4
        with pytest.raises(ReadOnly):
            await writes.submit_all([watch, watch.replace(subscribed=None, name="Other")])


async def test_a_board_that_somebody_closed_is_not_changed_until_it_is_opened_again(play):
    async with play() as p:
        face, board_id = p.face("Ana Reid"), p.board.id
        there = p.workspace.boards.lists(board_id)[-1]
        await p.workspace.writes.submit(UpdateBoard(board_id=board_id, closed=True))
        await p.sees("local · closed", TitleBar)
        for keys in (("n",), ("L",), ("space",), ("+",), ("g", "x"), ("g", "r"), ("D",), ("a",)):
            p.app.screen.query_one(StatusBar).clear_message()
            await p.press(*keys)
            await p.sees("this board is closed · g o opens it again", StatusBar)
        move = MoveCard(board_id=board_id, card_id=face.id, list_id=there.id, pos=1.0)
        screen = p.app.screen
        assert isinstance(screen, BoardScreen)
        screen.work(partial(p.workspace.writes.submit, move), "move")
        await p.sees("nothing was changed: this board is closed · g o in the app", StatusBar)
        await p.press("g", "s")
        await p.sees("has no star any more", StatusBar)
        await p.press("u", "u")
        await p.sees("local · synced", TitleBar)
        await p.press("L")
        await p.until(lambda: p.face("Ana Reid").list_id != face.list_id)
