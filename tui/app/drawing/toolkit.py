"""Replacements for eight parts of Textual: seven are faster, and no timer is lost."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, cast

from rich.cells import cell_len
from textual import _callback, reactive, strip
from textual.content import Content
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.timer import Timer
from textual.widget import Widget

from tui.app.drawing.style_rules import apply_found

if TYPE_CHECKING:
    from textual._types import MessageTarget
    from textual.css.styles import RulesMap
    from textual.geometry import Size

_MOST_CUTS = 16
"""Maximum entries of a cache, the same as in Textual."""

count_by_signature = _callback.count_parameters
"""Textual's own function."""


class StripCache(dict[Any, Any]):
    """A cache of a line's cut and styled variants; each line has seven such caches, most of them always empty.

    It replaces Textual's class, whose creation took a tenth of a frame.
    """

    __slots__ = ()
    # Implemented in C; ignores the maximum size that Textual passes.
    __init__ = object.__init__

    def __setitem__(self, key: Hashable, value: object) -> None:
        """Store ``value``; when the cache is full, drop the oldest entry."""
        if len(self) >= _MOST_CUTS and key not in self:
            del self[next(iter(self))]
        super().__setitem__(key, value)


def count_parameters(func: Callable[..., Any]) -> int:
    """Count the parameters of a callback without building its signature.

    Textual counts them before each call. It remembers the number on the callback, but most callbacks are new
    partials and closures: their signatures took a tenth of the time in which a card opens.
    """
    if isinstance(func, partial):
        whole, given = _count_in_code(func.func), len(func.args) + len(func.keywords)
    else:
        whole, given = _count_in_code(func), 0
    return count_by_signature(func) if whole is None else whole - given


def _count_in_code(func: Callable[..., Any]) -> int | None:
    """Return the number of parameters of a function or method written in Python; None if its code does not tell."""
    bound = isinstance(func, MethodType)
    plain = func.__func__ if isinstance(func, MethodType) else func
    if not isinstance(plain, FunctionType) or not plain.__dict__.keys().isdisjoint(_OTHER_SIGNATURE):
        return None
    code = plain.__code__
    variadic = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + variadic - bound


_OTHER_SIGNATURE = {"__wrapped__", "__signature__"}
"""Attributes of a function whose signature is not that of its code."""


init_timer = Timer.__init__
"""Textual's own method."""


def init_timer_reliably(
    timer: Timer, target: MessageTarget, interval: float, *, repeat: int | None = None, **settings: Any
) -> None:
    """Initialise a timer; one that fires once always does.

    Textual lets a timer that is late skip the beats it missed. If the process is held up between two lines of a
    timer's start for longer than its delay, a timer that fires once skips its only beat, and never calls.
    """
    if repeat == 0:
        settings["skip"] = False
    init_timer(timer, target, interval, repeat=repeat, **settings)


find_handlers = MessagePump._get_dispatch_methods  # noqa: SLF001 - it has no other name
"""Textual's own method."""

Handler = tuple[type, Callable[..., Any]]
"""A class, and a function of it that handles a message."""


def find_handlers_quickly(pump: MessagePump, name: str, message: Message) -> Iterator[Handler]:
    """Yield the handlers of a message, those of the widget's own class first.

    Textual searches all classes of a widget for each message. Which functions have the handler's name is the same
    for all widgets of a class; only decorated handlers can depend on the widget that sent the message.
    """
    named = _handlers_by_name(type(pump), name, cast("Hashable", type(message)))
    if named is None:
        yield from find_handlers(pump, name, message)
        return
    for owner, function in named:
        if message._no_default_action:  # noqa: SLF001 - a handler before this one may have set it
            return
        yield owner, function.__get__(pump, owner)


@cache
def _handlers_by_name(pump: type[Any], name: str, message: Any) -> tuple[tuple[type, Any], ...] | None:
    """Return each class with its function of that name; None if a decorated handler may want the message."""
    messages = {each for each in message.__mro__ if issubclass(each, Message)}
    if any(messages & (owner.__dict__.get("_decorated_handlers") or {}).keys() for owner in pump.__mro__):
        return None
    found = ((owner, owner.__dict__.get(f"_{name}") or owner.__dict__.get(name)) for owner in pump.__mro__)
    return tuple(
        (owner, function)
        for owner, function in found
        if function is not None and not getattr(function, "_textual_on", None)
    )


wrapped_height = Content.get_height
"""Textual's own method."""


def height_of(content: Content, rules: RulesMap, width: int) -> int:
    """Return the number of lines of a text; only one with a line that is too long is wrapped to count them."""
    lines = content.plain.split("\n")
    room = width - 2 * rules.get("line_pad", 0)
    if "\t" in content.plain or any(cell_len(line) > room for line in lines):
        return wrapped_height(content, rules, width)
    return len(lines)


update_size = Widget._size_updated  # noqa: SLF001 - it has no other name
"""Textual's own method."""


def update_size_once(
    widget: Widget, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
) -> bool:
    """Give a widget the size of a layout, and return whether it is another one.

    Textual asks for a second layout of the screen then, whenever the first changed a size. What may make another one
    necessary asks for it itself, such as a scrollbar that appears.
    """
    before = widget.virtual_size
    resized = update_size(widget, size, virtual_size, container_size, layout=False)
    if layout and before != virtual_size:
        Reactive._check_watchers(widget, "virtual_size", before)  # noqa: SLF001 - as Textual does
        widget.refresh()
    return resized


def replace_parts() -> None:
    """Replace the eight parts of Textual."""
    Widget._size_updated = update_size_once  # type: ignore[method-assign, assignment]  # noqa: SLF001 - see there
    Content.get_height = height_of  # type: ignore[method-assign, assignment]  # as its docstring says
    MessagePump._get_dispatch_methods = find_handlers_quickly  # type: ignore[method-assign, assignment]  # noqa: SLF001 - see there
    # Textual looks up each rule of each widget in a set, 30,000 times when a card opens. Its hash function is in
    # Python, but returns the same as this one.
    RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # as said above
    strip.FIFOCache = StripCache  # type: ignore[attr-defined]  # as its docstring says
    _callback.count_parameters = count_parameters
    reactive.count_parameters = count_parameters  # type: ignore[attr-defined]  # where it is imported by name
    Stylesheet.apply = apply_found  # type: ignore[method-assign, assignment]  # as its docstring says
    Timer.__init__ = init_timer_reliably  # type: ignore[method-assign, assignment]  # as its docstring says
