"""Accounts: where a user's boards are, besides this machine. What is secret about them is in ``credentials``.

.. code-block:: toml

    account = "work"                          # opened unless another is named; "local" is this machine

    [accounts.work]
    url = "https://boards.example.org"        # the board service; https unless on this machine
    key = "0123456789abcdef0123456789abcdef"  # the application's key, which is public
    enrich_url = "https://people.example.org" # the sales-intelligence service, if there is one
    secrets = "keyring"                       # where the token is: keyring, vault or command
    command = ["pass", "show", "boards"]      # with secrets = "command": prints the token
"""

import hashlib
import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass
from pydantic_core import PydanticCustomError

from tui.errors import UsageError
from tui.settings.config import edit_document, read_document, write_document
from tui.settings.table import as_table, read_table, refused

LOCAL = "local"
"""The account of the server in this program."""

URL_VARIABLE, KEY_VARIABLE = "CARDSCOUT_BOARD_URL", "CARDSCOUT_BOARD_KEY"

Words = Annotated[tuple[str, ...], Field(description='a list of texts, ["pass", "show", "boards"]')]
"""A command line, as a list."""

Keeper = Literal["keyring", "vault", "command"]
"""Where the secrets of an account are."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_PIECES = re.compile("[a-z]+|[A-Z]+|[0-9]+")
_HEX = re.compile(r"(ATTA)?[0-9A-Fa-f]{16,}")
_LONGEST, _RANDOM = 32, 20
_LISTEN = re.compile(r"[^\s/@]*:\d{1,5}")
_WRITE_URL = "write https://boards.example.org"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts that are this machine."""


def _safe_url(url: str) -> str:
    """``url``, over which a token may travel; what is wrong with it is said without its name."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise refused(f": {url!r} is no address", _WRITE_URL) from error
    if parts.scheme not in {"http", "https"} or not host or parts.username or parts.query or parts.fragment:
        raise refused(f": {url!r} is no address", _WRITE_URL)
    if parts.scheme == "http" and host not in LOOPBACK:
        raise refused(f": {url} would carry the token in clear", "write https://…")
    return url.rstrip("/")


def _listening(address: str) -> str:
    """``address``, at which messages can arrive."""
    if _LISTEN.fullmatch(address) is None:
        raise refused(f": {address!r} is no host:port", 'write "127.0.0.1:8471"')
    return address


Url = Annotated[str, AfterValidator(_safe_url)]
"""An address over which a token may travel."""

OptionalUrl = Annotated[str, AfterValidator(lambda url: url and _safe_url(url))]
"""The same, or ""."""


@dataclass(frozen=True, slots=True, config={"extra": "forbid"})
class Account:
    """An account of a board service.

    Attributes:
        url: The board service's address.
        key: The application's key.
        socket: A Unix socket to reach it by, or "".
        enrich_url: The sales-intelligence service's address, or "".
        dialect: The wire form of that service.
        provider: Name of a provider that is asked in its place, see ``providers``; or "".
        rate_limit: Requests the board service takes in ten seconds.
        secrets: Who keeps the token.
        command: What prints it, where a command does.
        kept_as: What it was called when its secrets were first kept, where it is called something else by now.
        webhook_url: The public address at which the service can tell us what happens, or "".
        webhook_listen: Where its messages arrive on this machine, ``host:port``.
    """

    name: str
    url: Annotated[Url, Field(description='"https://boards.example.org"')]
    key: str
    socket: str = ""
    enrich_url: OptionalUrl = ""
    dialect: Literal["platform", "direct"] = "platform"
    provider: str = ""
    rate_limit: Annotated[int, Field(strict=True, ge=1, description="a whole number above 0")] = 100
    secrets: Keeper = "keyring"
    command: Words = ()
    kept_as: str = ""
    webhook_url: OptionalUrl = ""
    webhook_listen: Annotated[str, AfterValidator(_listening)] = "127.0.0.1:8471"

    @property
    def origin(self) -> str:
        """Scheme, host and port of the board service: what its secrets are bound to."""
        return origin(self.url)

    @property
    def enrich_origin(self) -> str:
        """The same of the sales-intelligence service, or ""."""
        return origin(self.enrich_url) if self.enrich_url else ""

    @property
    def secret_name(self) -> str:
        """What its secrets are called: a new name of the account does not touch them."""
        return self.kept_as or self.name


def origin(url: str) -> str:
    """Scheme, host and port of ``url`` in one spelling."""
    parts = urlsplit(url)
    port = "" if parts.port in {None, {"https": 443, "http": 80}.get(parts.scheme)} else f":{parts.port}"
    return f"{parts.scheme}://{parts.hostname or ''}{port}"


def checked_name(name: str) -> str:
    """``name``, which can be an account's.

    Raises:
        UsageError: It cannot.
    """
    if _NAME.fullmatch(name) is None or name == LOCAL:
        # What is longer may be a token, which nothing repeats.
        said = repr(name) if len(name) <= _LONGEST else "that"
        raise UsageError(
            f"{said} is no name for an account",
            hint=f"use letters, digits, - and _, {_LONGEST} at most; local is this machine",
        )
    return name


def new_name(name: str) -> str:
    """``name``, which somebody chose for an account and did not paste in its place.

    Raises:
        UsageError: It cannot be one, or is a key or a token by its looks; it is not repeated then.
    """
    pieces = len(_PIECES.findall(name))
    if _HEX.fullmatch(name) or (len(name) >= _RANDOM and pieces > len(name) / 3):
        raise UsageError(
            "that is a key or a token by its looks, and no name for an account",
            hint="choose a short word, such as team; the key and the token have questions of their own",
        )
    return checked_name(name)


def whole_url(text: str) -> str:
    """``text`` as an address: one that begins with a host is taken as https, or as http on this machine."""
    if "://" in text or not text:
        return text
    try:
        host = urlsplit(f"//{text}").hostname
    except ValueError:
        return text
    return f"{'http' if host in LOOPBACK else 'https'}://{text}"


def checked_url(what: str, url: str) -> str:
    """``url``, over which a token may travel.

    Raises:
        UsageError: It is none, or would carry the token in clear to another machine.
    """
    try:
        return _safe_url(url)
    except PydanticCustomError as error:
        told = error.context or {}
        raise UsageError(f"{what}{told['problem']}", hint=told["hint"]) from error


def suggested_name(url: str) -> str:
    """What an account at ``url`` may be called: ``boards`` for https://boards.example.org."""
    host = urlsplit(url).hostname or ""
    if host == "api.trello.com":
        return "hosted"
    word = re.sub(r"[^A-Za-z0-9-]+", "-", host).split("-")[0][:32]
    return word if word[:1].isalpha() and word not in {LOCAL, "localhost"} else "team"


