"""Opening addresses of the web: in the browser here, or where the user sits."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen


async def open_address(screen: "WorkspaceScreen", url: str) -> None:
    """Open ``url`` after asking; over a line from elsewhere the browser is at the other end, so it is copied."""
    from tui.app.markdown import openable

    if not openable(url):
        screen.tell("only addresses of the web are opened: http:// and https://")
    elif "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ:
        screen.app.copy_to_clipboard(url)
        screen.tell(f"{url} · in the clipboard, to be opened where you sit")
    elif await screen.confirm("Open this address in the browser?", detail=url, yes="Open"):
        screen.app.open_url(url)
        screen.app.copy_to_clipboard(url)
        screen.tell("opened; it is in the clipboard too, in case there is no browser here")
