"""The frame of a board: everything but its cards, as it is brought into the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.store.outbox.arrivals import Arrived, Complete

if TYPE_CHECKING:
    from tui.api.board.boards import Snapshot


def arrived_frame(snapshot: Snapshot, mark: int, *, confirmed: bool) -> Arrived:
    """Return what was read of a board at once; what it lacks has vanished, unless a part could not be read.

    Args:
        snapshot: The board, its lists, labels and members.
        mark: ``Store.mark()`` from before the request.
        confirmed: Whether a second read has shown that much has vanished.
    """
    sound, board = not snapshot["skipped"], snapshot["board"]
    complete = Complete(
        board.id,
        lists=frozenset(one.id for one in snapshot["lists"]) if sound else None,
        labels=frozenset(one.id for one in snapshot["labels"]) if sound else None,
        confirmed=confirmed,
    )
    return Arrived(
        boards=(board,),
        lists=tuple(snapshot["lists"]),
        labels=tuple(snapshot["labels"]),
        members_of=board.id,
        members=tuple(snapshot["members"]),
        memberships=tuple(snapshot["memberships"]),
        complete=complete,
        since=mark,
    )
