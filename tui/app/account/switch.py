"""Switch: which account's boards are on the screen, and the way to another one without a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.timer import Timer

from tui.app.commands.boards import NewBoard
from tui.app.commands.command import Choice
from tui.app.nothing_yet import LOCAL
from tui.app.screens.board import BoardScreen
from tui.app.widgets.part import key_names
from tui.errors import CardscoutError

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.app.account.host import Host
    from tui.clock import Clock
    from tui.model.change import Change
    from tui.model.sync import SyncStatus
    from tui.settings.accounts import Account
    from tui.workspace import Workspace

FIRST_MODE = "first"
"""The pages of the account that was opened first; those of another are in a mode that is called after it."""

_AGAIN = 1.0
"""Seconds until it is looked again whether somebody still is at the keys."""

_STILL = 3.0
"""Seconds without a key after which a page may open by itself."""

_FORGOTTEN = "The vault stays closed. With a token from this page a new one can be begun."

_UNOPENED, _UNREAD = "not opened yet · enter opens it", "no board of it is here · enter opens it"


class SyncChanged(Message):
    """The sync of the open account says something."""


class Switch:
    """The accounts of a running app.

    Args:
        app: Shows one of them at a time.
        accounts: Makes the book of them, when it is first needed; None where there is only one.
        name: Of the open one.
        clock: Time.
        keys: The user's keys by command name.
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
        self._app, self._make, self.name = app, accounts, name
        self._clock, self._keys = clock, keys
        self._deaf: Callable[[], None] = lambda: None
        self._asked = self._content = False
        self._again: Timer | None = None
        self._modes = {name: FIRST_MODE}

    @cached_property
    def accounts(self) -> Accounts | None:
        """The book of accounts."""
        return None if self._make is None else self._make()

    # --- being signed out ---------------------------------------------------------------------

    def listen(self, workspace: Workspace) -> None:
        """Hear from the open account's sync, and from no other."""
        self._deaf()

        def receive(change: Change) -> None:
            if "sync" in change.nouns:
                self._app.post_message(SyncChanged())

        self._deaf = workspace.sync.subscribe(receive)
        self._asked, self._content = self._content, False
        self._app.post_message(SyncChanged())

    def look_at_sync(self) -> None:
        """Lead to the login when the token is taken no more, once for each time that happens."""
        if self._again is not None:
            self._again.stop()
            self._again = None
        status = self._app.workspace.sync.status()
        if status.state == "synced":
            self._asked = False
        elif status.state == "unauthorized" and not self._asked and self._make is not None:
            self._ask(status)

    def _ask(self, status: SyncStatus) -> None:
        if self._busy():
            # The head says how it stands, and the way to the login.
            self._again = self._app.set_timer(_AGAIN, self.look_at_sync)
            return
        self._asked = True
        account = self.accounts.account(self.name) if self.accounts is not None else None
        if account is None or self.accounts is None or self.accounts.sealed(self.name):
            # A vault is closed because somebody left it so.
            return
        why = f"{status.detail.rstrip('.') or 'No reason was given'}."
        if status.trouble == "refused":
            why = f"The service takes the token of {self.name} no more: {why} What you did is kept."
        before = self._app.screen
        self.show_login(self.name, why=why)
        if self._app.screen is not before:
            self._app.ahead.opened_unasked(self._app.screen, self._app.say)

    def _busy(self) -> bool:
        """Whether somebody is at something that a page which opens by itself would break off."""
        board, ahead = self._app.screen, self._app.ahead
        if not isinstance(board, BoardScreen) or ahead.still < _STILL or not ahead.quiet:
            return True
        return board.at_something

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
            leave=self.leave,
            rename=self.rename_open,
            clock=self._clock,
            keys=self._keys,
        )
        _ = self._app.push_screen(screen)

    def show_login(self, name: str, *, why: str = "") -> None:
        """Show the login of an account."""
        account = self.accounts.account(name) if self.accounts is not None else None
        if account is None or self.accounts is None:
            self._app.say(f"{name} needs no login")
            return
        if self.accounts.sealed(name):
            # What is missing is not a token, unless the passphrase is forgotten.
            self._ask_passphrase(
                name,
                "Forgotten? esc leads to a login, with a new vault.",
                opened=partial(self._go_on, name, None),
                left=partial(self._push_login, account, why=_FORGOTTEN, forgotten=True),
            )
            return
        if account.secrets == "command":
            # What is given here would be kept nowhere.
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

        why = " ".join(filter(None, (why, self._waits(account.name))))
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

    def _waits(self, name: str) -> str:
        """How much is sent once somebody has logged in; "" where nothing waits."""
        entries = () if self.accounts is None else self.accounts.entries()
        status = next((each.status for each in entries if each.name == name), None)
        if status is None or not status.waiting:
            return ""
        waits = "1 change waits and is" if status.waiting == 1 else f"{status.waiting} changes wait and are"
        return f"{waits} sent once you have logged in."

    def open(self, name: str, board: str | None = None) -> None:
        """Show the boards of another account, or of this one again."""
        if self.accounts is None:
            return
        if not self.accounts.sealed(name):
            self._go_on(name, board)
            return

        def go(*, content: bool) -> None:
            # Without it what was fetched can be read all the same, and nobody asks again by themselves.
            self._content = content
            self._go_on(name, board)

        leads = "Then {show-accounts} and {log-in} lead to a new vault.".format_map(
            key_names(self._app.screen)
        )
        note = f"esc: look at what is here, without the service. Forgotten? {leads}"
        self._ask_passphrase(name, note, opened=partial(go, content=False), left=partial(go, content=True))

    def _ask_passphrase(
        self, name: str, note: str, *, opened: Callable[[], None], left: Callable[[], None]
    ) -> None:
        """Ask for the vault's passphrase, and go on with ``opened``; with ``left`` where it is not given."""
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

    def _go_on(self, name: str, board: str | None) -> None:
        if self.accounts is None:
            return
        try:
            workspace = self.accounts.open(name)
        except CardscoutError as error:
            self._app.say(f"{error} · {error.hint}" if error.hint else str(error))
            return
        self._app.back_to_board()
        if workspace is self._app.workspace:
            # The token may be another one now.
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
        self.accounts.opened(name)
        if known:
            self._app.open_board(board or self._app.open_board_id)

    def rename_open(self, new: str) -> None:
        """Call the open account ``new``: it is closed for that, and goes on under the new name."""
        _ = self._app.run_worker(self._rename_open(new), exit_on_error=False)

    async def _rename_open(self, new: str) -> None:
        name, board, accounts = self.name, self._app.open_board_id, self.accounts
        if accounts is None:
            return
        self._app.workspace.sync.watch(None)
        await self._app.show_no_account()
        await self.leave(name)
        goes_on, said = new, f"{name} is called {new} now"
        try:
            await accounts.rename(name, new)
        except CardscoutError as error:
            goes_on, said = name, " · ".join(filter(None, (str(error), error.hint)))
        self._go_on(goes_on, board)
        self.show_accounts()
        self._app.say(said)

    async def leave(self, name: str) -> None:
        """Take the pages of an account away that is not on the screen: it is going to be closed."""
        if (mode := self._modes.pop(name, None)) is not None:
            await self._app.remove_mode(mode)

    def farewell(self) -> str:
        """What is said when the program has ended: how much waits for which account; "" where nothing does."""
        statuses = {self.name: self._app.workspace.sync.status()}
        if "accounts" in vars(self) and self.accounts is not None:
            # Made for nothing else: whoever never looked at the accounts has no other one open.
            statuses |= self.accounts.statuses()
        left = {name: status for name, status in statuses.items() if status.waiting and name != LOCAL}
        return "\n".join(self._waits_for(name, status) for name, status in left.items())

    def _waits_for(self, name: str, status: SyncStatus) -> str:
        waits = "1 change waits" if status.waiting == 1 else f"{status.waiting} changes wait"
        match status.trouble:
            case "refused" | "missing":
                sent = "once you have logged in again"
            case "locked":
                sent = "once its vault is open"
            case _:
                sent = f"when {'Cardscout runs' if name == self.name else f'{name} is opened'} again"
        return f"{waits} to be sent for {name}: kept here, and sent {sent}."

    # --- boards of all accounts ----------------------------------------------------------------

    def show_boards(self, current: str | None) -> None:
        """Let a board be chosen, also one of another account; ``current`` is the open one."""
        from tui.app.screens.boards import BoardsScreen

        box = BoardsScreen(
            self._app.workspace.boards.all(), current, account=self.name, others=self._others()
        )
        _ = self._app.push_screen(box, self._open_board)

    async def _open_board(self, chosen: str | None) -> None:
        from tui.app.screens.boards import NEW

        if chosen == NEW and (screen := self._app.board_screen) is not None:
            await screen.ask(screen.keymap.commands[NewBoard.name()])
            return
        account, _, ident = (chosen or "").rpartition(" ")
        if account:
            self.open(account, ident or None)
        else:
            self._app.open_board(chosen)

    def _others(self) -> list[Choice]:
        """The boards of the other accounts, each with its account: what is here of them, whoever is away.

        An account of which no board is here is a line of its own, which opens it.
        """
        if (accounts := self.accounts) is None:
            return []
        others: list[Choice] = []
        for name, opened in ((each.name, each.status is not None) for each in accounts.entries()):
            if name == self.name:
                continue
            boards = accounts.open(name).boards.all() if opened else ()
            found = [Choice(f"{name} {board.id}", board.name, name) for board in boards]
            others += found or [Choice(f"{name} ", name, _UNREAD if opened else _UNOPENED)]
        return others
