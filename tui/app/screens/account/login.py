"""LoginScreen: the page with the ways to get a token for an account."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Unpack

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from tui.app.commands.account.login import LOGIN
from tui.app.commands.app import WITHOUT_ACCOUNT, ShowAccounts
from tui.app.commands.keymap import show_key
from tui.app.screens.account.keep_login import LoginKeeper
from tui.app.screens.account.login_keys import LASTS, NO_BROWSER, ways
from tui.app.screens.account.trial import Trial
from tui.app.screens.screen import WorkspaceScreen
from tui.app.type_ahead import ahead_of
from tui.app.widgets.assist.scrolled_text import ScrolledText
from tui.app.widgets.status_bar import StatusBar
from tui.errors import CardscoutError, UsageError
from tui.login import HOSTED, PermissionVisit, TokenRequest, key_comes_from, wait_for_token
from tui.presentation.safe_text import safe_line, safe_text
from tui.secret import Secret
from tui.settings.accounts import Account, checked_url, whole_url
from tui.settings.browser import has_browser, open_page
from tui.typed_path import typed_path

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.app.commands.command import PromptOptions
    from tui.clock import Clock
    from tui.model.account.grant import Caller
    from tui.workspace import Workspace

_BROWSER_TIMEOUT = 600.0
_MAX_CHARACTERS = 10_000


class _CheckedToken(NamedTuple):
    """A checked token, and its owner according to the service."""

    token: Secret
    caller: Caller


class LoginScreen(WorkspaceScreen):
    """The page of one login, of which no screenshot can be taken.

    Args:
        accounts: The account manager, which stores the login.
        account: The account to log in to; it may be a new one.
        why: Why the user has to log in, and which changes are queued; "" for no explanation.
        forgotten: Whether the user has forgotten the passphrase of the vault.
    """

    commands = (*LOGIN, ShowAccounts, *WITHOUT_ACCOUNT)
    secret = True
    AUTO_FOCUS = ""

    def __init__(
        self,
        workspace: Workspace,
        accounts: Accounts,
        account: Account,
        *,
        clock: Clock,
        why: str = "",
        forgotten: bool = False,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._accounts, self.account, self._clock, self._why = accounts, account, clock, why
        self._forgotten = forgotten
        self._login = accounts.login(account)
        self._trial = Trial(accounts)
        self._wanted = TokenRequest(writes=accounts.may_write(account.name))
        self._visited = ""

    def compose(self) -> ComposeResult:
        """Yield the heading, the reason, the page's address, the ways to log in, messages, and key hints."""
        yield Static(id="login-heading")
        yield Static(id="login-why")
        yield Static("Open this page, and allow Cardscout there:", id="login-open")
        yield Static(id="login-page")
        with ScrolledText(id="login-body"):
            yield Static(id="login-ways")
            yield Static(id="login-said")
        yield StatusBar()

    @on(events.Mount)
    def _begin(self) -> None:
        self.app.clear_notifications()
        self._show()

    def on_resize(self) -> None:
        """Wrap the lines for the new width, and update the key hints."""
        self._show()
        offered = [command for command in self.keymap.commands.values() if command.shown]
        keys = [(self.keymap.keys_of(command.name()), command.shown) for command in offered]
        self.query_one(StatusBar).hint([(show_key(key[0]), hint) for key, hint in keys if key])

    def _show(self) -> None:
        account = self.account
        self.query_one("#login-heading", Static).update(
            Content.assemble(
                (f" Log in to {safe_line(account.name)}", "bold $cursor"),
                (f"  {safe_line(account.url)}", "$ink-quiet"),
            )
        )
        self.query_one("#login-why", Static).update(Content(safe_text(self._why)))
        self.query_one("#login-why").display = bool(self._why)
        self._show_page(self._visited or self._login.page(self._wanted))
        # 6 cells are for the body's padding and a scroll bar.
        lines = ways(account, self._wanted, self.keymap, self.app.size.width - 6)
        self.query_one("#login-ways", Static).update(Content("\n").join(lines))

    def _show_page(self, address: str) -> None:
        # A link can be clicked even if it is wrapped. It is drawn from edge to edge, without a scroll bar
        # beside it, so that a mouse selection of it contains no blanks.
        shown = safe_line(address)
        self.query_one("#login-page", Static).update(Content.styled(shown, Style(underline=True, link=shown)))

    def _say(self, text: str, *, wrong: bool = False) -> None:
        line = self.query_one("#login-said", Static)
        line.update(Content(safe_text(text, multiline=True)))
        line.set_class(wrong, "-wrong")
        # The line's position is known only after the layout; without a message, scroll to the ways.
        body = self.query_one("#login-body", ScrolledText)
        self.call_after_refresh(line.scroll_visible if text else body.scroll_home, animate=False)

    def show_error(self, error: BaseException) -> None:
        """Show a CardscoutError on the page itself, beside the other ways to log in."""
        if isinstance(error, CardscoutError):
            self._say(error.in_full(), wrong=True)
        else:
            super().show_error(error)

    # --- what is asked for ---------------------------------------------------------------------

    def toggle_write_access(self) -> None:
        """Toggle between requesting a token that writes and one that only reads."""
        self._wanted = replace(self._wanted, writes=not self._wanted.writes)
        self._show()

    def next_lifetime(self) -> None:
        """Cycle through the lifetimes of the requested token."""
        lives = [*LASTS]
        self._wanted = replace(self._wanted, lasts=lives[(lives.index(self._wanted.lasts) + 1) % len(lives)])
        self._show()

    async def change_key(self) -> None:
        """Ask for another application key."""

        async def take(key: str) -> None:
            await self._use_account(replace(self.account, key="".join(key.split())))

        await self._prompt(
            "The application's key",
            value=self.account.key,
            note=key_comes_from(self.account.url),
            attempt=take,
            needed="The key is needed: it tells the service which program asks.",
            action="use it",
        )

    async def change_address(self) -> None:
        """Ask for another address of the service."""

        async def take(url: str) -> None:
            await self._use_account(replace(self.account, url=checked_url("the address", whole_url(url))))

        await self._prompt(
            "The service's address",
            value=self.account.url,
            attempt=take,
            needed="The address is needed, such as https://boards.example.org.",
            action="use it",
        )

    async def _use_account(self, account: Account) -> None:
        await self._trial.check(account)
        self._login = self._accounts.login(account)
        self.account = account
        self._show()

    async def _prompt(self, title: str, **how: Unpack[PromptOptions]) -> bool:
        """Clear the page's message and ask for a line; return whether it was given."""
        self._say("")
        _ = self.clear_message()
        return await self.prompt(title, **how) is not None

    def copy_address(self) -> None:
        """Copy the page's address to the terminal's clipboard."""
        self.copy(self._login.page(self._wanted), "the address")

    # --- the ways ------------------------------------------------------------------------------

    async def by_browser(self) -> None:
        """Get the token through a browser on this machine; without one, ask for the token."""
        if not has_browser():
            await self.by_paste(
                why=f"{NO_BROWSER[0].upper()}{NO_BROWSER[1:]}. Open the page at the top elsewhere. "
            )
            return
        _ = self.clear_message()
        async with self._login.visit(self._wanted, returns=True) as visit:
            await self._follow(visit)

    async def by_paste(self, *, why: str = "") -> None:
        """Ask for the token that the page shows; ``why`` tells why another way was not possible."""
        found: list[_CheckedToken] = []

        async def attempt(given: str) -> None:
            found.append(await self._check(Secret("".join(given.split()))))

        note = f"{why}It is not shown while you paste it."
        if await self._prompt(
            "The token that the page shows", note=note, hidden=True, attempt=attempt, action="log in"
        ):
            await self._keep_token(*found[-1])

    async def by_oauth(self) -> None:
        """Log in by OAuth, with the application's secret."""
        async with AsyncExitStack() as stack:
            visits: list[PermissionVisit] = []

            async def attempt(given: str) -> None:
                visit = self._login.visit(self._wanted, returns=has_browser(), secret=Secret(given.strip()))
                visits.append(await stack.enter_async_context(visit))

            note = f"{key_comes_from(self.account.url)} It is only used to log in, and not kept."
            if await self._prompt(
                "The application's secret", note=note, hidden=True, attempt=attempt, action="use it"
            ):
                await self._follow(visits[-1])

    async def from_file(self) -> None:
        """Ask for a file, and read the token from it."""
        found: list[_CheckedToken] = []

        async def attempt(path: str) -> None:
            found.append(await self._check(await asyncio.to_thread(_read, path)))

        asked, place = "A file with the token in it", "its path on this machine"
        if await self._prompt(
            asked, placeholder=place, attempt=attempt, needed="The file's path is needed.", action="log in"
        ):
            await self._keep_token(*found[-1])

    async def _follow(self, visit: PermissionVisit) -> None:
        """Wait for the token from the browser; without one, ask for the code that the page shows."""
        if visit.origin:
            self._say(self._waiting_text(visit.origin))
            open_page(visit.address)
            found = await self._check(await wait_for_token(visit, _BROWSER_TIMEOUT))
        else:
            self.app.copy_to_clipboard(visit.address)
            self._visited = visit.address
            self._show()
            tokens: list[Secret] = []

            async def attempt(given: str) -> None:
                tokens.append(await visit.finish(Secret(given.strip())))

            # On a small screen the box covers the page's address.
            note = f"Open {visit.address} (the terminal's clipboard has it too, if it takes it)."
            given = await self._prompt(
                "The code that the page shows", note=note, hidden=True, attempt=attempt, action="log in"
            )
            self._visited = ""
            self._show()
            if not given:
                return
            found = await self._check(tokens[-1])
        await self._keep_token(*found)

    def _waiting_text(self, origin: str) -> str:
        words = "Waiting for the browser … esc gives up."
        if self.account.url == HOSTED:
            words += f"\nIt says “Invalid return_url”? Allow the origin {origin} beside the key, or paste the token instead."
        return words

    async def _check(self, token: Secret) -> _CheckedToken:
        """Check ``token`` with the service."""
        caller = await self._login.check(token)
        try:
            self._accounts.require_same_member(self.account, caller)
        except UsageError as error:
            hint = (
                "{back}, then {show-accounts} and {add-account} add it as an account of its own".format_map(
                    self.key_names
                )
            )
            raise UsageError(str(error), hint=hint) from error
        return _CheckedToken(token, caller)

    async def _keep_token(self, token: Secret, caller: Caller) -> None:
        """Store the token if the user confirms that it is theirs."""
        self._say("")
        keeper = LoginKeeper(
            self, self._accounts, now=self._clock.now(), say=self._say, forgotten=self._forgotten
        )
        with self._holding_keys():
            said = await keeper.keep(self.account, token, caller)
        if said is None:
            self._say("Nothing was kept.")
            return
        if said:
            _ = await self.boxes.confirm("A new vault was begun", detail=said, yes="Close", no="", meant=True)
        self.go(f"account:{self.account.name}", saying="")

    @contextmanager
    def _holding_keys(self) -> Iterator[None]:
        """Hold keys back until the next box opens, however slow the keyring is, because they may be a passphrase."""
        ahead = ahead_of(self.app)
        ahead.hold(self)
        try:
            yield
        finally:
            ahead.release(self)


def _read(path: str) -> Secret:
    """Read the token in a file."""
    try:
        with typed_path(path).open(encoding="utf-8", errors="replace") as file:
            token = Secret("".join(file.read(_MAX_CHARACTERS).split()))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if not token:
        raise UsageError(f"{path} is empty")
    return token
