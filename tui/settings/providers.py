"""Providers: external sales-intelligence services. Their keys are handled in ``credentials``.

.. code-block:: toml

    provider = "hosted"                  # used unless the account has its own; "local" is this machine's

    [providers.hosted]
    url = "https://api.example.com"      # https unless on this machine
    dialect = "direct"                   # its adapter: one of the program's, or of adapters/ beside config.toml
    auth = "header"                      # how it takes the key, where not as its adapter says: bearer, header or query
    auth_name = "X-Api-Key"              # the header or the parameter, with header and query
    label = "Example data"               # what findings call their source; the host unless given
    rate = 50                            # requests a second; 0 for no limit; as its adapter says unless given
    person = [1, 2]                      # credits at least and at most; one number for always the same
    company = 1
    search = 0                           # each 25 hits of a search
    secrets = "keyring"                  # where the key is: keyring, vault or command
    command = ["pass", "show", "people"] # with secrets = "command": prints the key
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.dataclasses import dataclass

from tui.adapters.read import FOLDER, adapter_names
from tui.errors import UsageError
from tui.settings.accounts import LOCAL, Keeper, OptionalUrl, Url, Words, checked_name, origin
from tui.settings.config import read_tables, write_document
from tui.settings.table import as_table, read_table, validation_error

AuthStyle = Literal["bearer", "header", "query"]
"""How a key is sent to a service."""

Price = tuple[int, int]
"""The lowest and highest price, in credits."""

_CARRIER = re.compile(r"[A-Za-z0-9_-]{1,60}")


def _as_ends(price: Any) -> Any:
    """Expand a single price to a pair: ``1`` to ``(1, 1)``."""
    return (price, price) if isinstance(price, int) else price


def _in_order(price: Price | None) -> Price | None:
    if price is not None and price[0] > price[1]:
        raise validation_error(f" cannot be {list(price)!r}", "write credits, the lower first: 1, or [1, 2]")
    return price


def _carrier(name: str) -> str:
    if name and not _CARRIER.fullmatch(name):
        raise validation_error(" cannot carry a key", 'write a name such as "X-Api-Key"')
    return name


Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
"""A number of credits, or of requests a second."""

SetPrice = Annotated[
    tuple[Count, Count] | None,
    BeforeValidator(_as_ends),
    AfterValidator(_in_order),
    Field(description="credits, whole numbers, 0 or more: 1, or [1, 2]"),
]
"""A price in the settings: one number, or two; None for that of the adapter."""


@dataclass(frozen=True, slots=True, config={"extra": "forbid"})
class Provider:
    """A sales-intelligence service.

    Attributes:
        dialect: The name of the adapter that describes the service.
        auth: How the key is sent; None for the adapter's default.
        auth_name: The header or parameter for the key; "" for the default one.
        login: The address that exchanges the key for a token, if its adapter had one when the key was stored.
        label: The service's name in findings; "" for the host.
        rate: Requests that the service accepts in a second; 0 for no limit; None for the adapter's default.
        person: Credits for a person; None for the adapter's default.
        company: Credits for a company; None for the adapter's default.
        search: Credits for each 25 hits of a search; None for the adapter's default.
        secrets: Where the key is stored.
        command: The command that prints the key, if ``secrets`` is ``command``.
    """

    name: str
    url: Annotated[Url, Field(description='"https://api.example.com"')]
    dialect: str = "platform"
    auth: Annotated[AuthStyle | None, Field(description="one of bearer, header, query")] = None
    auth_name: Annotated[str, AfterValidator(_carrier)] = ""
    login: OptionalUrl = ""
    label: str = ""
    rate: Annotated[Count | None, Field(description="a whole number, 0 or more")] = None
    person: SetPrice = None
    company: SetPrice = None
    search: SetPrice = None
    secrets: Keeper = "keyring"
    command: Words = ()

    @property
    def origin(self) -> str:
        """Scheme, host and port of the service, to which its key is bound."""
        return origin(self.url)

    @property
    def bound_to(self) -> str:
        """The origins that may get its key: the service's, and that of the address for tokens."""
        return f"{self.origin} {origin(self.login)}" if self.login else self.origin

    @property
    def source(self) -> str:
        """The name of the service in findings."""
        return self.label or urlsplit(self.url).hostname or self.name


def read_providers(path: Path) -> dict[str, Provider]:
    """Read the providers in the config file at ``path``, by name.

    Raises:
        UsageError: A provider is invalid; the message names it and the field.
    """
    held = read_tables(path, "providers")
    return {name: _provider(path, name, table) for name, table in held.items()}


def distinct(provider: Provider, title: str, others: Iterable[Provider]) -> Provider:
    """Return the provider with a label that no other service has, since findings and misses are kept by it.

    Args:
        provider: A provider without a label.
        title: The service's name, where its adapter has one and not only a form of answers.
        others: The other providers; one with the same address and adapter is the same service.
    """
    place = urlsplit(provider.url)
    names = (f"{title} at {place.hostname}", f"{title} at {place.netloc}") if title else ("", place.netloc)
    labelled = [replace(provider, label=name) for name in (*names, f"{place.netloc} ({provider.name})")]
    taken = {
        one.source
        for one in others
        if one.name != provider.name and (one.url, one.dialect) != (provider.url, provider.dialect)
    }
    return next((one for one in labelled if one.source not in taken), labelled[-1])


def read_provider(path: Path, name: str) -> Provider:
    """Read the provider called ``name``.

    Raises:
        UsageError: There is no such provider, or it is invalid.
    """
    held = read_tables(path, "providers")
    if name not in held:
        known = ", ".join([LOCAL, *held])
        raise UsageError(
            f"there is no provider {name!r}",
            hint=f"there are {known}; cardscout providers add {name} makes one",
        )
    return _provider(path, name, held[name])


def save_provider(path: Path, provider: Provider) -> None:
    """Write ``provider`` into the config file at ``path``, replacing one of that name.

    Raises:
        UsageError: The provider is invalid, or the file cannot be read or written.
    """
    write_document(path, ("providers", provider.name), as_table(provider))


def forget_provider(path: Path, name: str) -> None:
    """Remove the provider from the config file at ``path``.

    Raises:
        UsageError: The file cannot be read or written.
    """
    write_document(path, ("providers", name), None)


def price_of(text: str) -> Price:
    """Parse a typed price: ``1``, or ``1-2`` for at least one and at most two.

    Raises:
        UsageError: The text is no price.
    """
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text.strip())
    if found is None:
        raise UsageError(f"{text!r} is no price", hint="write credits, such as 1, or 1-2")
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high:
        raise UsageError(f"{text!r} is no price", hint="write the lower number first, such as 1-2")
    return low, high


def _provider(path: Path, name: str, table: Any) -> Provider:
    checked_name(name)
    provider = read_table(path, Provider, ("providers", name), table)
    if provider.dialect not in (known := adapter_names(path.parent)):
        raise UsageError(
            f"{path}: providers.{name}.dialect: there is no adapter {provider.dialect!r}",
            hint=f"write one of {', '.join(known)}; {path.parent / FOLDER} is for your own",
        )
    return provider
