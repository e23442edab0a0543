"""Drafts: texts being typed, by window, and texts that were left unfinished."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future

from tui.model.values.scalars import is_local
from tui.store.db import Database, Transaction, storable
from tui.store.windows.window import is_closed

_LEFT = "~"
"""Start of a suffix to a window's name for unfinished texts; no open window has it, so they are offered again.

Each of several texts for one thing has a different suffix, so that none replaces another.
"""


class Drafts:
    """A table of drafts by key and window; open windows never see each other's drafts.

    Args:
        window: The window whose drafts are read and written.
    """

    def __init__(self, db: Database, window: str) -> None:
        self._db, self._window = db, window
        self._last_set: dict[str, tuple[str | None, Future[None]]] = {}

    def get(self, key: str) -> str | None:
        """Return the text being typed in this window, or None."""
        text, write = self._last_set.get(key, (None, None))
        if write is not None and not write.done():
            # A text that is set but not on disk yet.
            return text
        return self._db.text("SELECT value FROM drafts WHERE key = ? AND window = ?", key, self._window)

    def left(self, key: str) -> list[str]:
        """Return the texts left unfinished, here or by closed windows, the newest first, each once."""
        found = self._db.query(
            "SELECT window, value FROM drafts WHERE key = ? ORDER BY at DESC, window DESC", key
        )
        return list(dict.fromkeys(str(value) for window, value in found if self._is_left(window)))

    def interrupted(self) -> list[str]:
        """Return the keys of texts that were being typed in windows that are closed, and not left on purpose."""
        found = self._db.query("SELECT key, window FROM drafts ORDER BY at, key")
        return [key for key, window in found if not _was_put_away(window) and self._is_left(window)]

    def leave_interrupted(self, keys: Collection[str]) -> Future[None]:
        """Mark these texts of ``interrupted`` as left unfinished, so that they are offered, and not listed again."""

        def work(tx: Transaction) -> None:
            for key, window in tx.rows("SELECT key, window FROM drafts"):
                if key in keys and not _was_put_away(window) and self._is_left(window):
                    _put_away(tx, key, window)

        return self._db.write(work)

    def base(self, key: str) -> str | None:
        """Return the base of the draft that ``get``, else ``left``, returns; None if it is unknown."""
        found = self._db.query(
            "SELECT window, base FROM drafts WHERE key = ? ORDER BY window = ? DESC, at DESC, window DESC",
            key,
            self._window,
        )
        return next((base for window, base in found if window == self._window or self._is_left(window)), None)

    def all(self) -> dict[str, str]:
        """Return every text of every window by its key, the newest if there are several."""
        return dict(self._db.query("SELECT key, value FROM drafts ORDER BY key, at"))

    def set(self, key: str, value: str | None, base: str | None = None) -> Future[None]:
        """Store the text being typed, or delete it if None; lone surrogates, which no file can hold, become U+FFFD.

        Args:
            key: The purpose of the text.
            value: The text.
            base: The original of the text when the draft was started; None for a new text.
        """

        def work(tx: Transaction) -> None:
            if value is None:
                delete_draft(tx, self._window, key)
            else:
                self._put(tx, _current_key(tx, key), value, None if base is None else storable(base))

        text = None if value is None else storable(value)
        write = self._db.write(work)
        self._last_set[key] = text, write
        return write

    def leave(self, key: str) -> Future[None]:
        """Mark the text being typed as left unfinished, so that it is offered again."""
        return self._db.write(lambda tx: _put_away(tx, _current_key(tx, key), self._window))

    def take(self, key: str, value: str) -> Future[bool]:
        """Make an unfinished text this window's draft; return whether it was still available.

        If another window has taken it since it was offered, nothing is changed.
        """

        def work(tx: Transaction) -> bool:
            current, text = _current_key(tx, key), storable(value)
            found = {
                window: base
                for window, held, base in tx.rows(
                    "SELECT window, value, base FROM drafts WHERE key = ?", current
                )
                if held == text and (window == self._window or self._is_left(window))
            }
            if not found:
                return False
            self._forget(tx, current, value)
            self._put(tx, current, value, next(iter(found.values())))
            return True

        return self._db.write(work)

    def _put(self, tx: Transaction, key: str, value: str, base: str | None) -> None:
        tx.run(
            "INSERT OR REPLACE INTO drafts (key, window, value, at, base, board_id, thing)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            key,
            self._window,
            storable(value),
            tx.now.timestamp(),
            base,
            *_home(tx, key),
        )

    def _forget(self, tx: Transaction, key: str, value: str) -> None:
        for window, text in tx.rows("SELECT window, value FROM drafts WHERE key = ?", key):
            if text == storable(value) and self._is_left(window):
                tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", key, window)

    def _is_left(self, window: str) -> bool:
        return window != self._window and is_closed(window)


def _home(tx: Transaction, key: str) -> tuple[str, str]:
    """Return the board and the name of the thing that a draft is for, as they were while it was there."""
    row = tx.one(
        "SELECT board_id, coalesce(json_extract(coalesce(shown, base), '$.name'), '') FROM docs WHERE id = ?",
        key.partition(":")[2],
    )
    if row is None:
        # A draft for something that is gone is shown among the conflicts.
        if ":" in key:
            tx.changed("conflicts")
        row = tx.one("SELECT board_id, thing FROM drafts WHERE key = ? ORDER BY board_id = '' LIMIT 1", key)
    return ("", "") if row is None else (str(row[0]), str(row[1]))


def delete_draft(tx: Transaction, window: str, key: str) -> None:
    """Delete the draft of a window, because its text was entered or cleared."""
    tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", current := _current_key(tx, key), window)
    _ = _home(tx, current)


def _was_put_away(window: str) -> bool:
    return _LEFT in window.rpartition(":")[2]


def _put_away(tx: Transaction, key: str, window: str) -> None:
    """Mark the draft of a window as left unfinished, beside its earlier ones, without duplicates."""
    texts = dict(tx.rows("SELECT window, value FROM drafts WHERE key = ?", key))
    mine = texts.get(window)
    if mine is None:
        return
    for other, text in texts.items():
        if text == mine and other.startswith(window + _LEFT):
            tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", key, other)
    taken = texts.keys()
    free = next(name for n in range(len(taken) + 1) if (name := f"{window}{_LEFT}{n or ''}") not in taken)
    tx.run("UPDATE drafts SET window = ? WHERE key = ? AND window = ?", free, key, window)


def _current_key(tx: Transaction, key: str) -> str:
    """Replace a bound local id in ``key`` by the service's: a screen may not have learnt of that one yet."""
    kind, _, ident = key.partition(":")
    row = tx.one("SELECT server FROM bound WHERE local = ?", ident) if is_local(ident) else None
    return storable(key) if row is None else f"{kind}:{row[0]}"
