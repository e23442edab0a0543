"""Secret: a string that must not appear in any message, log, crash report or picture."""

from typing import Never, Self

MASK = "•••"
"""The text that is printed in place of a secret."""


class Secret:
    """A token, a key or a passphrase, which only ``reveal`` returns as plain text.

    It prints, formats and logs as a mask, does not pickle, and is no ``str``: code that writes it by accident
    fails or writes the mask. An empty secret is false.

    Args:
        value: The secret text; "" for none.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

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


NOTHING = Secret()
"""The empty secret."""
