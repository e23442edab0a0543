"""Secret: a string that must not appear in any message, log, crash report or picture."""

from typing import Never, Self
from weakref import WeakValueDictionary

MASK = "•••"
"""The text that is printed in place of a secret."""

SHORTEST = 4
"""Minimum length of a secret that is masked in a text: a shorter one may be a part of any word."""


def mask_secrets(text: str) -> str:
    """Replace every secret that is in use in this process by a mask; the longest first, as one may be part of another."""
    # The references are a copy, because other threads make secrets meanwhile.
    found = {secret.reveal() for ref in _in_use.valuerefs() if (secret := ref()) is not None}
    for value in sorted(found, key=len, reverse=True):
        text = text.replace(value, MASK)
    return text


class Secret:
    """A token, a key or a passphrase, which only ``reveal`` returns as plain text.

    It prints, formats and logs as a mask, does not pickle, and is no ``str``: code that writes it by accident
    fails or writes the mask. An empty secret is false.

    Args:
        value: The secret text; "" for none.
    """

    __slots__ = ("__weakref__", "_value")

    def __init__(self, value: str = "") -> None:
        self._value = value
        if len(value) >= SHORTEST:
            _in_use[id(self)] = self

    def reveal(self) -> str:
        """Return the plain text, for code that sends it, encrypts it or stores it in the keyring."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        from hmac import (
            compare_digest,  # it loads the system's cryptography, before the first paint for nothing
        )

        return compare_digest(self._value.encode("utf-8", "replace"), other._value.encode("utf-8", "replace"))

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __repr__(self) -> str:
        return f"Secret({MASK})" if self._value else "Secret()"

    def __str__(self) -> str:
        return MASK if self._value else ""

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Never:
        raise TypeError("a secret is not pickled")


_in_use: WeakValueDictionary[int, Secret] = WeakValueDictionary()
"""All secrets in use, by identity: comparing them would load the system's cryptography."""

NOTHING = Secret()
"""The empty secret."""
