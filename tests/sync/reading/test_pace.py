"""Reading ahead: one page, and no more, is asked for while another is dealt with."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tui.sync.reading.pace import read_ahead


class Pages:
    """Pages that come one by one, as they are let through."""

    def __init__(self, *pages: list[int] | Exception) -> None:
        self.pages, self.asked, self.closed = pages, 0, False

    async def __call__(self) -> AsyncIterator[list[int]]:
        try:
            for page in self.pages:
                self.asked += 1
                await asyncio.sleep(0)
                if isinstance(page, Exception):
                    raise page
                yield page
        finally:
            self.closed = True


async def passes() -> None:
    """Let everything that can run, run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_the_next_page_is_asked_for_while_one_is_dealt_with() -> None:
    pages, asked = Pages([1], [], [3], [4]), list[int]()
    got = []
    async for page in read_ahead(pages()):
        await passes()
        got.append(page)
        asked.append(pages.asked)
    assert got == [[1], [], [3], [4]]
    assert asked == [2, 3, 4, 4]
    assert pages.closed


async def test_what_goes_wrong_is_told_where_its_page_was_due() -> None:
    ahead = read_ahead(Pages([1], [2], ValueError("third"))())
    for expected in ([1], [2]):
        assert await anext(ahead) == expected
        await passes()
    with pytest.raises(ValueError, match="third"):
        await anext(ahead)


@pytest.mark.parametrize("second", [[2], ValueError("nobody is told")])
async def test_whoever_stops_leaves_nothing_running(second: list[int] | Exception) -> None:
    pages = Pages([1], second, [3])
    ahead = read_ahead(pages())
    assert await anext(ahead) == [1]
    await ahead.aclose()
    await passes()
    assert pages.asked == 1 or pages.closed
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_of_no_pages_there_are_none() -> None:
    assert [page async for page in read_ahead(Pages()())] == []
