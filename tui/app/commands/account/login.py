"""Commands of the login page: the ways to get a token, and the kind of the token."""

from typing import Protocol

from tui.app.commands.command import Command, CommandType, Context, ImmediateCommand, awaits, calls
from tui.app.commands.list_pages import SCROLL_TEXT, Back


class LoginContext(Context, Protocol):
    """The login page."""

    async def by_browser(self) -> None:
        """Get the token through a browser on this machine."""

    async def by_paste(self) -> None:
        """Ask for the token that the service's page shows."""

    async def by_oauth(self) -> None:
        """Log in with OAuth 1.0a, using the application's secret."""

    async def from_file(self) -> None:
        """Read the token from a file."""

    async def change_key(self) -> None:
        """Ask for another application's key."""

    async def change_address(self) -> None:
        """Ask for another address of the service."""

    def copy_address(self) -> None:
        """Copy the page's address to the terminal's clipboard."""

    def toggle_write_access(self) -> None:
        """Toggle between a token that may write and one that only reads."""

    def next_lifetime(self) -> None:
        """Choose the next lifetime of the token."""


class _Way(Command[LoginContext]):
    """A command that gets a token in one way."""

    asks = True
    group = "Log in"


class ByBrowser(_Way):
    """Open the page in a browser on this machine; the answer comes back by itself."""

    # No box opens while the program waits for the browser, so keys typed meanwhile must not be held for one.
    asks = False
    keys = ("b", "enter")
    shown = "browser"
    run = awaits(LoginContext.by_browser)


class ByPaste(_Way):
    """Paste the token that the page shows: the page may be open on any machine."""

    keys = ("p",)
    shown = "paste"
    run = awaits(LoginContext.by_paste)


class ByOAuth(_Way):
    """Use OAuth 1.0a, with the application's secret."""

    keys = ("o",)
    shown = "OAuth"
    run = awaits(LoginContext.by_oauth)


class FromFile(_Way):
    """Read the token from a file."""

    keys = ("f",)
    shown = "file"
    run = awaits(LoginContext.from_file)


class ChangeKey(_Way):
    """Use another application's key."""

    keys = ("k",)
    shown = "key"
    run = awaits(LoginContext.change_key)


class ChangeAddress(_Way):
    """Look for the service at another address."""

    keys = ("a",)
    run = awaits(LoginContext.change_address)


class CopyAddress(ImmediateCommand[LoginContext]):
    """Copy the page's address."""

    keys = ("y",)
    group = "Log in"
    shown = "copy"
    act = calls(LoginContext.copy_address)


class TurnWriting(ImmediateCommand[LoginContext]):
    """Ask for a token that may write, or for one that only reads."""

    keys = ("r",)
    group = "Log in"
    act = calls(LoginContext.toggle_write_access)


class TurnLasting(ImmediateCommand[LoginContext]):
    """Ask for a token that ends by itself, in an hour, a day or a month, or for one that does not."""

    keys = ("t",)
    group = "Log in"
    act = calls(LoginContext.next_lifetime)


LOGIN: tuple[CommandType, ...] = (
    ByBrowser, ByPaste, CopyAddress, ByOAuth, FromFile, ChangeKey, ChangeAddress, TurnWriting, TurnLasting, Back,
    *SCROLL_TEXT,
)  # fmt: skip
