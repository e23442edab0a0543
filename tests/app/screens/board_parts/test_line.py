"""The line that is typed in on the board: new cards, a title, the filter."""

import re
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input

from tests.app.screens.conftest import Play, screen
from tests.thinned import rotated
from tui.app.widgets.column import Column
from tui.app.widgets.line_editor import LineEditor
from tui.errors import StoreError
from tui.model.writes.cards import DeleteCard, UpdateCard
from tui.model.writes.lists import UpdateList
from tui.store.opening import open_store


def names(p: Play, list_name: str) -> list[str]:
    """Card names of a list, as the store has them."""
    found = next(each for each in p.workspace.boards.lists(p.board.id) if each.name == list_name)
    return [face.name for face in p.workspace.cards.faces(found.id)]


def here(p: Play) -> tuple[str, str]:
    board = screen(p)
    return (board.board_list.name if board.board_list else "", board.card.name if board.card else "")


def last_line(p: Play) -> str:
    return p.text().split("\n")[-1]


async def paste(p: Play, text: str) -> None:
    screen(p).editor.line.post_message(Paste(text))
    await p.pilot.pause()
    await p.pilot.pause()


# --- new cards -------------------------------------------------------------------------------


async def test_the_box_of_a_new_card_hides_no_card_and_the_bottom_says_how_it_ends(play):
    async with play((80, 24)) as p:
        await p.sees("☑ 1/3")
        before = p.text()
        await p.press("n", *"Half")
        assert last_line(p).strip() == "enter add  tab complete  ctrl+l as typed  esc end"
        rows = p.text().split("\n")
        box = next(y for y, row in enumerate(rows) if "│ Half" in row)
        assert "Reply to" in rows[box + 5], p.text()  # below what is understood, in two rows
        await p.press("escape")
        assert p.text().split("\n")[:-1] == before.split("\n")[:-1]
        assert "what you typed is kept: n in Leads shows it" in last_line(p)


async def test_the_last_card_on_the_screen_makes_room_too(play):
    async with play((80, 24)) as p:
        await p.press("G", "n", *"Last")
        rows = p.text().split("\n")
        box = next(y for y, row in enumerate(rows) if "│ Last" in row)
        assert box < 22
        assert names(p, "Leads")[-1].split()[0] in "\n".join(rows[: box - 1])


async def test_every_pasted_line_is_a_card_and_one_undo_takes_them_back(play):
    async with play() as p:
        before = names(p, "Leads")
        await p.press("n", *"Ring ")
        await paste(p, "Ana\nBo\n\n  Cy\n")
        await p.until(lambda: names(p, "Leads")[:4] == [before[0], "Ring Ana", "Bo", "Cy"])
        await p.sees("added 3 cards · titles as pasted")
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        await p.sees("▌ Cy")

        def row_of(words: str) -> int:
            return next(y for y, row in enumerate(p.text().split("\n")) if words in row)

        await p.until(lambda: row_of("│ title") == 2 + row_of("▌ Cy"))
        await p.press("escape", "u")
        await p.until(lambda: names(p, "Leads") == before)


async def test_new_cards_go_to_the_list_the_line_was_opened_in(play):
    async with play() as p:
        await p.press("n", *"Mine")
        screen(p).kanban.go_to_list(3)
        await p.press("enter")
        await p.until(lambda: "Mine" in names(p, "Leads"))
        assert "Mine" not in names(p, "Proposal")


async def test_typed_for_a_list_that_goes_is_said_and_not_lost_without_a_word(play):
    async with play() as p:
        await p.press("n", *"Late")
        leads = p.workspace.boards.lists(p.board.id)[0]
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=leads.id, closed=True))
        await p.until(lambda: screen(p).lists[0].name == "Contacted")
        await p.press("enter")
        await p.sees("that list is gone")
        assert not screen(p).editor.purpose
        await p.press("n")
        await p.sees("draft: Late")


async def test_the_cursor_is_on_the_last_new_card_whatever_the_service_does_meanwhile(play):
    async with play() as p:
        await p.press("n", *"A", "enter", *"B", "enter", "escape")
        await p.until(lambda: here(p) == ("Leads", "B"))
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        await p.workspace.boards.pull(p.board.id)
        await p.pilot.pause(0.3)
        assert here(p) == ("Leads", "B")
        await p.press("a")
        await p.until(lambda: "B" not in names(p, "Leads"))
        assert "A" in names(p, "Leads")


