"""Drafts: what is half typed, each in the window it is typed in, and what was left behind."""

from __future__ import annotations

from concurrent.futures import Future

from tui.model.base import is_local
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

    def base(self, key: str) -> str | None:
        """What the text said when the draft was begun that ``get``, else ``left``, gives; None where that is not known."""
        found = self._db.query(
            "SELECT window, base FROM drafts WHERE key = ? ORDER BY window = ? DESC, at DESC, window DESC",
            key,
            self._window,
        )
        return next((base for window, base in found if window == self._window or self._is_left(window)), None)

    def all(self) -> dict[str, str]:
        """Every text of every window by its key, the newest where there are several."""
        return dict(self._db.query("SELECT key, value FROM drafts ORDER BY key, at"))

    def set(self, key: str, value: str | None, base: str | None = None) -> Future[None]:
        """Keep what is being typed; None forgets it. What no file can hold (lone surrogates) becomes U+FFFD.

        Args:
            key: What it is for.
            value: The text.
            base: What is there and is changed by it, as it was when it was begun; None for a new text.
        """

        def work(tx: Transaction) -> None:
            today = _today(tx, key)
            if value is None:
                tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", today, self._window)
            else:
                self._put(tx, today, value, None if base is None else storable(base))

        return self._db.write(work)

    def leave(self, key: str) -> Future[None]:
        """Put away what was being typed, to be offered again."""

        def work(tx: Transaction) -> None:
            tx.run(
                "UPDATE OR REPLACE drafts SET window = ? WHERE key = ? AND window = ?",
                self._window + _LEFT,
                _today(tx, key),
                self._window,
            )

        return self._db.write(work)

    def take(self, key: str, value: str) -> Future[None]:
        """Go on here with what was left behind."""

        def work(tx: Transaction) -> None:
            today = _today(tx, key)
            bases = dict(tx.rows("SELECT value, base FROM drafts WHERE key = ?", today))
            self._forget(tx, today, value)
            self._put(tx, today, value, bases.get(storable(value)))

        return self._db.write(work)

    def forget(self, key: str, value: str) -> Future[None]:
        """Throw away what was left behind, or is kept here."""
        return self._db.write(lambda tx: self._forget(tx, _today(tx, key), value, here=True))

    def _put(self, tx: Transaction, key: str, value: str, base: str | None) -> None:
        tx.run(
            "INSERT OR REPLACE INTO drafts (key, window, value, at, base) VALUES (?, ?, ?, ?, ?)",
            key,
            self._window,
            storable(value),
            tx.now.timestamp(),
            base,
        )

    def _forget(self, tx: Transaction, key: str, value: str, *, here: bool = False) -> None:
        for window, text in tx.rows("SELECT window, value FROM drafts WHERE key = ?", key):
            if text == storable(value) and ((here and window == self._window) or self._is_left(window)):
                tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", key, window)

    def _is_left(self, window: str) -> bool:
        return window != self._window and is_closed(window)


def _today(tx: Transaction, key: str) -> str:
    """``key`` with the service's id: a screen goes on writing under the local one until it hears of the other."""
    kind, _, ident = key.partition(":")
    row = tx.one("SELECT server FROM bound WHERE local = ?", ident) if is_local(ident) else None
    return storable(key) if row is None else f"{kind}:{row[0]}"
