"""Agenda: the user's own cards and the cards with due dates, across all boards of an account."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from tui.model.filter.agenda import SECTIONS, Section, bounds
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.card import PlacedCard

MOST = 2000
"""Maximum cards read from an account; users with more can filter a board."""

MOST_DONE = 200
"""Maximum cards read that are done."""


class Agenda(WorkspacePart):
    """Cards across all open boards, from the store only: ``workspace.agenda``."""

    def mine(self) -> list[PlacedCard]:
        """Return the open cards of this account's member, board by board; none until the member is known.

        The member's open checklist items follow their cards, or stand at the end of the board.
        """
        me = self._store.members.me()
        if me is None:
            return []
        found = [
            *self._store.cards.of_member(me.id, MOST),
            *self._store.checklists.to_do_of(me.id, MOST),
        ]
        boards = list(dict.fromkeys(one.board_id for one in found))
        cards = list(dict.fromkeys(one.face.id for one in found))
        board_at = {ident: at for at, ident in enumerate(boards)}
        card_at = {ident: at for at, ident in enumerate(cards)}
        return sorted(found, key=lambda one: (board_at[one.board_id], card_at[one.face.id]))

    def due(self) -> list[PlacedCard]:
        """Return the open cards with a due date: first the unfinished ones by date, then those done last.

        Open checklist items with a due date are included among the unfinished ones.
        """
        to_do = [*self._store.cards.due(MOST, done=False), *self._store.checklists.due(MOST)]
        return sorted(to_do, key=_due) + self._store.cards.due(MOST_DONE, done=True)

    def due_on(self, board_id: str) -> list[PlacedCard]:
        """Return the open cards and items of a board that have a due date, earliest first."""
        return sorted(
            [*self._store.cards.due_on(board_id), *self._store.checklists.due_on(board_id)], key=_due
        )

    def due_counts(self, now: datetime) -> dict[Section, int]:
        """Count the cards and items of each section of the agenda, including those beyond the limits of ``due``."""
        ends = bounds(now)
        before, done = self._store.cards.due_counts(ends)
        before = [sum(each) for each in zip(before, self._store.checklists.due_counts(ends), strict=True)]
        counts = [before[0], *(later - sooner for sooner, later in pairwise(before)), done]
        return dict(zip(SECTIONS, counts, strict=True))


def _due(card: PlacedCard) -> str:
    return card.face.due or ""
