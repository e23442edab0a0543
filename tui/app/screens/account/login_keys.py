"""The lines of the login page that explain each of its keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.commands.account.login import (
    ByBrowser,
    ByOAuth,
    ByPaste,
    ChangeAddress,
    ChangeKey,
    CopyAddress,
    FromFile,
    TurnLasting,
    TurnWriting,
)
from tui.app.commands.keymap import Keymap, show_key
from tui.login import Lifetime, TokenRequest, key_comes_from
from tui.presentation.hanging_indent import hanging
from tui.presentation.safe_text import safe_line
from tui.settings.browser import has_browser, tunnel

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType
    from tui.settings.accounts import Account

NO_BROWSER = "no browser can be opened on this machine"

LASTS: Mapping[Lifetime, str] = MappingProxyType(
    {"1hour": "in an hour", "1day": "in a day", "30days": "in 30 days", "never": "never by itself"}
)
"""When a token expires, in words, in the order in which a key cycles through the lifetimes."""

_INDENT = 4


def ways(account: Account, wanted: TokenRequest, keymap: Keymap, width: int) -> list[Content]:
    """Return the lines of the page: each key and its effect, then where to get an application key.

    Args:
        account: The account to log in to, as far as it is known.
        wanted: The requested token.
        keymap: The page's keys.
        width: Width of a line in cells.
    """
    lines = []
    for command, text in _offered(account, wanted):
        if keys := keymap.keys_of(command.name()):
            key = f" {show_key(keys[0])}  "
            lines.append(Content.assemble((key, "bold $cursor"), hanging(text, width, _INDENT)))
    told = ((key_comes_from(account.url), "$ink-quiet"), (_tunnel(account.url), "$soon"))
    return lines + [
        Content.styled(f"{' ' * _INDENT}{hanging(text, width, _INDENT)}", style)
        for text, style in told
        if text
    ]


def _offered(account: Account, wanted: TokenRequest) -> Iterator[tuple[CommandType, str]]:
    here = "opens it in a browser here; the answer comes back by itself"
    yield ByBrowser, here if has_browser() else f"({NO_BROWSER}: asks for the token instead)"
    yield ByPaste, "opened anywhere else, over SSH too: takes the token that it shows"
    yield CopyAddress, "sends the address to the terminal's clipboard"
    yield ByOAuth, "OAuth 1.0a instead, with the application's secret"
    yield FromFile, "takes a token from a file"
    yield TurnWriting, f"asks for: {'reading and writing' if wanted.writes else 'reading only'}"
    yield TurnLasting, f"the token ends: {LASTS[wanted.lasts]}"
    yield ChangeKey, f"the application's key is {safe_line(account.key)}"
    yield ChangeAddress, f"the service's address is {safe_line(account.url)}"


def _tunnel(url: str) -> str:
    """Return how to open, on another machine, a page that only this machine can reach; "" if unnecessary."""
    brings = tunnel(url)
    return brings and f"The page is on this machine alone. To open it where you sit, run there: {brings}"
