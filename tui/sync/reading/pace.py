"""How much of a board is read at once, so that no key waits and no request is wasted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from typing import TypeVar

from tui.api.board.boards import CARDS_OF_CHECKLISTS
from tui.model.values.fields import Frozen

T = TypeVar("T")

PAGE = 100
"""Things in a page and in a transaction; no call then holds the interpreter for much over a millisecond."""

FAR_PAGE = 500
"""Things in a page over a network, where requests are limited."""

LARGE_PAGE = 1000
"""Things in a page and in a transaction where nobody types; the service's maximum."""

PAUSE = 0.002
"""Seconds to pause between two pages, so that keys are handled."""


class ReadingPace(Frozen):
    """The amount of data read and stored at once, and the pause after it.

    Attributes:
        checklists: Cards whose checklists are in one response.
        pause: Seconds between two pages or transactions.
        ahead: Whether the next page is requested while one is stored. Interactive reading has pauses for keys
            instead; with limited requests, waiting for the next page takes longer than storing.
    """

    page: int
    checklists: int
    batch: int
    pause: float
    ahead: bool = False

    def pages(self, pages: AsyncIterator[T]) -> AsyncIterator[T]:
        """Return ``pages`` so that they are read ahead, if they are."""
        return read_ahead(pages) if self.ahead else pages

    def batches(self, things: Sequence[T]) -> Iterable[tuple[T, ...]]:
        """Split ``things`` into pieces small enough for one transaction."""
        return (tuple(things[start : start + self.batch]) for start in range(0, len(things), self.batch))


def pace(*, far: bool, interactive: bool) -> ReadingPace:
    """Return the pace of a reader.

    Args:
        far: Whether requests are limited.
        interactive: Whether somebody types in this process.
    """
    near = PAGE if interactive else LARGE_PAGE
    return ReadingPace(
        page=FAR_PAGE if far else near,
        checklists=CARDS_OF_CHECKLISTS if far or interactive else LARGE_PAGE,
        batch=near,
        pause=PAUSE if interactive else 0.0,
        ahead=not (far or interactive),
    )


async def read_ahead(pages: AsyncIterator[T]) -> AsyncGenerator[T, None]:
    """Yield all pages; while one is being handled, only the next one is requested."""
    following = asyncio.ensure_future(_next(pages))
    try:
        while page := await following:
            following = asyncio.ensure_future(_next(pages))
            yield page[0]
    finally:
        following.cancel()
        # A caller that stops early does not need the result of the last request.
        await asyncio.gather(following, return_exceptions=True)


async def _next(pages: AsyncIterator[T]) -> tuple[T] | None:
    """Return the next page in a tuple, for it may be empty; None after the last."""
    async for page in pages:
        return (page,)
    return None
