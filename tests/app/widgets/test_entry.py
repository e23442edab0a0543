from textual.events import Paste

from tui.app.widgets.entry import Entry


async def test_lines_pasted_arrive_as_lines_and_esc_leaves(stage):
    entry = Entry()
    app = stage(entry)
    async with app.run_test(message_hook=app.heard.append) as pilot:
        entry.focus()
        app.post_message(Paste("one\n\n two \n"))
        await pilot.press("escape")
        await pilot.pause()
    assert [message.lines for message in app.said(Entry.Lines)] == [("one", "two")]
    assert len(app.said(Entry.Left)) == 1


async def test_one_line_is_pasted_once(stage):
    entry = Entry()
    app = stage(entry)
    async with app.run_test() as pilot:
        entry.focus()
        entry.post_message(Paste("Ana"))
        await pilot.pause()
        assert entry.value == "Ana"
