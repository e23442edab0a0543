"""Providers: sales-intelligence services besides this machine's directory. Their keys are in ``credentials``.

.. code-block:: toml

    provider = "hosted"                  # used unless the account has its own; "local" is this machine's

    [providers.hosted]
    url = "https://api.example.com"      # https unless on this machine
    dialect = "direct"                   # platform (POST /enrich/person …) or direct (GET /people …)
    auth = "header"                      # how it takes the key: bearer, header or query
    auth_name = "X-Api-Key"              # the header or the parameter, with header and query
    label = "Example data"               # what findings call their source; the host unless given
    rate = 50                            # requests a second; 0 for no limit
    person = [1, 2]                      # credits at least and at most; one number for always the same
    company = 1
    search = 0                           # each 25 hits of a search
    secrets = "keyring"                  # where the key is: keyring, vault or command
    command = ["pass", "show", "people"] # with secrets = "command": prints the key
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import urlsplit

from tui.errors import UsageError
from tui.settings.accounts import LOCAL, Keeper, checked_name, checked_url, origin
from tui.settings.config import read_document, write_document

AuthStyle = Literal["bearer", "header", "query"]
"""How a service takes its key."""

Price = tuple[int, int]
"""Credits at least and at most."""

RATE = 50
"""Requests a second that the hosted service documents (docs/reference/enrichment.md, 1.1)."""

_CARRIER = re.compile(r"[A-Za-z0-9_-]{1,60}")
_MOST = 1_000_000
_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "dialect": ("platform", "direct"),
        "auth": ("bearer", "header", "query"),
        "secrets": ("keyring", "vault", "command"),
    }
)
_PRICES = ("person", "company", "search")


@dataclass(frozen=True, slots=True)
class Provider:
    """A sales-intelligence service.

    Attributes:
        url: Its address.
        dialect: The wire form it speaks.
        auth: How it takes its key.
        auth_name: The header or the parameter that carries it; "" for the usual one.
        label: Its name for the reader; the host where "".
        rate: Requests it takes in a second; 0 for no limit.
        person: Credits a person takes; None for what the dialect usually takes.
        company: The same of a company.
        search: The same of each 25 hits of a search.
        secrets: Who keeps the key.
        command: What prints it, where a command does.
    """

    name: str
    url: str
    dialect: Literal["platform", "direct"] = "platform"
    auth: AuthStyle = "bearer"
    auth_name: str = ""
    label: str = ""
    rate: int = RATE
    person: Price | None = None
    company: Price | None = None
    search: Price | None = None
    secrets: Keeper = "keyring"
    command: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """Scheme, host and port: what its key is bound to."""
        return origin(self.url)

    @property
    def source(self) -> str:
        """What findings call it."""
        return self.label or urlsplit(self.url).hostname or self.name


def read_providers(path: Path) -> dict[str, Provider]:
    """The providers in the config file at ``path``, by name.

    Raises:
        UsageError: One of them cannot be; the message names it and the field.
    """
    held = read_document(path).get("providers", {})
    return {name: _provider(path, name, table) for name, table in held.items()}


def read_provider(path: Path, name: str) -> Provider:
    """The provider called ``name``.

    Raises:
        UsageError: There is none, or it cannot be.
    """
    held = read_document(path).get("providers", {})
    if name not in held:
        known = ", ".join([LOCAL, *held])
        raise UsageError(
            f"there is no provider {name!r}",
            hint=f"there are {known}; cardscout providers add {name} makes one",
        )
    return _provider(path, name, held[name])


def save_provider(path: Path, provider: Provider) -> None:
    """Write ``provider`` into the config file at ``path``, in the place of one of that name.

    Raises:
        UsageError: It cannot be, or the file cannot be read or written.
    """
    blank = Provider(name="", url="")
    table = {
        field: list(value) if isinstance(value, tuple) else value
        for field in _FIELDS
        if (value := getattr(provider, field)) != getattr(blank, field)
    }
    _provider(path, provider.name, table)
    write_document(path, ("providers", provider.name), table)


def forget_provider(path: Path, name: str) -> None:
    """Take the provider out of the config file at ``path``.

    Raises:
        UsageError: The file cannot be read or written.
    """
    write_document(path, ("providers", name), None)


def price_of(text: str) -> Price:
    """A price as it is typed: ``1``, or ``1-2`` for at least one and at most two.

    Raises:
        UsageError: It is none.
    """
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text.strip())
    if found is None:
        raise UsageError(f"{text!r} is no price", hint="write credits, such as 1, or 1-2")
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high:
        raise UsageError(f"{text!r} is no price", hint="write the lower number first, such as 1-2")
    return low, high


def _provider(path: Path, name: str, table: Any) -> Provider:
    where = f"{path}: providers.{name}"
    checked_name(name)
    if not isinstance(table, dict):
        raise UsageError(f"{where} must be a table", hint=f"write [providers.{name}] above its fields")
    if unknown := table.keys() - _FIELDS.keys():
        raise UsageError(
            f"{where}.{min(unknown)}: there is no such field", hint=f"there are {', '.join(_FIELDS)}"
        )
    if not table.get("url"):
        raise UsageError(f"{where} has no url", hint='write url = "https://api.example.com"')
    read = {field: _FIELDS[field](f"{where}.{field}", value) for field, value in table.items()}
    if read.get("auth_name") and not _CARRIER.fullmatch(read["auth_name"]):
        raise UsageError(f"{where}.auth_name cannot carry a key", hint='write a name such as "X-Api-Key"')
    return Provider(name=name, **read)


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{where} cannot be {value!r}", hint="write text in quotes")
    return value


def _choice(where: str, value: Any) -> str:
    choices = _CHOICES[where.rpartition(".")[2]]
    if value not in choices:
        raise UsageError(f"{where} cannot be {value!r}", hint=f"write one of {', '.join(choices)}")
    return str(value)


def _count(where: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise UsageError(f"{where} cannot be {value!r}", hint="write a whole number, 0 or more")
    return value


def _price(where: str, value: Any) -> Price:
    ends = value if isinstance(value, list) else [value, value]
    if len(ends) != 2 or _count(where, ends[0]) > _count(where, ends[1]):  # at least, at most
        raise UsageError(f"{where} cannot be {value!r}", hint="write credits, such as 1, or [1, 2]")
    return ends[0], ends[1]


def _words(where: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise UsageError(
            f"{where} cannot be {value!r}", hint='write a list of texts, ["pass", "show", "key"]'
        )
    return tuple(value)


_FIELDS: Mapping[str, Callable[[str, Any], Any]] = MappingProxyType(
    {
        "url": lambda where, value: checked_url(where, _text(where, value)),
        "auth_name": _text,
        "label": _text,
        **dict.fromkeys(_CHOICES, _choice),
        "rate": _count,
        **dict.fromkeys(_PRICES, _price),
        "command": _words,
    }
)
"""How each field is read."""
