"""The line that says what is understood of a new card."""

from textual.geometry import Region

from tui.app.widgets.assist.quick_preview import QuickPreview
from tui.presentation.quick_card import QuickCard


async def test_it_tells_what_was_understood_and_what_was_not(stage):
    app = stage(preview := QuickPreview())
    async with app.run_test(size=(80, 10)) as pilot:
        preview.put_under(Region(4, 1, 20, 3), 3, 80)
        preview.show(QuickCard(title="x", parts=(("label", "[b]hot\x1b"),), problems=("no list ^x",)))
        await pilot.pause()
        assert "label [b]hot" in app.text()
        assert "no list ^x" in app.text()
        assert preview.region.y == 4
        preview.show(QuickCard(title="x"))
        await pilot.pause()
        assert "#label @member ^list" in app.text()
        preview.show(None)
        await pilot.pause()
        assert "taken as typed" in app.text()


async def test_at_the_right_edge_it_goes_as_far_left_as_it_needs(stage):
    app = stage(preview := QuickPreview())
    async with app.run_test(size=(120, 10)) as pilot:
        preview.put_under(Region(100, 1, 20, 3), 3, 120)
        await pilot.pause()
        assert preview.region.right == 120
        assert preview.region.height == 1
