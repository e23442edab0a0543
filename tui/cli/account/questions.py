"""Terminal prompts before a login: address, key and account name, each checked as it is entered."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tui.cli import output
from tui.cli.account.echo import echo_on
from tui.errors import CredentialError, Unauthorized, Unreachable, UsageError
from tui.login import HOSTED, UnknownKey, key_comes_from
from tui.settings.accounts import Account, checked_url, new_name, suggested_name, whole_url
from tui.settings.browser import tunnel

if TYPE_CHECKING:
    from tui.cli.account.account_manager import AccountManager

_TRIES = 3

_T = TypeVar("_T")


def no_terminal() -> str:
    """Name the streams among stdin and stderr that are no terminal, to begin a sentence; "" if both are."""
    streams = (("stdin", sys.stdin), ("stderr", sys.stderr))
    found = [name for name, stream in streams if not stream.isatty()]
    return f"{' and '.join(found)} {'are' if found[1:] else 'is'} no terminal" if found else ""


def line(words: str, **how: Any) -> str:
    """Prompt with ``words`` and return the line that the user types, with echo."""
    with echo_on():
        return str(click.prompt(words, err=True, **how)).strip()


def ask_yes_no(words: str) -> bool:
    """Ask ``words`` as a yes/no question and return the answer; enter alone means yes."""
    with echo_on():
        return output.ask(words, default=True)


def retry(attempt: Callable[[], _T]) -> _T:
    """Call ``attempt`` and return its result; on a terminal print an error and retry up to twice."""
    for _ in range(0 if no_terminal() else _TRIES - 1):
        try:
            return attempt()
        except (Unreachable, Unauthorized, CredentialError, UsageError) as error:
            # The prompt for a key already tells where to get it.
            hint = "" if isinstance(error, UnknownKey) else error.hint
            output.say("\n".join(filter(None, (str(error), hint))))
    return attempt()


class Questions:
    """The prompts for an account's missing address, key and name.

    Args:
        held: The existing accounts at services, by name.
        tries: Whether address and key are checked at the service.
        quiet: Called after the last visible prompt, before the service is asked.
    """

    def __init__(
        self, manager: AccountManager, held: Mapping[str, Account], *, tries: bool, quiet: Callable[[], None]
    ) -> None:
        self._manager, self._held, self._tries, self._quiet = manager, held, tries, quiet

    def complete(self, account: Account, *, placed: bool = True) -> Account:
        """Return ``account`` with an address, a key and a name, prompting for missing ones in that order.

        Args:
            account: The known fields; key and name may be "".
            placed: Whether the user has given the address.

        Raises:
            UsageError: There is no terminal for prompts, or a given value is invalid.
            UnknownKey: The service knows no application with the key.
            Unreachable: No server answers at the address.
        """
        _require_terminal(account, placed=placed)
        if not placed:
            account = self._ask_address(account)
        self._hush(account)
        if placed and not account.key:
            self._check(account)
        account = retry(lambda: self._ask_key(account)) if not account.key else self._check_given_key(account)
        return account if account.name else retry(lambda: self._ask_name(account))

    def _hush(self, account: Account) -> None:
        if account.key and account.name:
            self._quiet()

    def _ask_address(self, account: Account) -> Account:
        """Prompt for the address and check it; ask again if it is wrong."""
        given = _ask_place()

        def attempt() -> Account:
            nonlocal given
            text, given = given or line("Its address, such as https://boards.example.org"), ""
            placed = replace(account, url=address(text))
            self._check(replace(placed, key=""))
            return placed

        return retry(attempt)

    def _ask_key(self, account: Account) -> Account:
        asked = replace(account, key=ask_key(account.url))
        self._hush(asked)
        return self._check(asked)

    def _check_given_key(self, account: Account) -> Account:
        try:
            return self._check(account)
        except UnknownKey as error:
            if no_terminal():
                raise
            output.say(str(error))
        return retry(lambda: self._ask_key(replace(account, key="")))

    def _ask_name(self, account: Account) -> Account:
        suggested = self._free_name(account)
        given = suggested if no_terminal() else line("A name for the account", default=suggested)
        named = replace(account, name=new_name(given))
        self._hush(named)
        return named

    def _free_name(self, account: Account) -> str:
        """Return a name that no account at another address has; one at the same address is overwritten."""
        suggested = suggested_name(account.url)
        names = chain([suggested], (f"{suggested}{number}" for number in count(2)))
        return next(each for each in names if self._held.get(each, account).url == account.url)

    def _check(self, account: Account) -> Account:
        if self._tries and (odd := asyncio.run(self._manager.login(account).probe())):
            output.say(f"note: {odd}")
        return account


def address(given: str) -> str:
    """Return ``given`` as a checked URL; a missing scheme is added.

    Raises:
        UsageError: It is no valid address.
    """
    url = checked_url("the address", whole_url(given))
    if not url.startswith(given.rstrip("/")):
        output.say(f"({given} is taken as {url})")
    return url


def ask_key(url: str) -> str:
    """Prompt for the application's key, and explain where to find it."""
    output.say(f"Cardscout needs the key of an application. {key_comes_from(url)}")
    if brings := tunnel(url):
        output.say(f"Its page is on this machine. Where your browser is, run this first:\n  {brings}")
    return "".join(line("Key").split())


def _require_terminal(account: Account, *, placed: bool) -> None:
    """Check, before anything else, that there is a terminal to ask for missing values."""
    if (placed and account.key) or not (missing := no_terminal()):
        return
    words, hint = "--key is missing", f"--key KEY, or --key-file FILE. {key_comes_from(account.url)}"
    if not placed:
        words = "--url is missing"
        hint = f"--url {HOSTED}, or the address of your team's server; and --key KEY, or --key-file FILE"
    raise UsageError(f"{missing}, so nothing can be asked: {words}", hint=hint)


def _ask_place() -> str:
    """Ask for the service of the boards, and return its address; "" if it must still be asked for."""
    output.say(f"Where are the boards?\n  1  the hosted service ({HOSTED})\n  2  a server of your team")
    given = line("1, 2 or its address", default="1")
    return {"1": HOSTED, "2": ""}.get(given, given)
