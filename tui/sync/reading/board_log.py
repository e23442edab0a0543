"""BoardLog: finds out whether the service has a log of everything on a board, as servers of ours have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from tui.errors import NotFound

T = TypeVar("T")


class BoardLog:
    """Whether the service has the whole log; the hosted one has only the feed of actions, which lacks some events.

    Attributes:
        exists: Whether it has one; None until the first answer.
    """

    def __init__(self) -> None:
        self.exists: bool | None = None

    async def read(self, whole: Callable[[], Awaitable[T]], some: Callable[[], Awaitable[T]]) -> T:
        """Return the answer of ``whole``, which asks for the log, or else that of ``some``, which asks for the feed.

        A board that is gone is not mistaken for a service without a log: its feed is not there either.

        Raises:
            NotFound: There is no such board.
        """
        if self.exists is not False:
            with suppress(NotFound):
                answer = await whole()
                self.exists = True
                return answer
        answer = await some()
        self.exists = False
        return answer
