"""The vault as this run sees it: missing, closed, open, or a new one that replaces another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tui.cli.account import atomic
from tui.cli.account.remote import terminal_vault
from tui.errors import CardscoutError
from tui.settings.credentials import (
    is_missing,
    is_token_lacking,
    kept_in_vault,
    path_for_old_vault,
    vault_file,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tui.cli.session import Session
    from tui.secret import Secret
    from tui.settings.accounts import Account
    from tui.settings.credentials import Safe


class RunVault:
    """The vault that all accounts of this user share, with its state in this run.

    Args:
        session: Holds the opened vault, also for the sessions opened beside it.
        asks: Whether the terminal may prompt for the passphrase.
    """

    def __init__(self, session: Session, *, asks: bool) -> None:
        self._session, self._asks = session, asks
        self._file = vault_file(session.paths.data)

    @property
    def exists(self) -> bool:
        """Whether there is a vault file on the disk."""
        return self._file.exists()

    @property
    def is_open(self) -> bool:
        """Whether its passphrase has been given in this run."""
        return self._session.vault is not None and not self._session.vault.is_new

    @property
    def is_closed(self) -> bool:
        """Whether there is a vault that was neither opened nor replaced in this run."""
        return self._session.vault is None and self.exists

    @property
    def is_new(self) -> bool:
        """Whether a new vault was started that is still empty, so that the old file is still in place."""
        return self._session.vault is not None and self._session.vault.is_new

    @property
    def if_open(self) -> Safe | None:
        """The vault if it is open, else None; never prompts."""
        return self._session.vault

    def others(self, name: str) -> list[str]:
        """Return the other accounts and providers with secrets in the vault, without ``name``.

        Raises:
            UsageError: The config file cannot be read.
        """
        return [one for one in kept_in_vault(self._session.paths.config_file) if one != name]

    def is_missing(self, account: Account) -> bool:
        """Return whether it is certain, without a prompt, that no token of ``account`` is stored."""
        return is_missing(account.secrets, self._session.paths.data) or is_token_lacking(
            account, self._session.vault
        )

    def open(self, passphrase: Secret, *, anew: bool = False) -> Path | None:
        """Open or create the vault.

        Args:
            passphrase: The passphrase of the vault, or of the new one.
            anew: Whether to start a new vault; the existing file is moved when something is stored.

        Returns:
            Where the existing file will be moved; None if it stays.

        Raises:
            CredentialError: The passphrase is wrong, or the vault cannot be used.
        """
        from tui.settings.vault import Vault

        aside = self._aside() if anew and self.exists else None
        vault = Vault(self._file, lambda _: passphrase, tries=1, aside=aside)
        vault.unlock()
        self._session.vault = vault
        if not vault.is_new:
            with suppress(CardscoutError):
                atomic.forget_left(self._session.paths, "vault", vault)
        return aside

    def ask_for_new(self) -> Path:
        """Start a new vault, with a passphrase prompt on the terminal; return where the old one will be moved."""
        aside = self._aside()
        self._session.vault = terminal_vault(self._session.paths, aside=aside)
        return aside

    def opened(self, *, writes: bool) -> Safe:
        """Return the vault, after a prompt for its passphrase if this run may ask on the terminal.

        Call it in the thread that gets ctrl+c; in another thread the prompt would continue after ctrl+c, and
        leave the terminal without echo.

        Raises:
            CredentialError: The passphrase was not given, or is wrong.
        """
        if self._asks:
            self._session.vault = self._session.vault or terminal_vault(self._session.paths)
            if writes or self.exists:
                self._session.vault.unlock()
        return self._session.opened_vault()

    def discard_new(self) -> None:
        """Discard a new vault that is still empty, and return to the existing one, closed."""
        if self.is_new:
            self._session.vault = None

    def _aside(self) -> Path:
        return path_for_old_vault(self._file, self._session.clock.now())
