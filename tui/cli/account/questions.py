"""What is asked on a terminal before a login: where the boards are, the key, and a name, each tried as it is given."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tui.cli import output
from tui.cli.account.echo import seen
from tui.errors import CredentialError, Unauthorized, Unreachable, UsageError
from tui.login import HOSTED, UnknownKey, key_comes_from
from tui.settings.accounts import Account, checked_url, new_name, suggested_name, whole_url
from tui.settings.browser import tunnel

if TYPE_CHECKING:
    from tui.cli.account.book import Book

_TRIES = 3

_T = TypeVar("_T")


def no_terminal() -> str:
    """Which of the streams that a question needs is no terminal, as the beginning of a sentence; "" for neither."""
    streams = (("stdin", sys.stdin), ("stderr", sys.stderr))
    found = [name for name, stream in streams if not stream.isatty()]
    return f"{' and '.join(found)} {'are' if found[1:] else 'is'} no terminal" if found else ""


def line(words: str, **how: Any) -> str:
    """What somebody types for ``words``, and sees."""
    with seen():
        return str(click.prompt(words, err=True, **how)).strip()


def agrees(words: str) -> bool:
    """Whether somebody says yes to ``words``, as an enter does."""
    with seen():
        return click.confirm(words, default=True, err=True)


def again(attempt: Callable[[], _T]) -> _T:
    """What ``attempt`` brings; at a terminal, where it asks, a mistake is told and it has another try or two."""
    for _ in range(0 if no_terminal() else _TRIES - 1):
        try:
            return attempt()
        except (Unreachable, Unauthorized, CredentialError, UsageError) as error:
            # Where a key comes from is said with its question.
            hint = "" if isinstance(error, UnknownKey) else error.hint
            output.say("\n".join(filter(None, (str(error), hint))))
    return attempt()


class Questions:
    """Asks for what an account has not got yet.

    Args:
        book: The ways to the services.
        held: The accounts elsewhere that are there, by name.
        tries: Whether the service is asked what it thinks of address and key.
        quiet: Called once nothing is asked any more that may be seen: before the service is asked about it.
    """

    def __init__(
        self, book: Book, held: Mapping[str, Account], *, tries: bool, quiet: Callable[[], None]
    ) -> None:
        self._book, self._held, self._tries, self._quiet = book, held, tries, quiet

    def complete(self, account: Account, *, placed: bool = True) -> Account:
        """``account`` with an address, a key and a name, in that order.

        Args:
            account: What is known; key and name may be "".
            placed: Whether its address is what somebody said.

        Raises:
            UsageError: Nobody can be asked, or what was given cannot be.
            UnknownKey: The service knows no application with the key.
            Unreachable: Nobody answers at the address.
        """
        _see_that_it_can_be_asked(account, placed=placed)
        if not placed:
            account = self._placed(account)
        self._hush(account)
        if placed and not account.key:
            self._tried(account)
        account = again(lambda: self._keyed(account)) if not account.key else self._given_key(account)
        return account if account.name else again(lambda: self._named(account))

    def _hush(self, account: Account) -> None:
        if account.key and account.name:
            self._quiet()

    def _placed(self, account: Account) -> Account:
        """``account`` at a place that was tried; another address is asked for where it cannot be."""
        given = _asked_place()

        def attempt() -> Account:
            nonlocal given
            text, given = given or line("Its address, such as https://boards.example.org"), ""
            placed = replace(account, url=address(text))
            self._tried(replace(placed, key=""))
            return placed

        return again(attempt)

    def _keyed(self, account: Account) -> Account:
        asked = replace(account, key=asked_key(account.url))
        self._hush(asked)
        return self._tried(asked)

    def _given_key(self, account: Account) -> Account:
        try:
            return self._tried(account)
        except UnknownKey as error:
            if no_terminal():
                raise
            output.say(str(error))
        return again(lambda: self._keyed(replace(account, key="")))

    def _named(self, account: Account) -> Account:
        suggested = self._free_name(account)
        given = suggested if no_terminal() else line("A name for the account", default=suggested)
        named = replace(account, name=new_name(given))
        self._hush(named)
        return named

    def _free_name(self, account: Account) -> str:
        """A name that no account elsewhere has; one of the same address is written anew."""
        suggested = suggested_name(account.url)
        names = chain([suggested], (f"{suggested}{number}" for number in count(2)))
        return next(each for each in names if self._held.get(each, account).url == account.url)

    def _tried(self, account: Account) -> Account:
        if self._tries and (odd := asyncio.run(self._book.login(account).probe())):
            output.say(f"note: {odd}")
        return account


def address(given: str) -> str:
    """``given`` as an address, which somebody may have begun with its host.

    Raises:
        UsageError: It is none.
    """
    url = checked_url("the address", whole_url(given))
    if not url.startswith(given.rstrip("/")):
        output.say(f"({given} is taken as {url})")
    return url


def asked_key(url: str) -> str:
    """The application's key, which is asked for with where it comes from."""
    output.say(f"Cardscout needs the key of an application. {key_comes_from(url)}")
    if brings := tunnel(url):
        output.say(f"Its page is on this machine. Where your browser is, run this first:\n  {brings}")
    return "".join(line("Key").split())


def _see_that_it_can_be_asked(account: Account, *, placed: bool) -> None:
    """See that somebody is there for the questions, before anything is tried.

    Raises:
        UsageError: Nobody is.
    """
    if (placed and account.key) or not (missing := no_terminal()):
        return
    words, hint = "--key is missing", f"--key KEY, or --key-file FILE. {key_comes_from(account.url)}"
    if not placed:
        words = "--url is missing"
        hint = f"--url {HOSTED}, or the address of your team's server; and --key KEY, or --key-file FILE"
    raise UsageError(f"{missing}, so nothing can be asked: {words}", hint=hint)


def _asked_place() -> str:
    """An address that somebody chose or typed at once; "" where it is still to be asked for."""
    output.say(f"Where are the boards?\n  1  the hosted service ({HOSTED})\n  2  a server of your team")
    given = line("1, 2 or its address", default="1")
    return {"1": HOSTED, "2": ""}.get(given, given)
