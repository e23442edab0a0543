"""The board screen on a real workspace: walked, changed, dragged, and disturbed."""

import sqlite3
from contextlib import closing

import pytest
from textual.events import MouseMove
from textual.geometry import Region

from tests.app.screens.conftest import Play, screen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.widgets import drag as drag_module
from tui.app.widgets.column import Column
from tui.app.widgets.drag import BEATS_SIDEWAYS
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.lists import UpdateList


def lists(p: Play) -> dict[str, list[str]]:
    """Card names by list name, as the store has them."""
    return {
        each.name: [f.name for f in p.workspace.cards.faces(each.id)]
        for each in p.workspace.boards.lists(p.board.id)
    }


def shown(p: Play) -> dict[str, list[str]]:
    """Card names by list name, as the columns draw them."""
    return {each.name: [f.name for f in screen(p).cards_of(each.id)] for each in screen(p).lists}


def here(p: Play) -> tuple[str, str]:
    """List and card with the cursor."""
    board = screen(p)
    return (board.board_list.name if board.board_list else "", board.card.name if board.card else "")


def said(p: Play) -> str:
    return screen(p).query_one(StatusBar).said


async def place(p: Play, words: str) -> tuple[int, int]:
    """A cell of the screen where ``words`` stand."""
    for y, line in enumerate(p.text().split("\n")):
        if words in line:
            return line.index(words), y
    raise AssertionError(f"{words} is not on\n{p.text()}")


# --- walking ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12), (200, 60)])
async def test_the_first_frame_has_the_board(play, size):
    async with play(size) as p:
        assert "Leads" in p.text()
        assert here(p) == ("Leads", lists(p)["Leads"][0])


async def test_a_step_repaints_two_cards_and_nothing_else(play, monkeypatch):
    async with play() as p:
        regions: list[Region] = []
        monkeypatch.setattr(
            Column, "refresh", lambda self, *where, **_: regions.extend(where or [self.region])
        )
        await p.press("j")
        assert len(regions) == 2
        assert all(region.height < 8 for region in regions)


# --- writing ---------------------------------------------------------------------------------


async def test_a_lifted_card_is_carried_previewed_and_dropped(play):
    async with play() as p:
        before = lists(p)
        name = before["Leads"][0]
        await p.press("space", "j", "l")
        assert here(p) == ("Contacted", name)
        assert lists(p) == before
        await p.press("enter")
        await p.until(lambda: name in lists(p)["Contacted"])
        assert here(p) == ("Contacted", name)


async def test_escape_puts_a_lifted_card_back(play):
    async with play() as p:
        before = lists(p)
        await p.press("space", "j", "l", "l", "escape")
        assert here(p) == ("Leads", before["Leads"][0])
        assert lists(p) == before
        assert [f.name for f in screen(p).cards_of(screen(p).lists[0].id)] == before["Leads"]


async def test_with_a_card_in_the_hand_other_verbs_say_so(play):
    async with play() as p:
        await p.press("space", "a")
        assert "in your hand" in said(p)
        await p.press("G")
        assert "in your hand" in said(p)


async def test_a_change_elsewhere_leaves_the_card_in_the_hand(play):
    async with play() as p:
        await p.press("space", "l")
        other = p.face("Hemi Parata")
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=other.id, name="Hemi again"))
        await p.sees("Hemi again")
        assert screen(p).selection.holding
        assert here(p)[0] == "Contacted"


async def test_a_card_moved_by_somebody_else_is_let_go(play):
    async with play() as p:
        await p.press("space", "j")
        held = p.workspace.boards.lists(p.board.id)
        card = screen(p).kanban.held
        assert card is not None
        await p.workspace.writes.submit(
            MoveCard(board_id=p.board.id, card_id=card.id, list_id=held[3].id, pos=1.0)
        )
        await p.until(lambda: not screen(p).selection.holding)
        await p.sees("the card in your hand was moved meanwhile: it is let go")
        assert card.name == lists(p)["Proposal"][0]


async def test_cards_are_added_one_after_another(play):
    async with play() as p:
        first = lists(p)["Leads"][0]
        await p.press("n", *"One", "enter", *"Two", "enter", "escape")
        await p.until(lambda: lists(p)["Leads"][:3] == [first, "One", "Two"])
        assert screen(p).focused is None


async def test_a_half_typed_card_is_kept(play):
    async with play() as p:
        await p.press("n", *"Half", "escape", "n")
        # It is offered, not mixed into what is typed next.
        assert screen(p).editor.line.value == ""
        await p.press("tab")
        assert screen(p).editor.line.value == "Half"
        assert "Half" not in lists(p)["Leads"]


async def test_a_card_that_was_added_by_mistake_is_gone_when_that_is_undone(play):
    async with play() as p:
        before = lists(p)
        await p.press("n", *"oops", "enter", "escape")
        assert shown(p) == lists(p) != before
        await p.press("u")
        assert shown(p) == lists(p) == before


# --- the mouse -------------------------------------------------------------------------------


