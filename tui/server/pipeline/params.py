"""Parameters of a call: query, form, JSON and multipart merged, and read with the type that is asked for.

Every reader raises ``Refused(HTTPStatus.BAD_REQUEST, "invalid value for <name>")`` for what it cannot read, so that a wrong type
never becomes a fault of ours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, Self

from tui.model.base import OBJECT_ID, instant_text
from tui.server.pipeline.refusal import Refused, invalid

MAX_TEXT = 16384
"""Longest name, description or comment, in characters."""

MOST_WORDS = 900
"""Words of one parameter: more ids than fit into an address, and less than a condition of SQLite is deep."""

MOST_IDENTS = 10_000
"""Ids of one parameter: SQLite takes 32,766 values in a statement."""

_NESTED = re.compile(r"(?P<outer>[A-Za-z]+)\[(?P<inner>[A-Za-z]+)\]")
_FIRST_YEAR = 1000
_TRUE = {"true", "1"}
_FALSE = {"false", "0", ""}


def clean(text: str) -> str:
    """``text`` as every database can hold it: NUL dropped, half a surrogate pair made U+FFFD."""
    return text.replace("\0", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class Params(Mapping[str, Any]):
    """What a caller sent, by name; nested names are spelled with a slash, ``prefs/background``."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    @classmethod
    def merged(cls, *sources: Iterable[tuple[str, Any]]) -> Self:
        """Join ``sources``, the later winning; within one, a repeated name becomes a list."""
        values: dict[str, Any] = {}
        for source in sources:
            seen: dict[str, list[Any]] = {}
            for name, value in source:
                seen.setdefault(_plain_name(name), []).append(value)
            values |= {name: given[0] if len(given) == 1 else given for name, given in seen.items()}
        return cls(values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def as_field(self, field: str, *beside: str) -> Params:
        """These parameters for a field route: ``value`` is meant for ``field``, and ``beside`` for themselves.

        Raises:
            Refused: There is no ``value``.
        """
        if "value" not in self:
            raise invalid("value")
        return Params({name: self[name] for name in beside if name in self} | {field: self["value"]})

    def but(self, *names: str) -> Params:
        """These parameters without ``names``."""
        return Params({name: value for name, value in self.items() if name not in names})

    def given(self, name: str) -> bool:
        """Whether ``name`` was sent with something in it: JSON null means "not given"."""
        return self.get(name) is not None

    def text(self, name: str, *, longest: int = MAX_TEXT, shortest: int = 0) -> str:
        """A text, cleaned and without blanks around it.

        Raises:
            Refused: It is missing, no text, too short or too long.
        """
        value = self.get(name)
        if not isinstance(value, str):
            raise invalid(name)
        text = clean(value).strip()
        if not shortest <= len(text) <= longest:
            raise invalid(name)
        return text

    def prose(self, name: str, *, shortest: int = 0) -> str:
        """A text whose blanks mean something: a description, a comment."""
        value = self.get(name)
        if not isinstance(value, str):
            raise invalid(name)
        text = clean(value)
        if len(text) > MAX_TEXT or len(text.strip()) < shortest:
            raise invalid(name)
        return text

    def word(self, name: str, default: str, allowed: Iterable[str] | None = None) -> str:
        """One of ``allowed`` words, or ``default`` when none was sent."""
        value = self.get(name)
        if value is None or value == "":
            return default
        if not isinstance(value, str) or (allowed is not None and value not in allowed):
            raise invalid(name)
        return clean(value)

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A yes or no: a JSON boolean, or true/false in any case."""
        value = self.get(name)
        if value is None:
            return default
        word = str(value).lower() if isinstance(value, str | bool | int) else None
        if word in _TRUE:
            return True
        if word in _FALSE:
            return False
        raise invalid(name)

    def number(self, name: str) -> float | None:
        """A finite number; empty, ``null`` and JSON null give None."""
        value = self.get(name)
        if value in (None, "", "null"):
            return None
        number = as_number(value)
        if number is None:
            raise invalid(name)
        return number

    def whole(self, name: str, default: int, *, least: int = 0, most: int) -> int:
        """A whole number within bounds, or ``default`` when none was sent."""
        number = self.number(name)
        if number is None:
            return default
        if not number.is_integer() or not least <= number <= most:
            raise invalid(name)
        return int(number)

    def instant(self, name: str) -> str | None:
        """A moment as it is stored; empty, ``null`` and JSON null clear it.

        Raises:
            Refused: 400 ``invalid date``, as JSON.
        """
        value = self.get(name)
        if value in (None, "", "null"):
            return None
        moment = as_moment(value)
        if moment is None:
            raise Refused(HTTPStatus.BAD_REQUEST, {"message": "invalid date", "error": "ERROR"})
        return moment

    def ident(self, name: str) -> str:
        """An object id; a short link is not one, in a parameter (docs/reference/board.md, 2.2)."""
        value = self.get(name)
        if not isinstance(value, str) or OBJECT_ID.fullmatch(value.lower()) is None:
            raise invalid(name)
        return value.lower()

    def maybe_ident(self, name: str) -> str | None:
        """An object id, or None when it is sent empty or as null."""
        return None if self.get(name) in (None, "", "null") else self.ident(name)

    def idents(self, name: str) -> list[str]:
        """Object ids, each once: comma-separated, a JSON array, or a repeated parameter."""
        value = self.get(name)
        parts = [part for item in (value if isinstance(value, list) else [value]) for part in _split(item)]
        found = list(dict.fromkeys(parts))
        if len(found) > MOST_IDENTS or any(OBJECT_ID.fullmatch(part) is None for part in found):
            raise invalid(name)
        return found

    def words(self, name: str) -> list[str]:
        """Comma-separated words, or a JSON array of them, each once; empty when none were sent."""
        value = self.get(name)
        if value is None:
            return []
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, str) for item in items):
            raise invalid(name)
        parts = (part for item in items for part in item.split(","))
        found = list(dict.fromkeys(word for part in parts if (word := clean(part).strip())))
        if len(found) > MOST_WORDS:
            raise invalid(name)
        return found

    def nested(self, name: str) -> dict[str, Any]:
        """What was sent under ``name``: as a JSON object, as ``name/key`` or as ``name_key``."""
        whole = self.get(name)
        inner = dict(whole) if isinstance(whole, dict) else {}
        for key, value in self.items():
            for mark in (f"{name}/", f"{name}_"):
                if key.startswith(mark) and value is not None:
                    inner[key.removeprefix(mark)] = value
        return inner


def as_number(value: Any) -> float | None:
    """``value`` as a finite float, or None when it is no number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    # Python reads 1_000 and the digits of every script, which nobody who is told the number again does.
    if isinstance(value, str) and ("_" in value or not value.isascii()):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def as_moment(value: Any) -> str | None:
    """``value`` as a stored moment: ISO 8601, or Unix milliseconds; None when it is neither."""
    try:
        if (millis := as_number(value)) is not None:
            moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=millis)
        else:
            moment = datetime.fromisoformat(value)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
    # Stored moments sort as text, which asks for four digits of year.
    return instant_text(moment) if moment.year >= _FIRST_YEAR else None


def _plain_name(name: str) -> str:
    if "[" not in name:
        return name
    nested = _NESTED.fullmatch(name)
    return f"{nested['outer']}/{nested['inner']}" if nested else name.removesuffix("[]")


def _split(item: Any) -> list[str]:
    if item is None:
        return []
    # An object where an id belongs is kept, to be refused by the caller.
    return [part.strip().lower() for part in str(item).split(",") if part.strip()]
