"""The page under a box is darkened, but for the line that names the box's keys."""

from rich.style import Style
from textual.app import App
from textual.color import Color

from tests.app.screens.conftest import at
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.scrim import key_line, tinted


def ground(p, y):
    """The background at the end of a row of the screen."""
    strip = p.app.screen._compositor.render_strips(p.app.size)[y]
    *_, last = strip
    assert last.style is not None
    return last.style.bgcolor


async def test_the_line_with_the_keys_of_a_box_stays_as_bright_as_it_was(play):
    async with play((80, 24)) as p:
        await p.sees("local · synced")
        before = [ground(p, y) for y in (0, 23)]
        await p.press("M")
        await at(p, ChooseScreen)
        await p.sees("esc give up")
        title, keys = (ground(p, y) for y in (0, 23))
        assert keys == before[1]
        assert title != before[0]
        await p.press("escape")
        await p.until(lambda: not isinstance(p.app.screen, ChooseScreen))
        await p.stands()
        assert [ground(p, y) for y in (0, 23)] == before


async def test_a_page_without_such_a_line_is_darkened_whole():
    async with App[None]().run_test(size=(80, 24)) as pilot:
        assert key_line(pilot.app.screen_stack) == -1


def test_colours_are_tinted_and_links_are_taken_away():
    page = Style(
        color="#ffffff", bgcolor="#000000", bold=True, link="https://firm.example", meta={"@click": "x"}
    )
    base, black = Style(color="#102030"), Color(0, 0, 0, 0.5)
    tint = tinted(page, black, base)
    assert (tint.color, tint.bgcolor) == (Style(color="#7f7f7f").color, Style(bgcolor="#000000").bgcolor)
    assert tint.bold
    assert not tint.link
    assert not tint.meta
    assert tinted(None, black, base) == base
    kept = tinted(page, None, base)
    assert kept.color == page.color
    assert not kept.link
