"""VaultOpener: opens the vault that a token goes into, or begins one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tui.app.commands.command import Choice, Context
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings.vault import NEW, SHUT, checked

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts

_ONCE = "The passphrase is asked for once in each run, and nobody can recover it."

_Way = Literal["open", "new", "nowhere"]


class VaultOpener:
    """Asks for the vault's passphrase, or for a new vault's. The token that waits is dropped only when the user says so.

    Args:
        page: Asks the questions.
        accounts: Have the vault.
        name: Of the account whose token goes there.

    Attributes:
        aside: Where the vault goes that is there, when a new one was begun; else None.
    """

    def __init__(self, page: Context, accounts: Accounts, name: str) -> None:
        self._page, self._accounts, self._name = page, accounts, name
        self.aside: Path | None = None

    async def open(self, why: str, *, forgotten: bool = False) -> None:
        """Open the vault, or make one.

        Args:
            why: What is kept in it, in a sentence.
            forgotten: Whether the user said that the passphrase is forgotten.

        Raises:
            CredentialError: The token is to be kept nowhere.
        """
        way: _Way = "open" if self._accounts.vault.exists else "new"
        if forgotten and way == "open":
            way = await self._choose(way)
        while way != "nowhere":
            if await (self._open(why) if way == "open" else self._begin(why)):
                return
            way = await self._choose(way)
        raise CredentialError("Nothing was kept.", hint="There has to be a place for the token.")

    async def _open(self, why: str) -> bool:
        async def attempt(given: str) -> None:
            _ = await unseal(self._accounts, given, hint="Type it again.")

        note = f"{why} Forgotten? esc offers a new vault."
        given = await self._page.prompt(
            "The vault's passphrase", note=note, hidden=True, attempt=attempt, step=True
        )
        return given is not None

    async def _begin(self, why: str) -> bool:
        async def choose(given: str) -> None:
            _ = checked(Secret(given))

        note = " ".join(filter(None, (why, self._left_behind(), _ONCE)))
        while first := await self._page.prompt(NEW, note=note, hidden=True, attempt=choose, step=True):

            async def same(given: str, first: str = first) -> None:
                if given != first:
                    raise CredentialError("The two passphrases differ.", hint="esc: choose another")
                self.aside = await unseal(self._accounts, given, anew=True)

            if (
                await self._page.prompt("The same passphrase again", hidden=True, attempt=same, step=True)
                is not None
            ):
                return True
        return False

    def _left_behind(self) -> str:
        """Who has to log in again when a new vault is begun; "" for nobody."""
        others = self._accounts.vault.others(self._name) if self._accounts.vault.exists else ()
        whose = "its token is" if len(others) == 1 else "their tokens are"
        return f"{' and '.join(others)} must log in again too: {whose} in the old vault." if others else ""

    async def _choose(self, way: _Way) -> _Way:
        """What becomes of the token; ``way`` again when nothing is chosen."""
        ways: dict[_Way, Choice] = {
            "open": Choice("open", "Type the vault's passphrase"),
            "new": Choice("new", "Begin a new vault", "the one that is there is put aside"),
            "nowhere": Choice("nowhere", "Keep the token nowhere", "drop it: it is asked for again"),
        }
        if not self._accounts.vault.exists:
            ways = {"new": Choice("new", "Choose a passphrase"), "nowhere": ways["nowhere"]}
        chosen = await self._page.choose("Where does the token go?", [*ways.values()])
        return next((each for each in ways if each == chosen), way)


async def unseal(accounts: Accounts, passphrase: str, *, hint: str = "", anew: bool = False) -> Path | None:
    """Open the vault, or begin another one; where the one that is there goes then.

    Args:
        accounts: Have the vault.
        passphrase: As it was typed.
        hint: What to do when it is wrong, on this page.
        anew: Whether it is that of a new vault.

    Raises:
        CredentialError: It is wrong, or the vault cannot be used.
    """
    try:
        return await asyncio.to_thread(accounts.unseal, Secret(passphrase), anew=anew)
    except CredentialError as error:
        if str(error) == SHUT:
            error.hint = hint
        raise
