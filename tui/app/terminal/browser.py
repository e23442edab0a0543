"""Web addresses are opened in the local browser, or copied for a remote user; those of own cards are opened here."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from textual.app import App

    from tui.workspace import Workspace

_IN_PROGRAM = "cardscout.localhost"
"""Host of the local workspace's addresses, at which no browser finds anything."""


class AddressScreen(Protocol):
    """The screen on which an address is opened."""

    @property
    def app(self) -> App[Any]:
        """The app, which knows the browser and the clipboard."""

    @property
    def workspace(self) -> Workspace:
        """The account, which knows its cards and boards."""

    async def confirm(self, question: str, *, detail: str = "", yes: str = "Yes") -> bool:
        """Ask the user for confirmation."""

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Show a message in the status line."""

    def go(self, place: str, *, saying: str = "") -> None:
        """Show another place."""


async def open_address(page: AddressScreen, url: str) -> None:
    """Open ``url`` after asking; over SSH copy it instead, because the browser is on the user's machine.

    The address of a card or board that is stored here is opened here, and without asking.
    """
    from tui.app.markdown import openable

    if not openable(url):
        page.tell("only addresses of the web are opened: http:// and https://")
    elif (place := _place(page.workspace, url)) is not None:
        page.go(place)
    elif urlsplit(url).hostname == _IN_PROGRAM:
        page.tell("no card or board here has this address any more")
    elif "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ:
        page.app.copy_to_clipboard(url)
        page.tell(f"{url} · in the clipboard, to be opened where you sit")
    elif await page.confirm("Open this address in the browser?", detail=url, yes="Open"):
        page.app.open_url(url)
        page.app.copy_to_clipboard(url)
        page.tell("opened; it is in the clipboard too, in case there is no browser here")


def _place(workspace: Workspace, url: str) -> str | None:
    """Return the place of the card or board that has this address, or None if no stored one has it."""
    from tui.model.card import Card

    found = workspace.names.at(url)
    return None if found is None else f"{'card' if isinstance(found, Card) else 'board'}:{found.id}"
