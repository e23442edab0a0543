"""Authentication by key and token, wherever a request carries them.

Tokens are stored as SHA-256 hashes, so that reading the database grants nobody's rights. The embedded
server's own credentials exist in memory only, from the opening of the workspace to the end of the process.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any

from sqlalchemy import Connection, insert, select

from tui.model.values.scalars import format_instant
from tui.server.pipeline.params import Refused, unauthorized
from tui.server.storage import db

ALL_SCOPES = frozenset({"read", "write", "account"})
"""All scopes of a token; ``account`` shows the member's address."""

_PAIR = re.compile(r'(?P<name>oauth_consumer_key|oauth_token)="?(?P<value>[^",\s]+)"?')


@dataclass(frozen=True, slots=True)
class Principal:
    """The authenticated caller of a request.

    Attributes:
        token: The hash of the token; empty if only a key was sent.
        id_member: The member the token speaks for; None if only a key was sent.
    """

    key: str
    token: str = ""
    id_member: str | None = None
    scopes: frozenset[str] = frozenset()
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Credentials:
    """A key and a token in clear text, for the client that will send them."""

    key: str
    token: str = field(repr=False)


def new_token() -> str:
    """Return a new token of the current form: ATTA and 72 hex digits."""
    return f"ATTA{secrets.token_hex(36)}"


def hash_token(token: str) -> str:
    """Return the SHA-256 of ``token`` in hex, the form in which tokens are stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Authority:
    """The verifier of keys and tokens: embedded ones in memory, granted ones in the database."""

    def __init__(self) -> None:
        self._embedded: dict[str, Principal] = {}
        self._keys: set[str] = set()

    def embed(self, id_member: str) -> Credentials:
        """Make in-memory credentials for this process, with all scopes and without rate limits."""
        made = Credentials(key=secrets.token_hex(16), token=new_token())
        digest = hash_token(made.token)
        self._embedded[digest] = Principal(made.key, digest, id_member, ALL_SCOPES, counted=False)
        self._keys.add(made.key)
        return made

    def authenticate(
        self, connection: Connection, key: str | None, token: str | None, now: datetime
    ) -> Principal:
        """Return the caller that ``key`` and ``token`` authenticate.

        Raises:
            Refused: 401; the key is checked first, then the token, then its expiry.
        """
        if key is None:
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid key") if token else unauthorized()
        if token is None:
            if key in self._keys or _is_known(connection, key):
                return Principal(key)
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid key")
        known = self._embedded.get(hash_token(token)) or _find_granted(connection, hash_token(token), now)
        if known is None or not secrets.compare_digest(known.key.encode(), key.encode("utf-8", "replace")):
            self.authenticate(connection, key, None, now)
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid token")
        return known


def _is_known(connection: Connection, key: str) -> bool:
    """Return whether ``key`` belongs to an application that is registered or holds a token."""
    registered = select(db.apps.c.key).where(db.apps.c.key == key)
    holding = select(db.tokens.c.app_key).where(db.tokens.c.app_key == key).limit(1)
    return connection.scalar(registered) is not None or connection.scalar(holding) is not None


def _find_granted(connection: Connection, digest: str, now: datetime) -> Principal | None:
    kept = db.tokens.c
    query = select(kept.app_key, kept.id_member, kept.scope, kept.date_expires).where(kept.hash == digest)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    if row.date_expires is not None and row.date_expires <= format_instant(now):
        raise Refused(HTTPStatus.UNAUTHORIZED, "expired token")
    return Principal(row.app_key, digest, row.id_member, frozenset(row.scope.split(",")))


def grant(
    connection: Connection,
    *,
    ident: str,
    id_member: str,
    key: str,
    scopes: frozenset[str],
    now: datetime,
    expires: datetime | None = None,
    identifier: str = "",
) -> str:
    """Grant the application ``key`` a token of ``id_member``, and return it: it can not be read again.

    Args:
        connection: A connection in a writing transaction.
        ident: The id of the token's row.
        id_member: The member the token acts for.
        key: The application's key.
        scopes: Some of ALL_SCOPES.
        now: The date of the grant.
        expires: The date of expiry; None for never.
        identifier: The application's name, as the member saw it.
    """
    token = new_token()
    connection.execute(
        insert(db.tokens).values(
            id=ident,
            hash=hash_token(token),
            app_key=key,
            id_member=id_member,
            identifier=identifier,
            scope=",".join(sorted(scopes & ALL_SCOPES)),
            date_created=format_instant(now),
            date_expires=None if expires is None else format_instant(expires),
        )
    )
    return token


def sent_credentials(authorization: str | None, params: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Return the key and token of a request, from ``Authorization: OAuth …`` or else the parameters.

    An OAuth 1.0a signature may accompany them, which ``admission`` checks; key and token are trusted without
    one too (docs/reference/board.md, 4.1).
    """
    found = {match["name"]: match["value"] for match in _PAIR.finditer(authorization or "")}
    key = found.get("oauth_consumer_key") or params.get("oauth_consumer_key") or params.get("key")
    token = found.get("oauth_token") or params.get("oauth_token") or params.get("token")
    return _single_text(key), _single_text(token)


def _single_text(value: Any) -> str | None:
    """Return a non-empty text or None; equal repeats, as ``trello-sdk`` sends them, count as one."""
    if isinstance(value, list) and value and value.count(value[0]) == len(value):
        value = value[0]
    return value if isinstance(value, str) and value else None
