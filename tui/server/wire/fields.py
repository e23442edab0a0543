"""The ``fields`` parameter: which keys of an object are sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.server.pipeline.refusal import invalid

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.params import Params

ALL = "all"


class Fields:
    """Chooses keys of objects of one noun.

    Args:
        known: Every key the noun may have; a name outside is refused.
        usual: Keys sent when ``fields`` is not given; None for all.
    """

    def __init__(self, known: Iterable[str], usual: Iterable[str] | None = None) -> None:
        self.known = frozenset(known) | {"id"}
        self._usual = None if usual is None else frozenset(usual) | {"id"}

    def with_usual(self, usual: Iterable[str]) -> Fields:
        """The same noun where other keys are usual."""
        return Fields(self.known, usual)

    def chosen(self, params: Params, name: str = "fields") -> frozenset[str] | None:
        """The keys parameter ``name`` asks for, ``id`` among them; None for all.

        Raises:
            Refused: 400, it names a key this noun does not have.
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
    """``thing`` with the chosen keys only."""
    return thing if keys is None else {key: value for key, value in thing.items() if key in keys}


def number(value: float | None) -> float | int | None:
    """``value`` as the wire writes it: without a fraction when it has none."""
    return int(value) if value is not None and value.is_integer() else value
