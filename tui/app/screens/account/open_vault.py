"""VaultOpener: opens the vault in which a token is stored, or creates one."""

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
    """A dialog for the passphrase of the vault or of a new one; a token is dropped only if the user chooses so.

    Args:
        accounts: The account manager, which has the vault.
        name: Name of the account whose token goes there.

    Attributes:
        aside: Where the old vault was moved when a new one was created; else None.
    """

    def __init__(self, page: Context, accounts: Accounts, name: str) -> None:
        self._page, self._accounts, self._name = page, accounts, name
        self.aside: Path | None = None

    async def open(self, why: str, *, forgotten: bool = False) -> None:
        """Open the vault, or create one.

        Args:
            why: What is stored in the vault, in a sentence.
            forgotten: Whether the user has forgotten the passphrase.

        Raises:
            CredentialError: The user chose not to store the token.
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

        note = " ".join(filter(None, (why, self._relogin_note(), _ONCE)))
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

    def _relogin_note(self) -> str:
        """Return which accounts must log in again after a new vault is created; "" if none."""
        others = self._accounts.vault.others(self._name) if self._accounts.vault.exists else ()
        whose = "its token is" if len(others) == 1 else "their tokens are"
        return f"{' and '.join(others)} must log in again too: {whose} in the old vault." if others else ""

    async def _choose(self, way: _Way) -> _Way:
        """Ask where to store the token; return ``way`` if nothing is chosen."""
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
    """Open the vault, or create a new one and return where the old one was moved.

    Args:
        accounts: The account manager, which has the vault.
        passphrase: The passphrase as it was typed.
        hint: What to do on this page if the passphrase is wrong.
        anew: Whether to create a new vault with the passphrase.

    Raises:
        CredentialError: The passphrase is wrong, or the vault cannot be used.
    """
    try:
        return await asyncio.to_thread(accounts.open_vault, Secret(passphrase), anew=anew)
    except CredentialError as error:
        if str(error) == SHUT:
            error.hint = hint
        raise
