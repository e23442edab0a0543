"""What accounts are called on the screen."""

from contextlib import suppress
from urllib.parse import urlsplit

from tui.errors import UsageError


def shown_account(name: str) -> str:
    """Return what an account is called for the user: the one of the environment, whose name is a hash, by its service's host."""
    if name.startswith("env-"):
        # Read only here: the first paint needs no account's settings.
        from tui.settings.accounts import from_environment

        with suppress(UsageError):
            account = from_environment()
            if account is not None and account.name == name:
                return urlsplit(account.url).netloc.rpartition("@")[2]
    return name
