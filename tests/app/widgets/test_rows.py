from textual.content import Content

from tui.app.widgets.rows import RowList


async def test_the_cursor_stays_on_its_row_and_twins_do_no_harm(stage):
    rows = RowList()
    async with stage(rows).run_test() as pilot:
        rows.show([("a", Content("A")), ("b", Content("B")), ("b", Content("twin"))])
        rows.move_cursor_to("b")
        rows.show([("z", Content("Z")), ("a", Content("A")), ("c", Content("B"))], bound={"b": "c"})
        await pilot.pause()
        assert rows.current == "c"
        rows.show([])
        assert rows.current is None
