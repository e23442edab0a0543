"""Searches for boards, cards and people, in the local store and at the service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.search import Hit, title_rank
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.model.card import Card
    from tui.model.member import Member

_MOST_HERE = 8
"""Maximum people of the stored boards that one search finds."""


class Search(WorkspacePart):
    """Searches of a workspace: ``workspace.search``."""

    def local(self, text: str, limit: int = 50, *, board_id: str | None = None) -> list[Hit]:
        """Search the local store in a few milliseconds; hits in titles come first, then those of starred boards."""
        return self._store.search.everything(text, limit, board_id=board_id)

    async def local_and_remote(self, text: str, limit: int = 50) -> list[Hit]:
        """Search the local store and the service; each hit appears once, hits in titles first, then local ones.

        The service's operators are passed on unchanged: ``@me``, ``#label``, ``due:week`` …

        Raises:
            RemoteError: The service did not answer.
        """
        if not text.strip():
            return []
        found = await self._at_service(lambda session: session.client.search.everything(text, limit=limit))
        here = self.local(text, limit)
        seen = {(hit.kind, hit.id) for hit in here}
        boards = [self._board(board) for board in found.boards if ("board", board.id) not in seen]
        cards = [self._card_hit(card) for card in found.cards if ("card", card.id) not in seen]
        # The service knows of a star that has not arrived here yet.
        stars = {board.id: board.starred for board in found.boards}
        hits = (hit.replace(starred=stars.get(hit.board_id, hit.starred)) for hit in (*here, *boards, *cards))
        return _in_order([*hits], text)

    def now(self, hit: Hit) -> Hit | None:
        """Return a hit as its board or card is in the local store now; None if it was there, and is gone.

        What only the service has is returned unchanged.
        """
        gone = None if hit.here else hit
        if hit.kind == "board":
            board = self._store.boards.get(hit.id)
            return gone if board is None else self._board(board)
        card = self._store.cards.get(hit.id)
        return gone if card is None else self._card_hit(card)

    async def people(self, text: str, *, board_id: str | None = None, limit: int = 8) -> list[Member]:
        """Find people of the service by name, username or e-mail address, for an invitation.

        Raises:
            RemoteError: The service did not answer.
        """
        if not text.strip():
            return []
        found = await self._at_service(
            lambda session: session.client.search.members(text, limit=limit, board_id=board_id)
        )
        return list(found)

    def people_here(self, text: str, *, board_id: str | None = None) -> list[Member]:
        """Find at most eight people of the stored boards, or of one board, by a part of their name or username."""
        boards = self._store.boards.every() if board_id is None else [self._store.boards.get(board_id)]
        members = (x for board in boards if board is not None for x in self._store.members.of_board(board.id))
        wanted = text.strip().casefold()
        found = {x.id: x for x in members if wanted in f"{x.full_name} {x.username} {x.id}".casefold()}
        return list(found.values())[:_MOST_HERE]

    async def person(self, text: str) -> Member:
        """Fetch one person of the service, by id or username.

        Raises:
            NotFound: No person has that id or username.
            RemoteError: The service did not answer.
        """
        return await self._at_service(lambda session: session.client.members.get(text))

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
            board.name if board is not None else _name_sent(card, "board"),
            self._store.lists.name(card.id_list) or _name_sent(card, "list"),
            starred=board is not None and board.starred,
            closed=card.closed,
            here=self._store.cards.get(card.id) is not None,
        )


def _name_sent(card: Card, place: str) -> str:
    """Return the name of a card's list or board, if the service sent it with the card, else ""."""
    data = card.unknown_fields.get(place)
    return str(data.get("name") or "") if isinstance(data, dict) else ""


def _in_order(hits: Sequence[Hit], text: str) -> list[Hit]:
    """Sort hits: boards before cards; those with the words in their title first, as whole words before all, and starred ones."""
    return sorted(hits, key=lambda hit: (hit.kind != "board", title_rank(hit.name, text), not hit.starred))
