"""RuleFollower: lets the rules go on after what they name was renamed in this program.

Importing this module imports no parser; that is done in a thread, at the first write that matters.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tui.model.writes.base import Write
    from tui.rules.renaming import Look, Renaming

_MATTERS = {"create_board", "copy_board", "update_board", "delete_board"} | {
    "create_list", "copy_list", "update_list", "create_label", "update_label", "delete_label"
}  # fmt: skip
"""Kinds of writes after which a name in a rule may stand for something else, or for nothing."""


class RuleFollower:
    """Follows the writes of one account for the rules: ``workspace.writes.follower``.

    Args:
        path: The rules file; it may be missing.
        store_of: Returns the path of an account's store.
        account: The account of the writes.
        default_account: The account of rules that name none.
        tell: Tells the user what became of a rule: its subject, such as ``rule Welcome``, and what; "" if it
            works again.
    """

    def __init__(
        self,
        path: Path,
        store_of: Callable[[str], Path],
        *,
        account: str,
        default_account: str,
        tell: Callable[[str, str], object],
    ) -> None:
        self._path, self._store_of, self._tell = path, store_of, tell
        self._account, self._default = account, default_account

    async def before(self, writes: Sequence[Write] | None) -> Look | None:
        """Return how the boards are before some writes, or None if no rule depends on them.

        Args:
            writes: The writes; None if they are not known yet, as before an undo.
        """
        if not (writes is None or any(write.kind in _MATTERS for write in writes)) or not self._path.exists():
            return None
        with suppress(UsageError):
            return await asyncio.to_thread(lambda: self._renaming().look())
        return None

    async def after(self, before: Look) -> None:
        """Write the new names into the rules, and tell the user which rules go on, and which cannot."""
        with suppress(UsageError):
            for about, what in await asyncio.to_thread(lambda: self._renaming().follow(before)):
                self._tell(about, what)

    async def using(self, saved_filter: str) -> list[str]:
        """Return the names of the rules that need a saved filter of the account."""
        with suppress(UsageError):
            return await asyncio.to_thread(lambda: self._renaming().using(saved_filter))
        return []

    def _renaming(self) -> Renaming:
        from tui.rules.renaming import Renaming

        return Renaming(self._path, self._store_of, account=self._account, default_account=self._default)
