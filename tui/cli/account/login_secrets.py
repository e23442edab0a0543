"""The secrets of a login: the token, obtained in the chosen way, and the other keys of the account."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.cli.account.permission_page import get_token
from tui.cli.account.secret import read_secret_file, secret
from tui.errors import UsageError
from tui.secret import NOTHING, Secret
from tui.settings.credentials import Secrets, load

if TYPE_CHECKING:
    from tui.cli.account.login_options import LoginOptions
    from tui.login import Login
    from tui.settings.accounts import Account


def secrets_of(login: Login, account: Account, asked: LoginOptions, *, again_there: bool = False) -> Secrets:
    """Get the token in the chosen way, and the account's other secrets."""
    if asked.way == "command":
        return load(account, {})
    signing = read_secret_file(asked.secret_file)
    if asked.way == "oauth" and not signing:
        # An empty file has been given, and is not asked about.
        signing = NOTHING if asked.secret_file is not None else secret("Secret of the application")
        if not signing:
            raise UsageError(
                f"{asked.secret_file or 'what was typed'} has no secret in it, and OAuth signs with one",
                hint="--secret-file FILE has the application's; --browser and --paste need none",
            )
    token = _token(login, asked, signing)
    if not token:
        deaf = "" if sys.stdin.isatty() else ", and is no terminal to ask on"
        empty = {
            "file": f"{asked.token_file} has no token in it",
            "stdin": f"stdin has no token in it{deaf}",
        }
        raise UsageError(
            empty.get(asked.way, "there is no token"),
            hint="pipe it in with --stdin, or name a file: --token-file FILE",
        )
    if again_there:
        return Secrets(token)
    piped = asked.way == "stdin"
    other = secret("Key of the sales-intelligence service", piped=piped) if account.enrich_url else NOTHING
    if not account.webhook_url:
        return Secrets(token, enrich_key=other)
    return Secrets(token, other, signing or secret("Secret of the application", piped=piped))


def _token(login: Login, asked: LoginOptions, signing: Secret) -> Secret:
    match asked.way:
        case "stdin":
            return secret("Token", piped=True)
        case "file":
            return Secret("".join(read_secret_file(asked.token_file).reveal().split()))
        case "oauth":
            return get_token(login, asked.wanted, signing, returns=asked.returns)
        case _:
            return get_token(login, asked.wanted, NOTHING, returns=asked.returns)
