"""An account, put together: directories, settings, the embedded server or another one, the workspace on it.

The server is opened when it is first needed, by the sync thread or by a command, so that the first paint of
the screens imports neither a web framework nor a database toolkit.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from tui.cli import output
from tui.cli.account.chosen import ACCOUNT, CHOSEN, WAIT, chosen_provider
from tui.clock import Clock, SystemClock
from tui.errors import CredentialError, RateLimited, Rejected, ServerFault, Unreachable, UsageError
from tui.model.enrich.spending import Caps
from tui.secret import Secret
from tui.settings import logs
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.settings.replace import finish
from tui.workspace import Link, Workspace

if TYPE_CHECKING:
    # It imports starlette and sqlalchemy: only who needs the server does that.
    from tui.model.board import Board
    from tui.model.change import Change
    from tui.model.sync import Conflict, SyncStatus
    from tui.model.writes.base import Write
    from tui.server.run import LocalServer
    from tui.server.watch import FileWatch
    from tui.settings.accounts import Account, Keeper
    from tui.settings.vault import Vault

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds a command waits for the services before it goes on with what is here."""

_LOCAL = "http://cardscout.localhost"


class Session:
    """An account of this user: the local one, or one at another service.

    Args:
        clock: Time, for everything the account has.
        account: Its name; None for the one that the command line, the environment or the settings name.
        beside: Another one that is open in this process, with which it shares what there is only once.
        goes_on: Whether to go on, where nobody names an account, with the one that the screens had open last;
            without its passphrase a vault then stays closed.
        asks: Whether to ask for a vault's passphrase where the account, or who it asks for people, needs one.

    Attributes:
        paths: Its directories.
        config: What the user has set.
        remote: The account, where it is not the local one.

    Raises:
        UsageError: There is no such account, or a setting cannot be.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        account: str | None = None,
        beside: Session | None = None,
        goes_on: bool = False,
        asks: bool = True,
    ) -> None:
        self.paths: Paths = Paths.open() if beside is None else beside.paths
        if beside is None:
            finish(self.paths.data)
            self._finish_account()
        self.config = Config.read(self.paths.config_file)
        self._log = logs.start(self.paths.log_file) if beside is None else None
        self.clock: Clock = clock or (SystemClock() if beside is None else beside.clock)
        self._server: LocalServer | None = None
        self._file_watch: FileWatch | None = None
        self._opening = threading.Lock()
        self.remote = self._chosen(account, goes_on=goes_on)
        self.connect: Callable[[], Link] = self._connect
        self._first = self if beside is None else beside
        # What the environment says is of the account it was said for, and of no other.
        self.environment = self._read_environment() if beside is None else {}
        self.vault: Vault | None = None
        self._asks, self._may_stay_closed = asks and beside is None, goes_on
        if self.remote is not None:
            from tui.cli.account.remote import connection

            self._ask_vault(self.remote.secrets, "token")
            self.connect = connection(self.remote, self.paths, self.environment, self.opened_vault)
        if (name := self._provider()) is not None:
            from tui.cli.account.provider import with_provider
            from tui.settings.providers import read_provider

            provider = read_provider(self.paths.config_file, name)
            self._ask_vault(provider.secrets, "enrich_key")
            self.connect = with_provider(self.connect, provider, self.environment, self.opened_vault)

    def _finish_account(self) -> None:
        """Finish what was begun with an account, and killed."""
        if (self.paths.data / "account-step.json").exists():
            from tui.cli.account.one_step import finish

            finish(self.paths)

    def _ask_vault(self, keeper: Keeper, secret: str) -> None:
        """Open the vault that has ``secret`` while there is a terminal to ask on; the screens ask by themselves."""
        if self._asks and keeper == "vault" and secret not in self.environment and self.vault is None:
            from tui.cli.account.remote import asked_vault

            self.vault = asked_vault(self.paths, may_stay_closed=self._may_stay_closed)
            # Nobody who left it closed is asked once more for the provider's key.
            self._asks = False

    def opened_vault(self) -> Vault:
        """The vault, which all accounts of this process share; one that nobody has opened yet says so when it is used."""
        if self._first.vault is not None:
            return self._first.vault
        from tui.cli.account.remote import closed_vault

        return closed_vault(self.paths)

    @property
    def account(self) -> str:
        """What the account is called."""
        return ACCOUNT if self.remote is None else self.remote.name

    def _read_environment(self) -> dict[str, Secret]:
        """What the environment says of secrets; it is taken out of it."""
        if self.remote is None and self._provider() is None:
            return {}
        from tui.settings.credentials import take_environment

        return take_environment()

    def _provider(self) -> str | None:
        """Who is asked for people and companies in the account's place; None for nobody."""
        return chosen_provider(self.remote.provider if self.remote is not None else "", self.config)

    def _chosen(self, asked: str | None, *, goes_on: bool) -> Account | None:
        """The account that was asked for, or the command line, the environment or the settings name, or was open last."""
        name = asked or CHOSEN.get() or os.environ.get("CARDSCOUT_ACCOUNT")
        if name is None and "CARDSCOUT_BOARD_URL" in os.environ:
            from tui.settings.accounts import from_environment

            return from_environment()
        name = name or self.config.account
        if name is None and goes_on:
            from tui.settings.last_account import last_account

            name = last_account(self.paths)
        if name in {None, ACCOUNT}:
            return None
        from tui.settings.accounts import read_account

        return read_account(self.paths.config_file, name)

    def server(self) -> LocalServer:
        """The embedded server, opened by whoever needs it first.

        Raises:
            StoreError: Its file cannot be opened.
            UsageError: The account is at another service.
        """
        if self.remote is not None:
            raise UsageError(
                f"the account {self.remote.name} is at {self.remote.origin}, not on this machine",
                hint="cardscout --account local … does it here",
            )
        from tui.cli.keep.lost import loss
        from tui.server.run import LocalServer

        with self._opening:
            if self._server is None:
                if (found := loss(self.paths)) is not None:
                    raise found.error()
                self._server = LocalServer.open(self.paths.data, self.clock)
            return self._server

    def workspace(self) -> Workspace:
        """The account's workspace, not started yet."""
        name = self.account
        return Workspace.open(
            store_path=self.paths.store_file(name),
            account=name,
            connect=self.connect,
            clock=self.clock,
            caps=Caps(**self.config.spending),
            country=self.config.country,
        )

    def keep_copies(self) -> None:
        """Make the copies of today, where they are not made yet; takes a moment, and the disk."""
        from tui.snapshot import Copies, databases

        Copies(self.paths.data).daily(databases(self.paths.data), self.clock.now())

    def close(self) -> None:
        """Let the server go, if it was opened, and the log; after the workspace."""
        if self._file_watch is not None:
            self._file_watch.close()
        if self._server is not None:
            self._server.close()
        if self._log is not None:
            logs.stop(self._log)

    def _connect(self) -> Link:
        server = self.server()
        return Link(
            board_url=_LOCAL,
            key=server.key,
            token=Secret(server.token),
            http=server.transport(),
            enrich_url=_LOCAL,
            enrich_key=Secret(server.enrich_key),
            provider="local directory",
            changes=self._watch(),
        )

    def _watch(self) -> FileWatch:
        """What tells that another program wrote to the server's file."""
        from tui.server.watch import FileWatch

        self._file_watch = FileWatch(self.paths.data / "server.db")
        return self._file_watch

    @asynccontextmanager
    async def started(self) -> AsyncIterator[Workspace]:
        """The workspace, with what an earlier run left sent and the boards known; closed at the end."""
        # So that whoever is told to log in again is told where.
        CHOSEN.set(self.account)
        workspace = self.workspace()
        if workspace.repaired:
            output.say(f"note: {workspace.repaired}")
        try:
            await workspace.start()
            await settled(workspace)
            yield workspace
        finally:
            await workspace.close()
            self.close()


