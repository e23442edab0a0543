"""UnreadBoards: reads the boards that were never read on this machine, for pages about all boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.presentation.safe_text import safe_line
from tui.workspace import in_each

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen
    from tui.workspace import Workspace

_CUT_OFF = frozenset({"offline", "unauthorized"})
"""States of a sync in which nothing can be read."""

RETRY_AFTER = 10.0
"""Seconds after which failed boards are retried."""


class UnreadBoards:
    """The reader of the boards that were never read, whose cards are unknown.

    It reads one board after another, in all accounts concurrently, while the page is open.

    Args:
        changed: Called when ``words`` has changed.
        called: Returns how an account is called.
    """

    def __init__(
        self,
        page: WorkspaceScreen,
        accounts: Callable[[], Mapping[str, Workspace]],
        changed: Callable[[], object],
        called: Callable[[str], str] = str,
    ) -> None:
        self._page, self._accounts, self._changed, self._called = page, accounts, changed, called
        self._left: list[str] = []
        self._reading = False
        self._denied: dict[str, str] = {}  # why a board cannot be read, by its id
        self._failed: dict[str, str] = {}  # why an account's boards cannot be read now
        self._offline: set[str] = set()  # accounts that were skipped, because their service does not answer

    @property
    def words(self) -> str:
        """The board being read, or why one is not; "" if all were read."""
        if not self._left:
            return ""
        count, first = len(self._left), self._left[0]
        if self._reading:
            more = f" and {count - 1} more board{'s' * (count > 2)}" if count > 1 else ""
            return f"reading {first}{more} …"
        failed = (self._account_words(name, why) for name, why in self._failed.items())
        why = next(iter((*failed, *self._denied.values())), "")
        return f"{first if count == 1 else f'{count} boards'} not read: {safe_line(why)}"

    def _account_words(self, name: str, why: str) -> str:
        """Return why an account's boards cannot be read, with its name if there are several, and what helps."""
        accounts = self._accounts()
        if len(accounts) > 1:
            why = f"{self._called(name)}: {why}"
        locked = accounts[name].sync.status().state == "unauthorized"
        return f"{why} · {self._page.key_names['show-accounts']} shows the accounts" if locked else why

    def read(self) -> None:
        """Count the boards that were never read, and read those that can be."""
        self._count()
        if not self._reading and any(map(self._readable, self._accounts())):
            self._reading = True
            _ = self._page.run_worker(self._read(), exit_on_error=False)

    def retry(self) -> None:
        """Read the boards of accounts whose service answers again."""
        for name, workspace in self._accounts().items():
            if name in self._offline and workspace.sync.status().state not in _CUT_OFF:
                self._offline.discard(name)
                del self._failed[name]
        self.read()

    def _try_again(self) -> None:
        """Retry the boards of accounts that failed, except those that are known to be offline."""
        self._failed = {name: why for name, why in self._failed.items() if name in self._offline}
        self.read()

    def _count(self) -> None:
        left = [board for each in self._accounts().values() for board in each.boards.never_read()]
        left.sort(key=lambda board: board.id in self._denied)
        self._left = [safe_line(board.name) for board in left]

    def _readable(self, account: str) -> list[str]:
        """Return the ids of an account's boards that were not read, and did not fail before."""
        if account in self._failed:
            return []
        boards = self._accounts()[account].boards.never_read()
        return [board.id for board in boards if board.id not in self._denied]

    async def _read(self) -> None:
        try:
            self._changed()
            accounts = self._accounts()
            names = {id(workspace): name for name, workspace in accounts.items()}
            _, failed = await in_each(accounts, lambda each: self._read_account(names[id(each)], each))
            self._failed |= failed
        finally:
            self._reading = False
        self._changed()
        if self._failed.keys() - self._offline:
            _ = self._page.set_timer(RETRY_AFTER, self._try_again)
        self.retry()

    async def _read_account(self, name: str, workspace: Workspace) -> None:
        status = workspace.sync.status()
        if status.state in _CUT_OFF:
            # Asking again would only waste the time of further attempts.
            self._failed[name] = f"offline · {status.detail}" if status.state == "offline" else status.detail
            self._offline.add(name)
        while readable := self._readable(name):
            try:
                await workspace.boards.pull(readable[0])
            except (Forbidden, NotFound) as error:
                self._denied[readable[0]] = str(error)
            self._count()
            self._changed()
