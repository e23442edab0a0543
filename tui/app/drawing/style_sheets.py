"""Reads the style sheets that the first screen does not need, once it is painted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePath

    from textual.css.stylesheet import Stylesheet
    from textual.dom import DOMNode


def read_more(stylesheet: Stylesheet, paths: Sequence[PurePath], screen: DOMNode) -> None:
    """Read further style sheets, and apply them to those nodes of a screen that their rules may be about.

    Applying all sheets to all nodes, as Textual does, draws the whole screen again, and takes longer than reading
    the new ones.
    """
    known = {name: len(rules) for name, rules in stylesheet.rules_map.items()}
    stylesheet.read_all(paths)
    stylesheet.parse()
    grown = {name for name, rules in stylesheet.rules_map.items() if len(rules) != known.get(name)}
    nodes = screen.walk_children(with_self=True)
    stylesheet.update_nodes([node for node in nodes if not grown.isdisjoint(_names(node))])


def _names(node: DOMNode) -> Iterator[str]:
    """Yield what the last part of a selector may call a node, or a part that the node draws itself."""
    yield "*"
    yield from node._selector_names  # noqa: SLF001 - by these Textual finds the rules of a node
    for name in node._component_styles:  # noqa: SLF001 - as above
        yield f".{name}"
