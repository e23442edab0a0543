"""Parameters of a request: their values, the requested fields, and refusals in the hosted service's wording."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qsl

from tui.model.values.scalars import OBJECT_ID, format_instant

if TYPE_CHECKING:
    from tui.model.values.scalars import Json


NOT_FOUND = "The requested resource was not found."
UNAUTHORIZED = "unauthorized permission requested"


class Refused(Exception):
    """An error response to a request, whose transaction is rolled back.

    Args:
        body: Text, or an object where the hosted service answers JSON (docs/reference/board.md, 2.9).

    Attributes:
        headers: Headers of the answer besides the usual ones.
    """

    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, status: int, body: str | Json) -> None:
        super().__init__(status, body)
        self.status = status
        self.body = body


def invalid(name: str) -> Refused:
    """Return a 400: parameter ``name`` is missing, of the wrong type, or out of range."""
    return Refused(HTTPStatus.BAD_REQUEST, f"invalid value for {name}")


@contextmanager
def not_found_as_invalid(name: str) -> Iterator[None]:
    """Turn a 404 of a lookup by parameter ``name`` into a 400; only an unknown address is a 404.

    Raises:
        Refused: 400 in place of 404; other refusals pass.
    """
    try:
        yield
    except Refused as error:
        if error.status == HTTPStatus.NOT_FOUND:
            raise invalid(name) from error
        raise


def not_found() -> Refused:
    """Return a 404: a well-formed id of nothing that exists."""
    return Refused(HTTPStatus.NOT_FOUND, NOT_FOUND)


def unauthorized() -> Refused:
    """Return a 401: the thing exists, but the caller may not do this with it."""
    return Refused(HTTPStatus.UNAUTHORIZED, UNAUTHORIZED)


def other_member() -> Refused:
    """Return a 401: this is for the member themselves, and for tokens that may act for them."""
    return Refused(HTTPStatus.UNAUTHORIZED, "unauthorized member permission requested")


MAX_TEXT = 16384
"""Longest name, description or comment, in characters."""

MOST_WORDS = 900
"""Maximum words of one parameter: more ids than fit into a URL, fewer than SQLite's expression depth."""

MOST_IDENTS = 10_000
"""Maximum ids of one parameter: SQLite takes 32,766 values in a statement."""

_NESTED = re.compile(r"(?P<outer>[A-Za-z]+)\[(?P<inner>[A-Za-z]+)\]")
_FIRST_YEAR = 1000
_TRUE = {"true", "1"}
_FALSE = {"false", "0", ""}


def read_pairs(encoded: bytes) -> list[tuple[str, str]]:
    """Return the names and values of a query or of a form.

    Raises:
        Refused: 400, a value is not UTF-8, and would be stored as other characters than were sent.
    """
    # Each byte is a character of Latin-1, so that those that were sent are known.
    pairs = parse_qsl(encoded.decode("latin-1"), keep_blank_values=True, encoding="latin-1")
    return [(_utf_8(name, "a name"), _utf_8(value, name)) for name, value in pairs]


def _utf_8(text: str, name: str) -> str:
    try:
        return text.encode("latin-1").decode()
    except UnicodeDecodeError as error:
        raise invalid(name) from error


