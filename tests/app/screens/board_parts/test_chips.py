"""Labels and members are put on cards with the mouse."""

import pytest
from textual.events import MouseMove, MouseScrollDown

from tests.app.screens.conftest import screen
from tests.app.screens.test_board import place, said
from tui.app.widgets.board.chip_strip import ChipStrip
from tui.model.writes.labels import CreateLabel


async def drag(p, source, *ways, drop=True):
    """Press at ``source``, move along, and let go at the end."""
    await p.pilot.mouse_down(offset=source)
    for way in ways:
        await p.pilot._post_mouse_events([MouseMove], None, way, 1)
        await p.pilot.pause()
    if drop:
        await p.pilot.mouse_up(offset=ways[-1])
        await p.pilot.pause()
        await p._done()


async def chip(p, words):
    return await place(p, words)


@pytest.fixture
async def chips(play):
    """The app with the line of chips shown; its picture is that of the board below one line more."""
    async with play() as p:
        await p.press("g", "l")
        await p.sees("▪renewal ▪cold", ChipStrip)
        yield p


def labels(p, face):
    names = {one.id: one.name for one in p.workspace.boards.labels(p.board.id)}
    return {names[ident] for ident in p.workspace.cards.get(face.id).id_labels}


def members(p, face):
    names = {one.id: one.full_name for one in p.workspace.boards.members(p.board.id)}
    return {names[ident] for ident in p.workspace.cards.get(face.id).id_members}


async def test_a_label_is_dragged_onto_a_card_and_off_it_and_that_is_undone(chips):
    p = chips
    eleni = p.face("Eleni Papadakis")
    target = await place(p, "Eleni Papadakis")
    await drag(p, await chip(p, "▪cold"), (30, 9), target)
    assert "cold" in labels(p, eleni)
    assert said(p).startswith("▪cold put on “Eleni Papadakis")
    await p.until(lambda: p.workspace.sync.status().waiting == 0)
    await drag(p, await chip(p, "▪cold"), (30, 9), target)
    assert "cold" not in labels(p, eleni)
    await p.press("u")
    assert "cold" in labels(p, eleni)


async def test_the_card_under_the_pointer_is_marked_until_the_drop(chips):
    p = chips
    kanban = screen(p).kanban
    target = await place(p, "Eleni Papadakis")
    await drag(p, await chip(p, "@Jack Lomax"), (30, 9), target, drop=False)
    assert kanban.row.columns[0].lifted == p.face("Eleni Papadakis").id
    assert "@Jack Lomax" in p.text(type(kanban._ghost))
    await p.pilot.mouse_up(offset=target)
    await p.pilot.pause()
    await p._done()
    assert {column.lifted for column in kanban.row.columns} == {None}
    assert members(p, p.face("Eleni Papadakis")) == {"You", "Jack Lomax"}


async def test_selected_cards_get_it_together_and_a_drop_elsewhere_does_nothing(chips):
    p = chips
    await p.press("v", "v")
    picked = screen(p).selection.cards
    target = await place(p, "Ring Ana Reid")
    await drag(p, await chip(p, "▪referral"), (30, 9), target)
    assert said(p) == "▪referral put on 2 cards"
    assert all("referral" in labels(p, face) for face in picked)
    before = {face.id: labels(p, face) for face in p.workspace.cards.faces(screen(p).lists[0].id)}
    await drag(p, await chip(p, "▪cold"), (30, 9), (40, 0))
    assert said(p) == "▪cold: drop it on a card"
    assert before == {face.id: labels(p, face) for face in p.workspace.cards.faces(screen(p).lists[0].id)}


async def test_a_click_is_for_the_card_with_the_cursor_and_the_key_hides_the_line(chips):
    p = chips
    ana = p.face("Ring Ana Reid")
    await p.pilot.click(offset=await chip(p, "▪cold"))
    await p.until(lambda: "cold" in labels(p, ana))
    await p.press("g", "l")
    await p.until(lambda: not p.app.screen.query(ChipStrip))
    assert "@Jack Lomax" not in p.text()


@pytest.mark.parametrize("keys", [("g", "l"), ("escape",)], ids=["hidden", "esc"])
async def test_a_drag_that_is_given_up_leaves_no_mark_and_does_nothing(chips, keys):
    p = chips
    kanban = screen(p).kanban
    target = await place(p, "Eleni Papadakis")
    await drag(p, await chip(p, "▪cold"), (30, 9), target, drop=False)
    await p.press(*keys)
    await p.until(lambda: p.app.mouse_captured is None)
    assert {column.lifted for column in kanban.row.columns} == {None}
    await p.pilot.mouse_up(offset=target)
    await p.pilot.pause()
    assert "cold" not in labels(p, p.face("Eleni Papadakis"))
    await p.press("j")
    assert kanban.index == 1, "keys and mouse work on"
    await p.pilot.click(offset=await place(p, "Wiremu"))
    here = screen(p).board_list
    assert here is not None
    assert here.name == "Contacted"


async def test_a_new_label_is_shown_and_the_wheel_scrolls_below_a_drag(chips):
    p = chips
    label = CreateLabel(board_id=p.board.id, label_id="local-1", name="fresh", color="lime")
    await p.workspace.writes.submit(label)
    await p.sees("▪fresh", ChipStrip)
    column = screen(p).kanban.row.columns[0]
    target = await place(p, "Eleni Papadakis")
    await drag(p, await chip(p, "▪cold"), (30, 9), target, drop=False)
    await p.pilot._post_mouse_events([MouseScrollDown], None, target, 0)
    await p.until(lambda: column.top == 3)
    await p.pilot.mouse_up(offset=(119, 39))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
async def test_the_board_with_a_label_above_a_card(play, size, picture):
    async with play(size) as p:
        await p.press("g", "l")
        await p.sees("▪cold", ChipStrip)
        await drag(p, await chip(p, "▪cold"), (12, 9), await place(p, "Wiremu"), drop=False)
        p.app.screen.clear_message()
        await p.stands()
        assert picture(p, "chips")
