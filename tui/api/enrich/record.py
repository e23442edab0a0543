"""A reader for objects of enrichment services, whose fields have many names.

Keys are compared without case and punctuation (docs/reference/enrichment.md, 2.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from tui.api.enrich import parse
from tui.api.fault import fold, folded
from tui.api.miss import ENVELOPES, NAMES

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

T = TypeVar("T")


class ServiceRecord:
    """An object sent by a service; each field can be read by any of its known names.

    Args:
        data: The object; anything else is treated as an empty one.
    """

    def __init__(self, data: Any) -> None:
        self._original: dict[str, str] = {}
        self._values: dict[str, Any] = {}
        self._taken: set[str] = set()
        for key, value in data.items() if isinstance(data, Mapping) else ():
            name = fold(str(key))
            if name not in self._values or parse.is_junk(self._values[name]):
                self._values[name], self._original[name] = value, str(key)

    def __bool__(self) -> bool:
        return bool(self._values)

    def first(self, read: Callable[[Any], T | None], *names: str) -> T | None:
        """Return the first value under ``names`` (normalised, best first) that ``read`` can parse."""
        found: T | None = None
        for name in names:
            value = self._values.get(name)
            got = None if parse.is_junk(value) else read(value)
            if got is not None or parse.is_junk(value):
                self._taken.add(name)
            if found is None:
                found = got
        return found

    def is_one(self) -> bool:
        """Return whether the object is a record: an envelope has none of the keys that only a record has."""
        return any(not parse.is_junk(self._values.get(name)) for name in NAMES)

    def wrapped(self, skip: frozenset[str]) -> Any:
        """Return the contents of the first envelope that is not empty, or None."""
        held = (self._values.get(name) for name in ENVELOPES if name not in skip)
        return next((value for value in held if value and isinstance(value, (Mapping, list))), None)

    def text(self, *names: str) -> str:
        """Return a text, or ""."""
        return self.first(parse.text, *names) or ""

    def texts(self, *names: str) -> tuple[str, ...]:
        """Return texts, from a list or from a single text."""
        return self.first(lambda value: parse.texts(value) or None, *names) or ()

    def web(self, *names: str) -> str:
        """Return a web address, or ""."""
        return self.first(parse.web, *names) or ""

    def flag(self, *names: str) -> bool:
        """Return a boolean; False if there is none."""
        return self.first(parse.flag, *names) or False

    def whole(self, *names: str) -> int | None:
        """Return a count, or None."""
        return self.first(parse.whole, *names)

    def when(self, *names: str) -> datetime | None:
        """Return a moment, or None."""
        return self.first(parse.when, *names)

    def inner(self, *names: str) -> ServiceRecord:
        """Return a nested object; an empty one if there is none."""
        return self.first(
            lambda value: ServiceRecord(value) if isinstance(value, Mapping) else None, *names
        ) or ServiceRecord({})

    def items(self, *names: str) -> list[Any]:
        """Return a nested list; a single value becomes a list of one."""
        found: list[Any] = []
        for name in names:
            found += self.first(lambda value: parse.listed(value) or None, name) or []
        return found[: parse.MOST_ITEMS]

    def unread_fields(self) -> Json:
        """Return the fields that were never read, by the service's own names."""
        return {
            self._original[name]: value
            for name, value in self._values.items()
            if name not in self._taken and not parse.is_junk(value)
        }


def unwrap(body: Any, skip: frozenset[str]) -> list[ServiceRecord]:
    """Open the envelopes of a response, and return all levels down to the record.

    Args:
        body: The response.
        skip: Envelope keys that are part of the wanted record; normalised.

    Returns:
        The levels from the outside in; the last is the record. Empty if there is none.
    """
    levels: list[ServiceRecord] = []
    for _ in range(6):
        if isinstance(body, list):
            body = _first_object(body)
        if not isinstance(body, Mapping) or not body:
            break
        levels.append(record := ServiceRecord(body))
        if record.is_one():
            break
        # An object whose keys are numbers, {"1": {…}, "2": {…}}, is a list too.
        counted = all(str(key).isdigit() for key in body)
        body = record.wrapped(skip) or (_first_object(body.values()) if counted else None)
    return levels


def _first_object(items: Iterable[Any]) -> Any:
    return next((item for item in items if isinstance(item, Mapping) and item), None)


def outermost_texts(levels: Iterable[ServiceRecord], *names: str) -> tuple[str, ...]:
    """Return the texts of the outermost level that has any."""
    return next(filter(None, (level.texts(*names) for level in levels)), ())


def records(body: Any) -> tuple[list[Any], int | None]:
    """Return the hits of a search, and their total number or None if the service does not say."""
    total: int | None = None
    for _ in range(4):
        if isinstance(body, list):
            return body, total
        if not isinstance(body, Mapping):
            break
        held = folded(body)
        pages = ServiceRecord(held.get("pagination") or held.get("meta"))
        counts = ("total", "totalresults", "totalentries", "totalcount")
        total = ServiceRecord(body).whole(*counts) or pages.whole(*counts) or total
        order = (
            "records", "people", "results", "matches", "contacts", "data", "response", "payload", "result",
        )  # fmt: skip
        body = next((held[name] for name in order if isinstance(held.get(name), (Mapping, list))), None)
    return [], total
