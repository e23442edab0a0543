"""EarlyTitle: asks for the title of a new card before the lists of the board are here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.model.change import Change

_NOTE = "the lists of this board are being read: the card goes to the first one"


class EarlyTitle:
    """A box for a title that is typed while the lists of the board are being read.

    Args:
        view: The board on the screen.
        add: Adds cards of these titles to a list that is on the screen.

    Attributes:
        kept: What stood in the box when it was given up, to be offered with the next new card.
    """

    def __init__(self, view: BoardView, add: Callable[[str, Sequence[str]], Awaitable[None]]) -> None:
        self._view, self._page, self._add = view, view.page, add
        self._boards, self._sync = view.page.workspace.boards, view.page.workspace.sync
        self.kept = ""

    async def ask(self) -> bool:
        """Ask for a title, and add its card to the first list; return False when it was given up."""
        offer, self.kept = self.kept, ""
        title = await self._page.prompt(
            "New card",
            offer=offer,
            placeholder="title",
            note=_NOTE,
            attempt=self._attempt,
            left=self._keep,
        )
        return title is not None

    def _keep(self, text: str) -> None:
        self.kept = text.strip()
        if self.kept:
            self._page.tell(f"what you typed is kept: {self._page.key_names['new-card']} shows it")

    async def _attempt(self, title: str) -> None:
        """Add the card once there is a list.

        Raises:
            UsageError: The lists cannot be read now, or there are none.
        """
        board_id = self._page.feed.current_id(self._view.board_id or "")
        await self._wait_for_lists(board_id)
        self._page.catch_up()
        if not (lists := self._boards.lists(board_id)):
            key = self._page.key_names["new-list"]
            raise UsageError("This board has no lists yet", hint=f"esc keeps the title, {key} adds a list")
        await self._add(lists[0].id, [title])

    async def _wait_for_lists(self, board_id: str) -> None:
        """Wait until the lists of the board are in the store.

        Raises:
            UsageError: The service does not answer.
        """
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def hear(_change: Change) -> None:
            loop.call_soon_threadsafe(news.set)

        unsubscribe = self._sync.subscribe(hear)
        try:
            while not self._boards.has_read_lists(board_id):
                if not self._view.may_come:
                    raise UsageError(
                        "The lists of this board are not here, and the service does not answer",
                        hint="enter tries again, esc keeps the title",
                    )
                await news.wait()
                news.clear()
        finally:
            unsubscribe()
