"""The open card, on a real workspace: everything can be changed, lives, and is never lost."""

from contextlib import contextmanager

import pytest
from textual._compositor import Compositor
from textual.geometry import Size
from textual.widget import Widget

from tests.app.screens.conftest import Play
from tests.corpora import texts
from tui.app.app import CardscoutApp
from tui.app.screens.card import CardScreen
from tui.app.theme import THEMES
from tui.app.widgets.card_form import CardForm
from tui.app.widgets.checklist_editor import ChecklistEditor
from tui.app.widgets.comments import Comments
from tui.app.widgets.description import Description
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.rows import RowList
from tui.app.widgets.status_bar import StatusBar
from tui.model.card import CardFace
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, DeleteCard, UpdateCard
from tui.model.writes.checklists import UpdateCheckItem, UpdateChecklist
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import UpdateLabel

SIZES = [(120, 40), (80, 24)]


@pytest.mark.parametrize("size", SIZES)
async def test_all_of_a_card_is_there(play, size):
    async with play(size) as p:
        await p.open("Ring Ana Reid")
        for words in (
            "Ring Ana Reid at Tūī Ridge",
            "in Leads · Pipeline",
            "▪hot",
            "Met at the growers' expo",
            "1/3",
        ):
            assert words in p.words()
        await p.press("tab", "tab")
        await p.sees("Mere Tamihana")


async def test_fields_as_high_as_before_are_not_laid_out_again(play, monkeypatch):
    async with play() as p:
        card = await p.open("Ring Ana Reid")
        page = p.app.screen
        assert isinstance(page, CardScreen)
        await p.pilot.pause()
        laid_out = list[Size]()
        reflow = Compositor.reflow

        def counted(compositor: Compositor, parent: Widget, size: Size) -> object:
            laid_out.append(size)
            return reflow(compositor, parent, size)

        monkeypatch.setattr(Compositor, "reflow", counted)
        facts = page._known_facts()
        assert facts is not None
        page.query_one(CardForm).show(facts)
        await p.pilot.pause()
        assert not laid_out
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=card.id, name="Ring Ana back")
        )
        await p.sees("Ring Ana back")
        assert not laid_out
        await p.workspace.writes.submit(
            UpdateCard(
                board_id=p.board.id, card_id=card.id, name=f"Ring Ana back {'at once ' * 30}and listen"
            )
        )
        await p.sees("and listen")
        assert laid_out


async def test_another_size_changes_no_key_hint_but_how_many_fit(play, monkeypatch):
    async with play() as p:
        await p.open("Ring Ana Reid")
        wide = p.words(StatusBar)
        monkeypatch.setattr(CardScreen, "_show_keys", None)
        await p.pilot.resize_terminal(60, 24)
        await p.pilot.pause()
        narrow = p.words(StatusBar)
        assert wide.startswith(narrow.removesuffix(" ? keys"))
        assert len(narrow) < len(wide)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
async def test_the_cursor_of_a_text_has_the_colour_of_that_of_a_line(play, theme):
    async with play() as p:
        p.app.use_theme(theme.name)
        await p.open("Ring Ana Reid")
        await p.press("d")
        cursor = p.app.screen.query_one(DraftArea).get_component_styles("text-area--cursor")
        assert cursor.background.hex.lower() == theme.variables["input-cursor-background"]
        assert cursor.color.hex.lower() == theme.variables["input-cursor-foreground"]


async def test_enter_opens_it_and_esc_goes_back(play):
    async with play() as p:
        await p.press("enter")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        await p.press("escape")
        await p.until(lambda: type(p.app.screen).__name__ == "BoardScreen")


@pytest.mark.parametrize(
    ("keys", "page"),
    [("S", "SearchScreen"), ("Q", "AgendaPage"), ("N", "NotificationsScreen"), ("b", "BoardsScreen")],
)
async def test_every_place_is_one_key_from_it_too(play, keys, page):
    async with play() as p:
        await p.open("Ring Ana Reid")
        await p.press(keys)
        await p.until(lambda: type(p.app.screen).__name__ == page)
        await p.press("escape")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")


async def test_tab_walks_the_sections(play):
    async with play() as p:
        await p.open("Ring Ana Reid")
        seen = []
        for _ in range(3):
            seen.append(p.app.focused.id)
            await p.press("tab")
        assert seen == ["description-text", "checklist-rows", "comment-rows"]


