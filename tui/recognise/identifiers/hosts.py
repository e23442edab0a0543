"""Which part of a host is a company's own name, and which hosts are nobody's."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

FREE_MAIL = word_list("free_mail")
"""Mail hosts that say nothing about a firm: free mail and internet providers."""

_EVERYWHERE = frozenset(("gmail", "googlemail", "hotmail", "yahoo", "outlook", "icloud"))
"""Free mail services that have a name in every country."""

_CARRIERS = word_list("carriers")
"""Sites and hosts whose links lead to something else: a document, a map, a film, a meeting, a post, another link."""

_NETWORK = "linkedin.com"
_NOWHERE = frozenset(("localhost", "local", "internal", "invalid", "lan", "home", "corp", "arpa", "onion"))
_RESERVED = frozenset(("example", "test"))
"""Reserved top-level names no list of suffixes has: the sample directory lives under ``.example``."""


def is_network(host: str) -> bool:
    """Whether ``host`` is the professional network's."""
    return host == _NETWORK or host.endswith(f".{_NETWORK}") or host == "lnkd.in"


def is_free_mail(domain: str) -> bool:
    """Whether a registrable mail domain belongs to no firm."""
    return domain in FREE_MAIL or domain.partition(".")[0] in _EVERYWHERE


def is_carrier(host: str) -> bool:
    """Whether a link to ``host`` leads to something that is not the host's own."""
    labels = host.split(".")
    parents = {".".join(labels[start:]) for start in range(len(labels) - 1)}
    return bool(parents & _CARRIERS)


@lru_cache(maxsize=4096)
def registrable(host: str) -> str | None:
    """The registrable name of a host, a tenant's part included, or None for no public name.

    ``www.tui.co.nz`` is ``tui.co.nz``; ``shop.myshopify.com`` stays whole, for the shop is the tenant.
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
    """The public suffix list, loaded when a host is first seen: it costs 50 ms."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False)
