"""The ground under a board is one strip, in the colour of what lies under it."""

from textual.app import App, ComposeResult
from textual.containers import Container
from textual.geometry import Region

from tui.app.backdrop import backdrop


class Stage(App[None]):
    CSS = "Container { background: #102030; }"

    def compose(self) -> ComposeResult:
        yield Container()


async def test_every_line_is_the_same_strip_in_the_colour_of_the_widget():
    async with Stage().run_test() as pilot:
        ground = pilot.app.query_one(Container)
        lines = backdrop(ground, Region(0, 0, 30, 5))
        assert len(lines) == 5
        assert all(line is lines[0] for line in lines)
        (segment,) = lines[0]
        assert segment.text == " " * 30
        assert segment.style is not None
        assert segment.style.bgcolor == ground.background_colors[1].rich_color
