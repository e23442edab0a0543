"""What the board screen tells: what was done, where things went, what is off the screen, what went wrong."""

import time
from datetime import UTC, datetime

import pytest
from textual.geometry import Offset

from tests.app.screens.conftest import Play, first, screen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boards import BoardsScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.widgets.card_list import CardList
from tui.app.widgets.status_bar import StatusBar
from tui.errors import StoreError
from tui.model.card import Card
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.lists import UpdateList
from tui.store.opening import open_store
from tui.store.outbox.arrivals import Arrived


def here(p: Play) -> tuple[str, str]:
    board = screen(p)
    return (board.board_list.name if board.board_list else "", board.card.name if board.card else "")


def last_line(p: Play) -> str:
    return p.text().split("\n")[-1]


# --- what was done ---------------------------------------------------------------------------


async def test_what_was_done_is_said_for_some_seconds(play, monkeypatch):
    monkeypatch.setattr(StatusBar, "STANDS", 0.05)
    async with play((80, 24)) as p:
        await p.press("L")
        await p.until(lambda: last_line(p).startswith(" ? keys  ctrl+p commands  j card"))


async def test_what_was_done_is_said_until_the_next_key_once_it_could_be_read(play):
    async with play((80, 24)) as p:
        await p.press("L", "j")
        assert "moved to Contacted  u undoes  │ ? keys" in last_line(p)
        p.clock.advance(2)
        await p.press("j")
        assert last_line(p).startswith(" ? keys  ctrl+p commands  j card")


async def test_a_long_title_leaves_room_for_the_way_back(play):
    async with play((80, 24)) as p:
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=p.face("Ring Ana").id, name="endless " * 40)
        )
        await p.sees("endless endless")
        await p.press("a")
        assert last_line(p).startswith(" archived “endless endless")
        assert "u undoes  │ ? keys" in last_line(p)
        await p.press("u")
        assert "· U does it again  │ ? keys" in last_line(p)
        assert here(p)[1].startswith("endless")


@pytest.mark.parametrize("keys", [("space", "l", "j", "enter"), ("L",), ("a",)])
async def test_undo_takes_the_cursor_back_to_the_card(play, keys):
    async with play((80, 24)) as p:
        start = here(p)
        await p.press(*keys)
        await p.until(lambda: here(p) != start or "archived" in last_line(p))
        await p.press("g", "3", "u")
        await p.until(lambda: here(p) == start)
        assert "▌ Ring Ana Reid" in p.text()


async def test_several_cards_are_counted_both_ways(play):
    async with play() as p:
        start = here(p)
        await p.press("v", "v", "L")
        assert "2 cards moved to Contacted  u undoes" in last_line(p)
        await p.press("u")
        assert "Undone, 2 cards: Moved" in last_line(p)
        assert "U does it again" in last_line(p)
        assert here(p) == start


async def test_a_card_archived_from_inside_is_told_on_the_board(play):
    async with play() as p:
        await p.open("Ring Ana")
        await p.press("a")
        await p.until(lambda: p.app.screen is screen(p))
        assert "archived “Ring Ana Reid at Tūī Ridge”  u undoes" in last_line(p)
        await p.press("u")
        await p.sees("Ring Ana Reid at")


# --- what others do --------------------------------------------------------------------------


async def test_when_the_card_under_the_cursor_goes_that_is_said_and_no_verb_hits_the_next(play):
    async with play() as p:
        face, won = p.face("Ring Ana"), p.workspace.boards.lists(p.board.id)[-1]
        await p.workspace.writes.submit(
            MoveCard(board_id=p.board.id, card_id=face.id, list_id=won.id, pos=1.0)
        )
        await p.sees("“Ring Ana Reid at Tūī Ridge” went to Won · the cursor is on the next card")
        neighbour = here(p)[1]
        await p.press("a")
        await p.sees("the card you meant has just gone")
        assert not p.face(neighbour).closed
        await p.press("a")
        await p.sees("archived")
        assert all(neighbour != f.name for f in p.workspace.cards.faces(screen(p).lists[0].id))


