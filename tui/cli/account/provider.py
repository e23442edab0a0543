"""Connection of an account to an enrichment provider instead of its own service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tui.adapters.read import adapter_names, find_adapter
from tui.cli.account.chosen import ACCOUNT
from tui.errors import CredentialError, UsageError, VaultClosed
from tui.secret import NOTHING
from tui.settings.config import Config, change, edit_document
from tui.settings.credentials import load_key, save_key
from tui.settings.providers import Provider, distinct, read_provider, read_providers, save_provider
from tui.workspace import Link, OtherService, try_out

if TYPE_CHECKING:
    from pathlib import Path

    from tui.adapters.adapter import Adapter
    from tui.app.account.accounts import ServiceOffer
    from tui.model.enrich.spending import Prices
    from tui.secret import Secret
    from tui.settings.accounts import Keeper
    from tui.settings.config import Order
    from tui.settings.credentials import Safe
    from tui.settings.vault import Vault


class ProviderManager:
    """The services for people and companies that are added from the screens.

    Args:
        vault: Returns the vault, open.
    """

    def __init__(self, file: Path, vault: Callable[[], Safe]) -> None:
        self._file, self._vault = file, vault

    def offers(self) -> list[ServiceOffer]:
        """Return the services that are known by name; an adapter of the user's with mistakes is left out."""
        from tui.app.account.accounts import ServiceOffer

        found = []
        for name in adapter_names(self._file.parent):
            with suppress(UsageError):
                one = find_adapter(name, self._file.parent)
                parts = () if one.auth.style == "none" else one.key.parts
                found.append(ServiceOffer(name, one.title, one.about, parts, one.key.source, not one.url))
        return found

    async def check(self, name: str, url: str, key: Secret) -> None:
        """Ask the service for nobody, which is free.

        Raises:
            UsageError: The key has not the shape of the service's keys, or the address is none.
            RemoteError: The address or the key is wrong, or the service cannot be reached.
        """
        provider, adapter = self._described(name, url, "keyring")
        if not url and not adapter.key.may_be(key.reveal()):
            raise UsageError(
                f"that is no {' and '.join(adapter.key.parts)} of {adapter.title}",
                hint=f"it looks like {adapter.key.looks}",
            )
        from tui.clock import SystemClock

        _ = await try_out(link_to_try(provider, adapter, key), SystemClock())

    async def add(self, name: str, url: str, key: Secret, *, in_vault: bool) -> None:
        """Save the service and its key.

        Raises:
            CredentialError: The key cannot be stored there; nothing was saved.
        """
        provider, _ = self._described(name, url, "vault" if in_vault else "keyring")
        if key:
            from tui.settings.keyring import Keyring

            safe = self._vault() if in_vault else Keyring()
            await asyncio.to_thread(save_key, provider, key, safe)
        save_provider(self._file, provider)

    def asked(self) -> list[str]:
        """Return the names of the services that are asked, in order; none if each kind has an order of its own."""
        config = Config.read(self._file)
        orders = {tuple(names) for names in config.order.values()}
        if not orders:
            return [config.provider or ACCOUNT]
        return list(orders.pop()) if len(orders) == 1 else []

    def use(self, names: Sequence[str]) -> None:
        """Have the services asked in this order."""
        use_in_order(self._file, names)

    def _described(self, name: str, url: str, keeper: Keeper) -> tuple[Provider, Adapter]:
        from tui.settings.accounts import checked_url

        adapter = find_adapter(name, self._file.parent)
        provider = Provider(
            name=name,
            url=checked_url("the address", url or adapter.url),
            dialect=name,
            login=adapter.auth.url,
            secrets=keeper,
        )
        return labelled(provider, adapter, url, self._file), adapter


def labelled(provider: Provider, adapter: Adapter, url: str, file: Path) -> Provider:
    """Return the provider with its name in findings.

    Args:
        provider: The provider.
        adapter: What describes it.
        url: The address that the user gave, if any.
        file: The settings, with the other providers.
    """
    if adapter.url and not url:
        return replace(provider, label=adapter.title)
    return distinct(provider, adapter.title if adapter.url else "", read_providers(file).values())


def use_in_order(file: Path, names: Sequence[str]) -> None:
    """Have the providers asked in this order, until one has a match.

    Raises:
        UsageError: There is no such provider.
    """
    held = {name: read_provider(file, name) for name in names if name != ACCOUNT}
    know_people = (
        name
        for name in names
        if name not in held or find_adapter(held[name].dialect, file.parent).calls("person")
    )
    # People are searched at the first that knows any.
    usual = next(know_people, names[0])
    change(file, "provider", None if usual == ACCOUNT else usual)

    def put(document: Any) -> None:
        document.pop("order", None)
        if len(names) > 1:
            document["order"] = list(dict.fromkeys(names))

    edit_document(file, put)


