"""What is said of selected cards, and what the bottom line offers for them."""

from textual.widgets import Input

from tests.app.screens.conftest import Play
from tui.app.widgets.status_bar import StatusBar
from tui.model.writes.cards import UpdateCard


def bottom(p: Play) -> str:
    return p.text().split("\n")[-1].strip()


async def test_selected_cards_are_counted_until_none_is(play):
    async with play((80, 24)) as p:
        usual = bottom(p)
        await p.press("v", "v", "v")
        assert bottom(p) == "3 selected  │ esc clears  M move  a archive  # labels  D due  m members"
        await p.press("l", "l", "h")
        assert bottom(p).startswith("3 selected")
        # A line that is typed has its own keys; those that it hides are not acted on.
        await p.press("slash", *"ring", "enter")
        await p.sees("2 selected, 1 not shown", StatusBar)
        await p.press("slash", "escape")
        await p.sees("3 selected esc clears", StatusBar)
        await p.press("escape")
        assert bottom(p) == usual
        await p.press("V")
        assert bottom(p).startswith("8 selected  │ esc clears")
        first = p.workspace.cards.faces(p.workspace.boards.lists(p.board.id)[1].id)[0]
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=first.id, closed=True))
        await p.sees("7 selected, 1 not shown", StatusBar)
        await p.press("a")
        await p.sees("archived 7 cards", StatusBar)
        assert "selected" not in bottom(p)


async def test_plus_on_a_card_just_opened_makes_a_checklist(play):
    async with play() as p:
        await p.press("enter", "plus", *"Pack", "enter", *"a tent", "enter")
        face = p.face("Ana Reid")
        await p.until(lambda: p.workspace.cards.checklists(face.id)[-1].check_items)
        made = p.workspace.cards.checklists(face.id)[-1]
        assert (made.name, [item.name for item in made.check_items]) == ("Pack", ["a tent"])
        assert isinstance(p.app.focused, Input)
        assert not p.workspace.cards.get(face.id).closed