def read_accounts(path: Path) -> dict[str, Account]:
    """The accounts in the config file at ``path``, by name.

    Raises:
        UsageError: One of them cannot be; the message names it and the field.
    """
    held = read_document(path).get("accounts", {})
    return {name: _account(path, name, table) for name, table in held.items()}


def read_account(path: Path, name: str) -> Account:
    """The account called ``name``.

    Raises:
        UsageError: There is none, or it cannot be.
    """
    held = read_document(path).get("accounts", {})
    if name not in held:
        known = ", ".join(["local", *held])
        raise UsageError(
            f"there is no account {name!r}",
            hint=f"there are {known}; cardscout accounts add {name} makes one",
        )
    return _account(path, name, held[name])


def from_environment() -> Account | None:
    """The account that ``CARDSCOUT_BOARD_URL`` and ``CARDSCOUT_BOARD_KEY`` name, or None.

    It is called after what they say, so that what is kept here of one place is never shown for another.

    Raises:
        UsageError: The address is none, or one of the two is missing.
    """
    url, key = os.environ.get(URL_VARIABLE, ""), os.environ.get(KEY_VARIABLE, "")
    if not url:
        return None
    if not key:
        raise UsageError(f"{URL_VARIABLE} is set and {KEY_VARIABLE} is not", hint="set both, or neither")
    url = checked_url(URL_VARIABLE, url)
    name = f"env-{hashlib.sha256(f'{origin(url)} {key}'.encode()).hexdigest()[:12]}"
    return Account(name=name, url=url, key=key)


def save_account(path: Path, account: Account) -> None:
    """Write ``account`` into the config file at ``path``, in the place of one of that name.

    Raises:
        UsageError: The file cannot be read or written.
    """
    write_document(path, ("accounts", account.name), as_table(account))


def rename_account(path: Path, name: str, new: str) -> None:
    """Call the account ``new`` in the config file at ``path``, at once; none of that name is no error.

    Raises:
        UsageError: The file cannot be read or written.
    """

    def renamed(document: Any) -> None:
        held = document.get("accounts", {})
        if (table := held.pop(name, None)) is None:
            return
        kept = table.pop("kept_as", name)
        if kept != new:
            table["kept_as"] = kept
        held[new] = table
        if document.get("account") == name:
            document["account"] = new

    edit_document(path, renamed)


def forget_account(path: Path, name: str) -> None:
    """Take the account out of the config file at ``path``, and open it no more at start, at once.

    Raises:
        UsageError: The file cannot be read or written.
    """

    def forgotten(document: Any) -> None:
        document.get("accounts", {}).pop(name, None)
        if document.get("account") == name:
            document.pop("account")

    edit_document(path, forgotten)


def _account(path: Path, name: str, table: Any) -> Account:
    checked_name(name)
    return read_table(path, Account, ("accounts", name), table)
