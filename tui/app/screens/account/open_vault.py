"""VaultOpener: opens the vault that a token goes into, or begins one."""

import asyncio
from typing import Literal

from tui.app.account.accounts import Accounts
from tui.app.commands.command import Choice, Context
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings.vault import NEW, SHUT, checked

_ONCE = "It is asked for once in each run, and nobody can recover it."

_Way = Literal["open", "new", "nowhere"]


class VaultOpener:
    """Asks for the vault's passphrase, or for a new vault's; the token that waits for it is not lost by an Esc.

    Args:
        page: Asks the questions.
        accounts: Have the vault.
        name: Of the account whose token goes there.
    """

    def __init__(self, page: Context, accounts: Accounts, name: str) -> None:
        self._page, self._accounts, self._name = page, accounts, name

    async def open(self, why: str) -> None:
        """Open the vault, or make one; ``why`` says what is kept in it.

        Raises:
            CredentialError: The token is to be kept nowhere.
        """
        way: _Way = "open" if self._accounts.has_vault() else "new"
        while way != "nowhere":
            if await (self._open(why) if way == "open" else self._begin(why)):
                return
            way = await self._given_up()
        raise CredentialError("Nothing was kept.", hint="There has to be a place for the token.")

    async def _open(self, why: str) -> bool:
        async def attempt(given: str) -> None:
            try:
                await asyncio.to_thread(self._accounts.unseal, Secret(given))
            except CredentialError as error:
                if str(error) == SHUT:
                    raise CredentialError(
                        SHUT, hint="Type it again. Forgotten? esc, and begin a new vault."
                    ) from error
                raise

        note = f"{why} esc: it is forgotten, or the token goes nowhere"
        return (
            await self._page.prompt("The vault's passphrase", note=note, hidden=True, attempt=attempt)
            is not None
        )

    async def _begin(self, why: str) -> bool:
        async def choose(given: str) -> None:
            _ = checked(Secret(given))

        note = " ".join(filter(None, (why, self._left_behind(), _ONCE)))
        while first := await self._page.prompt(NEW, note=note, hidden=True, attempt=choose):

            async def same(given: str, first: str = first) -> None:
                if given != first:
                    raise CredentialError("The two passphrases differ.", hint="esc: choose another")
                await asyncio.to_thread(self._accounts.unseal, Secret(given), anew=True)

            if await self._page.prompt("The same passphrase again", hidden=True, attempt=same) is not None:
                return True
        return False

    def _left_behind(self) -> str:
        """Who has to log in again when a new vault is begun; "" for nobody."""
        others = self._accounts.others_in_vault(self._name) if self._accounts.has_vault() else ()
        return f"The old vault is put aside, with what is secret of {', '.join(others)}." if others else ""

    async def _given_up(self) -> _Way:
        """What becomes of the token, asked when no passphrase was given."""
        ways: dict[_Way, Choice] = {
            "open": Choice("open", "Type the vault's passphrase"),
            "new": Choice("new", "Begin a new vault", "the one that is there is put aside"),
            "nowhere": Choice("nowhere", "Keep the token nowhere", "it is asked for again"),
        }
        if not self._accounts.has_vault():
            ways = {"new": Choice("new", "Choose a passphrase"), "nowhere": ways["nowhere"]}
        chosen = await self._page.choose("Where does the token go?", [*ways.values()])
        return next((way for way in ways if way == chosen), "nowhere")
