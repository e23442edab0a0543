"""The connection to an account at another service: address from the settings, token from keyring or vault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from tui.cli import output
from tui.errors import CardscoutError, CredentialError, Unauthorized, UsageError, VaultClosed
from tui.login import UnknownKey
from tui.settings.accounts import Account, read_accounts
from tui.settings.credentials import Secrets, is_missing, load, vault_file
from tui.settings.environment_account import login_words
from tui.workspace import Link

if TYPE_CHECKING:
    import httpx

    from tui.secret import Secret
    from tui.settings.paths import Paths
    from tui.settings.vault import Vault

_TRIES = 3
_FORGOTTEN = " Forgotten? Enter alone, then A and l begin another."
_STAYS_CLOSED = "The vault stays closed: what is here is shown, and no service is asked that needs it."


class StaysClosed(Exception):
    """The user leaves the vault closed, to work without the service."""


def connection(
    account: Account, paths: Paths, environment: Mapping[str, Secret], vault: Callable[[], Vault]
) -> Callable[[], Link]:
    """Return a function that builds the link to ``account``, to be called in the sync thread.

    The function reads the keyring in that thread, so that the screens need not wait for it. Each call reads
    the settings and secrets again, because the user may have logged in since.

    Args:
        account: The account.
        paths: The user's paths.
        environment: The secrets from the environment, which later calls see changed.
        vault: Returns the vault, open.
    """

    def connect() -> Link:
        nonlocal account
        mistake = ""
        try:
            account = read_accounts(paths.config_file).get(account.name, account)
        except UsageError as error:
            # With the account as it was, so that its new token is used.
            mistake = error.in_full()
        sealed = account.secrets == "vault" and "token" not in environment
        secrets = load(account, environment, vault() if sealed else None)
        return link(account, secrets, paths.config_file.parent).replace(mistake=mistake)

    return connect


def terminal_vault(paths: Paths, *, aside: Path | None = None, may_stay_closed: bool = False) -> Vault:
    """Return the vault of this user, which prompts for its passphrase on the terminal.

    Args:
        paths: The user's paths.
        aside: Where the vault is moved when a new one replaces it; None to open it.
        may_stay_closed: Whether an empty line leaves it closed; the prompt then raises ``StaysClosed``.
    """
    from tui.cli.account.echo import echo_off, has_terminal
    from tui.cli.account.secret import passphrase
    from tui.settings.vault import NEW, Vault

    asked = False

    def choose() -> Secret:
        for _ in range(_TRIES - 1 if has_terminal() else 0):
            try:
                output.say("The passphrase is asked for once in each run, and nobody can recover it.")
                return passphrase(NEW, new=True)
            except CredentialError as error:
                output.say(f"{error} {error.hint}")
        return passphrase(NEW, new=True)

    def ask(new: bool) -> Secret:
        nonlocal asked
        if new:
            return choose()
        if asked:
            output.say(f"That passphrase does not open the vault.{_FORGOTTEN if may_stay_closed else ''}")
        asked = True
        return _passphrase(may_stay_closed=may_stay_closed)

    # A pipe has one answer; further lines, if any, are input for something else.
    tries = _TRIES if has_terminal() else 1
    return Vault(vault_file(paths.data), ask, tries=tries, aside=aside, hidden=echo_off)


def _passphrase(*, may_stay_closed: bool) -> Secret:
    from tui.cli.account.secret import passphrase

    if not may_stay_closed:
        return passphrase("Passphrase of the vault", new=False)
    words = "Passphrase of the vault (enter alone: leave it closed)"
    if not (given := passphrase(words, new=False, needed=False)):
        raise StaysClosed
    return given


def open_vault_by_prompt(paths: Paths, *, may_stay_closed: bool) -> Vault | None:
    """Open the vault with a passphrase prompt; None if there is no vault, or it stays closed.

    Args:
        paths: The user's paths.
        may_stay_closed: Whether an empty line, or ctrl+c, leaves it closed.

    Raises:
        CredentialError: The passphrase is wrong, or the vault cannot be used.
    """
    from tui.cli.account.atomic import forget_left
    from tui.cli.account.echo import has_terminal

    if is_missing("vault", paths.data):
        return None
    vault_may_stay_closed = may_stay_closed and has_terminal()
    vault = terminal_vault(paths, may_stay_closed=vault_may_stay_closed)
    try:
        vault.unlock()
    except (StaysClosed, KeyboardInterrupt, click.Abort):
        if not may_stay_closed:
            raise
        output.say(_STAYS_CLOSED)
        return None
    except CredentialError as error:
        if not vault_may_stay_closed:
            raise
        output.say(f"{error}\n{_STAYS_CLOSED}")
        return None
    with suppress(CardscoutError):
        # Secrets that cannot be deleted now are deleted the next time.
        forget_left(paths, "vault", vault)
    return vault


def closed_vault(paths: Paths) -> Vault:
    """Return a vault that never prompts: without a file it is empty, else it raises ``VaultClosed``."""
    from tui.settings.vault import Vault

    return Vault(vault_file(paths.data), _raise_closed)


def _raise_closed(_new: bool) -> Secret:
    raise VaultClosed("The vault is closed.", hint="On the Accounts page (A), enter asks for its passphrase.")


def link(account: Account, secrets: Secrets, config: Path | None = None) -> Link:
    """Build the link to ``account`` with ``secrets``; the user's own adapters are in ``config``."""
    from tui.adapters.read import find_adapter

    return Link(
        board_url=account.url,
        key=account.key,
        token=secrets.token,
        http=unix_transport(account),
        enrich_url=account.enrich_url,
        enrich_key=secrets.enrich_key,
        provider=urlsplit(account.enrich_url).hostname or "",
        adapter=find_adapter(account.dialect, config),
        enrich_rate=None if account.enrich_url else 0,
        rate_limit=account.rate_limit,
        webhook_url=account.webhook_url,
        webhook_listen=account.webhook_listen,
        webhook_secret=secrets.webhook_secret,
    )


def unix_transport(account: Account) -> httpx.AsyncBaseTransport | None:
    """Return the HTTP transport over the account's Unix socket, or None for the network."""
    if not account.socket:
        return None
    import httpx

    return httpx.AsyncHTTPTransport(uds=account.socket)


def login_again_error(account: Account, error: Unauthorized) -> CredentialError:
    """Convert the ``error`` of a stored token, with the login command as the hint."""
    login = login_words(account.name)
    if isinstance(error, UnknownKey):
        return CredentialError(str(error), hint=f"{login} asks for another key; what waits here is kept")
    return CredentialError(str(error), hint=f"Log in again: l on the Accounts page, or {login}")