async def test_a_long_description_begins_with_its_border(play):
    async with play((80, 24)) as p:
        text = "\n\n".join(f"Paragraph {number}" for number in range(60))
        face = p.face("Ring Ana Reid")
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, desc=text))
        await p.open("Ring Ana Reid")
        await p.sees("Paragraph 0")
        await p.stands()
        assert "Description" in p.text()
        # On the way back from what is below it, too.
        await p.press("tab", "tab")
        await p.until(lambda: "Paragraph 0" not in p.text())
        await p.press("shift+tab", "shift+tab")
        await p.sees("Paragraph 0")
        await p.stands()
        assert "Description" in p.text()


async def test_the_title_is_changed(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("t", *" today", "enter")
        await p.until(lambda: p.workspace.cards.get(face.id).name.endswith("today"))
        await p.sees("Tūī Ridge today")


async def test_the_keys_told_are_those_of_what_is_typed_in(play):
    async with play() as p:
        await p.open("Ring Ana Reid")
        await p.press("d")
        await p.sees("ctrl+s save")
        await p.press("escape", "t")
        await p.sees("enter save")


async def test_under_a_box_the_bottom_line_has_the_keys_of_the_box(play):
    async with play((80, 24)) as p:
        usual = p.text().split("\n")[-1]
        boxes = {
            "ctrl+p": "enter choose",
            "b": "enter choose",
            "D": "enter set it",
            "number_sign": "ctrl+r rename",
        }
        for key, shown in boxes.items():
            await p.press(key)
            await p.until(lambda: p.app.screen.is_modal)
            last = " ".join(p.text().split("\n")[-1].split())
            assert shown in last, key
            assert "new" not in last, key
            await p.press("escape")
            await p.until(lambda: not p.app.screen.is_modal)
            assert p.text().split("\n")[-1] == usual, key


async def test_what_is_typed_in_comes_into_view(play):
    async with play((80, 24)) as p:
        await p.open("Ring Ana Reid")
        await p.press("C", *"in sight")
        await p.sees("in sight")
        await p.press("escape", "c", "G", "n", *"here too")
        await p.sees("here too")


async def test_the_board_opens_a_card_at_its_parts(play):
    async with play() as p:
        await p.press("c")
        await p.until(lambda: isinstance(p.app.focused, RowList))
        await p.press("escape", "C")
        await p.until(lambda: p.app.focused is not None and p.app.focused.id == "comment-area")


async def test_a_change_made_elsewhere_appears_and_what_is_typed_stays(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("C", *"my words")
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=face.id, name="Another title")
        )
        await p.sees("Another title")
        assert p.app.screen.query_one(Comments).ensure_area().text == "my words"
        assert p.app.focused is p.app.screen.query_one(Comments).ensure_area()


async def test_a_card_deleted_elsewhere_says_so_and_keeps_the_text(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("C", *"my words")
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=face.id))
        await p.sees("This card is gone")
        assert p.app.screen.query_one(Comments).ensure_area().text == "my words"
        await p.press("ctrl+s")
        await p.sees("nothing was written")


async def unsent(p: Play) -> CardFace:
    """Unplug the service, and open a new card that it does not have yet."""
    p.wire.plugged = False
    home = p.workspace.boards.lists(p.board.id)[0]
    made = CreateCard(
        board_id=p.board.id, card_id=new_local_id(), list_id=home.id, name="Fresh card", pos=1.0
    )
    await p.workspace.writes.submit(made)
    return await p.open("Fresh card")


async def test_a_card_not_yet_sent_is_followed_to_its_new_id(play):
    async with play() as p:
        face = await unsent(p)
        await p.press("C", *"typed offline")
        await p.until(lambda: p.workspace.drafts.get(f"comment:{face.id}"))
        p.wire.plugged = True
        p.workspace.sync.refresh()
        # The service's card may be read before its answer is: until then there are two of that name.
        await p.until(lambda: p.workspace.cards.face(face.id).id != face.id, tick=5)
        now = p.workspace.cards.face(face.id).id
        await p.until(lambda: p.workspace.drafts.get(f"comment:{now}") == "typed offline", tick=5)
        await p.press("ctrl+s")
        await p.until(lambda: [c.text for c in p.workspace.cards.comments(now)] == ["typed offline"])


