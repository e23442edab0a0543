"""Accounts: the user's accounts at other services. Their secrets are handled in ``credentials``.

.. code-block:: toml

    account = "work"                          # opened unless another is named; "local" is this machine

    [accounts.work]
    url = "https://boards.example.org"        # the board service; https unless on this machine
    key = "0123456789abcdef0123456789abcdef"  # the application's key, which is public
    enrich_url = "https://people.example.org" # the sales-intelligence service, if there is one
    secrets = "keyring"                       # where the token is: keyring, vault or command
    command = ["pass", "show", "boards"]      # with secrets = "command": prints the token
"""

import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

from tui.errors import UsageError
from tui.settings.config import edit_document, read_tables, write_document
from tui.settings.table import as_table, read_table, validation_error

LOCAL = "local"
"""The name of the account on the embedded server."""

Words = Annotated[tuple[str, ...], Field(description='a list of texts, ["pass", "show", "boards"]')]
"""A command line, as a list."""

Keeper = Literal["keyring", "vault", "command"]
"""Where the secrets of an account are stored."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_PIECES = re.compile("[a-z]+|[A-Z]+|[0-9]+")
_HEX = re.compile(r"(ATTA)?[0-9A-Fa-f]{16,}")
_LONGEST, _RANDOM = 32, 20
_LISTEN = re.compile(r"[^\s/@]*:\d{1,5}")
_WRITE_URL = "write https://boards.example.org"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Host names of this machine."""


def _safe_url(url: str) -> str:
    """Return ``url`` if a token may be sent to it, without a trailing slash; errors do not name the field."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise validation_error(f": {url!r} is no address", _WRITE_URL) from error
    if parts.scheme not in {"http", "https"} or not host or parts.username or parts.query or parts.fragment:
        raise validation_error(f": {url!r} is no address", _WRITE_URL)
    if parts.scheme == "http" and host not in LOOPBACK:
        raise validation_error(f": {url} would carry the token in clear", "write https://…")
    return url.rstrip("/")


def _host_port(address: str) -> str:
    """Return ``address`` if it has the form host:port."""
    if _LISTEN.fullmatch(address) is None:
        raise validation_error(f": {address!r} is no host:port", 'write "127.0.0.1:8471"')
    return address


Url = Annotated[str, AfterValidator(_safe_url)]
"""An address to which a token may be sent."""

OptionalUrl = Annotated[str, AfterValidator(lambda url: url and _safe_url(url))]
"""An address to which a token may be sent, or ""."""


@dataclass(frozen=True, slots=True, config={"extra": "forbid"})
class Account:
    """An account of a board service.

    Attributes:
        socket: A Unix socket to reach it by, or "".
        enrich_url: The sales-intelligence service's address, or "".
        dialect: The name of the adapter that describes that service.
        provider: The name of a provider to use in place of that service, see ``providers``; or "".
        rate_limit: Requests that the board service accepts in ten seconds.
        secrets: Where the token is stored.
        command: The command that prints the token, if ``secrets`` is ``command``.
        kept_as: The account's name when its secrets were first stored, if it was renamed since.
        webhook_url: The public address for the service's webhooks, or "".
        webhook_listen: The address on this machine where webhooks arrive, ``host:port``.
    """

    name: str
    url: Annotated[Url, Field(description='"https://boards.example.org"')]
    key: str
    socket: str = ""
    enrich_url: OptionalUrl = ""
    dialect: str = "platform"
    provider: str = ""
    rate_limit: Annotated[int, Field(strict=True, ge=1, description="a whole number above 0")] = 100
    secrets: Keeper = "keyring"
    command: Words = ()
    kept_as: str = ""
    webhook_url: OptionalUrl = ""
    webhook_listen: Annotated[str, AfterValidator(_host_port)] = "127.0.0.1:8471"

    @property
    def origin(self) -> str:
        """Scheme, host and port of the board service, to which its secrets are bound."""
        return origin(self.url)

    @property
    def enrich_origin(self) -> str:
        """Scheme, host and port of the sales-intelligence service, or ""."""
        return origin(self.enrich_url) if self.enrich_url else ""

    @property
    def secret_name(self) -> str:
        """The name under which the account's secrets are stored, which renaming does not change."""
        return self.kept_as or self.name


