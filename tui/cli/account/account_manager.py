"""The accounts of this user: list, open, log in, rename and remove.

Both the command line and the screens use it. It holds the workspaces that are open in this process; an opened
account stays open, so that switching back takes no time and its pending writes are still sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tui.app.account.accounts import AccountEntry
from tui.cli.account import atomic
from tui.cli.account.board_files import BoardFiles
from tui.cli.account.chosen import ACCOUNT, is_key_in_vault
from tui.cli.account.provider import ProviderManager
from tui.cli.account.remote import login_again_error, unix_transport
from tui.cli.account.run_vault import RunVault
from tui.cli.session import Session
from tui.errors import CredentialError, Unauthorized, UsageError
from tui.login import Login, tokens_end_on
from tui.model.account.grant import Caller
from tui.secret import Secret
from tui.settings.accounts import Account, new_name, read_account, read_accounts, save_account
from tui.settings.config import Config, bind, change
from tui.settings.credentials import (
    Safe,
    Secrets,
    free_secret_name,
    load,
    require_answer,
    save,
)
from tui.settings.environment_account import URL_VARIABLE
from tui.settings.keyring import Keyring
from tui.settings.last_account import last_account, note_last_account

if TYPE_CHECKING:
    from tui.model.sync import SyncStatus
    from tui.workspace import Workspace


class AccountManager:
    """All accounts of this user, with those that are open in this process.

    Args:
        asks: Whether a vault may ask for its passphrase on the terminal.
        released: A context manager in which nothing else in this process has files of accounts open.

    Attributes:
        vault: The vault for tokens that are not in the keyring.
        services: The services for people and companies.
    """

    def __init__(
        self,
        first: Session,
        workspace: Workspace | None = None,
        *,
        asks: bool = False,
        released: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._first, self._released = first, released
        self.vault = RunVault(first, asks=asks)
        self._paths, self._file = first.paths, first.paths.config_file
        self.services = ProviderManager(self._file, lambda: self.vault.opened(writes=True))
        self._open: dict[str, tuple[Session, Workspace]] = {}
        if workspace is not None:
            self._open[first.account] = first, workspace
        remote = first.remote
        unkept = remote is not None and remote.name not in read_accounts(self._file)
        self._unsaved = remote if unkept else None
        self._environment_account = first.account

    # --- what there is ------------------------------------------------------------------------

    def account(self, name: str) -> Account | None:
        """Return the account called ``name``; None for the local one of this machine.

        Raises:
            UsageError: There is no such account, or its settings are invalid.
        """
        if name == ACCOUNT:
            return None
        if self._unsaved is not None and self._unsaved.name == name:
            return self._unsaved
        return read_account(self._file, name)

    def entries(self) -> list[AccountEntry]:
        """Return every account, the local one first, with the facts that need no request.

        Raises:
            UsageError: The config file cannot be read.
        """
        used = Config.read(self._file).account or ""
        held = read_accounts(self._file)
        if self._unsaved is not None:
            held[self._unsaved.name] = self._unsaved
        return [self._entry(None, used), *(self._entry(one, used) for one in held.values())]

    def _entry(self, account: Account | None, used: str) -> AccountEntry:
        name = ACCOUNT if account is None else account.name
        entry = AccountEntry(
            name=name,
            address="" if account is None else account.url,
            token_place="" if account is None else self._token_place(account),
            missing=account is not None and self._is_missing(account),
            key_locked=not self._is_token_in_vault(account) and self.in_closed_vault(name),
            starts=name == used,
        )
        if name not in self._open and not self._paths.store_file(name).exists():
            return entry
        workspace = self.open(name)
        me, status = workspace.access.me(), workspace.sync.status()
        return replace(
            entry,
            member=me.display_name if me is not None and account is not None else "",
            grant=workspace.access.grant(),
            status=status,
        )

    def _token_place(self, account: Account) -> str:
        return "environment" if "token" in self._environment_secrets(account.name) else account.secrets

    def _is_missing(self, account: Account) -> bool:
        return "token" not in self._environment_secrets(account.name) and self.vault.is_missing(account)

    def saved(self, name: str) -> Account:
        """Return the account called ``name`` of the settings, which can be renamed and removed.

        Raises:
            UsageError: It is not kept there, or its settings are invalid.
        """
        if name == ACCOUNT:
            raise UsageError(
                f"the account {ACCOUNT} is that of this machine, and stays",
                hint="cardscout accounts lists those that can be renamed and removed",
            )
        if self._unsaved is not None and name == self._unsaved.name:
            raise UsageError(
                f"this account is that of {URL_VARIABLE}, and not kept in the settings",
                hint="cardscout accounts add keeps one there, under a name of yours",
            )
        return read_account(self._file, name)

    # --- opening --------------------------------------------------------------------------------

    def in_closed_vault(self, name: str) -> bool:
        """Return whether the account's token, or its provider's key, is in a vault that is still closed."""
        return self.vault.is_closed and self._is_in_vault(name)

    def _is_in_vault(self, name: str) -> bool:
        account, environment = self.account(name), self._environment_secrets(name)
        if self._is_token_in_vault(account):
            return True
        own = "" if account is None else account.provider
        return "enrich_key" not in environment and is_key_in_vault(own, Config.read(self._file), self._file)

    def _is_token_in_vault(self, account: Account | None) -> bool:
        return account is not None and self._token_place(account) == "vault"

    def open_vault(self, passphrase: Secret, *, anew: bool = False) -> Path | None:
        """Open or create the vault, and have the accounts use what is in it.

        Args:
            passphrase: The passphrase of the vault, or of the new one.
            anew: Whether to start a new vault instead of the existing one.

        Returns:
            Where the existing vault will be moved when the new one is used; None if it stays.

        Raises:
            CredentialError: The passphrase is wrong, or the vault cannot be used.
        """
        aside = self.vault.open(passphrase, anew=anew)
        for _, workspace in self._open.values():
            workspace.sync.refresh()
        return aside

    def open(self, name: str) -> Workspace:
        """Open the account's workspace, which the caller starts; it is closed with the manager.

        Raises:
            UsageError: There is no such account.
            StoreError: Its store cannot be opened.
        """
        if name not in self._open:
            unsaved = self._unsaved is not None and name == self._unsaved.name
            session = self._first if unsaved else Session(account=name, beside=self._first)
            self._open[name] = session, session.workspace(doer="screens")
        return self._open[name][1]

    def files(self, name: str) -> BoardFiles:
        """Return the imports and exports of the account; open it if necessary."""
        workspace = self.open(name)
        return BoardFiles(self._open[name][0], workspace)

    def bind(self, command: str, keys: str) -> None:
        """Set the keys of ``command`` in the config file; "" for none.

        Raises:
            UsageError: The file cannot be read or written.
        """
        bind(self._file, command, keys)

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
        """Return the login for ``account``."""
        return Login(account.url, account.key, self._first.clock, lambda: unix_transport(account))

    async def check(self, name: str) -> Caller:
        """Check the account's token at its service.

        Raises:
            UsageError: The account is the local one, or there is none of that name.
            CredentialError: There is no token, or the service does not accept it any more.
            RemoteError: The service does not answer.
        """
        account = self.account(name)
        if account is None:
            raise UsageError("the local account is on this machine: there is nothing to check")
        safe = None if "token" in self._environment_secrets(name) else self._safe(account)
        secrets = await asyncio.to_thread(load, account, self._environment_secrets(name), safe)
        try:
            caller = await self.login(account).check(secrets.token, kept=True)
        except Unauthorized as error:
            raise login_again_error(account, error) from error
        if name in self._open:
            workspace = self._open[name][1]
            out = workspace.sync.status().state == "unauthorized"
            # A command that prints the token may print another one by now.
            await (workspace.access.replace_token if out else workspace.access.record_grant)(caller.grant)
        return caller

    async def keep(
        self, account: Account, secrets: Secrets, caller: Caller | None, *, another: bool = False
    ) -> None:
        """Save an account and its secrets; an open account of that name uses them at once.

        Args:
            account: The new settings, which say where the token is kept.
            secrets: The new secrets; empty ones stay as they are.
            caller: The member as whom the service accepted the token, if it was asked.
            another: Whether the token may be of another member than before.

        Raises:
            UsageError: The account belongs to another member, in whose name its pending writes must be sent.
            CredentialError: The secrets cannot be stored.
        """
        if not another:
            self.require_same_member(account, caller)
        if self._unsaved is not None and self._unsaved.name == account.name:
            # The account and its token come from the environment, so nothing is written.
            self._first.environment["token"] = secrets.token
        else:
            account = free_secret_name(self._file, account)
            try:
                await asyncio.to_thread(self._write, account, secrets, self._safe(account, writes=True))
            except CredentialError:
                self.vault.discard_new()
                raise
            self._environment_secrets(account.name).pop("token", None)
            save_account(self._file, account)
        if account.name in self._open:
            await self._open[account.name][1].access.replace_token(None if caller is None else caller.grant)

    def _write(self, account: Account, secrets: Secrets, safe: Safe | None) -> None:
        if safe is None:
            return
        try:
            before = load(account, {}, safe)
        except CredentialError:
            before = Secrets(Secret())
        if not self.vault.is_new:
            atomic.forget_left(self._paths, account.secrets, safe)
        new = {name: getattr(secrets, name) or getattr(before, name) for name in Secrets.__slots__}
        save(account, Secrets(**new), safe)

    def key_at(self, url: str) -> str:
        """Return the application's key of another account at the same address; "" for none.

        Raises:
            UsageError: The config file cannot be read.
        """
        return next((one.key for one in read_accounts(self._file).values() if one.url == url), "")

    def may_write(self, name: str) -> bool:
        """Return whether the account's last token could write; True if there was none."""
        if name not in self._open and not self._paths.store_file(name).exists():
            return True
        grant = self.open(name).access.grant()
        return grant is None or grant.writes

    def require_same_member(self, account: Account, caller: Caller | None) -> None:
        """Check that a login to an existing account is by the same member.

        Raises:
            UsageError: The token is of another member.
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
        """Return the sync status of each account that is open in this process, by name."""
        return {name: workspace.sync.status() for name, (_, workspace) in self._open.items()}

    def waiting(self, name: str) -> int:
        """Return the number of the account's waiting and refused changes."""
        known = name in self._open or (
            name in read_accounts(self._file) and self._paths.store_file(name).exists()
        )
        if not known:
            return 0
        status = self.open(name).sync.status()
        return status.waiting + status.refused

    def _environment_secrets(self, name: str) -> dict[str, Secret]:
        """Return the secrets from the environment for the account called ``name``."""
        return self._first.environment if name == self._environment_account else {}

    def _safe(self, account: Account, *, writes: bool = False) -> Safe | None:
        """Return the place of the secrets of ``account``; a vault may ask for its passphrase here."""
        match account.secrets:
            case "vault":
                return self.vault.opened(writes=writes)
            case "keyring":
                return Keyring()
            case "command":
                return None

    def record_opened(self, name: str) -> None:
        """Note that the account is on the screen, so that the next start opens it unless another is named.

        Raises:
            UsageError: The config file cannot be read.
        """
        note_last_account(self._paths, name)

    # --- the rest -------------------------------------------------------------------------------

    def set_default(self, name: str) -> None:
        """Make the account the default at start; "" for the last opened one.

        Raises:
            UsageError: There is no account of that name.
        """
        if name:
            _ = self.account(name)
        change(self._file, "account", name or None)

    async def rename(self, name: str, new: str) -> None:
        """Rename the account to ``new``, with its token and its store.

        Raises:
            UsageError: There is no such account, or ``new`` is taken.
            StoreError: The account's store is open elsewhere; nothing was done.
        """
        account = self.saved(name)
        if new_name(new) in read_accounts(self._file):
            raise UsageError(f"there is an account {new} already", hint="take another name")
        await self.close_one(name)
        last = last_account(self._paths)
        with self._released():
            await asyncio.to_thread(atomic.rename, self._paths, account.name, new)
        if name == self._environment_account:
            self._environment_account = new
        if last == name:
            note_last_account(self._paths, new)

    async def remove(self, name: str) -> str:
        """Remove the account, its token, its store and its pending writes.

        A closed vault is not opened for this; the token is deleted when the vault is opened next.

        Returns:
            A sentence about what happens to the token.

        Raises:
            UsageError: There is no account of that name.
            CredentialError: The keyring does not answer; nothing was done.
            StoreError: The account's store is open elsewhere; nothing was done.
        """
        account = self.saved(name)
        safe = self.vault.if_open if account.secrets == "vault" else self._safe(account)
        later = account.secrets == "vault" and self.vault.is_closed
        if safe is not None:
            await asyncio.to_thread(require_answer, account, safe)
        await self.close_one(name)
        with self._released():
            await asyncio.to_thread(atomic.remove, self._paths, account, safe)
        kept = "its token leaves the vault when that is next opened, and " if later else "its token "
        return f"{kept}is good until you revoke it: {tokens_end_on(account.url)}"
