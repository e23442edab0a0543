"""Names of accounts as shown on the screen."""

from contextlib import suppress

from tui.errors import UsageError


def shown_account(name: str) -> str:
    """Return the name of an account for the user; for the account of the environment, the host of its service."""
    if name.startswith("env-"):
        # Imported late, because the first paint needs no account settings.
        from urllib.parse import urlsplit

        from tui.settings.accounts import from_environment

        with suppress(UsageError):
            account = from_environment()
            if account is not None and account.name == name:
                return urlsplit(account.url).netloc.rpartition("@")[2]
    return name
