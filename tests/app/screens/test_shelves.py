"""The pages that list things, and the commands that lead there: archive, outbox, notifications, search, dates, people."""

import pytest

from tests.app.screens.conftest import Play
from tui.app.screens import search
from tui.app.screens.archive import ArchiveScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.search import SearchScreen
from tui.model.account.call import ApiCall
from tui.presentation.when import day_time

SIZES = [(120, 40), (80, 24), (40, 12)]


def board(p: Play) -> BoardScreen:
    return next(screen for screen in p.app.screen_stack if isinstance(screen, BoardScreen))


def first(p: Play) -> str:
    card = board(p).card
    assert card is not None
    return card.id


async def at(p: Play, kind: type) -> None:
    await p.until(lambda: isinstance(p.app.screen, kind))


@pytest.mark.parametrize("size", SIZES)
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
            lambda: card in {face.id for each in board(p).lists for face in board(p).cards_of(each.id)}
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


async def test_the_notifications_page_teaches_while_it_is_empty(play):
    async with play() as p:
        await p.press("N")
        await p.sees("Nothing yet")
        await p.press("escape")
        await at(p, BoardScreen)


async def test_search_finds_on_every_board_and_opens_what_was_found(play):
    async with play() as p:
        await p.press("S", *"second call callum")
        await p.sees("Contacted · Pipeline")
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.name.startswith("Second call")
        await p.press("escape", "S")
        await at(p, SearchScreen)
        await p.press("escape")
        await at(p, BoardScreen)


async def test_a_card_that_only_the_service_has_is_read_alone_and_opened(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 0.01)
    async with play() as p:
        column = p.workspace.boards.lists(p.board.id)[0].id
        made = await p.workspace.sync.call(
            ApiCall(
                service="board",
                method="POST",
                path="/1/cards",
                body={"idList": column, "name": "Zeppelin hire"},
            )
        )
        await p.press("S", *"zeppelin")
        await p.sees("at the service")
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.id == made["id"]


async def test_a_card_that_went_from_the_service_since_it_was_found_is_told(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 0.01)
    async with play() as p:
        column = p.workspace.boards.lists(p.board.id)[0].id
        made = await p.workspace.sync.call(
            ApiCall(
                service="board",
                method="POST",
                path="/1/cards",
                body={"idList": column, "name": "Zeppelin hire"},
            )
        )
        await p.press("S", *"zeppelin")
        await p.sees("at the service")
        await p.workspace.sync.call(ApiCall(service="board", method="DELETE", path=f"/1/cards/{made['id']}"))
        await p.press("enter")
        await p.sees("that card is not there any more")
        p.wire.plugged = False
        await p.press("enter")
        await p.sees("offline: that card is not here yet", tick=1)


async def test_a_due_date_is_set_as_it_is_said_met_and_cleared(play):
    async with play() as p:
        card = first(p)
        before = p.workspace.cards.get(card).due
        await p.press("D")
        await p.sees(f"due {day_time(before, p.clock.now())}")  # what it is today, read
        await p.press("enter")
        assert p.workspace.sync.status().waiting == 0, "nothing was different"
        await p.press("D", *"next fri")
        await p.sees("due Fri")
        await p.press(*["backspace"] * 8, *"soonish", "enter")
        await p.sees("“soonish” is no date")
        assert p.workspace.cards.get(card).due == before
        await p.press(*["backspace"] * 7, *"+3d 9am", "enter")
        due = p.clock.now().astimezone()
        await p.until(lambda: p.workspace.cards.get(card).due is not None)
        await p.sees("due ")
        assert (p.workspace.cards.get(card).due.astimezone().date() - due.date()).days == 3
        await p.press("x")
        await p.until(lambda: p.workspace.cards.get(card).due_complete)
        await p.press("D", *"none", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due is None)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due is not None)


async def test_work_starts_and_a_reminder_comes_before_it_is_due(play):
    async with play() as p:
        card = first(p)
        await p.press("g", "d", *"tomorrow 9am", "enter")
        await p.until(lambda: p.workspace.cards.get(card).start is not None)
        await p.press("g", "e", *"an hour", "enter")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder == 60)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).due_reminder != 60)


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