async def test_a_comment_stays_open_while_its_card_gets_its_id(play, monkeypatch):
    async with play() as p:
        face = await unsent(p)
        await p.press("C", *"typed")
        page = p.app.screen
        # The store knows the id before the screen is told of it.
        monkeypatch.setattr(page.feed, "deliver", lambda: None)
        p.wire.plugged = True
        p.workspace.sync.refresh()
        await p.until(lambda: p.workspace.cards.face(face.id).id != face.id, tick=5)
        page._read()
        assert page.query_one(Comments).editing
        assert page.query_one(Comments).ensure_area().text == "typed"


async def test_the_text_goes_to_an_editor_and_comes_back(play, tmp_path, monkeypatch):
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\necho " from outside" >> "$1"\n')
    script.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(script))
    async with play() as p:

        @contextmanager
        def lent():
            yield

        monkeypatch.setattr(type(p.app), "suspend", lambda _app: lent())
        face = await p.open("Ring Ana Reid")
        await p.press("E")
        await p.until(lambda: p.workspace.cards.get(face.id).desc.strip().endswith("from outside"))


async def test_a_terminal_that_cannot_be_lent_says_so(play, monkeypatch):
    monkeypatch.setenv("VISUAL", "true")
    async with play() as p:
        await p.open("Ring Ana Reid")
        await p.press("E")
        await p.sees("cannot be lent to an editor")


async def test_links_are_asked_about_before_they_are_opened(play, monkeypatch):
    opened = []
    async with play() as p:
        monkeypatch.setattr(type(p.app), "open_url", lambda _app, url: opened.append(url))
        face = p.face("Ring Ana Reid")
        text = "[site](https://tuiridge.example/a) [bad](javascript:alert(1))"
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, desc=text))
        await p.open("Ring Ana Reid")
        await p.press("o")
        await p.sees("https://tuiridge.example/a")
        assert opened == []
        await p.press("y")
        await p.until(lambda: opened == ["https://tuiridge.example/a"])


@pytest.mark.fault("F86")
@pytest.mark.parametrize("name", ["terminal_escapes", "control_chars", "markup"])
async def test_hostile_text_in_every_field_stays_text(play, name):
    bad = " ".join(text.encode("utf-8", "replace").decode() for text in texts(name))
    async with play() as p:
        face = p.face("Ring Ana Reid")
        board, items = p.board, p.workspace.cards.checklists(face.id)
        label = next(iter(p.workspace.cards.get(face.id).id_labels))
        where = {"board_id": board.id, "card_id": face.id}
        await p.workspace.writes.submit_all(
            [
                UpdateCard(**where, name=bad, desc=bad),
                AddComment(**where, comment_id=new_local_id(), text=bad),
                UpdateChecklist(**where, checklist_id=items[0].id, name=bad),
                UpdateCheckItem(
                    **where, checklist_id=items[0].id, item_id=items[0].check_items[0].id, name=bad
                ),
                UpdateLabel(board_id=board.id, label_id=label, name=bad, color="red"),
            ]
        )
        p.app.screen.go(f"card:{face.id}")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        for keys in (
            [],
            ["d"],
            ["escape", "c", "r"],
            ["escape", "C"],
            ["escape", "t"],
            ["escape", "l"],
            ["escape", "escape", "e"],
        ):
            await p.press(*keys)
            await p.pilot.pause(0.2)
            assert clean(p.app), (name, keys)
        assert p.app.is_running


def clean(app) -> bool:
    """Whether no control character is in what is drawn."""
    for strip in app.screen._compositor.render_strips(app.size):
        for segment in strip:
            if any(ord(char) < 32 or 127 <= ord(char) < 160 for char in segment.text):
                return False
    return True


async def test_a_card_opens_with_its_parts_styled_once(play, monkeypatch):
    async with play() as p:
        again: list[object] = []
        styled = CardscoutApp.update_styles

        def counted(app, node, **options):
            again.append(node)
            styled(app, node, **options)

        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=p.face("Ana").id, desc=""))
        monkeypatch.setattr(CardscoutApp, "update_styles", counted)
        await p.open("Ana")
        assert not p.app.screen.query_one("#description-text").display
        assert not [each for each in again if isinstance(each, Description | ChecklistEditor)]
