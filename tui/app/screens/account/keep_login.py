"""LoginKeeper: keeps a token that was tried, where its account's secrets are kept."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from tui.app.account.accounts import Accounts
from tui.app.commands.command import Context
from tui.app.screens.account.open_vault import VaultOpener
from tui.errors import CredentialError
from tui.model.account.grant import Caller
from tui.presentation.held import held
from tui.secret import Secret
from tui.settings.accounts import Account
from tui.settings.credentials import Secrets


class LoginKeeper:
    """Keeps a login when the user says that it is theirs, and opens the vault where the token goes there.

    Args:
        page: Asks the questions.
        accounts: Keep the login.
        now: For when the token ends.
        say: Shows on the page why a question is asked.
    """

    def __init__(
        self, page: Context, accounts: Accounts, *, now: datetime, say: Callable[[str], None]
    ) -> None:
        self._page, self._accounts, self._now, self._say = page, accounts, now, say

    async def keep(self, account: Account, token: Secret, caller: Caller) -> bool:
        """Say whose the token is, and keep it when that is right; False when it is not.

        Raises:
            CredentialError: There is no place for the token.
        """
        may = "" if caller.grant is None else caller.grant.words(self._now)
        reads = caller.grant is not None and not caller.grant.writes
        detail = f"{may}. Its boards are shown read-only.{self._waits(account)}" if reads else may
        question = f"You are {caller.name}. Keep this login?"
        if not await self._page.confirm(question, detail=detail, yes="Keep it", meant=True):
            return False
        held, vault = self._accounts, VaultOpener(self._page, self._accounts, account.name)
        if account.secrets == "vault" and (not held.has_vault() or held.sealed(account.name)):
            await vault.open("The token is kept in an encrypted file.")
        try:
            await held.keep(account, Secrets(token), caller)
        except CredentialError as error:
            if account.secrets != "keyring":
                raise
            self._say(str(error))
            await vault.open(f"{error} The token is kept in an encrypted file instead.")
            await held.keep(replace(account, secrets="vault"), Secrets(token), caller)
        return True

    def _waits(self, account: Account) -> str:
        """What becomes of the changes that wait, with a token that cannot send them; "" where none do."""
        entry = next((one for one in self._accounts.entries() if one.name == account.name), None)
        count = 0 if entry is None or entry.status is None else entry.status.waiting
        return f"\n\n{held(count)}" if count else ""
