"""Forms of JSON objects: which names they have, and values of which types.

A large board has a hundred thousand objects of a dozen forms. What of pydantic's checks depends on the form alone is
done once for each form. Objects that need anything else, wrong ones among them, are left to pydantic.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache, partial
from operator import itemgetter
from types import NoneType
from typing import Any, get_args, get_origin

from tui.model.values.fields import Fielded
from tui.model.values.scalars import Instant, Json

Convert = Callable[[Any], Any]
Steps = Sequence[tuple[int, Convert]]
"""The values that have to be converted, each with its place."""

_MOST = 256
"""Number of forms that are remembered for each class; a service could send any number."""

_MOMENT = re.compile(r"[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z", re.ASCII)


class Form:
    """The objects of a class that have the same names.

    Attributes:
        names: The JSON names of the given fields, in the order of the fields.
        given: The names of these fields.
        missing: The place and the maker of the default of each other field.
        unknown: The JSON names that are no fields.
    """

    def __init__(self, model: type[Fielded], spelling: dict[str, str], keys: Iterable[str]) -> None:
        held = set(keys)
        fields = model.fields.items()
        self.names = [spelling[name] for name, _ in fields if spelling[name] in held]
        self.given = frozenset(name for name, _ in fields if spelling[name] in held)
        self.missing = [
            (at, each.make_default) for at, (name, each) in enumerate(fields) if name not in self.given
        ]
        spelled = frozenset(spelling.values())
        self.unknown = [name for name in keys if name not in spelled]
        self._conversions = [_conversions(each.hint) for name, each in fields if name in self.given]
        # For a single name the getter returns no tuple.
        self._get = itemgetter(*self.names) if len(self.names) > 1 else self._get_few
        self._steps_of: dict[tuple[type, ...], Steps | None] = {}

    def _get_few(self, data: Json) -> Sequence[Any]:
        return [data[name] for name in self.names]

    def _find_steps(self, kinds: tuple[type, ...]) -> Steps | None:
        """Return what has to be converted in objects with values of these types; None if pydantic has to decide."""
        if len(self._steps_of) >= _MOST:
            self._steps_of.clear()
        self._steps_of[kinds] = steps = self._steps(kinds)
        return steps

    def _steps(self, kinds: tuple[type, ...]) -> Steps | None:
        steps = []
        for at, (kind, conversions) in enumerate(zip(kinds, self._conversions, strict=True)):
            if kind not in conversions:
                return None
            if (convert := conversions[kind]) is not None:
                steps.append((at, convert))
        return steps

    def values(self, data: Json) -> list[Any] | None:
        """Return the values of all fields, defaults included; None if pydantic has to decide."""
        values = list(self._get(data))
        kinds = tuple(map(type, values))
        steps = self._steps_of[kinds] if kinds in self._steps_of else self._find_steps(kinds)
        if steps is None:
            return None
        try:
            for at, convert in steps:
                values[at] = convert(values[at])
        except (ValueError, OverflowError):
            return None
        for at, make_default in self.missing:
            values.insert(at, make_default())
        return values


def forms(model: type[Fielded], spelling: dict[str, str]) -> Callable[..., Form | None]:
    """Return the function that returns the form of objects by their names; None if pydantic has to decide.

    Args:
        model: The class of the objects.
        spelling: The JSON names of its fields.
    """
    required = {spelling[name] for name, each in model.fields.items() if each.required}
    # Pydantic would take these for fields too.
    ambiguous = model.fields.keys() - spelling.values()

    @lru_cache(maxsize=_MOST)
    def form(*keys: str) -> Form | None:
        texts = all(type(key) is str for key in keys)
        usual = texts and required.issubset(keys) and ambiguous.isdisjoint(keys)
        return Form(model, spelling, keys) if usual else None

    return form


def _conversions(hint: Any) -> dict[type, Convert | None]:
    """Map the types of values that a field may have to their conversions; other values are left to pydantic."""
    for known, conversions in _OF_SCALARS:
        if hint == known:
            return conversions
    if isinstance(hint, type) and issubclass(hint, Fielded):
        parse: Convert | None = getattr(hint, "parse", None)
        return {} if parse is None else {dict: parse}
    match get_origin(hint), get_args(hint):
        case builtin, (inner, end) if builtin is tuple and end is ...:
            return _of_many(_conversions(inner))
        case _, (inner, none) if none is NoneType:
            return {**_conversions(inner), NoneType: None}
    return {}


def _of_many(conversions: dict[type, Convert | None]) -> dict[type, Convert | None]:
    """Return the conversions of lists, given those of their items."""
    return {list: partial(_all, conversions)} if len(conversions) == 1 else {}


def _all(conversions: dict[type, Convert | None], values: list[Any]) -> tuple[Any, ...]:
    """Convert the items of a list, which all have the one possible type.

    Raises:
        ValueError: One has another.
    """
    if not values:
        return ()
    if not conversions.keys() >= set(map(type, values)):
        raise ValueError
    (convert,) = conversions.values()
    return tuple(values if convert is None else map(convert, values))


def _finite(value: float) -> float:
    """Return a number that is finite.

    Raises:
        ValueError: It is not.
    """
    if not math.isfinite(value):
        raise ValueError
    return value


def _moment(text: str) -> datetime:
    """Parse a moment that is written as the services do.

    Raises:
        ValueError: It is no moment, or written otherwise.
    """
    if _MOMENT.fullmatch(text) is None:
        raise ValueError
    return datetime.fromisoformat(text)


_OF_SCALARS: tuple[tuple[Any, dict[type, Convert | None]], ...] = (
    (str, {str: None}),
    (bool, {bool: None}),
    (int, {int: None}),
    (float, {float: _finite, int: float}),
    (Instant, {str: _moment}),
)