async def test_a_link_is_attached_opened_and_taken_off(play, monkeypatch):
    async with play() as p:
        card = first(p)
        count = len(p.workspace.cards.get(card).attachments)
        await p.press("f", *"link", "enter")
        await p.sees("Attach a link")
        await p.press(*"our offer", "enter")
        await p.sees("“our offer” is no web address")
        assert "it begins with https:// or http://" in p.words()
        await p.press(*["backspace"] * 9, *"firm.example/offer")
        await p.sees("attaches https://firm.example/offer")
        await p.sees("enter keeps it · esc gives up")
        await p.press("enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count + 1)
        await p.press("f", *"firm.example/direct")
        await p.sees("attach the link https://firm.example/direct")
        await p.press("enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count + 2)
        await p.press("enter")
        await p.sees("↗ https://firm.example/of… · ↗ https://firm.example/di…")
        monkeypatch.setenv("SSH_CONNECTION", "here there")
        await p.press("o", *"direct", "enter")
        await p.sees("https://firm.example/direct · in the clipboard")
        assert p.app.clipboard == "https://firm.example/direct"
        await p.press("escape", "f", *"direct", "enter", *"take", "enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count + 1)
        await p.press("f", *"offer", "enter")
        await p.sees("take it off the card")
        await p.press(*"take", "enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count)


async def test_a_file_is_attached_and_downloaded(play, tmp_path):
    async with play() as p:
        offer = tmp_path / "offer.txt"
        offer.write_text("1,200 a month")
        card = first(p)
        await p.press("f", *"attach a file", "enter")
        await p.sees("its path on this machine")
        await p.press(*str(tmp_path), "enter")
        await p.sees("name a file")
        await p.press(*"/offer.txt", "enter")
        await p.until(lambda: any(a.name == "offer.txt" for a in p.workspace.cards.get(card).attachments))
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        target = tmp_path / "got"
        target.mkdir()
        p.workspace.memory.set("downloads", str(target))
        await p.press("f", *"offer", "enter")
        await p.sees("download it")
        await p.press("enter")
        await p.sees("Download to")
        await p.press("enter")
        await p.until((target / "offer.txt").exists)
        assert (target / "offer.txt").read_text() == "1,200 a month"
        for answer in ("n", "y"):
            assert any(a.name == "offer.txt" for a in p.workspace.cards.get(card).attachments)
            await p.press("f", *"offer", "enter")
            await p.press(*"take", "enter")
            await p.sees("It cannot be undone.")
            await p.press(answer)
            await p.until(lambda: type(p.app.screen) is BoardScreen)
        await p.until(lambda: all(a.name != "offer.txt" for a in p.workspace.cards.get(card).attachments))


async def test_a_card_goes_to_a_list_found_by_its_board_also_one_never_read(play):
    async with play() as p:
        card = first(p)
        team = p.workspace.boards.find("Team")
        await p.press("M", *"team", "enter")
        await p.sees("u undoes")
        assert p.workspace.cards.get(card).id_board == team.id
        other = first(p)
        fields = {"name": "Made elsewhere", "defaultLists": "true"}
        made = await p.workspace.sync.call(
            ApiCall(service="board", method="POST", path="/1/boards", body=fields)
        )
        p.workspace.sync.refresh()
        await p.until(lambda: p.workspace.boards.find("Made elsewhere") is not None)
        assert not p.workspace.boards.was_read(made["id"])
        await p.press("M", *"made else", "enter")
        await p.sees("Move to a list of Made elsewhere")
        await p.press("enter")
        await p.sees("on Made elsewhere")
        assert p.workspace.cards.get(other).id_board == made["id"]


async def test_a_card_and_its_address_are_copied(play):
    async with play() as p:
        card = p.workspace.cards.get(first(p))
        await p.press("y", *"address", "enter")
        await p.until(lambda: p.app.clipboard == card.short_url)
        await p.press("y", "enter")
        here = card.id_list
        await p.until(lambda: [f.name for f in p.workspace.cards.faces(here)].count(card.name) == 2)


async def test_a_card_goes_to_another_board(play):
    async with play() as p:
        card = p.workspace.cards.get(first(p))
        other = next(board for board in p.workspace.boards.all() if board.id != card.id_board)
        await p.press("M")
        await p.sees(other.name)
        target = p.workspace.boards.lists(other.id)[0]
        await p.press(*target.name.lower(), "enter")
        await p.until(lambda: p.workspace.cards.get(card.id).id_board == other.id)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card.id).id_board == card.id_board)


async def test_boards_are_made_named_starred_closed_and_opened_again(play):
    async with play() as p:
        await p.press("g", "n")
        await p.sees("New board")
        await p.press(*"Roadworks", "enter")
        await p.until(lambda: p.workspace.boards.find("Roadworks") is not None)
        await p.sees("To Do")
        await p.press("g", "r")
        await p.press(*" 2", "enter")
        await p.until(lambda: p.workspace.boards.find("Roadworks 2") is not None)
        await p.press("g", "s")
        await p.until(lambda: p.workspace.boards.find("Roadworks 2").starred)
        await p.press("g", "x")
        await p.until(lambda: p.workspace.boards.find("Roadworks 2").closed)
        await p.sees("closed Roadworks 2")
        await p.press("g", "o")
        await p.sees("Closed boards")
        await p.press("enter")
        await p.sees("open it again")
        await p.press("enter")
        await p.until(lambda: not p.workspace.boards.find("Roadworks 2").closed)
        await p.sees("opened Roadworks 2 again")


async def test_a_list_has_a_limit_and_its_cards_go_together(play):
    async with play() as p:
        lists = {each.name: each.id for each in p.workspace.boards.lists(p.board.id)}
        await p.press("g", "w", *"3", "enter")
        await p.sees("▲ ")
        await p.press("g", "M", *"won", "enter")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))
        await p.press("u")
        await p.until(lambda: len(p.workspace.cards.faces(lists["Leads"])) > 1)
        await p.press("g", "A")
        await p.until(lambda: not p.workspace.cards.faces(lists["Leads"]))


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


async def test_undo_on_one_board_leaves_the_other_alone(play):
    async with play() as p:
        card = first(p)
        await p.press("a")
        other = next(each for each in p.workspace.boards.all() if each.id != p.board.id)
        board(p).go(f"board:{other.id}")
        await p.until(lambda: board(p).board == other)
        await p.press("u")
        await p.sees("nothing to undo on this board")
        assert p.workspace.cards.get(card).closed
        board(p).go(f"board:{p.board.id}")
        await p.until(lambda: board(p).board != other)
        await p.press("u")
        await p.sees("Undone: Archived")
