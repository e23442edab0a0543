"""Trial: an address and a key are tried before anybody is asked for a token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import RemoteError, UsageError

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.settings.accounts import Account

AGAIN = "Enter again goes on all the same."


class Trial:
    """Says what is wrong with an address or a key, once: given again as it is, it is believed.

    Args:
        accounts: Know the ways into a service.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._told: tuple[str, str] | None = None

    async def see(self, account: Account) -> None:
        """Try the address of ``account``, and its key where it has one.

        Raises:
            CredentialError: The key cannot be one.
            RemoteError: Nobody answers, or nobody knows the key.
            UsageError: The answer is odd.
        """
        if self._told == (account.url, account.key):
            return
        try:
            odd = await self._accounts.login(account).probe()
        except RemoteError as error:
            self._told, error.hint = (account.url, account.key), AGAIN
            raise
        if odd:
            self._told = account.url, account.key
            raise UsageError(odd, hint=AGAIN)
