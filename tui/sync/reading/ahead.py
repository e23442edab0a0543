"""Reading ahead: the service makes the next page while this process deals with one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def read_ahead(pages: AsyncIterator[T]) -> AsyncGenerator[T, None]:
    """Yield all pages; while one is dealt with, the next is asked for, and no more."""
    following = asyncio.ensure_future(_next(pages))
    try:
        while page := await following:
            following = asyncio.ensure_future(_next(pages))
            yield page[0]
    finally:
        following.cancel()
        # Whoever stops early does not want to know how the last question ended.
        await asyncio.gather(following, return_exceptions=True)


async def _next(pages: AsyncIterator[T]) -> tuple[T] | None:
    """Return the next page in a tuple, for it may be empty; None after the last."""
    async for page in pages:
        return (page,)
    return None
