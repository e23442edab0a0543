"""Finding boards, cards and people: here at once, and at the service when it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.search import Hit
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.model.card import Card
    from tui.model.member import Member


class Search(WorkspacePart):
    """``workspace.search.here``."""

    def here(self, text: str, limit: int = 50, *, board_id: str | None = None) -> list[Hit]:
        """What the local store has, those of starred boards first; a few milliseconds."""
        return self._store.search.everything(text, limit, board_id=board_id)

    async def everywhere(self, text: str, limit: int = 50) -> list[Hit]:
        """What is here and what the service finds, each once: first what is here.

        The service knows operators that are passed on as they stand: ``@me``, ``#label``, ``due:week`` …

        Raises:
            RemoteError: The service did not answer.
        """
        if not text.strip():
            return []
        found = await asyncio.wrap_future(
            self._engine.work(lambda session: session.client.search.everything(text, limit=limit))
        )
        here = self.here(text, limit)
        seen = {(hit.kind, hit.id) for hit in here}
        boards = [self._board(board) for board in found.boards if ("board", board.id) not in seen]
        cards = [self._card_hit(card) for card in found.cards if ("card", card.id) not in seen]
        return _in_order([*here, *boards, *cards])

    async def people(self, text: str, *, board_id: str | None = None, limit: int = 8) -> list[Member]:
        """People of the service, by name, username or e-mail address: for an invitation.

        Raises:
            RemoteError: The service did not answer.
        """
        if not text.strip():
            return []
        found = await asyncio.wrap_future(
            self._engine.work(
                lambda session: session.client.search.members(text, limit=limit, board_id=board_id)
            )
        )
        return list(found)

    async def person(self, text: str) -> Member:
        """One person of the service, by id or username.

        Raises:
            NotFound: There is nobody of that name.
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(self._engine.work(lambda session: session.client.members.get(text)))

    def _board(self, board: Board) -> Hit:
        here = self._store.boards.get(board.id) is not None
        return Hit(
            "board",
            board.id,
            board.name,
            board.id,
            board.name,
            starred=board.starred,
            closed=board.closed,
            here=here,
        )

    def _card_hit(self, card: Card) -> Hit:
        board = self._store.boards.get(card.id_board)
        return Hit(
            "card",
            card.id,
            card.name,
            card.id_board,
            board.name if board is not None else _told(card, "board"),
            self._store.lists.name(card.id_list) or _told(card, "list"),
            starred=board is not None and board.starred,
            closed=card.closed,
            here=self._store.cards.get(card.id) is not None,
        )


def _told(card: Card, place: str) -> str:
    """The name of a card's list or board as the service tells it with the card; "" when it does not."""
    held = card.unknown_fields.get(place)
    return str(held.get("name") or "") if isinstance(held, dict) else ""


def _in_order(hits: Sequence[Hit]) -> list[Hit]:
    """Boards, then cards; starred ones first, then as they were found."""
    return sorted(hits, key=lambda hit: (hit.kind != "board", not hit.starred))
