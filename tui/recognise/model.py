"""Logistic models: the probability of an interpretation by the features that are seen."""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from pathlib import Path

BIAS = "always"
"""The feature that is always seen."""

AND = " + "
"""What stands between the names of two features that have a weight of their own where both are seen."""

Weights = Mapping[str, float]

WEIGHTS: dict[str, dict[str, float]] = json.loads(Path(__file__).with_name("weights.json").read_text("utf-8"))
"""Weights by model, ``person``, ``firm`` and ``pair``, and feature, as ``tests.recognise.train`` has learned them,
the fewest points of each, and a number made of what was seen then, which a test compares."""

THRESHOLDS = WEIGHTS["points"]


_UNWEIGHED = repeat(0.0)
"""The weight of a feature that was never seen when the weights were learned."""


def points(model: str, features: Iterable[str]) -> float:
    """Return the points for an interpretation, the logarithm of its odds: 0 is even, in hundredths as the weights are, in whatever order they are added."""
    weights = WEIGHTS[model]
    return round(weights.get(BIAS, 0.0) + sum(map(weights.get, features, _UNWEIGHED)), 2)


class WholeWeights(dict[str, float]):
    """The weights of a model's features, each with those of its variants.

    Attributes:
        weights: The weights of the model when these were added.
        token: What totals of these weights are remembered by.
    """

    def __init__(self, weights: Weights, variants: Callable[[str], Iterable[str]]) -> None:
        super().__init__()
        self.weights, self._variants = weights, variants
        self._bias = weights.get(BIAS, 0.0)
        self.token = object()
        self._together: dict[str, dict[str, float]] = {}
        for name, weight in weights.items():
            one, both, other = name.partition(AND)
            if both:
                self._together.setdefault(one, {})[other] = weight

    def __missing__(self, name: str) -> float:
        whole = self[name] = sum(map(self.weights.get, self._variants(name), _UNWEIGHED))
        return whole

    def total(self, features: Iterable[str], words: Iterable[str]) -> float:
        """Return the sum of the weights of features with their variants, and of words, which have none."""
        return sum(map(self.__getitem__, features)) + sum(map(self.weights.get, words, _UNWEIGHED))

    def points(self, total: float) -> float:
        """Return the points of an interpretation, as ``points`` does, by the sum of its weights."""
        return round(self._bias + total, 2)

    def points_of(self, features: Iterable[str], words: Iterable[str] = ()) -> float:
        """Return the points of an interpretation for features with their variants, alone and two together, and for words."""
        total = self._bias + self.total(features, words)
        if not self._together:
            return round(total, 2)
        seen = {*features}
        for name in self._together.keys() & seen:
            weights = self._together[name]
            for other in weights.keys() & seen:
                total += weights[other]
        return round(total, 2)


class Regime:
    """Names, or pairs, of which features have the same variants: those of a weak firm, or of two that stand apart."""

    def __init__(self, suffixes: Sequence[str]) -> None:
        self._suffixes = suffixes
        self._weights: dict[str, WholeWeights] = {}

    def variants(self, name: str) -> list[str]:
        """Return the names of a feature here: its own, and one for each way in which it may weigh otherwise."""
        return [name, *[f"{name}, {suffix}" for suffix in self._suffixes]]

    def weights(self, kind: str) -> WholeWeights:
        """Return the weights of a model for features with their variants."""
        found = self._weights.get(kind)
        if found is None or found.weights is not WEIGHTS[kind]:
            found = self._weights[kind] = WholeWeights(WEIGHTS[kind], self.variants)
        return found


def probability(score: float) -> float:
    """Return the probability that points mean."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
