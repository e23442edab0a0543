"""Style rules of widgets, found once for all widgets that are alike."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from textual.css.stylesheet import Stylesheet

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from textual.css.model import RuleSet
    from textual.css.styles import RulesMap
    from textual.dom import DOMNode

_MOST_KEPT = 2000
"""Kinds of widgets that are remembered; all pages together have about 700 in one size of the terminal."""

_OF_ORDER = frozenset(("first-of-type", "last-of-type", "first-child", "last-child", "odd", "even", "empty"))
"""Pseudo-classes that depend on the widgets beside or inside one."""

find_rules = Stylesheet.apply
"""Textual's own method."""


class _Marks:
    """What decides about the rules of widgets with the same names, besides the names.

    Attributes:
        states: The pseudo-classes in the rules that may apply, such as ``focus``.
        alike: Whether such widgets are alike if they and all around them have the same names and states. They are not
            if a rule asks for their place among others, such as ``first-child``.
    """

    __slots__ = ("alike", "states")

    def __init__(self, rules: Iterable[RuleSet]) -> None:
        self.states = sorted(set[str]().union(*(rule.pseudo_classes for rule in rules)))
        self.alike = _OF_ORDER.isdisjoint(self.states)

    def put_on(self, node: DOMNode) -> None:
        """Mark a widget of this kind as Textual does; it asks the marks when a pointer or the focus moves."""
        node._has_hover_style = "hover" in self.states  # noqa: SLF001 - as Textual does
        node._has_focus_within = "focus-within" in self.states  # noqa: SLF001 - as Textual does
        node._has_order_style = node._has_odd_or_even = False  # noqa: SLF001 - as Textual does


class _Known:
    """What was found by the rules of a stylesheet.

    Attributes:
        rules_map: The rules; another object after they changed.
        found: The rules of a widget, by its place.
    """

    __slots__ = ("_marks", "found", "rules_map")

    def __init__(self, rules_map: dict[str, list[RuleSet]]) -> None:
        self.rules_map = rules_map
        self.found: dict[Hashable, RulesMap] = {}
        self._marks: dict[frozenset[str], _Marks] = {}

    def marks(self, names: frozenset[str]) -> _Marks:
        """Return the marks of widgets with these names."""
        marks = self._marks.get(names)
        if marks is None:
            rules = chain.from_iterable(self.rules_map.get(name, ()) for name in names)
            marks = self._marks[names] = _Marks(rules)
        return marks


_known: WeakKeyDictionary[Stylesheet, _Known] = WeakKeyDictionary()


def apply_found(
    stylesheet: Stylesheet,
    node: DOMNode,
    *,
    animate: bool = False,
    cache: dict[tuple[Any, ...], RulesMap] | None = None,
) -> None:
    """Give a widget the style rules of a stylesheet; for a new one those that were found for one like it.

    Textual compares each of about 300 rules with each new widget and the widgets around it, and sets each value by
    itself: a fifth of the time in which a page opens. The rules of a widget that has some already may be animated, and
    are left to Textual.
    """
    base = node.styles.base
    if base._rules or node._is_mounted:  # noqa: SLF001 - as Textual does
        find_rules(stylesheet, node, animate=animate, cache=cache)
        return
    rules_map = stylesheet.rules_map
    known = _known.get(stylesheet)
    if known is None or known.rules_map is not rules_map:
        known = _known[stylesheet] = _Known(rules_map)
    marks = known.marks(frozenset(node._selector_names))  # noqa: SLF001 - as Textual does
    place = _place(node, marks.states) if marks.alike else None
    if place is None or (found := known.found.get(place)) is None:
        find_rules(stylesheet, node, animate=animate, cache=cache)
        if place is not None and len(known.found) < _MOST_KEPT:
            known.found[place] = base.get_rules()
        return
    marks.put_on(node)
    base.merge_rules(found)
    node.notify_style_update()
    stylesheet._process_component_classes(node)  # noqa: SLF001 - as Textual does


def _place(node: DOMNode, states: Iterable[str]) -> Hashable:
    """Return what the rules can ask of a widget and of those around it."""
    return tuple(
        (
            type(each),
            each._css_type_name,  # noqa: SLF001 - as Textual does
            each._id,  # noqa: SLF001 - as Textual does
            frozenset(each._classes),  # noqa: SLF001 - as Textual does
            *map(each.has_pseudo_class, states),
        )
        for each in node.css_path_nodes
    )
