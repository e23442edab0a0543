"""Classification of hosts: registrable domain, free mail, carriers, and the business network."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

FREE_MAIL = word_list("free_mail")
"""Mail hosts of free mail and internet providers, which say nothing about a firm."""

_EVERYWHERE = frozenset(("gmail", "googlemail", "hotmail", "yahoo", "outlook", "icloud"))
"""Names of free mail services that have a domain in every country."""

_CARRIERS = word_list("carriers")
"""Sites whose links lead to the content of others: a document, map, film, meeting, post or another link."""

_NETWORK = "linkedin.com"
_NOWHERE = frozenset(("localhost", "local", "internal", "invalid", "lan", "home", "corp", "arpa", "onion"))
_RESERVED = frozenset(("example", "test"))
"""Reserved top-level domains that are on no suffix list: the sample directory uses ``.example``."""


def is_network(host: str) -> bool:
    """Whether ``host`` belongs to the business network."""
    return host == _NETWORK or host.endswith(f".{_NETWORK}") or host == "lnkd.in"


def is_free_mail(domain: str) -> bool:
    """Whether a registrable mail domain is that of a mail provider."""
    return domain in FREE_MAIL or domain.partition(".")[0] in _EVERYWHERE


def is_carrier(host: str) -> bool:
    """Whether links to ``host`` lead to the content of others."""
    labels = host.split(".")
    parents = {".".join(labels[start:]) for start in range(len(labels) - 1)}
    return bool(parents & _CARRIERS)


@lru_cache(maxsize=512)
def registrable(host: str) -> str | None:
    """Return the registrable domain of a host, with a tenant's label; None for no public domain.

    ``www.tui.co.nz`` becomes ``tui.co.nz``; ``shop.myshopify.com`` stays, because the shop is the tenant.
    """
    labels = host.split(".")
    last = labels[-1]
    if last in _NOWHERE or last.isdecimal() or not all(labels):
        return None
    if last in _RESERVED:
        return ".".join(labels[-2:]) if len(labels) > 1 else None
    name: str | None = _suffixes().privatesuffix(host)
    return name


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    """Load the public suffix list, when the first host is examined: it takes 50 ms."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False)
