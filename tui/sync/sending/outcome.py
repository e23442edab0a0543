"""What becomes of a write after the service's answer. Pure: errors in, outcomes out.

The table is in docs/reference/reliability.md, f. A create that may have been carried out is never simply sent
again; anything else may be, because doing it twice is doing it once. But where its answer was lost, what is written
to the same thing next waits until the first attempt can no longer arrive, and take that back.
"""

from enum import Enum

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
from tui.model.writes.base import Write

ROUNDS = 3
"""How often a write is sent again whose answers cannot be read, before the user is asked."""


class Outcome(Enum):
    """What to do with a write that did not go through."""

    BACK = "waiting again, nothing happened"
    LOOK = "it may have been carried out"
    STOP = "waiting again, and nothing is sent until the user has signed in"
    REFUSE = "taken back, and kept for the user"


def outcome_of(write: Write, error: CardscoutError, doubts: int = 0) -> Outcome:
    """What becomes of ``write`` after ``error``; ``doubts`` of its answers before could not be read either."""
    match error:
        case Unauthorized() | CredentialError():
            return Outcome.STOP
        case Unreachable() | RateLimited() | StoreError():
            return Outcome.BACK
        case ServerFault() | Ambiguous():
            return Outcome.LOOK if write.created else Outcome.BACK
        case Garbled() if write.created:
            return Outcome.LOOK
        case Garbled() if doubts < ROUNDS:
            # It was probably carried out, and its answer damaged on the way.
            return Outcome.BACK
        case _:
            return Outcome.REFUSE
