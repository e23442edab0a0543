"""The line that is typed in on the board."""

import pytest
from textual.events import Key, Paste
from textual.geometry import Region

from tui.app.widgets.line_editor import LineEditor

TYPED = {
    "a joiner of Persian": "می\u200cخواهم",
    "an emoji of several": "\U0001f469\u200d\U0001f467",
    "a hard blank": "Prix\u00a0: 9",
    "a narrow blank": "9\u202f000",
    "the blank of Japanese": "山田\u3000太郎",
    "an emoji newer than this Python": "\U0001faf9\U0001fbfa",
}


@pytest.fixture
async def open_line(stage):
    from contextlib import asynccontextmanager

    @asynccontextmanager
    async def run(**options):
        editor = LineEditor()
        app = stage(editor)
        async with app.run_test(size=(60, 12), message_hook=app.heard.append) as pilot:
            editor.open("new", Region(2, 2, 30, 3), **options)
            await pilot.pause()
            yield app, editor, pilot

    return run


async def test_enter_hands_the_line_over_and_leaves_it_open(open_line):
    async with open_line(value="Ring") as (app, editor, pilot):
        await pilot.press(*" Ana", "enter")
        assert [(m.purpose, m.text) for m in app.said(LineEditor.Entered)] == [("new", "Ring Ana")]
        assert editor.purpose == "new"


@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
async def test_whatever_a_keyboard_types_stands_in_the_line(open_line, text):
    async with open_line() as (app, _editor, pilot):
        for letter in text:
            app.screen.focused.post_message(Key(f"U+{ord(letter):04X}", letter))
        await pilot.press("enter")
        assert [m.text for m in app.said(LineEditor.Entered)] == [text]


async def test_a_control_character_is_not_typed(open_line):
    async with open_line() as (_, editor, pilot):
        for letter in "a\x85\u2028\ud800b":
            editor.line.post_message(Key(f"U+{ord(letter):04X}", letter))
        await pilot.pause()
        assert editor.line.value == "ab"


async def test_the_line_keeps_its_text_until_it_is_known_to_be_kept(open_line):
    async with open_line(repeats=True) as (app, editor, pilot):
        await pilot.press(*"One", "enter")
        assert editor.line.value == "One"
        editor.clear()
        await pilot.press(*"Two", "enter")
        assert [m.text for m in app.said(LineEditor.Entered)] == ["One", "Two"]


async def test_opened_for_the_same_it_moves_and_keeps_its_text(open_line):
    async with open_line() as (_, editor, pilot):
        await pilot.press(*"Half")
        editor.open("new", Region(9, 5, 30, 3), value="other")
        await pilot.pause()
        assert editor.line.value == "Half"
        assert editor.region.offset == (9, 5)


async def test_escape_closes(open_line):
    async with open_line() as (app, editor, pilot):
        await pilot.press("escape")
        assert [m.purpose for m in app.said(LineEditor.Left)] == ["new"]
        assert not editor.display
        assert app.screen.focused is None


async def test_a_draft_stands_below_the_line_and_never_in_it_until_it_is_taken(open_line):
    async with open_line(offers=["[b]Half\x1b a title"]) as (app, editor, pilot):
        assert "draft: [b]Half" in app.text()
        assert "tab takes the draft" in app.text()
        await pilot.press(*"Bo", "tab")
        assert editor.line.value == "Bo"
        await pilot.press("backspace", "backspace", "tab")
        assert editor.line.value == "[b]Half\x1b a title"
        assert [(m.purpose, m.text) for m in app.said(LineEditor.Took)] == [("new", "[b]Half\x1b a title")]
        assert "draft: " not in app.text()


async def test_escape_forgets_a_draft_only_where_nothing_was_typed(open_line):
    for keys, offered in (("", True), ("Bo", False)):
        async with open_line(offers=["Half"]) as (app, _, pilot):
            await pilot.press(*keys, "escape")
            assert [(m.text, m.offered) for m in app.said(LineEditor.Left)] == [(keys, offered)]


async def test_hostile_text_does_no_harm_and_stays_as_it_was(open_line):
    async with open_line(value="a\x1b]0;x\x07") as (app, editor, _):
        assert editor.line.value == "a\x1b]0;x\x07"
        assert not {"\x1b", "\x07"} & set(app.text())


async def test_a_paste_of_several_lines_arrives_as_several_lines(open_line):
    async with open_line(repeats=True) as (app, editor, pilot):
        await pilot.press(*"Ring ")
        editor.line.post_message(Paste("Ana\r\n\n  Bo \nCy"))
        await pilot.pause()
        assert [m.lines for m in app.said(LineEditor.Lines)] == [("Ring Ana", "Bo", "Cy")]
        assert editor.line.value == "Ring "
        editor.clear()
        editor.line.post_message(Paste("one line"))
        await pilot.pause()
        assert editor.line.value == "one line"
        editor.clear()
        editor.line.post_message(Paste("Ana Reid\t\t Tūī Ridge\t0499 888 777\n"))
        await pilot.pause()
        assert editor.line.value == "Ana Reid, Tūī Ridge, 0499 888 777", "cells of a spreadsheet"


async def test_a_field_shows_its_cursor_and_cuts_its_example_whatever_its_width(open_line):
    async with open_line(placeholder="words  #label  @me") as (app, editor, pilot):
        editor.open("new", Region(2, 2, 14, 3))
        await pilot.pause()
        assert "words  …" in app.text()
        await pilot.press(*"a title that is longer")
        editor.open("new", Region(2, 2, 12, 3))
        await pilot.pause()
        assert editor.region.contains(*editor.line.cursor_screen_offset)
        assert "nger" in app.text()
        editor.clear()
        editor.open("new", Region(2, 2, 30, 3))
        await pilot.pause()
        assert "words  #label  @me" in app.text()


async def test_without_a_place_of_its_own_the_line_is_above_the_status_bar_in_every_size(open_line):
    async with open_line() as (_, editor, pilot):
        editor.close()
        editor.open("filter", None)
        for width, height in ((60, 12), (40, 9)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert editor.region == Region(0, height - 4, width, 3)
        editor.close()
        editor.open("new", Region(2, 2, 30, 3))
        await pilot.pause()
        assert editor.region == Region(2, 2, 30, 3)
