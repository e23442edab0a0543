"""Cards of all boards that an account has here: those it is on, and those with a due date."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from tui.model.filter.agenda import SECTIONS, Section, bounds
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.card import PlacedCard

MOST = 2000
"""Most cards that are read of an account: who has more narrows a board by a filter."""

MOST_DONE = 200
"""Most cards that are read of those that are done."""


class Agenda(WorkspacePart):
    """Cards across all open boards, out of the store alone: ``workspace.agenda``."""

    def mine(self) -> list[PlacedCard]:
        """Return the open cards that this account's member is on, board by board; none until the member is known."""
        me = self._store.members.me()
        return [] if me is None else self._store.cards.of_member(me.id, MOST)

    def due(self) -> list[PlacedCard]:
        """Return the open cards with a due date: those to be done by their date, then the last ones done."""
        return self._store.cards.due(MOST, done=False) + self._store.cards.due(MOST_DONE, done=True)

    def due_on(self, board_id: str) -> list[PlacedCard]:
        """Return the open cards of a board that have a due date, the earliest first."""
        return self._store.cards.due_on(board_id)

    def due_counts(self, now: datetime) -> dict[Section, int]:
        """Count the cards of each section of the agenda, also of those that ``due`` leaves out."""
        before, done = self._store.cards.due_counts(bounds(now))
        counts = [before[0], *(later - sooner for sooner, later in pairwise(before)), done]
        return dict(zip(SECTIONS, counts, strict=True))