@pytest.mark.fault("F70")
async def test_the_cursor_stays_on_a_new_card_that_another_window_sends(play, tmp_path):
    async with play() as p:
        p.wire.plugged = False
        await p.press("n", *"Ring Bo", "enter", "escape")
        made = p.face("Ring Bo")
        assert here(p)[1] == "Ring Bo"
        other = open_store(tmp_path / "store.db", p.clock)
        row = other.outbox.in_state("waiting", "inflight", "uncertain")[0]
        first = other.cards.faces(made.list_id)[0]
        above = Card(id="a" * 24, id_board=p.board.id, id_list=made.list_id, name="Above", pos=first.pos / 2)
        other.arrive(Arrived(cards=(above,))).result()
        other.outbox.confirm(row.seq, {made.id: "e" * 24}).result()
        other.close()
        await p.sees("Above", tick=0.5)
        await p.until(lambda: getattr(screen(p).card, "id", "") == "e" * 24)
        assert here(p)[1] == "Ring Bo"
        assert "somebody else" not in p.text()


async def test_ones_own_deeds_are_no_surprise(play):
    async with play() as p:
        await p.press("a")
        assert "somebody" not in last_line(p)
        await p.press("a")
        assert "archived" in last_line(p)


async def test_what_is_undone_and_done_again_is_no_surprise_whatever_is_selected(play):
    async with play() as p:
        await p.press("a")
        await p.sees("archived")
        await p.press("u")
        await p.sees("Undone: ")
        ident = first(p)
        await p.press("j", "v", *"kk")
        assert first(p) == ident
        assert ident not in {card.id for card in screen(p).cards}
        await p.press("U")
        await p.sees("Done again: ")
        assert "somebody else" not in p.text()
        await p.until(lambda: not p.workspace.sync.status().waiting)
        assert "somebody else" not in p.text()


async def test_a_card_put_back_from_another_list_is_no_surprise(play):
    async with play() as p:
        start = here(p)
        await p.press("space", "l", "j", "escape")
        await p.pilot.pause()
        assert last_line(p).startswith(" put back ")
        assert here(p) == start
        await p.press("n")
        assert screen(p).editor.purpose.startswith("new:")


async def test_a_card_whose_list_goes_is_let_go_of(play):
    async with play() as p:
        leads = p.workspace.boards.lists(p.board.id)[0]
        await p.press("space", "l")
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=leads.id, closed=True))
        await p.until(lambda: screen(p).lists[0].name == "Contacted")
        await p.press("escape")
        await p.pilot.pause()
        assert not screen(p).selection.holding
        assert last_line(p).startswith((" put back", " its list is gone", " somebody", " ? keys")), last_line(
            p
        )
        await p.press("j")
        assert "Contacted" in p.text()


async def test_a_list_that_goes_while_its_new_neighbour_is_named_does_no_harm(play):
    async with play() as p:
        leads = p.workspace.boards.lists(p.board.id)[0]
        await p.press("plus", *"Next")
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=leads.id, closed=True))
        await p.until(lambda: screen(p).lists[0].name == "Contacted")
        await p.press("enter")
        await p.sees("added the list Next")


# --- what is off the screen ------------------------------------------------------------------


async def test_lists_off_the_screen_are_named(play):
    async with play((80, 24)) as p:
        assert "Proposal · Won ›" in p.text()
        await p.press("dollar_sign")
        assert "‹ Contacted +1 " in p.text()
        assert "Won ›" not in p.text()


async def test_a_card_half_above_is_counted_above(play):
    async with play((80, 24)) as p:
        screen(p).kanban.row.columns[0].scroll_by(1)
        await p.pilot.pause()
        assert "↑ 1" in p.text()
        assert "↑ 0" not in p.text()


async def test_a_name_too_long_for_its_list_is_whole_in_the_bottom_line(play):
    async with play((80, 24)) as p:
        second = p.workspace.boards.lists(p.board.id)[1]
        name = "OLD: Milestone 4: Integrations"
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=second.id, name=name))
        await p.sees("OLD: Milestone")
        assert name not in p.text()
        await p.press("l")
        assert last_line(p).startswith(f" {name}  │ ? keys")
        await p.press("h")
        assert name not in p.text()


