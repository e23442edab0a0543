"""The help: every key of a page and of the part with the focus, narrowed by typing."""

from typing import Any

import pytest
from rich.console import RenderableType
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList

from tests.app.fakes import fake
from tests.thinned import thinned
from tui.app import painting
from tui.app.commands.command import ImmediateCommand
from tui.app.commands.keymap import Keymap
from tui.app.commands.view import VIEW
from tui.app.painting import ScreenCompositor
from tui.app.palette.lines import PART
from tui.app.screens.board import BoardScreen
from tui.app.screens.help import HelpScreen


async def test_the_help_is_narrowed_by_typing(play):
    async with play() as p:
        await p.press("question_mark")
        assert isinstance(p.app.screen, HelpScreen)
        assert "Go to the next card" in p.text()
        await p.press(*"undo")
        assert "Go to the next card" not in p.text()
        assert "Undo the last change" in p.text()
        await p.press("escape")
        assert isinstance(p.app.screen, BoardScreen)


async def test_commands_that_differ_in_a_number_have_one_line_until_they_are_looked_for(play):
    async with play((80, 60)) as p:
        await p.press("question_mark")
        await p.sees("g 1 … g 9 Go to a list by its number")
        assert "Go to list 2" not in p.words()
        await p.press(*"list 2")
        await p.sees("g 2 Go to list 2")
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, BoardScreen))
        assert p.app.screen.kanban.row.focused_index == 1


@pytest.mark.parametrize("size", thinned([(80, 24), (40, 12)], 2, first=1, whole=True))
async def test_the_help_keeps_its_columns_and_explains_the_signs(play, size):
    async with play(size) as p:
        await p.press("question_mark", *"recolour")
        rows = [row for row in p.text().split("\n") if "recolour" in row or "delete them" in row]
        assert rows
        await p.press(*["backspace"] * 8, *"names a person")
        assert "●" in p.text()
        await p.press(*["backspace"] * 14, *"head of a list")
        await p.sees("6/8")


async def test_the_help_of_a_part_has_its_keys_and_no_others_on_them(play):
    async with play() as p:
        await p.open("Ring Ana Reid", "checklists")
        await p.press("question_mark")
        await p.sees("The checklists x · space Tick the item")
        await p.press(*"tick")
        assert "x Mark the due date" not in p.words(HelpScreen), "x does something else here"
        await p.press("escape", "tab", "question_mark")
        await p.sees("The comments n Write a comment")


class TickOne(ImmediateCommand[object]):
    """Tick the item."""

    keys = ("x", "space")
    group = "Items"


class GoDown(ImmediateCommand[object]):
    """Go to the next card."""

    keys = ("j",)
    group = "Walk"


class SetDue(ImmediateCommand[object]):
    """Set the due date."""

    keys = ("x", "D")
    group = "Card"


class GoFurtherDown(GoDown):
    """Go further down."""

    keys = ("ctrl+x",)


@pytest.fixture
def rows(monkeypatch):
    """The rows of a help, as plain text, each with what it runs."""

    def of(query="", *, first=None, keys=None, width=120, among=(GoDown, SetDue)):
        monkeypatch.setattr(HelpScreen, "app", fake(size=Size(width, 40)))
        shown = HelpScreen(Keymap.of(among, keys or {}), first)
        return [(str(row.prompt), row.id) for row in shown.rows(query)]

    return of


def commands(found):
    return [(" ".join(text.split()), ident) for text, ident in found if ident is not None]


def test_commands_stand_under_their_groups_and_the_signs_at_the_end(rows):
    found = rows()
    assert [text for text, ident in found if ident is None and not text.startswith(" ")] == [
        "Walk",
        "Card",
        "Signs",
    ]
    assert commands(found) == [("j Go to the next card", "go-down"), ("x · D Set the due date", "set-due")]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("NEXT card", ["go-down"]),
        ("set-due", ["set-due"]),
        ("walk", ["go-down"]),
        ("d", ["go-down", "set-due"]),
        ("zebra", []),
    ],
)
def test_each_word_is_looked_for_in_key_name_words_and_group(rows, query, names):
    assert [ident for _, ident in commands(rows(query))] == names


def test_where_nothing_matches_that_is_said(rows):
    assert rows("zebra") == [("nothing matches: try one other word, or empty the line to see all", None)]


