"""AccountsScreen: the list of accounts with their addresses and states."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content

from tui.app.commands.account.accounts import ACCOUNTS
from tui.app.commands.app import WITHOUT_ACCOUNT, Palette
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.account.new_account import NewAccount
from tui.app.screens.list_page import ListPage
from tui.app.widgets.status_bar import sync_words
from tui.errors import UsageError
from tui.presentation.hanging_indent import hanging
from tui.presentation.safe_text import safe_line
from tui.settings.accounts import Account, new_name
from tui.settings.environment_account import shown_account

if TYPE_CHECKING:
    from tui.app.account.accounts import AccountEntry, Accounts
    from tui.app.widgets.rows import Row
    from tui.clock import Clock
    from tui.workspace import Workspace

_KEPT = {
    "keyring": "token in the keyring",
    "vault": "token in the vault",
    "command": "token from a command",
    "environment": "token from the environment",
}
_INDENT, _EDGES = 4, 6
_MISSING = "no token here · log in"
_KEY_LOCKED = "! the vault is closed, with the key for lookups · {open-account} opens it"


class AccountsScreen(ListPage):
    """The page of all accounts, the local one first.

    Args:
        leave: Removes the pages of another account before it is closed.
    """

    heading = "Accounts"
    about = frozenset({"outbox", "sync", "members"})
    commands = (*ACCOUNTS, Palette, *WITHOUT_ACCOUNT)

    def __init__(
        self,
        workspace: Workspace,
        accounts: Accounts,
        *,
        opened: str,
        leave: Callable[[str], Awaitable[None]],
        rename: Callable[[str], None],
        clock: Clock,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._keys = keys
        self._accounts, self._clock, self.opened = accounts, clock, opened
        self._leave, self._rename_open = leave, rename
        self._entries: dict[str, AccountEntry] = {}
        self._adding: NewAccount | None = None
        self._login: LoginScreen | None = None

    def on_mount(self) -> None:
        """Put the cursor on the open account. The base class's handler runs too."""
        self.call_after_refresh(self.rows.move_cursor_to, self.opened)

    def on_resize(self, _event: events.Resize) -> None:
        """Wrap the lines for the new width; the base class's handler runs too."""
        self.reload()

    def title_words(self) -> str:
        """Return the page's subtitle."""
        return f"{self.key_names['add-account']} adds a service for boards, or one for people"

    def entries(self) -> list[Row]:
        """Return the rows, one of two lines per account."""
        self._entries = {entry.name: entry for entry in self._accounts.entries()}
        return [(entry.name, self._row(entry)) for entry in self._entries.values()]

    def _row(self, entry: AccountEntry) -> Content:
        mark = "● " if entry.name == self.opened else "  "
        parts = [Content.assemble((mark, "$found"), (shown_account(entry.name), "bold"))]
        state, token = self._state(entry)
        if state:
            parts.append(Content.styled(f"  {state}", f"${token}"))
        about = safe_line(" · ".join(self._about(entry)))
        shown = hanging(about, self.app.size.width - _EDGES, _INDENT)
        parts.append(Content.styled(f"\n{' ' * _INDENT}{shown}", "$ink-quiet"))
        if entry.key_locked:
            locked = hanging(_KEY_LOCKED.format_map(self.key_names), self.app.size.width - _EDGES, _INDENT)
            parts.append(Content.styled(f"\n{' ' * _INDENT}{locked}", "$soon"))
        return Content("").join(parts)

    def _state(self, entry: AccountEntry) -> tuple[str, str]:
        """Return the state of an account's sync and its style; "" if it was never opened."""
        if entry.status is None:
            return "", ""
        if entry.status.state != "starting" or entry.name == self.opened:
            return sync_words(entry.status, self._clock.now())
        # Only the queued changes are known of an account that was not opened in this run.
        words, token = sync_words(entry.status.replace(state="offline"), self._clock.now())
        return words.removeprefix("○ offline").removeprefix(" · "), token

    def _about(self, entry: AccountEntry) -> list[str]:
        about = [entry.member] if entry.member else []
        about.append(entry.address or "this machine: boards here, nothing sent anywhere")
        if entry.grant is not None:
            about.append(entry.grant.words(self._clock.now()))
        if entry.token_place:
            about.append(_MISSING if entry.missing else _KEPT[entry.token_place])
        if entry.starts:
            about.append("opened at start")
        return about

    # --- what the commands ask for ------------------------------------------------------------

    async def add(self) -> None:
        """Ask for a new account's address and application key, then show its login."""
        _ = self.clear_message()
        self.app.clear_notifications()
        self._adding = NewAccount(self.boxes, self._accounts, self._names)
        await self._continue_adding()

    async def _continue_adding(self) -> None:
        if self._adding is None:
            return
        account = await self._adding.ask()
        if account is None:
            self._adding = None
        elif self._adding.is_service:
            from tui.app.screens.account.new_service import NewService

            self._adding = None
            if told := await NewService(self, self._accounts).ask():
                self.tell(told)
        else:
            self._login = self.log_in(account)

    def on_screen_resume(self) -> None:
        """Ask the last question again if a new account's login was left; the base class's handler runs too."""
        login = self._login
        if self._adding is None or login is None or login in self.app.screen_stack:
            return
        self._login = None
        if login.account.name in self._names():
            self._adding = None
            return
        self._adding.account = login.account
        self.work(self._continue_adding, "add", asks=True)

    def _names(self) -> set[str]:
        return {entry.name for entry in self._accounts.entries()}

    def log_in(self, account: Account) -> LoginScreen:
        """Show the login of ``account``."""
        screen = LoginScreen(self.workspace, self._accounts, account, clock=self._clock, keys=self._keys)
        self.boxes.open(screen)
        return screen

    async def check_name(self, new: str) -> None:
        """Check that an account can be called ``new``.

        Raises:
            UsageError: The name is taken.
        """
        if new_name(new) in self._names():
            raise UsageError(f"there is an account {new} already", hint="take another name")

    async def rename(self, name: str, new: str) -> None:
        """Rename an account; the open one is reopened under its new name."""
        if name == self.opened:
            self._rename_open(new)
            return
        await self._leave(name)
        await self._accounts.rename(name, new)
        self.reload()
        self.rows.move_cursor_to(new)

    async def forget(self, name: str) -> str:
        """Remove the account; return a sentence about what happens to its token."""
        await self._leave(name)
        token = await self._accounts.remove(name)
        self.reload()
        return token

    async def check(self, name: str) -> str:
        """Test the account's token; return a sentence about its owner."""
        caller = await self._accounts.check(name)
        self.reload()
        may = "" if caller.grant is None else f": {caller.grant.words(self._clock.now())}"
        return f"{name} is {caller.name}{may}"

    def toggle_startup(self, name: str) -> str:
        """Toggle whether the account is opened at start; return which one is opened from now on."""
        already = name in self._entries and self._entries[name].starts
        self._accounts.set_default("" if already else name)
        self.reload()
        return "the account that was open last" if already else name

    def count_unsent(self, name: str) -> int:
        """Return the number of changes that the account's service has not received."""
        entry = self._entries.get(name)
        return 0 if entry is None or entry.status is None else entry.status.waiting + entry.status.refused

    def token_good(self, name: str) -> bool:
        """Return whether the account's token is present and, as far as known, not refused."""
        entry = self._entries.get(name)
        refused = entry is not None and entry.status is not None and entry.status.trouble == "refused"
        return not (entry is None or entry.missing or refused)
