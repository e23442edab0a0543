"""Activity: the actions on a board or card, as reported by the service."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from tui.model.filter.finished import is_finished, is_finished_list
from tui.model.values.scalars import created_at, is_local
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.action import Action
    from tui.model.board import BoardList
    from tui.sync.session import SyncSession

PAGE = 50
"""Actions per page."""

_WHOLE_PAGE, _MOST_PAGES = 1000, 5
"""Actions per page and maximum number of pages that are fetched for statistics."""


class Activity(WorkspacePart):
    """The actions of boards and cards: ``workspace.activity``."""

    async def page(
        self,
        board_id: str = "",
        card_id: str = "",
        *,
        before: str | None = None,
        limit: int | None = None,
    ) -> Sequence[Action]:
        """Fetch actions of a board, or of a card if one is named, newest first; none for things not sent yet.

        Args:
            board_id: The board.
            card_id: The card.
            before: Only actions before this one.
            limit: Maximum number of actions; None for one page.

        Raises:
            RemoteError: The service did not answer.
        """
        return await self._actions(board_id, card_id, before, None, PAGE if limit is None else limit)

    async def newer(self, board_id: str, card_id: str, since: str) -> Sequence[Action]:
        """Fetch all actions of a board, or of a card if one is named, after the action ``since``, newest first.

        Raises:
            RemoteError: The service did not answer.
        """
        found: list[Action] = []
        while True:
            before = found[-1].id if found else None
            page = await self._actions(board_id, card_id, before, since, _WHOLE_PAGE)
            found += page
            if len(page) < _WHOLE_PAGE:
                return found

    async def _actions(
        self, board_id: str, card_id: str, before: str | None, since: str | None, limit: int
    ) -> Sequence[Action]:
        ident = self._store.current_id(card_id or board_id)
        if is_local(ident):
            return ()
        return await self._at_service(
            lambda session: (session.client.cards if card_id else session.client.boards).actions(
                ident, before=before, since=since, limit=limit
            )
        )

    async def finished(self, board_id: str, since: datetime) -> list[tuple[datetime, str]]:
        """Return when and which cards of a board were finished: moved to a finished list, or marked done.

        A card that is on the board and not finished any more does not count. A finished card that was created since, and has no such action, counts from its creation: it was created
        in a finished list, or came from a board without history.

        Args:
            board_id: The board.
            since: The moment; only the newest five thousand changes of a board are examined.

        Raises:
            RemoteError: The service did not answer.
        """
        ident, lists = self._store.current_id(board_id), self._store.lists.of_board(board_id)
        if is_local(ident) or not lists:
            return []
        ended = {one.id for one in lists if is_finished_list(one.name)}
        changes = await self._changes(ident, since)
        # A thread, because it reads every card.
        shown = await asyncio.to_thread(lambda: dict(self._shown(lists)))
        # A card that was put back to work is not finished; one that is archived or on another board stays so.
        done = [one for one in changes if _finishes(one, ended) and shown.get(one.card_id or "", True)]
        found = [(one.date, one.card_id or "") for one in done]
        told = {card_id for _, card_id in found}
        made = [(created_at(card_id), card_id) for card_id, is_done in shown.items() if is_done]
        return found + [(at, card_id) for at, card_id in made if card_id not in told and at and at >= since]

    async def _changes(self, board_id: str, since: datetime) -> list[Action]:
        """Fetch the newest changes to cards of a board, back to ``since``."""
        found: list[Action] = []
        for _ in range(_MOST_PAGES):
            before = found[-1].id if found else None
            page = await self._at_service(partial(_changes, board_id, since, before))
            found += page
            if len(page) < _WHOLE_PAGE:
                break
        return found

    def _shown(self, lists: Sequence[BoardList]) -> Iterator[tuple[str, bool]]:
        """Yield the ids of the cards on the board, and whether they are finished."""
        for each in lists:
            for face in self._store.cards.faces(each.id):
                yield face.id, is_finished(each.name, due_met=face.due_complete)


async def _changes(
    board_id: str, since: datetime, before: str | None, session: SyncSession
) -> Sequence[Action]:
    return await session.client.boards.actions(
        board_id, since=since, before=before, limit=_WHOLE_PAGE, filter="updateCard"
    )


def _finishes(action: Action, ended: Collection[str]) -> bool:
    """Return whether a change moved a card into one of the lists ``ended``, or marked its due date as done."""
    old, card, after = (action.data.get(name) for name in ("old", "card", "listAfter"))
    if not isinstance(old, dict):
        return False
    moved = "idList" in old and isinstance(after, dict) and after.get("id") in ended
    return moved or ("dueComplete" in old and isinstance(card, dict) and card.get("dueComplete") is True)
