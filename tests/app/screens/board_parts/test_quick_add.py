"""A new card whose line says its labels, members, list, date and reminder too."""

import pytest
from textual.events import Paste
from textual.widgets import Input

from tests.app.screens.conftest import Play
from tui.app.screens.board import BoardScreen
from tui.app.widgets.assist.quick_preview import QuickPreview
from tui.app.widgets.line_editor import LineEditor
from tui.app.widgets.status_bar import StatusBar
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.labels import CreateLabel


def card(p: Play, words: str) -> Card:
    found = p.workspace.cards.get(p.face(words).id)
    assert found is not None
    return found


def list_of(p: Play, words: str) -> str:
    found = p.workspace.boards.get_list(card(p, words).id_list)
    return "" if found is None else found.name


def preview(p: Play) -> str:
    return p.words(QuickPreview)


def titles(p: Play) -> list[str]:
    lists = p.workspace.boards.lists(p.board.id)
    return [face.name for each in lists for face in p.workspace.cards.faces(each.id)]


async def test_a_line_says_everything_and_undo_takes_it_back_whole(play):
    async with play() as p:
        before = titles(p)
        await p.press("n", *"Call Ana #hot @me ^Qual fri 17:00 !1d")
        assert preview(p) == (
            "label hot · member me · list Qualified · due Fri 27 Nov 17:00 · reminder Thu 26 Nov 17:00"
        )
        await p.press("enter")
        made = card(p, "Call Ana")
        hot = next(one for one in p.workspace.boards.labels(p.board.id) if one.name == "hot")
        me = p.workspace.access.me()
        assert me is not None
        assert (made.name, made.id_labels, made.id_members) == ("Call Ana", (hot.id,), (me.id,))
        assert (made.due_reminder, made.subscribed) == (1440, False)
        assert list_of(p, "Call Ana") == "Qualified"
        assert "added to Qualified" in p.app.screen.query_one(StatusBar).said
        await p.press("escape", "u")
        assert titles(p) == before
        await p.press("U")
        assert card(p, "Call Ana").due_reminder == 1440
        await p.press("n", *"Call Bo fri 17:00 !30 min", "enter")
        await p.until(lambda: card(p, "Call Bo").due_reminder == 30)
        assert card(p, "Call Bo").subscribed, "only members and who watches are reminded"


async def test_the_line_stays_in_its_list_for_the_next_card(play):
    async with play() as p:
        await p.press("n", *"One ^Won", "enter", *"Two", "enter", *"Three", "enter", "escape")
        assert list_of(p, "One") == "Won"
        leads = [face.name for face in p.workspace.cards.faces(card(p, "Two").id_list)]
        assert leads[1:3] == ["Two", "Three"]


async def test_ctrl_l_takes_this_line_as_typed_and_not_the_next(play):
    async with play() as p:
        await p.press("n", *"Read #hot tomorrow", "ctrl+l")
        assert "taken as typed" in preview(p)
        await p.press("enter")
        assert card(p, "Read").name == "Read #hot tomorrow"
        await p.press(*"Ring #hot", "ctrl+l", "ctrl+l", "enter")
        assert card(p, "Ring").name.startswith("Ring")
        assert "Ring" in titles(p)


async def test_what_is_not_known_stays_and_is_told(play):
    async with play() as p:
        await p.press("n", *"Fix #12 for #nobody @you")
        assert "no label nobody on this board" in preview(p)
        assert "#12" not in preview(p)
        await p.press("enter", "escape")
        assert "Fix #12 for #nobody" in titles(p)


async def test_tab_completes_names_at_once(play):
    async with play() as p:
        await p.press("n", *"Ring #")
        await p.burst("h", "o", "tab")
        await p.press(*"@mer", "tab", *"^Q", "tab")
        assert p.app.screen.query_one(LineEditor).line.value == "Ring #hot @meretamihana ^Qualified "
        assert "list Qualified" in preview(p)


async def test_tab_takes_the_draft_first(play):
    async with play() as p:
        await p.press("n", *"Half #hot", "escape", "n", "tab")
        assert p.app.screen.query_one(LineEditor).line.value == "Half #hot"
        assert preview(p) == "label hot"


