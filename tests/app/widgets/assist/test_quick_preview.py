"""The line that says what is understood of a new card."""

import pytest
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


async def test_how_a_label_is_made_is_told_where_there_is_room(stage):
    app = stage(preview := QuickPreview())
    card = QuickCard(title="x #foo", problems=("no label foo on this board",), lacking=("label",))
    async with app.run_test(size=(80, 10)) as pilot:
        preview.put_under(Region(4, 1, 20, 3), 3, 80)
        preview.show(card, how="# on the card makes a label")
        await pilot.pause()
        assert "no label foo on this board · stays in the title · # on the card makes a" in app.text()
        preview.put_under(Region(0, 1, 20, 3), 3, 40)
        await pilot.pause()
        assert "no label foo on this board" in app.text()


LONG = QuickCard(
    title="x",
    parts=(
        ("label", "a label of some length"),
        ("label", "another such label"),
        ("member", "somebody_with_a_name"),
        ("list", "In negotiation"),
        ("due", "Fri 27 Nov 17:00"),
        ("reminder", "Thu 26 Nov 17:00"),
    ),
    problems=("no label #urgent",),
)


@pytest.mark.parametrize(("width", "rows"), [(120, 2), (180, 1), (80, 2)])
async def test_it_takes_the_width_there_is_and_shows_all(stage, width, rows):
    app = stage(preview := QuickPreview())
    async with app.run_test(size=(width, 10)) as pilot:
        preview.put_under(Region(60, 1, 20, 3), 3, width)
        preview.show(LONG)
        await pilot.pause()
        assert preview.region == Region(0, 4, width, rows)
        words = " ".join(app.text().split())
        assert "no label #urgent" in words
        assert "Fri 27 Nov 17:00" in words
        assert "Thu 26 Nov 17:00" in words
        assert ("label a label of some length" in words) == (width >= 120), (
            "the kinds stand where there is room"
        )
        assert ("#a label of some length" in words) == (width == 80), (
            "names are cut after the kinds are signs"
        )


async def test_what_is_too_long_for_the_window_leaves_out_parts_and_counts_them(stage):
    app = stage(preview := QuickPreview())
    async with app.run_test(size=(40, 10)) as pilot:
        preview.put_under(Region(0, 1, 20, 3), 3, 40)
        preview.show(LONG)
        await pilot.pause()
        words = " ".join(app.text().split())
        assert words.startswith("no label #urgent · #a label …")
        assert words.endswith("3 more")
