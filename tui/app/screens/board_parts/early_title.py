"""EarlyTitle: asks for the titles of new cards before the lists of the board are loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.app.screens.board_parts.board_view import BoardView
    from tui.app.screens.boxes.prompt import PromptScreen
    from tui.model.change import Change


def early_key(board_id: str | None) -> str:
    """Return the draft key for a board's early titles."""
    return f"early-card:{board_id or ''}"


class EarlyTitle:
    """A box for titles that are typed while the board or its lists are being loaded.

    Args:
        add: Adds cards with these titles to a shown list.
    """

    def __init__(self, view: BoardView, add: Callable[[str, Sequence[str]], Awaitable[None]]) -> None:
        self._view, self._page, self._add = view, view.page, add
        workspace = view.page.workspace
        self._boards, self._sync, self._drafts = workspace.boards, workspace.sync, workspace.drafts
        self._titles: list[str] = []
        self._board_id: str | None = None  # the board the titles were typed on; None before one was shown
        self._kept = ""  # titles without cards, to be offered with the next new card

    @property
    def is_early(self) -> bool:
        """Whether it is unknown yet to which list a new card belongs, or whether there is one."""
        if (board := self._view.board) is not None:
            return not self._boards.has_read_lists(board.id)
        return bool(self._boards.all()) or self._sync.status().state in {"starting", "loading"}

    @property
    def _is_here(self) -> bool:
        """Whether the board that the titles were typed on is still shown."""
        return self._board_id is None or self._page.feed.current_id(self._board_id) == self._view.board_id

    async def ask(self) -> bool:
        """Ask for titles until the lists are loaded, and add their cards; return False if esc ended it before."""
        from tui.app.screens.boxes.prompt import PromptScreen

        self._go_to(self._view.board_id)
        offer, self._kept = self._kept, ""
        title: str | None = ""
        while self.is_early and title is not None:
            waiting = f"{self._titles[-1]} waits for the lists · " if self._titles else ""
            box = PromptScreen(
                "Next card" if self._titles else "New card",
                offer=offer,
                placeholder="title",
                note=f"{waiting}the lists are still being read: cards go to the first one",
                attempt=self._check_line,
                left=self._keep,
                action="add the card",
            )
            with self._hearing(partial(self._tell_read, box)):
                title = await self._page.boxes.ask(box)
            offer = ""
            if title is not None:
                self._titles.append(title)
                self._save()
                self._page.catch_up()
        if self._titles:
            # A separate task, because esc ends the typing but not the waiting.
            added = self._page.work(self._add_when_read, "early-cards")
            if title is not None:
                await self._page.finish(added)
        return title is not None and not self._kept

    def take_kept(self) -> str:
        """Return and remove the titles without cards, of this board or of this run."""
        self._go_to(self._view.board_id)
        kept, self._kept = self._kept, ""
        self._save()
        return kept

    def _go_to(self, board_id: str | None) -> None:
        """Switch to this board's titles, including those left over when the program last ended."""
        if not self._is_here:
            self._keep(" ".join(self._take()))
        if board_id != self._board_id:
            self._drafts.keep(early_key(self._board_id), "")
        self._board_id = board_id
        if left := self._drafts.unfinished(early_key(board_id)):
            self._drafts.resume(early_key(board_id), left)
            self._kept = f"{self._kept} {left}".strip()
        self._save()

    def _save(self) -> None:
        """Save the titles without cards, so that they survive any end of the program."""
        self._drafts.keep(early_key(self._board_id), " ".join(filter(None, (self._kept, *self._titles))))

    def _keep(self, text: str) -> None:
        if text := text.strip():
            self._kept = f"{self._kept} {text}".strip()
            self._save()
            self._page.tell(f"what you typed is kept: {self._page.key_names['new-card']} shows it")

    async def _check_line(self, _title: str) -> None:
        """Check that the lists are on their way."""
        if self.is_early and not self._view.more_may_arrive:
            raise UsageError(
                "The lists are not here, and the service does not answer",
                hint="enter tries again, esc keeps the title",
            )

    async def _add_when_read(self) -> None:
        await self._wait_for_lists()
        board = self._view.board
        lists = [] if board is None or not self._is_here or self.is_early else self._boards.lists(board.id)
        titles = self._take()
        try:
            while lists and titles:
                await self._add(lists[0].id, titles[:1])
                del titles[0]
        finally:
            # All titles, or only those without cards if a write fails.
            self._keep(" ".join(titles))
            self._save()

    def _take(self) -> list[str]:
        titles, self._titles = self._titles, []
        return titles

    async def _wait_for_lists(self) -> None:
        """Wait until the lists are shown, or it is known that there are none or that none will arrive.

        The wait also ends if another board is shown, because the titles were not meant for its lists.
        """
        news = asyncio.Event()
        with self._hearing(news.set):
            self._page.catch_up()
            while self.is_early and self._is_here and self._view.more_may_arrive:
                await news.wait()
                news.clear()
                self._page.catch_up()
                if self._board_id is None:
                    self._go_to(self._view.board_id)

    def _tell_read(self, box: PromptScreen) -> None:
        """Tell in the box that the lists are read meanwhile."""
        if self.is_early:
            self._page.catch_up()
        if not self.is_early:
            box.change_note("the lists are read: cards go to the first one")

    @contextmanager
    def _hearing(self, tell: Callable[[], object]) -> Iterator[None]:
        """Call ``tell``, in the loop that runs, after each change in the block."""
        loop, context = asyncio.get_running_loop(), copy_context()

        def hear(_change: Change) -> None:
            # Boxes need the context of the app, which the thread that reports the change lacks.
            loop.call_soon_threadsafe(tell, context=context)

        unsubscribe = self._sync.subscribe(hear)
        try:
            yield
        finally:
            unsubscribe()
