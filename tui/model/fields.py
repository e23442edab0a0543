"""Fields, and the frozen values that are made of the annotated names in the body of a class."""

import sys
from abc import ABCMeta
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self, dataclass_transform, get_origin


class Field:
    """How a field of a noun is made or spelled, where its name and a plain default do not say it.

    Attributes:
        default: What it is when nobody says; ``...`` when somebody must.
        default_factory: Makes that, where it must not be shared.
        spelled: How the wire spells it; None for the usual way.
        hint: Its type.
        init: Whether it is given; otherwise it says something of the value itself, and is not compared or written.
        compare: Whether values that differ in it alone are different.
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

    def made(self) -> Any:
        """The default."""
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
    """A ``Field``, typed as whatever it is the default of."""
    return Field(default, default_factory, spelled, init=init, compare=compare, repr=repr)


if sys.version_info >= (3, 14):
    from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

    def _annotations(space: dict[str, Any]) -> Mapping[str, Any]:
        """The annotated names in the body of a class, and their types."""
        annotate = get_annotate_from_class_namespace(space)
        return {} if annotate is None else call_annotate_function(annotate, Format.VALUE)

else:

    def _annotations(space: dict[str, Any]) -> Mapping[str, Any]:
        """The annotated names in the body of a class, and their types."""
        found: Mapping[str, Any] = space.get("__annotations__", {})
        return found


def _is_of_class(hint: Any) -> bool:
    """Whether it annotates a class variable; in a module whose annotations are not evaluated it is text."""
    return hint.startswith("ClassVar[") if isinstance(hint, str) else get_origin(hint) is ClassVar


class RecordType(ABCMeta):
    """Makes frozen dataclasses with slots.

    The standard library writes and compiles the methods of each dataclass when it is imported, half a millisecond
    apiece; these share theirs, so that the first paint can afford all of them.
    """

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> "RecordType":
        """A class with a slot for each annotated name that is no class variable."""
        hints = _annotations(space)
        held = [each for each, hint in hints.items() if not _is_of_class(hint)]
        given = {each: space.pop(each, ...) for each in held}
        own = {each: value if isinstance(value, Field) else Field(value) for each, value in given.items()}
        for each, value in own.items():
            value.hint = hints[each]
        inherited = {name: each for base in bases for name, each in getattr(base, "fields", {}).items()}
        space["__slots__"] = tuple(each for each in held if each not in inherited)
        space["fields"] = MappingProxyType(inherited | {n: each for n, each in own.items() if each.init})
        return super().__new__(mcs, name, bases, space)


class Fielded(metaclass=RecordType):
    """What frozen values have in common, however they are made.

    Attributes:
        fields: What it is made of, by name.
    """

    fields: ClassVar[Mapping[str, Field]]

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a value stays as it was made.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        """Refuse, too.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"{type(self).__name__} is frozen")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name, each in type(self).fields.items() if each.compare)

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is of the same kind and says the same."""
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        """Of all fields that are compared."""
        return hash(self._values())

    def as_dict(self) -> dict[str, Any]:
        """The fields by their names here."""
        return {name: getattr(self, name) for name in type(self).fields}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(Fielded):
    """A frozen value, made of its fields in their order or by their names."""

    def __init__(self, /, *values: Any, **given: Any) -> None:
        """Take the first fields from ``values``, others from ``given``, and what is left from the defaults.

        Raises:
            TypeError: One that must be there is not, is there twice, or there may be no such field.
        """
        fields, put = type(self).fields, object.__setattr__
        name = type(self).__name__
        if len(values) > len(fields):
            raise TypeError(f"{name} has {len(fields)} fields, and {len(values)} values were given")
        said = dict(zip(fields, values, strict=False))
        if given:
            if twice := said.keys() & given.keys():
                raise TypeError(f"{name} was given {', '.join(sorted(twice))} twice")
            if unknown := given.keys() - fields.keys():
                raise TypeError(f"{name} has no {', '.join(sorted(unknown))}")
            said |= given
        for each, how in fields.items():
            if each in said:
                put(self, each, said[each])
            elif how.required:
                raise TypeError(f"{name} needs {each}")
            else:
                put(self, each, how.made())

    def __repr__(self) -> str:
        """The class and its fields, but those that are not for logs."""
        shown = (name for name, each in type(self).fields.items() if each.repr)
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies."""
        return type(self), tuple(getattr(self, name) for name in type(self).fields)

    def but(self, /, **changes: Any) -> Self:
        """A copy with ``changes`` made."""
        return type(self)(**{**self.as_dict(), **changes})
