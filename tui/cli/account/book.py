"""Book: the accounts of this user, put together: listed, opened, logged in to, renamed, forgotten.

What the command line and the screens do with accounts is done here, once. It holds what is open in this process;
an account stays open once it was, so that going back to it is at once and what waits there is still sent.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tui.app.account.accounts import AccountEntry
from tui.cli.account import one_step
from tui.cli.account.chosen import ACCOUNT, chosen_provider
from tui.cli.account.remote import carrier, taken_no_more
from tui.cli.account.run_vault import RunVault
from tui.cli.session import Session
from tui.errors import CredentialError, Unauthorized, UsageError
from tui.login import Login, tokens_end_on
from tui.model.account.grant import Caller
from tui.secret import Secret
from tui.settings.accounts import (
    Account,
    new_name,
    read_account,
    read_accounts,
    save_account,
)
from tui.settings.config import Config, change
from tui.settings.credentials import (
    Safe,
    Secrets,
    free_secret_name,
    load,
    save,
    see_that_it_opens,
)
from tui.settings.keyring import Keyring
from tui.settings.last_account import last_account, note_last_account
from tui.settings.providers import read_provider

if TYPE_CHECKING:
    from tui.model.sync import SyncStatus
    from tui.workspace import Workspace


class Book:
    """The accounts.

    Args:
        first: The session of the account that is open.
        workspace: Its workspace, where there is one.
        asks: Whether a vault may ask for its passphrase on the terminal.

    Attributes:
        vault: The one that tokens are kept in where they are not in the keyring.
    """

    def __init__(self, first: Session, workspace: Workspace | None = None, *, asks: bool = False) -> None:
        self._first = first
        self.vault = RunVault(first, asks=asks)
        self._paths, self._file = first.paths, first.paths.config_file
        self._open: dict[str, tuple[Session, Workspace]] = {}
        if workspace is not None:
            self._open[first.account] = first, workspace
        remote = first.remote
        unkept = remote is not None and remote.name not in read_accounts(self._file)
        self._unkept = remote if unkept else None
        self._told_of = first.account

    # --- what there is ------------------------------------------------------------------------

    def account(self, name: str) -> Account | None:
        """The account called ``name``; None for this machine's own.

        Raises:
            UsageError: There is none, or it cannot be.
        """
        if name == ACCOUNT:
            return None
        if self._unkept is not None and self._unkept.name == name:
            return self._unkept
        return read_account(self._file, name)

    def entries(self) -> list[AccountEntry]:
        """Every account, this machine's own first, with what is known of it without asking anybody.

        Raises:
            UsageError: The config file cannot be read.
        """
        used = Config.read(self._file).account or ""
        held = read_accounts(self._file)
        if self._unkept is not None:
            held[self._unkept.name] = self._unkept
        return [self._entry(None, used), *(self._entry(one, used) for one in held.values())]

    def _entry(self, account: Account | None, used: str) -> AccountEntry:
        name = ACCOUNT if account is None else account.name
        entry = AccountEntry(
            name=name,
            address="" if account is None else account.url,
            keeper="" if account is None else account.secrets,
            missing=account is not None and self._is_missing(account),
            starts=name == used,
        )
        if name not in self._open and not self._paths.store_file(name).exists():
            return entry
        workspace = self.open(name)
        me, status = workspace.access.me(), workspace.sync.status()
        return replace(
            entry,
            member=(me.full_name or me.username) if me is not None and account is not None else "",
            grant=workspace.access.grant(),
            status=status,
        )

    def _is_missing(self, account: Account) -> bool:
        return "token" not in self._told(account.name) and self.vault.is_missing(account)

    # --- opening --------------------------------------------------------------------------------

    def sealed(self, name: str) -> bool:
        """Whether the account's token, or its provider's key, is in a vault whose passphrase was not given yet."""
        return self.vault.is_closed and self._is_in_vault(name)

    def _is_in_vault(self, name: str) -> bool:
        account, told = self.account(name), self._told(name)
        if account is not None and account.secrets == "vault" and "token" not in told:
            return True
        provider = chosen_provider("" if account is None else account.provider, Config.read(self._file))
        if provider is None or "enrich_key" in told:
            return False
        return read_provider(self._file, provider).secrets == "vault"

    def unseal(self, passphrase: Secret, *, anew: bool = False) -> Path | None:
        """Open the vault, or make it; accounts that waited for it go on.

        Args:
            passphrase: Of the vault, or of the new one.
            anew: Whether it is that of another vault.

        Returns:
            Where the one that is there goes when something is kept; None where it stays.

        Raises:
            CredentialError: The passphrase is wrong, or the vault cannot be used.
        """
        aside = self.vault.open(passphrase, anew=anew)
        for _, workspace in self._open.values():
            if workspace.sync.status().trouble == "locked":
                workspace.sync.refresh()
        return aside

    def open(self, name: str) -> Workspace:
        """The workspace of the account, which the caller starts; it is closed with the book.

        Raises:
            UsageError: There is no such account.
            StoreError: Its store cannot be opened.
        """
        if name not in self._open:
            session = Session(account=name, beside=self._first)
            self._open[name] = session, session.workspace()
        return self._open[name][1]

    async def close_one(self, name: str) -> None:
        """Close the account, if it is open."""
        if (held := self._open.pop(name, None)) is not None:
            session, workspace = held
            await workspace.close()
            if session is not self._first:
                session.close()

    async def close(self) -> None:
        """Close everything."""
        await asyncio.gather(*(self.close_one(name) for name in [*self._open]))

    # --- logging in -----------------------------------------------------------------------------

    def login(self, account: Account) -> Login:
        """The ways into ``account``."""
        return Login(account.url, account.key, self._first.clock, lambda: carrier(account))

    async def check(self, name: str) -> Caller:
        """Try the account's token.

        Raises:
            UsageError: It is this machine's own, or there is none of that name.
            CredentialError: There is no token, or the service takes it no more.
            RemoteError: The service does not answer.
        """
        account = self.account(name)
        if account is None:
            raise UsageError("the local account is on this machine: there is nothing to check")
        safe = None if "token" in self._told(name) else self._safe(account)
        secrets = await asyncio.to_thread(load, account, self._told(name), safe)
        try:
            caller = await self.login(account).check(secrets.token, kept=True)
        except Unauthorized as error:
            raise taken_no_more(account, error) from error
        if name in self._open:
            workspace = self._open[name][1]
            out = workspace.sync.status().state == "unauthorized"
            # The command that prints it may print another one by now.
            await (workspace.access.signed_in if out else workspace.access.heard)(caller.grant)
        return caller

    async def keep(
        self, account: Account, secrets: Secrets, caller: Caller | None, *, another: bool = False
    ) -> None:
        """Keep an account and what is secret of it; one of that name that is open goes on with it at once.

        Args:
            account: As it is to be; where its token is kept is one of its fields.
            secrets: What is new; what is left out stays as it is.
            caller: Whom the service takes us for, where that was asked.
            another: Whether it may be another member's than before.

        Raises:
            UsageError: The account of that name is another member's: what waits there is not for this one.
            CredentialError: Nothing can be kept there.
        """
        if not another:
            self.see_that_it_is_theirs(account, caller)
        if self._unkept is not None and self._unkept.name == account.name:
            # The environment made this account, and keeps it.
            self._first.environment["token"] = secrets.token
        else:
            account = free_secret_name(self._file, account)
            try:
                await asyncio.to_thread(self._write, account, secrets, self._safe(account, writes=True))
            except CredentialError:
                self.vault.leave_new()
                raise
            self._told(account.name).pop("token", None)
            save_account(self._file, account)
        if account.name in self._open:
            await self._open[account.name][1].access.signed_in(None if caller is None else caller.grant)

    def _write(self, account: Account, secrets: Secrets, safe: Safe | None) -> None:
        if safe is None:
            return
        try:
            before = load(account, {}, safe)
        except CredentialError:
            before = Secrets(Secret())
        if not self.vault.begins:
            one_step.forget_left(self._paths, account.secrets, safe)
        new = {name: getattr(secrets, name) or getattr(before, name) for name in Secrets.__slots__}
        save(account, Secrets(**new), safe)

    def key_at(self, url: str) -> str:
        """The application's key with which another account is at that address; "" for none.

        Raises:
            UsageError: The config file cannot be read.
        """
        return next((one.key for one in read_accounts(self._file).values() if one.url == url), "")

    def may_write(self, name: str) -> bool:
        """Whether the last token of the account could write; also where there was none."""
        if name not in self._open and not self._paths.store_file(name).exists():
            return True
        grant = self.open(name).access.grant()
        return grant is None or grant.writes

    def see_that_it_is_theirs(self, account: Account, caller: Caller | None) -> None:
        """See that a login to an account that is there already is its own member's.

        Raises:
            UsageError: It is somebody else's.
        """
        known = read_accounts(self._file).get(account.name)
        there = account.name in self._open or self._paths.store_file(account.name).exists()
        if caller is None or known is None or not there:
            return
        me = self.open(account.name).access.me()
        if me is not None and me.id != caller.member.id:
            theirs = Caller(me, None).name
            raise UsageError(
                f"{account.name} is the account of {theirs}, and this token is of {caller.name}",
                hint="what waits there would be sent in another name: add it as an account of its own, or "
                f"cardscout accounts login {account.name} --another-member takes it all the same",
            )

    def statuses(self) -> dict[str, SyncStatus]:
        """How the accounts that are open in this process stand to their services, by name."""
        return {name: workspace.sync.status() for name, (_, workspace) in self._open.items()}

    def waiting(self, name: str) -> int:
        """How many changes its service has not got: what waits, and what was refused."""
        known = name in self._open or (
            name in read_accounts(self._file) and self._paths.store_file(name).exists()
        )
        if not known:
            return 0
        status = self.open(name).sync.status()
        return status.waiting + status.refused

    def _told(self, name: str) -> dict[str, Secret]:
        """What the environment said of the account called ``name``."""
        return self._first.environment if name == self._told_of else {}

    def _safe(self, account: Account, *, writes: bool = False) -> Safe | None:
        """Who keeps the secrets of ``account``; a vault that asks on the terminal does so here."""
        match account.secrets:
            case "vault":
                return self.vault.opened(writes=writes)
            case "keyring":
                return Keyring()
            case "command":
                return None

    def opened(self, name: str) -> None:
        """The account is on the screen: the next start goes on with it, unless another is asked for.

        Raises:
            UsageError: The config file cannot be read.
        """
        note_last_account(self._paths, name)

    # --- the rest -------------------------------------------------------------------------------

    def use(self, name: str) -> None:
        """Open the account from now on when nothing else is said; "" for the one that was open last.

        Raises:
            UsageError: There is none of that name.
        """
        if name:
            _ = self.account(name)
        change(self._file, "account", name or None)

    async def rename(self, name: str, new: str) -> None:
        """Call the account ``new``: its token and all that is kept of it go along.

        Raises:
            UsageError: There is none, or one is called so already.
            StoreError: Its store is open elsewhere; nothing was done.
        """
        account = read_account(self._file, name)
        if new_name(new) in read_accounts(self._file):
            raise UsageError(f"there is an account {new} already", hint="take another name")
        await self.close_one(name)
        last = last_account(self._paths)
        await asyncio.to_thread(one_step.rename, self._paths, account.name, new)
        if name == self._told_of:
            self._told_of = new
        if last == name:
            note_last_account(self._paths, new)

    async def remove(self, name: str) -> str:
        """Forget the account, its token, and all that was fetched from it or waits to be sent to it.

        A vault that is closed is not asked for: the token in it is forgotten when it is opened the next time.

        Returns:
            What becomes of its token, in a sentence.

        Raises:
            UsageError: There is none of that name.
            CredentialError: The keyring does not answer; nothing was done.
            StoreError: Its store is open elsewhere; nothing was done.
        """
        account = read_account(self._file, name)
        safe = self.vault.as_it_is if account.secrets == "vault" else self._safe(account)
        later = account.secrets == "vault" and self.vault.is_closed
        if safe is not None:
            await asyncio.to_thread(see_that_it_opens, account, safe)
        await self.close_one(name)
        await asyncio.to_thread(one_step.remove, self._paths, account, safe)
        kept = "its token leaves the vault when that is next opened, and " if later else "its token "
        return f"{kept}is good until you revoke it: {tokens_end_on(account.url)}"
