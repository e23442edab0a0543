"""The accounts that rules use, and ``cardscout watch --rules``, which runs the rules without the screens."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.online.reach import settle, told_at_the_end
from tui.cli.session import Session
from tui.errors import CredentialError
from tui.rules.lease import lease
from tui.rules.log import firings
from tui.rules.names import StoredNames
from tui.rules.steps.run import Surroundings
from tui.rules.supervisor import signing_secret, supervise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.workspace import Link, Workspace

Connecting = Callable[[Callable[[], "Link"]], Callable[[], "Link"]]
"""Changes how a session connects to its service."""


Opening = Callable[[str], AbstractAsyncContextManager["Workspace"]]
"""Opens and starts the workspace of an account, by name, and closes it."""


class OpenAccounts:
    """The accounts that rules use, each opened once, and closed with the engine."""

    def __init__(self, default: str, stack: AsyncExitStack, opening: Opening) -> None:
        self._default, self._stack, self._open_account = default, stack, opening
        self._open: dict[str, Workspace] = {}
        self._opening = asyncio.Lock()

    async def workspace(self, name: str) -> Workspace:
        """Return the workspace of an account; "" is the default account.

        Raises:
            UsageError: There is no such account.
            CredentialError: Its service does not accept its token.
        """
        name = name or self._default
        async with self._opening:
            if name not in self._open:
                self._open[name] = await self._stack.enter_async_context(self._open_account(name))
            return self._open[name]


@asynccontextmanager
async def beside_screens(first: Session, name: str) -> AsyncIterator[Workspace]:
    """Open an account a second time, beside the screens of ``first``; nothing is printed.

    Raises:
        UsageError: There is no such account.
        CredentialError: Its service does not accept its token, or the vault is closed.
    """
    # An account from the environment has its secrets in the first session only.
    shared = first.remote is not None and name == first.account
    session = first if shared else Session(account=name, beside=first)
    workspace = session.workspace(doer="rules")
    try:
        await workspace.start()
        status = await settle(workspace)
        if status.state == "unauthorized":
            raise CredentialError(status.detail, hint="log in to it")
        yield workspace
    finally:
        await workspace.close()
        if not shared:
            session.close()


async def do_rules(interval: float, connecting: Connecting | None) -> None:
    """Run the rules until stopped by SIGTERM or ctrl-c.

    Raises:
        UsageError: Another process runs them.
    """
    if (task := asyncio.current_task()) is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    session = Session(looks_up=True)  # as a step may do with whom a card names
    paths = session.paths

    @asynccontextmanager
    async def opening(name: str) -> AsyncIterator[Workspace]:
        one = session if name == session.account else Session(account=name, beside=session)
        if connecting is not None:
            one.connect = connecting(one.connect)
        async with one.started_workspace(doer="rules") as workspace:
            async with told_at_the_end(workspace):
                pass
            yield workspace

    with lease(paths.data), firings(paths.data, session.clock) as log:
        async with AsyncExitStack() as stack:
            around = Surroundings(
                accounts=OpenAccounts(session.account, stack, opening).workspace,
                log=log,
                notify=_notify,
                secret=lambda: signing_secret(paths.data),
                clock=session.clock,
            )
            await supervise(
                paths.rules_file,
                around,
                default_account=session.account,
                report=lambda about, wrong: output.say(f"note: {about}: {wrong or 'it works again'}"),
                interval=interval,
                wrong=lambda rule: StoredNames(paths.store_file, session.account).wrong(rule),
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
