"""Logging in: the ways to a token, and what is asked for."""

from typing import Protocol

from tui.app.commands.command import Command, CommandType, Context, ImmediateCommand
from tui.app.commands.shelf import Back


class LoginContext(Context, Protocol):
    """The page of a login."""

    async def by_browser(self) -> None:
        """Have a browser on this machine bring the token."""
        ...

    async def by_paste(self) -> None:
        """Take the token that the page shows."""
        ...

    async def by_oauth(self) -> None:
        """Use the application's secret."""
        ...

    async def from_file(self) -> None:
        """Take the token from a file."""
        ...

    async def change_key(self) -> None:
        """Take another application's key."""
        ...

    async def change_address(self) -> None:
        """Look for the service at another address."""
        ...

    def copy_address(self) -> None:
        """Give the page's address to the terminal's clipboard."""
        ...

    def turn_writing(self) -> None:
        """Ask for a token that writes, or for one that only reads."""
        ...

    def turn_lasting(self) -> None:
        """Ask for a token that lasts longer or shorter."""
        ...


class _Way(Command[LoginContext]):
    """A way to a token."""

    asks = True
    group = "Log in"
    shown = True


class ByBrowser(_Way):
    """Open the page in a browser on this machine; the answer comes back by itself."""

    # It waits for the browser, and keys typed meanwhile are not for a box.
    asks = False
    keys = ("b", "enter")
    hint = "browser"

    async def run(self, context: LoginContext) -> None:
        """Wait for the browser."""
        await context.by_browser()


class ByPaste(_Way):
    """Paste the token that the page shows: the page may be open on any machine."""

    keys = ("p",)
    hint = "paste"

    async def run(self, context: LoginContext) -> None:
        """Ask for it, unseen."""
        await context.by_paste()


class ByOAuth(_Way):
    """Use OAuth 1.0a, with the application's secret."""

    keys = ("o",)
    hint = "OAuth"

    async def run(self, context: LoginContext) -> None:
        """Ask for the secret, unseen."""
        await context.by_oauth()


class FromFile(_Way):
    """Read the token from a file."""

    keys = ("f",)
    hint = "file"

    async def run(self, context: LoginContext) -> None:
        """Ask for its path."""
        await context.from_file()


class ChangeKey(_Way):
    """Use another application's key."""

    keys = ("k",)
    hint = "key"

    async def run(self, context: LoginContext) -> None:
        """Ask for it."""
        await context.change_key()


class ChangeAddress(_Way):
    """Look for the service at another address."""

    keys = ("a",)
    shown = False

    async def run(self, context: LoginContext) -> None:
        """Ask for it."""
        await context.change_address()


class CopyAddress(ImmediateCommand[LoginContext]):
    """Copy the page's address."""

    keys = ("y",)
    group = "Log in"
    shown = True
    hint = "copy"

    def act(self, context: LoginContext) -> None:
        """Copy it."""
        context.copy_address()


class TurnWriting(ImmediateCommand[LoginContext]):
    """Ask for a token that may write, or for one that only reads."""

    keys = ("r",)
    group = "Log in"

    def act(self, context: LoginContext) -> None:
        """Turn it round."""
        context.turn_writing()


class TurnLasting(ImmediateCommand[LoginContext]):
    """Ask for a token that ends by itself, in an hour, a day or a month, or for one that does not."""

    keys = ("t",)
    group = "Log in"

    def act(self, context: LoginContext) -> None:
        """Take the next."""
        context.turn_lasting()


LOGIN: tuple[CommandType, ...] = (
    ByBrowser, ByPaste, CopyAddress, ByOAuth, FromFile, ChangeKey, ChangeAddress, TurnWriting, TurnLasting, Back,
)  # fmt: skip
