"""Trial: checks an address and an application key before the token is requested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import RemoteError, UsageError

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.settings.accounts import Account

AGAIN = "Enter again goes on all the same."


class Trial:
    """A check of an address and a key that reports a problem once; if entered again unchanged, they are accepted.

    Args:
        accounts: The account manager, which can reach the service.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._last_failed: tuple[str, str] | None = None

    async def check(self, account: Account) -> None:
        """Check the address of ``account``, and its key if it has one.

        Raises:
            CredentialError: The key looks like a token.
            RemoteError: The service does not answer, or does not know the key.
            UsageError: The answer is unusual for a board service.
        """
        if self._last_failed == (account.url, account.key):
            return
        try:
            odd = await self._accounts.login(account).probe()
        except RemoteError as error:
            self._last_failed, error.hint = (account.url, account.key), AGAIN
            raise
        if odd:
            self._last_failed = account.url, account.key
            raise UsageError(odd, hint=AGAIN)
