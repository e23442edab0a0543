"""What is remembered for the front ends: drafts, and such things as the last board or the cursor's place."""

from tui.services.part import WorkspacePart, log_failure
from tui.store.db import written


class Drafts(WorkspacePart):
    """``workspace.drafts``: texts by what they are for, as ``comment:<card>``.

    What is typed in this window is its draft; what was left, here or in a window that is closed or died, waits
    apart until somebody takes it up or throws it away.
    """

    def get(self, key: str) -> str:
        """Text that is being typed in this window; "" when there is none."""
        return self._store.drafts.get(key) or ""

    def base(self, key: str) -> str | None:
        """What was there when the draft under ``key`` was begun; None for a new text, and where nobody knows."""
        return self._store.drafts.base(key)

    def keep(self, key: str, text: str, base: str | None = None) -> None:
        """Keep ``text`` under ``key``, on disk soon after; "" forgets it. ``base`` is the text that it changes."""
        self._store.drafts.set(key, text or None, base).add_done_callback(log_failure)

    def left(self, key: str) -> str:
        """Text that was left unfinished; "" when there is none."""
        return self._store.drafts.left(key) or ""

    async def leave(self, key: str) -> None:
        """Put what is being typed under ``key`` away, as left."""
        await written(self._store.drafts.leave(key))

    def take(self, key: str, text: str) -> None:
        """Go on in this window with what was left."""
        self._store.drafts.take(key, text).add_done_callback(log_failure)

    async def forget(self, key: str, text: str) -> None:
        """Throw away what was left."""
        await written(self._store.drafts.forget(key, text))


class Memory(WorkspacePart):
    """``workspace.memory``: what is kept from one run to the next."""

    def get(self, key: str) -> str | None:
        """What was kept for ``key``, in this run or an earlier one."""
        return self._store.meta.get(f"app:{key}")

    def set(self, key: str, value: str) -> None:
        """Keep ``value``, on disk soon after."""
        self._store.meta.set(f"app:{key}", value).add_done_callback(log_failure)
