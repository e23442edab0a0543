"""Items of a checklist on the open card: dated, assigned, and made into cards."""

import pytest

from tests.app.screens.conftest import Play
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.card import CardScreen
from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.model.checklist import CheckItem


def item(p: Play) -> CheckItem:
    """The item that the cursor is on when the checklists are opened: the first open one."""
    card = p.face("Ring Ana")
    items = [one for each in p.workspace.cards.checklists(card.id) for one in each.check_items]
    return next(one for one in items if not one.done)


async def test_an_item_is_dated_and_the_date_is_shown(play):
    async with play() as p:
        await p.open("Ring Ana", "checklists")
        name = item(p).name
        await p.press("D")
        await p.until(lambda: isinstance(p.app.screen, PromptScreen))
        await p.press(*"27 nov 9am")
        await p.sees("due Fri 27 Nov 09:00")
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        assert f"{item(p).due:%d %b %H:%M}" == "27 Nov 09:00"
        await p.sees(f"{name} due Fri 27 Nov 09:00", ChecklistEditor)
        await p.press("u")
        await p.until(lambda: item(p).due is None)


async def test_an_item_that_is_late_says_so_in_words(play):
    async with play() as p:
        await p.open("Ring Ana", "checklists")
        await p.press("D")
        await p.until(lambda: isinstance(p.app.screen, PromptScreen))
        await p.press(*"yesterday", "enter")
        await p.sees("▲ late", ChecklistEditor)
        await p.press("D")
        await p.until(lambda: isinstance(p.app.screen, PromptScreen))
        await p.press("ctrl+u", "enter")
        await p.until(lambda: item(p).due is None)


async def test_an_item_is_assigned_and_shows_the_initials(play):
    async with play() as p:
        await p.open("Ring Ana", "checklists")
        await p.press("m")
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        await p.press(*"lomax", "enter")
        await p.until(lambda: item(p).id_member is not None)
        await p.sees("JL", ChecklistEditor)
        await p.press("m")
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        await p.press(*"nobody", "enter")
        await p.until(lambda: item(p).id_member is None)


async def test_a_card_is_made_of_an_item_below_this_one_and_linked(play):
    async with play() as p:
        card = await p.open("Ring Ana", "checklists")
        name = item(p).name
        await p.press("p")
        await p.sees("is a card in Leads")
        faces = p.workspace.cards.faces(card.list_id)
        at = next(n for n, face in enumerate(faces) if face.id == card.id)
        assert faces[at + 1].name == name
        made, origin = p.workspace.cards.get(faces[at + 1].id), p.workspace.cards.get(card.id)
        assert made is not None
        assert origin is not None
        assert [link.url for link in made.attachments] == [origin.short_url]
        assert item(p).name == name, "the item stays"
        await p.press("u")
        await p.until(lambda: p.workspace.cards.faces(card.list_id)[at + 1].name != name)


async def test_the_name_of_a_checklist_is_no_item(play):
    async with play() as p:
        await p.open("Ring Ana", "checklists")
        await p.press("k", "k", "k", "p")
        await p.sees("no item has the cursor")


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
async def test_dates_and_people_of_items_in_a_picture(play, size, picture):
    async with play(size) as p:
        await p.open("Ring Ana", "checklists")
        await p.press("m", *"lomax", "enter", "D", *"27 nov 9am", "enter")
        await p.sees("JL", ChecklistEditor)
        await p.press("escape")
        await p.open("Ring Ana", "checklists")
        await p.sees("Fri 27 Nov 09:00", ChecklistEditor)
        await p.stands()
        assert picture(p)


async def drafted(p: Play, key: str, kind: str, text: str) -> tuple[str, str]:
    """Type a line into the checklists of a card, and wait until it is a draft; return the card's id and its key."""
    card = await p.open("Ring Ana", "checklists")
    draft = f"{kind}:{card.id}"
    await p.press(key, *text)
    await p.until(lambda: p.workspace.drafts.get(draft) == text)
    return card.id, draft


async def test_a_line_of_a_new_item_is_a_draft_until_it_is_entered(play):
    async with play() as p:
        card_id, draft = await drafted(p, "n", "item", "Ask for the date")
        await p.press("escape", "escape")
        await p.open("Second call")
        await p.press("escape")
        await p.open("Ring Ana", "checklists")
        await p.press("n")
        await p.sees("Ask for the date", ChecklistEditor)
        await p.press(*" of the audit", "enter")
        made = [one.name for each in p.workspace.cards.checklists(card_id) for one in each.check_items]
        await p.until(lambda: not p.workspace.drafts.get(draft))
        assert "Ask for the date of the audit" in made
        assert not p.workspace.drafts.unfinished(draft)


async def test_the_name_of_a_new_checklist_is_a_draft_until_it_is_entered(play):
    async with play() as p:
        card_id, draft = await drafted(p, "plus", "checklist", "After the call")
        await p.press("escape", "plus")
        await p.sees("After the call", ChecklistEditor)
        await p.press("enter")
        await p.until(lambda: not p.workspace.drafts.get(draft))
        assert [each.name for each in p.workspace.cards.checklists(card_id)][1:] == ["After the call"]
        await p.press(*"Send it", "enter", "escape")
        await p.press("plus")
        assert p.app.focused.value == ""
