"""Credentials on the wire: in a header wherever a service allows it, and never in a repr or a message."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.errors import CredentialError

if TYPE_CHECKING:
    from tui.secret import Secret


class Auth:
    """What opens a service, kept out of sight.

    Args:
        header: The header's value; "" for none.
        secrets: The parts of it that no text may repeat.
        name: The header's name.
        params: What goes into the query instead, for a service that takes its key nowhere else.
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
        """The header to send; empty when there is nothing to say."""
        return {self._name: self._header} if self._header else {}

    @property
    def params(self) -> dict[str, str]:
        """What goes into the query; empty for nearly every service."""
        return dict(self._params)

    @property
    def secrets(self) -> tuple[str, ...]:
        """For the limiter, which names its rows by a hash of them, and for nobody else."""
        return self._secrets

    def redact(self, text: str) -> str:
        """``text`` with every secret in it masked: a service may repeat a token in its error."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


NOBODY = Auth("")
"""No credentials."""


def oauth(key: str, token: Secret) -> Auth:
    """The board service's form (docs/reference/board.md, 4.1): both values quoted, comma separated.

    Raises:
        CredentialError: A value that cannot stand in a header.
    """
    key, opens = _checked("key", key), _checked("token", token.reveal())
    return Auth(f'OAuth oauth_consumer_key="{key}", oauth_token="{opens}"', opens, key)


def key_alone(key: str) -> Auth:
    """The board service's form for an application that speaks for no member yet.

    Raises:
        CredentialError: A value that cannot stand in a header.
    """
    return Auth(f'OAuth oauth_consumer_key="{_checked("key", key)}"')


def bearer(key: Secret) -> Auth:
    """The enrichment service's form.

    Raises:
        CredentialError: A value that cannot stand in a header.
    """
    opens = _checked("API key", key.reveal())
    return Auth(f"Bearer {opens}", opens)


def in_header(key: Secret, name: str) -> Auth:
    """The form of services that have a header of their own, such as ``X-Api-Key``.

    Raises:
        CredentialError: A value that cannot stand in a header.
    """
    opens = _checked("API key", key.reveal())
    return Auth(opens, opens, name=_named(name or "X-Api-Key"))


def in_query(key: Secret, name: str) -> Auth:
    """The form of services that take the key in the query and nowhere else; it never reaches a log of ours.

    Raises:
        CredentialError: A value that cannot be a key.
    """
    opens = _checked("API key", key.reveal())
    return Auth("", opens, params={_named(name or "api_key"): opens})


def _named(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name):
        raise CredentialError(
            f"{name!r} cannot carry a key.", hint="Name a header or a parameter, such as X-Api-Key."
        )
    return name


def _checked(what: str, value: str) -> str:
    value = value.strip()
    if not value:
        raise CredentialError(f"The {what} is empty.", hint=f"Run {_add(what)}.")
    if not (value.isascii() and value.isprintable()) or '"' in value or "\\" in value or " " in value:
        raise CredentialError(
            f"The {what} has characters that no {what} has; it was probably pasted with something else.",
            hint=f"Run {_add(what)} and paste it again.",
        )
    return value


def _add(what: str) -> str:
    """The command that takes another one: an API key is a provider's, unless the account has one of its own."""
    return (
        "cardscout providers add (or accounts add)" if what == "API key" else "cardscout accounts login NAME"
    )
