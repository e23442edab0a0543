"""Drafts: what is half typed, each in the window it is typed in, and what was left behind."""

from concurrent.futures import Future

from tui.store.db import Database, Transaction, storable
from tui.store.windows.window import is_closed

_LEFT = "~"
"""Ends the name of a window for what was left in it: no such window is open, so it is offered there again."""


class Drafts:
    """Texts by key and window. Windows that are open never see each other's.

    Args:
        db: The file.
        window: Whose drafts are read and written here.
    """

    def __init__(self, db: Database, window: str) -> None:
        self._db, self._window = db, window

    def get(self, key: str) -> str | None:
        """What is being typed in this window, or None."""
        row = self._db.first("SELECT value FROM drafts WHERE key = ? AND window = ?", key, self._window)
        return None if row is None else str(row[0])

    def left(self, key: str) -> str | None:
        """The newest that was left behind, here or by a window that is closed; None when there is nothing."""
        found = self._db.query(
            "SELECT window, value FROM drafts WHERE key = ? ORDER BY at DESC, window DESC", key
        )
        return next((str(value) for window, value in found if self._is_left(window)), None)

    def all(self) -> dict[str, str]:
        """Every text of every window by its key, the newest where there are several."""
        return dict(self._db.query("SELECT key, value FROM drafts ORDER BY key, at"))

    def set(self, key: str, value: str | None) -> "Future[None]":
        """Keep what is being typed; None forgets it. What no file can hold (lone surrogates) becomes U+FFFD."""

        def work(tx: Transaction) -> None:
            if value is None:
                tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", storable(key), self._window)
            else:
                self._put(tx, key, value)

        return self._db.write(work)

    def leave(self, key: str) -> "Future[None]":
        """Put away what was being typed, to be offered again."""

        def work(tx: Transaction) -> None:
            tx.run(
                "UPDATE OR REPLACE drafts SET window = ? WHERE key = ? AND window = ?",
                self._window + _LEFT,
                storable(key),
                self._window,
            )

        return self._db.write(work)

    def take(self, key: str, value: str) -> "Future[None]":
        """Go on here with what was left behind."""

        def work(tx: Transaction) -> None:
            self._forget(tx, key, value)
            self._put(tx, key, value)

        return self._db.write(work)

    def forget(self, key: str, value: str) -> "Future[None]":
        """Throw away what was left behind, or is kept here."""
        return self._db.write(lambda tx: self._forget(tx, key, value, here=True))

    def _put(self, tx: Transaction, key: str, value: str) -> None:
        tx.run(
            "INSERT OR REPLACE INTO drafts (key, window, value, at) VALUES (?, ?, ?, ?)",
            storable(key),
            self._window,
            storable(value),
            tx.now.timestamp(),
        )

    def _forget(self, tx: Transaction, key: str, value: str, *, here: bool = False) -> None:
        for window, text in tx.rows("SELECT window, value FROM drafts WHERE key = ?", storable(key)):
            if text == storable(value) and ((here and window == self._window) or self._is_left(window)):
                tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", storable(key), window)

    def _is_left(self, window: str) -> bool:
        return window != self._window and is_closed(window)
