"""Reads the cards of a board that is new in the store: list by list if it is shown, else page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from tui.model.card import Card
from tui.store.outbox.arrivals import Arrived

if TYPE_CHECKING:
    from tui.api.board.boards import Snapshot
    from tui.api.board.client import BoardClient
    from tui.api.board.resource import Page
    from tui.clock import Clock
    from tui.store.outbox.arrivals import Arrival
    from tui.sync.reading.pace import ReadingPace
    from tui.sync.status import StatusTracker

MANY = 100
"""Maximum number of lists that are read one by one, so that the first ones show early; see SEEN for larger boards."""

SEEN = 20
"""Number of lists read one by one on a larger board: about a screen. One request reads the rest, which is faster."""


class NewBoard:
    """The reading of a new board's cards.

    Args:
        pace: How much is read and stored at once.
        since: ``Store.mark()`` from before the reading.

    Attributes:
        done: Number of cards read so far.
        may_have_checklists: Whether an open card has checklists, as far as is known.
    """

    def __init__(
        self,
        client: BoardClient,
        clock: Clock,
        pace: ReadingPace,
        status: StatusTracker,
        arrive: Callable[[Arrived], Awaitable[Arrival]],
        *,
        since: int,
    ) -> None:
        self._client, self._clock, self._pace, self._status = client, clock, pace, status
        self._arrive, self._since = arrive, since
        self.done = 0
        self.may_have_checklists = True

    async def read(self, snapshot: Snapshot, *, shown: bool) -> None:
        """Read the cards of all open lists; list by list if the board is ``shown``.

        A list is stored once all of it was read, so that the cards on the screen keep their places.
        """
        lists = [board_list for board_list in snapshot["lists"] if not board_list.closed]
        lists.sort(key=lambda one: (one.pos, one.id))
        one_by_one = 0 if not shown else len(lists) if len(lists) <= MANY else SEEN
        for board_list in lists[:one_by_one]:
            pages = self._client.lists.every_card(board_list.id, limit=self._pace.page)
            await self._read_lists(pages, [board_list.id])
        if rest := [board_list.id for board_list in lists[one_by_one:]]:
            # These pages have every open card of the board.
            self.may_have_checklists = False
            pages = self._client.boards.every_card(snapshot["board"].id, limit=self._pace.page)
            await self._read_lists(pages, rest)

    async def _read_lists(self, pages: AsyncIterator[Page[Card]], lists: Sequence[str]) -> None:
        """Read all cards of ``lists``, and store them in order: page by page if one is read ahead, else all together."""
        order, cards = {ident: at for at, ident in enumerate(lists)}, list[Card]()
        async for page in self._pace.pages(pages):
            self.may_have_checklists |= any(card.id_checklists or card.badges.check_items for card in page)
            mine = [card for card in page if card.id_list in order]
            self.done += len(mine)
            self._status.loading(self.done, 0)
            if self._pace.ahead:
                await self._store(mine, order)
            else:
                cards += mine
                await self._clock.sleep(self._pace.pause)
        await self._store(cards, order)

    async def _store(self, cards: list[Card], order: dict[str, int]) -> None:
        cards.sort(key=lambda card: (order[card.id_list], card.pos, card.id))
        for batch in self._pace.batches(cards):
            await self._arrive(Arrived(cards=batch, since=self._since))
