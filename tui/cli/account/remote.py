"""The way to an account at another service: its address from the settings, its token from where it is kept."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tui.cli import output
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings.accounts import Account, read_accounts
from tui.settings.credentials import Secrets, load, vault_file
from tui.settings.paths import Paths
from tui.settings.providers import RATE
from tui.workspace import Link

if TYPE_CHECKING:
    import httpx

    from tui.settings.vault import Vault

_TRIES = 3


def connection(
    account: Account, paths: Paths, environment: Mapping[str, Secret], vault: "Callable[[], Vault]"
) -> Callable[[], Link]:
    """What says how to reach ``account``; to be called in the sync thread.

    The keyring is asked there, so that the screens do not wait for it. Each call looks again: somebody may have
    logged in since.

    Args:
        account: Whose.
        paths: Where the settings are.
        environment: What the environment said, and still holds.
        vault: The vault, open.
    """

    def connect() -> Link:
        now = read_accounts(paths.config_file).get(account.name, account)
        sealed = now.secrets == "vault" and "token" not in environment
        return link(now, load(now, environment, vault() if sealed else None))

    return connect


def terminal_vault(paths: Paths) -> "Vault":
    """The vault of this user, which asks on the terminal."""
    from tui.cli.account.echo import has_terminal
    from tui.cli.account.secret import passphrase
    from tui.settings.vault import NEW, Vault, checked

    asked = False

    def choose() -> Secret:
        for _ in range(_TRIES - 1 if has_terminal() else 0):
            try:
                return checked(passphrase(NEW, new=True))
            except CredentialError as error:
                output.say(f"{error} {error.hint}")
        return passphrase(NEW, new=True)

    def ask(new: bool) -> Secret:
        nonlocal asked
        if new:
            return choose()
        if asked:
            output.say("That passphrase does not open the vault.")
        asked = True
        return passphrase("Passphrase of the vault", new=False)

    return Vault(vault_file(paths.data), ask)


def closed_vault(paths: Paths) -> "Vault":
    """The vault of this user while nobody can be asked: it is empty where there is none, and else says it is closed."""
    from tui.settings.vault import Vault

    return Vault(vault_file(paths.data), _closed)


def _closed(_new: bool) -> Secret:
    raise CredentialError("The vault is closed.", hint="Give its passphrase: A, then l.")


def link(account: Account, secrets: Secrets) -> Link:
    """How to reach ``account`` with ``secrets``."""
    return Link(
        board_url=account.url,
        key=account.key,
        token=secrets.token,
        http=carrier(account),
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


def carrier(account: Account) -> "httpx.AsyncBaseTransport | None":
    """What carries requests to ``account`` in the place of the network: its Unix socket, if it has one."""
    if not account.socket:
        return None
    import httpx

    return httpx.AsyncHTTPTransport(uds=account.socket)
