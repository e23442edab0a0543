"""Credentials on the wire: in the Authorization header only, and never in a repr, a URL or a message."""

from tui.errors import CredentialError


class Auth:
    """What the Authorization header says, kept out of sight.

    Args:
        header: The header's value.
        secrets: The parts of it that no text may repeat.
    """

    __slots__ = ("_header", "_secrets")

    def __init__(self, header: str, *secrets: str) -> None:
        self._header = header
        self._secrets = tuple(secret for secret in secrets if secret)

    def __repr__(self) -> str:
        return "Auth(***)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a credential is not pickled")

    @property
    def headers(self) -> dict[str, str]:
        """The header to send; empty when there is nothing to say."""
        return {"Authorization": self._header} if self._header else {}

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


def oauth(key: str, token: str) -> Auth:
    """The board service's form (reference 4.1): both values quoted, comma separated.

    Raises:
        CredentialError: A value that cannot stand in a header.
    """
    key, token = _checked("key", key), _checked("token", token)
    return Auth(f'OAuth oauth_consumer_key="{key}", oauth_token="{token}"', token, key)


def bearer(key: str) -> Auth:
    """The enrichment service's form.

    Raises:
        CredentialError: A value that cannot stand in a header.
    """
    key = _checked("API key", key)
    return Auth(f"Bearer {key}", key)


def _checked(what: str, value: str) -> str:
    value = value.strip()
    if not value:
        raise CredentialError(f"The {what} is empty.", hint="Run cardscout accounts add.")
    if not (value.isascii() and value.isprintable()) or '"' in value or "\\" in value or " " in value:
        raise CredentialError(
            f"The {what} has characters that no {what} has; it was probably pasted with something else.",
            hint="Run cardscout accounts add and paste it again.",
        )
    return value
