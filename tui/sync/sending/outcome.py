"""The outcome of a write after an error. Pure: errors in, outcomes out.

The table is in docs/reference/reliability.md, f. A create that may have been carried out is never simply sent
again; any other write may be, because it is idempotent. But after a lost answer, the next write to the same
thing waits until the first attempt can no longer arrive and undo it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tui.errors import (
    Ambiguous,
    CardscoutError,
    CredentialError,
    Garbled,
    RateLimited,
    ServerFault,
    StoreError,
    Unauthorized,
    Unreachable,
)

if TYPE_CHECKING:
    from tui.model.writes.base import Write

ROUNDS = 3
"""Number of times that a write with unreadable answers is repeated before the user is asked."""


class Outcome(Enum):
    """The action to take after a write failed."""

    BACK = "waiting again, nothing happened"
    LOOK = "it may have been carried out"
    STOP = "waiting again, and nothing is sent until the user has signed in"
    REFUSE = "taken back, and kept for the user"


def outcome_of(write: Write, error: CardscoutError, doubts: int = 0) -> Outcome:
    """Decide on ``write`` after ``error``; ``doubts`` is the number of its earlier unreadable answers."""
    match error:
        case Unauthorized() | CredentialError():
            return Outcome.STOP
        case Unreachable() | RateLimited() | StoreError():
            return Outcome.BACK
        case ServerFault() | Ambiguous():
            return Outcome.LOOK if write.created_id else Outcome.BACK
        case Garbled() if write.created_id:
            return Outcome.LOOK
        case Garbled() if doubts < ROUNDS:
            # The write was probably carried out, and its answer damaged on the way.
            return Outcome.BACK
        case _:
            return Outcome.REFUSE
