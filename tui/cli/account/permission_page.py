"""Visits to the permission page from a terminal: with a local browser's redirect, or by pasting the token."""

from __future__ import annotations

import asyncio
import base64
import sys
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.cli.account.echo import echo_off
from tui.cli.account.questions import line, no_terminal
from tui.cli.account.secret import secret
from tui.errors import CredentialError, Unauthorized, UsageError
from tui.login import HOSTED, Login, PermissionVisit, TokenRequest, wait_for_token
from tui.settings.browser import open_page, tunnel

if TYPE_CHECKING:
    from tui.secret import Secret

PATIENCE = 600.0
"""Seconds to wait for the browser."""


def get_token(login: Login, wanted: TokenRequest, signing: Secret, *, returns: bool) -> Secret:
    """Get a token from the permission page; after a failure the user may try another way on a terminal.

    Args:
        login: The login to the service.
        wanted: The rights and lifetime to request.
        signing: The application's secret, for OAuth 1.0a; else "".
        returns: Whether a browser on this machine redirects the answer to us.

    Raises:
        CredentialError: The user did not allow access, or no answer came.
        RemoteError: The service did not issue the token.
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
        returns = _ask_for_retry()


def _ask_for_retry() -> bool:
    """Ask how to continue; return True for the browser, False for pasting the token."""
    output.say(
        "  b  open the page in the browser again\n  p  open it anywhere, and paste what it shows\n  q  give up"
    )
    chosen = line("b, p or q", type=click.Choice(["b", "p", "q"]), default="b", show_choices=False)
    if chosen == "q":
        raise UsageError("nothing was kept")
    return chosen == "b"


async def _visit(login: Login, wanted: TokenRequest, signing: Secret, *, returns: bool) -> Secret:
    if returns:
        return await _visit_in_browser(login, wanted, signing)
    # Also hides early pastes, while the page's address is requested.
    with echo_off():
        async with login.visit(wanted, returns=False, secret=signing) as page:
            _show(login, page)
            shown = "Code that the page shows" if signing else "Token that the page shows"
            return await page.finish(secret(f"{shown} (it stays hidden)"))


def _show(login: Login, page: PermissionVisit) -> None:
    output.say("Allow Cardscout on this page:")
    show_address(page.address)
    if brings := tunnel(login.url):
        output.say(f"It is on this machine. Where your browser is, run this first:\n  {brings}")


async def _visit_in_browser(login: Login, wanted: TokenRequest, signing: Secret) -> Secret:
    async with login.visit(wanted, returns=True, secret=signing) as page:
        _show(login, page)
        if login.url == HOSTED:
            output.say(f"The application must allow the origin {page.origin}; if not, ctrl+c, then p.")
        open_page(page.address)
        output.say("Waiting for the browser … (ctrl+c: another way)")
        return await wait_for_token(page, PATIENCE)


def show_address(address: str) -> None:
    """Write ``address`` to stderr; on a terminal as a hyperlink (OSC 8) and to the clipboard (OSC 52)."""
    shown = output.clean(address)
    if not sys.stderr.isatty():
        output.say(shown)
        return
    # Both reach the user's own terminal through SSH; a terminal that supports neither shows the address.
    copied = base64.b64encode(shown.encode()).decode()
    sys.stderr.write(f"\x1b]8;;{shown}\x1b\\{shown}\x1b]8;;\x1b\\\n\x1b]52;c;{copied}\x1b\\")
    sys.stderr.flush()
    output.say("(It is on your clipboard too, where the terminal lets programs do that.)")
