"""Session: an account with its directories, settings, embedded or remote server, and workspace."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import copy_context
from typing import TYPE_CHECKING, TypeVar

from tui.cli import output
from tui.cli.account.chosen import (
    ACCOUNT,
    CHOSEN,
    LOOKS_UP,
    choose_account,
    chosen_order,
    chosen_provider,
    chosen_want,
    is_key_in_vault,
    naming_place,
    services_in,
    usual_account,
)
from tui.cli.account.embedded_service import EmbeddedService
from tui.clock import Clock, SystemClock
from tui.errors import NoSuchBoard, UsageError
from tui.model.enrich.spending import Caps
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.settings.replace import finish

if TYPE_CHECKING:
    from tui.model.change import Doer

    # For types only: the server's modules import starlette and sqlalchemy.
    from tui.rules.follower import RuleFollower
    from tui.secret import Secret
    from tui.server.run import LocalServer
    from tui.settings.accounts import Keeper
    from tui.settings.vault import Vault
    from tui.workspace import Link, Workspace

T = TypeVar("T")


class Session:
    """An account of this user with all its dependencies: the local account, or one at another service.

    Args:
        clock: The clock for all parts of the account.
        account: The account's name; None for the one from the command line, the environment or the settings.
        beside: Another session of this process, with which this one shares paths, clock, log and vault.
        goes_on: Whether the last account opened in the screens is the default; a vault may then stay closed.
        asks: Whether to ask for a vault's passphrase if the account or its provider needs it.
        local: If only the account on this machine will do, the hint with which any other is refused, before its
            vault is asked for.
        looks_up: Whether services for people and companies may be asked, though the command has no option for it.

    Attributes:
        remote: The account, or None for the local one.
        embedded: The service of the local account.

    Raises:
        UsageError: There is no such account, or a setting is invalid.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        account: str | None = None,
        beside: Session | None = None,
        goes_on: bool = False,
        asks: bool = True,
        local: str = "",
        looks_up: bool = False,
    ) -> None:
        from tui.settings import logs

        self.paths: Paths = Paths.open() if beside is None else beside.paths
        if beside is None:
            finish(self.paths.data)
            self._finish_account()
        self.config = Config.read(self.paths.config_file)
        self._log = None if beside is not None else logs.start(self.paths.log_file)
        self.clock: Clock = clock or (SystemClock() if beside is None else beside.clock)
        self.embedded = EmbeddedService(self.paths, self.clock)
        self.remote = choose_account(account, self.paths, self.config, goes_on=goes_on)
        if local:
            self._require_local(local)
        self.connect: Callable[[], Link] = self.embedded.link
        self._first = self if beside is None else beside
        # Secrets from the environment belong to the first session's account, and to no other.
        self.environment = self._read_environment() if beside is None else {}
        self.vault: Vault | None = None
        self._asks, self._may_stay_closed = asks and beside is None, goes_on
        # Boards need no such key, and what is piped to a command about them is no passphrase.
        self._needs_key = goes_on or looks_up or LOOKS_UP.get()
        if self.remote is not None:
            from tui.cli.account.remote import connection

            self._ask_vault(self.remote.secrets, "token")
            self.connect = connection(self.remote, self.paths, self.environment, self.opened_vault)
        self._add_providers()

    def _add_providers(self) -> None:
        """Connect the account to the used provider, and to the others, that the settings name at that time."""
        own, used, file = self.connect, self._provider(self.config), self.paths.config_file
        _ = chosen_want(self.config)
        if used is not None:
            from tui.settings.providers import read_provider

            with naming_place(self.config, file, "provider", used):
                _ = read_provider(file, used)
        if self._needs_key and is_key_in_vault(self._own_provider, self.config, file):
            self._ask_vault("vault", "enrich_key")
        # The thread that connects does not have the options of this command.
        options, revision = copy_context(), services_in(file)
        last: Link | None = None

        def connect() -> Link:
            nonlocal last
            link = own()
            try:
                config = Config.read(file)
                if options.run(self._has_providers, config):
                    link = options.run(self._with_providers, link, config)
                last = link
            except UsageError as error:
                if last is None:
                    raise
                # A file that is being edited must not end the sync.
                link = last.with_account_of(link).replace(mistake=error.in_full())
            return link.replace(services=revision)

        self.connect = connect

    def _with_providers(self, own: Link, config: Config) -> Link:
        # In the sync thread, because the first paint needs neither the adapters nor their parser.
        from tui.cli.account.provider import with_others, with_provider
        from tui.settings.providers import read_provider

        link, used, file = own, self._provider(config), self.paths.config_file
        if used is not None:
            provider = read_provider(file, used)
            link = with_provider(lambda: own, provider, file.parent, self.environment, self.opened_vault)()
        link = with_others(link, own, used, chosen_order(config), file, self.opened_vault)
        return link.replace(wanted=chosen_want(config))

    def _has_providers(self, config: Config) -> bool:
        """Return whether a service besides the account's own is or can be asked."""
        return self._provider(config) is not None or config.has_providers or bool(config.order)

    def _finish_account(self) -> None:
        """Finish an account's renaming or removal that was interrupted by a kill."""
        if (self.paths.data / "account-step.json").exists():
            from tui.cli.account.atomic import finish

            finish(self.paths)

    def _ask_vault(self, keeper: Keeper, secret: str) -> None:
        """Prompt for the vault's passphrase if it holds ``secret``; the screens have their own prompt."""
        if self._asks and keeper == "vault" and secret not in self.environment and self.vault is None:
            from tui.cli.account.remote import open_vault_by_prompt

            self.vault = open_vault_by_prompt(self.paths, may_stay_closed=self._may_stay_closed)
            # A user who left it closed is not asked again for the provider's key.
            self._asks = False

    def opened_vault(self) -> Vault:
        """Return the vault that all sessions of this process share; a closed one raises when it is used."""
        if self._first.vault is not None:
            return self._first.vault
        from tui.cli.account.remote import closed_vault

        return closed_vault(self.paths)

    @property
    def account(self) -> str:
        """The account's name."""
        return ACCOUNT if self.remote is None else self.remote.name

    def _read_environment(self) -> dict[str, Secret]:
        """Return the secrets from the environment, and remove them from it."""
        if self.remote is None and self._provider(self.config) is None:
            return {}
        from tui.settings.credentials import take_environment

        return take_environment()

    def _provider(self, config: Config) -> str | None:
        """Return the enrichment provider used in place of the account's own service, or None."""
        return chosen_provider(self._own_provider, config)

    @property
    def _own_provider(self) -> str:
        """The provider that the account names, or ""."""
        return self.remote.provider if self.remote is not None else ""

    def server(self, hint: str = "cardscout --account local … does it here") -> LocalServer:
        """Return the embedded server, opening it at the first call; an account elsewhere is refused with ``hint``.

        Raises:
            StoreError: The server's file cannot be opened.
            UsageError: The account is at another service.
        """
        self._require_local(hint)
        return self.embedded.server()

    def _require_local(self, hint: str) -> None:
        if self.remote is not None:
            raise UsageError(
                f"the account {self.remote.name} is at {self.remote.origin}, not on this machine",
                hint=hint,
            )

    def workspace(
        self, *, rests: bool = False, interactive: bool = True, doer: Doer = "command"
    ) -> Workspace:
        """Open the account's workspace, without starting it.

        Args:
            rests: Whether to open the embedded server only when there is something to send or to fetch. With
                other services the connection is opened at once, because only it knows their prices.
            interactive: Whether somebody types in this process, for example into the screens; typing into its
                standard input does not count.
            doer: Who writes.
        """
        # Completion imports this module, and opens no workspace.
        from tui.workspace import Workspace

        name = self.account
        path, rests = (
            self.paths.store_file(name),
            rests and self.remote is None and not self._has_providers(self.config),
        )
        if not path.exists() and (others := sorted(self.paths.data.glob("store-*.db"))):
            from tui.store_files import share_opt_outs

            # An opt-out holds for every account, also for a new one.
            share_opt_outs(path, others, self.clock)
        return Workspace.open(
            store_path=path,
            account=name,
            connect=self.connect,
            clock=self.clock,
            caps=Caps(**self.config.spending),
            country=self.config.country,
            list_labels=self.config.labels,
            revision=self.embedded.revision if rests else None,
            interactive=interactive,
            doer=doer,
        )

    def keep_up(self) -> None:
        """Erase data that is older than the settings allow, and create today's backups if missing; this takes time."""
        from tui.cli.privacy.retention import forget_old
        from tui.snapshot import Copies, databases

        forget_old(self.paths, self.config, self.clock)

        Copies(self.paths.data).daily(databases(self.paths.data), self.clock.now())

    def close(self) -> None:
        """Close the server, if it was opened, and the log; call it after closing the workspace."""
        self.embedded.close()
        if self._log is not None:
            from tui.settings import logs

            logs.stop(self._log)

    def rule_follower(self) -> RuleFollower:
        """Return what lets the rules go on after a command has renamed what they name, and prints a note."""
        from tui.rules.follower import RuleFollower

        return RuleFollower(
            self.paths.rules_file,
            self.paths.store_file,
            account=self.account,
            default_account=usual_account(self.config) or self.account,
            tell=lambda about, what: output.say(f"note: {about}: {what or 'it works again'}"),
        )

    @contextmanager
    def naming_account(self) -> Iterator[None]:
        """Add to the error that there is no board in which account it was sought, if there are several."""
        try:
            yield
        except NoSuchBoard as error:
            if others := self._other_accounts():
                error.args = (f"{error} in the account {self.account}",)
                ways = (f"--account {name}" for name in others)
                error.hint = f"{error.hint}; for another account: {' or '.join(ways)}"
            raise

    def _other_accounts(self) -> list[str]:
        from tui.settings.accounts import read_accounts

        names = (ACCOUNT, *read_accounts(self.paths.config_file))
        return [name for name in names if name != self.account]

    @asynccontextmanager
    async def started_workspace(
        self, *, writes: bool = False, doer: Doer = "command"
    ) -> AsyncIterator[Workspace]:
        """Start the workspace, send pending writes, fetch the boards if one may have changed, yield it, and close it.

        Args:
            writes: Whether the block writes, which it also does where the service does not take the token.
            doer: Who writes.
        """
        from tui.cli.online import reach

        # The hint to log in again names the account.
        CHOSEN.set(self.account)
        workspace = self.workspace(rests=True, interactive=False, doer=doer)
        workspace.writes.follower = self.rule_follower()
        if workspace.repaired:
            output.say(f"note: {workspace.repaired}")
        try:
            async with reach.told_of_earlier(workspace):
                await workspace.start()
                reach.begin()
                await reach.sync_first(workspace, writes=writes)
                yield workspace
        finally:
            await workspace.close()
            self.close()


def run(work: Callable[[Workspace], Awaitable[T]], *, account: str | None = None, writes: bool = False) -> T:
    """Run ``work`` on the workspace of the chosen account, or of ``account``; return its result.

    If it ``writes``, it is run even though the service does not take the token.

    If the service cannot be asked, a note says so and how old the shown data is.
    """
    import asyncio

    from tui.cli.online import reach

    session = Session(account=account)

    async def whole() -> T:
        opened = session.started_workspace(writes=writes)
        with session.naming_account():
            async with opened as workspace, reach.told_at_the_end(workspace):
                return await work(workspace)

    try:
        return asyncio.run(whole())
    finally:
        from tui.cli.keep.copies import copy_beside
        from tui.cli.privacy.retention import forget_daily

        forget_daily(session.paths, session.config, session.clock)
        copy_beside(session.paths.data, session.clock.now())
