"""Persistent state of the front ends: drafts, and values such as the last board or the cursor's place."""

from collections.abc import Callable, Collection

from tui.model.filter.saved import KEY, read_saved, write_saved
from tui.services.part import WorkspacePart, log_failure
from tui.store.db import Transaction, storable, until_written


class Drafts(WorkspacePart):
    """Drafts of texts by key, such as ``comment:<card>``: ``workspace.drafts``.

    A text being typed in this window is its draft. A text left unfinished, here or in a window that was
    closed or killed, is stored separately until somebody resumes it.
    """

    def get(self, key: str) -> str:
        """Return the text being typed in this window; "" if there is none."""
        return self._store.drafts.get(key) or ""

    def base(self, key: str) -> str | None:
        """Return the text that the draft under ``key`` started from; None for a new text, or if unknown."""
        return self._store.drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Save ``text``, a change of ``base``, as a draft, which is soon on disk; "" deletes the draft."""
        self._store.drafts.set(key, text or None, base).add_done_callback(log_failure)

    def unfinished(self, key: str) -> str:
        """Return the text that was left unfinished last; "" if there is none."""
        return next(iter(self._store.drafts.left(key)), "")

    def all_unfinished(self, key: str) -> list[str]:
        """Return all texts that were left unfinished, newest first."""
        return self._store.drafts.left(key)

    def interrupted(self) -> dict[str, str]:
        """Return the unfinished texts, by key, of windows that ended, unless they were reported already."""
        return {key: self.unfinished(key) for key in self._store.drafts.interrupted()}

    def told(self, keys: Collection[str]) -> None:
        """Record that these texts of ``interrupted`` were reported to the user."""
        self._store.drafts.leave_interrupted(frozenset(keys)).add_done_callback(log_failure)

    async def mark_unfinished(self, key: str) -> None:
        """Store the draft under ``key`` as left unfinished."""
        await until_written(self._store.drafts.leave(key))

    def resume(self, key: str, text: str) -> None:
        """Make an unfinished text this window's draft."""
        self._store.drafts.take(key, text).add_done_callback(log_failure)

    async def claim(self, key: str, text: str) -> bool:
        """Make an unfinished text this window's draft, unless another window has taken it meanwhile.

        Returns:
            Whether this window has it now; if not, the text must not be entered a second time.
        """
        return await until_written(self._store.drafts.take(key, text))


class Memory(WorkspacePart):
    """Key-value pairs kept from one run to the next: ``workspace.memory``."""

    def get(self, key: str) -> str | None:
        """Return the value stored for ``key``, in this run or an earlier one; None if there is none."""
        return self._store.meta.get(f"app:{key}")

    def set(self, key: str, value: str) -> None:
        """Store ``value`` under ``key``; it is on disk soon after."""
        self._store.meta.set(f"app:{key}", value).add_done_callback(log_failure)

    def saved_filters(self) -> dict[str, str]:
        """Return this account's saved filters by name."""
        return read_saved(self.get(KEY))

    async def change_filters(self, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
        """Store what ``change`` makes of the saved filters, those of other windows too; on return it is on disk.

        Raises:
            StoreError: They cannot be stored.
        """

        def work(tx: Transaction) -> None:
            key = f"app:{KEY}"
            tx.set_meta(key, storable(write_saved(change(read_saved(tx.meta(key))))))

        await until_written(self._store.write(work))