async def test_a_card_that_gets_its_id_just_after_it_was_listed_has_the_cursor(play, monkeypatch):
    async with play() as p:
        shown = screen(p)._view
        look, seen = shown.open_face, set()

        def named_meanwhile(card_id):
            face = look(card_id)
            if face is None or face.name != "A" or face.id not in seen:
                seen.update(() if face is None else {face.id})
                return face
            return face.replace(id="e" * 24)

        p.wire.plugged = False
        with monkeypatch.context() as patch:
            patch.setattr(shown, "open_face", named_meanwhile)
            await p.press("n", *"A", "enter", "escape")
            assert "e" * 24 not in seen
        await p.until(lambda: here(p) == ("Leads", "A"))


# --- a title ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "wide"), [((80, 24), True), ((60, 20), True), ((250, 70), False)])
async def test_a_title_that_its_list_has_no_room_for_is_edited_in_a_wider_line(play, size, wide):
    async with play(size) as p:
        list_width = p.app.screen.query(Column).first().outer_size.width
        await p.press("t")
        assert "Ring Ana Reid at Tūī Ridge" in p.text(LineEditor)
        assert (screen(p).editor.size.width > list_width) is wide
        await p.pilot.resize_terminal(80, 24)
        await p.pilot.pause()
        assert "Ring Ana Reid at Tūī Ridge" in p.text(LineEditor)


async def test_a_title_half_typed_outlives_the_program(play):
    async with play() as p:
        await p.press("t", *" and more")
        assert last_line(p).strip() == "enter save  esc leave"
        screen(p).editor.close()  # as if the terminal had been closed here
        await p.press("t")
        assert screen(p).editor.line.value.endswith("Tūī Ridge")
        await p.sees("draft: Ring Ana")
        await p.press("tab")
        assert screen(p).editor.line.value.endswith("Tūī Ridge and more")
        await p.press("escape", "t")
        assert screen(p).editor.line.value.endswith("Tūī Ridge")
        assert "draft: " not in p.text()


async def test_a_title_taken_up_again_does_not_go_over_somebody_elses(play):
    async with play() as p:
        card = p.face("Ana Reid")
        await p.press("t", *" and more")
        await p.until(lambda: p.workspace.drafts.get(f"title:{card.id}").endswith("more"))
        screen(p).editor.close()  # as if the terminal had been closed here
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=card.id, name="Ana Reid: theirs")
        )
        await p.press("t")
        await p.sees("draft: Ring Ana")
        await p.press("tab", "enter")
        await p.until(lambda: p.workspace.conflicts.open() == 1)
        assert p.workspace.cards.get(card.id).name == "Ana Reid: theirs"
        [kept] = p.workspace.conflicts.all()
        assert (kept.base, kept.mine) == (card.name, f"{card.name} and more")


async def test_a_title_typed_in_one_window_is_never_in_the_line_of_another(play, tmp_path):
    async with play() as p:
        other = open_store(tmp_path / "store.db", p.clock)
        key = f"new-card:{p.workspace.boards.lists(p.board.id)[0].id}"
        other.drafts.set(key, "Typed there").result()
        await p.press("n", *"Typed here")
        assert "Typed there" not in p.text()
        await p.press("escape", "n")
        await p.sees("draft: Typed here")
        await p.press(*"New", "enter", "tab", "enter", "escape")
        assert {"Typed here", "New"} <= {*names(p, "Leads")}
        other.close()  # it died: what it left is offered, on a line of its own
        await p.press("n")
        await p.sees("draft: Typed there")
        await p.press("escape", "n")
        await p.sees("draft: Typed there")


async def test_esc_keeps_the_draft_of_a_new_card_until_it_is_cleared(play):
    async with play() as p:
        await p.press("n", *"Ring Bo", "escape")
        for _ in range(2):
            await p.press("n")
            await p.sees("tab takes the draft, esc keeps it")
            await p.press("escape")
            assert "what you typed is kept: n in Leads shows it" in last_line(p)
        await p.press("n", "x", "backspace", "escape", "n")
        await p.sees("draft: Ring Bo")
        await p.press("tab", "ctrl+u", "escape", "n")
        assert "draft: " not in p.text()
        assert screen(p).editor.line.value == ""


