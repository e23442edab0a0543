"""The labels of a board in a box, over the board and over a card."""

from tests.app.screens.conftest import Play
from tui.app.screens.labels import LabelsScreen
from tui.app.widgets.board.chip_strip import ChipStrip


async def test_labels_from_the_card_and_from_the_board(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        first = p.workspace.boards.labels(p.board.id)[0]
        worn = first.id in p.workspace.cards.get(face.id).id_labels
        await p.press("l", "1")
        await p.until(lambda: (first.id in p.workspace.cards.get(face.id).id_labels) is not worn)
        await p.press("escape", "escape", "number_sign")
        await p.sees("Find a label")
        await p.sees("enter on/off")
        await p.press(*"brand new", "enter")
        await p.sees("enter take it esc back")
        await p.press(*"light pink", "enter")
        await p.sees("enter on/off")
        await p.until(
            lambda: any(label.name == "brand new" for label in p.workspace.boards.labels(p.board.id))
        )
        await p.sees("☑ ▪brand new")


async def test_a_label_is_deleted_at_once_and_u_brings_it_back_to_every_card(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        before = {label.name for label in p.workspace.boards.labels(p.board.id)}
        await p.press("l", *"hot", "ctrl+d")
        await p.until(lambda: any("u brings it back" in each.message for each in p.app._notifications))
        assert "hot" not in {label.name for label in p.workspace.boards.labels(p.board.id)}
        await p.press("escape", "escape")
        await p.press("u")
        await p.until(lambda: {label.name for label in p.workspace.boards.labels(p.board.id)} == before)
        await p.until(lambda: p.workspace.cards.get(face.id).id_labels)


def tag_colours(p: Play, inside: type) -> set[str]:
    """The colours in which the signs of labels are drawn."""
    strips = p.app.screen._compositor.render_strips(p.app.size)
    area = p.app.screen.region if inside is LabelsScreen else p.app.screen.query_one(inside).region
    return {
        str(part.style.color)
        for strip in strips[area.y : area.bottom]
        for part in strip
        if "▪" in part.text and part.style is not None
    }


async def test_a_theme_that_is_chosen_meanwhile_redraws_the_labels(play):
    async with play() as p:
        await p.press("g", "l")
        await p.until(lambda: p.app.screen.query(ChipStrip))
        await p.stands()
        dark = tag_colours(p, ChipStrip)
        p.app.use_theme("light")
        await p.until(lambda: not tag_colours(p, ChipStrip) & dark)
        light = tag_colours(p, ChipStrip)
        await p.press("number_sign")
        await p.until(
            lambda: isinstance(p.app.screen, LabelsScreen) and light <= tag_colours(p, LabelsScreen)
        )
        p.app.use_theme("dark")
        await p.until(lambda: dark <= tag_colours(p, LabelsScreen))
        assert not tag_colours(p, LabelsScreen) & light


async def test_the_keys_of_the_labels_are_whole_in_a_low_window(play):
    async with play((40, 12)) as p:
        await p.press("number_sign")
        await p.sees("enter on/off esc done ctrl+r rename")
        await p.sees("1–9 on/off · type: find or make ctrl+t colour · ctrl+d delete")
        await p.press("ctrl+r")
        await p.sees("enter saves · esc keeps the old one")
        await p.press("escape", "ctrl+t")
        await p.sees("enter take it esc back")
        await p.sees("type or ↑↓ to find a colour")
        await p.press("escape", *"new one", "enter")
        await p.sees("type or ↑↓ to find a colour esc makes the label without one")
        await p.pilot.resize_terminal(80, 24)
        await p.sees("type or ↑↓ to find a colour · enter takes it")
