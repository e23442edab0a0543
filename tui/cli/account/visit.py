"""A visit to the permission page from a terminal: by a browser here, which brings the token, or by any other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.account import terminal
from tui.cli.account.echo import unseen
from tui.cli.account.questions import line, no_terminal
from tui.cli.account.secret import secret
from tui.errors import CredentialError, Unauthorized, UsageError
from tui.login import HOSTED, Login, PermissionVisit, TokenRequest, wait_for_token
from tui.settings.browser import open_page, tunnel

if TYPE_CHECKING:
    from tui.secret import Secret

PATIENCE = 600.0
"""Seconds for which a browser is waited for."""


def visited(login: Login, wanted: TokenRequest, signing: Secret, *, returns: bool) -> Secret:
    """The token that the page gives; where a browser brings none, somebody at a terminal chooses another try.

    Args:
        login: The way into the service.
        wanted: What is asked for.
        signing: The application's secret, for OAuth 1.0a; else "".
        returns: Whether a browser on this machine brings the answer.

    Raises:
        CredentialError: It was not allowed, or nothing came.
        RemoteError: The service did not give it.
    """
    if signing and login.url == HOSTED:
        output.say("(The secret is only used to sign in; it is not kept.)")
    while True:
        try:
            return asyncio.run(_visit(login, wanted, signing, returns=returns))
        except (CredentialError, Unauthorized, KeyboardInterrupt) as error:
            if not returns or no_terminal():
                raise
            output.say("" if isinstance(error, KeyboardInterrupt) else str(error))
        returns = _again()


def _again() -> bool:
    """Whether the browser is to have another try; else the token is pasted.

    Raises:
        UsageError: Neither.
    """
    output.say(
        "  b  open the page in the browser again\n  p  open it anywhere, and paste what it shows\n  q  give up"
    )
    chosen = line("b, p or q", type=click.Choice(["b", "p", "q"]), default="b", show_choices=False)
    if chosen == "q":
        raise UsageError("nothing was kept")
    return chosen == "b"


async def _visit(login: Login, wanted: TokenRequest, signing: Secret, *, returns: bool) -> Secret:
    if returns:
        return await _brought(login, wanted, signing)
    # What is pasted early, while the service is asked for the page, is not shown either.
    with unseen():
        async with login.visit(wanted, returns=False, secret=signing) as page:
            _show(login, page)
            shown = "Verifier that the page shows" if signing else "Token that the page shows"
            return await page.finish(secret(f"{shown} (it stays hidden)"))


def _show(login: Login, page: PermissionVisit) -> None:
    output.say("Allow Cardscout on this page:")
    terminal.show_address(page.address)
    if brings := tunnel(login.url):
        output.say(f"It is on this machine. Where your browser is, run this first:\n  {brings}")


async def _brought(login: Login, wanted: TokenRequest, signing: Secret) -> Secret:
    async with login.visit(wanted, returns=True, secret=signing) as page:
        _show(login, page)
        if login.url == HOSTED:
            output.say(f"The application must allow the origin {page.origin}; if not, ctrl+c, then p.")
        open_page(page.address)
        output.say("Waiting for the browser … (ctrl+c: another way)")
        return await wait_for_token(page, PATIENCE)
