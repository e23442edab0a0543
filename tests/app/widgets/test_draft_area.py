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
