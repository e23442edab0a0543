"""Connection of an account to an enrichment provider instead of its own service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tui.adapters.read import find_adapter
from tui.cli.account.chosen import ACCOUNT
from tui.errors import CredentialError, UsageError
from tui.secret import NOTHING
from tui.settings.credentials import load_key
from tui.settings.providers import read_providers
from tui.workspace import OtherService

if TYPE_CHECKING:
    from pathlib import Path

    from tui.adapters.adapter import Adapter
    from tui.model.enrich.spending import Prices
    from tui.secret import Secret
    from tui.settings.config import Order
    from tui.settings.providers import Provider
    from tui.settings.vault import Vault
    from tui.workspace import Link


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
        key = load_key(provider, environment, vault() if sealed else None)
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