async def test_a_second_draft_does_not_take_the_place_of_the_first_and_tab_goes_through_them(play):
    async with play() as p:
        for title in ("Ring Ana", "Ring Bo", "Ring Cy"):
            p.clock.advance(1)
            await p.press("n", *title, "escape")
        await p.press("n")
        await p.sees("draft: Ring Cy · 2 more")
        seen = []
        for _ in range(4):
            p.clock.advance(1)
            await p.press("tab")
            seen.append(screen(p).editor.line.value)
        assert seen == ["Ring Cy", "Ring Ana", "Ring Bo", "Ring Cy"]
        await p.press("enter", "escape", "n")
        await p.sees("draft: Ring Bo · 1 more")
        await p.press("tab", "enter", "tab", "enter", "escape")
        assert {"Ring Ana", "Ring Bo", "Ring Cy"} <= {*names(p, "Leads")}
        await p.press("n")
        assert "draft: " not in p.text()


async def offered_and_entered_elsewhere(p: Play, folder: Path) -> None:
    """Offer a draft of a window that is gone, which another window takes and enters."""
    key = f"new-card:{p.workspace.boards.lists(p.board.id)[0].id}"
    dead, other = (open_store(folder / "store.db", p.clock) for _ in range(2))
    dead.drafts.set(key, "Typed there").result()
    dead.close()
    await p.press("n")
    await p.sees("draft: Typed there")
    assert other.drafts.take(key, "Typed there").result()
    other.drafts.set(key, None).result()
    other.close()


async def test_a_draft_that_another_window_has_entered_meanwhile_is_not_entered_again(play, tmp_path):
    async with play() as p:
        await offered_and_entered_elsewhere(p, tmp_path)
        await p.press("tab")
        await p.sees("another window has taken this draft")
        assert screen(p).editor.line.value == ""
        await p.press("enter", "escape", "n")
        assert "draft: " not in p.text()


async def test_a_draft_entered_right_after_tab_is_not_entered_twice(play, tmp_path):
    async with play() as p:
        await offered_and_entered_elsewhere(p, tmp_path)
        editor = screen(p).editor
        line, purpose = editor.line, editor.purpose
        # Enter comes before it is known whose the draft is.
        with p.app.prevent(Input.Changed):
            line.value = "Typed there"
        for said in (LineEditor.Took, LineEditor.Entered):
            editor.post_message(said(purpose, "Typed there"))
        await p.sees("another window has taken this draft")
        await p.until(lambda: line.value == "")
        await p.press(*"Typed there", "enter")
        await p.until(lambda: "Typed there" in names(p, "Leads"))
        await p.press("escape")
        assert names(p, "Leads").count("Typed there") == 1, "typed again, it is another card"


async def test_esc_keeps_a_title_that_was_not_entered_until_it_is_taken(play):
    async with play() as p:
        await p.press("t", *" and more")
        screen(p).editor.close()  # as if the terminal had been closed here
        for _ in range(2):
            await p.press("t")
            await p.sees("draft: Ring Ana")
            await p.press("escape")
        await p.press("t", "tab", "escape", "t")
        assert "draft: " not in p.text()


async def test_what_was_typed_is_still_in_the_line_when_it_could_not_be_kept(play, monkeypatch):
    async with play() as p:

        def full(*_args, **_kw):
            raise StoreError("The disk is full.")

        await p.press("n", *"Ring Bo")
        with monkeypatch.context() as patch:
            patch.setattr(p.workspace.writes, "submit_all", full)
            await p.press("enter")
            await p.until(lambda: len(p.app.screen_stack) > 1)
            await p.press("enter")
        assert screen(p).editor.line.value == "Ring Bo"
        await p.press("enter")
        await p.until(lambda: "Ring Bo" in names(p, "Leads"))
        assert screen(p).editor.line.value == ""


