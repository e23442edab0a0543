"""Switch: shows the boards of one account, and switches to another without a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.timer import Timer
from textual.worker import Worker

from tui.app.commands.boards import NewBoard
from tui.app.commands.command import Choice
from tui.app.empty_board import LOCAL
from tui.app.screens.board import BoardScreen
from tui.app.screens.views.page_stack import open_page
from tui.app.widgets.part import key_names
from tui.errors import CardscoutError
from tui.settings.environment_account import shown_account

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.app.account.host import Host
    from tui.clock import Clock
    from tui.model.change import Change
    from tui.model.sync import SyncStatus
    from tui.settings.accounts import Account
    from tui.workspace import Workspace

FIRST_MODE = "first"
"""The Textual mode with the pages of the first account; each further account has its own mode."""

_RETRY_DELAY = 1.0
"""Seconds between two checks whether the user is still busy."""

_STILL = 3.0
"""Seconds without a key after which a page may open by itself."""

_FORGOTTEN_NOTE = "The vault stays closed. With a token from this page a new one can be begun."

_UNOPENED, _UNREAD = "not opened yet · enter opens it", "no board of it is here · enter opens it"


class SyncChanged(Message):
    """Posted when the sync status of the open account changed."""


class Switch:
    """The accounts of a running app, one of which is open.

    Args:
        app: The app, which shows one account at a time.
        accounts: Creates the account manager when it is first needed; None if there is only one.
    """

    def __init__(
        self,
        app: Host,
        accounts: Callable[[], Accounts] | None,
        name: str,
        *,
        clock: Clock,
        keys: Mapping[str, str],
    ) -> None:
        self._app, self._make_accounts, self.name = app, accounts, name
        self._clock, self._keys = clock, keys
        self._unsubscribe_sync: Callable[[], None] = lambda: None
        self._login_offered = self._stays_logged_out = False
        self._retry: Timer | None = None
        self._modes = {name: FIRST_MODE}

    @cached_property
    def accounts(self) -> Accounts | None:
        """The account manager."""
        return None if self._make_accounts is None else self._make_accounts()

    # --- being signed out ---------------------------------------------------------------------

    def listen(self, workspace: Workspace) -> None:
        """Subscribe to the sync of the open account, instead of the previous one."""
        self._unsubscribe_sync()

        def receive(change: Change) -> None:
            if "sync" in change.nouns:
                self._app.post_message(SyncChanged())

        self._unsubscribe_sync = workspace.sync.subscribe(receive)
        self._login_offered, self._stays_logged_out = self._stays_logged_out, False
        self._app.post_message(SyncChanged())

    def handle_sync_status(self) -> None:
        """Show the login when the service no longer accepts the token, once each time that happens."""
        if self._retry is not None:
            self._retry.stop()
            self._retry = None
        status = self._app.workspace.sync.status()
        if status.state == "synced":
            self._login_offered = False
        elif status.state == "unauthorized" and not self._login_offered and self._make_accounts is not None:
            self._ask(status)

    def _ask(self, status: SyncStatus) -> None:
        if self._busy():
            # Meanwhile the header shows the status and the key that leads to the login.
            self._retry = self._app.set_timer(_RETRY_DELAY, self.handle_sync_status)
            return
        self._login_offered = True
        account = self.accounts.account(self.name) if self.accounts is not None else None
        if account is None or self.accounts is None or self.accounts.in_closed_vault(self.name):
            # The user chose not to open the vault, so don't ask again.
            return
        why = f"{status.detail.rstrip('.') or 'No reason was given'}."
        if status.trouble == "refused":
            why = f"The service takes the token of {shown_account(self.name)} no more: {why} What you did is kept."
        before = self._app.screen
        self.show_login(self.name, why=why)
        if self._app.screen is not before:
            self._app.ahead.drop_keys_until_pause(self._app.screen, self._app.say)

    def _busy(self) -> bool:
        """Return whether the user is doing something that a page opening by itself would interrupt."""
        board, ahead = self._app.screen, self._app.ahead
        if not isinstance(board, BoardScreen) or ahead.seconds_since_key < _STILL or not ahead.is_idle:
            return True
        return board.is_busy

    # --- places -------------------------------------------------------------------------------

    def show_accounts(self) -> None:
        """Show the page of the accounts."""
        if self.accounts is None:
            self._app.say("there are no other accounts here")
            return
        from tui.app.screens.account.accounts import AccountsScreen

        screen = AccountsScreen(
            self._app.workspace,
            self.accounts,
            opened=self.name,
            leave=self.remove_pages,
            rename=self.rename_open,
            clock=self._clock,
            keys=self._keys,
        )
        open_page(self._app, screen)

    def show_login(self, name: str, *, why: str = "") -> None:
        """Show the login of an account."""
        account = self.accounts.account(name) if self.accounts is not None else None
        if account is None or self.accounts is None:
            self._app.say(f"{name} needs no login")
            return
        if self.accounts.in_closed_vault(name):
            # The token exists, and only the passphrase is missing, unless it is forgotten.
            self._ask_passphrase(
                name,
                "Forgotten? esc leads to a login, with a new vault.",
                opened=partial(self._show_account, name, None),
                left=partial(self._push_login, account, why=_FORGOTTEN_NOTE, forgotten=True),
            )
            return
        if account.secrets == "command":
            # Such an account could not store a token from the login page.
            program = account.command[0] if account.command else "not set"
            again = "{show-accounts}, {check-account}".format_map(key_names(self._app.screen))
            self._app.say(
                f"the token of {name} comes from a command of yours ({program}): have it print another, then {again}"
            )
            return
        self._push_login(account, why=why)

    def _push_login(self, account: Account, *, why: str = "", forgotten: bool = False) -> None:
        if self.accounts is None:
            return
        from tui.app.screens.account.login import LoginScreen

        why = " ".join(filter(None, (why, self._queued_note(account.name))))
        screen = LoginScreen(
            self._app.workspace,
            self.accounts,
            account,
            clock=self._clock,
            why=why,
            forgotten=forgotten,
            keys=self._keys,
        )
        _ = self._app.push_screen(screen)

    def _queued_note(self, name: str) -> str:
        """Return how many changes are sent after the login, as a sentence; "" if none are queued."""
        entries = () if self.accounts is None else self.accounts.entries()
        status = next((each.status for each in entries if each.name == name), None)
        if status is None or not status.waiting:
            return ""
        waits = "1 change waits and is" if status.waiting == 1 else f"{status.waiting} changes wait and are"
        return f"{waits} sent once you have logged in."

    def workspaces(self) -> Mapping[str, Workspace]:
        """Return the workspaces of the accounts that have data on this machine, the open one first."""
        found = {self.name: self._app.workspace}
        if (accounts := self.accounts) is not None:
            kept = [each.name for each in accounts.entries() if each.status is not None]
            found |= {name: accounts.open(name) for name in kept if name != self.name}
        return found

    def open(self, name: str, board: str | None = None, *, then: Callable[[], object] = bool) -> None:
        """Switch to another account, or reopen the current one; then call ``then``."""
        if self.accounts is None:
            return
        if not self.accounts.in_closed_vault(name):
            self._show_account(name, board)
            then()
            return

        def go(*, content: bool) -> None:
            # The fetched boards can be read without the passphrase too, so the user is not asked again.
            self._stays_logged_out = content
            self._show_account(name, board)
            then()

        leads = "Then {show-accounts} and {log-in} lead to a new vault.".format_map(
            key_names(self._app.screen)
        )
        note = f"esc: look at what is here, without the service. Forgotten? {leads}"
        self._ask_passphrase(name, note, opened=partial(go, content=False), left=partial(go, content=True))

    def _ask_passphrase(
        self, name: str, note: str, *, opened: Callable[[], None], left: Callable[[], None]
    ) -> None:
        """Ask for the vault's passphrase, then call ``opened``, or ``left`` if it was not given."""
        if (accounts := self.accounts) is None:
            return
        from tui.app.screens.account.open_vault import unseal
        from tui.app.screens.boxes.prompt import PromptScreen

        async def attempt(passphrase: str) -> None:
            _ = await unseal(accounts, passphrase, hint="Type it again.")

        def answered(passphrase: str | None) -> None:
            (left if passphrase is None else opened)()

        title = f"The vault's passphrase, for {name}"
        box = PromptScreen(title, note=note, hidden=True, attempt=attempt, step=True)
        _ = self._app.push_screen(box, answered)

    def _show_account(self, name: str, board: str | None) -> None:
        if self.accounts is None:
            return
        try:
            workspace = self.accounts.open(name)
        except CardscoutError as error:
            self._app.say(error.in_full(" · "))
            return
        self._app.back_to_board()
        if workspace is self._app.workspace:
            # The account may have a new token.
            workspace.sync.refresh()
            if board is not None:
                self._app.open_board(board)
            return
        self._app.workspace.sync.watch(None)
        self.name = name
        known = name in self._modes
        if not known:
            self._modes[name] = f"account {name}"
            self._app.add_account_mode(self._modes[name])
        self._app.show_workspace(workspace, self._modes[name], board)
        self.accounts.record_opened(name)
        if known:
            self._app.open_board(board or self._app.open_board_id)

    def rename_open(self, new: str) -> None:
        """Rename the open account: close it, and reopen it under the name ``new``."""
        _: Worker[None] = self._app.run_worker(partial(self._rename_open, new), exit_on_error=False)

    async def _rename_open(self, new: str) -> None:
        name, board, accounts = self.name, self._app.open_board_id, self.accounts
        if accounts is None:
            return
        self._app.workspace.sync.watch(None)
        await self._app.show_no_account()
        await self.remove_pages(name)
        goes_on, said = new, f"{name} is called {new} now"
        try:
            await accounts.rename(name, new)
        except CardscoutError as error:
            goes_on, said = name, error.in_full(" · ")
        self._show_account(goes_on, board)
        self.show_accounts()
        self._app.say(said)

    async def remove_pages(self, name: str) -> None:
        """Remove the pages of an account that is not shown, before it is closed."""
        if (mode := self._modes.pop(name, None)) is not None:
            await self._app.remove_mode(mode)

    def exit_message(self) -> str:
        """Return the exit message: how many changes are queued for which account; "" if none are."""
        statuses = self.statuses()
        left = {name: status for name, status in statuses.items() if status.waiting and name != LOCAL}
        return "\n".join(self._queued_line(name, status) for name, status in left.items())

    def statuses(self) -> dict[str, SyncStatus]:
        """Return the status of each account that is open, by name."""
        statuses = {self.name: self._app.workspace.sync.status()}
        if "accounts" in vars(self) and self.accounts is not None:
            # The manager is not created for this; if it was never used, no other account is open.
            statuses |= self.accounts.statuses()
        return statuses

    def _queued_line(self, name: str, status: SyncStatus) -> str:
        called = shown_account(name)
        waits = "1 change waits" if status.waiting == 1 else f"{status.waiting} changes wait"
        match status.trouble:
            case "refused" | "missing":
                sent = "once you have logged in again"
            case "locked":
                sent = "once its vault is open"
            case _:
                sent = f"when {'Cardscout runs' if name == self.name else f'{called} is opened'} again"
        return f"{waits} to be sent for {called}: kept here, and sent {sent}."

    # --- boards of all accounts ----------------------------------------------------------------

    def show_boards(self, current: str | None) -> None:
        """Open the box to choose a board, also of another account; ``current`` is the open board's id."""
        from tui.app.screens.boards import BoardsScreen

        if isinstance(self._app.screen, BoardsScreen):
            return  # a double click on the board's name
        box = BoardsScreen(
            self._app.workspace.boards.all(), current, account=self.name, others=self._other_boards()
        )
        _ = self._app.push_screen(box, self._open_board)

    async def _open_board(self, chosen: str | None) -> None:
        from tui.app.screens.boards import NEW

        if (chosen or "").startswith(NEW) and (screen := self._app.board_screen) is not None:
            await screen.ask(NewBoard((chosen or "").removeprefix(NEW)))
            return
        account, _, ident = (chosen or "").rpartition(" ")
        if account:
            self.open(account, ident or None)
        else:
            self._app.open_board(chosen)

    def _other_boards(self) -> list[Choice]:
        """List the stored boards of the other accounts, each with its account.

        An account without stored boards has a separate line, which opens the account.
        """
        if (accounts := self.accounts) is None:
            return []
        others: list[Choice] = []
        for name, opened in ((each.name, each.status is not None) for each in accounts.entries()):
            if name == self.name:
                continue
            boards = accounts.open(name).boards.all() if opened else ()
            called = shown_account(name)
            found = [Choice(f"{name} {board.id}", board.name, called, also=called) for board in boards]
            others += found or [Choice(f"{name} ", called, _UNREAD if opened else _UNOPENED)]
        return others