def origin(url: str) -> str:
    """Return scheme, host and port of ``url`` in normal form, without a default port."""
    parts = urlsplit(url)
    port = "" if parts.port in {None, {"https": 443, "http": 80}.get(parts.scheme)} else f":{parts.port}"
    return f"{parts.scheme}://{parts.hostname or ''}{port}"


def checked_name(name: str) -> str:
    """Return ``name`` if it is a valid account name.

    Raises:
        UsageError: The name is invalid.
    """
    if _NAME.fullmatch(name) is None or name == LOCAL:
        # A longer text may be a token, which no message may repeat.
        shown = repr(name) if len(name) <= _LONGEST else "that"
        raise UsageError(
            f"{shown} is no name for an account",
            hint=f"use letters, digits, - and _, {_LONGEST} at most; local is this machine",
        )
    return name


def new_name(name: str) -> str:
    """Return ``name`` if it is a valid name for a new account and not a pasted secret.

    Raises:
        UsageError: The name is invalid, or looks like a key or a token, which the message does not repeat.
    """
    pieces = len(_PIECES.findall(name))
    if _HEX.fullmatch(name) or (len(name) >= _RANDOM and pieces > len(name) / 3):
        raise UsageError(
            "that is a key or a token by its looks, and no name for an account",
            hint="choose a short word, such as team; the key and the token have questions of their own",
        )
    return checked_name(name)


def whole_url(text: str) -> str:
    """Add a missing scheme to an address: https, or http for a host of this machine."""
    if "://" in text or not text:
        return text
    try:
        host = urlsplit(f"//{text}").hostname
    except ValueError:
        return text
    return f"{'http' if host in LOOPBACK else 'https'}://{text}"


def checked_url(what: str, url: str) -> str:
    """Return ``url`` if a token may be sent to it; ``what`` names it in the error.

    Raises:
        UsageError: It is no URL, or would send the token unencrypted to another machine.
    """
    try:
        return _safe_url(url)
    except PydanticCustomError as error:
        context = error.context or {}
        raise UsageError(f"{what}{context['problem']}", hint=context["hint"]) from error


def suggested_name(url: str) -> str:
    """Suggest a name for an account at ``url``: ``boards`` for https://boards.example.org."""
    host = urlsplit(url).hostname or ""
    if host == "api.trello.com":
        return "hosted"
    word = re.sub(r"[^A-Za-z0-9-]+", "-", host).split("-")[0][:32]
    return word if word[:1].isalpha() and word not in {LOCAL, "localhost"} else "team"


def read_accounts(path: Path) -> dict[str, Account]:
    """Read the accounts in the config file at ``path``, by name.

    Raises:
        UsageError: An account is invalid; the message names it and the field.
    """
    held = read_tables(path, "accounts")
    return {name: _account(path, name, table) for name, table in held.items()}


def read_account(path: Path, name: str) -> Account:
    """Read the account called ``name``.

    Raises:
        UsageError: There is no such account, or it is invalid.
    """
    held = read_tables(path, "accounts")
    if name not in held:
        known = ", ".join(["local", *held])
        raise UsageError(
            f"there is no account {name!r}",
            hint=f"there are {known}; cardscout accounts add {name} makes one",
        )
    return _account(path, name, held[name])


def save_account(path: Path, account: Account) -> None:
    """Write ``account`` into the config file at ``path``, replacing one of that name.

    Raises:
        UsageError: The file cannot be read or written.
    """
    write_document(path, ("accounts", account.name), as_table(account))


def rename_account(path: Path, name: str, new: str) -> None:
    """Rename the account to ``new`` in the config file at ``path``, atomically; a missing one is no error.

    Raises:
        UsageError: The file cannot be read or written.
    """

    def edit(document: Any) -> None:
        held = document.get("accounts", {})
        if (table := held.pop(name, None)) is None:
            return
        kept = table.pop("kept_as", name)
        if kept != new:
            table["kept_as"] = kept
        held[new] = table
        if document.get("account") == name:
            document["account"] = new

    edit_document(path, edit)


def forget_account(path: Path, name: str) -> None:
    """Remove the account from the config file at ``path``, also as the default account, atomically.

    Raises:
        UsageError: The file cannot be read or written.
    """

    def remove(document: Any) -> None:
        document.get("accounts", {}).pop(name, None)
        if document.get("account") == name:
            document.pop("account")

    edit_document(path, remove)


def _account(path: Path, name: str, table: Any) -> Account:
    checked_name(name)
    return read_table(path, Account, ("accounts", name), table)
