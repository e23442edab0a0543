"""The options of a login on the command line: the way to get a token, and the kind of the token."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tui.cli import output
from tui.cli.account.questions import no_terminal
from tui.errors import UsageError
from tui.settings.browser import has_browser, no_browser

if TYPE_CHECKING:
    from tui.login import TokenRequest

Way = Literal["browser", "paste", "oauth", "file", "stdin", "command"]


@dataclass(frozen=True, slots=True)
class LoginOptions:
    """The options of a login, from the command line.

    Attributes:
        token_file: The file with the token, or None.
        secret_file: The file with the application's secret, or None.
    """

    way: Way
    wanted: TokenRequest
    token_file: Path | None
    secret_file: Path | None

    @property
    def is_typed(self) -> bool:
        """Whether the user will type a secret."""
        return self.way == "paste" or (self.way == "oauth" and self.secret_file is None)

    @property
    def returns(self) -> bool:
        """Whether a browser on this machine brings the token back."""
        return self.way == "browser" or (self.way == "oauth" and has_browser())


def login_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the login options to a click command."""
    for option in reversed(
        (
            click.option(
                "--browser", "way", flag_value="browser", help="Allow it in a browser on this machine."
            ),
            click.option(
                "--paste", "way", flag_value="paste", help="Allow it in any browser, and paste the token."
            ),
            click.option(
                "--oauth", "way", flag_value="oauth", help="OAuth 1.0a, with the application's secret."
            ),
            click.option(
                "--stdin",
                "way",
                flag_value="stdin",
                help="Read the token from stdin; with --vault its passphrase is the next line.",
            ),
            click.option("--token-file", type=click.Path(path_type=Path), help="Read the token from a file."),
            click.option(
                "--secret-file",
                type=click.Path(path_type=Path),
                help="The application's secret, for --oauth.",
            ),
            click.option(
                "--read-only/--read-write",
                default=None,
                help="What the token is asked for; at a new login what the last one was.",
            ),
            click.option(
                "--lasts",
                type=click.Choice(["1hour", "1day", "30days", "never"]),
                default="never",
                show_default=True,
                help="When the token is to end by itself.",
            ),
            click.option("--yes", is_flag=True, help="Keep it without asking whether it is the right one."),
            click.option(
                "--another-member",
                "another",
                is_flag=True,
                help="Take the token of somebody else than the account was of; what waits is sent in their name.",
            ),
        )
    ):
        command = option(command)
    return command


def chosen_way(way: Way | None, token_file: Path | None) -> Way:
    """Return the login way from the options, or the default one of this machine."""
    if way == "stdin" or (way is None and token_file is None and not sys.stdin.isatty()):
        return "stdin"
    if token_file is not None:
        return "file"
    if way is None and (why := no_browser()):
        output.say(f"{why} So the token is pasted.")
    return way or ("browser" if has_browser() else "paste")


def require_terminal(asked: LoginOptions) -> None:
    """Raise UsageError if a secret will be typed, and there is no terminal to ask for it on."""
    if asked.is_typed and sys.stdin.isatty() and (missing := no_terminal()):
        hint = "--token-file FILE, or --stdin with the token piped in, ask nothing"
        raise UsageError(f"{missing}, so nobody would see what is asked", hint=hint)