async def test_due_dates_are_told_in_the_time_of_the_place(play, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Australia/Sydney")
        time.tzset()
        async with play() as p:
            face = p.face("Ring Ana")
            late = p.clock.now().replace(hour=14, minute=30)  # half past one at night, in Sydney
            await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, due=late))
            await p.sees("△ tomorrow")
            await p.press("enter")
            await p.sees("Sun 22 Nov 01:30")
    time.tzset()


# --- the mouse -------------------------------------------------------------------------------


async def test_what_looks_like_a_button_is_one(play):
    async with play((80, 24)) as p:
        await p.pilot.click(offset=Offset(4, 0), times=2)
        await p.until(lambda: isinstance(p.app.screen, BoardsScreen))
        await p.press("escape")
        await p.until(lambda: p.app.screen is screen(p))
        await p.pilot.click(offset=Offset(last_line(p).index("filter"), 23))
        await p.until(lambda: screen(p).editor.purpose == "filter")
        await p.pilot.click(offset=Offset(last_line(p).index("esc"), 23))
        await p.until(lambda: not screen(p).editor.purpose)
        await p.press("space")
        assert "h j k l carry" in last_line(p)
        await p.pilot.click(offset=Offset(last_line(p).index("esc"), 23))
        await p.until(lambda: not screen(p).selection.holding)


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.usefixtures("all_drawn")
async def test_cards_that_cannot_be_read_while_they_are_painted_are_told_once(play, monkeypatch):
    async with play() as p:
        kanban = screen(p).kanban

        def unreadable(*_):
            raise StoreError("The disk could not be read or written.", hint="Check the disk.")

        spoiled = [
            CardList(each.id, unreadable, 50, kanban.row.card_style, unreadable) for each in kanban.lists
        ]
        for column, cards in zip(kanban.row.columns, spoiled, strict=False):
            column.show(column.board_list, cards)
        await p.until(lambda: isinstance(p.app.screen, ConfirmScreen))
        await p.sees("The disk could not be read or written.")
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, BoardScreen))
        for column in kanban.row.columns:
            column.refresh()
        await p.pilot.pause()
        assert [type(each).__name__ for each in p.app.screen_stack] == ["BoardScreen"]
        screen(p).reload()
        await p.sees("Ring Ana Reid")


async def test_the_palette_says_when_nothing_matches(play):
    async with play() as p:
        await p.press("ctrl+p", *"zebra")
        assert "nothing matches" in p.text()
        await p.press(*["backspace"] * 5, *"list name")
        assert "Edit the description" not in p.text()


async def test_an_empty_no_color_asks_for_nothing(play, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "")
    async with play((80, 24)) as p:
        assert not p.app.no_color
        strips = p.app.screen._compositor.render_strips(p.app.size)
        assert any(segment.style and segment.style.bgcolor for strip in strips for segment in strip)


@pytest.mark.parametrize("keys", [(), ("question_mark",), ("b",), ("enter",), ("X",), ("slash",)])
async def test_no_colour_means_none(play, monkeypatch, keys):
    monkeypatch.setenv("NO_COLOR", "1")
    async with play((80, 24)) as p:
        await p.press(*keys)
        strips = p.app.screen._compositor.render_strips(p.app.size)
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        assert styles
        assert not [style for style in styles if style.color is not None or style.bgcolor is not None]
        assert any(style.bold or style.reverse for style in styles)


async def test_a_card_due_in_the_last_hour_of_the_calendar_is_on_every_page(play, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        async with play() as p:
            face = p.face("Ring Ana")
            last = datetime(9999, 12, 31, 23, 30, tzinfo=UTC)
            await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, due=last))
            await p.sees("◷ 31 Dec 9999")
            await p.press("enter")
            await p.sees("Fri 31 Dec 9999 23:30")
            await p.press("escape", "g", "t")
            await p.sees("31 Dec 9999 23:30")
            await p.press("escape", "Q")
            await p.sees("31 Dec 9999")
            await p.press("escape", "g", "C")
            await p.sees("Calendar Pipeline")
    time.tzset()
