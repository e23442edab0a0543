"""The ``fields`` parameter, which chooses the keys of an object to send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.server.pipeline.params import invalid

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.params import Params

ALL = "all"


class Fields:
    """Parser of the ``fields`` parameter for objects of one noun.

    Args:
        known: Every key the noun may have; any other name is refused.
        usual: Keys to send when ``fields`` is not given; None for all.
    """

    def __init__(self, known: Iterable[str], usual: Iterable[str] | None = None) -> None:
        self.known = frozenset(known) | {"id"}
        self._usual = None if usual is None else frozenset(usual) | {"id"}

    def with_defaults(self, usual: Iterable[str]) -> Fields:
        """Return the same keys with another default selection."""
        return Fields(self.known, usual)

    def parse(self, params: Params, name: str = "fields") -> frozenset[str] | None:
        """Return the keys that parameter ``name`` asks for, always with ``id``; None for all keys.

        Raises:
            Refused: 400, the parameter names a key that this noun does not have.
        """
        asked = params.words(name)
        if not asked:
            return self._usual
        if ALL in asked:
            return None
        if not self.known.issuperset(asked):
            raise invalid("fields")
        return frozenset(asked) | {"id"}


def pick(thing: Json, keys: frozenset[str] | None) -> Json:
    """Return ``thing`` with the chosen keys only."""
    return thing if keys is None else {key: value for key, value in thing.items() if key in keys}


def number(value: float | None) -> float | int | None:
    """Return ``value`` as JSON has it: an integer when there is no fractional part."""
    return int(value) if value is not None and value.is_integer() else value
