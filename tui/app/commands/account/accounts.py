"""Commands of the accounts page."""

from collections.abc import Mapping
from typing import Protocol

from tui.app.commands.command import Command, CommandType, Context, awaits
from tui.app.commands.list_pages import Back, FirstRow


def login_keys_text(keys: Mapping[str, str], *, locked: bool = False) -> str:
    """Return the keys that lead from a page to the login of the open account, as a clause.

    Args:
        keys: The key of each command, as shown to the user.
        locked: Whether only a vault has to be opened; opening the account asks for its passphrase.
    """
    then = "{open-account} opens it" if locked else "{log-in} logs in"
    return f"{{show-accounts}} then {then}".format_map(keys)


class AccountsContext(Context, Protocol):
    """The accounts page."""

    @property
    def chosen(self) -> str | None:
        """Name of the account under the cursor, if any."""

    @property
    def opened(self) -> str:
        """Name of the account whose boards are shown."""

    async def add(self) -> None:
        """Ask for the service of a new account, and go to its login."""

    async def check_name(self, new: str) -> None:
        """Check that an account can be called ``new``."""

    async def rename(self, name: str, new: str) -> None:
        """Rename the account ``name`` to ``new``."""

    async def forget(self, name: str) -> str:
        """Remove the account; return a sentence about what happens to its token."""

    async def check(self, name: str) -> str:
        """Ask the account's service about the token; return the answer as a sentence."""

    def toggle_startup(self, name: str) -> str:
        """Toggle whether the program starts with the account; return with which account it starts now."""

    def count_unsent(self, name: str) -> int:
        """Return the number of the account's unsent changes."""

    def token_good(self, name: str) -> bool:
        """Return whether the account's token is on this machine and, as far as known, was not refused."""


class _Account(Command[AccountsContext]):
    """A command on the account under the cursor."""

    group = "Accounts"
    elsewhere = False
    """Whether the command is only for accounts at another service, not for the local one."""
    closed = False
    """Whether the command is refused for the account that is open."""

    def refuse(self, context: AccountsContext) -> str | None:
        """Refuse without an account, and for the local or the open one where the command excludes it."""
        if context.chosen is None:
            return "there is no account here"
        if self.elsewhere and context.chosen == "local":
            return "the local account, on this machine, needs no login and stays"
        if self.closed and context.chosen == context.opened:
            keys = context.key_names
            return (
                f"{context.chosen} is open: {keys['open-account']} opens another one; then {keys['show-accounts']}, and"
                f" {keys['remove-account']} on this one"
            )
        return None


class OpenAccount(_Account):
    """Open the account: its boards take the place of these."""

    keys = ("enter",)
    shown = "open"

    async def run(self, context: AccountsContext) -> None:
        """Go to the account under the cursor."""
        context.go(f"account:{context.chosen}")


class AddAccount(Command[AccountsContext]):
    """Add an account, at the hosted service or at a server of your team."""

    asks = True
    keys = ("n", "plus")
    group = "Accounts"
    shown = "add"
    run = awaits(AccountsContext.add)


class LogIn(_Account):
    """Log in to the account again: what waits there is kept, and sent afterwards."""

    keys = ("l",)
    shown = "log in"
    elsewhere = True

    async def run(self, context: AccountsContext) -> None:
        """Go to the login of the account."""
        context.go(f"login:{context.chosen}")


class CheckAccount(_Account):
    """Try the account's token: whose it is, what it may do, until when."""

    keys = ("c",)
    shown = "check"
    elsewhere = True

    async def run(self, context: AccountsContext) -> None:
        """Ask the service about the token, and show its answer."""
        if (name := context.chosen) is not None:
            context.tell(f"asking about {name} …")
            answer = ""
            try:
                answer = await context.check(name)
            finally:
                # Also after an error, because it replaces "asking about …".
                context.tell(answer)


class StartWith(_Account):
    """Open this account when Cardscout starts, or no longer: then the one that was open last."""

    keys = ("s",)

    async def run(self, context: AccountsContext) -> None:
        """Store the choice, and show with which account the program starts."""
        if (name := context.chosen) is not None:
            context.tell(f"Cardscout starts with {context.toggle_startup(name)} from now on")


class RenameAccount(_Account):
    """Call the account something else; its token and what waits go along."""

    asks = True
    keys = ("r",)
    shown = "rename"
    elsewhere = True

    async def run(self, context: AccountsContext) -> None:
        """Ask for the new name, and rename the account."""
        if (name := context.chosen) is None:
            return

        async def attempt(new: str) -> None:
            if new == name:
                return
            await context.check_name(new)
            if name != context.opened:
                await context.rename(name, new)

        needed = "A name is needed: letters, digits, - and _."
        new = await context.prompt(
            f"Rename {name}", offer=name, attempt=attempt, needed=needed, action="rename it"
        )
        if new is None or new == name:
            return
        if name == context.opened:
            # Renaming the open account closes its pages including this one, so no message is shown here.
            await context.rename(name, new)
        else:
            context.tell(f"{name} is called {new} now")


class RemoveAccount(_Account):
    """Forget the account, its token and what was fetched from it, after asking."""

    asks = True
    keys = ("x", "X")
    shown = "forget"
    elsewhere = closed = True

    async def run(self, context: AccountsContext) -> None:
        """Ask for confirmation, and forget the account."""
        if (name := context.chosen) is None:
            return
        waiting = context.count_unsent(name)
        lost = (
            f"{waiting} change{'s' * (waiting != 1)} that its service has not got will be lost. "
            if waiting
            else ""
        )
        good = "Its token is good until you revoke it at the service." if context.token_good(name) else ""
        detail = f"{lost}{good}".strip()
        if await context.confirm(
            f"Forget {name}, and what was fetched from it?", detail=detail, yes="Forget"
        ):
            context.tell(f"forgot {name}; {await context.forget(name)}")


ACCOUNTS: tuple[CommandType, ...] = (
    OpenAccount, AddAccount, LogIn, CheckAccount, StartWith, RenameAccount, RemoveAccount, Back, FirstRow,
)  # fmt: skip