async def test_a_click_puts_the_cursor_and_a_second_opens(play):
    async with play() as p:
        x, y = await place(p, "Hemi Parata")
        await p.pilot.click(offset=(x, y))
        assert "Hemi Parata" in here(p)[1]
        await p.pilot.click(offset=(x, y), times=2)
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")


async def drag(p: Play, source: tuple[int, int], *ways: tuple[int, int]) -> None:
    await p.pilot.mouse_down(offset=source)
    await drag_on(p, *ways)


async def drag_on(p: Play, *ways: tuple[int, int]) -> None:
    for way in ways:
        await p.pilot._post_mouse_events([MouseMove], None, way, 1)
    await p.pilot.pause()


async def test_a_card_is_dragged_to_an_exact_place(play):
    async with play() as p:
        name = lists(p)["Leads"][0]
        source, target = await place(p, name[:12]), await place(p, "Second call")
        await drag(p, source, (source[0] + 3, source[1] + 2), target)
        assert "▸━━" in p.text()
        held = screen(p).kanban.drag.held
        assert held is not None
        assert held.moving
        await p.pilot.mouse_up(offset=target)
        await p.until(lambda: lists(p)["Contacted"][1] == name)
        assert "▸━━" not in p.text()


async def test_a_card_archived_while_it_is_dragged_is_let_go_and_nobody_is_blamed(play):
    async with play() as p:
        source, target = await place(p, lists(p)["Leads"][0][:12]), await place(p, "Second call")
        await drag(p, source, (source[0] + 3, source[1] + 2), target)
        await p.press("a")
        await p.sees("the card in your hand is no longer on the board: it is let go")
        assert screen(p).kanban.drag.held is None
        await p.pilot.mouse_up(offset=target)


async def test_one_of_the_selected_cards_carries_all_of_them(play):
    async with play() as p:
        before = lists(p)
        chosen = [before["Leads"][0], before["Leads"][2], before["Contacted"][0]]
        screen(p).selection.pick([p.face(name).id for name in chosen])
        source, target = await place(p, chosen[1][:12]), await place(p, "Second call")
        await drag(p, source, (source[0] + 3, source[1] + 2), target)
        assert "◆ 3 cards" in p.text()
        held = screen(p).kanban.drag.held
        assert held is not None
        await p.pilot.mouse_up(offset=target)
        await p.sees("moved 3 cards to Contacted")
        assert lists(p)["Contacted"][held.place - 1 : held.place + 2] == chosen
        await p.press("u")
        assert lists(p) == before


async def test_the_board_goes_on_under_a_drag_list_by_list(play, monkeypatch):
    monkeypatch.setattr(drag_module, "BEAT", 1000)  # the beats are the test's
    async with play((80, 24)) as p:
        kanban, name = screen(p).kanban, lists(p)["Leads"][0]
        source = await place(p, name[:12])
        await drag(p, source, (40, 10), (76, 10))
        hand = kanban.drag
        beats = []
        for _ in range(BEATS_SIDEWAYS + 1):
            hand._scroll()
            beats.append(kanban.row._first)
        assert beats == [1] * BEATS_SIDEWAYS + [2]


async def test_a_card_at_the_edge_does_not_scroll_the_board_it_is_dragged_down(play, monkeypatch):
    monkeypatch.setattr(drag_module, "BEAT", 1000)
    async with play((80, 24)) as p:
        await p.press("l", "l", "l", "l")
        kanban = screen(p).kanban
        first = kanban.row._first
        assert first
        await drag(p, (2, 4), (2, 9))
        kanban.drag._scroll()
        assert kanban.row._first == first
        await drag_on(p, (0, 9))
        kanban.drag._scroll()
        assert kanban.row._first == first - 1


async def test_escape_takes_a_drag_back(play):
    async with play() as p:
        before = lists(p)
        source, target = await place(p, before["Leads"][0][:12]), await place(p, "Second call")
        await drag(p, source, target)
        await p.press("escape")
        await p.pilot.mouse_up(offset=target)
        await p.pilot.pause()
        assert lists(p) == before
        assert screen(p).kanban.drag.held is None


async def test_a_drag_ends_when_the_card_is_moved_by_somebody_else_or_the_window_changes(play):
    async with play() as p:
        source, target = await place(p, "Hemi Parata"), await place(p, "Second call")
        await drag(p, source, target)
        card = p.face("Hemi Parata")
        won = p.workspace.boards.lists(p.board.id)[-1]
        await p.workspace.writes.submit(
            MoveCard(board_id=p.board.id, card_id=card.id, list_id=won.id, pos=1.0)
        )
        await p.until(lambda: screen(p).kanban.drag.held is None)
        await p.sees("Second call")
        source = await place(p, "Second call")
        await drag(p, source, (5, 10))
        await p.pilot.resize_terminal(90, 30)
        await p.pilot.pause()
        assert screen(p).kanban.drag.held is None


async def test_dropped_where_it_was_nothing_is_written(play):
    async with play() as p:
        before = lists(p)
        source = await place(p, before["Leads"][0][:12])
        await drag(p, source, (source[0] + 5, source[1] + 1), (source[0] + 1, source[1]))
        await p.pilot.mouse_up(offset=source)
        await p.pilot.pause()
        assert lists(p) == before
        assert p.workspace.sync.status().waiting == 0


