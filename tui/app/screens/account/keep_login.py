"""LoginKeeper: stores a checked token in the place for its account's secrets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from tui.app.screens.account.open_vault import VaultOpener
from tui.errors import CredentialError
from tui.model.account.grant import describe_held_changes
from tui.secret import NOTHING, Secret
from tui.settings.credentials import Secrets

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.app.commands.command import Context
    from tui.model.account.grant import Caller
    from tui.settings.accounts import Account

_OLD_VAULT_NOTE = "It was in the old vault. esc: go on without it."
_MOVED_VAULT_TEXT = (
    "The old one is put aside as\n{aside}\nTo go back to it: quit, move vault away, and rename it to vault."
)


class LoginKeeper:
    """The last steps of a login: the user confirms it, the vault is opened if needed, the token is stored.

    Args:
        accounts: The account manager, which stores the login.
        now: The current time, for the token's expiry.
        say: Shows on the page why a question is asked.
        forgotten: Whether the user has forgotten the vault's passphrase.
    """

    def __init__(
        self,
        page: Context,
        accounts: Accounts,
        *,
        now: datetime,
        say: Callable[[str], None],
        forgotten: bool = False,
    ) -> None:
        self._page, self._accounts, self._now, self._say = page, accounts, now, say
        self._forgotten = forgotten

    async def keep(self, account: Account, token: Secret, caller: Caller) -> str | None:
        """Ask the user to confirm the token's owner, and store it if they do.

        Returns:
            A text to show afterwards, or ""; None if the user declined and nothing was stored.

        Raises:
            CredentialError: There is no place to store the token.
        """
        may = "" if caller.grant is None else caller.grant.words(self._now)
        reads = caller.grant is not None and not caller.grant.writes
        detail = f"{may}. Its boards are shown read-only.{self._queued_note(account)}" if reads else may
        question = f"You are {caller.name}. Keep this login?"
        if not await self._page.confirm(question, detail=detail, yes="Keep it", meant=True):
            return None
        vault = VaultOpener(self._page, self._accounts, account.name)
        if account.secrets == "vault":
            await self._open(vault, "The token is kept in an encrypted file.")
        secrets = await self._secrets(account, token, anew=vault.aside is not None)
        try:
            await self._accounts.keep(account, secrets, caller)
        except CredentialError as error:
            if account.secrets != "keyring":
                raise
            self._say(str(error))
            await self._open(vault, f"{error} The token is kept in an encrypted file instead.")
            await self._accounts.keep(replace(account, secrets="vault"), secrets, caller)
        return "" if vault.aside is None else _MOVED_VAULT_TEXT.format(aside=vault.aside)

    async def _open(self, vault: VaultOpener, why: str) -> None:
        """Open the vault, unless it is open.

        Raises:
            CredentialError: The user chose not to store the token.
        """
        if not (self._accounts.vault.exists and self._accounts.vault.is_open):
            await vault.open(why, forgotten=self._forgotten)

    async def _secrets(self, account: Account, token: Secret, *, anew: bool) -> Secrets:
        """Collect the account's secrets; with a new vault, ask for those that were in the old one."""
        key = signing = NOTHING
        if anew and account.enrich_url:
            key = await self._ask(f"The key of the sales-intelligence service at {account.enrich_origin}")
        if anew and account.webhook_url:
            signing = await self._ask("The application's secret")
        return Secrets(token, key, signing)

    async def _ask(self, asked: str) -> Secret:
        given: list[Secret] = []

        async def take(typed: str) -> None:
            given.append(Secret(typed.strip()))

        _ = await self._page.prompt(asked, note=_OLD_VAULT_NOTE, hidden=True, attempt=take, step=True)
        return given[-1] if given else NOTHING

    def _queued_note(self, account: Account) -> str:
        """Return what happens to queued changes with a read-only token; "" if none are queued."""
        entry = next((one for one in self._accounts.entries() if one.name == account.name), None)
        count = 0 if entry is None or entry.status is None else entry.status.waiting
        return f"\n\n{describe_held_changes(count)}" if count else ""
