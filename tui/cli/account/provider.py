"""Connecting an account to an enrichment provider in place of its own service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tui.model.enrich.spending import USUAL, Prices
from tui.settings.credentials import load_key

if TYPE_CHECKING:
    from tui.secret import Secret
    from tui.settings.providers import Provider
    from tui.settings.vault import Vault
    from tui.workspace import Link


def with_provider(
    way: Callable[[], Link],
    provider: Provider,
    environment: Mapping[str, Secret],
    vault: Callable[[], Vault],
) -> Callable[[], Link]:
    """Wrap ``way`` so that its link uses ``provider`` for people and companies.

    Args:
        way: Returns the account's link; the result, too, is called in the sync thread.
        provider: The enrichment provider.
        environment: The secrets from the environment.
        vault: Returns the vault, open.
    """

    def connect() -> Link:
        sealed = provider.secrets == "vault" and "enrich_key" not in environment
        return with_enrichment(way(), provider, load_key(provider, environment, vault() if sealed else None))

    return connect


def with_enrichment(link: Link, provider: Provider, key: Secret) -> Link:
    """Return ``link`` with ``provider`` as its enrichment service."""
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
    """Return the prices of ``provider``, with its dialect's usual ones as defaults."""
    usual = USUAL[provider.dialect]
    return Prices(
        person=provider.person or usual.person,
        company=provider.company or usual.company,
        search=provider.search or usual.search,
    )