async def test_a_window_that_grows_is_filled_though_the_cursor_is_on_the_last_card(play):
    async with play((80, 24)) as p:
        names = lists(p)["Leads"]
        await p.press("G")
        await p.pilot.resize_terminal(40, 12)
        await p.sees(names[-1][:10])
        await p.pilot.resize_terminal(250, 70)
        await p.sees(names[0][:10])
        assert here(p) == ("Leads", names[-1])


async def test_the_cursor_is_where_it_was_left_after_a_restart(play):
    async with play() as p:
        await p.press("l", "j", "j")
        left = here(p)
    async with play() as p:
        assert here(p) == left
        await p.press("b", *"team", "enter", "j")
        await p.press("b", *"pipeline", "enter")
        await p.until(lambda: here(p) == left)


async def test_the_cursor_stays_on_top_until_somebody_moves_it(play):
    async with play((40, 12)) as p:
        first = p.workspace.cards.faces(screen(p).lists[0].id)[0]
        above = [new_local_id() for _ in range(4)]

        def come(ident: str, pos: float) -> CreateCard:
            return CreateCard(
                board_id=p.board.id, card_id=ident, list_id=first.list_id, name=f"came {pos}", pos=pos
            )

        await p.workspace.writes.submit_all([come(ident, n + 1.0) for n, ident in enumerate(above[:2])])
        await p.until(lambda: here(p) == ("Leads", "came 1.0"))
        assert screen(p).kanban.index == 0
        await p.sees("came 1.0")
        await p.press("j")
        await p.workspace.writes.submit_all([come(ident, n / 4 + 0.25) for n, ident in enumerate(above[2:])])
        await p.until(lambda: screen(p).kanban.index == 3)
        assert here(p) == ("Leads", "came 2.0")
        # Left there: what comes now does not carry it on, nor back to the top.
        screen(p).open_board(next(each.id for each in p.workspace.boards.all() if each.id != p.board.id))
        screen(p).open_board(p.board.id)
        assert here(p) == ("Leads", "came 2.0")
        await p.workspace.writes.submit(come(new_local_id(), 0.1))
        await p.until(lambda: screen(p).kanban.index == 4)
        assert here(p) == ("Leads", "came 2.0")


# --- looking ---------------------------------------------------------------------------------


async def test_the_board_is_narrowed_and_says_how_much_is_shown(play):
    async with play() as p:
        await p.press("slash", *"hot ana")
        assert " of 37 cards shown" in p.text()
        names = [f.name for each in screen(p).lists for f in screen(p).cards_of(each.id)]
        assert 0 < len(names) < 37
        await p.press("enter", "j", "escape")
        assert "shown" not in str(screen(p).query_one(TitleBar).content)


async def test_the_palette_runs_a_command(play):
    async with play() as p:
        await p.press("ctrl+p")
        assert isinstance(p.app.screen, ChooseScreen)
        await p.press(*"last list", "enter")
        await p.until(lambda: here(p)[0] == "Won")


async def test_one_column_and_a_strip_of_names_in_a_narrow_window(play):
    async with play((50, 20)) as p:
        assert "[Leads]" in p.text()
        await p.press("l")
        assert "[Contacted]" in p.text()
        assert len(screen(p).kanban.row.columns) == 1


async def test_a_window_shrinks_and_grows_with_the_cursor_in_sight(play):
    async with play() as p:
        await p.press("g", "3", "G")
        for size in ((80, 24), (40, 12), (60, 15), (200, 60), (120, 40)):
            await p.pilot.resize_terminal(*size)
            await p.pilot.pause()
            column = screen(p).kanban.row.column_of(screen(p).kanban.list_id)
            assert column is not None, size
            assert column.span()[0] <= screen(p).kanban.index <= column.span()[1], size


@pytest.mark.usefixtures("all_drawn")
async def test_only_cards_in_sight_are_looked_through_for_names(play, tmp_path):
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute("UPDATE cards SET subject = NULL")
    async with play((40, 12)) as p:
        faces = [
            face for each in p.workspace.boards.lists(p.board.id) for face in p.workspace.cards.faces(each.id)
        ]
        ids = [face.id for face in faces]
        first, last = ids[0], ids[-1]
        await p.until(lambda: p.workspace.cards.face(first).subject is not None, tick=0.1)
        assert p.workspace.cards.face(last).subject is None
        await p.press(*"llllllllG")
        await p.until(lambda: p.workspace.cards.face(last).subject is not None, tick=0.1)


async def test_a_list_that_gets_a_name_too_long_for_its_head_is_named_below(play):
    async with play((80, 24)) as p:
        board, name = screen(p), "Leads of the whole of last winter"
        for each in (name, "Leads"):
            await p.workspace.writes.submit(
                UpdateList(board_id=p.board.id, list_id=board.lists[0].id, name=each)
            )
            await p.until(lambda each=each: board.lists[0].name == each)
            assert board.query_one(StatusBar).place == (each if each == name else "")
