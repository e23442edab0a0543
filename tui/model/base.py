"""What all nouns share: frozen values that keep what they do not know, and the two kinds of id."""

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, dataclass_transform, get_args

from tui.model.fields import Fielded, field

if TYPE_CHECKING:
    # The parser takes a fifth of the time that the first paint may: it is imported when something is parsed.
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

Json = dict[str, Any]
"""A JSON object as it came off the wire."""

OBJECT_ID = re.compile(r"[0-9a-f]{24}")
"""A service's id: 8 hex digits of Unix seconds, then 16 that make it unique and ordered."""

_LOCAL = "new-"
_FIRST_YEAR = 1000
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Record(Fielded):
    """A frozen value: a noun, or a write.

    Attributes:
        given_fields: Names of the fields that were given a value when it was made.
        unknown_fields: What the wire said that has no field here.
    """

    keeps_unknown: ClassVar[bool] = False
    """Whether what has no field is kept; otherwise there may be no such thing."""

    given_fields: frozenset[str] = field(init=False)
    unknown_fields: Mapping[str, Any] = field(init=False)

    def __init__(self, /, **given: Any) -> None:
        """Take each field from ``given``, or its default.

        Raises:
            TypeError: One that must be there is not, or there may be no such field.
        """
        fields, put = type(self).fields, object.__setattr__
        missing = []
        for name, each in fields.items():
            if name in given:
                put(self, name, given[name])
            elif each.required:
                missing.append(name)
            else:
                put(self, name, each.made())
        if missing:
            raise TypeError(f"{type(self).__name__} needs {', '.join(missing)}")
        put(self, "given_fields", frozenset(name for name in given if name in fields))
        unknown = {name: value for name, value in given.items() if name not in fields}
        if unknown and not self.keeps_unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(unknown)}")
        put(self, "unknown_fields", unknown or _NOTHING)

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is of the same kind and says the same."""
        if type(other) is not type(self):
            return NotImplemented
        return super().__eq__(other) and dict(self.unknown_fields) == dict(other.unknown_fields)

    __hash__ = Fielded.__hash__

    def __repr__(self) -> str:
        """The class and what was given."""
        said = {name: getattr(self, name) for name in type(self).fields if name in self.given_fields}
        words = ", ".join(f"{name}={value!r}" for name, value in {**said, **self.unknown_fields}.items())
        return f"{type(self).__name__}({words})"

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies."""
        said = {name: getattr(self, name) for name in self.given_fields}
        return _made, (type(self), {**said, **self.unknown_fields})

    def but(self, /, **changes: Any) -> Self:
        """A copy with ``changes`` made; the names are Python's."""
        said = {name: getattr(self, name) for name in type(self).fields if name in self.given_fields}
        return type(self)(**{**said, **self.unknown_fields, **changes})

    # --- as the wire spells it --------------------------------------------------------

    @classmethod
    def spelling(cls, name: str) -> str:
        """How the field ``name`` is spelled where the value is written."""
        return cls.fields[name].spelled or name

    def wire(self) -> Json:
        """The value as it is written, unknown fields included."""
        return self._spelled(type(self).fields)

    def said(self) -> Json:
        """The same, without the fields that were left at their default."""
        return self._spelled(name for name in type(self).fields if name in self.given_fields)

    def _spelled(self, names: Iterable[str]) -> Json:
        spelling = _spelling(type(self))
        return {spelling[name]: _plain(getattr(self, name)) for name in names} | dict(self.unknown_fields)

    def as_json(self) -> str:
        """``wire()`` as text.

        Raises:
            ValueError: It holds what no file can.
        """
        return json_of(self.wire())

    @classmethod
    def parse(cls, data: Any) -> Self:
        """A value of what a service or a file says, or of one that was checked before.

        Raises:
            ValueError: A field is missing that must be there, or is of another kind; a pydantic one says where.
        """
        found: Self = _parser(cls).validate_python(data)
        return found

    @classmethod
    def parse_json(cls, text: str | bytes) -> Self:
        """The same, of JSON.

        Raises:
            ValueError: It is none, or as for ``parse``.
        """
        found: Self = _parser(cls).validate_json(text)
        return found

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        """How pydantic reads one."""
        from pydantic_core import core_schema

        def read(data: Any, handle: Callable[[Any], tuple[Json, Json | None, set[str]]]) -> Record:
            if isinstance(data, cls):
                return data
            held, unknown, given = handle(data)
            return _made(cls, {name: held[name] for name in held if name in given} | (unknown or {}))

        spelling = _spelling(cls)
        fields = {
            name: core_schema.model_field(
                core_schema.with_default_schema(handler.generate_schema(each.hint), default_factory=each.made)
                if not each.required
                else handler.generate_schema(each.hint),
                validation_alias=spelling[name],
            )
            for name, each in cls.fields.items()
        }
        schema = core_schema.model_fields_schema(
            fields, model_name=cls.__name__, extra_behavior="allow" if cls.keeps_unknown else "forbid"
        )
        return core_schema.no_info_wrap_validator_function(
            read,
            schema,
            serialization=core_schema.plain_serializer_function_ser_schema(Record.wire),
        )


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Value(Record):
    """A noun, spelled as the wire spells it and named as Python does.

    Unknown fields are kept (a client must not lose what a newer service says); unknown enumeration values
    do not raise, because fields that a service may extend are plain strings.
    """

    keeps_unknown: ClassVar[bool] = True

    @classmethod
    def spelling(cls, name: str) -> str:
        """How the wire spells the field ``name``."""
        return cls.fields[name].spelled or to_camel(name)

    @classmethod
    def recalled(cls, text: str) -> Self:
        """A value that this program wrote down itself, read without its parser.

        To build a parser takes a millisecond, and the first one ten: longer than the first paint may wait for
        the name of a board. For nouns that hold texts, numbers and moments; what is nested stays JSON.

        Raises:
            ValueError: ``text`` is no JSON object, or has no value for a field that must have one.
        """
        names = _names(cls)
        try:
            said = {names.get(name, name): value for name, value in json.loads(text).items()}
            for name in moments(cls):
                if said.get(name) is not None:
                    said[name] = datetime.fromisoformat(said[name])
            return cls(**said)
        except (AttributeError, TypeError) as error:
            raise ValueError(f"no {cls.__name__.lower()}: {text[:40]!r}") from error


