"""The account that the environment gives: ``CARDSCOUT_BOARD_URL`` and ``CARDSCOUT_BOARD_KEY``, written into no file."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.settings.accounts import Account


URL_VARIABLE, KEY_VARIABLE = "CARDSCOUT_BOARD_URL", "CARDSCOUT_BOARD_KEY"

_NAME = re.compile(r"env-[0-9a-f]{12}")


def from_environment() -> Account | None:
    """Build the account from ``CARDSCOUT_BOARD_URL`` and ``CARDSCOUT_BOARD_KEY``, or return None.

    Its name is a hash of both values, so that the store of one service is never shown for another.

    Raises:
        UsageError: The address is invalid, or the key is missing.
    """
    # Imported late, because the first paint asks only for names, and the accounts bring pydantic.
    from tui.settings.accounts import Account, checked_url, origin

    url, key = os.environ.get(URL_VARIABLE, ""), os.environ.get(KEY_VARIABLE, "")
    if not url:
        return None
    if not key:
        raise UsageError(f"{URL_VARIABLE} is set and {KEY_VARIABLE} is not", hint="set both, or neither")
    url = checked_url(URL_VARIABLE, url)
    name = f"env-{hashlib.sha256(f'{origin(url)} {key}'.encode()).hexdigest()[:12]}"
    return Account(name=name, url=url, key=key)


def is_from_environment(name: str) -> bool:
    """Return whether an account of this name was built from the environment."""
    return _NAME.fullmatch(name) is not None


def login_words(name: str) -> str:
    """Return what gives an account another token, for a hint."""
    return "set CARDSCOUT_BOARD_TOKEN" if is_from_environment(name) else f"cardscout accounts login {name}"


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
