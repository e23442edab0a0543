"""Applications: their keys and secrets, the origins that their tokens may be sent to, and the tokens themselves."""

import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import Connection, Row, delete, insert, select, update

from tui.errors import UsageError
from tui.model.values.scalars import format_instant
from tui.server.access.derived import derive, make_pepper
from tui.server.pipeline.auth import ALL_SCOPES, grant, hash_token
from tui.server.pipeline.ids import IdMaker
from tui.server.storage import db

_PORTS = {"http": 80, "https": 443}
_LONGEST = 2048
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"[\w.-]+|[0-9a-f:.]+", re.ASCII)


class AppKey(NamedTuple):
    """A key and its secret in clear text, shown when the application is registered."""

    key: str
    secret: str


def create_key(
    connection: Connection,
    name: str,
    now: datetime,
    *,
    origins: Iterable[str] = (),
    id_member: str | None = None,
) -> AppKey:
    """Register an application, and return its key and secret.

    Args:
        connection: A connection in a writing transaction.
        name: The name that members see when the application asks for permission.
        now: The date of registration.
        origins: Origins its tokens may be sent to, ``https://host[:port]`` each; loopback is always allowed.
        id_member: The member who registers it; None for the operator of the server.

    Raises:
        UsageError: The name is empty, or an origin is invalid.
    """
    if not name.strip():
        raise UsageError("an application needs a name")
    key, salt = secrets.token_hex(16), secrets.token_hex(8)
    row = {
        "key": key,
        "name": name.strip(),
        "salt": salt,
        "origins": sorted({_parse_origin(text) for text in origins}),
        "date_created": format_instant(now),
        "id_member": id_member,
    }
    make_pepper(connection)
    connection.execute(insert(db.apps).values(row))
    return AppKey(key, derive(connection, "app", key, salt))


def find_app(connection: Connection, key: str) -> Row[Any] | None:
    """Find the application of ``key``; None if there is none."""
    return connection.execute(select(db.apps).where(db.apps.c.key == key)).one_or_none()


def list_keys(connection: Connection) -> list[Row[Any]]:
    """List every application, oldest first."""
    return list(connection.execute(select(db.apps).order_by(db.apps.c.date_created, db.apps.c.key)))


def secret_of(connection: Connection, key: str) -> str | None:
    """Return the secret that signs an application's requests and webhooks; None if the key is unknown."""
    app = find_app(connection, key)
    return None if app is None else derive(connection, "app", app.key, app.salt)


def set_origins(connection: Connection, key: str, origins: Iterable[str]) -> None:
    """Replace the origins that tokens of an application may be sent to.

    Raises:
        UsageError: An origin is invalid.
    """
    declared = sorted({_parse_origin(text) for text in origins})
    connection.execute(update(db.apps).where(db.apps.c.key == key).values(origins=declared))


def revoke_key(connection: Connection, key: str) -> bool:
    """Delete an application and all its tokens; return whether it existed."""
    connection.execute(delete(db.tokens).where(db.tokens.c.app_key == key))
    connection.execute(delete(db.oauth_requests).where(db.oauth_requests.c.app_key == key))
    return connection.execute(delete(db.apps).where(db.apps.c.key == key)).rowcount > 0


def may_return(app: Row[Any], address: str) -> bool:
    """Return whether a token of ``app`` may be sent to ``address``: loopback on any port, or a registered origin."""
    parts = _split(address)
    return parts is not None and (_is_loopback(parts) or origin_of(address) in app.origins)


def origin_of(address: str) -> str | None:
    """Return the origin of an http or https address as browsers write it; None for any other text."""
    parts = _split(address)
    if parts is None:
        return None
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = parts.port or _PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port == _PORTS[parts.scheme] else f":{port}")


def _split(address: str) -> SplitResult | None:
    """Split ``address`` if it is a web address that all browsers parse in the same way, else return None."""
    if len(address) > _LONGEST or _FORBIDDEN.search(address) or not address.isascii():
        return None
    try:
        parts = urlsplit(address)
        usable = parts.scheme in _PORTS and "@" not in parts.netloc
        usable = usable and _HOST.fullmatch(parts.hostname or "") is not None
        usable = usable and (parts.port is None or parts.port > 0)
    except ValueError:
        return None
    return parts if usable else None


def _is_loopback(parts: SplitResult) -> bool:
    """Return whether ``parts`` is a loopback address (RFC 8252, 7.3): on any port, http only."""
    host = parts.hostname or ""
    if parts.scheme != "http":
        return False
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _parse_origin(text: str) -> str:
    origin = origin_of(text.strip().rstrip("/"))
    if origin is None:
        raise UsageError(f"{text!r} is no origin: write https://host or https://host:port")
    return origin


EXPIRATIONS = {
    "1hour": timedelta(hours=1),
    "1day": timedelta(days=1),
    "30days": timedelta(days=30),
    "never": None,
}
"""Lifetimes of tokens by name (docs/reference/board.md, 4.2)."""

SCOPES = ("read", "write", "account")
"""All scopes of a token, in display order."""


def create_token(
    connection: Connection,
    *,
    id_member: str,
    key: str,
    scopes: Iterable[str],
    expiration: str,
    now: datetime,
    identifier: str = "",
) -> str:
    """Grant the application ``key`` a token of ``id_member``, and return it; it cannot be read again.

    The hosted service returns the same token for an equal grant; here only the token's hash is stored, so
    every grant creates a new token.

    Args:
        connection: A connection in a writing transaction.
        id_member: The member the token acts for.
        key: The application's key.
        scopes: Some of SCOPES.
        expiration: One of EXPIRATIONS.
        now: The date of the grant.
        identifier: The application's name, as the member saw it.

    Raises:
        UsageError: A scope or the expiration is unknown.
    """
    wanted = frozenset(scopes)
    if not wanted or not wanted <= ALL_SCOPES:
        raise UsageError(f"scopes are some of {', '.join(SCOPES)}")
    if expiration not in EXPIRATIONS:
        raise UsageError(f"expiration is one of {', '.join(EXPIRATIONS)}")
    life = EXPIRATIONS[expiration]
    return grant(
        connection,
        ident=IdMaker().at(now),
        id_member=id_member,
        key=key,
        scopes=wanted,
        now=now,
        expires=None if life is None else now + life,
        identifier=identifier,
    )


def token_secret(connection: Connection, token: str) -> str:
    """Return the secret of ``token`` for OAuth 1.0a."""
    return derive(connection, "token", hash_token(token))


def find_token(connection: Connection, token: str) -> Row[Any] | None:
    """Find the row of ``token``; None if there is none."""
    return connection.execute(select(db.tokens).where(db.tokens.c.hash == hash_token(token))).one_or_none()


def tokens_of(connection: Connection, id_member: str) -> list[Row[Any]]:
    """List every token that acts for a member, oldest first."""
    mine = select(db.tokens).where(db.tokens.c.id_member == id_member)
    return list(connection.execute(mine.order_by(db.tokens.c.date_created, db.tokens.c.id)))


def revoke_token(connection: Connection, ident: str) -> bool:
    """Delete the token with id ``ident`` and everything that depends on it; return whether it existed."""
    return connection.execute(delete(db.tokens).where(db.tokens.c.id == ident)).rowcount > 0
