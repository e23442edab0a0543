"""NewService: a step-by-step dialog for a service that looks people and companies up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Context
from tui.app.screens.account.open_vault import VaultOpener
from tui.errors import CredentialError, RemoteError, Unreachable
from tui.secret import NOTHING, Secret
from tui.settings.accounts import checked_url, whole_url

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.app.account.accounts import Accounts, ServiceOffer

_OWN = "local"
_OWN_TITLE = "the account's own service"


class NewService:
    """A dialog that asks which service, for its key, and when it is asked.

    Esc goes back one step. The key is tried with a request that is free, and kept in the keyring, else in the vault.

    Args:
        page: The page that shows the dialog.
        accounts: The account manager, which knows the services and keeps the key.
    """

    def __init__(self, page: Context, accounts: Accounts) -> None:
        self._page, self._accounts = page, accounts
        self._services = accounts.services
        self._failed: tuple[str, str] | None = None

    async def ask(self) -> str | None:
        """Ask all questions, and return a sentence about what was added; None on cancel."""
        offers = {one.name: one for one in self._services.offers()}
        name: str | None = None
        while (name := await self._choose(offers.values(), name)) is not None:
            offer = offers[name]
            url = await self._address(offer) if offer.wants_address else ""
            if url is None or (key := await self._key(offer, url)) is None:
                continue
            await self._keep(offer, url, key)
            return await self._use(offer, {one.name: one.title for one in offers.values()})
        return None

    async def _choose(self, offers: Iterable[ServiceOffer], at: str | None) -> str | None:
        choices = [Choice(one.name, one.title, one.about) for one in offers]
        return await self._page.choose("Which service?", choices, at=at)

    async def _address(self, offer: ServiceOffer) -> str | None:
        async def attempt(typed: str) -> None:
            _ = checked_url("the address", whole_url(typed))

        given = await self._page.prompt(
            f"{offer.title}: its address",
            placeholder="https://people.example.org",
            needed="It is needed.",
            attempt=attempt,
            step=True,
        )
        return None if given is None else whole_url(given)

    async def _key(self, offer: ServiceOffer, url: str) -> Secret | None:
        """Ask for each part of the key, and try the whole; None if the user went back."""
        parts: list[str] = []

        async def attempt(typed: str) -> None:
            whole = [*parts, typed.strip()]
            if len(whole) == len(offer.parts):
                await self._try(offer, url, Secret(":".join(whole)))
            parts.append(typed.strip())

        if not offer.parts:
            return NOTHING
        for part in offer.parts:
            given = await self._page.prompt(
                f"{offer.title}: {part}",
                note=offer.source,
                hidden=True,
                attempt=attempt,
                needed="It is needed.",
                step=True,
            )
            if given is None:
                return None
        return Secret(":".join(parts))

    async def _try(self, offer: ServiceOffer, url: str, key: Secret) -> None:
        """Try the key; if the service cannot be reached, the same key entered again is taken.

        Raises:
            UsageError: It has not the shape of the service's keys.
            RemoteError: The service does not take it, or cannot be reached.
        """
        # The box forgets what is hidden, so that it is typed anew.
        if self._failed == (url, key.reveal()):
            return
        try:
            await self._services.check(offer.name, url, key)
        except Unreachable as error:
            self._failed, error.hint = (url, key.reveal()), "The same again keeps it all the same."
            raise
        except RemoteError as error:
            error.hint = "Type it again."
            raise

    async def _keep(self, offer: ServiceOffer, url: str, key: Secret) -> None:
        """Keep the key in the keyring, else in the vault.

        Raises:
            CredentialError: The user chose to keep it nowhere.
        """
        try:
            await self._services.add(offer.name, url, key, in_vault=False)
        except CredentialError as error:
            if not self._accounts.vault.is_open:
                vault = VaultOpener(self._page, self._accounts, offer.name)
                await vault.open(f"{error} The key is kept in an encrypted file instead.")
            await self._services.add(offer.name, url, key, in_vault=True)

    async def _use(self, offer: ServiceOffer, titles: dict[str, str]) -> str:
        """Ask when the service is asked, and return what was settled."""
        asked = [name for name in self._services.asked() if name != offer.name]
        if not asked:
            return f"{offer.title} is added; order in config.toml says when it is asked"
        others = " and ".join(_OWN_TITLE if name == _OWN else titles.get(name, name) for name in asked)
        orders = {
            "alone": [offer.name],
            "first": [offer.name, *asked],
            "last": [*asked, offer.name],
        }
        chosen = await self._page.choose(
            f"When is {offer.title} asked?",
            [
                Choice("alone", "It alone"),
                Choice("first", "It first", f"then {others}, if it has no match"),
                Choice("last", "It last", f"if {others} had no match"),
                Choice("named", "Only when I name it", "with --provider, or by a key in the panel"),
            ],
        )
        if chosen not in orders:
            return f"{offer.title} is added, and asked when you name it"
        self._services.use(orders[chosen])
        return f"{offer.title} is added, and asked from now on"
