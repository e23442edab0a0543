"""Fields, and frozen classes made from the annotations in their bodies."""

import sys
from abc import ABCMeta
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Self, dataclass_transform, get_origin


class Field:
    """The definition of a field for which annotation and plain default are not enough.

    Attributes:
        default: The default value; ``...`` for a required field.
        default_factory: Creates the default, if it must not be shared.
        spelled: The name in JSON; None for the usual one.
        init: Whether the constructor takes it; otherwise it is metadata, and not compared or written.
        compare: Whether ``==`` and ``hash`` use it.
        repr: Whether ``repr`` shows it.
    """

    __slots__ = ("compare", "default", "default_factory", "hint", "init", "repr", "spelled")

    def __init__(
        self,
        default: Any = ...,
        default_factory: Callable[[], Any] | None = None,
        spelled: str | None = None,
        *,
        init: bool = True,
        compare: bool = True,
        repr: bool = True,  # noqa: A002 - as the standard library's fields call it
    ) -> None:
        self.default, self.default_factory = default, default_factory
        self.spelled, self.init, self.compare, self.repr = spelled, init, compare, repr
        self.hint: Any = None

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is ... and self.default_factory is None

    def make_default(self) -> Any:
        """Return the default value."""
        return self.default if self.default_factory is None else self.default_factory()


def field(
    *,
    default: Any = ...,
    default_factory: Callable[[], Any] | None = None,
    spelled: str | None = None,
    init: bool = True,
    compare: bool = True,
    repr: bool = True,  # noqa: A002 - as the standard library's fields call it
) -> Any:
    """Create a ``Field``, typed as Any so that it can be the default of any annotation."""
    return Field(default, default_factory, spelled, init=init, compare=compare, repr=repr)


if sys.version_info >= (3, 14):
    from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

    def _annotations(space: dict[str, Any]) -> Mapping[str, Any]:
        """Map the annotated names in a class body to their types."""
        annotate = get_annotate_from_class_namespace(space)
        return {} if annotate is None else call_annotate_function(annotate, Format.VALUE)

else:

    def _annotations(space: dict[str, Any]) -> Mapping[str, Any]:
        """Map the annotated names in a class body to their types."""
        found: Mapping[str, Any] = space.get("__annotations__", {})
        return found


def _is_of_class(hint: Any) -> bool:
    """Return whether ``hint`` annotates a class variable; unevaluated annotations are text."""
    return hint.startswith("ClassVar[") if isinstance(hint, str) else get_origin(hint) is ClassVar


def _nothing(_: object) -> tuple[()]:
    """Return an empty tuple, for the comparison of values without fields."""
    return ()


def _take_fields(space: dict[str, Any]) -> "dict[str, Field]":
    """Remove the fields of a class, all annotated names but class variables, from its namespace and return them."""
    fields: dict[str, Field] = {}
    for name, hint in _annotations(space).items():
        if not _is_of_class(hint):
            given = space.pop(name, ...)
            fields[name] = given if isinstance(given, Field) else Field(given)
            fields[name].hint = hint
    return fields


class RecordType(ABCMeta):
    """The metaclass that creates frozen classes with slots.

    The standard library compiles the methods of each dataclass at import, half a millisecond per class. These
    classes share their methods, which keeps the first paint fast.

    Attributes:
        setters: The setter of each field; ten thousand values are created at once.
    """

    setters: tuple[Callable[[Any, Any], None], ...]
    compared: Callable[[Any], Any]

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> "RecordType":
        """Create a class with a slot for each annotated name that is no class variable."""
        own = _take_fields(space)
        inherited = {name: each for base in bases for name, each in getattr(base, "fields", {}).items()}
        space["__slots__"] = tuple(each for each in own if each not in inherited)
        fields = inherited | {n: each for n, each in own.items() if each.init}
        space["fields"] = MappingProxyType(fields)
        made = super().__new__(mcs, name, bases, space)
        made.setters = tuple(getattr(made, each).__set__ for each in fields)
        compared = [name for name, each in fields.items() if each.compare]
        made.compared = attrgetter(*compared) if compared else _nothing
        return made


class Fielded(metaclass=RecordType):
    """The base of all frozen values: fields, comparison, hash."""

    fields: ClassVar[Mapping[str, Field]]

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse assignment: instances are frozen.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        """Refuse deletion: instances are frozen.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        """Return whether ``other`` is of the same class and has equal fields."""
        if type(other) is not type(self):
            return NotImplemented
        return self is other or bool(type(self).compared(self) == type(self).compared(other))

    def __hash__(self) -> int:
        """Hash all compared fields."""
        return hash(type(self).compared(self))

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by their Python names."""
        return {name: getattr(self, name) for name in type(self).fields}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(Fielded):
    """A frozen value that takes its fields by position or by name."""

    def __init__(self, /, *values: Any, **given: Any) -> None:
        """Take the first fields from ``values``, others from ``given``, and the rest from the defaults.

        Raises:
            TypeError: A required field is missing, a field is given twice, or a name has no field.
        """
        setters = type(self).setters
        if given or len(values) != len(setters):
            self._assign(values, given)
            return
        for set_field, value in zip(setters, values, strict=True):
            set_field(self, value)

    def _assign(self, values: tuple[Any, ...], given: dict[str, Any]) -> None:
        fields, assign = type(self).fields, object.__setattr__
        name = type(self).__name__
        if len(values) > len(fields):
            raise TypeError(f"{name} has {len(fields)} fields, and {len(values)} values were given")
        assigned = dict(zip(fields, values, strict=False))
        if given:
            if twice := assigned.keys() & given.keys():
                raise TypeError(f"{name} was given {', '.join(sorted(twice))} twice")
            if unknown := given.keys() - fields.keys():
                raise TypeError(f"{name} has no {', '.join(sorted(unknown))}")
            assigned |= given
        for each, how in fields.items():
            if each in assigned:
                assign(self, each, assigned[each])
            elif how.required:
                raise TypeError(f"{name} needs {each}")
            else:
                assign(self, each, how.make_default())

    def __repr__(self) -> str:
        """Return the class name and its fields, without those declared ``repr=False``."""
        shown = (name for name, each in type(self).fields.items() if each.repr)
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Support ``copy`` and ``pickle``."""
        return type(self), tuple(getattr(self, name) for name in type(self).fields)

    def replace(self, /, **changes: Any) -> Self:
        """Return a copy with ``changes`` made."""
        return type(self)(**{**self.as_dict(), **changes})
