"""Web addresses are opened in the local browser, or copied for a remote user."""

import os
from typing import Any, Protocol

from textual.app import App


class AddressScreen(Protocol):
    """The screen on which an address is opened."""

    @property
    def app(self) -> App[Any]:
        """The app, which knows the browser and the clipboard."""

    async def confirm(self, question: str, *, detail: str = "", yes: str = "Yes") -> bool:
        """Ask the user for confirmation."""

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Show a message in the status line."""


async def open_address(page: AddressScreen, url: str) -> None:
    """Open ``url`` after asking; over SSH copy it instead, because the browser is on the user's machine."""
    from tui.app.markdown import openable

    if not openable(url):
        page.tell("only addresses of the web are opened: http:// and https://")
    elif "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ:
        page.app.copy_to_clipboard(url)
        page.tell(f"{url} · in the clipboard, to be opened where you sit")
    elif await page.confirm("Open this address in the browser?", detail=url, yes="Open"):
        page.app.open_url(url)
        page.app.copy_to_clipboard(url)
        page.tell("opened; it is in the clipboard too, in case there is no browser here")
