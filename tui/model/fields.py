"""Fields: how a frozen value is made of the annotated names in the body of its class."""

import sys
from abc import ABCMeta
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, get_origin


class Field:
    """How a field of a noun is made or spelled, where its name and a plain default do not say it.

    Attributes:
        default: What it is when nobody says; ``...`` when somebody must.
        default_factory: Makes that, where it must not be shared.
        spelled: How the wire spells it; None for the usual way.
        hint: Its type.
        init: Whether it is given; otherwise it says something of the value itself, and is not compared or written.
    """

    __slots__ = ("default", "default_factory", "hint", "init", "spelled")

    def __init__(
        self,
        default: Any = ...,
        default_factory: Callable[[], Any] | None = None,
        spelled: str | None = None,
        *,
        init: bool = True,
    ) -> None:
        self.default, self.default_factory = default, default_factory
        self.spelled, self.init = spelled, init
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
) -> Any:
    """A ``Field``, typed as whatever it is the default of."""
    return Field(default, default_factory, spelled, init=init)


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


class RecordType(ABCMeta):
    """Makes frozen dataclasses with slots.

    The standard library writes and compiles the methods of each dataclass when it is imported, a millisecond
    apiece; the nouns share theirs, so that the first paint can afford all of them.
    """

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> "RecordType":
        """A class with a slot for each annotated name that is no class variable."""
        hints = _annotations(space)
        held = [each for each, hint in hints.items() if get_origin(hint) is not ClassVar]
        given = {each: space.pop(each, ...) for each in held}
        own = {each: value if isinstance(value, Field) else Field(value) for each, value in given.items()}
        for each, value in own.items():
            value.hint = hints[each]
        inherited = {name: each for base in bases for name, each in getattr(base, "fields", {}).items()}
        space["__slots__"] = tuple(each for each in held if each not in inherited)
        space["fields"] = MappingProxyType(inherited | {n: each for n, each in own.items() if each.init})
        return super().__new__(mcs, name, bases, space)