def _made(model: type[Record], said: Json) -> Record:
    return model(**said)


def json_of(value: Any) -> str:
    """``value`` as JSON.

    Raises:
        ValueError: It holds what no file can: a lone surrogate, or what is no number.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode()
    return text


def _plain(value: Any) -> Any:
    """A field's value as JSON has it."""
    match value:
        case None | bool() | str() | int() | float():
            return value
        case Record():
            return value.wire()
        case datetime():
            return instant_text(value)
        case tuple() | list() | set() | frozenset():
            return [_plain(each) for each in value]
        case Mapping():
            return {name: _plain(each) for name, each in value.items()}
        case _:
            raise ValueError(f"{type(value).__name__} is not for JSON")


@cache
def _spelling(model: type[Record]) -> Mapping[str, str]:
    """How the wire spells each field."""
    return {name: model.spelling(name) for name in model.fields}


@cache
def _names(model: type[Record]) -> Mapping[str, str]:
    """Which field each spelling means."""
    return {spelled: name for name, spelled in _spelling(model).items()}


@cache
def moments(model: type[Record]) -> tuple[str, ...]:
    """The fields that are moments."""
    return tuple(
        name for name, each in model.fields.items() if each.hint is Instant or Instant in get_args(each.hint)
    )


@cache
def _parser(model: type[Record]) -> "TypeAdapter[Any]":
    from pydantic import ConfigDict, TypeAdapter

    # A service's NaN or Infinity is no position and no count.
    return TypeAdapter(model, config=ConfigDict(allow_inf_nan=False, populate_by_name=True))


def to_camel(name: str) -> str:
    """``id_board`` as the wire spells it: ``idBoard``."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


class _InUtc:
    """Tells pydantic how a moment is read and written."""

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(
            in_utc,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(
                instant_text, return_schema=core_schema.str_schema(), when_used="json-unless-none"
            ),
        )


def in_utc(value: datetime) -> datetime:
    """A moment that can be compared with any other, and be written and read again."""
    try:
        utc = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError:
        raise ValueError("out of the calendar") from None
    if utc.year < _FIRST_YEAR:
        raise ValueError("before the year 1000")
    return utc


Instant = Annotated[datetime, _InUtc()]
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