def test_a_group_stands_once_where_it_comes_first(rows):
    found = rows(among=(GoDown, SetDue, GoFurtherDown))
    assert [text for text, ident in found if ident is None and not text.startswith(" ")] == [
        "Walk",
        "Card",
        "Signs",
    ]


async def test_the_help_is_searched_by_the_words_of_the_palette(play):
    found = {
        "deadline": "Set when the card is due",
        "tag": "Put labels on the card",
        "bulk": "Select the card",
        "saved filter": "Save the filter under a name",
        "duplicate": "Copy",
        "complete": "Mark the due date",
        "Assign members": "m ",
        "credits": "Look up the people",
        "privacy": "opted out",
    }
    async with play() as p:
        await p.press("question_mark")
        for words, name in found.items():
            await p.press("ctrl+u", *words)
            await p.sees(name)


async def test_the_first_page_key_goes_a_page_down_and_home_and_end_to_the_ends(play):
    async with play() as p:
        await p.press("question_mark")
        rows = p.app.screen.query_one(OptionList)
        await p.until(lambda: rows.option_count > 20)
        await p.press("pagedown")
        await p.until(lambda: rows.highlighted is not None)
        assert 1 < rows.highlighted < rows.option_count // 2
        await p.press("end")
        await p.until(lambda: rows.highlighted > rows.option_count // 2)
        await p.press("home")
        await p.until(lambda: rows.highlighted == 1)


def test_keys_of_the_part_with_the_focus_come_first_and_are_not_the_pages(rows):
    assert commands(rows(first=Keymap.of((TickOne,)))) == [
        ("x · space Tick the item", f"{PART}tick-one"),
        ("j Go to the next card", "go-down"),
        ("D Set the due date", "set-due"),
    ]


def test_a_key_that_two_commands_want_is_told_unless_something_is_looked_for(rows):
    clashing = {"go-down": "x"}
    assert any(text.startswith("! x is wanted by go-down and set-due") for text, _ in rows(keys=clashing))
    assert not any("wanted by" in text for text, _ in rows("due", keys=clashing))


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ({"list3": "f3"}, ["g 1 … g 9 Go to a list by its number", "f3 Go to list 3"]),
        ({"list9": ""}, ["g 1 … g 8 Go to a list by its number", "palette Go to list 9"]),
        ({f"list{n}": f"f{n}" for n in range(2, 10)}, ["g 1 Go to a list by its number", "f2 Go to list 2"]),
    ],
)
def test_what_the_user_bound_otherwise_has_a_line_beside_that_of_its_series(rows, keys, lines):
    by_number = [command for command in VIEW if command.series]
    assert [text for text, _ in commands(rows(keys=keys, among=by_number))][:2] == lines


def test_in_a_narrow_window_the_words_stand_below_keys_that_leave_them_no_room(rows):
    wide = next(text for text, ident in rows() if ident == "set-due")
    narrow = next(text for text, ident in rows(width=40) if ident == "set-due")
    assert wide.count("\n") == 0
    assert narrow.split("\n")[0].strip() == "x · D"
    assert narrow.split("\n")[1].startswith("    Set the due")


async def test_the_keys_are_listed_once_when_the_page_opens_and_again_for_another_width(play, monkeypatch):
    listed: list[str] = []
    rows = HelpScreen.rows

    def noting(page, query):
        listed.append(query)
        return rows(page, query)

    monkeypatch.setattr(HelpScreen, "rows", noting)
    async with play((120, 40)) as p:
        await p.press("question_mark")
        await p.sees("Keys and signs")
        assert listed == [""]
        await p.pilot.resize_terminal(80, 40)
        await p.until(lambda: len(listed) == 2)
        await p.pilot.resize_terminal(80, 24)
        await p.pilot.pause()
        assert listed == ["", ""]


async def test_the_first_paint_has_the_scrollbar(play, monkeypatch):
    painted = []
    render = ScreenCompositor.render_update

    def noted(
        self: ScreenCompositor,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        if self.built and isinstance(self._screen, HelpScreen):
            painted.append(self._screen.query_one(OptionList).show_vertical_scrollbar)
        return render(self, full, screen_stack, simplify)

    monkeypatch.setattr(ScreenCompositor, "render_update", noted)
    monkeypatch.setattr(painting, "_LONGEST", 3600.0)  # else a busy machine paints what is not built
    async with play() as p:
        await p.press("question_mark")
        await p.until(lambda: painted)
        assert painted[0], "the scrollbar came with a second paint"
