"""Base classes of all model values: frozen records, parsed and written by pydantic once it is loaded."""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform, get_args

from tui.model.values.fields import Fielded, field
from tui.model.values.scalars import Instant, Json, format_instant, to_json

if TYPE_CHECKING:
    # Importing pydantic takes a fifth of the first paint's time, so it is imported when something is parsed.
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

    from tui.model.values.forms import Form

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_PLAIN = frozenset({type(None), bool, str, int, float})
"""The Python types of JSON values."""


class Record(Fielded):
    """A frozen value: a model value (a ``Value``) or a write.

    Attributes:
        given_fields: Names of the fields that were passed to the constructor.
        unknown_fields: Received values whose names are no fields.
    """

    keeps_unknown: ClassVar[bool] = False
    """Whether values without a field are kept in ``unknown_fields``; otherwise they are an error."""

    given_fields: frozenset[str] = field(init=False)
    unknown_fields: Mapping[str, Any] = field(init=False)

    def __init__(self, /, **given: Any) -> None:
        """Take each field from ``given``, or its default.

        Raises:
            TypeError: A required field is missing, or a name has no field and unknown fields are not kept.
        """
        fields, assign = type(self).fields, object.__setattr__
        missing = []
        for name, each in fields.items():
            if name in given:
                assign(self, name, given[name])
            elif each.required:
                missing.append(name)
            else:
                assign(self, name, each.make_default())
        if missing:
            raise TypeError(f"{type(self).__name__} needs {', '.join(missing)}")
        known = frozenset(given.keys() & fields.keys())
        assign(self, "given_fields", known)
        unknown = _NOTHING
        if len(known) < len(given):
            unknown = {name: value for name, value in given.items() if name not in known}
            if not self.keeps_unknown:
                raise TypeError(f"{type(self).__name__} has no {', '.join(unknown)}")
        assign(self, "unknown_fields", unknown)

    def __eq__(self, other: object) -> bool:
        """Return whether ``other`` is of the same class and has equal fields, unknown ones included."""
        if type(other) is not type(self):
            return NotImplemented
        return super().__eq__(other) and dict(self.unknown_fields) == dict(other.unknown_fields)

    __hash__ = Fielded.__hash__

    def __repr__(self) -> str:
        """Return the class name and the given fields."""
        values = {name: getattr(self, name) for name in type(self).fields if name in self.given_fields}
        words = ", ".join(f"{name}={value!r}" for name, value in {**values, **self.unknown_fields}.items())
        return f"{type(self).__name__}({words})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Support ``copy`` and ``pickle``."""
        values = {name: getattr(self, name) for name in self.given_fields}
        return _construct, (type(self), {**values, **self.unknown_fields})

    def replace(self, /, **changes: Any) -> Self:
        """Return a copy with ``changes`` made; the names are the Python names."""
        values = {name: getattr(self, name) for name in type(self).fields if name in self.given_fields}
        return type(self)(**{**values, **self.unknown_fields, **changes})

    # --- conversion to and from JSON --------------------------------------------------

    @classmethod
    def wire_name(cls, name: str) -> str:
        """Return the JSON name of the field ``name``."""
        return cls.fields[name].spelled or name

    def wire(self) -> Json:
        """Return the record as a JSON object, unknown fields included."""
        names, values = _whole(type(self))
        return self._in_json_types(zip(names, values(self), strict=True))

    def wire_given(self) -> Json:
        """Return the record as a JSON object, without the fields that were not given."""
        spelled = _spelling(type(self)).items()
        return self._in_json_types(
            (name, getattr(self, attribute)) for attribute, name in spelled if attribute in self.given_fields
        )

    def _in_json_types(self, values: Iterable[tuple[str, Any]]) -> Json:
        return {name: value if type(value) in _PLAIN else _plain(value) for name, value in values} | dict(
            self.unknown_fields
        )

    def as_json(self) -> str:
        """Return ``wire()`` as JSON text.

        Raises:
            ValueError: A value cannot be written as JSON: see ``to_json``.
        """
        text = _writer()(_for_json(self), fallback=_for_json)
        # The writer would also write NaN and Infinity. A text may contain these words; testing for one letter
        # first takes a tenth of the time.
        if (b"N" in text and b"NaN" in text) or (b"I" in text and b"Infinity" in text):
            return to_json(self.wire())
        return text.decode()

    @classmethod
    def parse(cls, data: Any) -> Self:
        """Parse ``data`` as received from a service or read from a file; an instance is returned unchanged.

        Raises:
            ValueError: A field is missing or of the wrong type; pydantic's ValidationError says which.
        """
        if type(data) is dict and (form := _forms(cls)(*data)) is not None:
            values = form.values(data)
            if values is not None:
                unknown = {name: data[name] for name in form.unknown}
                return cls._of_all_fields(values, form.given, unknown or _NOTHING)
        found: Self = _parser(cls).validate_python(data)
        return found

    @classmethod
    def parse_json(cls, text: str | bytes) -> Self:
        """Parse JSON text.

        Raises:
            ValueError: ``text`` is no valid JSON, or as for ``parse``.
        """
        found: Self = _parser(cls).validate_json(text)
        return found

    @classmethod
    def _of_all_fields(cls, values: Iterable[Any], given: frozenset[str], unknown: Mapping[str, Any]) -> Self:
        """Create a record from the values of all its fields, including defaults; fast, as ten thousand are parsed at once."""
        made = cls.__new__(cls)
        for set_field, value in zip(cls.setters, values, strict=True):
            set_field(made, value)
        object.__setattr__(made, "given_fields", given)
        object.__setattr__(made, "unknown_fields", unknown)
        return made

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        """Return the schema by which pydantic validates and serialises the class."""
        from pydantic_core import core_schema

        def read(data: Any, handle: Callable[[Any], tuple[Json, Json | None, set[str]]]) -> Record:
            if isinstance(data, cls):
                return data
            held, unknown, given = handle(data)
            if is_plain:
                values = (held[name] for name in cls.fields)
                return cls._of_all_fields(values, frozenset(cls.fields.keys() & given), unknown or _NOTHING)
            return _construct(cls, {name: held[name] for name in held if name in given} | (unknown or {}))

        # A custom constructor may convert its arguments.
        is_plain = cls.__init__ is Record.__init__

        spelling = _spelling(cls)
        fields = {
            name: core_schema.model_field(
                core_schema.with_default_schema(
                    handler.generate_schema(each.hint), default_factory=each.make_default
                )
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
    """A model value: snake_case field names in Python, camelCase names in JSON.

    Unknown fields are kept, because a client must not lose what a newer service sends. Unknown enumeration
    values do not raise, because fields that a service may extend are plain strings.
    """

    keeps_unknown: ClassVar[bool] = True

    @classmethod
    def wire_name(cls, name: str) -> str:
        """Return the JSON name of the field ``name``: camelCase, unless the field defines another."""
        return cls.fields[name].spelled or to_camel(name)

    @classmethod
    def from_stored(cls, text: str) -> Self:
        """Read a value that this program stored itself, without building a pydantic parser.

        Building a parser takes a millisecond, and the first one ten, which is too long for the first paint.
        It works for values with texts, numbers and moments; nested values stay JSON.

        Raises:
            ValueError: ``text`` is no JSON object, or lacks a required field.
        """
        names = _names(cls)
        try:
            values = {names.get(name, name): value for name, value in json.loads(text).items()}
            for name in moment_fields(cls):
                if values.get(name) is not None:
                    values[name] = datetime.fromisoformat(values[name])
            return cls(**values)
        except (AttributeError, TypeError) as error:
            raise ValueError(f"no {cls.__name__.lower()}: {text[:40]!r}") from error


def _construct(model: type[Record], values: Json) -> Record:
    return model(**values)


def _plain(value: Any) -> Any:
    """Convert a field's value to JSON types."""
    match value:
        case None | bool() | str() | int() | float():
            return value
        case Record():
            return value.wire()
        case datetime():
            return format_instant(value)
        case tuple() | list() | set() | frozenset():
            return [_plain(each) for each in value]
        case Mapping():
            return {name: _plain(each) for name, each in value.items()}
        case _:
            raise ValueError(f"{type(value).__name__} is not for JSON")


def _for_json(value: Any) -> Any:
    """Convert a value to what pydantic writes as JSON; records in a list are converted one by one."""
    if not isinstance(value, Record):
        return _plain(value)
    names, values = _whole(type(value))
    moments, records = _inner(type(value))
    held = dict(zip(names, values(value), strict=True))
    for name in moments:
        # Pydantic would write them without milliseconds.
        if held[name] is not None:
            held[name] = format_instant(held[name])
    for name in records:
        held[name] = _for_json(held[name])
    held.update(value.unknown_fields)
    return held


@cache
def _spelling(model: type[Record]) -> Mapping[str, str]:
    """Map each field name to its JSON name."""
    return {name: model.wire_name(name) for name in model.fields}


@cache
def _whole(model: type[Record]) -> tuple[tuple[str, ...], Callable[[Record], Iterable[Any]]]:
    """Return the JSON names of all fields and a getter for their values; fast, as a board's page has 40,000."""
    names = tuple(model.fields)
    several = len(names) > 1  # for a single field the getter returns no tuple
    values = attrgetter(*names) if several else lambda record: [getattr(record, name) for name in names]
    return tuple(_spelling(model).values()), values


@cache
def _inner(model: type[Record]) -> tuple[list[str], list[str]]:
    """Return the JSON names of the fields with moments, and of those with a record."""
    inner = (name for name, each in model.fields.items() if isinstance(each.hint, type(Record)))
    spelled = _spelling(model)
    return [spelled[name] for name in moment_fields(model)], [spelled[name] for name in inner]


@cache
def _names(model: type[Record]) -> Mapping[str, str]:
    """Map each JSON name to its field name."""
    return {spelled: name for name, spelled in _spelling(model).items()}


@cache
def moment_fields(model: type[Record]) -> tuple[str, ...]:
    """Return the names of the fields that hold moments (``Instant``)."""
    return tuple(
        name for name, each in model.fields.items() if each.hint is Instant or Instant in get_args(each.hint)
    )


def _no_form(*_keys: str) -> None:
    """Return None: pydantic parses every object."""


@cache
def _forms(model: type[Record]) -> "Callable[..., Form | None]":
    """Return the function that finds the form of an object by its names."""
    if model.__init__ is not Record.__init__ or not model.keeps_unknown:
        # A custom constructor may convert its arguments, and pydantic tells of names that are no fields.
        return _no_form
    from tui.model.values.forms import forms

    return forms(model, dict(_spelling(model)))


@cache
def _parser(model: type[Record]) -> "TypeAdapter[Any]":
    from pydantic import ConfigDict, TypeAdapter

    # NaN and Infinity from a service are no valid position or count.
    return TypeAdapter(model, config=ConfigDict(allow_inf_nan=False, populate_by_name=True))


@cache
def _writer() -> Callable[..., bytes]:
    """Return pydantic's JSON writer, which takes a third of the time of the standard library's."""
    from pydantic_core import to_json as write

    return write


def to_camel(name: str) -> str:
    """Convert a snake_case name to camelCase: ``id_board`` becomes ``idBoard``."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
