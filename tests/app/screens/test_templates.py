"""Cards that are templates, and new cards made of them."""

from tests.app.screens.conftest import Play, screen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.widgets.column import Column
from tui.app.widgets.status_bar import StatusBar


def said(p: Play) -> str:
    return p.app.screen.query_one(StatusBar).said


async def test_a_card_is_made_of_a_template_with_everything_on_it(play):
    async with play() as p:
        template = p.face("Ring Ana")
        assert template.comments
        await p.press("g", "N")
        assert "no card is a template" in said(p)
        await p.press("g", "T")
        assert "g N makes cards of it" in said(p)
        assert [card.id for card in p.workspace.cards.templates()] == [template.id]
        await p.press("l", "g", "N")
        await p.until(lambda: isinstance(p.app.screen, PromptScreen))
        await p.press(*"Ring Bo", "enter")
        await p.until(lambda: isinstance(p.app.screen, BoardScreen))
        await p.until(lambda: "added “Ring Bo”" in said(p))
        made = p.workspace.cards.get(p.face("Ring Bo").id)
        assert made is not None
        assert set(made.id_labels) == set(template.label_ids)
        contacted = p.workspace.boards.get_list(made.id_list)
        assert contacted is not None
        assert contacted.name == "Contacted"
        assert not made.is_template
        await p.until(lambda: p.face("Ring Bo").pending == 0)
        await p.until(lambda: p.face("Ring Bo").items == template.items)
        assert p.face("Ring Bo").comments == 0, "what was said of the template is not about the new card"
        assert [card.id for card in p.workspace.cards.templates()] == [template.id]


async def test_of_several_templates_one_is_chosen_and_marks_are_taken_off(play):
    async with play() as p:
        await p.press("v", "v", "g", "T", "escape")
        assert len(p.workspace.cards.templates()) == 2
        await p.press("g", "N")
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        await p.press("escape", "u")
        assert p.workspace.cards.templates() == []


async def test_an_open_card_says_that_it_is_a_template(play):
    async with play() as p:
        await p.press("g", "T", "enter")
        await p.sees("▣ template")


async def test_the_board_marks_templates_and_the_help_says_what_the_sign_is(play):
    async with play() as p:
        assert "▣" not in p.text()
        await p.press("g", "T")
        await p.sees("▣ template", Column)
        await p.press("minus", "minus")
        await p.until(lambda: screen(p).kanban.row.card_style.density == "compact")
        assert "▣" in p.text(Column), "on one line the sign alone"
        await p.press("question_mark", *"template")
        await p.sees("▣ template new cards are copied from it")
        await p.press("escape", "g", "T")
        await p.until(lambda: "▣" not in p.text())
