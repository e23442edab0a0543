"""RuleRunner: runs the rules while the app is open, in a thread with its own event loop.

Importing this module imports no parser; the thread does that once there is a rule to run.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import CardscoutError, UsageError
from tui.rules.file_version import GLANCE, Stamp, file_stamp

if TYPE_CHECKING:
    from pathlib import Path

    from tui.clock import Clock
    from tui.rules.rule import Rule
    from tui.rules.steps.run import OpenAccount
    from tui.workspace import Workspace

RETRY = 30.0
"""Seconds until the next try to get the lease, or to continue after a failure."""

ENDING = 1.0
"""Longest time in seconds that ``stop`` waits."""

_log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RuleHome:
    """The files of the rules, and the accounts that they use.

    Attributes:
        path: The rules file; it may be missing.
        folder: The data directory, with the log of firings and the lease.
        account: The account of rules that name none.
        opener: Returns a function that opens accounts; called in the runner's thread, and the stack closes
            them.
        store_of: Returns the path of an account's store.
        interval: Seconds between two polls of a service that sends no webhooks.
    """

    path: Path
    folder: Path
    account: str
    opener: Callable[[AsyncExitStack], OpenAccount]
    clock: Clock
    store_of: Callable[[str], Path]
    interval: float = 60.0


class RuleRunner:
    """A runner of the rules in this process, while no other process of the user runs them.

    Args:
        notify: Shows a notice of a rule; called in the runner's thread, with the text and the ways to show
            it.
        report: Reports problems of a rule or an account; called in the runner's thread.

    Attributes:
        in_use: The rules that are done by this process; none while another one does them.
    """

    def __init__(
        self,
        home: RuleHome,
        notify: Callable[[str, Sequence[str]], None],
        report: Callable[[str, str], None],
    ) -> None:
        self.home, self._notify, self._tell = home, notify, report
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        self.in_use: Sequence[Rule] = ()
        self._reports: dict[str, str] = {}
        self._reported_of: Stamp | None = None

    @property
    def reports(self) -> Sequence[str]:
        """The last report about each rule and account, for the current file."""
        current = self._reported_of == file_stamp(self.home.path)
        return tuple(f"{about}: {wrong}" for about, wrong in self._reports.items()) if current else ()

    @property
    def runs(self) -> bool:
        """Whether the runner is active: it runs rules soon after there is one, unless another process does."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Start the thread, if it is not running yet."""
        if self._thread is None:
            self._loop = asyncio.new_event_loop()
            self._main = self._loop.create_task(self._work())
            self._thread = threading.Thread(target=self._run, name="rules", daemon=True)
            self._thread.start()

    def follow(self, workspace: Workspace, account: str) -> None:
        """Let the rules go on after what they name was renamed in a workspace of the screens."""
        from tui.rules.follower import RuleFollower

        workspace.writes.follower = RuleFollower(
            self.home.path,
            self.home.store_of,
            account=account,
            default_account=self.home.account,
            tell=self._tell,
        )

    def stop(self) -> None:
        """Stop, waiting at most ENDING seconds; an interrupted step is repeated at the next start."""
        thread, loop, main = self._thread, self._loop, self._main
        if thread is None or loop is None or main is None:
            return
        self._thread = None
        with suppress(RuntimeError):  # it has ended already
            loop.call_soon_threadsafe(main.cancel)
        thread.join(ENDING)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the rules for the block, so that nothing holds the files of an account."""
        runs = self._thread is not None
        self.stop()
        try:
            yield
        finally:
            if runs:
                self.start()

    # --- in the thread ----------------------------------------------------------------

    def _run(self) -> None:
        loop, main = self._loop, self._main
        if loop is None or main is None:
            return
        asyncio.set_event_loop(loop)
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(main)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    async def _work(self) -> None:
        while True:
            await self._until_there_are_rules()
            try:
                await self._do_rules()
            except CardscoutError as error:
                self._report("the rules", str(error))
            except ExceptionGroup as group:
                for one in group.exceptions:
                    self._report("the rules", str(one) or type(one).__name__)
                _log.exception("The rules stopped.", exc_info=group)
            except Exception as error:  # noqa: BLE001 - the loop: a fault of ours must not end it
                _log.exception("The rules stopped.")
                self._report("the rules", f"stopped: {type(error).__name__}; the log has more")
            await self.home.clock.sleep(RETRY)

    async def _until_there_are_rules(self) -> None:
        """Wait until the file has a rule that is on; mistakes in one that has none are reported."""
        seen = None
        while True:
            stamp = file_stamp(self.home.path)
            if stamp is not None and stamp != seen:
                from tui.rules.file import read_rules

                with suppress(UsageError):
                    if any(rule.enabled for rule in read_rules(self.home.path).rules):
                        return
                from tui.rules.supervisor import RulesFile

                RulesFile(self.home.path, self._report).read()
            seen = stamp
            await self.home.clock.sleep(GLANCE)

    async def _do_rules(self) -> None:
        """Run the rules until cancelled; return at once if another process runs them."""
        from tui.rules.lease import lease
        from tui.rules.log import firings
        from tui.rules.names import StoredNames
        from tui.rules.steps.run import Surroundings
        from tui.rules.supervisor import signing_secret, supervise

        home = self.home
        with ExitStack() as held:
            try:
                held.enter_context(lease(home.folder))
            except UsageError:
                return
            held.callback(self._use, ())
            log = held.enter_context(firings(home.folder, home.clock))
            async with AsyncExitStack() as accounts:
                around = Surroundings(
                    accounts=home.opener(accounts),
                    log=log,
                    notify=self._notify,
                    secret=lambda: signing_secret(home.folder),
                    clock=home.clock,
                )
                await supervise(
                    home.path,
                    around,
                    default_account=home.account,
                    report=self._report,
                    interval=home.interval,
                    wrong=lambda rule: StoredNames(home.store_of, home.account).wrong(rule),
                    uses=self._use,
                )

    def _use(self, rules: Sequence[Rule]) -> None:
        self.in_use = tuple(rules)

    def _report(self, about: str, wrong: str) -> None:
        """Record the problem with something, "" once it is over; report it unless it was the last report."""
        if (stamp := file_stamp(self.home.path)) != self._reported_of:
            self._reports, self._reported_of = {}, stamp
        if self._reports.get(about, "") == wrong:
            return
        if wrong:
            self._reports[about] = wrong
        else:
            del self._reports[about]
        self._tell(about, wrong)