def run(work: Callable[[Workspace], Awaitable[T]]) -> T:
    """Do ``work`` on the workspace of the account that is chosen."""
    session = Session()

    async def whole() -> T:
        async with session.started() as workspace:
            return await work(workspace)

    try:
        return asyncio.run(whole())
    finally:
        from tui.cli.keep.copies import copy_beside

        copy_beside(session.paths.data, session.clock.now())


async def settled(workspace: Workspace) -> None:
    """Wait until what waits has left and the boards are known; say so when that cannot be.

    A service that does not answer is no error here: the local store has what was last known, and writes wait.

    Raises:
        CredentialError: It does not take our token, or there is none.
    """
    status = await _until(workspace, _is_settled)
    if status.state == "unauthorized":
        name = CHOSEN.get() or "NAME"
        raise CredentialError(status.detail, hint=f"cardscout accounts login {name} logs in again")
    if status.state != "synced":
        say = status.detail or "the service did not answer in time"
        if status.resume_at is not None:
            say += f" It can be asked again at {output.moment(status.resume_at)}; --wait waits for it."
        output.say(f"note: {say} Showing what is here; {output.plural(status.waiting, 'writes')} waiting.")


def _is_settled(status: SyncStatus) -> bool:
    if status.state == "rate_limited":
        return not WAIT.get()
    if status.state in {"offline", "held", "unauthorized", "read_only"}:
        return True
    return status.state == "synced" and status.waiting == 0


