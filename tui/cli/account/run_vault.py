"""The vault of this run: none yet, closed, open, or a new one that was begun in the place of another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tui.cli.account import one_step
from tui.cli.account.remote import terminal_vault
from tui.errors import CardscoutError
from tui.settings.credentials import aside_of, is_lacking, is_missing, kept_in_vault, vault_file

if TYPE_CHECKING:
    from pathlib import Path

    from tui.cli.session import Session
    from tui.secret import Secret
    from tui.settings.accounts import Account
    from tui.settings.credentials import Safe


class RunVault:
    """The vault that all accounts of this machine share, as far as this run has opened it.

    Args:
        session: Holds it, once it is open, for everything that is opened beside it.
        asks: Whether its passphrase may be asked for on the terminal.
    """

    def __init__(self, session: Session, *, asks: bool) -> None:
        self._session, self._asks = session, asks
        self._file = vault_file(session.paths.data)

    @property
    def exists(self) -> bool:
        """Whether there is one on the disk, with a passphrase of its own."""
        return self._file.exists()

    @property
    def is_open(self) -> bool:
        """Whether somebody has given its passphrase in this run."""
        return self._session.vault is not None and not self._session.vault.begins

    @property
    def is_closed(self) -> bool:
        """Whether there is one, and nobody has opened it, or begun another."""
        return self._session.vault is None and self.exists

    @property
    def begins(self) -> bool:
        """Whether a new one was begun, and nothing is in it yet: the old one is still in its place."""
        return self._session.vault is not None and self._session.vault.begins

    @property
    def as_it_is(self) -> Safe | None:
        """The vault, where it is open; nobody is asked."""
        return self._session.vault

    def others(self, name: str) -> list[str]:
        """Whose secrets are in it beside those of the account called ``name``.

        Raises:
            UsageError: The config file cannot be read.
        """
        return [one for one in kept_in_vault(self._session.paths.config_file) if one != name]

    def is_missing(self, account: Account) -> bool:
        """Whether it is known without asking that no token of ``account`` is kept."""
        return is_missing(account.secrets, self._session.paths.data) or is_lacking(
            account, self._session.vault
        )

    def open(self, passphrase: Secret, *, anew: bool = False) -> Path | None:
        """Open it, or make it.

        Args:
            passphrase: Of the vault, or of the new one.
            anew: Whether it is that of another vault: the one that is there is put aside when something is kept.

        Returns:
            Where the one that is there goes then; None where it stays.

        Raises:
            CredentialError: The passphrase is wrong, or the vault cannot be used.
        """
        from tui.settings.vault import Vault

        aside = self._aside() if anew and self.exists else None
        vault = Vault(self._file, lambda _: passphrase, tries=1, aside=aside)
        vault.unlock()
        self._session.vault = vault
        if not vault.begins:
            with suppress(CardscoutError):
                one_step.forget_left(self._session.paths, "vault", vault)
        return aside

    def ask_for_new(self) -> Path:
        """Have the terminal ask for the passphrase of a new one; where the old one goes, when something is kept."""
        aside = self._aside()
        self._session.vault = terminal_vault(self._session.paths, aside=aside)
        return aside

    def opened(self, *, writes: bool) -> Safe:
        """The vault, open where this run may ask on the terminal.

        It is asked for in the thread that gets ctrl+c: in another one the question would go on, and leave the
        terminal without echo.

        Raises:
            CredentialError: Nobody has given its passphrase, or it is wrong.
        """
        if self._asks:
            self._session.vault = self._session.vault or terminal_vault(self._session.paths)
            if writes or self.exists:
                self._session.vault.unlock()
        return self._session.opened_vault()

    def leave_new(self) -> None:
        """Go back to the one that is there, closed, where nothing could be kept in a new one."""
        if self.begins:
            self._session.vault = None

    def _aside(self) -> Path:
        return aside_of(self._file, self._session.clock.now())
