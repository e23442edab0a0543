"""A terminal that is made as small as a few cells, as tiling does, ends nothing, and all is there when it grows.

`make exhaustive` runs these, as they open every page.
"""

import pytest
from rich.cells import cell_len

from tests.app.screens.conftest import Play
from tests.app.screens.every_page import ACCOUNT_PAGES, PAGES

pytestmark = pytest.mark.exhaustive

TINY = ((20, 6), (3, 30), (1, 1), (120, 1))


async def shrink_and_grow(p: Play, *keys: str) -> None:
    """Open a page, and make the terminal small and large again."""
    await p.press(*keys)
    page = type(p.app.screen)
    for width, height in TINY:
        await p.pilot.resize_terminal(width, height)
        lines = p.text().split("\n")
        assert len(lines) <= height
        assert max(map(cell_len, lines)) <= width
    await p.press("down", "up")
    await p.pilot.resize_terminal(120, 40)
    assert type(p.app.screen) is page
    assert max(map(cell_len, p.text().split("\n"))) == 120


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_in_a_terminal_of_a_few_cells(play, name: str) -> None:
    async with play() as p:
        await shrink_and_grow(p, *PAGES[name])


@pytest.mark.parametrize("name", ACCOUNT_PAGES)
async def test_a_page_of_accounts_in_a_terminal_of_a_few_cells(home, name: str) -> None:
    p, _ = home
    await shrink_and_grow(p, *ACCOUNT_PAGES[name])
