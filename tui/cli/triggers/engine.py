"""``cardscout watch --rules``: does the rules without the screens."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.account.chosen import CHOSEN
from tui.cli.session import Session
from tui.rules.file import FILE
from tui.rules.lease import lease
from tui.rules.log import firings
from tui.rules.steps.run import Surroundings
from tui.rules.supervisor import signing_secret, supervise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.workspace import Link, Workspace

Connecting = Callable[[Callable[[], "Link"]], Callable[[], "Link"]]
"""Changes how a session connects to its service."""


class OpenAccounts:
    """The accounts that rules use, each opened once, and closed with the engine.

    Args:
        first: The session of the default account.
        stack: Closes what was opened.
        connecting: Changes how a session connects.
    """

    def __init__(self, first: Session, stack: AsyncExitStack, connecting: Connecting | None = None) -> None:
        self._first, self._stack, self._connecting = first, stack, connecting
        self._open: dict[str, Workspace] = {}
        self._opening = asyncio.Lock()

    async def workspace(self, name: str) -> Workspace:
        """Return the workspace of an account; of the default one by "".

        Raises:
            UsageError: There is no such account.
            CredentialError: Its service does not accept its token.
        """
        name = name or self._first.account
        async with self._opening:
            if name not in self._open:
                first = self._first if name == self._first.account else None
                session = first or Session(account=name, beside=self._first)
                if self._connecting is not None:
                    session.connect = self._connecting(session.connect)
                CHOSEN.set(name)
                self._open[name] = await self._stack.enter_async_context(session.started_workspace())
            return self._open[name]


async def do_rules(interval: float, connecting: Connecting | None) -> None:
    """Do the rules until stopped by SIGTERM or ctrl-c.

    Raises:
        UsageError: Another process does them.
    """
    if (task := asyncio.current_task()) is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    session = Session()
    paths = session.paths
    with lease(paths.data), firings(paths.data, session.clock) as log:
        async with AsyncExitStack() as stack:
            accounts = OpenAccounts(session, stack, connecting)
            around = Surroundings(
                accounts=accounts.workspace,
                log=log,
                notify=_notify,
                secret=lambda: signing_secret(paths.data),
                clock=session.clock,
            )
            await supervise(
                paths.config / FILE,
                around,
                default_account=session.account,
                report=lambda text: output.say(f"note: {text}"),
                interval=interval,
            )


def _notify(text: str, how: Sequence[str]) -> None:
    """Show a notice: a line on stderr, a desktop notice of the terminal, its bell."""
    shown = output.clean(text)
    if "app" in how:
        output.say(f"rule: {shown}")
    if sys.stderr.isatty():
        sys.stderr.write(f"\x1b]9;Cardscout: {shown}\x07" if "terminal" in how else "")
        sys.stderr.write("\x07" if "bell" in how else "")
        sys.stderr.flush()
