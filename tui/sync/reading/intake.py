"""Intake: the one place through which all that is read from a service comes into the store.

What users typed may only go if somebody changed or deleted it. If the service does not tell that, it is asked whether
it was put back to an older state; then what it lacks is kept. Where it was not, nothing more is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tui.store.db import until_written
from tui.store.outbox.arrivals import Arrival, Told, Unexplained
from tui.sync.reading.answers import until_created_is_known

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.action import Comment
    from tui.store.outbox.arrivals import Arrived
    from tui.store.store import Store
    from tui.sync.reading.service_history import ServiceHistory


SURE = 1.0
"""Seconds for which a board that was not put back is not asked for again: nobody puts a service back in less."""


class Intake:
    """The taking in of what was read.

    Attributes:
        put_back: The boards that were found put back, and are to be read as a whole.
    """

    def __init__(self, store: Store, history: ServiceHistory, clock: Clock) -> None:
        self._store, self._history, self._clock = store, history, clock
        self._sure_until: dict[str, float] = {}
        self._told, self._older = Told(), dict[str, Told]()
        self.put_back: set[str] = set()

    async def take(self, arrived: Arrived) -> Arrival:
        """Store what was read; what is lost becomes conflicts.

        Raises:
            RemoteError: Something would go, and the service does not tell why; nothing was stored.
        """
        await until_created_is_known(self._store, self._clock)
        arrived = arrived.replace(
            comments=self._with_ours_marked(arrived.comments), told=self._told, older=self._older
        )
        try:
            return await until_written(self._store.arrive(arrived))
        except Unexplained as doubt:
            now = self._clock.monotonic()
            boards = sorted(one for one in doubt.boards if now >= self._sure_until.get(one, 0.0))
        found = {board: await self._history.told_if_put_back(board) for board in boards}
        older = {board: told for board, told in found.items() if told is not None}
        self.put_back |= older.keys()
        self._sure_until |= dict.fromkeys(found.keys() - older.keys(), self._clock.monotonic() + SURE)
        if older and arrived.complete is not None and not arrived.complete.comments:
            # A card that is missing among the open ones may be archived again: the whole board tells.
            return Arrival()
        return await until_written(
            self._store.arrive(arrived.replace(told=None, older={**self._older, **older}))
        )

    @contextmanager
    def explained_by(self, told: Told) -> Iterator[None]:
        """Take what was ``told`` of changes as their explanation, inside the block."""
        before, self._told = self._told, told
        try:
            yield
        finally:
            self._told = before

    @contextmanager
    def comparing(self, board_id: str, told: Told) -> Iterator[None]:
        """Keep what a board lacks that was put back, inside the block, unless it is ``told`` who has changed it since."""
        self._older = {**self._older, board_id: told}
        try:
            yield
        finally:
            self._older = {one: each for one, each in self._older.items() if one != board_id}

    def _with_ours_marked(self, comments: tuple[Comment, ...]) -> tuple[Comment, ...]:
        me = self._store.members.me() if comments else None
        return tuple(one.replace(mine=me is not None and one.author_id == me.id) for one in comments)
