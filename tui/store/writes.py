"""StoreWrites: what the user does to a store, submitted, undone, redone and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tui.store.outbox.contested_fields import edit
from tui.store.outbox.submit import submit, submit_each, submit_once
from tui.store.windows.drafts import delete_draft

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from tui.model.writes.base import NameOf, Write
    from tui.store.db import Database, Transaction
    from tui.store.outbox.contested_fields import Merge
    from tui.store.outbox.row import QueuedWrite
    from tui.store.outbox.undo import PastBatch, Told, Undone

T = TypeVar("T")


class StoreWrites:
    """The writes of the user, each stored as waiting with its inverse and shown in one transaction.

    The futures complete when the write is on the disk.

    Args:
        db: The file.
        window: The name of this window: ``undo`` is for its own writes.
        name: Returns the name of the thing with an id, as ``describe`` tells it.

    Attributes:
        opened_after: The number of the last write before this window was opened.
    """

    def __init__(self, db: Database, window: str, name: NameOf) -> None:
        self._db = db
        self._window = window
        self._name = name
        self.opened_after = 0

    def submit(self, write: Write) -> Future[QueuedWrite]:
        """Submit ``write``: store it as waiting, with its inverse, and show its effect, in one transaction.

        Local ids that have been bound meanwhile are accepted.

        Raises:
            StoreError: The write names a thing that does not exist (any more), or could not be stored.
        """
        return self._db.write(lambda tx: submit(tx, (write,))[0])

    def submit_all(self, writes: Sequence[Write], draft: str = "") -> Future[tuple[QueuedWrite, ...]]:
        """Submit several writes as one batch: all or none are stored, and they are undone together.

        Args:
            writes: The writes.
            draft: Key of this window's draft they were typed as, which is deleted in their transaction; "" for none.
        """
        return self._db.write(self._ending_draft(draft, lambda tx: submit(tx, tuple(writes))))

    def submit_each(self, writes: Sequence[Write]) -> Future[list[tuple[Write, str]]]:
        """Submit as one batch the writes whose targets exist; return the others, each with the reason."""
        return self._db.write(lambda tx: submit_each(tx, tuple(writes)))

    def submit_once(self, key: str, writes: Sequence[Write]) -> Future[bool]:
        """Submit ``writes`` as one batch, unless this was done before under ``key``; return whether it was done now."""
        return self._db.write(lambda tx: submit_once(tx, key, tuple(writes)))

    def edit(
        self, writes: Sequence[Write], seen: Mapping[str, object], merge: Merge, draft: str = ""
    ) -> Future[int]:
        """Submit ``writes``, except fields that changed since the user had ``seen`` them, by field.

        Args:
            writes: The writes.
            seen: The values that the user saw, by field.
            merge: Merges two changes of a text.
            draft: As in ``submit_all``.

        Returns:
            How many fields became conflicts.
        """
        return self._db.write(self._ending_draft(draft, lambda tx: edit(tx, tuple(writes), seen, merge)))

    def _ending_draft(self, draft: str, work: Callable[[Transaction], T]) -> Callable[[Transaction], T]:
        """Return ``work`` with the deletion of the draft: a kill between the two would offer the text again."""

        def both(tx: Transaction) -> T:
            result = work(tx)
            if draft:
                delete_draft(tx, self._window, draft)
            return result

        return both

    def undo(
        self, board_id: str | None = None, told: Told | None = None, batch: int | None = None
    ) -> Future[Undone | None]:
        """Undo this window's newest batch that can be undone, as far as possible; return None if there is none.

        A write that was never sent is just deleted; a card created and sent is archived. This works after a
        restart: the writes of closed windows are undone after those of this one.

        Args:
            board_id: Only undo writes on this board, or to boards as such; None for any.
            told: Called in the writer's thread with the number of undone writes and the total.
            batch: The batch of another window or a command that the user was told of; before any other one of these
                nothing is undone, and it is returned as untold. None undoes any. What was done at screens before
                this window was opened is not of these.
        """
        from tui.store.outbox.undo import Reach, undo

        return self._db.write(
            lambda tx: undo(tx, Reach(self._window, board_id, told, batch, self.opened_after))
        )

    def redo(self, board_id: str | None = None, told: Told | None = None) -> Future[Undone | None]:
        """Redo the last undo, unless something else was done since; return None if there is none."""
        from tui.store.outbox.undo import Reach, redo

        return self._db.write(lambda tx: redo(tx, Reach(self._window, board_id, told)))

    def revert_to(self, batch: int, told: Told | None = None) -> Future[list[Undone]]:
        """Undo a batch and all later ones, except those of other open windows and of rules that run."""
        from tui.store.outbox.undo import revert_to

        return self._db.write(lambda tx: revert_to(tx, batch, self._window, told))

    def history(self, limit: int, last: int | None = None) -> list[PastBatch]:
        """Return the newest batches of writes, newest first; with ``last`` those up to it."""
        from tui.store.outbox.undo import recent

        return recent(self._db, limit, last)

    def describe(self, write: Write, back: Sequence[Write] = ()) -> str:
        """Describe ``write``, which ``back`` undoes, for the user: ``Moved “Ana Ray” to Contacted``."""
        before = next((one for one in back if one.is_like(write)), None)
        return write.describe_change(before, self._name)
