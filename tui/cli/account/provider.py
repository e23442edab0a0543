"""The way to a provider of people and companies, in the place of the account's own."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tui.cli.account.remote import vault
from tui.model.enrich.spending import DIALECT_PRICES, Prices
from tui.settings.credentials import load_key
from tui.settings.paths import Paths
from tui.settings.providers import Provider
from tui.workspace import Link


def through(
    way: Callable[[], Link], provider: Provider, paths: Paths, told: Mapping[str, str]
) -> Callable[[], Link]:
    """``way``, with ``provider`` asked for people and companies; to be called in the sync thread.

    Args:
        way: How to reach the account.
        provider: Whom to ask.
        paths: Where the vault is.
        told: What the environment said.

    Raises:
        CredentialError: The vault cannot be opened.
    """
    if provider.secrets == "vault" and "enrich_key" not in told:
        key = load_key(provider, told, vault(paths))
        return lambda: linked(way(), provider, key)
    return lambda: linked(way(), provider, load_key(provider, told))


def linked(link: Link, provider: Provider, key: str) -> Link:
    """``link`` with ``provider`` as its enrichment service."""
    return replace(
        link,
        enrich_url=provider.url,
        enrich_key=key,
        enrich_http=None,
        provider=provider.source,
        dialect=provider.dialect,
        enrich_auth=provider.auth,
        enrich_auth_name=provider.auth_name,
        enrich_rate=provider.rate or None,
        prices=prices(provider),
    )


def prices(provider: Provider) -> Prices:
    """What ``provider`` takes."""
    usual = DIALECT_PRICES[provider.dialect]
    return Prices(
        person=provider.person or usual.person,
        company=provider.company or usual.company,
        search=provider.search or usual.search,
    )