def clean(text: str) -> str:
    """Make ``text`` storable in every database: drop NUL, replace half a surrogate pair by U+FFFD."""
    return text.replace("\0", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class Params(Mapping[str, Any]):
    """The parameters of a request by name; nested names are spelled with a slash, ``prefs/background``."""

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
        """Return a field route's parameters: ``value`` renamed to ``field``, and those named in ``beside``.

        Raises:
            Refused: There is no ``value``.
        """
        if "value" not in self:
            raise invalid("value")
        return Params({name: self[name] for name in beside if name in self} | {field: self["value"]})

    def without(self, *names: str) -> Params:
        """Return these parameters without ``names``."""
        return Params({name: value for name, value in self.items() if name not in names})

    def given(self, name: str) -> bool:
        """Return whether ``name`` was sent with a value other than JSON null."""
        return self.get(name) is not None

    def text(self, name: str, *, longest: int = MAX_TEXT, shortest: int = 0) -> str:
        """Read a text, cleaned and stripped.

        Raises:
            Refused: The value is missing, no text, too short or too long.
        """
        value = self.get(name)
        if not isinstance(value, str):
            raise invalid(name)
        text = clean(value).strip()
        if not shortest <= len(text) <= longest:
            raise invalid(name)
        return text

    def new_name(self) -> dict[str, str]:
        """Read the new name of a thing, by its column; {} if none was sent."""
        return {"name": self.text("name", shortest=1)} if self.given("name") else {}

    def unstripped_text(self, name: str, *, shortest: int = 0) -> str:
        """Read a text without stripping it: a description, a comment."""
        value = self.get(name)
        if not isinstance(value, str):
            raise invalid(name)
        text = clean(value)
        if len(text) > MAX_TEXT or len(text.strip()) < shortest:
            raise invalid(name)
        return text

    def word(self, name: str, default: str, allowed: Iterable[str] | None = None) -> str:
        """Read one of ``allowed`` words; ``default`` when none was sent."""
        value = self.get(name)
        if value is None or value == "":
            return default
        if not isinstance(value, str) or (allowed is not None and value not in allowed):
            raise invalid(name)
        return clean(value)

    def nested_filter(self, name: str, true: str = "all") -> str:
        """Read which of the nested things ``name`` are wanted: a filter, ``true`` for "true", or "" for none of them."""
        word = str(self.get(name) or "").lower()
        return "" if word in {"none", "false"} else true if word == "true" else word

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Read a boolean: JSON's, true/false in any case, 1, 0, or empty for false."""
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
        """Read a finite number; empty, ``null`` and JSON null give None."""
        value = self.get(name)
        if value in (None, "", "null"):
            return None
        number = as_number(value)
        if number is None:
            raise invalid(name)
        return number

    def integer(self, name: str, default: int, *, least: int = 0, most: int) -> int:
        """Read an integer within bounds; ``default`` when none was sent."""
        number = self.number(name)
        if number is None:
            return default
        if not number.is_integer() or not least <= number <= most:
            raise invalid(name)
        return int(number)

    def instant(self, name: str) -> str | None:
        """Read a date in its stored form; empty, ``null`` and JSON null give None.

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
        """Read an object id; in a parameter a short link is not accepted (docs/reference/board.md, 2.2)."""
        value = self.get(name)
        if not isinstance(value, str) or OBJECT_ID.fullmatch(value.lower()) is None:
            raise invalid(name)
        return value.lower()

    def maybe_ident(self, name: str) -> str | None:
        """Read an object id; None if it is missing, empty or null."""
        return None if self.get(name) in (None, "", "null") else self.ident(name)

    def idents(self, name: str) -> list[str]:
        """Read object ids, each once: comma-separated, a JSON array, or a repeated parameter."""
        value = self.get(name)
        parts = [part for item in (value if isinstance(value, list) else [value]) for part in _split(item)]
        found = list(dict.fromkeys(parts))
        if len(found) > MOST_IDENTS or any(OBJECT_ID.fullmatch(part) is None for part in found):
            raise invalid(name)
        return found

    def words(self, name: str) -> list[str]:
        """Read words, each once: comma-separated or a JSON array; empty if none were sent."""
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
        """Collect the values under ``name``, sent as a JSON object, as ``name/key`` or as ``name_key``."""
        whole = self.get(name)
        inner = dict(whole) if isinstance(whole, dict) else {}
        for key, value in self.items():
            for mark in (f"{name}/", f"{name}_"):
                if key.startswith(mark) and value is not None:
                    inner[key.removeprefix(mark)] = value
        return inner


def as_number(value: Any) -> float | None:
    """Convert ``value`` to a finite float; None if it is no number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    # Python accepts 1_000 and the digits of every script; clients that get the value back do not.
    if isinstance(value, str) and ("_" in value or not value.isascii()):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def as_moment(value: Any) -> str | None:
    """Convert ISO 8601 or Unix milliseconds to the stored form of a date; None if ``value`` is neither."""
    try:
        if (millis := as_number(value)) is not None:
            moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=millis)
        else:
            moment = datetime.fromisoformat(value)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
    # Stored dates sort as text, so the year must have four digits.
    return format_instant(moment) if moment.year >= _FIRST_YEAR else None


def _plain_name(name: str) -> str:
    if "[" not in name:
        return name
    nested = _NESTED.fullmatch(name)
    return f"{nested['outer']}/{nested['inner']}" if nested else name.removesuffix("[]")


def _split(item: Any) -> list[str]:
    if item is None:
        return []
    # An object instead of an id is kept as text, for the caller to refuse.
    return [part.strip().lower() for part in str(item).split(",") if part.strip()]


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
        """Return the keys that parameter ``name`` requests, always with ``id``; None for all keys.

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
    """Return ``value`` for JSON: an integer if there is no fractional part."""
    return int(value) if value is not None and value.is_integer() else value
