"""Backlog: how many changes a command still waits for, and whether they get fewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.model.sync import SyncStatus

MANY = 50
"""Waiting changes from which on their number is shown while they are sent, and looked at less often."""


@dataclass
class Backlog:
    """What is left to send and to fetch, and whether it gets less.

    Attributes:
        most: The largest number of changes that waited so far.
        waiting: The number that waits now.
        fewest: The smallest number so far; None before the first status.
        fetched: The cards fetched so far of the latest board.
    """

    most: int = 0
    waiting: int = 0
    fewest: int | None = None
    fetched: int = 0

    def note(self, status: SyncStatus) -> bool:
        """Note a status; return whether more is done than at any status before, or it is the first."""
        first = self.fewest is None
        fewer = status.waiting < (self.fewest or 0)
        # Fewer cards than before are those of the next board; none are told in any other state.
        further = status.loading_done not in {0, self.fetched}
        self.waiting, self.most = status.waiting, max(self.most, status.waiting)
        if first or fewer:
            self.fewest = status.waiting
        self.fetched = status.loading_done or self.fetched
        return first or fewer or further

    @property
    def is_long(self) -> bool:
        """Whether so many changes waited that somebody who watches wants to see how far they are."""
        return self.most >= MANY

    @property
    def words(self) -> str:
        """How far it is: ``120 of 3,000 changes sent``."""
        return f"{self.most - self.waiting:,} of {self.most:,} changes sent"
