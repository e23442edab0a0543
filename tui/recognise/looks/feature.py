"""A feature of a possible name or of a pair of two, and a cache of features shared by many names."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from tui.recognise.page import Mention

Example = tuple[str, str]
"""A card, and a possible name on it, or two with a bar between them."""

_Seen = TypeVar("_Seen")


@dataclass(frozen=True)
class FeatureOf(Generic[_Seen]):
    """Something that is or is not seen of a possible name, or of a pair.

    Attributes:
        example: A card and a name or a pair on it of which it is seen.
        counter: A similar card and a name or a pair of which it is not seen.
        seen: Whether it is seen of a name or a pair.
        where: Of which pairs it may be seen, or the one of the two that alone says whether it is.
    """

    name: str
    example: Example
    counter: Example
    seen: Callable[[_Seen], bool]
    where: str = ""


Feature = FeatureOf["Mention"]
"""A feature of a possible name."""


_MOST_KNOWN = 4096
"""Greatest number of facts by which features are remembered."""


class Remembered:
    """Features that depend on a few facts of a name, which many names share; the results are cached by these facts."""

    def __init__(self, facts: Callable[[Mention], Hashable], features: Sequence[Feature]) -> None:
        self._facts, self._features = facts, features
        self._known: dict[Hashable, list[str]] = {}

    def seen(self, mention: Mention) -> list[str]:
        """Return the names of the features that are seen of a possible name."""
        facts = self._facts(mention)
        found = self._known.get(facts)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[facts] = [one.name for one in self._features if one.seen(mention)]
        return found