def with_provider(
    way: Callable[[], Link],
    provider: Provider,
    config: Path,
    environment: Mapping[str, Secret],
    vault: Callable[[], Vault],
) -> Callable[[], Link]:
    """Wrap ``way`` so that its link uses ``provider`` for people and companies.

    Args:
        way: Returns the account's link; the wrapped function is called in the sync thread too.
        provider: The enrichment provider.
        config: The config directory, where the user's own adapters are.
        environment: The secrets from the environment.
        vault: Returns the vault, open.
    """

    def connect() -> Link:
        adapter = find_adapter(provider.dialect, config)
        check_login(provider, adapter)
        if not needs_key(provider, adapter):
            return with_enrichment(way(), provider, adapter, NOTHING)
        sealed = provider.secrets == "vault" and "enrich_key" not in environment
        try:
            key = load_key(provider, environment, vault() if sealed else None)
        except VaultClosed as error:
            # Boards need no key to people and companies: it is told when somebody is looked up.
            return with_enrichment(way(), provider, adapter, NOTHING).replace(key_error=error)
        return with_enrichment(way(), provider, adapter, key)

    return connect


def with_others(
    link: Link,
    own: Link,
    used: str | None,
    order: Order,
    file: Path,
    vault: Callable[[], Vault],
) -> Link:
    """Return ``link`` with the other available services, and their order.

    Args:
        link: The account's link, with the used service.
        own: The link with the account's own service.
        used: The name of the used provider, or None.
        order: The names of the services to ask for each kind.
        file: The settings.
        vault: Returns the vault, open.

    Raises:
        UsageError: The order names an unknown provider, or one whose adapter cannot be read.
    """
    held = read_providers(file)
    wanted = {name for names in order.values() for name in names}
    if unknown := sorted(wanted - held.keys() - {ACCOUNT}):
        raise UsageError(
            f"{file}: order: there is no provider {unknown[0]!r}",
            hint=f"there are {', '.join([ACCOUNT, *held])}; cardscout providers add {unknown[0]} makes one",
        )
    others = [] if used is None else [_own(own)]
    for name, provider in held.items():
        if name == used:
            continue
        try:
            others.append(_other(provider, file.parent, own, vault))
        except UsageError:
            # An error in the adapter of an unused service must not stop anything.
            if name in wanted:
                raise
    return link.replace(service_name=used or ACCOUNT, others=tuple(others), order=order)


def _other(provider: Provider, config: Path, own: Link, vault: Callable[[], Vault]) -> OtherService:
    adapter = find_adapter(provider.dialect, config)
    # Secrets from the environment belong to the used service.
    connect = with_provider(lambda: own, provider, config, {}, vault)
    return OtherService(provider.name, provider.source, adapter, prices(provider, adapter), connect)


def _own(link: Link) -> OtherService:
    """Return the account's own service."""
    adapter = link.service
    return OtherService(
        ACCOUNT, link.provider, adapter, link.prices or adapter.list_prices({}), lambda: link, link.lacks_key
    )


def needs_key(provider: Provider, adapter: Adapter) -> bool:
    """Return whether the provider needs a key."""
    return (provider.auth or adapter.auth.style) != "none"


def check_login(provider: Provider, adapter: Adapter) -> None:
    """Check that the adapter sends the key to the same address as when the user stored the key.

    Raises:
        CredentialError: The adapter names another address.
    """
    if adapter.auth.url != provider.login:
        raise CredentialError(
            f"The adapter {adapter.name} sends the key to {adapter.auth.url or 'the service'}, and not to "
            f"{provider.login or 'the service'} as when it was kept.",
            hint=f"If that is right, cardscout providers add {provider.name} keeps the key for it.",
        )


def link_to_try(provider: Provider, adapter: Adapter, key: Secret) -> Link:
    """Return a link to ``provider`` alone, to try it out before it is kept."""
    link = Link(board_url=provider.url, key="", token=NOTHING, service_name=provider.name)
    return with_enrichment(link, provider, adapter, key)


def with_enrichment(link: Link, provider: Provider, adapter: Adapter, key: Secret) -> Link:
    """Return ``link`` with ``provider`` as its enrichment service, which ``adapter`` describes."""
    return link.replace(
        enrich_url=provider.url,
        enrich_key=key,
        enrich_http=None,
        provider=provider.source,
        adapter=adapter,
        enrich_auth=provider.auth,
        enrich_auth_name=provider.auth_name,
        enrich_rate=provider.rate,
        prices=prices(provider, adapter),
    )


def prices(provider: Provider, adapter: Adapter) -> Prices:
    """Return the prices of ``provider``, with those of its adapter as defaults."""
    return adapter.list_prices(
        {"person": provider.person, "company": provider.company, "search": provider.search}
    )
