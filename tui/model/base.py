"""What all nouns share: frozen values that keep what they do not know, and the two kinds of id."""

import json
import os
import re
import time
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, Self, cast, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainSerializer
from pydantic.alias_generators import to_camel

Json = dict[str, Any]
"""A JSON object as it came off the wire."""

OBJECT_ID = re.compile(r"[0-9a-f]{24}")
"""A service's id: 8 hex digits of Unix seconds, then 16 that make it unique and ordered."""

_LOCAL = "new-"
_FIRST_YEAR = 1000


class Value(BaseModel):
    """A frozen noun, spelled as the wire spells it and named as Python does.

    Unknown fields are kept (a client must not lose what a newer service says); unknown enumeration values
    do not raise, because fields that a service may extend are plain strings.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        alias_generator=to_camel,
        populate_by_name=True,
        # A service's NaN or Infinity is no position and no count.
        allow_inf_nan=False,
        # A parser is built when its first value is: the first paint needs four of the forty.
        defer_build=True,
    )

    @classmethod
    def recalled(cls, text: str) -> Self:
        """A value that this program wrote down itself, read without its parser.

        To build a parser takes a millisecond, and the first one ten: longer than the first paint may wait for
        the name of a board. For nouns that hold texts, numbers and moments; what is nested stays JSON.

        Raises:
            ValueError: ``text`` is no JSON object, or has no value for a field that must have one.
        """
        found = json.loads(text)
        required, moments = _shape(cls)
        if not isinstance(found, dict) or not required <= found.keys():
            raise ValueError(f"no {cls.__name__.lower()}: {text[:40]!r}")
        for name in moments:
            if found.get(name) is not None:
                found[name] = datetime.fromisoformat(found[name])
        # The checker takes what is made here for a plain Value.
        return cast("Self", cls.model_construct(**found))

    def wire(self) -> Json:
        """The value as the wire spells it, unknown fields included."""
        return self.model_dump(mode="json", by_alias=True)

    def but(self, **changes: Any) -> Self:
        """A copy with ``changes`` made; the names are Python's."""
        return self.model_copy(update=changes)


@cache
def _shape(model: type[Value]) -> tuple[frozenset[str], tuple[str, ...]]:
    """How the wire spells the fields of ``model`` that must be there, and those that are moments."""
    fields = [(field.alias or name, field) for name, field in model.model_fields.items()]
    required = frozenset(name for name, field in fields if field.is_required())
    return required, tuple(name for name, field in fields if Instant in get_args(field.annotation))


def _in_utc(value: datetime) -> datetime:
    """A moment that can be compared with any other, and be written and read again."""
    try:
        utc = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError:
        raise ValueError("out of the calendar") from None
    if utc.year < _FIRST_YEAR:
        raise ValueError("before the year 1000")
    return utc


def _to_utc_text(value: datetime) -> str:
    return instant_text(value)


Instant = Annotated[
    datetime,
    AfterValidator(_in_utc),
    PlainSerializer(_to_utc_text, return_type=str, when_used="json-unless-none"),
]
"""A moment; on the wire ISO 8601 in UTC with milliseconds, ``2031-02-03T04:05:06.000Z``."""


def instant_text(moment: datetime) -> str:
    """``moment`` as every service writes it: UTC, milliseconds, ``Z``."""
    utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def new_local_id() -> str:
    """A name for something the service has not been told of yet: ``new-`` and 24 ordered hex digits.

    It is ordered by time so that two new cards sort as they were made.
    """
    return f"{_LOCAL}{time.time_ns() // 1000:014x}{os.urandom(5).hex()}"


def is_local(ident: str) -> bool:
    """Whether ``ident`` is one of ours, not yet known to the service."""
    return ident.startswith(_LOCAL)


def created_at(ident: str) -> datetime | None:
    """When the thing named ``ident`` was made, or None for an id that does not say.

    The service has no creation date on cards; the first eight hex digits of an id are the Unix seconds.
    """
    if is_local(ident):
        return datetime.fromtimestamp(int(ident[len(_LOCAL) :][:14], 16) / 1e6, UTC)
    if OBJECT_ID.fullmatch(ident) is None:
        return None
    return datetime.fromtimestamp(int(ident[:8], 16), UTC)
