"""What is typed into the parts of an open card is written, kept as a draft, and taken back."""

import pytest
from textual import events

from tui.app.terminal.paste import LONGEST_PASTE
from tui.app.widgets.comments import Comments
from tui.app.widgets.description import Description
from tui.model.writes.cards import DeleteCard, UpdateCard


async def test_on_a_card_without_checklists_what_is_typed_after_c_names_the_first(play):
    async with play() as p:
        face = await p.open("Kea Crossing Outdoors asked")
        await p.press("escape")
        p.app.screen.show_cards((face.id,))
        await p.burst("c", *"Before fetch", "enter", *"Ask", "enter", "escape")
        await p.until(lambda: any(one.check_items for one in p.workspace.cards.checklists(face.id)))
        (made,) = p.workspace.cards.checklists(face.id)
        assert (made.name, [item.name for item in made.check_items]) == ("Before fetch", ["Ask"])


async def test_the_description_is_edited_in_place_and_stored(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("d", *" And more.", "ctrl+s")
        await p.until(lambda: p.workspace.cards.get(face.id).desc.endswith("And more."))
        await p.sees("And more.")
        assert p.workspace.drafts.get(f"desc:{face.id}") == ""


async def test_ctrl_z_takes_back_what_was_typed_and_a_boundless_paste_is_refused(play):
    async with play() as p:
        await p.open("Ana Reid", "description")
        area = p.app.screen.query_one(Description).ensure_area()
        before = area.text
        await p.press(*"more")
        p.app.post_message(events.Paste("x" * (LONGEST_PASTE + 1)))
        await p.sees("more than 200,000 characters were pasted")
        assert area.text == f"{before}more"
        await p.press("ctrl+z")
        assert area.text == before


async def test_a_half_written_text_outlives_the_screen(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        before = p.workspace.cards.get(face.id).desc
        await p.press("d", *" half")
        await p.until(lambda: p.workspace.drafts.get(f"desc:{face.id}").endswith(" half"))
        p.app.pop_screen()
        await p.open("Ring Ana Reid")
        await p.sees("A draft is kept that was not saved")
        await p.press("d")
        assert p.app.screen.query_one(Description).typed == f"{before} half"


@pytest.mark.parametrize("how", ["left", "dropped"])
async def test_a_draft_taken_up_again_does_not_go_over_what_somebody_else_wrote_since(play, how):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        before = p.workspace.cards.get(face.id).desc
        await p.press("d", *" half")
        await p.until(lambda: p.workspace.drafts.get(f"desc:{face.id}").endswith(" half"))
        if how == "left":
            await p.press("escape", "escape")
            await p.sees("A draft is kept that was not saved")
        else:
            p.app.pop_screen()
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=face.id, desc="All of it is theirs.")
        )
        if how == "dropped":
            await p.open("Ring Ana Reid")
        await p.sees("All of it is theirs.")
        await p.press("d")
        await p.sees("Somebody changed it meanwhile")
        await p.press("ctrl+s")
        await p.until(lambda: p.workspace.conflicts.open() == 1)
        assert p.workspace.cards.get(face.id).desc == "All of it is theirs."
        [kept] = p.workspace.conflicts.all()
        assert (kept.base, kept.mine) == (before, f"{before} half")


async def test_items_are_ticked_added_and_taken_back(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("c", "j", "j", "x")
        await p.sees("2/3")
        await p.press("n", *"one more", "enter", "escape")
        await p.sees("one more")
        assert [i.name for i in p.workspace.cards.checklists(face.id)[0].check_items][-1] == "one more"
        await p.press("u")
        await p.sees("2/3")
        assert "one more" not in [i.name for i in p.workspace.cards.checklists(face.id)[0].check_items]


async def test_a_card_that_is_gone_does_not_say_that_something_was_typed(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=face.id))
        await p.sees("This card is gone: it was deleted elsewhere.")
        assert "If you typed anything for it" in p.words()
        assert p.workspace.conflicts.open() == 0


async def test_what_is_typed_for_a_card_that_is_gone_stays_a_draft(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("C", *"for the record")
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=face.id))
        await p.sees("This card is gone")
        await p.press("ctrl+s")
        await p.until(lambda: p.workspace.drafts.get(f"comment:{face.id}") == "for the record")
        await p.sees("a draft is kept")


async def test_a_sent_comment_is_no_draft_any_more(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("C", *"sent", "ctrl+s", "escape")
        await p.until(lambda: p.workspace.cards.comments(face.id)[0].text == "sent")
        await p.until(lambda: p.workspace.drafts.get(f"comment:{face.id}") == "")


async def test_an_edit_that_is_left_is_there_on_the_card_opened_again_and_touches_no_other_draft(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("C", *"first", "ctrl+s")
        await p.until(lambda: p.workspace.cards.comments(face.id)[0].text == "first")
        p.app.screen.query_one(Comments).rows.action_first()
        await p.press("enter", *"!", "escape")
        await p.until(lambda: p.workspace.drafts.get(f"recomment:{face.id}") == "first!")
        await p.press("C", *"half", "escape", "escape")
        await p.open("Ring Ana Reid")
        await p.sees("an edit is kept")
        p.app.screen.query_one(Comments).focus()
        p.app.screen.query_one(Comments).rows.action_first()
        await p.press("enter", *"!", "ctrl+s")
        await p.until(lambda: p.workspace.cards.comments(face.id)[0].text == "first!!")
        await p.until(lambda: p.workspace.drafts.get(f"recomment:{face.id}") == "")
        assert p.workspace.drafts.get(f"comment:{face.id}") == "half"


async def test_a_comment_is_written_edited_and_deleted(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("C", *"first", "enter", *"second", "ctrl+s")
        await p.until(lambda: p.workspace.cards.comments(face.id)[0].text == "first\nsecond")
        p.app.screen.query_one(Comments).rows.action_first()
        await p.press("enter", *"!", "ctrl+s")
        await p.until(lambda: p.workspace.cards.comments(face.id)[0].text == "first\nsecond!")
        await p.press("delete")
        await p.until(lambda: all("second" not in c.text for c in p.workspace.cards.comments(face.id)))
        await p.sees("deleted the comment u undoes")
        await p.press("u")
        await p.until(lambda: p.workspace.cards.comments(face.id)[0].text == "first\nsecond!")


async def test_a_bare_at_in_a_comment_lists_the_members_those_on_the_card_first(play):
    async with play() as p:
        face = p.face("Hemi Parata @ Mānuka Bay")
        await p.open("Hemi Parata @ Mānuka Bay")
        [on_it] = [one for one in p.workspace.boards.members(p.board.id) if one.id in face.member_ids]
        await p.press("C", *"Ask @")
        await p.sees(f"tab @{on_it.username} · @", Comments)
        names = [f"@{one.username}" for one in p.workspace.boards.members(p.board.id)]
        assert all(name in p.words(Comments) for name in names)