async def _until(workspace: Workspace, done: Callable[[SyncStatus], bool]) -> SyncStatus:
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def heard(_change: Change) -> None:
        loop.call_soon_threadsafe(changed.set)

    unsubscribe = workspace.sync.subscribe(heard)
    try:
        async with asyncio.timeout(None if WAIT.get() else PATIENCE):
            while not done(workspace.sync.status()):
                await changed.wait()
                changed.clear()
    except TimeoutError:
        return workspace.sync.status()
    finally:
        unsubscribe()
    return workspace.sync.status()


async def carry_out(workspace: Workspace, *ops: Write) -> None:
    """Make the writes and wait until the service has them.

    Raises:
        Rejected: The service would not have one; it is kept in the outbox.
    """
    async with arrived(workspace):
        await workspace.writes.submit_all(ops)


@asynccontextmanager
async def arrived(workspace: Workspace) -> AsyncIterator[None]:
    """Wait at the end until the service has what is written inside, or say that it is sent later.

    Raises:
        Rejected: The service would not have one, which is kept in the outbox, or somebody else changed the same.
    """
    before = {one.seq for one in workspace.outbox.all()}
    held = {one.id for one in workspace.conflicts.all()}
    yield
    await settled(workspace)
    for conflict in workspace.conflicts.all():
        if conflict.id not in held:
            _tell(conflict)
    made = [one for one in workspace.outbox.all() if one.seq not in before]
    for one in made:
        if one.standing == "refused":
            raise Rejected(f"{one.words}: refused, {one.reason}", service="board")
    for one in made:
        output.say(f"queued, will be sent: {one.words}")


def _tell(conflict: Conflict) -> None:
    if not conflict.chosen:
        what = "it is deleted" if conflict.why == "deleted" else f"it is “{conflict.theirs}” by now"
        raise Rejected(
            f"The {conflict.field} of “{conflict.thing}” was not changed: {what}."
            " What you wrote is kept: g c in the app.",
            service="board",
        )
    if conflict.why == "moved":
        by = conflict.who or "somebody else"
        output.say(
            f"note: {by} moved “{conflict.thing}” to “{conflict.theirs}” meanwhile; it is where you moved it."
        )


async def whole_board(workspace: Workspace, text: str) -> Board:
    """The board that ``text`` names, all of it in the store; as it was last read where the service cannot be asked.

    Raises:
        UsageError: No board is named so.
        RemoteError: The service did not give it, and it was never read here.
    """
    board = named_board(workspace, text)
    if workspace.trouble is None:
        read = await asked(workspace, lambda: workspace.boards.pull(board.id))
        if not read and not workspace.boards.lists(board.id):
            raise Unreachable(
                f"The board {board.name!r} was never read here, and the service cannot be asked now.",
                service="board",
            )
    return board


async def asked(workspace: Workspace, ask: Callable[[], Awaitable[object]]) -> bool:
    """Ask the board service; whether it answered. Where it cannot be asked now, what is here has to do.

    Raises:
        RemoteError: It refuses: that is an answer.
    """
    while True:
        if workspace.sync.status().state == "offline":
            return False
        try:
            await ask()
        except RateLimited as error:
            if not WAIT.get():
                if workspace.sync.status().state != "rate_limited":
                    output.say(
                        f"note: {error} Showing what is here; --wait waits {error.retry_after:.0f} seconds."
                    )
                return False
            await asyncio.sleep(error.retry_after)
        except (Unreachable, ServerFault) as error:
            output.say(f"note: {error} Showing what is here.")
            return False
        else:
            return True


def named_board(workspace: Workspace, text: str) -> Board:
    """The board that ``text`` names.

    Raises:
        UsageError: No board is named so.
    """
    board = workspace.boards.find(text)
    if board is None:
        names = ", ".join(repr(board.name) for board in workspace.boards.all()[:8])
        hint = f"there are {names}" if names else "import one: cardscout import FILE.json"
        raise UsageError(f"there is no board {text!r}", hint=hint)
    return board
