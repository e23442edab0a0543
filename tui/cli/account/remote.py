"""The way to an account at another service: its address from the settings, its token from where it is kept."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tui.settings.accounts import Account
from tui.settings.credentials import Safe, Secrets, load, take_environment, vault_file
from tui.settings.paths import Paths
from tui.settings.providers import RATE
from tui.workspace import Link

if TYPE_CHECKING:
    import httpx


def ways(account: Account, paths: Paths, told: Mapping[str, str] | None = None) -> Callable[[], Link]:
    """What says how to reach ``account``; to be called in the sync thread.

    The keyring is asked there, so that the screens do not wait for it; a vault asks for its passphrase now,
    while there is a terminal to ask on.

    Args:
        account: Whose.
        paths: Where the vault is.
        told: What the environment said; None to take it from there.

    Raises:
        CredentialError: The vault cannot be opened.
    """
    told = take_environment() if told is None else told
    if account.secrets != "vault" or "token" in told:
        return lambda: link(account, load(account, told))
    held = load(account, told, vault(paths))
    return lambda: link(account, held)


def vault(paths: Paths) -> Safe:
    """The vault of this user, which asks on the terminal."""
    from tui.settings.vault import Vault

    return Vault(vault_file(paths.data), _passphrase)


def _passphrase(new: bool) -> str:
    from tui.cli.account.secret import passphrase

    return passphrase("A passphrase for the vault" if new else "Passphrase of the vault", new=new)


def link(account: Account, secrets: Secrets) -> Link:
    """How to reach ``account`` with ``secrets``."""
    return Link(
        board_url=account.url,
        key=account.key,
        token=secrets.token,
        http=_socket(account.socket) if account.socket else None,
        enrich_url=account.enrich_url,
        enrich_key=secrets.enrich_key,
        provider=urlsplit(account.enrich_url).hostname or "",
        dialect=account.dialect,
        enrich_rate=RATE if account.enrich_url else None,
        rate_limit=account.rate_limit,
        webhook_url=account.webhook_url,
        webhook_listen=account.webhook_listen,
        webhook_secret=secrets.webhook_secret,
    )


def _socket(path: str) -> "httpx.AsyncBaseTransport":
    import httpx

    return httpx.AsyncHTTPTransport(uds=path)
