"""Sharing: whether private contact values may be put on shared boards; asked once for each board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.sync.enrich.sharing import private_values, set_answer, shared_board

if TYPE_CHECKING:
    from tui.model.enrich.sharing import SharedBoard
    from tui.model.finding import Finding


class Sharing(WorkspacePart):
    """The user's agreement to private values on shared boards: ``workspace.sharing``."""

    def board_for(self, card_id: str, finding: Finding) -> SharedBoard | None:
        """Return the card's board if others see it and the finding has private values; else None."""
        card, values = self._store.cards.get(card_id), private_values(finding)
        if card is None or not values:
            return None
        shared = shared_board(self._store, card.id_board)
        return None if shared is None else shared.replace(values=values)

    def board(self, board_id: str) -> SharedBoard | None:
        """Return a board with the answer for it if others see it; else None."""
        return shared_board(self._store, board_id)

    def boards_of(self, card_ids: Iterable[str]) -> list[SharedBoard]:
        """Return the boards of the cards that others see."""
        cards = (self._store.cards.get(ident) for ident in dict.fromkeys(card_ids))
        boards = dict.fromkeys(card.id_board for card in cards if card is not None)
        return [shared for ident in boards if (shared := shared_board(self._store, ident)) is not None]

    async def answer(self, board_id: str, *, allowed: bool) -> None:
        """Store the user's answer for a board; until then private values are left out there."""
        await until_written(set_answer(self._store, board_id, allowed=allowed))
