"""Reading ahead: the service prepares the next page while this process handles one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


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
