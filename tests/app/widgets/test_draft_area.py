from textual.events import Key
from textual.widgets.text_area import Selection

from tui.app.widgets.draft_area import DraftArea


async def test_what_is_typed_is_given_out_then_saved(stage):
    area = DraftArea()
    app = stage(area)
    async with app.run_test(message_hook=app.heard.append) as pilot:
        area.open("a")
        await pilot.press("b")
        await pilot.pause(0.6)
        area.save()
        await pilot.pause()
    assert [message.text for message in app.said(DraftArea.Paused)] == ["ab"]
    assert [message.text for message in app.said(DraftArea.Saved)] == ["ab"]


async def test_joiners_and_hard_blanks_are_typed_in_place_of_what_is_selected(stage):
    area = DraftArea()
    async with stage(area).run_test() as pilot:
        area.open("a gone b")
        area.selection = Selection((0, 2), (0, 6))
        for letter in "می\u200cخ\u00a0x":
            area.post_message(Key(f"U+{ord(letter):04X}", letter))
        await pilot.pause()
        assert area.text == "a می\u200cخ\u00a0x b"


async def test_a_completed_word_has_one_blank_after_it(stage):
    area = DraftArea(complete=lambda line: ("@an", "@ana ") if line.endswith("@an") else None)
    async with stage(area).run_test() as pilot:
        area.open("tell @an now")
        area.move_cursor((0, len("tell @an")))
        await pilot.press("tab", "x")
        assert area.text == "tell @ana xnow"
        area.open("tell @an")
        await pilot.press("tab", "x")
        assert area.text == "tell @ana x"


async def test_the_cursor_goes_to_either_end_of_the_text(stage):
    area = DraftArea()
    async with stage(area).run_test() as pilot:
        area.open("first\nring Ana\nlast")
        for key, at in (("ctrl+home", (0, 0)), ("ctrl+end", (2, 4))):
            await pilot.press(key)
            assert area.selection == Selection(at, at)
        await pilot.press("ctrl+shift+home")
        assert area.selected_text == area.text
        await pilot.press("ctrl+home", "ctrl+shift+end")
        assert area.selected_text == area.text
