"""What becomes of a write after the service's answer. Pure: errors in, fates out.

The table is architecture.md, section 5. A create that may have been carried out is never simply sent
again; anything else may be, because doing it twice is doing it once.
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
from tui.model.op import Op
from tui.store.ops.about import created

ROUNDS = 3
"""How often a write is sent again whose answers cannot be read, before the user is asked."""


class Fate(Enum):
    """What to do with an op that did not go through."""

    BACK = "waiting again, nothing happened"
    LOOK = "it may have been carried out"
    STOP = "waiting again, and nothing is sent until the user has signed in"
    REFUSE = "taken back, and kept for the user"


def fate(op: Op, error: CardscoutError, doubts: int = 0) -> Fate:
    """What becomes of ``op`` after ``error``; ``doubts`` of its answers before could not be read either."""
    match error:
        case Unauthorized() | CredentialError():
            return Fate.STOP
        case Unreachable() | RateLimited() | StoreError():
            return Fate.BACK
        case ServerFault() | Ambiguous():
            return Fate.LOOK if created(op) else Fate.BACK
        case Garbled() if created(op):
            return Fate.LOOK
        case Garbled() if doubts < ROUNDS:
            # It was probably carried out, and its answer damaged on the way.
            return Fate.BACK
        case _:
            return Fate.REFUSE
