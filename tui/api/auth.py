"""Credentials of requests: in a header if the service allows it, and never in a repr or a message."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from tui.errors import CredentialError, Rejected

if TYPE_CHECKING:
    from tui.errors import RemoteError
    from tui.secret import Secret


SHORTEST = 6
"""Length from which a part of a basic key is masked by itself."""


class Auth:
    """The credentials of a service, hidden from repr and pickle.

    Args:
        header: The header's value; "" for no header.
        secrets: The parts of it that must not appear in any text.
        params: Query parameters, for a service that takes its key only there.
    """

    __slots__ = ("_header", "_name", "_params", "_secrets")

    def __init__(
        self, header: str, *secrets: str, name: str = "Authorization", params: Mapping[str, str] | None = None
    ) -> None:
        self._header, self._name, self._params = header, name, dict(params or {})
        self._secrets = tuple(secret for secret in secrets if secret)

    def __repr__(self) -> str:
        return "Auth(***)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a credential is not pickled")

    @property
    def headers(self) -> dict[str, str]:
        """The header to send; empty if there is none."""
        return {self._name: self._header} if self._header else {}

    @property
    def params(self) -> dict[str, str]:
        """The query parameters to send; empty for nearly every service."""
        return dict(self._params)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets; only the limiter may use them, to name its rows by their hash."""
        return self._secrets

    def redact(self, text: str) -> str:
        """Mask every secret in ``text``, because a service may repeat a token in its error, as it is or in an address."""
        for form in sorted(
            {form for secret in self._secrets for form in _forms(secret)}, key=len, reverse=True
        ):
            text = text.replace(form, "***")
        return text

    def redact_error(self, error: RemoteError) -> None:
        """Mask every secret in what an error tells, which is parsed: JSON can write each letter in several ways."""
        error.args = tuple(self.redact(told) if isinstance(told, str) else told for told in error.args)
        error.hint, error.request_id = self.redact(error.hint), self.redact(error.request_id)
        if isinstance(error, Rejected):
            error.fields = {self.redact(name): self.redact(why) for name, why in error.fields.items()}


def _forms(secret: str) -> Iterator[str]:
    """Yield a secret as it is, and as it is in an address."""
    yield secret
    yield quote(secret, safe="")
    yield quote(secret, safe="/")


class AuthSource(Protocol):
    """A source of credentials that expire, such as a token that is exchanged for a key."""

    async def auth(self, *, anew: bool = False) -> Auth:
        """Return currently valid credentials; with ``anew``, the last ones were refused and must be replaced.

        Raises:
            RemoteError: There are no credentials.
        """

    async def close(self) -> None:
        """Close the connections."""


NO_AUTH = Auth("")
"""Empty credentials, for requests without any."""


def oauth(key: str, token: Secret) -> Auth:
    """Create the board service's credentials (docs/reference/board.md, 4.1): values quoted, comma separated.

    Raises:
        CredentialError: A value is not allowed in a header.
    """
    key, opens = _validated("key", key), _validated("token", token.reveal())
    return Auth(f'OAuth oauth_consumer_key="{key}", oauth_token="{opens}"', opens, key)


def application_auth(key: str) -> Auth:
    """Create the board service's credentials of an application without a member's token.

    Raises:
        CredentialError: The key is not allowed in a header.
    """
    return Auth(f'OAuth oauth_consumer_key="{_validated("key", key)}"')


def bearer(key: Secret) -> Auth:
    """Create bearer credentials for the enrichment service.

    Raises:
        CredentialError: The key is not allowed in a header.
    """
    opens = _validated("API key", key.reveal())
    return Auth(f"Bearer {opens}", opens)


def in_header(key: Secret, name: str, prefix: str = "") -> Auth:
    """Create credentials for services with a custom header, such as ``X-Api-Key``.

    Args:
        key: The key.
        name: The header.
        prefix: What stands before the key, such as ``"Token "``.

    Raises:
        CredentialError: The key or the header's name is not allowed in a header.
    """
    opens = _validated("API key", key.reveal())
    return Auth(prefix + opens, opens, name=_valid_name(name or "X-Api-Key"))


def in_query(key: Secret, name: str) -> Auth:
    """Create credentials for services that take the key only in the query, which is never logged.

    Raises:
        CredentialError: The key or the parameter's name is not valid.
    """
    opens = _validated("API key", key.reveal())
    return Auth("", opens, params={_valid_name(name or "api_key"): opens})


def basic(key: Secret) -> Auth:
    """Create basic credentials from one secret of the form ``USER:PASSWORD``.

    Without a ``:`` it is the name, and the password is empty.

    Raises:
        CredentialError: The key is not allowed in a header.
    """
    opens = _validated("API key", key.reveal())
    coded = b64encode((opens if ":" in opens else f"{opens}:").encode()).decode()
    # Either part may be the secret; a short one is a word such as "x", which is everywhere.
    parts = (part for part in opens.split(":", 1) if len(part) >= SHORTEST)
    return Auth(f"Basic {coded}", opens, coded, *parts)


def _valid_name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name):
        raise CredentialError(
            f"{name!r} cannot carry a key.", hint="Name a header or a parameter, such as X-Api-Key."
        )
    return name


def _validated(what: str, value: str) -> str:
    value = value.strip()
    if not value:
        raise CredentialError(f"The {what} is empty.", hint=f"Run {_setup_command(what)}.")
    if not (value.isascii() and value.isprintable()) or '"' in value or "\\" in value or " " in value:
        raise CredentialError(
            f"The {what} has characters that no {what} has; it was probably pasted with something else.",
            hint=f"Run {_setup_command(what)} and paste it again.",
        )
    return value


def _setup_command(what: str) -> str:
    """Return the command that sets another key; an API key belongs to a provider, or else to the account."""
    return (
        "cardscout providers add (or accounts add)" if what == "API key" else "cardscout accounts login NAME"
    )