async def test_a_key_does_not_lay_out_the_board_again(play, monkeypatch):
    async with play() as p:
        await p.press("n", *"Call")
        asked: list[bool] = []
        refresh = QuickPreview.refresh

        def watched(self, *regions, layout=False, **more):
            asked.append(layout)
            return refresh(self, *regions, layout=layout, **more)

        monkeypatch.setattr(QuickPreview, "refresh", watched)
        await p.press(*" Ana #hot fri 17:00")
        assert preview(p) == "label hot · due Fri 27 Nov 17:00"
        assert asked
        assert not any(asked)


async def test_pasted_lines_are_titles_as_they_are(play):
    async with play() as p:
        await p.press("n")
        p.app.post_message(Paste("One #hot\nTwo tomorrow"))
        await p.until(lambda: "Two tomorrow" in titles(p))
        assert "One #hot" in titles(p)
        await p.sees("added 2 cards · titles as pasted")


async def test_pasted_contacts_are_a_card_each(play):
    async with play() as p:
        await p.press("n")
        contacts = "BEGIN:VCARD\nVERSION:3.0\nFN:Ana Reid\nORG:Kea Freight\nEND:VCARD\n"
        p.app.post_message(Paste(f"{contacts}BEGIN:VCARD\nFN:Bo Tui\nEMAIL:bo@tui.example\nEND:VCARD\n"))
        await p.sees("added 2 cards")
        assert {"Ana Reid, Kea Freight", "Bo Tui, bo@tui.example"} <= set(titles(p))


async def test_the_marks_of_a_pasted_list_are_no_part_of_the_titles(play):
    async with play() as p:
        await p.press("n")
        p.app.post_message(Paste("- [ ] Buy milk\n- [x] Buy eggs"))
        await p.until(lambda: "Buy eggs" in titles(p))
        assert [card(p, name).due_complete for name in ("Buy milk", "Buy eggs")] == [False, True]
        assert titles(p).count("Buy milk") == 1


async def test_the_labels_of_the_list_are_added_to_those_of_the_line(play, monkeypatch):
    async with play() as p:
        monkeypatch.setattr(p.workspace, "_list_labels", {"Leads": ("NZ",)})
        await p.press("n", *"One #hot", "enter", *"Zebra ^Won #hot", "enter", "escape")
        labels = {one.id: one.name for one in p.workspace.boards.labels(p.board.id)}
        assert {labels[one] for one in card(p, "One").id_labels} == {"hot", "NZ"}
        assert {labels[one] for one in card(p, "Zebra").id_labels} == {"hot"}


async def test_the_preview_names_the_labels_of_the_list(play, monkeypatch):
    async with play() as p:
        monkeypatch.setattr(p.workspace, "_list_labels", {"Leads": ("NZ", "hot"), "Won": ("hot",)})
        await p.press("n")
        preview = p.app.screen.query_one(QuickPreview)
        assert "label of the list" not in str(preview.content)
        await p.press(*"One")
        assert "label of the list NZ · label of the list hot" in str(preview.content)
        await p.press(*" #hot ")
        assert "label hot · label of the list NZ" in str(preview.content)
        await p.press(*"^Won ")
        assert "label of the list" not in str(preview.content)


async def test_the_title_of_a_card_is_never_read(play):
    async with play() as p:
        await p.press("t", "end", *" #hot tomorrow")
        assert not any(preview.display for preview in p.app.screen.query(QuickPreview))
        await p.press("enter")
        board = p.app.screen
        assert isinstance(board, BoardScreen)
        assert board.card is not None
        assert board.card.name.endswith("#hot tomorrow")


async def test_the_line_and_what_it_means_fit_a_window_of_another_size(play):
    async with play((120, 40)) as p:
        await p.press("n", *"Call Ana #hot @me fri 17:00 !1d #nix")
        editor = p.app.screen.query_one(LineEditor)
        assert (editor.region.width, p.app.screen.query_one(QuickPreview).region.width) == (80, 120)
        await p.pilot.resize_terminal(80, 24)
        await p.until(lambda: p.app.screen.query_one(QuickPreview).region.width == 80)
        await p.until(lambda: editor.region.width == 80 > p.app.screen.kanban.row.columns[0].region.width)
        assert "no label nix on this board" in p.words(QuickPreview)
        await p.press("enter")
        assert "Call Ana #nix" in titles(p)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=["120x40", "80x24", "40x12"])
