"""Each page is opened by its name, above the board that it is about."""

import subprocess
import sys

import pytest

from tests.app.conftest import NOW
from tests.app.fakes import fake
from tests.app.screens.conftest import first, screen
from tui.app.pages import Pages
from tui.clock import ManualClock

PLACES = {
    "archive": "ArchiveScreen",
    "outbox": "OutboxScreen",
    "history": "HistoryScreen",
    "conflicts": "ConflictsScreen",
    "notifications": "NotificationsScreen",
    "search": "SearchScreen",
    "people": "PeopleScreen",
    "bulk": "BulkScreen",
    "help": "HelpScreen",
    "palette": "PaletteScreen",
    "menu": "ChooseScreen",
}


ONE_ACCOUNT = fake(accounts=None, open=bool, show_login=bool)


async def test_each_page_is_opened_by_its_name_and_left_for_the_board(play):
    async with play() as p:
        for place, kind in PLACES.items():
            screen(p).go(place)
            await p.until(lambda kind=kind: type(p.app.screen).__name__ == kind)
            await p.pilot.pause()
            p.app.pop_screen()
            await p.until(lambda: p.app.screen is screen(p))


async def test_what_is_found_is_opened_where_one_is_and_from_there_its_board(play, monkeypatch):
    watched = []
    async with play() as p:
        before = first(p)
        other = next(each for each in p.workspace.boards.all() if each.id != p.board.id)
        face = next(
            face for each in p.workspace.boards.lists(other.id) for face in p.workspace.cards.faces(each.id)
        )
        monkeypatch.setattr(p.workspace.sync, "watch", lambda board, _card=None: watched.append(board))
        screen(p).go(f"found:{face.id}")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        assert p.app.screen.card.id == face.id
        await p.sees("g b its board")
        await p.until(lambda: watched == [other.id])
        await p.press("escape")
        await p.until(lambda: p.app.screen is screen(p))
        assert (p.app.open_board_id, first(p)) == (p.board.id, before)
        assert watched == [other.id, p.board.id]
        screen(p).go(f"found:{face.id}")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        await p.press("g", "b")
        await p.until(lambda: p.app.screen is screen(p) and p.app.open_board_id == other.id)
        await p.until(lambda: first(p) == face.id)
        screen(p).go("found:nowhere")
        await p.sees("That card is not there any more.")
        assert p.app.screen is screen(p)


async def test_the_cursor_of_the_open_board_is_put_on_what_is_found_there(play):
    async with play() as p:
        face = p.face("Second call")
        screen(p).go(f"found:{face.id}")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
        await p.sees("esc back")
        assert "its board" not in p.text()
        await p.press("escape")
        await p.until(lambda: first(p) == face.id)


@pytest.fixture
def bare():
    """Pages of an app without a board, without settings and without rules; and what it says and opens."""
    said, opened = [], []
    app = fake(say=said.append, push_screen=opened.append, board_screen=None, screen=None, workspace=fake())
    return Pages(app, ONE_ACCOUNT, ManualClock(NOW), {}, None), said, opened


def test_what_is_not_there_is_said(bare):
    pages, said, opened = bare
    pages.settings()
    pages.rules(None)
    pages.places["rebind"]("")
    assert said == ["there are no settings here", "there are no rules here", "there are no settings here"]
    assert opened == []


@pytest.mark.parametrize("place", ["archive", "bulk", "tour", "help", "palette", "menu"])
def test_without_a_board_no_page_about_one_is_opened(bare, place):
    pages, said, opened = bare
    pages.places[place]("")
    assert (said, opened) == ([], [])


def test_a_setting_holds_at_once_where_it_can():
    themes, densities = [], []
    board = fake(head=fake(show_density=densities.append))
    kept = {}
    workspace = fake(memory=fake(get=kept.get, set=kept.__setitem__))
    app = fake(use_theme=themes.append, board_screen=board, workspace=workspace)
    pages = Pages(app, ONE_ACCOUNT, ManualClock(NOW), {}, None)
    assert pages._apply("theme", "nord")
    assert pages._apply("density", "compact")
    assert (themes, densities) == (["nord"], ["compact"])
    for name, value in (("theme", None), ("density", "huge"), ("mouse", 1)):
        assert not pages._apply(name, value)
    app.board_screen = None
    assert not pages._apply("density", "full")
    assert (themes, densities) == (["nord"], ["compact"])


AHEAD = """
import sys
from tui.app.pages import import_ahead
assert "tui.app.screens.card" not in sys.modules
import_ahead()
needed = {"tui.app.screens.card", "markdown_it", "tui.app.commands.pages.rules"}  # for a card
needed |= {"tui.app.screens.board_parts.face_facts"}  # for a filter
needed |= {"tui.services.enrich.people", "tui.services.search"}  # for the palette
needed |= {"tui.store.outbox.undo", "tui.app.screens.key_hints"}  # for an undo, and for the keys after g
print(*needed - set(sys.modules))
"""


def test_what_the_first_card_needs_is_imported_ahead():
    done = subprocess.run([sys.executable, "-c", AHEAD], check=True, capture_output=True, text=True)
    assert not done.stdout.split()


def test_the_first_card_and_box_import_nothing_and_build_no_pattern():
    script = """
import re, sys, tui.cli.screens, tui.app.app
from tui.app.pages import import_ahead
import_ahead()
before, compiled = set(sys.modules), []
compile = re._compiler.compile
re._compiler.compile = lambda *args: compiled.append(args) or compile(*args)
import textual.scrollbar, tui.app.screens.card, tui.app.dialogs.run
import tui.app.screens.labels, tui.app.screens.boards, tui.app.screens.board_parts.quick_add
from tui.app.markdown import prose
prose("Ring *Ana* on ana.example, write to ana@b.example, see https://c.example/d and www.e.example\\n\\n- [ ] done")
new = {each for each in set(sys.modules) - before if each.split(".")[0] in {"tui", "textual", "markdown_it"}}
print(*new, *compiled)"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""
