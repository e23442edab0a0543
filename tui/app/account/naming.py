"""Names of accounts as shown on the screen."""

from contextlib import suppress

from tui.errors import UsageError
from tui.settings.environment_account import from_environment, is_from_environment


def shown_account(name: str) -> str:
    """Return the name of an account for the user; for the account of the environment, the host of its service."""
    if is_from_environment(name):
        # Imported late, because the first paint needs no addresses.
        from urllib.parse import urlsplit

        with suppress(UsageError):
            account = from_environment()
            if account is not None and account.name == name:
                return urlsplit(account.url).netloc.rpartition("@")[2]
    return name