async def test_the_preview_in_a_picture(play, size, picture, monkeypatch):
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(StatusBar, "STANDS", 600.0)
    async with play(size) as p:
        await p.sees("local · synced")
        await p.press("n", *"Call Ana #hot @me fri 17:00 !1d #nix")
        await p.stands()
        assert picture(p)


async def test_a_bare_sign_lists_what_may_follow(play):
    async with play() as p:
        await p.press("n", *"Call @")
        assert preview(p).startswith("tab @me · ")
        assert "@meretamihana" in preview(p)
        await p.press("backspace", "#")
        assert "#hot" in preview(p)


async def test_a_date_by_day_and_month_is_read(play):
    async with play() as p:
        await p.press("n", *"Interview Ana 28/11 9am", "enter", "escape")
        made = card(p, "Interview")
        assert made.name == "Interview Ana"
        assert f"{made.due:%d %b %H:%M}" == "28 Nov 09:00"


async def test_what_stayed_in_the_title_is_told_when_the_card_is_made(play):
    async with play() as p:
        await p.press("n", *"Fix #nobody")
        assert preview(p) == "no label nobody on this board · stays in the title · ctrl+n makes the label"
        await p.press("enter")
        assert "no label nobody on this board: it stays in the title" in p.words(StatusBar)


async def test_a_label_that_is_called_nearly_so_is_offered_and_taken(play):
    async with play((80, 24)) as p:
        await p.press("n", *"Fix #hott")
        assert preview(p) == "no label hott: #hot? · stays in the title"
        await p.press("tab", "enter", "escape")
        assert card(p, "Fix").name == "Fix"
        assert card(p, "Fix").id_labels == p.face("Ring Ana Reid").label_ids


async def test_a_label_that_the_board_lacks_is_made_with_the_card_on_request_and_undone_with_it(play):
    async with play((80, 24)) as p:
        await p.press("n", *"Fix #nobody #Urgent")
        assert "ctrl+n makes the label" in preview(p)
        await p.press("ctrl+n")
        assert preview(p) == "new label nobody · new label Urgent"
        await p.press("ctrl+n")
        assert "stays in the title" in preview(p)
        await p.press("ctrl+n", "enter")
        assert "added · made the labels nobody, Urgent" in p.words(StatusBar)
        labels = {label.name: label.id for label in p.workspace.boards.labels(p.board.id)}
        assert set(card(p, "Fix").id_labels) == {labels["nobody"], labels["Urgent"]}
        await p.press(*"Ask #urgent #else")
        assert "label Urgent" in preview(p)
        assert "no label else on this board" in preview(p)
        await p.press("enter", "escape")
        assert card(p, "Ask").name == "Ask #else"
        # It may have been sent meanwhile, and have the service's id.
        [urgent] = [label.id for label in p.workspace.boards.labels(p.board.id) if label.name == "Urgent"]
        assert card(p, "Ask").id_labels == (urgent,)
        await p.press("u", "u")
        await p.until(lambda: "nobody" not in {label.name for label in p.workspace.boards.labels(p.board.id)})
        assert "Fix" not in " ".join(titles(p))


async def test_a_label_that_was_made_meanwhile_is_not_made_again(play):
    async with play() as p:
        await p.press("n", *"Fix #foo")
        made = CreateLabel(board_id=p.board.id, label_id=new_local_id(), name="foo")
        await p.workspace.writes.submit(made)
        await p.press("ctrl+n", "enter", "escape")
        assert [label.name for label in p.workspace.boards.labels(p.board.id)].count("foo") == 1
        assert len(card(p, "Fix").id_labels) == 1


async def test_labels_that_are_made_are_told_once_each(play):
    async with play() as p:
        await p.press("n", *"Fix #foo #Foo #bar #!!", "ctrl+n", "enter", "escape")
        await p.sees("made the labels Foo, bar")
        names = [label.name for label in p.workspace.boards.labels(p.board.id)]
        assert sorted(name for name in names if name in {"foo", "Foo", "bar", "!!"}) == ["Foo", "bar"]
