"""Drafts: what is being typed, and what was left unfinished."""

from tui.rooms.room import Room, log_failure
from tui.store.db import written


class Drafts(Room):
    """Texts by what they are for, as ``comment:<card>``.

    What is typed in this window is its draft; what was left, here or in a window that is closed or died, waits
    apart until somebody takes it up or throws it away.
    """

    def get(self, key: str) -> str:
        """Text that is being typed in this window; "" when there is none."""
        return self._store.drafts.get(key) or ""

    def keep(self, key: str, text: str) -> None:
        """Keep ``text`` under ``key``, on disk soon after; "" forgets it."""
        self._store.drafts.set(key, text or None).add_done_callback(log_failure)

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
