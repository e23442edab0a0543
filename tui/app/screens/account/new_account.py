"""NewAccount: a step-by-step dialog for the data of a new account."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice
from tui.app.screens.account.trial import Trial
from tui.errors import UsageError
from tui.login import HOSTED, key_comes_from
from tui.settings.accounts import Account, checked_url, new_name, suggested_name, whole_url

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.app.screens.boxes.boxes import Boxes

Step = Callable[[], Awaitable[bool]]
"""A function that asks one question, and returns whether it was answered."""

_UNNAMED = "new"


class NewAccount:
    """A dialog that asks for the service, for the application's key, and for a name.

    Esc goes back one step, which shows the earlier answer again.

    Args:
        accounts: The account manager, which checks addresses and keys.
        taken: Returns the names of the existing accounts.
    """

    def __init__(self, boxes: Boxes, accounts: Accounts, taken: Callable[[], Collection[str]]) -> None:
        self._boxes, self._taken = boxes, taken
        self._accounts, self._trial = accounts, Trial(accounts)
        self._team = False
        self._step = 0
        self.account = Account(_UNNAMED, HOSTED, "")
        """The account, as far as it is known."""
        self.is_service = False
        """Whether a service for people and companies is wanted, which is no account."""

    async def ask(self) -> Account | None:
        """Ask all questions and return the account, or None on cancel; a later call resumes."""
        self._step = min(self._step, len(self._steps()) - 1)
        while self._step < len(self._steps()):
            if await self._steps()[self._step]():
                self._step += 1
            elif self._step:
                self._step -= 1
            elif await self._confirm_leaving():
                return None
        return self.account

    def _steps(self) -> tuple[Step, ...]:
        if self.is_service:
            return (self._where,)
        return (self._where, *([self._address] if self._team else []), self._key, self._name)

    async def _confirm_leaving(self) -> bool:
        """Return whether the dialog may end: nothing was typed, or the user agrees to discard it."""
        if not (self.account.key or self._typed_url()):
            return True
        # Esc leaves too: whoever comes here by esc, and presses it again, wants to leave.
        answers = [Choice("stay", "Go on adding"), Choice("leave", "Add none", "esc")]
        return await self._boxes.choose("Add no account, and forget what you typed?", answers) != "stay"

    async def _where(self) -> bool:
        choices = [
            Choice("hosted", "The hosted service", HOSTED.removeprefix("https://")),
            Choice("team", "A server of your team", "cardscout serve, by its address"),
            Choice("people", "No boards: people and companies", "a service that gave you a key"),
        ]
        at = "team" if self._team else None
        chosen = await self._boxes.choose("Where are the boards?", choices, at=at)
        if chosen is None:
            return False
        self.is_service = chosen == "people"
        self._team = chosen == "team"
        if not self._team:
            self.account = replace(self.account, url=HOSTED)
        return True

    def _typed_url(self) -> str:
        return "" if self.account.url == HOSTED else self.account.url

    async def _address(self) -> bool:
        async def attempt(typed: str) -> None:
            account = replace(self.account, url=checked_url("the address", whole_url(typed)))
            await self._trial.check(replace(account, key=""))
            self.account = account

        given = await self._boxes.prompt(
            "The server's address",
            value=self._typed_url(),
            placeholder="https://boards.example.org",
            attempt=attempt,
            needed="The address is needed, such as https://boards.example.org.",
            step=True,
        )
        return given is not None

    async def _key(self) -> bool:
        async def attempt(typed: str) -> None:
            account = replace(self.account, key="".join(typed.split()))
            await self._trial.check(account)
            self.account = account

        given = await self._boxes.prompt(
            "The application's key",
            value=self.account.key,
            offer="" if self.account.key else self._accounts.key_at(self.account.url),
            placeholder="32 letters and digits",
            note=key_comes_from(self.account.url),
            attempt=attempt,
            needed="The key is needed: it tells the service which program asks.",
            step=True,
        )
        return given is not None

    async def _name(self) -> bool:
        async def attempt(typed: str) -> None:
            if new_name(typed) in self._taken():
                raise UsageError(
                    f"there is an account {typed} already",
                    hint="take another name; to log in to that one again: esc to its page, then l",
                )
            self.account = replace(self.account, name=typed)

        named = self.account.name if self.account.name != _UNNAMED else ""
        given = await self._boxes.prompt(
            "A name for the account",
            offer=named or self._unused_name(suggested_name(self.account.url)),
            attempt=attempt,
            needed="A name is needed: letters, digits, - and _.",
            step=True,
        )
        return given is not None

    def _unused_name(self, name: str) -> str:
        names, taken = (name, *(f"{name}{number}" for number in range(2, 100))), self._taken()
        return next((each for each in names if each not in taken), name)
