"""What is seen of a pair, and its points: features weigh otherwise of a weak firm, and of two that stand apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from tui.recognise.model import Regime

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tui.recognise.page import Seen


REGIMES = {
    (weak, apart): Regime([*["weak firm"][:weak], *filter(None, [apart])])
    for weak in (False, True)
    for apart in ("", "in two sentences", "on two lines", "in two texts")
}
"""By whether the firm is weak, and how the two stand apart."""


@dataclass(slots=True)
class Evidence:
    """What is seen of a pair.

    Attributes:
        varied: Names of features that have variants.
        levels: Names of levels, which have none.
        words: Names of the words that are said, which have none; most have no weight.
        sides: What is seen of the person, and of the firm.
    """

    varied: list[str]
    levels: list[str]
    regime: Regime
    words: Sequence[str] = ()
    sides: Sequence[Seen] = ()

    def names(self) -> list[str]:
        """Return the names of what is seen, with their variants."""
        varied = chain(self.varied, *(side.beside for side in self.sides))
        plain = chain(*((side.levels, side.words) for side in self.sides))
        return [
            *chain.from_iterable(map(self.regime.variants, varied)), *self.levels, *self.words, *chain.from_iterable(plain),
        ]  # fmt: skip

    def points(self, kind: str, more: Iterable[str] = ()) -> float:
        """Return the points of a pair, with what else is seen of it."""
        whole = self.regime.weights(kind)
        total = whole.total(chain(self.varied, self.levels, more), self.words)
        for side in self.sides:
            total += side.total(whole)
        return whole.points(total)