async def test_a_title_nobody_touched_is_not_rewritten(play):
    async with play() as p:
        odd = "👩‍🌾 visit \u200fshalom " + "x" * 2_400
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=p.face("Ring Ana").id, name=odd)
        )
        await p.sees("visit")
        await p.press("t", "enter")
        await p.pilot.pause()
        assert names(p, "Leads")[0] == odd
        assert "title changed" not in p.text()


async def test_the_title_of_a_card_that_goes_waits_for_a_new_card(play):
    async with play() as p:
        face = p.face("Ring Ana")
        await p.press("t", "home", *"Do ")
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=face.id))
        await p.sees("was deleted · the cursor is on the next card")
        await p.press("enter")
        await p.sees("that card is gone: n has what you typed")
        await p.press("n", "tab")
        assert screen(p).editor.line.value == "Do Ring Ana Reid at Tūī Ridge"


# --- the filter ------------------------------------------------------------------------------


async def test_a_match_off_the_screen_is_gone_to_and_escape_goes_back(play):
    async with play((80, 24)) as p:
        await p.press("j", "j")
        before = here(p)
        await p.press("slash", *"renewal for")
        assert here(p) == ("Proposal", "Renewal for 60 seats: Zoe Whitlock at Southerly Networks")
        assert "Renewal for 60 seats" in p.text()
        assert "nothing matches here" in p.text()
        assert "n adds one" not in p.text()
        assert "2 of 37 cards shown" in p.text()
        await p.press("escape")
        assert here(p) == before
        assert last_line(p).startswith(" ? keys  ctrl+p commands")


async def test_enter_stays_with_what_was_found_and_opens_it_next(play):
    async with play((80, 24)) as p:
        await p.press("slash", *"renewal for", "enter", "enter")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        await p.sees("Renewal for 60 seats")


async def test_a_long_filter_is_never_out_of_sight(play):
    async with play((40, 24)) as p:
        long = "label:hot has:subject created:<2000d edited:<2000d -member:ana -due:none -label:nothing -list:none"
        await p.press("slash", *long, "enter")
        for width in (40, 59, 80, 120):
            await p.pilot.resize_terminal(width, 24)
            await p.until(lambda: re.search(r"/label:.*… · \d+ of 37\b", p.text().splitlines()[0]))


async def test_macrons_need_not_be_typed(play):
    async with play() as p:
        await p.press("slash", *"tui ridge")
        assert "Ring Ana Reid at Tūī Ridge" in p.text()


async def test_under_a_filter_a_card_goes_where_it_is_seen_to_go(play):
    async with play() as p:
        ring, reply, hemi, *rest = names(p, "Leads")
        await p.press("slash", *"re")
        shown = [face.name for face in screen(p).cards_of(screen(p).lists[0].id)]
        assert shown[0] == ring
        assert shown[1] == reply
        third = shown[2]
        await p.press("enter", "2", "J")
        await p.until(lambda: names(p, "Leads")[0] == reply)
        every = names(p, "Leads")
        assert every[every.index(third) + 1] == ring
        await p.press("u")
        await p.until(lambda: names(p, "Leads") == [ring, reply, hemi, *rest])


@pytest.mark.fault("F61")
async def test_a_title_that_could_not_be_saved_is_in_the_line_again(play, monkeypatch):
    async with play() as p:

        async def full(*_, **__):
            raise StoreError("The disk is full: nothing was saved.")

        with monkeypatch.context() as patch:
            patch.setattr(type(p.workspace.writes), "submit_all", full)
            await p.press("n", *"Half", "enter")
            assert "disk is full" in p.text()
            await p.press("enter")
        line = screen(p).editor.line
        assert line.value == "Half"
        await p.press("enter")
        assert line.value == ""
        assert "Half" in p.text()


@pytest.mark.parametrize(("begun", "how"), rotated(["slash", "n"], ["click", "shift+tab"]))
async def test_the_line_keeps_the_keys_beside_the_panel_until_it_is_closed(play, begun, how):
    async with play((160, 40)) as p:
        await p.press("e", begun, "a")
        if how == "click":
            await p.pilot.click(offset=(150, 8))
            await p.pilot.pause()
        else:
            await p.press(how)
        await p.press("b")
        assert screen(p).editor.line.value == "ab"
        await p.press("escape")
        assert screen(p).editor.purpose == ""
